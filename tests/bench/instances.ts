/**
 * What a request costs of the processor over three instances and over one: the product beside programs that share nothing, for any process that is less busy
 * takes longer for the same work (its code and data have left the processor's caches each time it wakes). `npx tsx tests/bench/instances.ts`
 */
import { join } from 'node:path';
import { scratchFolder, startMariadb } from '../support/database/mariadb.ts';
import { load, type Script } from './load.ts';
import { measures, type Name, type Scene } from './measures.ts';
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
type Way = 'three' | 'one' | 'one, as busy as each of three';

const folder = scratchFolder('reelbase-instances-');
const maria = await startMariadb({ settings: ['--innodb-buffer-pool-size=256M', '--local-infile=1'], folder: join(folder, 'mariadb') });
if (!maria) throw new Error('MariaDB is needed: see tests/support/database/mariadb.ts for where it is looked for.');
const alive = setInterval(() => {}, 1_000);
const running: Served[] = [];
try {
  build(console.log);
  Object.assign(process.env, { SERVER_SECRET: 'of all instances that are measured', PUBLIC_SECRET: 'public', STORAGE_URL: `file:${join(folder, 'files')}` });
  const entries = await shippedObjects();
  const film = entryOf(entries, 'film');
  const place = await mariadbPlace(maria.url, 10_000, entries, console.log);
  const start = (name: Name, at: number): Promise<Served> =>
    name === 'product' ? startProduct(place.url, join(folder, `instance${at}`)) : startBaseline(name as 'bare' | 'usual', place.url, shapeOf(film)); // the names below
  console.log('| program | request | three, ms | one, ms | one, as busy as each of three, ms | three to one | three to one as busy |');
  console.log(`|${' --- |'.repeat(7)}`);
  for (const name of ['product', 'bare', 'usual'] as const) {
    const served: (Served & { scene: Scene })[] = [];
    for (let at = 0; at < count; at += 1) {
      const one = await start(name, at);
      running.push(one);
      served.push({ ...one, scene: sceneOf(one, name, place, maria.url, film) });
    }
    for (const { key, script: make } of asked) {
      const scripts = await Promise.all(served.map(({ scene }) => make(name, scene) as Promise<Script>)); // each has a word for these
      for (const [at, { port }] of served.entries()) await load(scripts[at] as Script, { port, connections: 8, time: 3_000 });
      const costs: Record<Way, number[]> = { three: [], one: [], 'one, as busy as each of three': [] };
      for (let turn = 0; turn < turns; turn += 1)
        for (const way of Object.keys(costs) as Way[]) {
          const used = way === 'three' ? served : served.slice(turn % count, (turn % count) + 1);
          const before = used.map(({ cpu }) => cpu());
          const results = await Promise.all(
            used.map((one) =>
              load(scripts[served.indexOf(one)] as Script, { port: one.port, connections: 4, time, pace: way === 'one' ? pace : pace / count }),
            ),
          );
          const refused = results.find(({ errors }) => errors);
          if (refused) throw new Error(`${key} on ${name}: ${refused.firstError}`);
          const spent = used.reduce((sum, { cpu }, at) => sum + cpu() - (before[at] ?? 0), 0);
          costs[way].push(spent / results.reduce((sum, { requests }) => sum + requests, 0));
        }
      const [three, one, busy] = Object.values(costs).map(median) as [number, number, number]; // its three ways
      console.log(`| ${[name, key, three.toFixed(2), one.toFixed(2), busy.toFixed(2), (three / one).toFixed(2), (three / busy).toFixed(2)].join(' | ')} |`);
    }
    await Promise.all(served.map((one) => one.stop()));
  }
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await maria.stop();
  removeFolder(folder);
}
clearInterval(alive);
