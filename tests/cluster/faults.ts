/** What happens to the cluster, one thing a round, and how it is made whole again. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Balancer } from './balancer.ts';
import type { DatabaseCluster } from './galera.ts';
import { type Instance, setNewerBuild } from './instances.ts';
import { until } from './processes.ts';
import type { Store } from './store.ts';

export interface Stage {
  database: DatabaseCluster;
  balancer: Balancer;
  instances: Instance[];
  store: Store | undefined;
  /** a build with a schema of its own for this round */
  newerBuild(round: number): string;
}

export interface Fault {
  name: string;
  /** whether people are let down meanwhile: then nobody is asked to have an answer */
  isOutage?: boolean;
  /** needs the store */
  needsStore?: boolean;
  /** happens while people work; resolves when it is over, whatever is left broken */
  happen(stage: Stage, round: number): Promise<void>;
}

export const faults: Fault[] = [
  { name: 'nothing', happen: async () => undefined },
  {
    name: 'kill -9 of an instance',
    async happen({ instances }, round) {
      await instances[round % 3]?.program?.kill();
    },
  },
  {
    name: 'kill -9 of the writer',
    async happen({ database }) {
      await database.nodes[0]?.program?.kill();
    },
  },
  {
    name: 'kill -9 of another node',
    async happen({ database }, round) {
      await database.nodes[1 + (round % 2)]?.program?.kill();
    },
  },
  {
    name: 'kill -9 of two store nodes',
    needsStore: true,
    async happen({ store }, round) {
      await store?.kill(round % 3, (round + 1) % 3);
      await wait(5_000);
      await store?.heal();
    },
  },
  {
    name: 'kill -9 of the balancer',
    async happen({ balancer }) {
      await balancer.program.kill();
      await wait(1_000);
      balancer.start();
    },
  },
  {
    name: 'the writer hangs (SIGSTOP)',
    async happen({ database }) {
      database.nodes[0]?.program?.signal('SIGSTOP');
    },
  },
  {
    name: 'another node hangs (SIGSTOP)',
    async happen({ database }, round) {
      database.nodes[1 + (round % 2)]?.program?.signal('SIGSTOP');
    },
  },
  {
    name: 'majority lost, and back',
    isOutage: true,
    async happen({ database }) {
      const [one, two, three] = database.nodes;
      await Promise.all([two?.program?.kill(), three?.program?.kill()]);
      await wait(8_000);
      // As a person does who knows that the others are down.
      await one?.ask("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'", 10_000);
      await until('the node that is left', () => one?.isSynced() ?? false, 30_000);
    },
  },
  {
    name: 'rolling upgrade with a schema change',
    async happen(stage, round) {
      setNewerBuild(stage.newerBuild(round));
      for (const instance of stage.instances) {
        await instance.upgrade();
        await wait(1_000);
      }
    },
  },
];

/** Everything runs, and every node has the same data. */
export async function heal({ database, balancer, instances, store }: Stage): Promise<void> {
  await store?.heal();
  await database.heal();
  balancer.start();
  for (const instance of instances) instance.start();
  for (const [at, instance] of instances.entries()) await until(`instance ${at + 1}`, instance.isReady, 300_000);
  await until('the balancer', async () => (await fetch(`${balancer.url}/readyz`, { signal: AbortSignal.timeout(2_000) })).status === 200);
}
