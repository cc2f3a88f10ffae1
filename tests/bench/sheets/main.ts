/**
 * `npm run bench:sheets`: a sheet of films into an empty database, taken back again, and the lists of a large one out as files; on MariaDB and SQLite.
 *
 * BENCH_CASE    'import' or 'export'; both where it is absent
 * BENCH_LINES   sizes of the import, '2000,10000'
 * BENCH_KEEP    folder of the databases that `npm run bench` filled; without it the export makes small ones
 * BENCH_ROWS    films of the MariaDB in it, BENCH_SQLITE those of the SQLite file
 * BENCH_FORMAT  'csv' or 'xlsx'; both where it is absent
 * BENCH_ON      'mariadb' or 'sqlite'; both where it is absent
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMariadb } from '../../support/database/mariadb.ts';
import { shippedObjects } from '../objects.ts';
import { adminOf, mariadbPlace, sqlitePlace } from '../places.ts';
import { build, removeFolder } from '../product.ts';
import { measureExport } from './export.ts';
import { measureImport } from './import.ts';

const cases = process.env.BENCH_CASE?.split(',') ?? ['import', 'export'];
const kinds = process.env.BENCH_ON?.split(',') ?? ['mariadb', 'sqlite'];
const stored = process.env.BENCH_KEEP;
const begun = performance.now();
const note = (text: string): void => console.log(`[${((performance.now() - begun) / 1000).toFixed(0)} s] ${text}`);

// On a disk, not in memory: what a write costs is its way to the disk.
const folder = mkdtempSync(join(tmpdir(), 'reelbase-sheets-'));
const entries = await shippedObjects();
build(note);
const alive = setInterval(() => {}, 1000);
try {
  if (cases.includes('import')) await imports();
  if (cases.includes('export')) await exports();
} finally {
  removeFolder(folder);
  clearInterval(alive);
}

async function imports(): Promise<void> {
  const lines = (process.env.BENCH_LINES ?? '2000,10000').split(',').map(Number);
  for (const count of lines) {
    if (kinds.includes('sqlite'))
      await measureImport(`SQLite, ${count}`, `sqlite:${join(folder, `import-${count}.db`)}`, join(folder, 'data'), entries, count, note);
    if (!kinds.includes('mariadb')) continue;
    await onMariadb(join(folder, `mariadb-${count}`), async (server) => {
      await withAdmin(server, 'CREATE DATABASE sheets CHARACTER SET utf8mb4');
      await measureImport(`MariaDB, ${count}`, `${server}/sheets`, join(folder, 'data'), entries, count, note);
    });
  }
}

async function exports(): Promise<void> {
  const rows = Number(process.env.BENCH_ROWS ?? 20_000);
  const embedded = Number(process.env.BENCH_SQLITE ?? rows);
  const at = stored ?? folder;
  if (kinds.includes('sqlite')) {
    const { name, url } = await sqlitePlace(at, embedded, entries, note);
    await measureExport(name, url, embedded, note);
  }
  if (!kinds.includes('mariadb')) return;
  await onMariadb(join(at, 'mariadb'), async (server) => {
    const { name, url } = await mariadbPlace(server, rows, entries, note);
    await measureExport(name, url, rows, note);
  });
}

async function onMariadb(at: string, work: (server: string) => Promise<void>): Promise<void> {
  const settings = [`--innodb-buffer-pool-size=${stored ? '3G' : '256M'}`, '--innodb-log-file-size=1G', '--local-infile=1'];
  const maria = await startMariadb({ settings, folder: at });
  if (!maria) throw new Error('The benchmark needs MariaDB: see tests/support/database/mariadb.ts for where it is looked for.');
  try {
    await work(maria.url);
  } finally {
    await maria.stop();
  }
}

async function withAdmin(server: string, statement: string): Promise<void> {
  const admin = await adminOf(server);
  await admin.query(statement);
  await admin.end();
}
