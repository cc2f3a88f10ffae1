/** Cells of a list as a sheet has them: which can be written, how a block goes out as text, and what comes in. Pure. */

import type { JsonValue, Lang, ObjectModel, Role, Row } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { mayWriteField } from '#rules/accounts/permission.ts';
import { bulkFields, type CellEdit } from '#rules/records/bulk.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import { optionText } from '#rules/records/import.ts';
import { isComputed } from '#rules/records/is-computed.ts';
import { stamps } from '#rules/records/record.ts';
import { bare, flat, harmless } from '#rules/values/csv.ts';
import { type Column, valueAt } from './columns.ts';

export interface Place {
  row: number;
  column: number;
}

/** Both ends included. */
export interface Block {
  rows: [number, number];
  columns: [number, number];
}

/** Can the column's cells be written at all? What one row has locked the server says. */
export function isWritable({ path, field }: Column, model: ObjectModel, roles: readonly Role[]): boolean {
  if (path !== stepOf(field.name) || path === model.entity.key || path === model.workflow?.field || stamps.includes(path)) return false;
  if (field.readOnly || field.setOnce || isComputed(field) || field.kind === 'files') return false;
  return mayWriteField(field, roles) && (field.column?.unique === true || bulkFields(model, roles).includes(field));
}

export function blockOf(a: Place, b: Place): Block {
  return { rows: [Math.min(a.row, b.row), Math.max(a.row, b.row)], columns: [Math.min(a.column, b.column), Math.max(a.column, b.column)] };
}

/**
 * A block as spreadsheets take it: labels of options, keys of records, several values as an import parts them, everything else as it is stored. Beside others
 * no text is a formula (safety section 11); one cell alone is copied to anywhere, and stays as it is.
 */
export function textOfBlock(rows: readonly Row[], columns: readonly Column[], block: Block, lang: Lang): string {
  const wanted = columns.slice(block.columns[0], block.columns[1] + 1);
  const marked = rows.slice(block.rows[0], block.rows[1] + 1);
  const isOne = wanted.length === 1 && marked.length === 1;
  return marked
    .map((row) => wanted.map((column) => quoted(cellText(column, valueAt(row, column.path), lang, isOne ? (text) => text : harmless))).join('\t'))
    .join('\n');
}

function cellText({ field }: Column, value: JsonValue | undefined, lang: Lang, safe: (text: string) => string): string {
  if (value === undefined || value === null || value === field.unset) return '';
  // A value that may be anything says so as JSON.
  if (shapeOf(field) === 'any') return safe(JSON.stringify(value));
  if (typeof value === 'object' || typeof value === 'string')
    return safe(Array.isArray(value) ? flat(value.map((entry) => word(field, entry, lang))) : flat(word(field, value, lang)));
  return flat(word(field, value, lang));
}

function word(field: Column['field'], value: JsonValue, lang: Lang): JsonValue {
  const option = field.options?.find((one) => one.value === value);
  return option ? optionText(field, option, lang) : value;
}

function quoted(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a spreadsheet puts on the clipboard, line by line; a cell in quotation marks may hold tabs and lines. An apostrophe before a formula's sign goes, as `textOfBlock` puts it there. */
export function readBlock(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const match of text.replace(/\r?\n$/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|$)/g)) {
    const [whole, inQuotes, plain = '', end] = match;
    if (whole === '' && (match.index ?? 0) > 0 && !/[\t\n]$/.test(text.slice(0, match.index))) break;
    lines.at(-1)?.push(bare(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"')));
    if (end === '') break;
    if (end !== '\t') lines.push([]);
  }
  return lines;
}

/** The rows with what was pasted into them from a cell on; `lost` lines found no row on the page. One cell alone fills the whole block. */
export function pastedRows(cells: string[][], rows: readonly Row[], columns: readonly Column[], block: Block): { edits: CellEdit[]; lost: number } {
  const [first] = cells;
  const isOne = cells.length === 1 && first?.length === 1;
  const height = isOne ? block.rows[1] - block.rows[0] + 1 : cells.length;
  const width = isOne ? block.columns[1] - block.columns[0] + 1 : Math.max(...cells.map((line) => line.length));
  const targets = rows.slice(block.rows[0], block.rows[0] + height);
  const edits = targets.map((row, at): CellEdit => {
    const named = columns.slice(block.columns[0], block.columns[0] + width).flatMap(({ path }, column) => {
      const cell = isOne ? first?.[0] : cells[at]?.[column];
      return cell === undefined ? [] : [[rootOf(path), cell] as const];
    });
    return { id: String(row.id), ver: Number(row.ver), cells: Object.fromEntries(named) };
  });
  return { edits, lost: height - targets.length };
}
