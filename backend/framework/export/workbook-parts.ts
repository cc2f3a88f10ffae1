/**
 * A workbook that stands, changed in place: cells marked and commented, drop-downs, rows taken out. What is not asked for stays byte for byte, other sheets,
 * formats and names included; no library in reach reads a workbook and writes it again whole (decision 068).
 */
import { strFromU8, strToU8, unzipSync, Zip } from 'fflate';
import { PackedEntry } from './packed-entry.ts';
import { columnName, escaped, mostSheetRows } from './sheet-stream.ts';

export interface CellNote {
  /** as the spreadsheet numbers it, from 1 */
  row: number;
  /** from 0 */
  column: number;
  text: string;
}

export interface DropDown {
  column: number;
  /** rows from the second on */
  rows: number;
  /** the range of its values: `'lists'!$A$1:$A$9` */
  source: string;
}

export const author = 'import';
const notesType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments';
const drawingType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/vmlDrawing';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** light red, as spreadsheets mark what is bad */
const red = 'FFFFC7CE';
/** What follows in a sheet, each after what stands before it in the format's order. */
const behindRules = [
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'colBreaks',
  'customProperties',
  'cellWatches',
  'ignoredErrors',
  'smartTags',
  'drawing',
];
const behindNotes = ['legacyDrawingHF', 'drawingHF', 'picture', 'oleObjects', 'controls', 'webPublishItems', 'tableParts', 'extLst'];

export class WorkbookParts {
  readonly #parts: Record<string, Uint8Array>;

  constructor(bytes: Uint8Array) {
    this.#parts = unzipSync(bytes);
  }

