/** Sheets of plain cells as an XLSX file. A text is a text whatever it begins with: no spreadsheet takes it for a formula (safety section 11). */
import writeExcelFile, { type SheetData } from 'write-excel-file/node';

export interface WorkSheet {
  /** its tab: at most 31 characters, without []:*?/\ */
  name: string;
  heads: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
  /** column widths in characters; 14 where none is given */
  widths?: readonly number[];
}

/** Characters of one cell. */
const longestCell = 32_000;

export function writeWorkbook(sheets: readonly WorkSheet[]): Promise<Buffer> {
  return writeExcelFile(
    sheets.map(({ name, heads, rows, widths = [] }) => ({
      sheet: name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31),
      stickyRowsCount: 1,
      columns: heads.map((_head, index) => ({ width: widths[index] ?? 14 })),
      data: [heads.map((head) => ({ value: head, type: String, fontWeight: 'bold' as const })), ...rows.map((row) => row.map(cellOf))] as SheetData, // cells as made below
    })),
  ).toBuffer();
}

function cellOf(value: string | number | null): { value: string; type: typeof String } | { value: number; type: typeof Number } | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? { value, type: Number } : null;
  // XML has no place for control characters.
  return { value: value.replace(/[^\P{Cc}\n\t]/gu, '').slice(0, longestCell), type: String };
}
