/** After the clock was set back: what was noted in its future. Limits, codes, sessions and leases then end by the time that passes, not when that instant comes again. */
import { stampOf } from '#framework/time.ts';
import { lease } from '#rules/mail.ts';
import { tableNames } from '../system/system-tables.ts';
import type { Database } from './connect.ts';

/**
 * After the clock was set back, brings times in the future back to now: an attempt counts from now on, a code or session has at most its whole time left, a
 * lease ends when it would from now. Running it twice, or in several processes, does nothing more. Records of the past stay as they were written: history,
 * log, jobs' ends.
 */
export async function bringBack(db: Database, now: number): Promise<void> {
  await db.run('UPDATE _attempt SET at = ? WHERE at > ?', [now, now]);
  // The end first, for MariaDB reads what it has set already.
  await db.run('UPDATE _secret SET ends_at = ends_at - (at - ?), at = ? WHERE at > ?', [now, now, now]);
  await db.run('UPDATE _session SET ends_at = ends_at - (created_at - ?), created_at = ? WHERE created_at > ?', [now, now, now]);
  await db.run('UPDATE _session SET seen_at = ? WHERE seen_at > ?', [now, now]);
  await db.run('UPDATE _upload SET at = ? WHERE at > ?', [now, now]);
  await db.run("UPDATE _job SET beat_at = ? WHERE state = 'running' AND beat_at > ?", [now, now]);
  if (!(await tableNames(db)).has('mail')) return;
  const [stamp, end] = [stampOf(now), stampOf(now + lease)];
  // The holder of a lease may still be sending it, so it has its lease; nextAt of one that waits is no later than that either.
  await db.run("UPDATE mail SET nextAt = ? WHERE status IN ('waiting', 'sending') AND nextAt > ? AND update_at > ?", [end, end, stamp]);
}
