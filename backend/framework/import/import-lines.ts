/** Lines of a sheet as rows: what each is about, and the save that it is; many in one transaction, in which a line that is refused takes nothing with it. */

import { setTimeout as wait } from 'node:timers/promises';
import type { JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { joined } from '#framework/data/engine/joined.ts';
import { savepoint } from '#framework/data/engine/savepoint.ts';
import { valuesBefore } from '#framework/data/rows/history.ts';
import { readerFor, shareOf, wholeReader } from '#framework/data/rows/reader.ts';
import { loadKeys, loadRows } from '#framework/data/rows/records.ts';
import type { ImportMode, LineOutcome } from '#framework/import/wire.ts';
import { createRecord, prepareRow } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { changeRow, prepareChange } from '#framework/records/update-record.ts';
import { instant } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Scalar } from '#kinds/kind.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { type Cell, changedAt, type ImportColumn, type ImportTake, matchOf, payloadOf, type SheetMoment } from '#rules/records/import.ts';
import { sameValue, titleOf, trimRow } from '#rules/records/record.ts';
import { goesAgain, pauseBefore } from '#rules/second-try.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { type ReferenceWords, withKeys } from './reference-words.ts';

/** ms before a line's second try */
const pause = 1_000;
/** Rows that an index takes for one: 'Été' and 'ete'. */
const mostAlike = 10;

export interface Work {
  tools: Tools;
  actor: Actor;
  model: ObjectModel;
  mode: ImportMode;
  take: ImportTake;
  /** of the titles in the report */
  lang?: Lang;
  /** the fields that tell a row from all others, joined by commas; '' for whichever a line fills in */
  by: string;
  /** called at the end of the transaction of several lines: for what must be committed with them or not at all */
  after?: (tx: Executor, outcomes: readonly Outcome[]) => Promise<void>;
}

/** A line as it says, and whose row it is about. */
export interface ReadLine {
  /** as the spreadsheet numbers it */
  line: number;
  /** the payload of a new row, and that of one that stands */
  filled: Row;
  whole: Row;
  /** when the row was as the sheet has it, where it says so */
  since: SheetMoment | undefined;
  match: Row | undefined;
  problems: Problem[];
}

export interface Outcome {
  do: LineOutcome;
  id: string;
  title: string;
  problems: Problem[];
}

/** `seen`: what the lines above are about, and where each stands. */
export function readLine(
  { model, actor, by }: Work,
  cells: readonly Cell[],
  columns: readonly ImportColumn[],
  line: number,
  words: ReferenceWords,
  seen: Map<string, number>,
): ReadLine {
  const read = payloadOf(cells, columns, model);
  const { row: filled, problems: unclear } = withKeys(read.filled, model, words);
  const { row: whole } = withKeys(read.whole, model, words);
  // As a save stores it: an address that identifies a row has no capitals.
  const match = matchOf(trimRow(filled, model.fields), model, actor.roles, by);
  const problems = [...read.problems, ...unclear];
  const name = match && JSON.stringify(match);
  const before = name === undefined || problems.length ? undefined : seen.get(name);
  if (before !== undefined) problems.push({ path: Object.keys(match ?? {})[0] ?? '', code: 'import.twice', values: { line: before } });
  else if (name !== undefined && !problems.length) seen.set(name, line);
  return { line, filled, whole, since: read.since, match, problems };
}

/** All of them in one transaction; undefined where the database did not take it: then each is tried by itself. */
export async function importTogether(work: Work, lines: readonly ReadLine[]): Promise<Outcome[] | undefined> {
  const { tools, mode } = work;
  try {
    if (mode === 'check') return await eachOf(work, tools, tools.db, lines);
    return await tools.db.transaction(async (tx) => {
      // What is refused before it is written costs no savepoint.
      const db = { ...joined(tools.db, tx), transaction: <T>(act: (part: typeof tx) => Promise<T>) => savepoint(tx, act) };
      const outcomes = await eachOf(work, { ...tools, db }, tx, lines);
      await work.after?.(tx, outcomes);
      return outcomes;
    });
  } catch (error) {
    const refusal = asRefusal(error, work.model);
    if (!refusal || refusal.status < 500) throw error;
    return undefined;
  }
}

