/** The log of client and server errors: rows of the object `log`, which the server alone writes. Where no schema declares it, the process's own log holds them. */

import type { ErrorGroup, ErrorReport } from '#framework/system/wire.ts';
import type { Database } from '../engine/connect.ts';

const mostEntries = 10_000;

const columns = (of = '') => ['id', 'create_at', 'level', 'side', 'src', 'msg', 'user', 'desc', 'stack'].map((name) => `${of}\`${name}\``).join(', ');

export async function listLog(db: Database): Promise<ErrorReport[]> {
  const rows = await db.query(`SELECT ${columns()} FROM log ORDER BY id DESC LIMIT 100`, []);
  return rows.map(readEntry);
}

function readEntry(row: Record<string, unknown>): ErrorReport {
  const part = (name: string) => String(row[name] ?? '');
  const texts = { level: part('level'), side: part('side'), src: part('src'), msg: part('msg'), user: part('user'), desc: part('desc'), stack: part('stack') };
  return { id: part('id'), at: part('create_at'), ...texts };
}

/** Grouped by what was reported and where, last seen first; instants are 'YYYY-MM-DD hh:mm:ss' UTC. */
export async function groupLog(db: Database): Promise<ErrorGroup[]> {
  const rows = await db.query(
    'SELECT MAX(id) AS id, level, side, src, msg, COUNT(*) AS count, COUNT(DISTINCT `user`) AS users, MIN(create_at) AS first, MAX(create_at) AS last FROM log GROUP BY level, side, src, msg ORDER BY MAX(id) DESC LIMIT 100',
  );
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
  const rows = await db.query(
    `SELECT ${columns('l.')} FROM log l JOIN log g ON g.level = l.level AND g.side = l.side AND g.src = l.src AND g.msg = l.msg WHERE g.id = ? ORDER BY l.id DESC LIMIT 20`,
    [id],
  );
  return rows.map(readEntry);
}

/** Deletes a group of reports whose cause is mended. Returns how many reports it had. */
export async function dropLogGroup(db: Database, id: string): Promise<number> {
  const [row] = await db.query('SELECT level, side, src, msg FROM log WHERE id = ?', [id]);
  if (!row) return 0;
  const { changes } = await db.run('DELETE FROM log WHERE level = ? AND side = ? AND src = ? AND msg = ? AND id <= ?', [
    String(row.level),
    String(row.side),
    String(row.src),
    String(row.msg),
    id,
  ]);
  return changes;
}

/** Keeps the newest; called at start and each hour. */
export async function sweepLog(db: Database): Promise<number> {
  const [row] = await db.query(`SELECT id FROM log ORDER BY id DESC LIMIT 1 OFFSET ${mostEntries}`, []);
  return row ? (await db.run('DELETE FROM log WHERE id <= ?', [String(row.id)])).changes : 0;
}
