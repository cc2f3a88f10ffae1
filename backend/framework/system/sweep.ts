import { eraseAgain, listErasures } from '#framework/backup/erasures.ts';
import { mailDigests } from '#framework/comments/mail-digests.ts';
import { typingFor } from '#framework/comments/presence.ts';
import { sweepLeases } from '#framework/data/engine/lease.ts';
import { sweepChanges } from '#framework/data/rows/changeset.ts';
import { sweepAttempts } from '#framework/data/system/accounts/attempts.ts';
import { sweepSecrets } from '#framework/data/system/accounts/secrets.ts';
import { deleteRunsBefore } from '#framework/data/system/automations.ts';
import { sweepLog } from '#framework/data/system/log.ts';
import { sweepLastMails } from '#framework/data/system/mail.ts';
import { sweepMinutes } from '#framework/data/system/minutes.ts';
import { sweepNotices } from '#framework/data/system/notices.ts';
import { sweepPresence } from '#framework/data/system/presence.ts';
import { totalsOf } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { sweepTrash } from '#framework/trash/empty-trash.ts';
import { givenUpAfter } from '#rules/mail.ts';
import { Slot } from '#rules/slot.ts';
import { logModel } from './record-log.ts';

const day = 86_400_000;
/** A notice is shown for so long, whether it was read or not. */
const noticeDays = 90;
/** What automations did is listed for so long. */
const runDays = 90;

/** Removes what has run out of the application's; `now` in ms. */
export const moreSweeps = new Slot<(tools: Tools, now: number) => Promise<void>>(async () => {});

/** Removes what has run out: ended sessions, attempts of yesterday, the oldest log entries, and what the application keeps for a time. A database that is away is swept another time. */
export async function sweep(tools: Tools): Promise<void> {
  const now = tools.now().getTime();
  try {
    await tools.sessions.sweep(now);
    await sweepLeases(tools.db);
    await sweepMinutes(tools.db, Math.floor(now / 60_000) - 1);
    await sweepAttempts(tools.db, now);
    await sweepSecrets(tools.db, now - day);
    await sweepTrash(tools, now);
    await sweepChanges(tools.db, now - day);
    await sweepPresence(tools.db, now - typingFor);
    await sweepNotices(tools.db, now - noticeDays * day);
    await deleteRunsBefore(tools.db, now - runDays * day);
    await mailDigests(tools);
    if (tools.registry.get('mail') && tools.tables.blocked('mail') === undefined) await sweepLastMails(tools.db, stampOf(now - givenUpAfter), stampOf(now));
    await moreSweeps.value(tools, now);
    await eraseAgain(tools);
    await listErasures(tools);
    const log = logModel(tools);
    if (log) totalsOf(tools.db).changed(log.name, -(await sweepLog(tools.db)));
  } catch (error) {
    tools.log.warn({ err: error }, 'sweep put off');
  }
}
