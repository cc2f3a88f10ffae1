/** The log of client and server errors that staff read on the system page. */
import type { LogEntry } from '#domain/log-entry.ts';
import type { Database } from './connect.ts';

const kept = 10_000;

export async function writeLog(db: Database, entry: LogEntry, at: number): Promise<void> {
  const { level, side, src, msg, user, desc, stack } = entry;
  await db.run('INSERT INTO _log (at, level, side, src, msg, `user`, `desc`, stack) VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
    at,
    level,
    side,
    src,
    msg,
    user,
    desc,
    stack,
  ]);
}

export async function listLog(db: Database): Promise<(LogEntry & { at: number })[]> {
  const rows = await db.query('SELECT at, level, side, src, msg, `user`, `desc`, stack FROM _log ORDER BY id DESC LIMIT 100', []);
  return rows.map(readEntry);
}

function readEntry(row: Record<string, unknown>): LogEntry & { at: number } {
  const part = (name: string) => String(row[name] ?? '');
  return {
    at: Number(row.at),
    level: part('level'),
    side: part('side'),
    src: part('src'),
    msg: part('msg'),
    user: part('user'),
    desc: part('desc'),
    stack: part('stack'),
  };
}

/** Reports that say the same, together. Times are ms since 1970. */
export interface LogGroup {
  /** of the newest report */
  id: number;
  level: string;
  side: string;
  src: string;
  msg: string;
  count: number;
  users: number;
  first: number;
  last: number;
}

/** Grouped by what was reported and where, last seen first. */
export async function groupLog(db: Database): Promise<LogGroup[]> {
  const rows = await db.query(
    'SELECT MAX(id) AS id, level, side, src, msg, COUNT(*) AS count, COUNT(DISTINCT `user`) AS users, MIN(at) AS first, MAX(at) AS last FROM _log GROUP BY level, side, src, msg ORDER BY MAX(id) DESC LIMIT 100',
  );
  return rows.map((row) => ({
    id: Number(row.id),
    level: String(row.level),
    side: String(row.side),
    src: String(row.src),
    msg: String(row.msg),
    count: Number(row.count),
    users: Number(row.users),
    first: Number(row.first),
    last: Number(row.last),
  }));
}

/** The newest reports of the group that this one belongs to. */
export async function loadLogGroup(db: Database, id: number): Promise<(LogEntry & { id: number; at: number })[]> {
  const rows = await db.query(
    'SELECT l.id, l.at, l.level, l.side, l.src, l.msg, l.`user`, l.`desc`, l.stack FROM _log l JOIN _log g ON g.level = l.level AND g.side = l.side AND g.src = l.src AND g.msg = l.msg WHERE g.id = ? ORDER BY l.id DESC LIMIT 20',
    [id],
  );
  return rows.map((row) => ({ id: Number(row.id), ...readEntry(row) }));
}

/** Forgets a group: what it told is mended. Gives how many reports it had. */
export async function dropLogGroup(db: Database, id: number): Promise<number> {
  const [row] = await db.query('SELECT level, side, src, msg FROM _log WHERE id = ?', [id]);
  if (!row) return 0;
  const { changes } = await db.run('DELETE FROM _log WHERE level = ? AND side = ? AND src = ? AND msg = ? AND id <= ?', [
    String(row.level),
    String(row.side),
    String(row.src),
    String(row.msg),
    id,
  ]);
  return changes;
}

/** Keeps the newest; called at start and each hour. */
export async function sweepLog(db: Database): Promise<void> {
  const [row] = await db.query('SELECT MAX(id) AS newest FROM _log', []);
  await db.run('DELETE FROM _log WHERE id <= ?', [Number(row?.newest ?? 0) - kept]);
}
