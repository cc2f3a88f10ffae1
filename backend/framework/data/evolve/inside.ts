/** What changes inside nested values (objects and lists in a JSON column) when their schema does. Pure. */

import type { FieldModel, JsonValue, Row } from '#codegen/model.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { emptyOf, isObject } from '#rules/records/record.ts';
import { isEqual } from '#rules/values/json-value.ts';
import type { InsideRename } from './step.ts';

export interface InsideDifference {
  renames: InsideRename['renames'];
  /** dotted paths of members that no field has any more, with what they were */
  removed: { path: string; field: FieldModel }[];
}

/** How the members of a nested value differ, all the way down. */
export function compareInside(old: readonly FieldModel[], wanted: readonly FieldModel[], at: string[] = []): InsideDifference {
  const found: InsideDifference = { renames: [], removed: [] };
  const taken = new Set<string>();
  for (const field of wanted) {
    const former = formerField(old, wanted, field);
    if (!former) continue;
    taken.add(former.name);
    if (former.name !== field.name) found.renames.push({ at, from: former.name, to: field.name });
    if (!field.fields || !former.fields || field.file) continue;
    const deeper = compareInside(former.fields, field.fields, [...at, field.name]);
    found.renames.push(...deeper.renames);
    found.removed.push(...deeper.removed);
  }
  for (const field of old) if (!taken.has(field.name)) found.removed.push({ path: pathOf([...at, field.name]), field });
  return found;
}

/** The earlier field of this one: of the same name, or of a former name that no other field has now. */
export function formerField(old: readonly FieldModel[], wanted: readonly FieldModel[], field: FieldModel): FieldModel | undefined {
  const named = old.find(({ name }) => name === field.name);
  if (named) return named;
  const names = (field.was ?? []).filter((name) => !wanted.some((other) => other.name === name));
  return names.flatMap((name) => old.find((candidate) => candidate.name === name) ?? [])[0];
}

/** The value with its members renamed; a second time it changes nothing. */
export function renamedInside(value: JsonValue, renames: InsideRename['renames']): JsonValue {
  return renames.reduce((result, { at, from, to }) => renamedAt(result, at, from, to), value);
}

function renamedAt(value: JsonValue, at: readonly string[], from: string, to: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => renamedAt(entry, at, from, to));
  if (!isObject(value)) return value;
  const [next, ...rest] = at;
  if (next !== undefined) return next in value ? { ...value, [next]: renamedAt(value[next] ?? null, rest, from, to) } : value;
  if (!(from in value) || to in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name === from ? to : name, part]));
}

/** The value without the members at these paths, in every entry of the lists on the way; a second time it changes nothing. */
export function withoutInside(value: JsonValue, paths: readonly (readonly string[])[]): JsonValue {
  return paths.reduce((result, path) => withoutAt(result, path), value);
}

function withoutAt(value: JsonValue, path: readonly string[]): JsonValue {
  if (Array.isArray(value)) return value.map((entry) => withoutAt(entry, path));
  const [first = '', ...rest] = path;
  if (!isObject(value) || !(first in value)) return value;
  if (rest.length) return { ...value, [first]: withoutAt(value[first] ?? null, rest) };
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== first));
}

/** A nested value without the members that no field has: values of removed fields stay stored, and are shown to nobody. */
export function visibleValue(field: FieldModel, value: JsonValue): JsonValue {
  if (!field.fields) return value;
  if (Array.isArray(value)) return value.map((entry) => (isObject(entry) ? visibleEntry(field, entry) : entry));
  return isObject(value) ? visibleEntry(field, value) : value;
}

function visibleEntry({ fields = [], open }: FieldModel, entry: Row): Row {
  // What an open value holds beside its fields is whoever's may read the value.
  const shown: Row = open ? { ...entry } : {};
  for (const field of fields) if (field.name in entry) shown[field.name] = visibleValue(field, entry[field.name] ?? null);
  return shown;
}

/** The new value with the members of the stored one that no field has any more: they stay with the entry that they belong to. */
export function withStored(field: FieldModel, stored: JsonValue | undefined, value: JsonValue): JsonValue {
  const { fields } = field;
  // Whoever writes an open value has seen all of it.
  if (!fields || field.open) return value;
  if (Array.isArray(value)) {
    const old = Array.isArray(stored) ? stored : [];
    const pairs = pairEntries(fields, old, value);
    return value.map((entry, index) => (isObject(entry) ? storedEntry(fields, old[pairs[index] ?? -1], entry) : entry));
  }
  return isObject(value) ? storedEntry(fields, Array.isArray(stored) ? stored[0] : stored, value) : value;
}

function storedEntry(fields: readonly FieldModel[], stored: JsonValue | undefined, entry: Row): Row {
  if (!isObject(stored)) return entry;
  const merged: Row = { ...entry };
  for (const field of fields) if (field.name in entry) merged[field.name] = withStored(field, stored[field.name], entry[field.name] ?? null);
  for (const [name, value] of Object.entries(stored)) if (!(name in merged) && !fields.some((field) => field.name === name)) merged[name] = value;
  return merged;
}

/**
 * For each new entry the index of the old one that it was: first those that are the same, then those that are most alike. An entry that
 * is like none is new.
 */
export function pairEntries(fields: readonly FieldModel[], old: readonly JsonValue[], entries: readonly JsonValue[]): (number | undefined)[] {
  const free = new Set(old.keys());
  const pairs: (number | undefined)[] = entries.map(() => undefined);
  const pair = (index: number, found: number | undefined): void => {
    if (found === undefined) return;
    pairs[index] = found;
    free.delete(found);
  };
  for (const [index, entry] of entries.entries())
    pair(
      index,
      [...free].find((candidate) => likeness(fields, old[candidate], entry) === fields.length),
    );
  for (const [index, entry] of entries.entries()) {
    if (pairs[index] !== undefined) continue;
    const alike = [...free].map((candidate) => ({ candidate, score: likeness(fields, old[candidate], entry, true), far: Math.abs(candidate - index) }));
    const [best] = alike.sort((a, b) => b.score - a.score || a.far - b.far);
    if (best && (best.score > 0 || (best.candidate === index && old.length === entries.length))) pair(index, best.candidate);
  }
  return pairs;
}

/** How many fields say the same; `filled`: of those that say anything. */
function likeness(fields: readonly FieldModel[], a: JsonValue | undefined, b: JsonValue, filled = false): number {
  if (!isObject(a) || !isObject(b)) return -1;
  const part = (entry: Row, field: FieldModel) => visibleValue(field, entry[field.name] ?? emptyOf(field));
  return fields.filter((field) => isEqual(part(a, field), part(b, field)) && !(filled && isEqual(part(a, field), emptyOf(field)))).length;
}
