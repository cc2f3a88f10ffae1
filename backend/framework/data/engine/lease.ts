/**
 * Leases in rows: one holder of a name among all processes of a database, by the database's own clock. A holder that falls silent loses it to the next.
 * MariaDB's GET_LOCK serves for that on one server only; in a cluster each node has its own (decision 092).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, type DatabaseKind, type Executor, Unavailable } from './database.ts';
import { raw, table } from './table.ts';

/** ms without a sign of life after which another may take it: more than a cluster stands still while it finds out that a node is gone. */
const lasts = 15_000;
/** ms between two signs of life. */
const beatEvery = 2_500;
const lookEvery = 200;

/** Milliseconds since 1970 by the database's clock, in SQL: processes on several machines agree on it. */
export function nowSql(kind: DatabaseKind): string {
  return kind === 'sqlite' ? "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)" : 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)';
}

/** Takes it where nobody holds it, or whoever did has fallen silent; or goes on holding it. */
export async function takeLease(db: Executor, name: string, holder: string): Promise<boolean> {
  const now = nowSql(db.kind);
  const row = { name, holder, ends_at: raw(db, `${now} + ${lasts}`) };
  const insert = table(db, '_lease').insert(row).onConflict('name');
  if (db.kind === 'sqlite') await insert.merge(['holder', 'ends_at']).where('_lease.ends_at', '<', raw(db, now)).orWhere('_lease.holder', holder);
  else {
    const isFree = `ends_at < ${now} OR holder = VALUES(holder)`;
    // One column after the other, so that the end goes by who holds it then.
    await insert.merge({
      holder: raw(db, `IF(${isFree}, VALUES(holder), holder)`),
      ends_at: raw(db, 'IF(holder = VALUES(holder), VALUES(ends_at), ends_at)'),
    });
  }
  return (await table(db, '_lease').where({ name, holder }).first('name')) !== undefined;
}

export async function leaveLease(db: Executor, name: string, holder: string): Promise<void> {
  await table(db, '_lease').where({ name, holder }).del();
}

/** How many are held of those whose name begins so. */
export async function countLeases(db: Executor, prefix: string): Promise<number> {
  const row = await table(db, '_lease')
    .where('name', 'like', `${prefix}%`)
    .where('ends_at', '>=', raw(db, nowSql(db.kind)))
    .count({ n: '*' })
    .first();
  return Number(row?.n ?? 0);
}

/** Takes away those whose name begins so, whoever holds them: for an embedded database, which has no other process. */
export async function dropLeases(db: Executor, prefix: string): Promise<void> {
  await table(db, '_lease').where('name', 'like', `${prefix}%`).del();
}

/** Takes away what ended a day ago. */
export async function sweepLeases(db: Executor): Promise<void> {
  await table(db, '_lease')
    .where('ends_at', '<', raw(db, `${nowSql(db.kind)} - 86400000`))
    .del();
}

/** After the database's clock was set back: a lease ends at most its whole time from now. */
export async function shortenLeases(db: Executor): Promise<void> {
  const longest = raw(db, `${nowSql(db.kind)} + ${lasts}`);
  await table(db, '_lease').where('ends_at', '>', longest).update({ ends_at: longest });
}

/** Runs the work while no other process holds the name; the others wait their turn. @throws Unavailable where it takes longer than `longest` ms */
export async function underLease<T>(db: Database, name: string, longest: number, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  const until = performance.now() + longest;
  // The first work of all is what makes the tables.
  const made = 'CREATE TABLE IF NOT EXISTS `_lease` (`name` VARCHAR(64) NOT NULL PRIMARY KEY, `holder` VARCHAR(64) NOT NULL, `ends_at` BIGINT NOT NULL)';
  if (db.kind === 'mariadb') await db.exec(`${made} ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`);
  while (!(await takeLease(db, name, holder))) {
    if (performance.now() >= until) throw new Unavailable(`Another process has been at work on ${db.address} (${name}) for ${longest / 60_000} minutes.`);
    await wait(lookEvery);
  }
  // One that cannot be told now is told by the next.
  const beat = setInterval(() => void takeLease(db, name, holder).catch(() => undefined), beatEvery);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await leaveLease(db, name, holder).catch(() => undefined); // it ends by itself
  }
}
