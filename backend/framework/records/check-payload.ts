/**
 * Checks what a client sends for a row, field by field, against the model, the roles and the stored row (safety section 3). Unknown fields are refused, not
 * dropped; fields that only the server writes may be sent back as they were read, and no other way.
 */

import type { FieldModel, JsonValue, ObjectModel, Role, Row } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import { mayReadField, mayWriteField } from '#rules/accounts/permission.ts';
import { isUnsafe } from '#rules/queries/filter.ts';
import { gathered } from '#rules/queries/rest.ts';
import { missingTexts } from '#rules/records/demanded.ts';
import { isComputed } from '#rules/records/is-computed.ts';
import { defaultsOf, emptyOf, fieldNamed, isEmpty, isObject, ownValue, sameValue, stamps, trimRow } from '#rules/records/record.ts';
import { lockedFields } from '#rules/records/workflow.ts';
import { isEqual } from '#rules/values/json-value.ts';
import type { Problem, ProblemCode } from '#rules/words/problem.ts';

export interface Checked {
  /** the fields to lay over the row: known, writable, trimmed */
  patch: Row;
  problems: Problem[];
}

/** Checks a payload; `current` is the stored row, undefined for a new one; `isLocked` answers x-readOnlyWhen for the stored row. */
export function checkPayload(
  payload: Row,
  current: Row | undefined,
  model: ObjectModel,
  roles: readonly Role[],
  isLocked: (field: string) => boolean,
): Checked {
  const patch = trimRow(gathered(payload, current, model), model.fields);
  const problems: Problem[] = [];
  let stored = current;
  const existing = (name: string): JsonValue | undefined => {
    stored ??= defaultsOf(model);
    return stored[name];
  };
  const locked = new Set(current ? lockedFields(model, current) : []);
  for (const [name, value] of Object.entries(patch)) {
    const field = fieldNamed(model.fields, name);
    if (!field) problems.push({ path: name, code: 'field.unknown', values: { field: name } });
    // Computed by the server, whatever a payload says of it.
    else if (!isComputed(field) && isTyped(field, value, name, problems)) {
      // A row from before is sent back as it was read, though today it would be stored cleaner.
      const read = ownValue(current ?? {}, name);
      const said = read !== undefined && isEqual(ownValue(payload, name), read) ? read : value;
      const refusal = refusalOf(field, said, existing, current !== undefined, model, roles, locked, isLocked);
      if (refusal) problems.push({ path: name, code: refusal });
      else if (mayTake(field, model, roles, current)) {
        patch[name] = nested(field, () => existing(name), value, roles, name, problems);
        continue;
      }
    }
    delete patch[name];
  }
  const sent = current ? model.fields.filter(({ name }) => ownValue(payload, name) !== undefined) : model.fields;
  problems.push(...missingTexts(sent, payload, (value) => value !== undefined && value !== null));
  return { patch, problems };
}

function refusalOf(
  field: FieldModel,
  value: JsonValue,
  existing: (name: string) => JsonValue | undefined,
  stands: boolean,
  model: ObjectModel,
  roles: readonly Role[],
  locked: ReadonlySet<string>,
  isLocked: (field: string) => boolean,
): ProblemCode | undefined {
  if (stamps.includes(field.name)) return undefined;
  const isKey = field.name === model.entity.key;
  const isSame = (): boolean => sameValue(field, existing(field.name), value);
  if (!mayWriteField(field, roles) && !(isKey && !field.readOnly)) {
    // Sent back as it was read, it changes nothing; what cannot be read must not be found out by guessing either.
    if (!mayReadField(field, roles)) return field.readOnly && field.writeOnly ? 'field.readonly' : 'field.unknown';
    return isSame() || (!stands && isNothing(field, value)) ? undefined : 'field.readonly';
  }
  return !stands || isSame() ? undefined : lockOf(field, model, locked, isLocked);
}

/** Why a field of a stored row cannot be changed by anybody; undefined where it can. `locked`: the fields that the row's state has locked. */
export function lockOf(field: FieldModel, model: ObjectModel, locked: ReadonlySet<string>, isLocked: (field: string) => boolean): ProblemCode | undefined {
  if (field.name === model.entity.key || field.setOnce) return 'field.once';
  return locked.has(field.name) || isLocked(field.name) ? 'field.readonly' : undefined;
}

function mayTake(field: FieldModel, model: ObjectModel, roles: readonly Role[], current: Row | undefined): boolean {
  if (stamps.includes(field.name)) return false;
  if (field.name === model.entity.key) return current === undefined && !field.readOnly;
  return mayWriteField(field, roles);
}

function isNothing(field: FieldModel, value: JsonValue): boolean {
  return sameValue(field, value, undefined) || sameValue(field, value, emptyOf(field));
}

