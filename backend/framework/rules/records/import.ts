/** A filled-in sheet → payloads of an object's rows: which column is which field, and the value of each cell (schema language: import). Pure. */

import type { FieldModel, JsonValue, ObjectModel, Role, Row } from '#codegen/model.ts';
import { kinds } from '#kinds/index.ts';
import type { FilledCell } from '#kinds/kind.ts';
import { mayWriteField } from '#rules/accounts/permission.ts';
import type { Problem } from '#rules/words/problem.ts';
import { isComputed } from './computed.ts';
import { emptyOf } from './record.ts';

/** As a sheet gives it: text, number, yes or no, a day and time; null for nothing. */
export type Cell = FilledCell | null;

export interface ImportColumn {
  /** as the first line says it */
  head: string;
  /** '' where the column is left alone */
  field: string;
  /** why it is left alone */
  why?: 'unknown' | 'closed' | 'twice' | 'blank';
}

/** Fields that a sheet may fill in: an import surface, the right to write, and a value that fits a cell. Files and passwords travel another way. */
export function importFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  return model.fields.filter((field) => isOpen(model, field, roles));
}

function isOpen(model: ObjectModel, field: FieldModel, roles: readonly Role[]): boolean {
  if (!field.surfaces.import || isComputed(field) || !kinds[field.kind].read) return false;
  return field.name === model.entity.key || mayWriteField(field, roles);
}

/** Heads are names of fields or their labels in any language, in any case. */
export function columnsOf(heads: readonly Cell[], model: ObjectModel, roles: readonly Role[]): ImportColumn[] {
  const taken = new Set<string>();
  return heads.map((cell) => {
    const head = String(cell ?? '').trim();
    if (head === '') return { head, field: '', why: 'blank' };
    const field = fieldOfHead(model, head);
    if (!field) return { head, field: '', why: 'unknown' };
    if (!isOpen(model, field, roles)) return { head, field: '', why: 'closed' };
    if (taken.has(field.name)) return { head, field: '', why: 'twice' };
    taken.add(field.name);
    return { head, field: field.name };
  });
}

function fieldOfHead(model: ObjectModel, head: string): FieldModel | undefined {
  const wanted = head.toLowerCase();
  const named = model.fields.find(({ name }) => name.toLowerCase() === wanted);
  return named ?? model.fields.find(({ label }) => Object.values(label).some((one) => one.toLowerCase() === wanted));
}

/** One line of the sheet. An empty cell leaves the default in a new row, and empties the field of an existing one: hence both payloads. */
export function payloadOf(cells: readonly Cell[], columns: readonly ImportColumn[], model: ObjectModel): { filled: Row; whole: Row; problems: Problem[] } {
  const filled: Row = {};
  const whole: Row = {};
  const problems: Problem[] = [];
  for (const [at, { field: name }] of columns.entries()) {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (!field) continue;
    const cell = cells[at] ?? null;
    if (cell === null || cell === '') {
      whole[name] = emptyOf(field);
      continue;
    }
    const value = cellValue(field, cell);
    if (value === undefined) problems.push({ path: name, code: kinds[field.kind].misread });
    else filled[name] = whole[name] = value;
  }
  return { filled, whole, problems };
}

/** How an existing row is found: by its key, else by the first business key (x-uniques) that the sheet fills in; undefined for a new one. */
export function matchOf(payload: Row, model: ObjectModel): Row | undefined {
  const { key } = model.entity;
  const isFilled = (name: string) => payload[name] !== undefined && payload[name] !== '' && payload[name] !== null;
  if (isFilled(key)) return { [key]: payload[key] as JsonValue }; // filled
  const single = model.fields.filter(({ column }) => column?.unique).map(({ name }) => [name]);
  const unique = [...model.uniques, ...single].find((names) => names.length > 0 && names.every(isFilled));
  return unique && Object.fromEntries(unique.map((name) => [name, payload[name] as JsonValue])); // each is filled
}

/** What the cell says to this field; undefined where it cannot be read. What is readable and wrong is the validator's to refuse. */
export function cellValue(field: FieldModel, cell: FilledCell): JsonValue | undefined {
  return kinds[field.kind].read?.(field, cell);
}
