/** One of `options`. */
import { keyLength } from '#codegen/lint/vocabulary.ts';
import type { FieldModel, JsonSchema, JsonValue } from '#codegen/model.ts';
import { asArray, asObject, hasOptions, objects, typeOf, valuesOf } from '#codegen/schema-node.ts';
import { type ColumnFace, mixedText, mixedValue } from './column.ts';
import { equality, order, textOf } from './common/bases.ts';
import type { Comparison, Kind, Scalar, SchemaFace } from './kind.ts';

export const select: Kind<'select'> = {
  name: 'select',
  shape: 'choice',
  empty: (field) => field.unset ?? (field.orNull || field.options?.every(({ value }) => typeof value === 'string') === false ? null : '-'),
  initial: (field) => field.unset ?? (field.options?.every(({ value }) => typeof value === 'boolean') ? false : null),
  operators: (field) => (isOfNumbers(field) ? [...equality, ...order] : equality),
  asked: askedOption,
  sorts: true,
  read: (field, cell) =>
    optionOf(field, textOf(cell)) ?? (field.openTo !== undefined && new RegExp(field.openTo).test(textOf(cell)) ? textOf(cell) : undefined),
  misread: 'field.option',
  within: ['string', 'text'],
};

/** Are its options numbers? */
export function isOfNumbers({ options = [] }: Pick<FieldModel, 'options'>): boolean {
  return options.length > 0 && options.every(({ value }) => typeof value === 'number');
}

/** Are its options of several types? */
export function isMixed({ options = [] }: Pick<FieldModel, 'options'>): boolean {
  return new Set(options.map(({ value }) => typeof value)).size > 1;
}

export function askedOption(field: FieldModel, _op: Comparison, value: Scalar): Scalar | undefined {
  if (!isMixed(field)) return typeof value === typeof (field.options?.[0]?.value ?? '') ? value : undefined;
  // Of several types the option itself, or what its text says: an address has no other.
  const option = field.options?.some((one) => one.value === value) ? value : optionOf(field, String(value));
  return option === null || typeof option === 'object' ? undefined : option;
}

/** A code, or its label in any language: written so, else but for case. */
export function optionOf(field: FieldModel, said: string): JsonValue | undefined {
  const written = isMixed(field) ? mixedText : String;
  const options = field.options ?? [];
  const meant = (folded: (text: string) => string) =>
    options.find(({ value }) => folded(written(value)) === folded(said)) ??
    options.find(({ label }) => Object.values(label).some((name) => folded(name) === folded(said)));
  const found = meant((text) => text) ?? meant((text) => text.toLowerCase());
  if (found) return found.value;
  return said.toLowerCase() === String(field.unset ?? '-').toLowerCase() ? select.empty(field) : undefined;
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
    if (isMixedNode(node)) return 'mixed';
    if (values.every((value) => typeof value === 'boolean')) return 'boolean';
    if (values.every((value) => Number.isInteger(value))) return 'integer';
    return values.every((value) => typeof value === 'number') ? 'double' : 'string';
  },
  width: (node) => Math.max(keyLength, ...valuesOf(node).map((value) => (isMixedNode(node) ? mixedText(value) : String(value)).length)),
  nullable: (node) => valuesOf(node).every((value) => typeof value === 'boolean') && takesNull(node),
  describe: (node) => ({ unset: unsetOf(node), openTo: openPattern(node), ...(isOfTextsOrNull(node) && { orNull: true }) }),
  rule: optionRule,
  // Its options and the value without a choice; NULL reads as '' from a column of text, else as null.
  type: (field, of): JsonSchema => {
    const { column, options = [] } = field;
    const codes = of.codes(field);
    const values = options.map(({ value }): JsonValue => value);
    const unset = [of.empty(field), ...(column?.nullable ? [column.type === 'string' ? '' : null] : [])].filter((value) => !values.includes(value));
    if (codes === undefined) return { enum: [...new Set([...values, ...unset])] };
    return { tsType: [codes, ...new Set(unset.map((value) => JSON.stringify(value))), ...(field.openTo === undefined ? [] : ['string'])].join(' | ') };
  },
};

/** The value that means nothing chosen: x-unset, or '-' for codes that are strings (V41). */
export function unsetOf(node: JsonSchema): string | number | undefined {
  const declared = node['x-unset'];
  if (typeof declared === 'string' || typeof declared === 'number') return declared;
  return typeOf(node) === 'string' && !isMixedNode(node) ? '-' : undefined;
}

/** Of several types, null beside texts among them. */
function isMixedNode(node: JsonSchema): boolean {
  return new Set(valuesOf(node).map((value) => typeof value)).size > 1 || isOfTextsOrNull(node);
}

/** Texts or null, which is then what nothing chosen is; each lies in its column as it did in one of texts. */
function isOfTextsOrNull(node: JsonSchema): boolean {
  return takesNull(node) && node['x-unset'] === undefined && valuesOf(node).every((value) => typeof value === 'string' && mixedText(value) === value);
}

function openPattern(node: JsonSchema): string | undefined {
  const open = asObject(node['x-codes'])?.open;
  return typeof open === 'string' ? open : undefined;
}

function takesNull(node: JsonSchema): boolean {
  return asArray(node.enum)?.includes(null) === true || objects(node.oneOf).some((option) => option.const === null);
}

/** V41: the unset value passes for an optional select only. */
function optionRule(node: JsonSchema, required: boolean): JsonSchema {
  const values: JsonValue[] = valuesOf(node);
  const empty = unsetOf(node) ?? null;
  const allowed = values.filter((value) => value !== empty);
  if (!required && (takesNull(node) || !values.every((value) => typeof value === 'boolean'))) allowed.push(empty);
  const open = openPattern(node);
  // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
  if (open !== undefined) return { type: 'string', if: { pattern: open }, then: true, else: { enum: allowed } };
  const types = [...new Set(allowed.map((value) => (value === null ? 'null' : typeof value)))];
  return { type: types.length === 1 ? (types[0] ?? 'string') : types, enum: allowed };
}

/** Values of several types in one column of texts: a number or a flag as its JSON, a text as it is unless it would read as one of those. */
export const mixedColumn: ColumnFace<'mixed', never> = {
  type: 'mixed',
  stores: {},
  lay: (column) => ({ store: 'varchar', length: column.length ?? keyLength, scale: 0 }),
  encode: (value) => (value === null || value === undefined || typeof value === 'object' ? '' : mixedText(value)),
  decode: mixedValue,
  written: () => (raw) => JSON.stringify(mixedValue(raw)),
  blank: null,
  convert: (value) => (typeof value === 'object' ? undefined : value),
};
