/** The sheet that was sent, with what is wrong with it: an XLSX with the cells marked and commented, a text with one more column. To be mended and sent again. */
import { type CellNote, WorkbookParts } from '#framework/export/workbook-parts.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import type { SheetEncoding } from '#rules/records/import.ts';
import { csvLine, readCsvLines, separatorOf } from '#rules/values/csv.ts';
import { isPacked, plainText, readSheet } from './read-sheet.ts';

export interface MarkOrder {
  bytes: Buffer;
  /** of the work on this sheet */
  report: ImportReport;
  /** lines that were taken are left out */
  onlyFaults: boolean;
  encoding?: SheetEncoding;
  /** the head of the column of faults in the page's language, and in all of them */
  head: string;
  heads: readonly string[];
}

/** @throws Refusal msg.sheet, msg.toolarge for what an import would not read */
export async function markSheet(order: MarkOrder): Promise<Buffer> {
  // Read as an import reads it: what is changed below is whole, and no larger than it says.
  await readSheet(order.bytes, order.encoding);
  // Between two pieces of work everybody else has theirs.
  await new Promise(setImmediate);
  return isPacked(order.bytes) ? markWorkbook(order) : markText(order);
}

/** Is the line to be sent once more: refused, not looked at, or not reached? */
function isOpenLine({ lines, left, cutAt }: ImportReport): (line: number) => boolean {
  const refused = new Set(lines.filter((one) => one.do === 'refused').map(({ line }) => line));
  const spans = left.lines ? left.lines.split(',').map((span) => span.split('-').map(Number)) : [];
  return (line) => refused.has(line) || (cutAt > 0 && line >= cutAt) || spans.some(([first = 0, last = first]) => line >= first && line <= last);
}

async function markWorkbook({ bytes, report, onlyFaults }: MarkOrder): Promise<Buffer> {
  const book = new WorkbookParts(bytes);
  const [first] = book.sheets();
  if (first === undefined) return bytes;
  const isOpen = isOpenLine(report);
  book.mark(first, notesOf(report), (row) => row === 1 || !onlyFaults || isOpen(row), onlyFaults);
  return book.bytes();
}

/** One a cell; what is about no column stands at the line's first cell. */
function notesOf({ columns, lines }: ImportReport): CellNote[] {
  const notes = new Map<string, CellNote>();
  for (const { line, problems } of lines)
    for (const { path, message } of problems) {
      const column = Math.max(
        0,
        columns.findIndex(({ field }) => field !== '' && field === path.split('/')[0]),
      );
      const known = notes.get(`${line} ${column}`);
      if (known) known.text += `\n${message}`;
      else notes.set(`${line} ${column}`, { row: line, column, text: message });
    }
  return [...notes.values()];
}

/** In UTF-8 with its mark, whatever it came in: the faults are said in words that its encoding may not have. */
function markText({ bytes, report, onlyFaults, encoding, head, heads }: MarkOrder): Buffer {
  const text = plainText(bytes, encoding);
  const separator = separatorOf(text);
  const lines = readCsvLines(text);
  const width = lines[0]?.cells.length ?? 0;
  const isMarked = heads.includes(lines[0]?.cells.at(-1) ?? '');
  const faults = new Map(report.lines.map(({ line, problems }) => [line, problems.map(({ message }) => message).join('\n')]));
  const isOpen = isOpenLine(report);
  let result = '\ufeff';
  for (const [at, { cells, source, last }] of lines.entries()) {
    const line = at + 1;
    if (line > 1 && onlyFaults && !isOpen(line)) continue;
    // The column of an earlier answer goes.
    const own = isMarked && cells.length === width ? source.slice(0, Math.max(0, last - 1)) : source;
    const padding = separator.repeat(Math.max(0, width - cells.length));
    result += `${own}${padding}${separator}${csvLine([line === 1 ? head : (faults.get(line) ?? '')])}`;
  }
  return Buffer.from(result);
}
