/** Versions of the objects' files, as the workbench has stored or found them. */
import type { Executor } from '../engine/connect.ts';
import { insertInto, table } from '../engine/table.ts';

const name = '_schema_file';

export interface StoredVersion {
  id: number;
  /** ms since 1970 */
  at: number;
  by: string;
  action: string;
  /** the texts' hash; '' of none */
  version: string;
  /** JSON of the texts, null of a deleted file */
  files: string | null;
}

/** The newest; undefined where none is known. */
export async function lastVersion(db: Executor, object: string): Promise<StoredVersion | undefined> {
  const [row] = await table(db, name).where({ name: object }).orderBy('id', 'desc').limit(1);
  return row && read(row);
}

/** The newest version of each, by name. */
export async function newestVersions(db: Executor): Promise<Map<string, StoredVersion>> {
  const newest = table(db, name).max('id').groupBy('name');
  const rows = await table(db, name).whereIn('id', newest).orderBy('name');
  return new Map(rows.map((row) => [String(row.name), read(row)]));
}

/** The newest versions of those objects that have no file by it. */
export async function goneVersions(db: Executor): Promise<(StoredVersion & { name: string })[]> {
  const all = [...(await newestVersions(db))].map(([name, version]) => ({ ...version, name }));
  return all.filter(({ name, files }) => files === null && !name.includes('/'));
}

/** Has it had this version? */
export async function wasVersion(db: Executor, object: string, version: string): Promise<boolean> {
  return (await table(db, name).where({ name: object, version }).first('id')) !== undefined;
}

/** Differs once any of them has a newer version. */
export async function lastChange(db: Executor): Promise<number> {
  const row = await table(db, name).max({ id: 'id' }).first();
  return Number(row?.id ?? 0);
}

export async function findVersion(db: Executor, object: string, id: number): Promise<StoredVersion | undefined> {
  const row = await table(db, name).where({ name: object, id }).first();
  return row && read(row);
}

/** Newest first. */
export async function listVersions(db: Executor, object: string, most: number): Promise<StoredVersion[]> {
  return (await table(db, name).where({ name: object }).orderBy('id', 'desc').limit(most)).map(read);
}

export async function addVersion(db: Executor, object: string, version: Omit<StoredVersion, 'id'>): Promise<void> {
  await insertInto(db, name, { name: object, ...version });
}

function read(row: Record<string, unknown>): StoredVersion {
  const { id, at, by, action, version, files } = row;
  return { id: Number(id), at: Number(at), by: String(by), action: String(action), version: String(version), files: files === null ? null : String(files) };
}
