/** The log of client and server errors: rows of the object `log`, which the server alone writes. Where no schema declares it, the process's own log holds them. */

import type { ErrorGroup, ErrorReport } from '#framework/system/wire.ts';
import type { Database } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';

const mostEntries = 10_000;

/** What makes reports one group. */
const group = ['level', 'side', 'src', 'msg'];
const columns = ['id', 'create_at', ...group, 'user', 'desc', 'stack'];

export async function listLog(db: Database): Promise<ErrorReport[]> {
  return (await table(db, 'log').select(columns).orderBy('id', 'desc').limit(100)).map(readEntry);
}

function readEntry(row: Record<string, unknown>): ErrorReport {
  const part = (name: string) => String(row[name] ?? '');
  const texts = { level: part('level'), side: part('side'), src: part('src'), msg: part('msg'), user: part('user'), desc: part('desc'), stack: part('stack') };
  return { id: part('id'), at: part('create_at'), ...texts };
}

/** Grouped by what was reported and where, last seen first; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
export async function groupLog(db: Database): Promise<ErrorGroup[]> {
  const rows = await table(db, 'log')
    .select(group)
    .max({ id: 'id', last: 'create_at' })
    .min({ first: 'create_at' })
    .count({ count: '*' })
    .countDistinct({ users: 'user' })
    .groupBy(group)
    .orderBy(raw(db, 'MAX(id)'), 'desc')
    .limit(100);
  return rows.map((row) => ({
    id: String(row.id),
    level: String(row.level),
    side: String(row.side),
    src: String(row.src),
    msg: String(row.msg),
    count: Number(row.count),
    users: Number(row.users),
    first: String(row.first),
    last: String(row.last),
  }));
}

/** The newest reports of the group that this one belongs to. */
export async function loadLogGroup(db: Database, id: string): Promise<ErrorReport[]> {
  const rows = await table(db, { l: 'log' })
    .join({ g: 'log' }, (on) => {
      for (const name of group) on.on(`g.${name}`, `l.${name}`);
    })
    .where('g.id', id)
    .select(columns.map((name) => `l.${name}`))
    .orderBy('l.id', 'desc')
    .limit(20);
  return rows.map(readEntry);
}

/** Deletes a group of reports whose cause is mended. Returns how many reports it had. */
export async function dropLogGroup(db: Database, id: string): Promise<number> {
  const row = await table(db, 'log').where({ id }).first(group);
  return row ? table(db, 'log').where(row).where('id', '<=', id).del() : 0;
}

/** Keeps the newest; called at start and each hour. */
export async function sweepLog(db: Database): Promise<number> {
  const row = await table(db, 'log').orderBy('id', 'desc').offset(mostEntries).first('id');
  return row ? table(db, 'log').where('id', '<=', String(row.id)).del() : 0;
}
