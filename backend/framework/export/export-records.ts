import type { FieldModel, Lang, Row } from '#codegen/model.ts';
import { cursorAt, readCursor } from '#framework/data/queries/cursor.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { type ListParameters, readQuestion } from '#framework/records/reading/list-records.ts';
import { listTitles } from '#framework/records/reading/list-titles.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { totalsOf } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { valueAt } from '#rules/records/record.ts';
import { csvLine, demandColumns } from '#rules/values/csv.ts';
import { Refusal } from '#rules/words/problem.ts';
import { codesOf, csvValue, type ExportColumn, exportCells, exportColumns, referredIds, type Titles, titleKey } from './export-cells.ts';
import { recordExport } from './record-export.ts';
import { cutText, longestCell, mostSheetRows, type StreamCell, sheetStream } from './sheet-stream.ts';

/** Rows fetched at once; the file is written as they come, so that its length costs no memory. */
const batch = 500;

export type ExportFormat = 'csv' | 'json' | 'xlsx';

export interface ExportOrder {
  format: ExportFormat;
  /** the words of this language as the list shows them; without it everything by its codes, as an import takes it back */
  seen?: Lang;
  /** paths of the columns, in their order; all where it is absent */
  columns?: string[];
}

/**
 * The rows of a filtered, sorted list as a file, piece by piece, in the fields that these roles may read and that have an export surface.
 * An export of personal data is recorded (safety section 15).
 * @throws Refusal msg.columns; msg.toolarge of an XLSX with more rows than a sheet holds, before anything is given
 */
export async function* exportRecords(
  tools: RecordTools,
  actor: Actor,
  object: string,
  parameters: ListParameters,
  { format, seen, columns: paths }: ExportOrder,
): AsyncGenerator<string | Uint8Array> {
  const model = modelFor(tools, actor, object, 'export');
  const reader = readerFor(model, actor.roles, tools.db.kind, 'export');
  const question = readQuestion({ filter: parameters.filter, sort: parameters.sort }, model, actor, tools.now());
  const fields = reader.fields.filter((field) => field.surfaces.export && (field.column || field.child));
  const columns = exportColumns(fields, paths, seen);
  if (format !== 'json') demandColumns(columns.length);
  if (format === 'xlsx' && (await totalsOf(tools.db).of(reader, question.filter, true)).count >= mostSheetRows) throw new Refusal('msg.toolarge');
  const facts = { object, format, fields: columns.map(({ path }) => path), filter: parameters.filter ?? '' };
  const complete = columns.some(({ field, path }) => isPersonal(field) || isPersonalAt(fields, path)) ? await recordExport(tools, actor, facts) : undefined;
  let count = 0;
  const batches = counted(rowsOf(tools, reader, question), (size) => {
    count += size;
  });
  if (format === 'json') yield* jsonOf(batches, columns);
  else {
    const cells = cellsOf(tools, actor, batches, columns, seen);
    const heads = columns.map(({ head }) => head);
    yield* format === 'xlsx' ? sheetStream(seen ? model.plural[seen] : object, heads, fitting(cells, columns, seen !== undefined)) : csvOf(heads, cells);
  }
  await complete?.(count);
}

type Question = ReturnType<typeof readQuestion>;

/** All rows in their order, a batch at a time; the last may be empty. */
async function* rowsOf({ db }: RecordTools, reader: ReturnType<typeof readerFor>, { filter, sort }: Question): AsyncGenerator<Row[]> {
  let cursor: ReturnType<typeof readCursor>;
  for (;;) {
    const rows = (await loadPage(db, reader, { filter, sort, limit: batch, offset: 0, cursor: cursor && { at: cursor, backwards: false } })) as Row[]; // rows of an object that is known at run time
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    cursor = readCursor(cursorAt(last, reader.model, sort), sort);
  }
}

async function* counted(batches: AsyncIterable<Row[]>, note: (size: number) => void): AsyncGenerator<Row[]> {
  for await (const rows of batches) {
    yield rows;
    note(rows.length);
  }
}

async function* cellsOf(
  tools: RecordTools,
  actor: Actor,
  batches: AsyncIterable<Row[]>,
  columns: ExportColumn[],
  seen: Lang | undefined,
): AsyncGenerator<StreamCell[][]> {
  for await (const rows of batches) {
    const words = seen && { lang: seen, titles: await titlesFor(tools, actor, rows, columns, seen) };
    yield rows.map((row) => exportCells(row, columns, words));
  }
}

/** Texts longer than a cell: cut with a sign of it where they are only shown, refused where the file shall be taken back. */
async function* fitting(batches: AsyncIterable<StreamCell[][]>, columns: ExportColumn[], isShown: boolean): AsyncGenerator<StreamCell[][]> {
  for await (const rows of batches)
    yield rows.map((cells) =>
      cells.map((cell, at) => {
        if (typeof cell !== 'string' || cell.length < longestCell) return cell;
        if (isShown) return cutText(cell);
        throw new Refusal('export.cell', { values: { label: columns[at]?.path ?? '', limit: longestCell } });
      }),
    );
}

/** What the rows refer to is called: two statements at most for each object that is referred to. */
export async function titlesFor(tools: RecordTools, actor: Actor, rows: Row[], columns: ExportColumn[], lang: Lang): Promise<Titles> {
  const titles = new Map<string, string>();
  for (const [object, ids] of referredIds(rows, columns)) {
    if (!ids.size) continue;
    const found = await listTitles(tools, actor, object, [...ids], lang).catch((error: unknown) => {
      if (error instanceof Refusal) return []; // who may not read them sees keys
      throw error;
    });
    for (const { id, title } of found) titles.set(titleKey(object, id), title);
  }
  return titles;
}

/** Before the first rows are there nothing is given, not even the heads: a file that has begun can no longer say that it failed (K12). */
async function* csvOf(heads: string[], batches: AsyncIterable<StreamCell[][]>): AsyncGenerator<string> {
  let before = `\ufeff${csvLine(heads)}`;
  for await (const cells of batches) {
    const part = before + cells.map((line) => csvLine(line.map(csvValue))).join('');
    if (part) yield part;
    before = '';
  }
}

async function* jsonOf(batches: AsyncIterable<Row[]>, columns: ExportColumn[]): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of batches) {
    if (!rows.length) continue;
    yield before + rows.map((row) => JSON.stringify(Object.fromEntries(columns.map(({ path }) => [codesOf(path), valueAt(row, path)])))).join(',\n');
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** Does a field hold personal data, itself or in a part? */
export function isPersonal(field: FieldModel): boolean {
  return field.personal || (field.fields ?? []).some(isPersonal);
}

/** A part of what is personal as a whole. */
function isPersonalAt(fields: FieldModel[], path: string): boolean {
  return fields.some((field) => field.name === rootOf(path) && field.personal);
}
