/** Work on many rows, each as one ordinary save, in portions: a portion is one transaction in which a row that is refused takes nothing with it. */
import type { Lang, ObjectModel, Row, Verb } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { joined } from '#framework/data/engine/joined.ts';
import { withPatience } from '#framework/data/engine/patience.ts';
import { savepoint } from '#framework/data/engine/savepoint.ts';
import { shareOf, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRows } from '#framework/data/rows/records.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { summed } from '#framework/records/run-actions.ts';
import { existingRow } from '#framework/records/update-record.ts';
import type { Effect } from '#framework/records/wire.ts';
import { type Later, noteLater } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { titleOf } from '#rules/records/record.ts';
import type { Problem, Refusal } from '#rules/words/problem.ts';
import type { BulkFate, BulkLine, BulkMode, BulkReport } from './wire.ts';

/** Rows of one transaction: enough that its flush to the disk costs little, few enough that nobody waits for a turn to write. */
const portion = 25;
/** Portions in a row that the database is away for before the rest is left too. */
const mostAway = 3;
/** Lines of a report: all that are refused up to so many, and of the others the first. */
const mostLines = { refused: 20_000, others: 20_000 };

export interface Task {
  model: ObjectModel;
  /** what the rows have to be open to this person for */
  verb: Verb & ('read' | 'update' | 'delete');
  mode: BulkMode;
  /** the rows' keys */
  keys: readonly string[];
  /** which rows they are, for the report */
  seen: string;
  /**
   * Does it to a row that is read and locked, with tools whose transactions join the portion's; gives what else it did.
   * @throws Refusal msg.nochange or msg.nothing where nothing is to be done
   */
  act(tools: RecordTools, row: Row): Promise<readonly Effect[]>;
  /** it reads or takes away what is noted of the rows while it works: nothing of that may wait for the portion's end */
  isNotedAtOnce: boolean;
  word(problem: Problem, model: ObjectModel): string;
  lang: Lang;
}

/** The whole of a job: does it to each row, tells how far it is, and reports. What was done before it is cancelled stays done. */
export async function eachRow(tools: RecordTools, actor: Actor, task: Task, job: JobContext): Promise<BulkReport> {
  const { keys, mode, seen } = task;
  const report: BulkReport = { mode, counts: { changed: 0, same: 0, refused: 0 }, lines: [], seen, left: 0, effects: [], isUndoable: false };
  let inARow = 0;
  job.tell(0, keys.length, mode === 'check' ? 'look' : 'save');
  for (let start = 0; start < keys.length; start += portion) {
    if (job.signal.aborted || inARow >= mostAway) {
      if (job.signal.reason === 'stopping') throw new Error('stopping');
      report.left += keys.length - start;
      break;
    }
    // SQLite answers without leaving this turn of the loop: between two portions everybody else has theirs.
    await new Promise(setImmediate);
    const some = keys.slice(start, start + portion);
    const done = await withPatience(() => inOneTransaction(tools, actor, task, some));
    if (done) {
      for (const line of done.lines) note(report, line);
      report.effects = summed(report.effects, done.effects);
    } else report.left += some.length;
    inARow = done ? 0 : inARow + 1;
    job.tell(start + some.length);
  }
  report.isUndoable = mode === 'write' && report.counts.changed > 0 && (tools.changeset?.isNoted ?? false);
  return report;
}

function note(report: BulkReport, line: BulkLine): void {
  report.counts[line.do] += 1;
  const most = line.do === 'refused' ? mostLines.refused : mostLines.others;
  const shown = line.do === 'refused' ? report.counts.refused : report.counts.changed + report.counts.same;
  if (shown <= most) report.lines.push(line);
}

/** Takes the transaction back, for nothing was to be written. */
class Rehearsed extends Error {}

/** A row was refused after it had written something: the portion is done again, each row so that it can be taken back by itself. */
class Spoiled extends Error {}

interface Portion {
  lines: BulkLine[];
  effects: Effect[];
}

async function inOneTransaction(tools: RecordTools, actor: Actor, task: Task, keys: readonly string[]): Promise<Portion> {
  try {
    return await attempt(tools, actor, task, keys, wholeOrNothing);
  } catch (error) {
    if (!(error instanceof Spoiled)) throw error;
    return attempt(tools, actor, task, keys, savepoint);
  }
}

/** How one row of a portion is done: by itself, or so that what it wrote spoils the rest. */
type Around = <T>(tx: Transaction, work: (part: Transaction) => Promise<T>) => Promise<T>;

/** Two statements a row less than savepoints; most rows that are refused are so before they write. */
const wholeOrNothing: Around = async (tx, work) => {
  let hasWritten = false;
  const run: Transaction['run'] = async (sql, params) => {
    // One that fails has written nothing.
    const done = await tx.run(sql, params);
    hasWritten = true;
    return done;
  };
  const part: Transaction = Object.create(tx, { run: { value: run } });
  try {
    return await work(part);
  } catch (error) {
    if (!hasWritten) throw error;
    throw new Spoiled('written already', { cause: error });
  }
};

async function attempt(tools: RecordTools, actor: Actor, task: Task, keys: readonly string[], around: Around): Promise<Portion> {
  const { model, verb, act, lang } = task;
  const { kind } = tools.db;
  const outcome: Portion = { lines: [], effects: [] };
  try {
    await tools.db.transaction(async (tx) => {
      Object.assign(outcome, { lines: [], effects: [] });
      const later: Later = { history: [], changes: [] };
      const found = await loadRows(tx, wholeReader(model, kind, actor.roles, verb), keys, true);
      const rows = new Map(found.map((row: Row) => [String(row[model.entity.key]), row]));
      for (const id of keys) {
        const row = rows.get(id);
        const fate = (what: BulkFate, problems: Problem[] = []) =>
          outcome.lines.push({
            id,
            title: row ? titleOf(shareOf(model, actor.roles, kind, row), model, lang) : '',
            do: what,
            problems: problems.map((problem) => ({ path: problem.path, code: problem.code, message: task.word(problem, model) })),
          });
        const { history, changes } = later;
        const noted = [history.length, changes.length] as const;
        try {
          const more = await around(tx, async (part) => {
            const own = { ...tools, db: joined(tools.db, part), ...(!task.isNotedAtOnce && { later }) };
            return act(own, row ?? (await existingRow(own, actor, model, id, verb)));
          });
          outcome.effects = summed(outcome.effects, more);
          fate('changed');
        } catch (error) {
          const refusal = asRefusal(error, model);
          if (!refusal || refusal.status >= 500) throw error;
          [history.length, changes.length] = noted;
          if (refusal.code === 'msg.nochange' || refusal.code === 'msg.nothing') fate('same');
          else fate('refused', problemsOf(refusal));
        }
      }
      if (task.mode === 'check') throw new Rehearsed();
      await noteLater(tx, later);
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return outcome;
}

function problemsOf({ code, values, fields }: Refusal): Problem[] {
  // That its state has the operation closed says more than the field of the state.
  return fields.length && code !== 'msg.state' ? [...fields] : [{ path: '', code, values }];
}
