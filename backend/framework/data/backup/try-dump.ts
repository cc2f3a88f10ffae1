/** A dump put into a place that is thrown away, to know that it can be restored: a file beside it, or a database of MariaDB. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect, type Database, ident } from '../engine/connect.ts';
import { restoringTable } from '../engine/format.ts';
import { tableNames } from '../system/system-tables.ts';
import { restoreDatabase } from './backup.ts';
import { countedOfSqlite, type Restore } from './dump.ts';

/** ER_DBACCESS_DENIED_ERROR: the account has rights on its own database alone. */
const denied = 1044;

export interface Tried {
  /** table → rows, counted in the restored database */
  rows: Record<string, number>;
  database: Database;
}

/**
 * Restores the dump, hands over what came of it, and throws it away. Undefined where there is no place to restore it into: `scratchUrl` names an empty
 * database of MariaDB; without it one is made beside the server's own, where its account may.
 */
export async function tryDump<T>(databaseUrl: string, scratchUrl: string | undefined, folder: string, dump: Restore, look: (tried: Tried) => Promise<T>) {
  const restore = async (url: string): Promise<T> => {
    await restoreDatabase(url, folder, dump);
    const database = await connect(url);
    try {
      return await look({ rows: await countRows(database), database });
    } finally {
      await database.close();
    }
  };
  if (databaseUrl.startsWith('sqlite:')) return restore(`sqlite:${join(folder, 'tried.sqlite')}`);
  if (scratchUrl !== undefined) {
    if (placeOf(scratchUrl) === placeOf(databaseUrl))
      throw new Error('BACKUP_CHECK_URL names the database that the server works with; it should be one of its own');
    return restore(scratchUrl).finally(() => emptyTried(scratchUrl));
  }
  const own = await connect(databaseUrl, { poolSize: 1 });
  try {
    const base = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
    await dropLeft(own, base);
    const name = `${base}_check_${randomBytes(4).toString('hex')}`;
    const made = await own.exec(`CREATE DATABASE ${ident(name)}`).then(
      () => true,
      (error: unknown) => (numberOf(error) === denied ? false : Promise.reject(error)),
    );
    if (!made) return undefined;
    return await restore(urlOf(databaseUrl, name)).finally(() => own.exec(`DROP DATABASE ${ident(name)}`));
  } finally {
    await own.close();
  }
}

async function countRows(database: Database): Promise<Record<string, number>> {
  const sqlite = async () => (await database.query<{ name: string }>(countedOfSqlite)).map(({ name }) => name);
  const names = database.kind === 'sqlite' ? await sqlite() : [...(await tableNames(database))];
  const rows: Record<string, number> = {};
  for (const name of names) {
    if (name === restoringTable) continue;
    const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${ident(name)}`);
    rows[name] = Number(row?.n ?? 0);
  }
  return rows;
}

/** What killed checks have left: databases of such a name, marked as every tried one is since yesterday or longer, so that they are no other server's at work. */
async function dropLeft(own: Database, base: string): Promise<void> {
  const marked = await own.query<{ name: string }>(
    'SELECT table_schema AS name FROM information_schema.tables WHERE table_name = ? AND create_time < NOW() - INTERVAL 1 DAY',
    [restoringTable],
  );
  const isTried = (name: string) => name.startsWith(`${base}_check_`) && /^[0-9a-f]{8}$/.test(name.slice(base.length + '_check_'.length));
  for (const { name } of marked) if (isTried(name)) await own.exec(`DROP DATABASE ${ident(name)}`);
}

/** Its mark stays, by which the next check knows it. */
async function emptyTried(url: string): Promise<void> {
  const database = await connect(url, { poolSize: 1 });
  try {
    const names = await tableNames(database);
    if (!names.has(restoringTable)) return;
    await database.session(async (session) => {
      await session.exec('SET foreign_key_checks = 0');
      for (const name of names) if (name !== restoringTable) await session.exec(`DROP TABLE ${ident(name)}`);
      await session.exec('SET foreign_key_checks = 1');
    });
  } finally {
    await database.close();
  }
}

function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

function placeOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${searchParams.get('socket') ?? host}${pathname}`;
}

function numberOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errno' in error ? Number(error.errno) : 0;
}
