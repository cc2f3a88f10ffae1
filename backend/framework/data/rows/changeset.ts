/** What one request, operation, import or bulk change wrote, for as long as it can be taken back: an entry a write, in their order. */
import type { Changes } from '#framework/records/wire.ts';
import { dateAt } from '#framework/time.ts';
import type { Executor, RawRow, SqlValue } from '../engine/connect.ts';
import { insertAll, padded, table } from '../engine/table.ts';
import { type Rename, readRenames } from '../evolve/journal.ts';
import { wholeChanges } from './history.ts';

/** The writes that are taken back together. */
export interface Changeset {
  /** made by the page, a UUID */
  id: string;
  /** the object that it was asked of */
  of: string;
  /** 'create', 'update', 'delete', 'import', or the name of the transition or operation */
  act: string;
  /** something was written that can be taken back */
  isNoted?: boolean;
}

export interface NotedChange {
  changeset: Changeset;
  object: string;
  id: string;
  do: 'create' | 'update' | 'delete' | 'restore';
  /** the version that the row had then; of a deleted one its last */
  ver: number;
  /** of a deletion: its id in the trash, '' where the object has none */
  deletion: string;
  by: string;
  at: Date;
  /** fields old and new; secrets are never among them */
  changes: Changes;
}

export type StoredChange = NotedChange & { entry: number };

/** In their order, by one statement. */
export async function noteChanges(tx: Executor, changes: readonly NotedChange[]): Promise<void> {
  await insertAll(tx, '_change', changes.map(stored));
}

function stored({ changeset, object, id, at, changes, do: what, ver, deletion, by }: NotedChange): Record<string, SqlValue> {
  const { id: set, of, act } = changeset;
  return { changeset: set, of, act, obj: object, row_id: id, at: at.getTime(), changes: JSON.stringify(changes), do: what, ver, deletion, by };
}

/** What a person wrote since an instant (ms) under that id, the last first, under the names that the fields have now. */
export async function loadChangeset(db: Executor, id: string, by: string, since: number): Promise<StoredChange[]> {
  const raws: RawRow[] = await table(db, '_change').where({ changeset: id, by }).where('at', '>=', since).orderBy('id', 'desc');
  const renames = await readRenames(db, [...new Set(raws.map(({ obj }) => String(obj)))]);
  return raws.map((raw) => readChange(raw, renames.get(String(raw.obj)) ?? []));
}

/** Writes that cannot be taken back any more. */
export async function forgetChanges(tx: Executor, changeset: string, object: string, id: string): Promise<void> {
  await table(tx, '_change').where({ changeset, obj: object, row_id: id }).del();
}

/** Entries that are taken back and cannot be once more. By their own keys: a changeset may have ten thousand, and a search through it would lock them all. */
export async function forgetEntries(tx: Executor, entries: readonly number[]): Promise<void> {
  await table(tx, '_change').whereIn('id', padded(entries)).del();
}

export async function sweepChanges(db: Executor, before: number): Promise<void> {
  await table(db, '_change').where('at', '<', before).del();
}

function readChange(raw: RawRow, renames: readonly Rename[]): StoredChange {
  return {
    entry: Number(raw.id),
    changeset: { id: String(raw.changeset), of: String(raw.of), act: String(raw.act) },
    object: String(raw.obj),
    id: String(raw.row_id),
    do: String(raw.do) as StoredChange['do'], // written by noteChanges, as is what follows
    ver: Number(raw.ver),
    deletion: String(raw.deletion),
    by: String(raw.by),
    at: dateAt(Number(raw.at)),
    changes: wholeChanges(String(raw.changes), renames, Number(raw.at)),
  };
}
