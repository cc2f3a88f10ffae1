/** A filled-in sheet → payloads of an object's rows: the value of each cell, and whose row a line is about (schema language: import). Pure. */

import type { FieldModel, JsonValue, Lang, ObjectModel, Option, Role, Row } from '#codegen/model.ts';
import { mixedText } from '#kinds/column.ts';
import { kinds } from '#kinds/index.ts';
import type { FilledCell } from '#kinds/kind.ts';
import { isMixed, optionOf } from '#kinds/select.ts';
import { mayReadField, mayWriteField } from '#rules/accounts/permission.ts';
import { inLang } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';
import { isComputed } from './is-computed.ts';
import { emptyOf } from './record.ts';

/** As a sheet gives it: text, number, yes or no, a day and time; null for nothing, NaN for what no cell says: an error of a formula, a text that was cut. */
export type Cell = FilledCell | null;

export interface ImportColumn {
  /** as the first line says it */
  head: string;
  /** '' where the column is left alone */
  field: string;
  /** why it is left alone; 'left': the person says so, 'since': it tells when the rows were as the sheet has them */
  why?: 'unknown' | 'closed' | 'twice' | 'blank' | 'left' | 'since';
  /** how it is known which field it is; 'like': but for case, width, spaces and signs, 'near': but for a letter or two */
  by?: 'chosen' | 'remembered' | 'name' | 'label' | 'former' | 'like' | 'near';
  /** of moments: the clock that its head names, 'Seen (GMT+8)' */
  zone?: string;
  /** its first values */
  samples: string[];
}

/** How a sheet of plain text may be written. */
export const sheetEncodings = ['utf-8', 'big5', 'utf-16le', 'utf-16be', 'gb18030'] as const;
export type SheetEncoding = (typeof sheetEncodings)[number];

/** Which lines are taken: those of new rows, those of rows that stand, or both. */
export type ImportTake = 'both' | 'new' | 'change';

/** Fields that a sheet may fill in: an import surface, the right to write, and a value that fits a cell. Files and passwords travel another way. */
export function importFields(model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  return model.fields.filter((field) => isImportable(model, field, roles));
}

export function isImportable(model: ObjectModel, field: FieldModel, roles: readonly Role[]): boolean {
  if (!field.surfaces.import || isComputed(field) || !kinds[field.kind].read) return false;
  return field.name === model.entity.key || mayWriteField(field, roles);
}

/** The field that says when a row was changed last: as an export has it, it tells which of the row's values whoever fills in the sheet has seen. */
export const changedAt = 'update_at';

/** When a row was as a sheet has it, a stamp, and what the sheet says over the column that tells. */
export interface SheetMoment {
  at: string;
  head: string;
}

/**
 * One line of the sheet. An empty cell leaves the default in a new row, and empties the field of an existing one: hence both payloads. `since`: when the row was
 * as the sheet has it, where it says so.
 */
export function payloadOf(
  cells: readonly Cell[],
  columns: readonly ImportColumn[],
  model: ObjectModel,
): { filled: Row; whole: Row; since: SheetMoment | undefined; problems: Problem[] } {
  const filled: Row = {};
  const whole: Row = {};
  const problems: Problem[] = [];
  // A comma that nobody quoted: what is behind it stands under the wrong heads.
  if (cells.slice(columns.length).some((cell) => cell !== null && cell !== '')) problems.push({ path: '', code: 'import.cells' });
  for (const [at, { field: name, zone }] of columns.entries()) {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (!field) continue;
    const cell = cells[at] ?? null;
    if (cell === null || cell === '') {
      whole[name] = emptyOf(field);
      continue;
    }
    const value = Number.isNaN(cell) ? undefined : cellValue(field, cell, zone);
    if (value === undefined) problems.push({ path: name, code: kinds[field.kind].misread });
    else filled[name] = whole[name] = value;
  }
  const at = columns.findIndex(({ why }) => why === 'since');
  const [stamp, said] = [model.fields.find(({ name }) => name === changedAt), cells[at]];
  const moment = stamp && said ? cellValue(stamp, said, columns[at]?.zone) : undefined;
  return { filled, whole, since: typeof moment === 'string' ? { at: moment, head: columns[at]?.head ?? '' } : undefined, problems };
}

/**
 * The fields by which a row can be told from all others: its key, and what the schema calls unique. As far as the person may read them: who may only write a
 * number finds nobody by it.
 */
export function matchKeys(model: ObjectModel, isRead = ({ writeOnly }: FieldModel): boolean => !writeOnly): string[][] {
  const { key } = model.entity;
  const closed = new Set(model.fields.filter((field) => field.name !== key && !isRead(field)).map(({ name }) => name));
  const single = model.fields.filter(({ name, column }) => column?.unique && name !== key).map(({ name }) => [name]);
  return [[key], ...model.uniques.filter((names) => names.length > 0), ...single].filter((names) => !names.some((name) => closed.has(name)));
}

/**
 * How an existing row is found: by its key, else by the first business key (x-uniques) that the sheet fills in; or by the one that is named, its fields joined
 * by commas. Undefined for a new one.
 */
export function matchOf(payload: Row, model: ObjectModel, roles: readonly Role[], by = ''): Row | undefined {
  const isFilled = (name: string) => payload[name] !== undefined && payload[name] !== '' && payload[name] !== null;
  const ways = matchKeys(model, (field) => mayReadField(field, roles)).filter((names) => by === '' || names.join(',') === by);
  const way = ways.find((names) => names.every(isFilled));
  return way && Object.fromEntries(way.map((name) => [name, payload[name] as JsonValue])); // each is filled
}

/** What a cell says for an option: its label where that means this option and no other, else its code. */
export function optionText(field: FieldModel, { value, label }: Option, lang: Lang): string {
  const said = inLang(label, lang);
  return said !== '' && optionOf(field, said) === value ? said : isMixed(field) ? mixedText(value) : String(value);
}

/** What the cell says to this field; undefined where it cannot be read. What is readable and wrong is the validator's to refuse. */
export function cellValue(field: FieldModel, cell: FilledCell, zone?: string): JsonValue | undefined {
  return kinds[field.kind].read?.(field, cell, zone);
}
