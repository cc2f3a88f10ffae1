/** What happened to a row: one entry a save, with the fields it changed. Secrets are never in it. */

import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import type { Changes, ExportNote, HistoryEntry } from '#framework/records/wire.ts';
import { stampOf } from '#framework/time.ts';
import { rootOf, stepsOf } from '#rules/records/field-path.ts';
import { isSecret } from '#rules/records/record.ts';
import type { Executor, SqlValue } from '../engine/connect.ts';
import { insertAll, insertLast, padded, table } from '../engine/table.ts';
import { renamedInside } from '../evolve/inside.ts';
import { type Rename, readRenames } from '../evolve/journal.ts';
import type { Reader } from './reader.ts';

export interface HistoryNote {
  model: ObjectModel;
  id: string;
  ver: number;
  at: Date;
  by: string;
  action: string;
  changes: Changes;
}

/** The named fields, old and new; passwords and other writeOnly fields are left out. */
export function changesOf(model: ObjectModel, names: readonly string[], before: Row, after: Row | undefined): Changes {
  const changes: Changes = {};
  for (const name of names) {
    const field = model.fields.find((candidate) => candidate.name === name);
    if (field && !isSecret(field)) changes[name] = [before[name] ?? null, after?.[name] ?? null];
  }
  return changes;
}

/** Writes an entry; objects with x-history: false keep none. */
export async function noteHistory(tx: Executor, note: HistoryNote): Promise<void> {
  if (note.model.history) await insertLast(tx, '_history', stored(note));
}

/** Those of many rows, in their order, by one statement. */
export async function noteHistories(tx: Executor, notes: readonly HistoryNote[]): Promise<void> {
  await insertAll(tx, '_history', notes.filter(({ model }) => model.history).map(stored));
}

function stored({ model, id, ver, at, by, action, changes }: HistoryNote): Record<string, SqlValue> {
  return { obj: model.name, row_id: id, ver, at: at.getTime(), by, action, changes: JSON.stringify(changes) };
}

/** Writes that a file with personal data leaves the server: in the history of no row, of objects without one too. Gives the entry's id. */
export async function noteExport(db: Executor, object: string, by: string, at: Date, note: ExportNote): Promise<number> {
  const entry = { obj: object, row_id: '', ver: 0, at: at.getTime(), by, action: 'export', changes: JSON.stringify({ note }) };
  const [id] = await table(db, '_history').insert(entry);
  return Number(id);
}

/** Writes how many rows were in it, once it is whole. */
export async function completeExport(db: Executor, entry: number, note: ExportNote): Promise<void> {
  await table(db, '_history')
    .where({ id: entry })
    .update({ changes: JSON.stringify({ note }) });
}

/** Which entries of a row, by their ids. */
interface Part {
  below?: number;
  from?: number;
}

/**
 * Newest first, only the fields that the reader may read and that have a history surface; of the entries `below` one, or from one on. A save of which the
 * reader may see no field is left out.
 */
export async function loadHistory(db: Executor, reader: Reader, id: string, limit: number, { below, from }: Part = {}): Promise<HistoryEntry[]> {
  const found: HistoryEntry[] = [];
  let renames: readonly Rename[] | undefined;
  for (let [start, isEnd] = [below, false]; found.length < limit && !isEnd; ) {
    const entries = table(db, '_history').where({ obj: reader.model.name, row_id: id });
    if (start !== undefined) entries.where('id', '<', start);
    if (from !== undefined) entries.where('id', '>=', from);
    const raws = await entries.orderBy('id', 'desc').limit(limit);
    isEnd = raws.length < limit;
    if (raws.length) renames ??= (await readRenames(db, [reader.model.name])).get(reader.model.name) ?? [];
    for (const raw of raws) {
      start = Number(raw.id);
      const [at, text] = [Number(raw.at), String(raw.changes)];
      const changes = readableChanges(reader, text, renames ?? [], at);
      if (found.length === limit || isHidden(reader, changes, text, renames ?? [], at)) continue;
      found.push({ entry: start, at: stampOf(at), by: String(raw.by), action: String(raw.action), ver: Number(raw.ver), changes });
    }
  }
  return found;
}