/** In a transaction of its own, and once more where that may help. */
export async function importAlone(work: Work, line: ReadLine): Promise<Outcome | 'away'> {
  const { tools, model } = work;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const existing = await rowOf(work, tools.db, line);
      return await importOne(work, tools, line, existing, await seenBefore(work, tools.db, [[line, existing]]));
    } catch (error) {
      const refusal = asRefusal(error, model);
      if (!refusal) throw error;
      if (attempt === 1 && goesAgain('POST', refusal.status)) await wait(pauseBefore(undefined, pause));
      else {
        tools.log.warn({ err: error, line: line.line, object: model.name }, 'a line of an import could not be written');
        return 'away';
      }
    }
  }
}

async function eachOf(work: Work, own: RecordTools, db: Executor, lines: readonly ReadLine[]): Promise<Outcome[]> {
  // Lines that are told apart by different fields may be about one row, which the first of them makes.
  const ways = new Set(lines.map(({ match }) => Object.keys(match ?? {}).join(' ')).filter(Boolean));
  const known = ways.size > 1 ? undefined : await rowsOf(work, db, lines);
  const before = known && (await seenBefore(work, db, [...known]));
  const outcomes: Outcome[] = [];
  for (const line of lines) {
    const existing = known ? known.get(line) : await rowOf(work, db, line);
    outcomes.push(await importOne(work, own, line, existing, before ?? (await seenBefore(work, db, [[line, existing]]))));
  }
  return outcomes;
}

/** @throws what is no fault of the line */
async function importOne(work: Work, own: RecordTools, line: ReadLine, existing: Row | undefined, before: ReadonlyMap<string, Row>): Promise<Outcome> {
  const { actor, model, mode, lang } = work;
  const { filled } = line;
  const { key } = model.entity;
  const { whole, outdated } = untouched(model, line, existing, existing && before.get(String(existing[key])));
  const problems = [...line.problems, ...notTaken(work, line, existing), ...outdated];
  const named = { id: String(filled[key] ?? ''), title: titleOf(filled, model, lang) };
  // As this person sees the row: its title may be made of fields that they write past.
  const called = (row: Row) => titleOf(shareOf(model, actor.roles, own.db.kind, row), model, lang);
  const refused = (found: Problem[]): Outcome => ({ do: 'refused', ...named, problems: found });
  try {
    if (problems.some(({ code }) => code.startsWith('import.') && code !== 'import.ambiguous')) return refused(problems);
    if (problems.length) return refused([...problems, ...(await otherFaults(own, actor, model, line, existing))]);
    const verb = existing ? 'update' : 'create';
    if (!may(model, actor.roles, verb)) throw new Refusal('msg.forbidden', { values: { object: model.name, verb } });
    if (!existing) {
      const row = mode === 'write' ? await createRecord(own, actor, model.name, filled) : (await prepareRow(own, actor, model, filled)).row;
      return { do: 'create', id: mode === 'write' || filled[key] ? String(row[key]) : '', title: called(row), problems: [] };
    }
    const row = mode === 'write' ? await changeRow(own, actor, model, existing, whole) : (await prepareChange(own, actor, model, existing, whole)).next;
    return { do: 'update', id: String(existing[key]), title: called(row), problems: [] };
  } catch (error) {
    const refusal = asRefusal(error, model);
    if (!refusal || refusal.status >= 500) throw error;
    if (refusal.code === 'msg.nochange') return { do: 'same', ...named, ...(existing && { id: String(existing[key]) }), problems: [] };
    return refused(refusal.fields.length ? [...refusal.fields] : [{ path: '', code: refusal.code, values: refusal.values }]);
  }
}

/** Of rows that were changed after their sheet was made: what the changed fields were then, by the rows' keys. Two statements, none where there are no such rows. */
async function seenBefore({ model }: Work, db: Executor, lines: readonly (readonly [ReadLine, Row | undefined])[]): Promise<Map<string, Row>> {
  const since = lines.flatMap(([line, row]): [string, number][] => {
    if (!row || line.since === undefined || String(row[changedAt]) <= line.since.at) return [];
    // A spreadsheet may have left the seconds out: what happened within the minute was seen.
    return [[String(row[model.entity.key]), instant(line.since.at) + (line.since.at.endsWith(':00') ? 60_000 : 1_000)]];
  });
  return valuesBefore(db, model, new Map(since));
}

/**
 * What was changed since a sheet was made is left as it is where the sheet still has the former value: nobody typed that. Where it has another one, two people
 * have changed a field, and the line is refused.
 */
