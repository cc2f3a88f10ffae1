/** After the clock was set back: what was noted in its future. Limits, codes, sessions and leases then end by the time that passes, not when that instant comes again. */
import { stampOf } from '#framework/time.ts';
import { codeLeeway, codePeriod } from '#rules/accounts/factor.ts';
import { lease } from '#rules/mail.ts';
import { tableNames } from '../system/system-tables.ts';
import type { Database } from './connect.ts';
import { shortenLeases } from './lease.ts';
import { raw, table } from './table.ts';

/**
 * After the clock was set back, brings times in the future back to now: an attempt counts from now on, a code or session has at most its whole time left, a
 * lease ends when it would from now. Running it twice, or in several processes, does nothing more. Records of the past stay as they were written: history,
 * log, jobs' ends.
 */
export async function bringBack(db: Database, now: number): Promise<void> {
  const move = (name: string, column: string) => table(db, name).where(column, '>', now);
  await move('_attempt', 'at').update({ at: now });
  // The end first, for MariaDB reads what it has set already.
  await move('_secret', 'at').update({ ends_at: raw(db, 'ends_at - (at - ?)', [now]), at: now });
  await move('_session', 'created_at').update({ ends_at: raw(db, 'ends_at - (created_at - ?)', [now]), created_at: now });
  await move('_session', 'seen_at').update({ seen_at: now });
  await move('_sign_in', 'at').update({ at: now });
  // The codes that were taken are of that future: from the next half minute on the app's are taken again.
  const step = Math.floor(now / 1000 / codePeriod);
  await table(db, '_factor')
    .where('step', '>', step + codeLeeway)
    .update({ step });
  await move('_presence', 'at').update({ at: now });
  await move('_upload', 'at').update({ at: now });
  await move('_job', 'beat_at').where({ state: 'running' }).update({ beat_at: now });
  await shortenLeases(db);
  if (!(await tableNames(db)).has('mail')) return;
  const [stamp, end] = [stampOf(now), stampOf(now + lease)];
  // The holder of a lease may still be sending it, so it has its lease; nextAt of one that waits is no later than that either.
  await table(db, 'mail').whereIn('status', ['waiting', 'sending']).where('nextAt', '>', end).where('update_at', '>', stamp).update({ nextAt: end });
}
