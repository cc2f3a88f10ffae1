/** What only somebody else knows of imported rows, asked once they are stored, by a job of its own: an import waits for nobody (decision 168). */

import type { Lang, Row } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRows } from '#framework/data/rows/records.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { workActor } from '#framework/jobs/work-actor.ts';
import { readMessages } from '#framework/messages.ts';
import type { AskRow } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { titleOf } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { sentence } from '#rules/words/wording.ts';
import type { AskedReport } from './wire.ts';

/** What an import wrote or found as its sheet has it, as the job stores it to begin again; a line as the spreadsheet numbers it. */
export interface Imported {
  object: string;
  fields: readonly string[];
  rows: readonly (readonly [line: number, id: string])[];
  /** of what is said */
  lang: Lang;
}

/** Rows that are read at once, and how many of them are asked about at a time. */
const [portion, atOnce] = [100, 4];
/** Rows in a row about which nobody answered before the rest is left: a host that is away, or that has been asked too often. */
const mostAway = 12;
const mostShown = 500;

/** Starts the job where there is something to ask. What fails here takes no import along. */
export async function startAsking(tools: Tools, actor: Actor, imported: Imported): Promise<{ kind: string; job: string } | undefined> {
  const { registry, afterImport, jobs, log } = tools;
  const { object, fields, rows } = imported;
  try {
    const model = registry.get(object)?.model;
    if (!afterImport || !model || !rows.length || !(await afterImport.of({ model, fields }))) return undefined;
    const { kind } = afterImport;
    const work = askEach(tools, async () => actor, imported);
    return { kind, job: await jobs.start(kind, actor.id, work, { inTurn: true, rest: JSON.stringify(imported) }) };
  } catch (error) {
    log.warn({ err: error, object }, 'nothing is asked about the rows of an import');
    return undefined;
  }
}

/** The job of an import whose process has ended begins again: nothing that it asked is stored anywhere else. */
export function takeUpAsking(tools: Tools): void {
  const { jobs, afterImport } = tools;
  if (!afterImport) return;
  jobs.takesUp(afterImport.kind, (rest, by) => askEach(tools, () => workActor(tools, by), JSON.parse(rest) as Imported), { inTurn: true }); // stored above
}

function askEach(tools: Tools, who: () => Promise<Actor>, { object, fields, rows, lang }: Imported) {
  return async (job: JobContext): Promise<AskedReport> => {
    const { db, config, registry, afterImport } = tools;
    const report: AskedReport = { asked: { fine: 0, other: 0, unknown: 0, away: 0 }, lines: [], left: 0 };
    const actor = await who();
    const model = registry.get(object)?.model;
    if (!model) throw new Refusal('msg.notfound', { values: { object } });
    const ask: AskRow = (await afterImport?.of({ model, fields })) ?? (async () => undefined);
    const messages = readMessages(config.localesDir)[lang];
    let [begun, inARow] = [0, 0];
    const isOver = () => job.signal.aborted || inARow >= mostAway;
    job.tell(0, rows.length);
    for (let start = 0; start < rows.length && !isOver(); start += portion) {
      const some = rows.slice(start, start + portion);
      const ids = some.map(([, id]) => id);
      const stored: Row[] = await loadRows(db, readerFor(model, actor.roles, db.kind), ids);
      const byKey = new Map(stored.map((row) => [String(row[model.entity.key]), row]));
      const left = some.values();
      const askOn = async () => {
        for (const [line, id] of left) {
          begun += 1;
          const row = byKey.get(id);
          const found = row && (await ask(row));
          if (found) {
            const { state, problems } = found;
            report.asked[state] += 1;
            inARow = state === 'away' ? inARow + 1 : 0;
            const said = problems.map((problem) => ({ path: problem.path, code: problem.code, message: sentence(problem, messages, lang, model) }));
            if (said.length && report.lines.length < mostShown) report.lines.push({ line, id, title: titleOf(row, model, lang), problems: said });
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
  };
}
