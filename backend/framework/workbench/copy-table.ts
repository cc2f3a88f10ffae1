/**
 * The rows of somebody else's table into an object, as a job: each by the one way of writing, with its history, portion by portion in the order of the table's
 * key. How far it is stands in `_copy`, written in the transaction of the portion: cut off at any moment it goes on behind the last row that is in, at the next
 * start by itself. The table stays as it is.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Lang } from '#codegen/model.ts';
import {
  countForeign,
  dropCopy,
  type ForeignTable,
  findCopy,
  openCopies,
  readForeign,
  type StoredCopy,
  storeCopy,
} from '#framework/data/system/foreign-tables.ts';
import { findJob } from '#framework/data/system/jobs.ts';
import { importTogether, type Outcome, readLine, type Work } from '#framework/import/import-lines.ts';
import { noteOutcome } from '#framework/import/import-records.ts';
import { referenceWords } from '#framework/import/reference-words.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { workActor } from '#framework/jobs/work-actor.ts';
import { readMessages } from '#framework/messages.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { columnsOf } from '#rules/records/import-columns.ts';
import { Refusal } from '#rules/words/problem.ts';
import { sentence } from '#rules/words/wording.ts';
import { keyOf } from './guess-columns.ts';
import { cellOf, findTable, splitColumns } from './guess-table.ts';
import type { CopyReport } from './wire.ts';

/** Rows of one transaction: many enough that its flush to the disk costs little, few enough that nobody waits for long. */
const portion = 100;
/** Rows of a table that nothing tells apart, which is sorted whole for each portion. */
const mostUnordered = 100_000;
/** Rows that a report lists; it is written with each portion. */
const listed = { refused: 100, others: 0 };
/** ms before a portion that the database did not take is tried once more, and how often. */
const pauses = [500, 2_000, 10_000];
/** ms until another process that has died gives up what it held. */
const held = 15_000;

/**
 * Begins, or goes on where an earlier one was ended; answers the job's id, of one that runs already too.
 * @throws Refusal msg.notfound, msg.forbidden, msg.running, msg.tablekey for a large table whose rows nothing tells apart, msg.sheethead where no column is a field
 */
export async function startCopy(tools: Tools, actor: Actor, name: unknown, object: string, lang: Lang): Promise<string> {
  const table = await findTable(tools, name);
  const earlier = await findCopy(tools.db, { table: table.name, object });
  if (earlier && (await findJob(tools.db, earlier.job))?.state === 'running') return earlier.job;
  const begun: StoredCopy = earlier ?? {
    ...{ table: table.name, object, by: actor.id, lang, changeset: tools.changeset?.id ?? '', job: '', isPaused: false },
    ...{ position: undefined, report: JSON.stringify({ counts: { create: 0, update: 0, same: 0, refused: 0 }, lines: [] }) },
  };
  return run(tools, actor, table, begun);
}

/** At start and now and then: copies that the end of a process has cut off go on, one after the other. */
export async function resumeCopies(tools: Tools): Promise<void> {
  const { db, jobs, signs, log } = tools;
  for (let left = await openCopies(db); left.length && !signs.isDraining; left = await openCopies(db))
    for (const copy of left)
      try {
        const actor = await workActor(tools, copy.by);
        // Whoever began it may no longer do so; then it waits for somebody who may.
        if (!isAdministrator(actor)) throw new Refusal('msg.admin');
        await jobs.settled(await run(tools, actor, await findTable(tools, copy.table), copy));
        if ((await findCopy(db, copy))?.isPaused === false) return; // it has failed, or the server stops: the next look tries again
      } catch (error) {
        if (error instanceof Refusal && error.code === 'msg.running') await wait(held, undefined, { ref: false });
        else {
          log.warn({ err: error, table: copy.table, object: copy.object }, 'rows of a table are not copied on');
          if (error instanceof Refusal) await storeCopy(db, { ...copy, isPaused: true });
          return;
        }
      }
}

