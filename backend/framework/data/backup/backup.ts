/**
 * One consistent picture of the whole database, taken while it is in use, as files in a folder; and the way back into an empty one.
 * SQLite copies itself (VACUUM INTO) in a thread of its own; MariaDB is read table by table in one snapshot.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { connect, type Database } from '../engine/connect.ts';
import { restoringTable } from '../engine/format.ts';
import { tableNames } from '../system/system-tables.ts';
import type { Dumped, Restore, Watcher } from './dump.ts';

export async function dumpDatabase(db: Database, folder: string, watcher: Watcher): Promise<Dumped> {
  return db.kind === 'sqlite'
    ? (await import('./backup-sqlite.ts')).dumpSqlite(db, folder, watcher)
    : (await import('./backup-mariadb.ts')).dumpMariadb(db, folder, watcher);
}

/**
 * Puts a dump into the empty database at `url`, or into one where a restore was cut off, which is emptied first. It stays marked until `endRestore`.
 * Sessions stay behind: everybody signs in again.
 * @throws Error with a sentence: the database is not empty, or of the other kind
 */
export async function restoreDatabase(url: string, folder: string, dump: Restore): Promise<void> {
  const kind = url.startsWith('sqlite:') ? 'sqlite' : 'mariadb';
  const names = { sqlite: 'SQLite', mariadb: 'MariaDB' };
  if (kind !== dump.kind) throw new Error(`the backup is of ${names[dump.kind]}, and DATABASE_URL names ${names[kind]}`);
  if (kind === 'sqlite') await (await import('./backup-sqlite.ts')).restoreSqlite(url, folder, dump.store);
  else await (await import('./backup-mariadb.ts')).restoreMariadb(url, folder, dump);
}

/** Where the files of a restore were going that was cut off in this database; undefined where none was. */
export async function cutOffRestore(url: string): Promise<string | undefined> {
  if (url.startsWith('sqlite:') && !existsSync(resolve(url.slice('sqlite:'.length)))) return undefined;
  const db = await connect(url);
  try {
    if (!(await tableNames(db)).has(restoringTable)) return undefined;
    const [row] = await db.query(`SELECT store FROM ${restoringTable}`);
    return String(row?.store ?? '');
  } finally {
    await db.close();
  }
}

/** The restored database may be used from now on. */
export async function endRestore(url: string): Promise<void> {
  const db = await connect(url);
  await db.exec(`DROP TABLE IF EXISTS ${restoringTable}`).finally(() => db.close());
}
