/**
 * `npm run bench`: the product beside (a) a bare server and (b) the usual way, on the same data, runs interleaved in one session.
 *
 * BENCH_ROWS   sizes on MariaDB, '10000,100000,1000000'
 * BENCH_QUICK  1 = small data and short runs, a minute in all
 * BENCH_KEEP   folder for the databases, used again by the next run
 * BENCH_ONLY   keys of measures, 'list,get'
 * BENCH_WRITE  file that gets the tables, too
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { ObjectEntry } from '#codegen/model.ts';
import { scratchFolder, startMariadb } from '../support/database/mariadb.ts';
import { entrySize, measureStart, startTargets } from './footprint.ts';
import { measures as allMeasures, type Name } from './measures.ts';
import { entryOf, shippedObjects } from './objects.ts';
import { adminOf, mariadbPlace, type Place, sqlitePlace } from './places.ts';
import { statementsOf, statementTable } from './plans.ts';
import { type Served, startBaseline } from './processes.ts';
import { build, dataFolder, removeFolder, startProduct } from './product.ts';
import { latencyTable, runTargets, type Target, targetTable, throughputTable } from './report.ts';
import { runAll, type Stand } from './runs.ts';
import { checkSameAnswers } from './same.ts';
import { sceneOf, versionOf } from './scenes.ts';
import { shapeOf } from './shape.ts';

const quick = process.env.BENCH_QUICK === '1';
const sizes = (process.env.BENCH_ROWS ?? (quick ? '2000,20000' : '10000,100000,1000000')).split(',').map(Number);
const largest = Math.max(...sizes);
const sqliteRows = Number(process.env.BENCH_SQLITE ?? Math.min(100_000, largest));
const wanted = process.env.BENCH_ONLY?.split(',');
const measures = allMeasures.filter(({ key }) => !wanted || wanted.includes(key));
const buffer = largest >= 1_000_000 ? '3G' : '256M';
const settings = [
  `--innodb-buffer-pool-size=${buffer}`,
  '--innodb-log-file-size=1G',
  '--local-infile=1',
  '--log-output=TABLE',
  '--long-query-time=0',
  '--slow-query-log=0',
];
const output: string[] = [];
const say = (text: string): void => {
  output.push(text);
  console.log(text);
};
const begun = performance.now();
const note = (text: string): void => console.log(`[${((performance.now() - begun) / 1000).toFixed(0)} s] ${text}`);

const folder = process.env.BENCH_KEEP ?? scratchFolder('reelbase-bench-');
mkdirSync(folder, { recursive: true });
const dataDir = dataFolder();
const running: Served[] = [];
const maria = await startMariadb({ settings, folder: join(folder, 'mariadb') });
if (!maria) throw new Error('The benchmark needs MariaDB: see tests/support/database/mariadb.ts for where it is looked for.');
// Nothing else keeps the process while the database shuts down: its shell is let go of.
const alive = setInterval(() => {}, 1000);
try {
  await bench(maria.url, await shippedObjects());
} finally {
  await Promise.all(running.map((served) => served.stop()));
  await maria.stop();
  removeFolder(dataDir);
  if (!process.env.BENCH_KEEP) removeFolder(folder);
}
if (process.env.BENCH_WRITE) writeFileSync(process.env.BENCH_WRITE, `${output.join('\n\n')}\n`);
clearInterval(alive);
note('done');

async function bench(server: string, entries: Map<string, ObjectEntry>): Promise<void> {
  note('building');
  build(note);
  const places: Place[] = [];
  for (const rows of sizes) places.push(await mariadbPlace(server, rows, entries, note));
  const embedded = await sqlitePlace(folder, sqliteRows, entries, note);
  const [small, large] = [places[0], places.at(-1)] as [Place, Place]; // at least one size

  const stands: Stand[] = [];
  for (const place of places) for (const name of ['product', 'bare', 'usual'] as const) stands.push(await stand(name, place, server, entries));
  stands.push(await stand('product', embedded, server, entries));
  const ofLarge = stands.filter(({ place }) => place === large.name);
  await checkSameAnswers(ofLarge, note);

  note('one request at a time, every size');
  const bySize = measures.filter((measure) => measure.bySize);
  const slow = await runAll(bySize, stands, { rounds: quick ? 2 : 3, connections: 1, time: quick ? 150 : 250, warmUp: quick ? 150 : 300 });
  note('eight connections, the largest size');
  const fast = await runAll(measures, ofLarge, { rounds: quick ? 2 : 5, connections: 8, time: quick ? 300 : 800, warmUp: quick ? 200 : 500 });
  const memory = ofLarge.map(({ name, served }) => `${name} ${Math.round(served.memory())} MB`).join(', ');
  await Promise.all(running.splice(0).map((served) => served.stop()));

  const targets: Target[] = runTargets(fast, slow, { large: large.name, small: small.name });
  note('starts');
  targets.push(...startTargets(await measureStart((at) => `sqlite:${join(at, 'reelbase.db')}`), 'SQLite, new'));
  targets.push(...startTargets(await measureStart(() => large.url), large.name));
  const site = entrySize('site.html').kilobytes;
  const office = entrySize('erp.html', /ObjectList/).kilobytes;
  targets.push({ title: 'public entry, gzip', wanted: '≤ 80 kB', figure: `${site.toFixed(1)} kB`, reached: site > 0 && site <= 80 });
  targets.push({
    title: 'back office up to the first list, gzip',
    wanted: '≤ 330 kB',
    figure: `${office.toFixed(1)} kB`,
    reached: office > 0 && office <= 330,
  });

  say(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, ${await versionOf(server)}, buffer pool ${buffer}`,
  );
  say(targetTable(targets));
  say(`Eight connections, ${large.name} films; medians of the rounds, spread in brackets`);
  say(throughputTable(measures, fast, large.name));
  say('One request at a time, median latency');
  say(
    latencyTable(
      measures,
      slow,
      [...places, embedded].map(({ name }) => name),
      ['product', 'bare', 'usual'],
    ),
  );
  say(`Memory after the runs: ${memory}`);
  note('plans');
  say('Statements of one call of the product, totals not yet known');
  say(statementTable(await plans(large, server, entries)));
}

async function stand(name: Exclude<Name, 'peer'>, place: Place, server: string, entries: Map<string, ObjectEntry>): Promise<Stand> {
  const film = entryOf(entries, 'film');
  const served: Served & { headers?: string } =
    name === 'product' ? await startProduct(place.url, dataDir) : await startBaseline(name, place.url, shapeOf(film));
  running.push(served);
  return { name, place: place.name, scene: sceneOf(served, name, place, server, film), served };
}

async function plans(place: Place, server: string, entries: Map<string, ObjectEntry>) {
  const admin = await adminOf(server);
  await admin.query('SET GLOBAL slow_query_log = 1');
  const { scene, served } = await stand('product', place, server, entries);
  try {
    return await statementsOf(measures, scene, admin, new URL(place.url).pathname.slice(1));
  } finally {
    await served.stop();
    running.pop();
    await admin.end();
  }
}
