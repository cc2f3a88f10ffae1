/**
 * `npm run bench:search`: pages of films by words, as the list asks for them (ranked) and in the list's own order, then the figures
 * that stand around a list; one request at a time, on both databases.
 *
 * BENCH_ROWS   films, 1000000
 * BENCH_KEEP   folder for the databases, used again by the next run
 * BENCH_ONLY   'sqlite' or 'mariadb'
 */
import { join } from 'node:path';
import { scratchFolder, startMariadb } from '../../support/database/mariadb.ts';
import { ask } from '../load.ts';
import { shippedObjects } from '../objects.ts';
import { mariadbPlace, type Place, sqlitePlace } from '../places.ts';
import { build, dataFolder, type Product, removeFolder, startProduct } from '../product.ts';
import { median } from '../runs.ts';

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
const only = process.env.BENCH_ONLY;
const rounds = 15;
const words = {
  'two characters (港口)': '港口',
  'one character (港)': '港',
  'a catalogue number': 'F-05123',
  'a common and a rare word': 'the F-05123',
  'a word of nearly all (the)': 'the',
  'two common words (港口 beyond)': '港口 beyond',
  'two common words (beyond the)': 'beyond the',
  'a whole title': '港口之外',
  'nothing has it': 'qqqzzz',
};
const quick = [{ progress: '[FIN]' }, { 'progress@in': ['[DEV]', '[PRE]', '[PRO]', '[POS]'] }, { 'tag@has': '[DOC]' }, { rating: '[R]' }];
const around = {
  'quick filters of all rows': ['counts', { filter: {}, of: quick }],
  'quick filters of a year': ['counts', { filter: { year: 2020 }, of: quick }],
  'groups by an option': ['groups', { filter: {}, by: 'progress' }],
  'groups by the month': ['groups', { filter: {}, by: 'releaseDate', step: 'month' }],
  'sum and mean of a column': ['figures', { filter: {}, of: ['year'] }],
} as const;
const folder = process.env.BENCH_KEEP ?? scratchFolder('reelbase-bench-search-');
const buffer = rows >= 1_000_000 ? '3G' : '256M';
const settings = [`--innodb-buffer-pool-size=${buffer}`, '--innodb-log-file-size=1G', '--local-infile=1'];
const entries = await shippedObjects();
build(console.log);
if (only !== 'mariadb') await measure(await sqlitePlace(folder, rows, entries, console.log));
if (only !== 'sqlite') {
  const maria = await startMariadb({ settings, folder: join(folder, 'mariadb') });
  try {
    if (maria) await measure(await mariadbPlace(maria.url, rows, entries, console.log));
  } finally {
    await maria?.stop();
  }
}
if (!process.env.BENCH_KEEP) removeFolder(folder);

/** A table: ms of the median request, of the slowest, and the number that the list says. The first answers wait for the sample of words. */
async function measure(place: Place): Promise<void> {
  const dataDir = dataFolder();
  const product = await startProduct(place.url, dataDir);
  try {
    await page(product, '港口', false);
    await new Promise((done) => setTimeout(done, 5_000));
    console.log(`\n| ${place.name} | ranked, ms (slowest) | newest first, ms (slowest) | rows |\n|---|---|---|---|`);
    for (const [title, q] of Object.entries(words)) {
      const ranked = await timed(() => page(product, q, true));
      const plain = await timed(() => page(product, q, false));
      console.log(`| ${title} | ${ranked.text} | ${plain.text} | ${ranked.total} |`);
    }
    console.log(`\n| ${place.name} | ms (slowest) |\n|---|---|`);
    for (const [title, [what, asked]] of Object.entries(around)) console.log(`| ${title} | ${(await timed(() => get(product, `/${what}`, asked))).text} |`);
  } finally {
    await product.stop();
    removeFolder(dataDir);
  }
}

async function timed(once: () => Promise<string>): Promise<{ text: string; total: string }> {
  await once();
  const times: number[] = [];
  let total = '';
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    total = await once();
    times.push(performance.now() - begun);
  }
  return { text: `${median(times).toFixed(1)} (${Math.max(...times).toFixed(0)})`, total };
}

function page(product: Product, q: string, isRanked: boolean): Promise<string> {
  return get(product, '', { filter: { q }, range: [0, 24], sort: isRanked ? ['_match', 'DESC'] : ['update_at', 'DESC'] });
}

/** @returns Content-Range's number */
async function get({ port, headers }: Product, below: string, asked: Record<string, unknown>): Promise<string> {
  const query = Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`);
  const path = `/api/pb/film${below}?${query.join('&')}`;
  const { status, head } = await ask(port, { path, headers });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  return /content-range: \S+ \S+\/(\S+)/i.exec(head)?.[1] ?? '?';
}