  async bytes(): Promise<Buffer> {
    // It is made again by whoever opens the file, and names cells that may be gone.
    const chain = Object.keys(this.#parts).find((path) => path.endsWith('/calcChain.xml'));
    if (chain) {
      delete this.#parts[chain];
      for (const path of Object.keys(this.#parts).filter((one) => one.endsWith('workbook.xml.rels') || one === '[Content_Types].xml'))
        this.#change(path, (text) => text.replace(/<(?:Relationship|Override)\b[^>]*calcChain[^>]*\/>/g, ''));
    }
    const pieces: Uint8Array[] = [];
    let failure: Error | undefined;
    const zip = new Zip((error, piece) => {
      if (error) failure = error;
      else pieces.push(piece);
    });
    for (const [path, part] of Object.entries(this.#parts)) {
      const entry = new PackedEntry(path);
      zip.add(entry);
      await entry.write(part, true);
    }
    zip.end();
    if (failure) throw failure;
    return Buffer.concat(pieces);
  }

  /** Paths of the sheets, in their order. */
  sheets(): string[] {
    const book = this.#text('xl/workbook.xml').replace(/<!--[\s\S]*?-->/g, '');
    const targets = this.#relations('xl/workbook.xml');
    return [...book.matchAll(/<(?:\w+:)?sheet\b[^>]*?\b\w+:id="([^"]*)"/g)].flatMap(([, id = '']) => targets.get(id)?.path ?? []);
  }

  /**
   * How many rows and columns the first sheet has up to the last that holds anything; the most of all sheets, where the book does not say which is the first.
   * Undefined for a sheet whose cells are not written as any spreadsheet writes them.
   */
  extent(): { rows: number; columns: number } | undefined {
    const [first] = this.sheets();
    let [rows, columns] = [0, 0];
    for (const path of first === undefined ? Object.keys(this.#parts).filter((one) => one.endsWith('.xml')) : [first])
      for (const [, tag, attributes] of this.#text(path).matchAll(/<(?:[^\s<>/:]+:)?(c|row)(?=[\s/>])(?:((?:[^<>"']|"[^"<>]*"|'[^'<>]*')*)>)?/g)) {
        if (attributes === undefined) return undefined;
        const [, letters = '', row] = /\sr\s*=\s*["']([A-Z]{0,6})(\d{1,9})["']/.exec(attributes) ?? [];
        if (row === undefined ? tag === 'c' || /\sr\s*=/.test(attributes) : (tag === 'c') !== (letters !== '')) return undefined;
        // A cell without content is none, however far its format reaches, nor is a row by itself.
        if (tag === 'c' ? attributes.endsWith('/') : Number(row ?? 0) <= mostSheetRows) continue;
        rows = Math.max(rows, Number(row ?? 0));
        columns = Math.max(columns, columnNumber(letters) + 1);
      }
    return { rows, columns };
  }

  /** Row and column, from 0, of the first sheet's cells whose formula came to an error (#DIV/0!). */
  failures(): [row: number, column: number][] {
    const [first] = this.sheets();
    const cells = first === undefined ? [] : this.#text(first).matchAll(/<(?:\w+:)?c\b(?=[^>]*\bt="e")[^>]*\br="([A-Z]+)(\d+)"/g);
    return [...cells].map(([, letters = '', row]) => [Number(row) - 1, columnNumber(letters)]);
  }

  /** A sheet that nobody sees unless they ask for it. */
  hide(at: number): void {
    let count = -1;
    this.#change('xl/workbook.xml', (text) =>
      text.replace(/<(?:\w+:)?sheet\b(?=[^>]*\bsheetId=)/g, (tag) => {
        count += 1;
        return count === at ? `${tag} state="hidden"` : tag;
      }),
    );
  }

  /**
   * Marks the cells and says at each what is wrong with it; marks of an earlier answer go. `isShown`: rows of which nothing else is left out; of the others
   * the cells go and the row is hidden, so that all that stays keeps its number.
   */
  mark(path: string, notes: readonly CellNote[], isShown: (row: number) => boolean, leavesOut: boolean): void {
    const byRow = new Map<number, CellNote[]>();
    for (const note of notes) byRow.set(note.row, [...(byRow.get(note.row) ?? []), note]);
    const styles = new Styles(this.#parts);
    this.#change(path, (text) => {
      const p = /<(\w+:)?worksheet\b/.exec(text)?.[1] ?? '';
      const [before, data, after] = aroundRows(text, p);
      let row = 0;
      const seen = new Set<number>();
      const rows = data.replace(rowPattern(p), (whole: string, attributes: string, cells: string | undefined) => {
        row = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? row + 1);
        seen.add(row);
        if (!isShown(row)) return `<${p}row r="${row}" hidden="1"/>`;
        const own = byRow.get(row) ?? [];
        if (!own.length && !styles.marked.size && !leavesOut) return whole;
        return `<${p}row${attributes.replace(/\/$/, '')}>${markedCells(cells ?? '', p, row, own, styles, leavesOut)}</${p}row>`;
      });
      const added = [...byRow].filter(([number]) => !seen.has(number)).sort(([a], [b]) => a - b);
      return (
        before + rows + added.map(([number, own]) => `<${p}row r="${number}">${markedCells('', p, number, own, styles, false)}</${p}row>`).join('') + after
      );
    });
    styles.save();
    this.addNotes(path, notes);
  }

  /** Notes on cells, beside those of others; those that we wrote before go. */
  addNotes(path: string, notes: readonly CellNote[]): void {
    const ours = this.#related(path, notesType, 'xl/comments', 'xml', emptyNotes);
    const drawn = this.#related(path, drawingType, 'xl/drawings/vmlDrawing', 'vml', emptyDrawing);
    this.#change(ours.path, (text) => withNotes(text, notes));
    this.#change(drawn.path, (text) => {
      const bare = text.replace(/<v:shape\b[^>]*\bid="faults_\d+"[\s\S]*?<\/v:shape>/g, '');
      return bare.replace(/<\/xml>\s*$/, `${notes.map(shapeOf).join('')}</xml>`);
    });
    this.#change(path, (text) => {
      const p = /<(\w+:)?worksheet\b/.exec(text)?.[1] ?? '';
      if (new RegExp(`<${p}legacyDrawing\\b`).test(text)) return text;
      return inserted(text, p, `<${p}legacyDrawing xmlns:r="${relationNames}" r:id="${drawn.id}"/>`, behindNotes);
    });
    this.#types(ours.path, 'Override', 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml');
    this.#types('vml', 'Default', 'application/vnd.openxmlformats-officedocument.vmlDrawing');
  }

