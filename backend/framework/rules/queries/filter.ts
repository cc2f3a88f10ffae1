/** A filter that is known to fit an object's model: what data/rows makes SQL of and meets.ts measures rows in memory by. parse-filter.ts reads one. Pure. */

import type { FieldModel, ObjectModel, Text } from '#codegen/model.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import type { Comparison, Scalar } from '#kinds/kind.ts';
import { stepsOf } from '#rules/records/field-path.ts';
import { fieldOf } from '#rules/records/pairs.ts';
import { emptyOf, isSecret } from '#rules/records/record.ts';

/** `and` of nothing is every row, `or` of nothing is none. */
export type Filter =
  | { kind: 'and'; of: Filter[] }
  | { kind: 'or'; of: Filter[] }
  | { kind: 'not'; of: Filter }
  | Compare
  /** `title`: rows whose title begins so */
  | { kind: 'search'; text: string; title?: 'begins' | 'equals' };

/**
 * `field` may be a path ('extra.a', 'lines.film'): of what lies in a list, some entry's value has to be so; `ne`, `nin` and `null` say that none is.
 * `within`: from the first value, up to and without the second. `exact`: texts are compared character by character, case and accents included.
 */
export interface Compare {
  kind: 'compare';
  field: string;
  op: Comparison | 'within';
  value: Scalar | Scalar[];
  exact?: boolean;
}

export const everyRow: Filter = { kind: 'and', of: [] };
export const noRow: Filter = { kind: 'or', of: [] };

/** Values of one list, characters of one value, characters of one search, groups in groups, comparisons in all: over them the question is refused. */
export const filterLimits = { values: 1_000, characters: 1_000, search: 200, depth: 6, comparisons: 100 } as const;

/** The operators that a field answers; [] = it cannot be filtered by. `root`: the object's field that it lies in. */
export function operatorsOf(field: FieldModel, root: FieldModel = field): readonly Comparison[] {
  if (!(root.column || root.child) || isSecret(field) || isSecret(root)) return [];
  // What is nested and has no fields of its own is not taken apart by the database.
  return field !== root && field.kind === 'json' ? [] : kinds[field.kind].operators(field);
}

/** What stands behind a key of an object of pairs, as a field of that name. */
function pairAt(owner: FieldModel | undefined, key: string): FieldModel | undefined {
  if (!owner?.pairs) return undefined;
  const field = owner.pairs.fields?.find(({ name }) => name === key) ?? fieldOf(owner.pairs, key);
  return field && { ...field, name: key, label: Object.fromEntries(Object.keys(field.label).map((lang) => [lang, key])) as Text }; // of its own languages
}

/** The fields along a dotted path, the last of them the one that is meant. */
export function fieldsAlong(fields: readonly FieldModel[], path: string): FieldModel[] | undefined {
  const found: FieldModel[] = [];
  let level: readonly FieldModel[] | undefined = fields;
  for (const name of stepsOf(path)) {
    const field: FieldModel | undefined = level?.find((candidate) => candidate.name === name) ?? pairAt(found.at(-1), name);
    if (!field) return undefined;
    found.push(field);
    level = field.fields;
  }
  return found;
}

/** Does the comparison ask for moments, where the field holds them with their zones? Parts of their texts are asked of what was written. */
export function isOfMoments({ op }: Pick<Compare, 'op'>): boolean {
  return op !== 'like' && op !== 'starts' && op !== 'null';
}

/** Can a list be ordered by this field? */
export function isSortable(field: FieldModel, model: ObjectModel): boolean {
  if (!field.column || field.writeOnly || !kinds[field.kind].sorts) return false;
  return field.surfaces.sort || field.name === model.entity.key;
}

/** A cheap check first; only then the pair beside it is looked for. */
const anySurrogate = /[\uD800-\uDFFF]/;

/** NUL and lone surrogates fit no UTF-8 text: the databases would refuse or cut them. */
export function isUnsafe(text: string): boolean {
  return text.includes('\0') || (anySurrogate.test(text) && /\p{Surrogate}/u.test(text));
}

/** Does `value` say "empty" for the field, so that a comparison with it asks for emptiness? */
export function meansEmpty(field: FieldModel, value: Scalar): boolean {
  return value === '' || (shapeOf(field) !== 'flag' && value === emptyOf(field));
}

/** Are texts of the field compared without their case? What identifies something is not. */
export function foldsCase({ kind, column }: FieldModel): boolean {
  return column ? (column.type === 'string' || column.type === 'text') && !column.binary : kind === 'string' || kind === 'text' || kind === 'html';
}
