/**
 * What a request costs of the processor over three instances and over one: the product beside programs that share nothing, for any process that is less busy
 * takes longer for the same work (decision 171). `npx tsx tests/bench/instances.ts`
 */
import { join } from 'node:path';
import { scratchFolder, startMariadb } from '../support/database/mariadb.ts';
import { load } from './load.ts';
import { measures } from './measures.ts';
import { entryOf, shippedObjects } from './objects.ts';
import { mariadbPlace } from './places.ts';
import { type Served, startBaseline } from './processes.ts';
import { build, removeFolder, startProduct } from './product.ts';
import { median } from './runs.ts';
import { sceneOf } from './scenes.ts';
import { shapeOf } from './shape.ts';

/** requests a second in all, which leaves two cores room; ms a run; runs of each */
const [pace, time, turns] = [120, 6_000, 5];
const count = 3;
const asked = measures.filter(({ key }) => ['list', 'get', 'insert'].includes(key));

const folder = scratchFolder('reelbase-instances-');
const maria = await startMariadb({ settings: ['--innodb-buffer-pool-size=256M', '--local-infile=1'], folder: join(folder, 'mariadb') });
if (!maria) throw new Error('MariaDB is needed: see tests/support/database/mariadb.ts for where it is looked for.');
const alive = setInterval(() => {}, 1_000);
const running: (Served & { headers?: string })[] = [];
try {
  build(console.log);
  Object.assign(process.env, { SERVER_SECRET: 'of all instances that are measured', PUBLIC_SECRET: 'public', STORAGE_URL: `file:${join(folder, 'files')}` });
  const entries = await shippedObjects();
  const film = entryOf(entries, 'film');
  const place = await mariadbPlace(maria.url, 10_000, entries, console.log);
  const start = (name: 'product' | 'bare' | 'usual', at: number) =>
    name === 'product' ? startProduct(place.url, join(folder, `instance${at}`)) : startBaseline(name, place.url, shapeOf(film));
  console.log('| program | request | three, ms | one, ms | one, as busy as each of three, ms | three to one | three to one as busy |');
  console.log(`|${' --- |'.repeat(7)}`);
  for (const name of ['product', 'bare', 'usual'] as const) {
    for (let at = 0; at < count; at += 1) running.push(await start(name, at));
    const scenes = running.map((one) => sceneOf(one, name, place, maria.url, film));
    for (const { key, script: make } of asked) {
      const instances = await Promise.all(
        scenes.map(async (scene, at) => {
          const script = await make(name, scene);
          if (!script) throw new Error(`${name} has no ${key}`);
          const run = (options: { time: number; connections: number; pace?: number }) => load(script, { port: scene.port, ...options });
          return { run, cpu: () => running[at]?.cpu() ?? 0 };
        }),
      );
      for (const { run } of instances) await run({ connections: 8, time: 3_000 });
      const costOf = async (used: typeof instances, each: number): Promise<number> => {
        const before = used.map(({ cpu }) => cpu());
        const results = await Promise.all(used.map(({ run }) => run({ connections: 4, time, pace: each })));
        const refused = results.find(({ errors }) => errors);
        if (refused) throw new Error(`${key} on ${name}: ${refused.firstError}`);
        const spent = used.reduce((sum, { cpu }, at) => sum + cpu() - (before[at] ?? 0), 0);
        return spent / results.reduce((sum, { requests }) => sum + requests, 0);
      };
      const costs: { three: number[]; one: number[]; busy: number[] } = { three: [], one: [], busy: [] };
      for (let turn = 0; turn < turns; turn += 1) {
        const alone = instances.slice(turn % count, (turn % count) + 1);
        costs.three.push(await costOf(instances, pace / count));
        costs.one.push(await costOf(alone, pace));
        costs.busy.push(await costOf(alone, pace / count));
      }
      const [three, one, busy] = [median(costs.three), median(costs.one), median(costs.busy)];
      console.log(`| ${[name, key, ...[three, one, busy, three / one, three / busy].map((figure) => figure.toFixed(2))].join(' | ')} |`);
    }
    await Promise.all(running.splice(0).map((one) => one.stop()));
  }
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await maria.stop();
  removeFolder(folder);
}
clearInterval(alive);
