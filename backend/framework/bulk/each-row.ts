/** Work on many rows, each as one ordinary save, in portions: a portion is one transaction in which a row that is refused takes nothing with it. */
import type { Lang, ObjectModel, Row, Verb } from '#codegen/model.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { joined } from '#framework/data/engine/joined.ts';
import { withPatience } from '#framework/data/engine/patience.ts';
import { savepoint } from '#framework/data/engine/savepoint.ts';
import { projectRow, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRows } from '#framework/data/rows/records.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { existingRow } from '#framework/records/update-record.ts';
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
  verb: Verb & ('update' | 'delete');
  mode: BulkMode;
  /** the rows' keys */
  keys: readonly string[];
  /** which rows they are, for the report */
  seen: string;
  /** does it to a row that is read and locked, with tools whose transactions join the portion's. @throws Refusal msg.nochange where nothing is to be done */
  act(tools: RecordTools, row: Row): Promise<unknown>;
  word(problem: Problem, model: ObjectModel): string;
  lang: Lang;
}

/** The whole of a job: does it to each row, tells how far it is, and reports. What was done before it is cancelled stays done. */
export async function eachRow(tools: RecordTools, actor: Actor, task: Task, job: JobContext): Promise<BulkReport> {
  const { keys, mode, seen } = task;
  const report: BulkReport = { mode, counts: { changed: 0, same: 0, refused: 0 }, lines: [], seen, left: 0 };
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
    const lines = await withPatience(() => inOneTransaction(tools, actor, task, some));
    if (lines) for (const line of lines) note(report, line);
    else report.left += some.length;
    inARow = lines ? 0 : inARow + 1;
    job.tell(start + some.length);
  }
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

async function inOneTransaction(tools: RecordTools, actor: Actor, task: Task, keys: readonly string[]): Promise<BulkLine[]> {
  const { model, verb, act, lang } = task;
  const { kind } = tools.db;
  let lines: BulkLine[] = [];
  const shown = readerFor(model, actor.roles, kind);
  try {
    await tools.db.transaction(async (tx) => {
      lines = [];
      const found = await loadRows(tx, wholeReader(model, kind, actor.roles, verb), keys, true);
      const rows = new Map(found.map((row: Row) => [String(row[model.entity.key]), row]));
      for (const id of keys) {
        const row = rows.get(id);
        const fate = (what: BulkFate, problems: Problem[] = []) =>
          lines.push({
            id,
            title: row ? titleOf(projectRow(shown, row) as Row, model, lang) : '',
            do: what,
            problems: problems.map((problem) => ({ path: problem.path, code: problem.code, message: task.word(problem, model) })),
          });
        try {
          await savepoint(tx, async (part) => {
            const own = { ...tools, db: joined(tools.db, part) };
            await act(own, row ?? (await existingRow(own, actor, model, id, verb)));
          });
          fate('changed');
        } catch (error) {
          const refusal = asRefusal(error, model);
          if (!refusal || refusal.status >= 500) throw error;
          if (refusal.code === 'msg.nochange') fate('same');
          else fate('refused', problemsOf(refusal));
        }
      }
      if (task.mode === 'check') throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return lines;
}

function problemsOf({ code, values, fields }: Refusal): Problem[] {
  return fields.length ? [...fields] : [{ path: '', code, values }];
}