/** Parts of a nested value that these roles may not write keep their stored value; another value is refused. */
function nested(
  field: FieldModel,
  existing: () => JsonValue | undefined,
  value: JsonValue,
  roles: readonly Role[],
  at: string,
  problems: Problem[],
): JsonValue {
  const inner = field.fields;
  if (!inner?.some((part) => hasGuards(part, roles))) return value;
  if (Array.isArray(value)) {
    const stored = existing();
    const old = storedOf(value, Array.isArray(stored) ? stored : [], inner, roles);
    return value.map((entry, index) => (isObject(entry) ? nestedRow(inner, old[index], entry, roles, `${at}/${index}`, problems) : entry));
  }
  return isObject(value) ? nestedRow(inner, existing(), value, roles, at, problems) : value;
}

/**
 * Which stored entry each entry of a list is: the one that says the same in what these roles see, wherever it stood, else the one in its place. So what they do
 * not see goes with its entry when others are taken out or moved.
 */
function storedOf(value: readonly JsonValue[], stored: readonly JsonValue[], fields: FieldModel[], roles: readonly Role[]): (JsonValue | undefined)[] {
  const seen = fields.filter((field) => mayReadField(field, roles) && !isComputed(field));
  const shown = (entry: JsonValue | undefined) =>
    isObject(entry) ? JSON.stringify(seen.map((field) => (isEmpty(field, entry[field.name]) ? null : entry[field.name]))) : undefined;
  const [before, after] = [stored.map(shown), value.map(shown)];
  const places = new Map<number, number>();
  const left = new Set(stored.keys());
  const take = (index: number, place: number | undefined): boolean => {
    const isSame = place !== undefined && after[index] !== undefined && before[place] === after[index] && !places.has(index) && left.delete(place);
    if (isSame) places.set(index, place);
    return isSame;
  };
  // Of entries that look alike those at the beginning and at the end are most likely what they were.
  for (let index = 0; take(index, index); ) index += 1;
  for (let back = 1; take(value.length - back, stored.length - back); ) back += 1;
  for (const index of value.keys())
    if (!places.has(index))
      take(
        index,
        [...left].find((place) => before[place] === after[index]),
      );
  return value.map((_, index) => stored[places.get(index) ?? (left.has(index) ? index : -1)]);
}

function nestedRow(fields: FieldModel[], existing: JsonValue | undefined, value: Row, roles: readonly Role[], at: string, problems: Problem[]): Row {
  const old = isObject(existing) ? existing : {};
  const row: Row = { ...value };
  for (const field of fields) {
    const path = `${at}/${field.name}`;
    const given = value[field.name];
    if (isComputed(field)) {
      delete row[field.name];
      continue;
    }
    if (mayWriteField(field, roles)) {
      if (given !== undefined) row[field.name] = nested(field, () => old[field.name], given, roles, path, problems);
      continue;
    }
    if (given !== undefined && !mayReadField(field, roles)) problems.push({ path, code: 'field.unknown', values: { field: field.name } });
    else if (given !== undefined && !sameValue(field, old[field.name], given) && !isNothing(field, given)) problems.push({ path, code: 'field.readonly' });
    const oldValue = old[field.name];
    if (oldValue === undefined) delete row[field.name];
    else row[field.name] = oldValue;
  }
  return row;
}

function hasGuards(field: FieldModel, roles: readonly Role[]): boolean {
  return isComputed(field) || !mayWriteField(field, roles) || (field.fields ?? []).some((inner) => hasGuards(inner, roles));
}

/** What no table can hold is refused here, with the field's name: NUL, lone surrogates, numbers beyond what a double can tell apart. */
function isTyped(field: FieldModel, value: JsonValue, path: string, problems: Problem[]): boolean {
  if (isSound(value)) return true;
  const before = problems.length;
  visit(value, path, (part, at) => {
    if (typeof part === 'string' && isUnsafe(part)) problems.push({ path: at, code: 'field.invalid' });
    if (typeof part === 'number' && !Number.isFinite(part)) problems.push({ path: at, code: 'field.number' });
    else if (typeof part === 'number' && Math.abs(part) > Number.MAX_SAFE_INTEGER && !kinds[field.kind].vast) problems.push({ path: at, code: 'field.range' });
  });
  return problems.length === before;
}

/** Nothing in the value needs a closer look: the usual case, decided without noting where each part is. */
function isSound(value: JsonValue): boolean {
  if (typeof value === 'string') return !isUnsafe(value);
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.every(isSound);
  return !isObject(value) || Object.keys(value).every((name) => !isUnsafe(name) && isSound(value[name] ?? null));
}

function visit(value: JsonValue, path: string, see: (part: JsonValue, at: string) => void): void {
  see(value, path);
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) visit(entry, `${path}/${index}`, see);
  } else if (isObject(value)) {
    for (const [name, entry] of Object.entries(value)) {
      see(name, path);
      visit(entry, `${path}/${name}`, see);
    }
  }
}
