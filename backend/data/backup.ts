/**
 * One consistent picture of the whole database, taken while it is in use, as files in a folder; and the way back into an empty one.
 * SQLite copies itself (VACUUM INTO) in a thread of its own; MariaDB is read table by table in one snapshot.
 */
import type { Database, DatabaseKind } from './connect.ts';
import type { Dumped, Watcher } from './dump.ts';

export async function dumpDatabase(db: Database, folder: string, watcher: Watcher): Promise<Dumped> {
  return db.kind === 'sqlite'
    ? (await import('./backup-sqlite.ts')).dumpSqlite(db, folder, watcher)
    : (await import('./backup-mariadb.ts')).dumpMariadb(db, folder, watcher);
}

/**
 * Puts a dump into the empty database at `url`. Sessions stay behind: everybody signs in again.
 * @throws Error with a sentence: the database is not empty, or of the other kind
 */
export async function restoreDatabase(url: string, folder: string, dump: { kind: DatabaseKind; rows: Record<string, number> }): Promise<void> {
  const kind = url.startsWith('sqlite:') ? 'sqlite' : 'mariadb';
  const names = { sqlite: 'SQLite', mariadb: 'MariaDB' };
  if (kind !== dump.kind) throw new Error(`the backup is of ${names[dump.kind]}, and DATABASE_URL names ${names[kind]}`);
  if (kind === 'sqlite') await (await import('./backup-sqlite.ts')).restoreSqlite(url, folder);
  else await (await import('./backup-mariadb.ts')).restoreMariadb(url, folder, dump.rows);
}
