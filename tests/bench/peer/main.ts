/**
 * `npm run bench:peer`: the product beside another administration (Directus) on the same table of films, both signed in as administrator, runs
 * interleaved in one session. Optional: the peer is fetched by its package (some 1 GB), and nothing else here needs it.
 *
 * BENCH_ROWS   films, 100000
 * BENCH_QUICK  1 = 20,000 films and short runs
 * BENCH_KEEP   folder for the databases and the peer, used again by the next run
 * BENCH_PEER   version of directus, 11
 * BENCH_WRITE  file that gets the table, too
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { scratchFolder, startMariadb } from '../../support/database/mariadb.ts';
import { type Measure, measures as ours } from '../measures.ts';
import { entryOf, shippedObjects } from '../objects.ts';
import { mariadbPlace } from '../places.ts';
import type { Served } from '../processes.ts';
import { build, dataFolder, removeFolder, startProduct } from '../product.ts';
import { shareTable } from '../report.ts';
import { runAll, type Stand } from '../runs.ts';
import { sceneOf, versionOf } from '../scenes.ts';
import { shapeOf } from '../shape.ts';
import { asked, install, startDirectus } from './directus.ts';

const quick = process.env.BENCH_QUICK === '1';
const rows = Number(process.env.BENCH_ROWS ?? (quick ? 20_000 : 100_000));
const folder = process.env.BENCH_KEEP ?? scratchFolder('reelbase-peer-');
const begun = performance.now();
const note = (text: string): void => console.log(`[${((performance.now() - begun) / 1000).toFixed(0)} s] ${text}`);
mkdirSync(folder, { recursive: true });
install(join(folder, 'directus'), process.env.BENCH_PEER ?? '11', note);
build(note);
const maria = await startMariadb({ settings: ['--innodb-buffer-pool-size=1G', '--local-infile=1'], folder: join(folder, 'mariadb') });
if (!maria) throw new Error('The benchmark needs MariaDB: see tests/support/database/mariadb.ts for where it is looked for.');
const alive = setInterval(() => {}, 1000);
const dataDir = dataFolder();
const running: Served[] = [];
try {
  const film = entryOf(await shippedObjects(), 'film');
  const shape = shapeOf(film);
  const place = await mariadbPlace(maria.url, rows, await shippedObjects(), note);
  const stand = (name: 'product' | 'peer', served: Served & { headers: string }): Stand => {
    running.push(served);
    return { name, place: place.name, served, scene: sceneOf(served, name, place, maria.url, film) };
  };
  const stands = [stand('product', await startProduct(place.url, dataDir)), stand('peer', await startDirectus(join(folder, 'directus'), place.url))];
  const measures = ours.flatMap((measure): Measure[] => {
    const peer = asked[measure.key];
    return peer ? [{ ...measure, slow: [], script: (name, scene) => (name === 'peer' ? peer(scene, shape) : measure.script(name, scene)) }] : [];
  });
  note('eight connections');
  const runs = await runAll(measures, stands, { rounds: quick ? 2 : 5, connections: 8, time: quick ? 500 : 1_000, warmUp: 500 });
  const output = [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, ${await versionOf(maria.url)}; ${place.name} films, eight connections`,
    shareTable(measures, runs, place.name, 'peer', 'Directus'),
    stands.map(({ name, served }) => `${name}: listens after ${Math.round(served.startedIn)} ms, ${Math.round(served.memory())} MB after the runs`).join('; '),
  ].join('\n\n');
  console.log(output);
  if (process.env.BENCH_WRITE) writeFileSync(process.env.BENCH_WRITE, `${output}\n`);
} finally {
  await Promise.all(running.map((served) => served.stop()));
  await maria.stop();
  removeFolder(dataDir);
  if (!process.env.BENCH_KEEP) removeFolder(folder);
}
clearInterval(alive);