/** Whether it is a save of fields that this reader may not see, and of no others. That a row was made or taken away is seen by whoever sees the row. */
export function isHidden({ model, fields }: Reader, share: Changes, ...stored: Parameters<typeof wholeChanges>): boolean {
  if (Object.keys(share).length) return false;
  const written = wholeChanges(...stored);
  if (written[model.entity.key]) return false;
  const found = model.fields.filter(({ name, surfaces }) => surfaces.history && written[name]);
  // Of a nested field with hidden parts, one of those that are seen may be what was changed.
  return found.length > 0 && !found.some(({ name }) => fields.some((field) => field.name === name));
}

/**
 * What rows were before they were changed lately: of each, by its id, the fields that were changed at or after a moment (ms), as they were before. For the
 * server's own questions, never sent. Two statements.
 */
export async function valuesBefore(db: Executor, model: ObjectModel, since: ReadonlyMap<string, number>): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  if (!since.size || !model.history) return found;
  const raws = await table(db, '_history')
    .where({ obj: model.name })
    .whereIn('row_id', padded([...since.keys()]))
    .where('at', '>=', Math.min(...since.values()))
    .orderBy('id')
    .select('row_id', 'at', 'changes');
  const renames = raws.length ? ((await readRenames(db, [model.name])).get(model.name) ?? []) : [];
  for (const raw of raws) {
    const [id, at] = [String(raw.row_id), Number(raw.at)];
    if (at < (since.get(id) ?? Number.POSITIVE_INFINITY)) continue;
    const before = found.get(id) ?? {};
    for (const [name, [value]] of Object.entries(wholeChanges(String(raw.changes), renames, at))) if (!(name in before)) before[name] = value;
    found.set(id, before);
  }
  return found;
}

/** The reader's share of an entry's changes, for every list of changes that leaves the server; under the names that the fields have now. */
export function readableChanges(reader: Reader, text: string, renames: readonly Rename[], at: number): Changes {
  const changes = wholeChanges(text, renames, at);
  const shown: Changes = {};
  for (const field of reader.fields) {
    const change = changes[field.name];
    // Of a nested field with parts that this reader may not see, the history shows nothing.
    const whole = reader.model.fields.find((candidate) => candidate.name === field.name);
    if (change && field.surfaces.history && countFields(field) === countFields(whole)) shown[field.name] = change;
  }
  return shown;
}

/** All that an entry says, old and new, under the names that the fields have now: for the server's own questions, never sent. */
export function wholeChanges(text: string, renames: readonly Rename[], at: number): Changes {
  return underPresentNames(JSON.parse(text) as Changes, renames, at); // written by noteHistory
}

/** What was written under former names (x-was), of fields and of members of nested values. */
function underPresentNames(changes: Changes, renames: readonly Rename[], at: number): Changes {
  const named = { ...changes };
  for (const { field, former, at: since } of renames) {
    if (since <= at) continue;
    const [top = '', ...path] = stepsOf(field);
    const to = path.pop();
    const change = named[to === undefined ? rootOf(former) : top];
    if (!change) continue;
    if (to === undefined) {
      delete named[rootOf(former)];
      named[top] ??= change;
    } else {
      const inside = [{ at: path, from: stepsOf(former).at(-1) ?? '', to }];
      named[top] = [renamedInside(change[0], inside), renamedInside(change[1], inside)];
    }
  }
  return named;
}

/** A row as it was stored then, under the names that its fields have now. */
export function rowUnderPresentNames(row: Row, renames: readonly Rename[], at: number): Row {
  const changes = Object.fromEntries(Object.entries(row).map(([name, value]): [string, Changes[string]] => [name, [value, null]]));
  return Object.fromEntries(Object.entries(underPresentNames(changes, renames, at)).map(([name, [value]]) => [name, value]));
}

function countFields(field: FieldModel | undefined): number {
  return (field?.fields ?? []).reduce((sum, inner) => sum + countFields(inner), 1);
}
