/** Comma-separated values: lines that no spreadsheet takes for a formula (safety section 11), and lines read back. Pure. */
import type { JsonValue } from '#codegen/model.ts';
import { Refusal } from '#rules/words/problem.ts';

/** B05: columns of a sheet; the last one that three letters name is ZZZ. */
export const mostColumns = 18_278;

/**
 * Checks every sheet that is read or written.
 * @throws Refusal msg.columns
 */
export function demandColumns(count: number): void {
  if (count > mostColumns) throw new Refusal('msg.columns', { values: { count, limit: mostColumns } });
}

/** One line of cells, quoted where needed, ended by CR LF. Arrays of plain values are joined, anything deeper is JSON. */
export function csvLine(cells: readonly (JsonValue | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? harmless(value) : harmless(flat(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that begins as a formula would (full-width signs too) gets an apostrophe before it, which spreadsheets hide; so does one that begins with such apostrophes. */
export function harmless(text: string): string {
  return /^'*(\s*[=+\-@＝＋－＠]|[\t\r])/.test(text) ? `'${text}` : text;
}

/** A value of a row as one text: plain values of a list joined, anything deeper as JSON. */
export function flat(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null)) return value.map(part).join('; ');
  return JSON.stringify(value);
}

/** A value of a list, in quotes where it would come back as another or as several. */
function part(entry: JsonValue): string {
  const text = String(entry ?? '');
  return /[;；\r\n]|^"|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface CsvLine {
  cells: string[];
  /** as it is written, without the line end */
  source: string;
  /** where its last cell begins in that */
  last: number;
  /** the text ends within a quoted cell of it */
  isCut?: true;
}

/**
 * The cells of a text as spreadsheets and `csvLine` write it: quoted cells may hold anything, a doubled quote is one; comma, semicolon or tab, whichever the
 * first line uses most. An apostrophe that `csvLine` put before a formula's sign is taken away again. Lines without any text stay as [''].
 */
export function readCsvLines(text: string): CsvLine[] {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const separator = separatorOf(content);
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let [start, last] = [0, 0];
  const endCell = () => {
    cells.push(bare(cell));
    cell = '';
  };
  const endLine = (end: number, next: number) => {
    endCell();
    lines.push({ cells, source: content.slice(start, end), last: last - start });
    cells = [];
    start = last = next;
  };
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at];
    if (isQuoted && sign === '"' && content[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted) {
      if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      endCell();
      last = at + 1;
    } else if (sign === '\n' || sign === '\r') {
      const end = at;
      if (sign === '\r' && content[at + 1] === '\n') at += 1;
      endLine(end, at + 1);
    } else cell += sign;
  }
  if (cell !== '' || cells.length || isQuoted) endLine(content.length, content.length);
  const end = lines.at(-1);
  if (end && isQuoted) end.isCut = true;
  return lines;
}

/** The text that `harmless` was given. */
export function bare(text: string): string {
  return text.startsWith("'") && harmless(text.slice(1)) === text ? text.slice(1) : text;
}

/** What parts the cells: comma, semicolon or tab. */
export function separatorOf(text: string): string {
  const first =
    text
      .slice(0, 10_000)
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  const count = (sign: string) => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
