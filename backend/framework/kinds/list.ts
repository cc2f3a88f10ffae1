/** An array of objects, `fields`; with `child` rows of their own in a child table. */
import type { FieldModel, JsonSchema } from '#codegen/model.ts';
import { asObject, typeOf } from '#codegen/schema-node.ts';
import { ofJson } from './common/bases.ts';
import type { Kind, SchemaFace, TypeWriter } from './kind.ts';

export const list: Kind<'list'> = { ...ofJson, name: 'list', shape: 'entries', empty: () => [], operators: () => ['null'], within: ['json'] };

export const listSchema: SchemaFace<'list'> = {
  name: 'list',
  takes: ({ type, items }) => type === 'array' && items !== undefined && typeOf(items) === 'object' && asObject(items.properties) !== undefined,
  stands: [],
  rows: true,
  column: () => 'json',
  type: entriesType,
};

export function entriesType(field: FieldModel, of: TypeWriter): JsonSchema {
  return { type: 'array', items: of.entry(field) };
}
