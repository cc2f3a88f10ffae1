/** What only somebody else knows of imported rows, asked once they are stored, by a job of its own: an import waits for nobody (decision 168). */

import type { ObjectModel, Row } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRows } from '#framework/data/rows/records.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import type { Asking } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { AskedReport } from './wire.ts';

/** A row that an import wrote or found as the sheet has it; `line` as the spreadsheet numbers it. */
export interface AskedRow {
  line: number;
  id: string;
  title: string;
}

interface Imported {
  actor: Actor;
  model: ObjectModel;
  fields: readonly string[];
  rows: readonly AskedRow[];
  word: (problem: Problem, model: ObjectModel) => string;
}

/** Rows that are read at once, and how many of them are asked about at a time. */
const [portion, atOnce] = [100, 4];
/** Rows in a row about which nobody answered before the rest is left: a host that is away, or that has been asked too often. */
const mostAway = 12;
const mostShown = 500;

/** Starts the job where there is something to ask. What fails here takes no import along. */
export async function startAsking(tools: Tools, imported: Imported): Promise<{ kind: string; job: string } | undefined> {
  const { model, fields, rows, actor } = imported;
  try {
    const asking = rows.length ? await tools.afterImport?.({ model, fields: fields.filter(Boolean) }) : undefined;
    if (!asking) return undefined;
    const { kind } = asking;
    return { kind, job: await tools.jobs.start(kind, actor.id, (job) => askEach(tools, asking, imported, job), { inTurn: true }) };
  } catch (error) {
    tools.log.warn({ err: error, object: model.name }, 'nothing is asked about the rows of an import');
    return undefined;
  }
}

async function askEach({ db }: Tools, { ask }: Asking, { actor, model, rows, word }: Imported, job: JobContext): Promise<AskedReport> {
  const report: AskedReport = { asked: { fine: 0, other: 0, unknown: 0, away: 0 }, lines: [], left: 0 };
  let [begun, inARow] = [0, 0];
  const isOver = () => job.signal.aborted || inARow >= mostAway;
  job.tell(0, rows.length);
  for (let start = 0; start < rows.length && !isOver(); start += portion) {
    const some = rows.slice(start, start + portion);
    const reader = readerFor(model, actor.roles, db.kind);
    const stored = await loadRows(
      db,
      reader,
      some.map(({ id }) => id),
    );
    const byKey = new Map((stored as Row[]).map((row) => [String(row[model.entity.key]), row])); // rows of an object that is known at run time
    const left = some.values();
    const askOn = async () => {
      for (const { line, id, title } of left) {
        begun += 1;
        const row = byKey.get(id);
        const found = row && (await ask(row));
        if (found) {
          const { state, problems } = found;
          report.asked[state] += 1;
          inARow = state === 'away' ? inARow + 1 : 0;
          const said = problems.map((problem) => ({ path: problem.path, code: problem.code, message: word(problem, model) }));
          if (said.length && report.lines.length < mostShown) report.lines.push({ line, id, title, problems: said });
        }
        job.tell(begun);
        if (isOver()) return;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, askOn));
  }
  if (job.signal.reason === 'stopping') throw new Error('stopping');
  report.left = rows.length - begun;
  report.lines.sort((one, other) => one.line - other.line);
  return report;
}
