/** A filled-in sheet into an object's rows, as a job: its lines in portions, and what became of each. */

import type { Lang, ObjectModel } from '#codegen/model.ts';
import { findColumns, forgetColumns, rememberColumns } from '#framework/data/system/import-columns.ts';
import type { ImportMode, ImportReport } from '#framework/import/wire.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { mayReadField } from '#rules/accounts/permission.ts';
import { type Cell, type ImportColumn, type ImportTake, importFields, matchKeys, type SheetEncoding } from '#rules/records/import.ts';
import { type ColumnChoice, columnsOf, missingFields } from '#rules/records/import-columns.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { startAsking } from './ask-after.ts';
import { exampleOf } from './example-row.ts';
import { importAlone, importTogether, type Outcome, type ReadLine, readLine, type Work } from './import-lines.ts';
import { encodingOf, readSheet } from './read-sheet.ts';
import { referenceWords } from './reference-words.ts';
import { faultHeads } from './sheet-words.ts';

/** Lines of a sheet, both ends included, as '3,7-12' writes them. */
type Span = readonly [first: number, last: number];

/** Lines of one transaction: enough that its flush to the disk costs little, few enough that nobody waits for a turn to write. */
const portion = 25;
/** Lines in a row, or in all, that the database is away for before the rest is left too. */
const mostAway = { inARow: 3, inAll: 50 };

const mostLines = 10_000;
/** Lines of a report: all that are refused, for the marked sheet is made of them. */
const mostShown = { refused: mostLines, others: 50 };

export interface ImportOrder {
  bytes: Buffer;
  mode: ImportMode;
  /** the lines that an earlier report left, as it writes them; the others are only checked for duplicates */
  only?: string;
  /** both where it is not said */
  take?: ImportTake;
  /** the fields that tell a row from all others, joined by commas; whichever a line fills in where it is not said */
  by?: string;
  /** columns that are other fields than they look like */
  chosen?: ColumnChoice;
  /** what was said of these heads before is forgotten */
  forget?: boolean;
  encoding?: SheetEncoding;
}

export interface ImportSaying {
  lang: Lang;
  word(problem: Problem, model: ObjectModel): string;
}

/**
 * Reads the sheet and starts the work; answers the job's id. Its result is an ImportReport. Each line succeeds or fails by itself: a refused one does not
 * stop the others, and the same sheet sent again finds what it made before.
 * @throws Refusal msg.forbidden, msg.sheet, msg.toolarge, msg.sheetrows, msg.sheethead where none of the columns is a field and something shall be written, msg.badrequest
 */
export async function startImport(tools: Tools, actor: Actor, object: string, order: ImportOrder, saying: ImportSaying): Promise<string> {
  const model = modelFor(tools, actor, object, 'import');
  const { bytes, mode, only, take = 'both', by = '', encoding = encodingOf(bytes) } = order;
  const [heads = [], ...lines] = await readSheet(bytes, encoding);
  if (lines.length > mostLines) throw new Refusal('msg.sheetrows', { values: { limit: mostLines, count: lines.length } });
  const spans = only === undefined ? undefined : spansOf(only);
  if (by !== '' && !matchKeys(model, (field) => mayReadField(field, actor.roles)).some((names) => names.join(',') === by))
    throw new Refusal('msg.badrequest', { values: { field: 'by' } });
  const { columns, isRemembered } = await sheetColumns(tools, actor, model, { heads, lines }, order);
  if (mode === 'write' && !columns.some(({ field }) => field)) throw new Refusal('msg.sheethead', { values: { object } });
  const missing = take === 'change' ? [] : missingFields(columns, model, actor.roles);
  const work: Work = { tools, actor, model, mode, take, by, lang: saying.lang };
  const fields = importFields(model, actor.roles).map(({ name }) => name);
  const begun = { mode, take, columns, fields, missing, isRemembered, ...(encoding && { encoding }) };
  return tools.jobs.start('import', actor.id, (job) => importLines(work, { begun, lines, spans, saying }, job));
}

