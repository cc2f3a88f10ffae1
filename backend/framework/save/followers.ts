/**
 * Rows that follow a change of another one and are too many for its transaction (data/rows/dependents.ts): a job works them out in portions, one for all of this
 * database. What it was cut off in it begins again, which changes nothing twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { dropLeft, followDependents, followersOf, nextLeft, recompute, type WrittenRow } from '#framework/data/rows/dependents.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { WokenJob } from '#framework/jobs/woken-job.ts';
import type { Tools } from '#framework/tools.ts';

/** Rows of one transaction. */
const portion = 200;
/** Between two of them, ms. */
const pause = 5;

export class Followers extends WokenJob {
  constructor(tools: Tools) {
    super(tools, { kind: 'follow', isLeft: async () => (await nextLeft(tools.db)) !== undefined, work: (context) => followLeft(tools, context) });
  }
}

async function followLeft({ db, registry, onSaved }: Tools, { signal, tell }: JobContext): Promise<{ rows: number; changed: number }> {
  const counts = { rows: 0, changed: 0 };
  for (let left = await nextLeft(db); left; left = await nextLeft(db)) {
    const model = registry.get(left.object)?.model;
    const ids = model && !model.entity.virtual ? await followersOf(db, model, left) : [];
    for (let start = 0; model && start < ids.length; start += portion) {
      signal.throwIfAborted();
      await db.transaction(async (tx) => {
        const changed = await recompute(tx, registry, model, ids.slice(start, start + portion));
        const others: WrittenRow[] = [];
        for (const row of changed) others.push(...(await followDependents(tx, registry, row)).followed);
        counts.changed += changed.length + others.length;
        tx.afterCommit(() => {
          for (const row of [...changed, ...others]) onSaved?.({ ...row, action: 'update' });
        });
      });
      // An embedded database answers at once, so that without a pause nobody else would be heard until the end.
      await wait(pause);
      counts.rows += Math.min(portion, ids.length - start);
      tell(counts.rows, counts.rows + Math.max(0, ids.length - start - portion));
    }
    await dropLeft(db, left);
  }
  return counts;
}
