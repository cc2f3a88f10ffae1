/** Several of `options`. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { hasOptions } from '#codegen/schema-node.ts';
import { ofValues, partsOf, schemaOfArray } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';
import { askedOption, optionOf } from './select.ts';

export const multiselect: Kind<'multiselect'> = {
  ...ofValues,
  name: 'multiselect',
  asked: askedOption,
  read: (field, cell) => {
    const values = partsOf(field, cell).map((part) => optionOf(field, part));
    return values.every((value): value is JsonValue => value !== undefined) ? values : undefined;
  },
  misread: 'field.option',
  within: ['tags', 'json'],
};

export const multiselectSchema: SchemaFace<'multiselect'> = {
  ...schemaOfArray,
  name: 'multiselect',
  takes: ({ node, type, items }) => type === 'array' && (node['x-codes'] !== undefined || (items !== undefined && hasOptions(items))),
  usualFilter: true,
  searched: true,
  optionsIn: 'items',
  distinct: true,
  type: (field, of): JsonSchema => {
    const codes = of.codes(field);
    return codes === undefined ? { type: 'array', items: { enum: (field.options ?? []).map(({ value }) => value) } } : { tsType: `${codes}[]` };
  },
};