/** What the columns are: as the person says now, as they said before, or as their heads look. What is written so is remembered. */
async function sheetColumns(
  { db, config, now }: Tools,
  actor: Actor,
  model: ObjectModel,
  { heads, lines }: { heads: Cell[]; lines: Cell[][] },
  { mode, chosen = {}, forget = false }: Omit<ImportOrder, 'bytes'>,
): Promise<{ columns: ImportColumn[]; isRemembered: boolean }> {
  const sheet = { who: actor.id, object: model.name, heads: heads.map((head) => String(head ?? '').trim()) };
  if (forget) await forgetColumns(db, sheet);
  const stored = forget ? '' : await findColumns(db, sheet);
  const remembered = stored ? (JSON.parse(stored) as ColumnChoice) : {}; // written below
  const ours = faultHeads(config.localesDir);
  const columns = columnsOf(heads, model, actor.roles, { lines, chosen, remembered, ours, guesses: mode === 'check' });
  const said = Object.fromEntries(columns.flatMap(({ by, field }, at) => (by === 'chosen' || by === 'remembered' ? [[at, field]] : [])));
  if (mode === 'write' && Object.keys(chosen).length) await rememberColumns(db, sheet, JSON.stringify(said), now().getTime());
  return { columns, isRemembered: columns.some(({ by }) => by === 'remembered') };
}

interface Given {
  begun: Omit<ImportReport, 'counts' | 'lines' | 'cutAt' | 'left'>;
  lines: Cell[][];
  spans: Span[] | undefined;
  saying: ImportSaying;
}

async function importLines(work: Work, { begun, lines, spans, saying }: Given, job: JobContext): Promise<ImportReport> {
  const { lang, word } = saying;
  const { tools, actor, model, mode } = work;
  const { columns } = begun;
  const report: ImportReport = { ...begun, counts: { create: 0, update: 0, same: 0, refused: 0 }, lines: [], cutAt: 0, left: { count: 0, lines: '' } };
  if (!columns.some(({ field }) => field)) return report;
  const words = await referenceWords(tools, actor, model, columns, lines);
  const isExample = exampleOf(model, actor.roles, columns, tools.config.localesDir);
  const away: number[] = [];
  const stored: [line: number, id: string][] = [];
  let inARow = 0;
  const isWanted = (line: number) => !spans || spans.some(([first, last]) => line >= first && line <= last);
  const seen = new Map<string, number>();
  job.tell(0, lines.length, mode);
  for (let start = 0; start < lines.length; start += portion) {
    if (job.signal.aborted) {
      if (job.signal.reason === 'stopping') throw new Error('stopping');
      report.cutAt = start + 2;
      break;
    }
    // SQLite answers without leaving this turn of the loop: between two portions everybody else has theirs.
    await new Promise(setImmediate);
    const read: ReadLine[] = [];
    for (const [index, cells] of lines.slice(start, start + portion).entries()) {
      const line = start + index + 2;
      if (cells.every((cell) => cell === null || cell === '') || isExample(cells)) continue;
      const one = readLine(work, cells, columns, line, words, seen);
      if (isWanted(line)) read.push(one);
    }
    const isOver = () => inARow >= mostAway.inARow || away.length >= mostAway.inAll;
    const together = read.length && !isOver() ? await importTogether(work, read) : undefined;
    for (const [index, one] of read.entries()) {
      const outcome = together ? together[index] : isOver() ? 'away' : await importAlone(work, one);
      if (!outcome || outcome === 'away') {
        away.push(one.line);
        inARow += 1;
        continue;
      }
      inARow = 0;
      if (outcome.do !== 'refused') stored.push([one.line, outcome.id]);
      noteOutcome(report, one.line, outcome, (problem) => word(problem, model));
    }
    job.tell(Math.min(start + portion, lines.length));
  }
  report.left = { count: away.length, lines: spansText(away) };
  const about = { object: model.name, fields: columns.map(({ field }) => field).filter(Boolean), rows: stored, lang };
  const asking = mode === 'write' ? await startAsking(tools, actor, about) : undefined;
  return asking ? { ...report, asking } : report;
}

/** Counts it, and lists it where there is still place. */
export function noteOutcome(
  { counts, lines }: Pick<ImportReport, 'counts' | 'lines'>,
  line: number,
  { do: fate, id, title, problems }: Outcome,
  word: (problem: Problem) => string,
  most: Record<'refused' | 'others', number> = mostShown,
): void {
  counts[fate] += 1;
  const shown = fate === 'refused' ? counts.refused : counts.create + counts.update + counts.same;
  if (shown > (fate === 'refused' ? most.refused : most.others)) return;
  lines.push({ line, do: fate, id, title, problems: problems.map((problem) => ({ path: problem.path, code: problem.code, message: word(problem) })) });
}

function spansOf(text: string): Span[] {
  if (!/^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$/.test(text)) throw new Refusal('msg.badrequest', { values: { field: 'only' } });
  return text.split(',').map((span) => {
    const [first = 0, last = first] = span.split('-').map(Number);
    return [first, last];
  });
}

/** [3, 7, 8, 9] as '3,7-9'. */
function spansText(lines: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const line of lines) {
    const open = spans.at(-1);
    if (open?.[1] === line - 1) open[1] = line;
    else spans.push([line, line]);
  }
  return spans.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',');
}
