/** A filled-in sheet into an object's rows: rehearsed line by line, then written through the same door as every save. */
import { readerFor, wholeReader } from '#backend/data/reader.ts';
import { loadPage, loadRow } from '#backend/data/records.ts';
import { readSheet } from '#backend/files/read-sheet.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import type { Filter } from '#domain/filter.ts';
import { type Cell, columnsOf, type ImportColumn, matchOf, payloadOf } from '#domain/import.ts';
import { may } from '#domain/permission.ts';
import { type Problem, Refusal } from '#domain/problem.ts';
import { titleOf } from '#domain/record.ts';
import { createRecord, prepareRow } from './create-record.ts';
import type { JobContext } from './jobs.ts';
import { modelFor } from './record-tools.ts';
import type { Tools } from './tools.ts';
import { prepareChange, updateRecord } from './update-record.ts';

/** 'check' writes nothing and says what 'write' would do. */
export type ImportMode = 'check' | 'write';
type Deed = 'create' | 'update' | 'same' | 'refused';

export interface ImportReport {
  mode: ImportMode;
  columns: ImportColumn[];
  counts: Record<Deed, number>;
  /** those refused, all of them up to 500, and of the others the first 50, in the order of the sheet; `line` as the spreadsheet numbers it */
  lines: { line: number; do: Deed; id: string; title: string; problems: { path: string; code: string; message: string }[] }[];
  /** the line before which somebody ended it, 0 where it came to its end */
  cutAt: number;
}

const mostLines = 10_000;
const mostShown = { refused: 500, others: 50 };

/**
 * Reads the sheet and starts the work; answers the job's id. Its result is an ImportReport.
 * A line stands or falls by itself: one that is refused keeps no other back, and the same sheet sent again finds what it made before.
 * @throws Refusal msg.forbidden, msg.sheet, msg.toolarge, msg.blank where no column is a field
 */
export async function startImport(
  tools: Tools,
  actor: Actor,
  object: string,
  { bytes, mode, word }: { bytes: Buffer; mode: ImportMode; word: (problem: Problem, model: ObjectModel) => string },
): Promise<string> {
  const model = modelFor(tools, actor, object, 'import');
  const [heads = [], ...lines] = await readSheet(bytes);
  if (lines.length > mostLines) throw new Refusal('msg.toolarge');
  const columns = columnsOf(heads, model, actor.roles);
  if (!columns.some(({ field }) => field)) throw new Refusal('msg.sheethead', { values: { object } });
  return tools.jobs.start('import', actor.id, (job) => importLines(tools, actor, model, { columns, lines, mode, word }, job));
}

interface Given {
  columns: ImportColumn[];
  lines: Cell[][];
  mode: ImportMode;
  word: (problem: Problem, model: ObjectModel) => string;
}

async function importLines(tools: Tools, actor: Actor, model: ObjectModel, { columns, lines, mode, word }: Given, job: JobContext): Promise<ImportReport> {
  const report: ImportReport = { mode, columns, counts: { create: 0, update: 0, same: 0, refused: 0 }, lines: [], cutAt: 0 };
  const seen = new Map<string, number>();
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
    const outcome = await importLine(tools, actor, model, { cells, columns, mode, line, seen });
    report.counts[outcome.do] += 1;
    const shown = report.lines.filter((known) => (known.do === 'refused') === (outcome.do === 'refused')).length;
    if (shown >= (outcome.do === 'refused' ? mostShown.refused : mostShown.others)) continue;
    const problems = outcome.problems.map((problem) => ({ path: problem.path, code: problem.code, message: word(problem, model) }));
    report.lines.push({ line, do: outcome.do, id: outcome.id, title: outcome.title, problems });
  }
  return report;
}

interface Line {
  cells: Cell[];
  columns: ImportColumn[];
  mode: ImportMode;
  line: number;
  /** keys met so far, and the lines that they stand on */
  seen: Map<string, number>;
}

async function importLine(
  tools: Tools,
  actor: Actor,
  model: ObjectModel,
  { cells, columns, mode, line, seen }: Line,
): Promise<{ do: Deed; id: string; title: string; problems: Problem[] }> {
  const { filled, whole, problems } = payloadOf(cells, columns, model);
  const match = matchOf(filled, model);
  const id = String(filled[model.entity.key] ?? '');
  const refused = (found: Problem[]) => ({ do: 'refused' as const, id, title: titleOf(filled, model), problems: found });
  if (problems.length) return refused(problems);
  const name = match && JSON.stringify(match);
  const before = name === undefined ? undefined : seen.get(name);
  if (before !== undefined) return refused([{ path: Object.keys(match ?? {})[0] ?? '', code: 'import.twice', values: { line: before } }]);
  if (name !== undefined) seen.set(name, line);
  try {
    const standing = match && (await rowOf(tools, actor, model, match));
    if (!standing) {
      if (!may(model, actor.roles, 'create')) throw new Refusal('msg.forbidden', { values: { object: model.name, verb: 'create' } });
      const row = mode === 'write' ? await createRecord(tools, actor, model.name, filled) : (await prepareRow(tools, actor, model, filled)).row;
      return { do: 'create', id: mode === 'write' || filled[model.entity.key] ? String(row[model.entity.key]) : '', title: titleOf(row, model), problems: [] };
    }
    if (!may(model, actor.roles, 'update')) throw new Refusal('msg.forbidden', { values: { object: model.name, verb: 'update' } });
    const key = String(standing[model.entity.key]);
    const row =
      mode === 'write'
        ? await updateRecord(tools, actor, model.name, key, whole, Number(standing.ver))
        : (await prepareChange(tools, actor, model, standing, whole)).next;
    return { do: 'update', id: key, title: titleOf(row, model), problems: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'msg.nochange') return { do: 'same', id, title: titleOf(filled, model), problems: [] };
    return refused(error.fields.length ? [...error.fields] : [{ path: '', code: error.code, values: error.values }]);
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
