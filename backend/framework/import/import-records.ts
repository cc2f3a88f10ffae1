/** A filled-in sheet into an object's rows: rehearsed line by line, then written through the same door as every save. */

import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, loadRow } from '#framework/data/rows/records.ts';
import type { ImportMode, ImportReport, LineOutcome } from '#framework/import/wire.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { createRecord, prepareRow } from '#framework/records/create-record.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { prepareChange, updateRecord } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/records/filter.ts';
import { type Cell, columnsOf, type ImportColumn, matchOf, payloadOf } from '#rules/records/import.ts';
import { titleOf } from '#rules/records/record.ts';
import { goesAgain, pauseBefore } from '#rules/second-try.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { readSheet } from './read-sheet.ts';
import { type ReferenceWords, referenceWords, withKeys } from './reference-words.ts';

/** Lines of a sheet, both ends included, as '3,7-12' writes them. */
type Span = readonly [first: number, last: number];

/** ms before a line's second try, and lines in a row, or in all, that stay away before the rest is left too */
const pause = 1_000;
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
  const seen = new Map<string, number>();
  const away: number[] = [];
  let inARow = 0;
  job.tell(0, lines.length, mode);
  for (const [at, cells] of lines.entries()) {
    const line = at + 2;
    if (job.signal.aborted) {
      if (job.signal.reason === 'stopping') throw new Error('stopping');
      report.cutAt = line;
      break;
    }
    job.tell(at);
    if (cells.every((cell) => cell === null || cell === '')) continue;
    // SQLite answers without leaving this turn of the loop: between two lines everybody else has theirs.
    await new Promise(setImmediate);
    const isWanted = !spans || spans.some(([first, last]) => line >= first && line <= last);
    const isOver = inARow >= mostAway.inARow || away.length >= mostAway.inAll;
    const outcome = isOver && isWanted ? 'away' : await importLine(tools, actor, model, { cells, columns, mode, line, seen, isWanted, words });
    if (outcome === 'away') {
      away.push(line);
      inARow += 1;
      continue;
    }
    if (!outcome) continue;
    inARow = 0;
    report.counts[outcome.do] += 1;
    const shown = report.lines.filter((known) => (known.do === 'refused') === (outcome.do === 'refused')).length;
    if (shown >= (outcome.do === 'refused' ? mostShown.refused : mostShown.others)) continue;
    const problems = outcome.problems.map((problem) => ({ path: problem.path, code: problem.code, message: word(problem, model) }));
    report.lines.push({ line, do: outcome.do, id: outcome.id, title: outcome.title, problems });
  }
  report.left = { count: away.length, lines: spansText(away) };
  return report;
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

interface Line {
  cells: Cell[];
  columns: ImportColumn[];
  mode: ImportMode;
  line: number;
  /** keys met so far, and the lines that they stand on */
  seen: Map<string, number>;
  /** else it is only noted as met */
  isWanted: boolean;
  /** what its references mean */
  words: ReferenceWords;
}

interface Outcome {
  do: LineOutcome;
  id: string;
  title: string;
  problems: Problem[];
}

async function importLine(
  tools: Tools,
  actor: Actor,
  model: ObjectModel,
  { cells, columns, mode, line, seen, isWanted, words }: Line,
): Promise<Outcome | 'away' | undefined> {
  const read = payloadOf(cells, columns, model);
  const { row: filled, problems: unclear } = withKeys(read.filled, model, words);
  const { row: whole } = withKeys(read.whole, model, words);
  const problems = [...read.problems, ...unclear];
  const match = matchOf(filled, model);
  const id = String(filled[model.entity.key] ?? '');
  const refused = (found: Problem[]) => ({ do: 'refused' as const, id, title: titleOf(filled, model), problems: found });
  if (problems.length) return isWanted ? refused([...problems, ...(await otherFaults(tools, actor, model, { filled, whole, match, problems }))]) : undefined;
  const name = match && JSON.stringify(match);
  const before = name === undefined ? undefined : seen.get(name);
  if (before !== undefined && isWanted) return refused([{ path: Object.keys(match ?? {})[0] ?? '', code: 'import.twice', values: { line: before } }]);
  if (name !== undefined) seen.set(name, line);
  if (!isWanted) return undefined;
  const once = async (): Promise<Outcome> => {
    const existing = match && (await rowOf(tools, actor, model, match));
    if (!existing) {
      if (!may(model, actor.roles, 'create')) throw new Refusal('msg.forbidden', { values: { object: model.name, verb: 'create' } });
      const row = mode === 'write' ? await createRecord(tools, actor, model.name, filled) : (await prepareRow(tools, actor, model, filled)).row;
      return { do: 'create', id: mode === 'write' || filled[model.entity.key] ? String(row[model.entity.key]) : '', title: titleOf(row, model), problems: [] };
    }
    if (!may(model, actor.roles, 'update')) throw new Refusal('msg.forbidden', { values: { object: model.name, verb: 'update' } });
    const key = String(existing[model.entity.key]);
    const row =
      mode === 'write'
        ? await updateRecord(tools, actor, model.name, key, whole, Number(existing.ver))
        : (await prepareChange(tools, actor, model, existing, whole)).next;
    return { do: 'update', id: key, title: titleOf(row, model), problems: [] };
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      const refusal = asRefusal(error, model);
      if (!refusal) throw error;
      if (refusal.code === 'msg.nochange') return { do: 'same', id, title: titleOf(filled, model), problems: [] };
      if (attempt === 1 && goesAgain('POST', refusal.status)) await wait(pauseBefore(undefined, pause));
      else if (refusal.status < 500) return refused(refusal.fields.length ? [...refusal.fields] : [{ path: '', code: refusal.code, values: refusal.values }]);
      else {
        tools.log.warn({ err: error, line, object: model.name }, 'a line of an import could not be written');
        return 'away';
      }
    }
  }
}

/** What a save would refuse beside the cells that cannot be read: all faults of a line are told at once. */
async function otherFaults(
  tools: Tools,
  actor: Actor,
  model: ObjectModel,
  { filled, whole, match, problems }: { filled: Row; whole: Row; match: Row | undefined; problems: Problem[] },
): Promise<Problem[]> {
  const told = new Set(problems.map(({ path }) => path.split('/')[0]));
  try {
    const existing = match && (await rowOf(tools, actor, model, match));
    if (existing) await prepareChange(tools, actor, model, existing, whole);
    else await prepareRow(tools, actor, model, filled);
    return [];
  } catch (error) {
    const refusal = asRefusal(error, model);
    if (!refusal) throw error;
    // A cell that could not be read is empty for the save: it has been told.
    return refusal.fields.filter(({ path }) => !told.has(path.split('/')[0]));
  }
}

/** The row that the line is about, with all its fields, as far as this person may change it. */
async function rowOf(tools: Tools, actor: Actor, model: ObjectModel, match: Row): Promise<Row | undefined> {
  const { kind } = tools.db;
  const { key } = model.entity;
  const reader = readerFor(model, actor.roles, kind);
  // Keys and business keys are texts, numbers, yes or no.
  const of = Object.entries(match).map(
    ([field, value]) => ({ kind: 'compare', field, op: 'eq', value: value as string | number | boolean, exact: true }) as const,
  );
  const filter: Filter = { kind: 'and', of };
  const [found] = await loadPage(tools.db, reader, { filter, sort: { field: key, order: 'ASC' }, limit: 1, offset: 0 });
  if (!found) return undefined;
  return loadRow(tools.db, wholeReader(model, kind, actor.roles, 'update'), String(found[key]));
}
