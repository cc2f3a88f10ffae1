/**
 * One sheet of any length as an XLSX file, piece by piece: rows are written as they come and packed at once, so that the length costs no memory. Texts are
 * inline strings, which no spreadsheet takes for a formula (safety section 11).
 */
import { Zip } from 'fflate';
import { instant, isDay, isStamp } from '#framework/time.ts';
import { demandColumns } from '#rules/values/csv.ts';
import { Refusal } from '#rules/words/problem.ts';
import { PackedEntry } from './packed-entry.ts';

/** A day, or a moment as the clock of the reader shows it, as spreadsheets reckon with them. */
export interface SheetDay {
  /** 'YYYY-MM-DD' or 'YYYY-MM-DD hh:mm:ss' */
  at: string;
}
/** A number with digits after the point: money, or a share that is shown as percent. */
export interface SheetNumber {
  number: number;
  as: 'money' | 'percent';
}
export type StreamCell = string | number | boolean | SheetDay | SheetNumber | null;

/** Rows of a sheet, its heads among them. */
export const mostSheetRows = 1_048_576;
/** Characters of one cell. */
export const longestCell = 32_767;
/** A text that is too long for a cell, as far as one shows it. */
export const cutText = (text: string): string => `${text.slice(0, longestCell - 2)}…`;
/** Is it such a text? An import does not take it for the whole. */
export const isCutText = (text: string): boolean => text.length === longestCell - 1 && text.endsWith('…');
/** Bytes of the sheet before it is packed: a zip without extensions counts them in 32 bits. */
const mostBytes = 4_000_000_000;
/** The faces of cells in `styles`, by their place. */
const faces = { plain: 0, head: 1, day: 2, moment: 3, money: 4, percent: 5 } as const;

/** @throws Refusal msg.columns; msg.toolarge where the rows are more than a sheet holds, as soon as that is known */
export async function* sheetStream(name: string, heads: readonly string[], batches: AsyncIterable<StreamCell[][]>): AsyncGenerator<Uint8Array> {
  demandColumns(heads.length);
  const pieces: Uint8Array[] = [];
  const failure: { error?: Error } = {};
  const zip = new Zip((error, piece) => {
    if (error) failure.error = error;
    else pieces.push(piece);
  });
  const add = (path: string) => {
    const entry = new PackedEntry(path);
    zip.add(entry);
    return entry;
  };
  for (const [path, text] of Object.entries(wrapping(name))) await add(path).write(encoder.encode(text), true);
  let size = 0;
  const push = (text: string, isLast = false) => {
    const bytes = encoder.encode(text);
    size += bytes.length;
    if (size > mostBytes) throw new Refusal('msg.toolarge');
    return sheet.write(bytes, isLast);
  };
  const sheet = add('xl/worksheets/sheet1.xml');
  await push(`${opening}${rowText(1, heads, faces.head)}`);
  let line = 1;
  for await (const batch of batches) {
    if (line + batch.length > mostSheetRows) throw new Refusal('msg.toolarge');
    const first = line + 1;
    await push(batch.map((cells, index) => rowText(first + index, cells, faces.plain)).join(''));
    line += batch.length;
    if (failure.error) throw failure.error;
    yield* pieces.splice(0);
  }
  await push('</sheetData></worksheet>', true);
  zip.end();
  if (failure.error) throw failure.error;
  yield* pieces.splice(0);
}

const encoder = new TextEncoder();
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const opening = `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData>`;

/** All parts of the file but the sheet. */
function wrapping(name: string): Record<string, string> {
  const tab = escaped(name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)) || 'Sheet1';
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="${tab}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/>${[164, 165, 4, 10].map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  };
}

function rowText(line: number, cells: readonly StreamCell[], plain: number): string {
  let text = `<row r="${line}">`;
  for (const [at, cell] of cells.entries()) text += cellText(`${columnName(at)}${line}`, cell, plain);
  return `${text}</row>`;
}

function cellText(place: string, cell: StreamCell, plain: number): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return `<c r="${place}"${plain ? ` s="${plain}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
  if ('number' in cell) return Number.isFinite(cell.number) ? `<c r="${place}" s="${faces[cell.as]}"><v>${cell.number}</v></c>` : '';
  const serial = serialOf(cell.at);
  if (serial === undefined) return cellText(place, cell.at, plain);
  return `<c r="${place}" s="${cell.at.length > 10 ? faces.moment : faces.day}"><v>${serial}</v></c>`;
}

/** Days since the end of 1899, as spreadsheets count; undefined for what is no day or before March 1900, which they count otherwise. */
function serialOf(at: string): number | undefined {
  const serial = isDay(at) || isStamp(at) ? instant(at.length > 10 ? at : `${at} 00:00:00`) / 86_400_000 + 25_569 : 0;
  return serial >= 61 ? serial : undefined;
}

const names: string[] = [];

/** 0 → 'A', 26 → 'AA'. */
export function columnName(at: number): string {
  let known = names[at];
  if (known === undefined) {
    known = at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26));
    names[at] = known;
  }
  return known;
}

const harmlessText = /^(?!')[^_&<>\p{Cc}\p{Cs}\ufffe\uffff]*$/u;

/**
 * XML has no place for control characters: they stand as spreadsheets write them, line ends and tabs as themselves. Where a reader would take an apostrophe away
 * that stands before a formula's sign, one more is put there.
 */
export function escaped(text: string): string {
  // Most texts have nothing of it.
  if (text.length < longestCell && harmlessText.test(text)) return text;
  const whole = /^'+(?:\s*[=+\-@＝＋－＠]|[\t\r])/.test(text) ? `'${text}` : text;
  return whole
    .slice(0, longestCell)
    .replace(/_x([0-9A-Fa-f]{4})_/g, '_x005F_x$1_')
    .replace(/\p{Cs}/gu, '')
    .replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
