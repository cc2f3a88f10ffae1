/** The databases under measurement: made by the product itself on its first start, filled once, reused where BENCH_KEEP names a folder. */
import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, createConnection } from 'mysql2/promise';
import type { ObjectEntry } from '#codegen/model.ts';
import { entryOf } from './objects.ts';
import { dataFolder, removeFolder, startProduct } from './product.ts';
import { type Job, seedMariadb } from './seed-mariadb.ts';
import { seedSqlite } from './seed-sqlite.ts';

export interface Place {
  /** 'MariaDB 1,000,000' */
  name: string;
  url: string;
  rows: number;
}

/** Companies to a number of films: a tenth, as many as 100,000 to the million. */
const companiesFor = (rows: number): number => Math.max(100, Math.floor(rows / 10));
const jobs = (rows: number): Job[] => [
  { object: 'company', count: companiesFor(rows), companies: 0 },
  { object: 'film', count: rows, companies: companiesFor(rows) },
];

export async function mariadbPlace(server: string, rows: number, entries: Map<string, ObjectEntry>, say: (line: string) => void): Promise<Place> {
  const database = `bench_${rows}`;
  const place = { name: `MariaDB, ${rows.toLocaleString('en')}`, url: `${server}/${database}`, rows };
  const admin = await adminOf(server);
  try {
    const mark = `${database}_${fingerprint(entries)}`;
    await admin.query('CREATE DATABASE IF NOT EXISTS bench_kept');
    await admin.query('CREATE TABLE IF NOT EXISTS bench_kept.mark (name VARCHAR(190) PRIMARY KEY)');
    const [row] = await admin.query('SELECT name FROM bench_kept.mark WHERE name = ?', [mark]);
    if ((row as unknown[]).length) {
      say(`${place.name}: stored by an earlier run`);
      return place;
    }
    say(`${place.name}:`);
    await admin.query(`DROP DATABASE IF EXISTS ${database}`);
    await admin.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
    await letProductMakeTables(place.url);
    await seedMariadb(place.url, entries, jobs(rows), say);
    await admin.query('DELETE FROM bench_kept.mark WHERE name LIKE ?', [`${database}\\_%`]);
    await admin.query('INSERT INTO bench_kept.mark VALUES (?)', [mark]);
    return place;
  } finally {
    await admin.end();
  }
}

export async function sqlitePlace(folder: string, rows: number, entries: Map<string, ObjectEntry>, say: (line: string) => void): Promise<Place> {
  const file = join(folder, `bench-${rows}.db`);
  const mark = join(folder, `bench-${rows}-${fingerprint(entries)}`);
  const place = { name: `SQLite, ${rows.toLocaleString('en')}`, url: `sqlite:${file}`, rows };
  if (existsSync(mark)) {
    say(`${place.name}: stored by an earlier run`);
    return place;
  }
  say(`${place.name}:`);
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  await letProductMakeTables(place.url);
  await seedSqlite(place.url, entries, jobs(rows), say);
  writeFileSync(mark, '');
  return place;
}

/** A connection of the bench's own, for versions, logs and plans. */
export function adminOf(server: string): Promise<Connection> {
  const { hostname, port, username } = new URL(server);
  return createConnection({ host: hostname, port: Number(port), user: username });
}

async function letProductMakeTables(url: string): Promise<void> {
  const folder = dataFolder();
  try {
    await (await startProduct(url, folder)).stop();
  } finally {
    removeFolder(folder);
  }
}

/** The contents of the tables: a reused database of another shape is made anew, one whose labels changed is not. */
function fingerprint(entries: Map<string, ObjectEntry>): string {
  const shapes = ['company', 'film'].map((name) => {
    const { fields, search, indexes, uniques } = entryOf(entries, name).model;
    return [fields.map(({ name: field, kind, column }) => [field, kind, column]), search, indexes, uniques];
  });
  return createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 12);
}
