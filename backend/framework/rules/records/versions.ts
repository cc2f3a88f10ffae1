/** Earlier versions of a row, out of its history: what it had then, and what of that can be had again. Pure. */
import type { FieldModel, JsonValue, ObjectModel, Role, Row } from '#codegen/model.ts';
import { readableFields, writableFields } from '#rules/accounts/permission.ts';
import { isComputed } from './is-computed.ts';
import { emptyOf, isSecret, sameValue, stamps } from './record.ts';

/** Entries of one page of a row's history. */
export const historyPage = 200;

/** What entries of a history say of a row's fields, old and new. */
interface Changed {
  entry: number;
  changes: Record<string, [JsonValue, JsonValue]>;
}

/**
 * The values that fields had right after the entry `to`, of those that were written since; entries newest first. A row that was deleted and made anew under
 * its key in between is followed through, for the deletion's entry has all of it.
 */
export function valuesAt(entries: readonly Changed[], to: number): Row {
  const values: Row = {};
  for (const { entry, changes } of entries) {
    if (entry <= to) break;
    for (const [name, [before]] of Object.entries(changes)) values[name] = before;
  }
  return values;
}

/** The row as the entry `to` left it; what the history says nothing of is as it is now. */
export function rowAt(row: Row, entries: readonly Changed[], to: number): Row {
  return { ...row, ...valuesAt(entries, to) };
}

/**
 * Can a field have an earlier value again by the hand of these roles? Not what only the server writes, not a state, which is reached by its steps, not a number
 * that was given, not a key, and nothing of which a part may not be read or written.
 */
export function isRevertible(model: ObjectModel, field: FieldModel, roles: readonly Role[]): boolean {
  const { workflow, naming, entity } = model;
  if (!field.surfaces.history || isSecret(field) || isComputed(field) || !(field.column || field.child)) return false;
  if (field.setOnce || [workflow?.field, naming?.field, entity.key].includes(field.name)) return false;
  const known = (fields: FieldModel[]) => fields.find(({ name }) => name === field.name);
  return [readableFields, writableFields].every((of) => {
    const own = known(of(model, roles));
    return own !== undefined && countParts(own) === countParts(field);
  });
}

/** What a revert writes, of the earlier values: those that are otherwise now and can be had again. `left`: the names of the others that differ. */
export function revertOf(model: ObjectModel, roles: readonly Role[], row: Row, values: Row): { patch: Row; left: string[] } {
  const [patch, left]: [Row, string[]] = [{}, []];
  for (const field of model.fields) {
    const value = values[field.name];
    if (value === undefined || stamps.includes(field.name) || sameValue(field, row[field.name], value)) continue;
    if (isRevertible(model, field, roles)) patch[field.name] = value ?? emptyOf(field);
    else left.push(field.name);
  }
  return { patch, left };
}

/** Parts that the server computes are written by nobody, and come out of the others. */
function countParts(field: FieldModel): number {
  return (field.fields ?? []).reduce((sum, inner) => sum + (isComputed(inner) ? 0 : 1 + countParts(inner)), 0);
}
