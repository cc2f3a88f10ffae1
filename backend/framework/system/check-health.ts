/** Whether the server can serve: for a balancer, which sends no more requests to one that cannot. */
import { demandFormat, ForeignData } from '#framework/data/engine/format.ts';
import type { Tools } from '#framework/tools.ts';

/** draining: it is being stopped; foreign: its data are being restored, or were written by a newer server; database: it does not answer. */
export type Readiness = 'ready' | 'draining' | 'foreign' | 'database';

/** An answer holds for so long, ms: however many ask, the database is asked a few times a second. */
const holds = 250;
/** How often the data's format is looked at, ms. */
const formatEvery = 5_000;

interface Looked {
  at: number;
  formatAt: number;
  state: Readiness;
  looking: Promise<Readiness> | undefined;
}

const looked = new WeakMap<Tools['db'], Looked>();

export async function checkReadiness(tools: Pick<Tools, 'db' | 'signs'>): Promise<Readiness> {
  if (tools.signs.isDraining) return 'draining';
  const last: Looked = looked.get(tools.db) ?? { at: Number.NEGATIVE_INFINITY, formatAt: Number.NEGATIVE_INFINITY, state: 'ready', looking: undefined };
  looked.set(tools.db, last);
  if (performance.now() - last.at < holds) return last.state;
  last.looking ??= look(tools, last).finally(() => {
    last.looking = undefined;
  });
  return last.looking;
}

async function look({ db }: Pick<Tools, 'db'>, last: Looked): Promise<Readiness> {
  last.state = await db.ping().then(
    () => (last.state === 'foreign' ? 'foreign' : 'ready'),
    () => 'database',
  );
  last.at = performance.now();
  if (last.state === 'database' || last.at - last.formatAt < formatEvery) return last.state;
  last.formatAt = last.at;
  last.state = await demandFormat(db).then(
    () => 'ready',
    // A pool that is busy at this moment says nothing of the format.
    (error) => (error instanceof ForeignData ? 'foreign' : last.state),
  );
  return last.state;
}
