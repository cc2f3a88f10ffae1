import { takeFromTrash } from '#framework/data/rows/trash.ts';
import { forgetTrashed } from '#framework/data/system/comments.ts';
import type { Tools } from '#framework/tools.ts';

const day = 86_400_000;

/** Takes everything out of the trash for good, or what has lain there for longer than `TRASH_DAYS`. What was said of it goes with it. Files that nothing else shows go with the next sweeps. */
export async function emptyTrash(tools: Pick<Tools, 'db' | 'log'>, before?: number): Promise<number> {
  const count = await tools.db.transaction(async (tx) => {
    await forgetTrashed(tx, before);
    return takeFromTrash(tx, before === undefined ? {} : { before });
  });
  if (count) tools.log.info({ count }, 'trash emptied');
  return count;
}

/** What has lain there for its time. */
export async function sweepTrash(tools: Pick<Tools, 'db' | 'log' | 'config'>, now: number): Promise<void> {
  const { trashDays } = tools.config;
  if (trashDays) await emptyTrash(tools, now - trashDays * day);
}