async function run(tools: Tools, actor: Actor, table: ForeignTable, copy: StoredCopy): Promise<string> {
  const model = modelFor(tools, actor, copy.object, 'import');
  const total = await countForeign(tools.db, table.name);
  if (!table.order.length && total > mostUnordered) throw new Refusal('msg.tablekey', { values: { most: mostUnordered } });
  const heads = splitColumns(table).columns.map(({ name }) => name);
  const [key] = table.key.length === 1 ? table.key : [];
  const names = heads.map((head) => (head === key ? 'id' : keyOf(head).toLowerCase() === 'id' ? 'id_2' : keyOf(head)));
  const chosen = Object.fromEntries(names.flatMap((name, at) => (model.fields.some((field) => field.name === name) ? [[at, name]] : [])));
  const columns = columnsOf(heads, model, actor.roles, { lines: [], chosen, guesses: false });
  if (!columns.some(({ field }) => field)) throw new Refusal('msg.sheethead', { values: { object: copy.object } });
  const changeset = copy.changeset ? { id: copy.changeset, of: copy.object, act: 'import' } : undefined;
  // A row of a table with a key of its own is found again by it; of another one a row that is there already is somebody else's.
  const work: Work = { tools: changeset ? { ...tools, changeset } : tools, actor, model, mode: 'write', take: key ? 'both' : 'new', by: '' };
  return tools.jobs.start('copy', actor.id, (job) => copyRows(work, { table, heads, columns, total, copy: { ...copy, isPaused: false, job: job.id } }, job), {
    alone: true,
  });
}

interface Given {
  table: ForeignTable;
  heads: string[];
  columns: ReturnType<typeof columnsOf>;
  total: number;
  copy: StoredCopy;
}

async function copyRows(work: Work, { table, heads, columns, total, copy }: Given, job: JobContext): Promise<CopyReport> {
  const { tools, actor, model } = work;
  const { db, config, log } = tools;
  const messages = readMessages(config.localesDir);
  const lang = copy.lang as Lang; // stored from one
  let { position } = copy;
  let report: Omit<CopyReport, 'isCut'> = JSON.parse(copy.report);
  await storeCopy(db, copy);
  for (;;) {
    const done = Object.values(report.counts).reduce((sum, count) => sum + count, 0);
    job.tell(done, Math.max(total, done), 'write');
    if (job.signal.aborted) {
      if (job.signal.reason === 'stopping') throw new Error('stopping');
      await storeCopy(db, { ...copy, position, report: JSON.stringify(report), isPaused: true });
      return { ...report, isCut: true };
    }
    const { rows, position: behind } = await readForeign(db, table, heads, portion, position);
    if (!rows.length) break;
    const lines = rows.map((row) => heads.map((head) => cellOf(row[head])));
    const words = await referenceWords(tools, actor, model, columns, lines);
    const seen = new Map<string, number>();
    const read = lines.map((cells, index) => readLine(work, cells, columns, done + index + 1, words, seen));
    // Made in the transaction: what a rollback takes back counts nowhere.
    let next = report;
    const after: Work['after'] = async (tx, outcomes) => {
      next = noted(report, read, outcomes, (problem) => sentence(problem, messages[lang], lang, model));
      await storeCopy(tx, { ...copy, position: behind, report: JSON.stringify(next) });
    };
    for (let attempt = 0; !(await importTogether({ ...work, after }, read)); attempt += 1) {
      const pause = pauses[attempt];
      if (pause === undefined) throw new Refusal('msg.unavailable');
      log.warn({ table: table.name, row: done + 1 }, 'rows of a table could not be written; once more');
      await wait(pause);
    }
    [report, position] = [next, behind];
    // An embedded database answers without leaving this turn of the loop: between two portions everybody else has theirs.
    await new Promise(setImmediate);
  }
  await dropCopy(db, copy);
  return { ...report, isCut: false };
}

function noted(
  { counts, lines }: Omit<CopyReport, 'isCut'>,
  read: readonly { line: number }[],
  outcomes: readonly Outcome[],
  word: Parameters<typeof noteOutcome>[3],
): Omit<CopyReport, 'isCut'> {
  const next = { counts: { ...counts }, lines: [...lines] };
  for (const [index, outcome] of outcomes.entries()) noteOutcome(next, read[index]?.line ?? 0, outcome, word, listed);
  return next;
}
