/** What a change of many rows does to each: fields set, emptied, or, where they hold several values, some added or removed. Pure. */
import type { FieldModel, JsonValue, ObjectModel, Role, Row } from '#codegen/model.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import { mayReadField, mayWriteField } from '#rules/accounts/permission.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type Cell, cellValue, importFields } from './import.ts';
import { isComputed } from './is-computed.ts';
import { emptyOf, fieldNamed, isSecret, stamps } from './record.ts';

export type FieldChange = { do: 'set'; value: JsonValue } | { do: 'empty' } | { do: 'add' | 'remove'; values: JsonValue[] };
export type FieldChanges = Record<string, FieldChange>;

/** A row with what its cells shall say, as a sheet says it; `ver` is the version that was looked at. */
export interface CellEdit {
  id: string;
  ver?: number;
  cells: Record<string, Cell>;
}

/**
 * Fields that these roles may change in many rows at once. A state is reached by its transitions, and one value for all is none for what sets rows apart or
 * is given once.
 */
export function bulkFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  return model.fields.filter((field) => isBulkField(model, field, roles));
}

function isBulkField(model: ObjectModel, field: FieldModel, roles: readonly Role[]): boolean {
  if (field.name === model.entity.key || stamps.includes(field.name) || field.name === model.workflow?.field) return false;
  if (field.setOnce || field.readOnly || field.column?.unique || isSecret(field) || isComputed(field)) return false;
  return (field.column !== undefined || field.child !== undefined) && mayWriteField(field, roles) && mayReadField(field, roles);
}

/** What may be done to the field. Files are sent for a row that they belong to, so many rows can only lose theirs. */
export function changesOffered(field: FieldModel): FieldChange['do'][] {
  const some: FieldChange['do'][] = field.kind === 'files' ? [] : ['set'];
  if (shapeOf(field) === 'values') some.unshift('add', 'remove');
  if (!field.required && shapeOf(field) !== 'flag') some.push('empty');
  return some;
}

/** Which of the changes may not be asked for. */
export function changeProblems(changes: FieldChanges, model: ObjectModel, roles: readonly Role[]): Problem[] {
  const open = bulkFields(model, roles);
  return Object.entries(changes).flatMap(([path, change]): Problem[] => {
    const field = fieldNamed(open, path);
    if (!field) return [{ path, code: fieldNamed(model.fields, path) ? 'field.readonly' : 'field.unknown', values: { field: path } }];
    return changesOffered(field).includes(change.do) ? [] : [{ path, code: change.do === 'empty' ? 'field.required' : 'field.invalid' }];
  });
}

/** The fields of one row as they shall be. */
export function changedBy(changes: FieldChanges, row: Row, model: ObjectModel): Row {
  const patch: Row = {};
  for (const [name, change] of Object.entries(changes)) {
    const field = fieldNamed(model.fields, name);
    if (field) patch[name] = newValue(change, field, row[name]);
  }
  return patch;
}

function newValue(change: FieldChange, field: FieldModel, held: JsonValue | undefined): JsonValue {
  if (change.do === 'set') return change.value;
  if (change.do === 'empty') return emptyOf(field);
  const values = Array.isArray(held) ? held : [];
  if (change.do === 'remove') return values.filter((value) => !change.values.includes(value));
  return [...values, ...change.values.filter((value, index) => !values.includes(value) && change.values.indexOf(value) === index)];
}

/** What pasted cells make of a row; a cell that cannot be read, or whose field takes none, is a problem of its own. */
export function pastedInto(cells: CellEdit['cells'], model: ObjectModel, roles: readonly Role[]): { patch: Row; problems: Problem[] } {
  const open = importFields(model, roles);
  const patch: Row = {};
  const problems: Problem[] = [];
  for (const [path, cell] of Object.entries(cells)) {
    const field = path === model.entity.key ? undefined : fieldNamed(open, path);
    const value = field && (cell === null || cell === '' ? emptyOf(field) : cellValue(field, cell));
    if (!field) problems.push({ path, code: fieldNamed(model.fields, path) ? 'field.readonly' : 'field.unknown', values: { field: path } });
    else if (value === undefined) problems.push({ path, code: kinds[field.kind].misread });
    else patch[path] = value;
  }
  return { patch, problems };
}
