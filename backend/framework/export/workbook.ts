/** Sheets of plain cells as an XLSX file. A text stays a text whatever it begins with: no spreadsheet takes it for a formula (safety section 11). */

import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { demandColumns } from '#rules/values/csv.ts';

/** A fraction of one that the sheet shows as percent: 0.05 reads 5.00%, is reckoned with as 0.05, and comes back so by an import. */
export interface Rate {
  rate: number;
}

export type SheetCell = string | number | Rate | null;

export interface WorkSheet {
  /** its tab: at most 31 characters, without []:*?/\ */
  name: string;
  heads: readonly string[];
  rows: readonly (readonly SheetCell[])[];
  /** column widths in characters; 14 where none is given */
  widths?: readonly number[];
}

/** Characters of one cell. */
const longestCell = 32_000;

/** @throws Refusal msg.columns */
export async function writeWorkbook(sheets: readonly WorkSheet[]): Promise<Buffer> {
  for (const { heads, rows } of sheets) demandColumns(rows.reduce((most, row) => Math.max(most, row.length), heads.length));
  return writeExcelFile(
    sheets.map(({ name, heads, rows, widths = [] }) => ({
      sheet: name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31),
      stickyRowsCount: 1,
      columns: heads.map((_head, index) => ({ width: widths[index] ?? 14 })),
      data: [heads.map((head) => ({ value: head, type: String, fontWeight: 'bold' as const })), ...rows.map((row) => row.map(cellOf))] as SheetData, // cells as made below
    })),
  ).toBuffer();
}

function cellOf(value: SheetCell): { value: string; type: typeof String } | { value: number; type: typeof Number; format?: string } | null {
  if (value === null || value === '') return null;
  if (typeof value === 'object') return Number.isFinite(value.rate) ? { value: value.rate, type: Number, format: '0.00%' } : null;
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  // XML has no place for control characters.
  return { value: value.replace(/[^\P{Cc}\n\t]/gu, '').slice(0, longestCell), type: String };
}
