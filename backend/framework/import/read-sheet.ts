/** The first sheet of an uploaded file, XLSX or CSV, as cells. */
import { InvalidSpreadsheetError, readSheet as readXlsxSheet } from 'read-excel-file/node';
import { columnName, isCutText, mostSheetRows } from '#framework/export/sheet-stream.ts';
import { WorkbookParts } from '#framework/export/workbook-parts.ts';
import { dateAt } from '#framework/time.ts';
import type { Cell, SheetEncoding } from '#rules/records/import.ts';
import { bare, demandColumns, readCsvLines } from '#rules/values/csv.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Bytes taken, and bytes that a packed file may grow to. */
export const largestSheet = 10 * 1024 * 1024;
const largestUnpacked = 200 * 1024 * 1024;
/** Cells that a sheet is read as, with the empty ones before its last: one forgotten word in its last corner is 17 milliards of them. */
const mostCells = 5_000_000;

/**
 * Rows from the first to the last that holds anything; rows in between may be empty. `encoding`: of a text, where it is not as it looks.
 * @throws Refusal msg.toolarge, msg.columns, msg.sheetfar, msg.sheetquote, or msg.sheet for what is neither
 */
export async function readSheet(bytes: Buffer, encoding?: SheetEncoding): Promise<Cell[][]> {
  if (bytes.length > largestSheet) throw new Refusal('msg.toolarge');
  const rows = isPacked(bytes) ? await readPacked(bytes) : readText(plainText(bytes, encoding));
  demandColumns(rows.reduce((most, row) => Math.max(most, row.length), 0));
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== null && cell !== ''));
  return rows.slice(0, last + 1);
}

function readText(text: string): Cell[][] {
  const lines = readCsvLines(text);
  // What it swallowed may be many lines; a text that was cut off ends so too.
  if (lines.at(-1)?.isCut) throw new Refusal('msg.sheetquote', { values: { line: lines.length } });
  return lines.map(({ cells }) => cells);
}

export function isPacked(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
}

async function readPacked(bytes: Buffer): Promise<Cell[][]> {
  if (unpackedSize(bytes) > largestUnpacked) throw new Refusal('msg.toolarge');
  try {
    const parts = new WorkbookParts(bytes);
    demandNear(parts);
    // The package's own type says `typeof Date` where it gives dates.
    const rows = (await readXlsxSheet(bytes)) as unknown as Cell[][];
    // A moment is a fraction of a day there, which falls a hair short of its second.
    const wholeSecond = (at: Date) => dateAt(Math.round(at.getTime() / 1000) * 1000);
    const whole = (text: string) => (isCutText(text) ? Number.NaN : bare(text));
    const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? whole(cell) : cell instanceof Date ? wholeSecond(cell) : cell)));
    await new Promise(setImmediate);
    // The package leaves them empty, and an empty cell empties a field.
    for (const [row, column] of parts.failures()) {
      const line = cells[row];
      if (line && column < line.length) line[column] = Number.NaN;
    }
    return cells;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw error instanceof InvalidSpreadsheetError || error instanceof Error ? new Refusal('msg.sheet') : error;
  }
}

/** Before anything is made of them: the package fills a sheet up with empty cells. @throws Refusal msg.columns, msg.sheetfar, msg.sheet */
function demandNear(parts: WorkbookParts): void {
  const extent = parts.extent();
  if (!extent) throw new Refusal('msg.sheet');
  const { rows, columns } = extent;
  demandColumns(columns);
  if (rows > mostSheetRows || rows * columns > mostCells)
    throw new Refusal('msg.sheetfar', { values: { cell: `${columnName(Math.max(columns, 1) - 1)}${rows}` } });
}

/** What the archive's directory promises to unpack to, bytes; reading stops where an entry is larger than it said. */
function unpackedSize(bytes: Buffer): number {
  const entry = Buffer.from([0x50, 0x4b, 1, 2]);
  let size = 0;
  for (let at = bytes.indexOf(entry); at >= 0 && at + 28 <= bytes.length; at = bytes.indexOf(entry, at + 4)) size += bytes.readUInt32LE(at + 24);
  return size;
}

/** UTF-8, or UTF-16 with its mark, as spreadsheets save it; else Big5, as those of Taiwan's Windows do without a mark. Undefined for a packed sheet. */
export function encodingOf(bytes: Buffer): SheetEncoding | undefined {
  if (isPacked(bytes)) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return decoded(bytes, 'utf-8') === undefined ? 'big5' : 'utf-8';
}

/** @throws Refusal msg.sheet for bytes that are no text, or none in this encoding */
export function plainText(bytes: Buffer, encoding = encodingOf(bytes)): string {
  const text = encoding && decoded(bytes, encoding);
  if (text === undefined || text.includes('\0')) throw new Refusal('msg.sheet');
  return text;
}

/** undefined where the bytes are no such text */
function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
