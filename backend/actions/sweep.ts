import { sweepAttempts } from '#backend/data/attempts.ts';
import { sweepLog } from '#backend/data/log.ts';
import { sweepSecrets } from '#backend/data/secrets.ts';
import type { Tools } from './tools.ts';

/** Removes what has run out: ended sessions, attempts of yesterday, the oldest log entries. A database that is away is swept another time. */
export async function sweep(tools: Tools): Promise<void> {
  const now = tools.now().getTime();
  try {
    await tools.sessions.sweep(now);
    await sweepAttempts(tools.db, now);
    await sweepSecrets(tools.db, now - 86_400_000);
    await sweepLog(tools.db);
  } catch (error) {
    tools.log.warn({ err: error }, 'sweep put off');
  }
}
