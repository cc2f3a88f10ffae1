import { sweepAttempts } from '#backend/data/attempts.ts';
import { sweepLog } from '#backend/data/log.ts';
import { sweepSecrets } from '#backend/data/secrets.ts';
import { sweepAddresses } from '#backend/data/watch.ts';
import type { Tools } from './tools.ts';

const day = 86_400_000;
/** From where a personal link was used is personal itself: kept while a festival may ask whether a link was passed on. */
const addressesKept = 90 * day;

/** Removes what has run out: ended sessions, attempts of yesterday, addresses of viewers, the oldest log entries. A database that is away is swept another time. */
export async function sweep(tools: Tools): Promise<void> {
  const now = tools.now().getTime();
  try {
    await tools.sessions.sweep(now);
    await sweepAttempts(tools.db, now);
    await sweepSecrets(tools.db, now - day);
    await sweepAddresses(tools.db, now - addressesKept);
    await sweepLog(tools.db);
  } catch (error) {
    tools.log.warn({ err: error }, 'sweep put off');
  }
}
