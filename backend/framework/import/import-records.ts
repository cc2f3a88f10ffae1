/** A filled-in sheet into an object's rows, as a job: its lines in portions, and what became of each. */

import type { ObjectModel } from '#codegen/model.ts';
import type { ImportMode, ImportReport } from '#framework/import/wire.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type Cell, columnsOf, type ImportColumn } from '#rules/records/import.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { importAlone, importTogether, type Outcome, type ReadLine, readLine, type Work } from './import-lines.ts';
import { readSheet } from './read-sheet.ts';
import { referenceWords } from './reference-words.ts';

/** Lines of a sheet, both ends included, as '3,7-12' writes them. */
type Span = readonly [first: number, last: number];

/** Lines of one transaction: enough that its flush to the disk costs little, few enough that nobody waits for a turn to write. */
const portion = 25;
/** Lines in a row, or in all, that the database is away for before the rest is left too. */
const mostAway = { inARow: 3, inAll: 50 };

const mostLines = 10_000;
const mostShown = { refused: 500, others: 50 };

/**
 * Reads the sheet and starts the work; answers the job's id. Its result is an ImportReport. Each line succeeds or fails by itself: a refused one does not
 * stop the others, and the same sheet sent again finds what it made before. `only`: the lines that an earlier report left, as it writes them; the others are
 * only checked for duplicates.
 * @throws Refusal msg.forbidden, msg.sheet, msg.toolarge, msg.blank where no column is a field, msg.badrequest
 */
export async function startImport(
  tools: Tools,
  actor: Actor,
  object: string,
  { bytes, mode, only, word }: { bytes: Buffer; mode: ImportMode; only?: string; word: (problem: Problem, model: ObjectModel) => string },
): Promise<string> {
  const model = modelFor(tools, actor, object, 'import');
  const spans = only === undefined ? undefined : spansOf(only);
  const [heads = [], ...lines] = await readSheet(bytes);
  if (lines.length > mostLines) throw new Refusal('msg.toolarge');
  const columns = columnsOf(heads, model, actor.roles);
  if (!columns.some(({ field }) => field)) throw new Refusal('msg.sheethead', { values: { object } });
  return tools.jobs.start('import', actor.id, (job) => importLines(tools, actor, model, { columns, lines, mode, spans, word }, job));
}

interface Given {
  columns: ImportColumn[];
  lines: Cell[][];
  mode: ImportMode;
  spans: Span[] | undefined;
  word: (problem: Problem, model: ObjectModel) => string;
}

async function importLines(
  tools: Tools,
  actor: Actor,
  model: ObjectModel,
  { columns, lines, mode, spans, word }: Given,
  job: JobContext,
): Promise<ImportReport> {
  const report: ImportReport = { mode, columns, counts: { create: 0, update: 0, same: 0, refused: 0 }, lines: [], cutAt: 0, left: { count: 0, lines: '' } };
  const words = await referenceWords(tools, actor, model, columns, lines);
  const away: number[] = [];
  let inARow = 0;
  const work: Work = { tools, actor, model, mode };
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
      if (cells.every((cell) => cell === null || cell === '')) continue;
      const one = readLine(cells, columns, model, line, words, seen);
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
      note(report, one.line, outcome, (problem) => word(problem, model));
    }
    job.tell(Math.min(start + portion, lines.length));
  }
  report.left = { count: away.length, lines: spansText(away) };
  return report;
}

function note({ counts, lines }: ImportReport, line: number, { do: fate, id, title, problems }: Outcome, word: (problem: Problem) => string): void {
  counts[fate] += 1;
  const shown = fate === 'refused' ? counts.refused : counts.create + counts.update + counts.same;
  if (shown > (fate === 'refused' ? mostShown.refused : mostShown.others)) return;
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
