/** Rows of one object that are about the same thing, made into one: which fields differ, who may choose, and what comes of the choice. Pure. */
import type { FieldModel, JsonValue, ObjectModel, Role, Row } from '#codegen/model.ts';
import { mayReadField, mayWriteField } from '#rules/accounts/permission.ts';
import { isComputed } from './is-computed.ts';
import { differences, emptyOf, fieldNamed, isArrayField, isEmpty, isSecret, sameValue, stamps } from './record.ts';

/** Instead of a row's id: what all of them hold, one after the other. */
export const together = '*';

export interface MergeField {
  name: string;
  /** the row whose value stays, or `together` */
  take: string;
  /** the person may choose another row's value */
  isOpen: boolean;
  /** a list: all rows' entries may stay together */
  isList: boolean;
}

/** Fields of which not all rows say the same, as far as they may be read. The row that stays wins where it says something; `isLocked`: fields of it that cannot be changed now. */
export function fieldsThatDiffer(model: ObjectModel, roles: readonly Role[], rows: readonly Row[], isLocked: (field: FieldModel) => boolean): MergeField[] {
  const [survivor = {}, ...others] = rows;
  const names = new Set(others.flatMap((row) => differences(survivor, row, model.fields)));
  const ofSystem = [model.entity.key, model.workflow?.field, model.naming?.field, ...stamps];
  const shown = model.fields.filter(({ name }) => names.has(name) && !ofSystem.includes(name));
  return shown.flatMap((field): MergeField[] => {
    if (isSecret(field) || isComputed(field) || !mayReadField(field, roles)) return [];
    const isOpen = mayWriteField(field, roles) && !field.setOnce && !isLocked(field);
    const first = isOpen ? rows.find((row) => !isEmpty(field, row[field.name])) : undefined;
    return [{ name: field.name, take: idOf(model, first ?? survivor), isOpen, isList: isArrayField(field) }];
  });
}

/** The row that stays, as the choice makes it: only the fields that are open. A choice that names no row counts as none. */
export function chosenValues(model: ObjectModel, rows: readonly Row[], fields: readonly MergeField[], take: Readonly<Record<string, unknown>>): Row {
  const values: Row = {};
  for (const { name, isOpen, isList, take: proposed } of fields) {
    const field = fieldNamed(model.fields, name);
    if (!field || !isOpen) continue;
    const wanted = Object.hasOwn(take, name) ? take[name] : proposed;
    const from = rows.find((row) => idOf(model, row) === wanted) ?? rows.find((row) => idOf(model, row) === proposed);
    values[name] = wanted === together && isList ? allTogether(field, rows) : (from?.[name] ?? emptyOf(field));
  }
  return values;
}

/** Entries that are the same in two rows stand once. */
function allTogether(field: FieldModel, rows: readonly Row[]): JsonValue {
  const all: JsonValue[] = [];
  for (const row of rows) {
    const value = row[field.name];
    for (const entry of Array.isArray(value) ? value : []) if (!all.some((known) => sameValue(field, [known], [entry]))) all.push(entry);
  }
  return all;
}

function idOf(model: ObjectModel, row: Row): string {
  return String(row[model.entity.key]);
}
