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
  const part = (row: Record<string, unknown>, name: string) => String(row[name] ?? '');
  return rows.map((row) => ({
    at: Number(row.at),
    level: part(row, 'level'),
    side: part(row, 'side'),
    src: part(row, 'src'),
    msg: part(row, 'msg'),
    user: part(row, 'user'),
    desc: part(row, 'desc'),
    stack: part(row, 'stack'),
  }));
}

/** Keeps the newest; called at start and each hour. */
export async function sweepLog(db: Database): Promise<void> {
  const [row] = await db.query('SELECT MAX(id) AS newest FROM _log', []);
  await db.run('DELETE FROM _log WHERE id <= ?', [Number(row?.newest ?? 0) - kept]);
}