function untouched(
  model: ObjectModel,
  { whole: sent, since }: ReadLine,
  existing: Row | undefined,
  before: Row | undefined,
): { whole: Row; outdated: Problem[] } {
  const outdated: Problem[] = [];
  if (!existing || !before) return { whole: sent, outdated };
  const [whole, typed] = [{ ...sent }, trimRow(sent, model.fields)];
  for (const field of model.fields) {
    const { name } = field;
    const value = typed[name];
    if (value === undefined || !(name in before) || name === model.entity.key || sameValue(field, value, existing[name])) continue;
    if (sameValue(field, value, before[name])) delete whole[name];
    else outdated.push({ path: name, code: 'import.outdated', values: { column: since?.head ?? '' } });
  }
  return { whole, outdated };
}

/** A row that is there where only new ones are taken, or that is not where only changes are. */
function notTaken({ model, take, by }: Work, { match }: ReadLine, existing: Row | undefined): Problem[] {
  const path = Object.keys(match ?? {})[0] ?? (by.split(',')[0] || model.entity.key);
  if (take === 'new' && existing) return [{ path, code: 'import.exists', values: { id: String(existing[model.entity.key]) } }];
  if (take === 'change' && !existing) return [{ path, code: match ? 'import.absent' : 'import.nokey' }];
  return [];
}

/** What a save would refuse beside the cells that cannot be read: all faults of a line are told at once. */
async function otherFaults(
  own: RecordTools,
  actor: Actor,
  model: ObjectModel,
  { filled, whole, problems }: ReadLine,
  existing: Row | undefined,
): Promise<Problem[]> {
  const told = new Set(problems.map(({ path }) => path.split('/')[0]));
  try {
    if (existing) await prepareChange(own, actor, model, existing, whole);
    else await prepareRow(own, actor, model, filled);
    return [];
  } catch (error) {
    const refusal = asRefusal(error, model);
    if (!refusal || refusal.status >= 500) throw error;
    // A cell that could not be read is empty for the save: it has been told.
    return refusal.fields.filter(({ path }) => !told.has(path.split('/')[0]));
  }
}

async function rowOf(work: Work, db: Executor, line: ReadLine): Promise<Row | undefined> {
  return (await rowsOf(work, db, [line])).get(line);
}

/** The rows that the lines are about, whole, as far as this person may change them; of a transaction, locked until its end. Two statements. */
async function rowsOf({ model, actor, mode }: Work, db: Executor, lines: readonly ReadLine[]): Promise<Map<ReadLine, Row>> {
  const { key } = model.entity;
  const found = new Map<ReadLine, Row>();
  const matches = lines.map(({ match }) => match).filter((match) => match !== undefined);
  if (!matches.length) return found;
  const sort = { field: key, order: 'ASC' } as const;
  // Compared as the index does, and character by character below.
  const limit = matches.length * mostAlike;
  const keys = await loadKeys(db, readerFor(model, actor.roles, db.kind), { filter: filterOf(matches), sort, limit });
  const rows = (await loadRows(db, wholeReader(model, db.kind, actor.roles, 'update'), keys, mode === 'write')) as Row[]; // rows of an object that is known at run time
  const isThat = (row: Row, match: Row) =>
    Object.entries(match).every(([name, value]) => model.fields.some((field) => field.name === name && sameValue(field, row[name], value)));
  const byKey = new Map(rows.map((row) => [String(row[key]), row]));
  for (const line of lines) {
    const { match } = line;
    const row = match && (key in match ? byKey.get(String(match[key])) : rows.find((one) => isThat(one, match)));
    if (row) found.set(line, row);
  }
  return found;
}

/** Keys and business keys are texts, numbers, yes or no. */
function filterOf(matches: readonly Row[]): Filter {
  const names = Object.keys(matches[0] ?? {});
  const [name = ''] = names;
  const values = (one: string) => matches.map((match) => match[one] as JsonValue & Scalar);
  if (names.length === 1) return { kind: 'compare', field: name, op: 'in', value: values(name) };
  const all = (match: Row): Filter => ({
    kind: 'and',
    of: names.map((field) => ({ kind: 'compare', field, op: 'eq', value: match[field] as JsonValue & Scalar }) as const),
  });
  return { kind: 'or', of: matches.map(all) };
}