  addDropDowns(path: string, lists: readonly DropDown[]): void {
    if (!lists.length) return;
    const rules = lists.map(({ column, rows, source }) => {
      const name = columnName(column);
      return `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${name}2:${name}${rows}"><formula1>${escaped(source)}</formula1></dataValidation>`;
    });
    this.#change(path, (text) =>
      inserted(text, '', `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`, [...behindRules, 'legacyDrawing', ...behindNotes]),
    );
  }

  /** Whole columns in a number's format: what is typed into them is shown so. */
  formatColumns(path: string, formats: ReadonlyMap<number, string>): void {
    const styles = new Styles(this.#parts);
    this.#change(path, (text) =>
      text.replace(/<col\b([^>]*?)\/>/g, (tag, attributes: string) => {
        const format = formats.get(Number(/\bmin="(\d+)"/.exec(attributes)?.[1]) - 1);
        return format ? `<col${attributes.replace(/\sstyle="\d+"/, '')} style="${styles.formatted(format)}"/>` : tag;
      }),
    );
    styles.save();
  }

  #text(path: string): string {
    const part = this.#parts[path];
    return part ? strFromU8(part) : '';
  }

  #change(path: string, change: (text: string) => string): void {
    this.#parts[path] = strToU8(change(this.#text(path)));
  }

  #relations(path: string): Map<string, { type: string; path: string }> {
    const found = new Map<string, { type: string; path: string }>();
    for (const [tag] of this.#text(relationsPath(path)).matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
      const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
      found.set(attribute('Id'), { type: attribute('Type'), path: resolved(path, attribute('Target')) });
    }
    return found;
  }

  /** The part of this kind that the sheet has, or a new one. */
  #related(sheet: string, type: string, stem: string, end: string, empty: string): { id: string; path: string } {
    for (const [id, relation] of this.#relations(sheet)) if (relation.type === type) return { id, path: relation.path };
    let number = 1;
    while (this.#parts[`${stem}${number}.${end}`]) number += 1;
    const path = `${stem}${number}.${end}`;
    const id = `rFaults${number}${end}`;
    this.#parts[path] = strToU8(empty);
    const at = relationsPath(sheet);
    if (!this.#parts[at])
      this.#parts[at] = strToU8(`${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`);
    this.#change(at, (text) =>
      text
        .replace(/<Relationships([^>]*?)\/>/, '<Relationships$1></Relationships>')
        .replace('</Relationships>', `<Relationship Id="${id}" Type="${type}" Target="/${path}"/></Relationships>`),
    );
    return { id, path };
  }

  #types(name: string, kind: 'Default' | 'Override', type: string): void {
    const own = kind === 'Default' ? `Extension="${name}"` : `PartName="/${name}"`;
    this.#change('[Content_Types].xml', (text) => (text.includes(own) ? text : text.replace('</Types>', `<${kind} ${own} ContentType="${type}"/></Types>`)));
  }
}

const relationNames = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const emptyNotes = `${head}<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors></authors><commentList></commentList></comments>`;
const emptyDrawing =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype></xml>';

