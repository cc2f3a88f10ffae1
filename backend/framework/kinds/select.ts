/** One of `options`. */
import { keyLength } from '#codegen/lint/vocabulary.ts';
import type { FieldModel, JsonSchema, JsonValue } from '#codegen/model.ts';
import { hasOptions, typeOf, valuesOf } from '#codegen/schema-node.ts';
import { equality, order, textOf } from './bases.ts';
import type { Comparison, Kind, Scalar, SchemaFace } from './kind.ts';

export const select: Kind<'select'> = {
  name: 'select',
  shape: 'choice',
  empty: (field) => field.unset ?? (isOfNumbers(field) ? null : '-'),
  initial: (field) => field.unset ?? (field.options?.every(({ value }) => typeof value === 'boolean') ? false : null),
  operators: (field) => (isOfNumbers(field) ? [...equality, ...order] : equality),
  asked: askedOption,
  sorts: true,
  read: (field, cell) => optionOf(field, textOf(cell)),
  misread: 'field.option',
  within: ['string', 'text'],
};

/** Are its options numbers? */
export function isOfNumbers({ options }: Pick<FieldModel, 'options'>): boolean {
  return typeof options?.[0]?.value === 'number';
}

export function askedOption(field: FieldModel, _op: Comparison, value: Scalar): Scalar | undefined {
  return typeof value === typeof (field.options?.[0]?.value ?? '') ? value : undefined;
}

/** A code, or its label in any language. */
export function optionOf(field: FieldModel, said: string): JsonValue | undefined {
  const wanted = said.toLowerCase();
  const options = field.options ?? [];
  const found =
    options.find(({ value }) => String(value).toLowerCase() === wanted) ??
    options.find(({ label }) => Object.values(label).some((name) => name.toLowerCase() === wanted));
  if (found) return found.value;
  return wanted === String(field.unset ?? '-').toLowerCase() ? select.empty(field) : undefined;
}

export const selectSchema: SchemaFace<'select'> = {
  name: 'select',
  takes: ({ node, type }) => type !== 'array' && type !== 'object' && hasOptions(node),
  stands: ['list', 'filter', 'sort'],
  usualFilter: true,
  searched: true,
  groups: true,
  optionsIn: 'node',
  exact: true,
  column: (node) => {
    const values = valuesOf(node);
    if (values.every((value) => typeof value === 'boolean')) return 'boolean';
    if (values.every((value) => Number.isInteger(value))) return 'integer';
    return values.every((value) => typeof value === 'number') ? 'double' : 'string';
  },
  width: (node) => Math.max(keyLength, ...valuesOf(node).map((value) => String(value).length)),
  describe: (node) => ({ unset: unsetOf(node) }),
  rule: optionRule,
  // Its options and the value without a choice; NULL reads as '' from a column of text, else as null.
  type: (field, of): JsonSchema => {
    const { column, options = [] } = field;
    const codes = of.codes(field);
    const values = options.map(({ value }): JsonValue => value);
    const unset = [of.empty(field), ...(column?.nullable ? [column.type === 'string' ? '' : null] : [])].filter((value) => !values.includes(value));
    if (codes === undefined) return { enum: [...new Set([...values, ...unset])] };
    return { tsType: [codes, ...new Set(unset.map((value) => JSON.stringify(value)))].join(' | ') };
  },
};

/** The value that means nothing chosen: x-unset, or '-' for codes that are strings (V41). */
export function unsetOf(node: JsonSchema): string | number | undefined {
  const declared = node['x-unset'];
  if (typeof declared === 'string' || typeof declared === 'number') return declared;
  return typeOf(node) === 'string' ? '-' : undefined;
}

/** V41: the unset value passes for an optional select only. */
function optionRule(node: JsonSchema, required: boolean): JsonSchema {
  const values: JsonValue[] = valuesOf(node);
  const empty = unsetOf(node) ?? null;
  const allowed = values.filter((value) => value !== empty);
  if (!required && !values.every((value) => typeof value === 'boolean')) allowed.push(empty);
  const types = [...new Set(allowed.map((value) => (value === null ? 'null' : typeof value)))];
  return { type: types.length === 1 ? (types[0] ?? 'string') : types, enum: allowed };
}
