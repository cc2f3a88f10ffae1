/**
 * `npm run bench:growth`: what a history that only grows costs: what is asked of it over HTTP, the save that adds to it and its size on disk, at each size in
 * one session. The entries are made by the database: ten of each film's, over ten years and twenty people, one field in a thousand of them rare.
 *
 * BENCH_HISTORY  sizes on MariaDB, '100000,1000000,10000000'
 * BENCH_KEEP     folder for the database, used again by the next run
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { scratchFolder, startMariadb } from '../support/database/mariadb.ts';
import { ask } from './load.ts';
import { shippedObjects } from './objects.ts';
import { adminOf, mariadbPlace } from './places.ts';
import { build, dataFolder, type Product, removeFolder, startProduct } from './product.ts';
import { filmId } from './rows.ts';
import { median } from './runs.ts';

const sizes = (process.env.BENCH_HISTORY ?? '100000,1000000,10000000').split(',').map(Number);
const films = 10_000;
const rounds = 15;
/** ms; the newest entry is of now, the first one ten years older */
const [decade, now] = [10 * 365 * 86_400_000, Date.now()];
const day = (share: number) => now - Math.round(decade * share);
const questions = {
  'the history of one film': `/api/pb/film/${filmId(4_711)}/history`,
  'the newest of all': '/api/changes',
  'of films': '/api/changes?object=film',
  'of a person': '/api/changes?by=person-7',
  'of films, by a person': '/api/changes?object=film&by=person-7',
  'of one film': `/api/changes?object=film&row=${filmId(4_711)}`,
  'of an action that is rare': '/api/changes?action=restore',
  'of the last day': `/api/changes?since=${day(1 / 3_650)}`,
  'of five years ago and earlier': `/api/changes?before=${day(0.5)}`,
  'of a day five years ago': `/api/changes?since=${day(0.5)}&before=${day(0.5) + 86_400_000}`,
  'of a field that changes often': '/api/changes?object=film&field=comment',
  'of a field that is rare': '/api/changes?object=film&field=aka',
  'of a field that nobody changed': '/api/changes?object=film&field=fid',
};

const folder = process.env.BENCH_KEEP ?? scratchFolder('reelbase-bench-growth-');
build(console.log);
const maria = await startMariadb({
  settings: ['--innodb-buffer-pool-size=3G', '--innodb-log-file-size=1G', '--local-infile=1'],
  folder: join(folder, 'mariadb'),
});
if (!maria) throw new Error('The benchmark needs MariaDB: see tests/support/database/mariadb.ts for where it is looked for.');
const dataDir = dataFolder();
try {
  const place = await mariadbPlace(maria.url, films, await shippedObjects(), console.log);
  const admin = await adminOf(maria.url);
  await admin.query(`USE ${new URL(place.url).pathname.slice(1)}`);
  const table: string[][] = [];
  for (const size of sizes) {
    const seconds = await fill(admin, size);
    const product = await startProduct(place.url, dataDir);
    try {
      const column: string[] = [];
      for (const path of Object.values(questions)) column.push(await timed(product, path));
      column.push(await saved(product), await sizeOf(admin), seconds);
      table.push(column);
    } finally {
      await product.stop();
    }
  }
  const rows = [...Object.keys(questions), 'a save of one field', 'on disk, data and indexes, MB', 'filled in, s'];
  console.log(`\nload of the machine ${loadavg()[0]?.toFixed(1)}; median of ${rounds} in ms, the slowest in brackets`);
  console.log(`| entries of the history | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |\n|---|${sizes.map(() => '---|').join('')}`);
  for (const [index, title] of rows.entries()) console.log(`| ${title} | ${table.map((column) => column[index]).join(' | ')} |`);
  await admin.end();
} finally {
  await maria.stop();
  removeFolder(dataDir);
  if (!process.env.BENCH_KEEP) removeFolder(folder);
}

/** Brings the history to that many entries; seconds. */
async function fill(admin: Connection, size: number): Promise<string> {
  const begun = performance.now();
  await admin.query('TRUNCATE TABLE _history');
  const portion = 500_000;
  for (let from = 0; from < size; from += portion) {
    await admin.query(
      `INSERT INTO _history (obj, row_id, ver, \`at\`, \`by\`, action, changes)
      SELECT IF(seq % 10 = 0, 'company', 'film'), CONCAT('film-', LPAD(1 + (seq * 7919) % ?, 7, '0')), 2 + FLOOR(seq / ?), ? + FLOOR(seq * ?), CONCAT('person-', (seq * 31) % 20),
        IF(seq % 100000 = 77, 'restore', 'update'), CONCAT('{"', IF(seq % 1000 = 1, 'aka', 'comment'), '":["a remark of some words that was there, ', seq - 1, '","a remark of some words, ', seq, '"]}')
      FROM seq_${from + 1}_to_${Math.min(from + portion, size)}`,
      [films, films, now - decade, decade / size],
    );
  }
  await admin.query('ANALYZE TABLE _history');
  return ((performance.now() - begun) / 1000).toFixed(0);
}

async function timed(product: Product, path: string): Promise<string> {
  const times: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const begun = performance.now();
    const answer = await ask(product.port, { path, headers: product.headers });
    const took = performance.now() - begun;
    if (answer.status !== 200) throw new Error(`${path} → ${answer.status} ${answer.body.toString('utf8').slice(0, 300)}`);
    if (round >= 0) times.push(took);
    // what takes so long is known after three
    if (took > 3_000 && times.length >= 3) break;
  }
  return `${median(times).toFixed(1)} (${Math.max(...times).toFixed(0)})`;
}

async function saved(product: Product): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    const body = JSON.stringify({ comment: `seen again ${now} ${round} ${Math.random()}` });
    const answer = await ask(product.port, { method: 'PUT', path: `/api/pb/film/${filmId(1 + round)}`, headers: `${product.headers}If-Match: *\r\n`, body });
    if (answer.status !== 200) throw new Error(`a save → ${answer.status} ${answer.body.toString('utf8').slice(0, 300)}`);
    times.push(performance.now() - begun);
  }
  return `${median(times).toFixed(1)} (${Math.max(...times).toFixed(0)})`;
}

async function sizeOf(admin: Connection): Promise<string> {
  const [[row]] = await admin.query<RowDataPacket[]>(
    `SELECT data_length + index_length AS bytes FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '_history'`,
  );
  return (Number(row?.bytes ?? 0) / 1_048_576).toFixed(0);
}