function shapeOf({ row, column, text }: CellNote, at: number): string {
  const lines = Math.min(12, 2 + Math.ceil(text.length / 24));
  const anchor = [column + 1, 15, Math.max(0, row - 2), 4, column + 4, 15, Math.max(0, row - 2) + lines, 4].join(', ');
  return `<v:shape id="faults_${at}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;
}

/** One note a cell: where somebody else's stands, ours goes under it. */
function withNotes(text: string, notes: readonly CellNote[]): string {
  const p = /<(\w+:)?comments\b/.exec(text)?.[1] ?? '';
  const authors = [...text.matchAll(new RegExp(`<${p}author>([\\s\\S]*?)</${p}author>|<${p}author/>`, 'g'))].map(([, name = '']) => name);
  let own = authors.indexOf(author);
  let result = text;
  if (own >= 0) result = result.replace(new RegExp(`<${p}comment\\b[^>]*\\bauthorId="${own}"[\\s\\S]*?</${p}comment>`, 'g'), '');
  else {
    own = authors.length;
    result = result
      .replace(new RegExp(`<${p}authors/>`), `<${p}authors></${p}authors>`)
      .replace(`</${p}authors>`, `<${p}author>${author}</${p}author></${p}authors>`);
  }
  const added = notes.map(({ row, column, text: said }) => [`${columnName(column)}${row}`, `<${p}t xml:space="preserve">${escaped(said)}</${p}t>`] as const);
  const fresh = added.filter(([ref, words]) => {
    const known = new RegExp(`(<${p}comment\\b[^>]*\\bref="${ref}"[\\s\\S]*?)(</${p}text>)`);
    if (!known.test(result)) return true;
    result = result.replace(known, (_all, before: string, end: string) => `${before}<${p}r>${words.replace('>', '>\n')}</${p}r>${end}`);
    return false;
  });
  const list = fresh.map(([ref, words]) => `<${p}comment ref="${ref}" authorId="${own}"><${p}text><${p}r>${words}</${p}r></${p}text></${p}comment>`).join('');
  return result
    .replace(new RegExp(`<${p}commentList/>`), `<${p}commentList></${p}commentList>`)
    .replace(`</${p}commentList>`, () => `${list}</${p}commentList>`);
}

function rowPattern(p: string): RegExp {
  return new RegExp(`<${p}row\\b([^>]*?)(?:/>|>([\\s\\S]*?)</${p}row>)`, 'g');
}

/** What stands before the rows, the rows, and what stands behind them. */
function aroundRows(text: string, p: string): [string, string, string] {
  const whole = text.replace(new RegExp(`<${p}sheetData\\s*/>`), `<${p}sheetData></${p}sheetData>`);
  const start = whole.indexOf('>', whole.indexOf(`<${p}sheetData`)) + 1;
  const end = whole.indexOf(`</${p}sheetData>`);
  return [whole.slice(0, start), whole.slice(start, end), whole.slice(end)];
}

/** The row's cells with the marks that are due; a cell that is empty and wrong is made. */
function markedCells(cells: string, p: string, row: number, notes: readonly CellNote[], styles: Styles, plain: boolean): string {
  const wrong = new Set(notes.map(({ column }) => column));
  const found: [column: number, xml: string][] = [];
  let column = -1;
  for (const [xml, given] of cells.matchAll(new RegExp(`<${p}c\\b([^>]*?)(?:/>|>[\\s\\S]*?</${p}c>)`, 'g'))) {
    const attributes = given ?? '';
    const ref = /\br="([A-Z]+)\d+"/.exec(attributes)?.[1];
    column = ref ? columnNumber(ref) : column + 1;
    const style = Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0);
    const next = wrong.delete(column) ? styles.marking(style) : styles.unmarked(style);
    const opening = `<${p}c`.length + attributes.length;
    const styled = next === style ? xml : `<${p}c s="${next}"${attributes.replace(/\s*\bs="\d+"/, '')}${xml.slice(opening)}`;
    // A formula may stand on cells that are left out; its value stays.
    found.push([column, plain ? styled.replace(new RegExp(`<${p}f\\b[^>]*?(?:/>|>[\\s\\S]*?</${p}f>)`, 'g'), '') : styled]);
  }
  for (const empty of wrong) found.push([empty, `<${p}c r="${columnName(empty)}${row}" s="${styles.marking(0)}"/>`]);
  return found
    .sort(([a], [b]) => a - b)
    .map(([, xml]) => xml)
    .join('');
}

function columnNumber(name: string): number {
  return [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Puts it before the first of those that follow it in the format's order. */
function inserted(text: string, p: string, xml: string, behind: readonly string[]): string {
  const next = new RegExp(`<${p}(?:${behind.join('|')})\\b`).exec(text.slice(text.indexOf(`</${p}sheetData>`)));
  const at = next ? text.indexOf(`</${p}sheetData>`) + next.index : text.lastIndexOf(`</${p}worksheet>`);
  return text.slice(0, at) + xml + text.slice(at);
}

function relationsPath(path: string): string {
  const cut = path.lastIndexOf('/') + 1;
  return `${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`;
}

function resolved(from: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const stylesPath = 'xl/styles.xml';

/** The formats of cells: further ones are put behind those that stand, so that no cell's own changes. */
class Styles {
  /** styles that only our marking makes, with those that they were made of */
  readonly marked = new Map<number, number>();
  readonly #parts: Record<string, Uint8Array>;
  readonly #formats: string[];
  readonly #made = new Map<string, number>();
  #text: string;
  #fill = -1;

  constructor(parts: Record<string, Uint8Array>) {
    this.#parts = parts;
    this.#text = parts[stylesPath] ? strFromU8(parts[stylesPath]) : '';
    const p = this.#prefix();
    const formats = new RegExp(`<${p}cellXfs\\b[^>]*>([\\s\\S]*?)</${p}cellXfs>`).exec(this.#text)?.[1] ?? '';
    this.#formats = [...formats.matchAll(new RegExp(`<${p}xf\\b[^>]*?(?:/>|>[\\s\\S]*?</${p}xf>)`, 'g'))].map(([xml]) => xml);
    const fills = [...this.#text.matchAll(new RegExp(`<${p}fill>[\\s\\S]*?</${p}fill>|<${p}fill/>`, 'g'))].map(([xml]) => xml);
    this.#fill = fills.findIndex((xml) => xml.includes(`rgb="${red}"`) && xml.includes('indexed="65"'));
    for (const [at, xml] of this.#formats.entries()) {
      if (this.#fill < 0 || !new RegExp(`\\bfillId="${this.#fill}"`).test(xml)) continue;
      const base = this.#formats.findIndex((other) => other !== xml && bareOf(other) === bareOf(xml));
      this.marked.set(at, Math.max(base, 0));
    }
  }

  /** The same in red. */
  marking(style: number): number {
    const base = this.unmarked(style);
    if (!this.#formats.length) return base;
    if (this.#fill < 0)
      this.#fill = this.#add('fills', `<fill><patternFill patternType="solid"><fgColor rgb="${red}"/><bgColor indexed="65"/></patternFill></fill>`);
    return this.#format(base, { fillId: this.#fill, applyFill: 1 });
  }

  unmarked(style: number): number {
    return this.marked.get(style) ?? style;
  }

  formatted(code: string): number {
    const id = 200 + this.#made.size;
    const p = this.#prefix();
    if (!new RegExp(`<${p}numFmts\\b`).test(this.#text))
      this.#text = this.#text.replace(new RegExp(`(<${p}styleSheet\\b[^>]*>)`), `$1<${p}numFmts count="0"></${p}numFmts>`);
    this.#add('numFmts', `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`);
    return this.#format(0, { numFmtId: id, applyNumberFormat: 1 });
  }

  save(): void {
    if (this.#text) this.#parts[stylesPath] = strToU8(this.#text);
  }

  #prefix(): string {
    return /<(\w+:)?styleSheet\b/.exec(this.#text)?.[1] ?? '';
  }

  #format(base: number, attributes: Record<string, number>): number {
    const key = `${base} ${JSON.stringify(attributes)}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    let xml = this.#formats[base] ?? this.#formats[0] ?? `<${this.#prefix()}xf/>`;
    for (const [name, value] of Object.entries(attributes)) {
      const own = new RegExp(`\\b${name}="[^"]*"`);
      xml = own.test(xml) ? xml.replace(own, `${name}="${value}"`) : xml.replace(/(\/?>)/, ` ${name}="${value}"$1`);
    }
    // One of an earlier answer may be the same.
    const at = this.#formats.indexOf(xml);
    const number = at >= 0 ? at : this.#add('cellXfs', xml, true);
    if (at < 0) this.#formats.push(xml);
    this.#made.set(key, number);
    return number;
  }

  /** Behind the others of the list; gives its number. */
  #add(list: string, given: string, isPrefixed = false): number {
    const p = this.#prefix();
    const xml = isPrefixed ? given : given.replace(/<(\/?)(?=\w)/g, `<$1${p}`);
    const pattern = new RegExp(`(<${p}${list}\\b[^>]*>)([\\s\\S]*?)(</${p}${list}>)`);
    let number = 0;
    this.#text = this.#text.replace(pattern, (_all, open: string, inner: string, close: string) => {
      const item = list === 'cellXfs' ? 'xf' : list.slice(0, -1);
      number = [...inner.matchAll(new RegExp(`<${p}${item}\\b`, 'g'))].length;
      return `${open.replace(/\bcount="\d+"/, `count="${number + 1}"`)}${inner}${xml}${close}`;
    });
    return number;
  }
}

/** A format without its fill: by this one finds what a marked one was made of. */
function bareOf(xml: string): string {
  return xml.replace(/\s(?:fillId|applyFill)="[^"]*"/g, '').replace(/\s+/g, ' ');
}
