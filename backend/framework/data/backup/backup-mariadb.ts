import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect, type Database, type Executor, ident, type RawRow, type SqlValue } from '../engine/connect.ts';
import { restoringTable } from '../engine/format.ts';
import { tableNames } from '../system/system-tables.ts';
import { type Dumped, type Restore, transient, type Watcher } from './dump.ts';

/** What is needed to make a table again, and to read it in pages. */
interface TableNote {
  name: string;
  /** SHOW CREATE TABLE */
  ddl: string;
  /** columns with values of their own, in order */
  columns: string[];
  key: string[];
}

const schemaFile = 'schema.json';
const pageSize = 1_000;
/** Rows an INSERT: large ones must still fit the server's packet. */
const insertSize = 50;
/** ER_TABLE_DEF_CHANGED: a schema was applied meanwhile; the snapshot is taken again. */
const tableChanged = 1412;
const attempts = 3;

/** Reads every table in one snapshot: all rows as they were at one instant. */
export async function dumpMariadb(db: Database, folder: string, watcher: Watcher): Promise<Dumped> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.session((session) => dumpOnce(session, folder, watcher));
    } catch (error) {
      const changed = typeof error === 'object' && error !== null && 'errno' in error && error.errno === tableChanged;
      if (!changed || attempt >= attempts) throw error;
    }
  }
}

async function dumpOnce(session: Executor, folder: string, { signal, tell }: Watcher): Promise<Dumped> {
  const tables = await readTables(session);
  await session.exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await session.exec('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  try {
    const [estimate] = await session.query<{ n: number }>(
      "SELECT SUM(table_rows) AS n FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
    );
    const total = Number(estimate?.n ?? 0);
    const rows: Record<string, number> = {};
    let done = 0;
    for (const table of tables) {
      let count = 0;
      const lines = async function* () {
        for await (const page of pages(session, table)) {
          if (signal.aborted) throw new Error('cancelled');
          count += page.length;
          tell(done + count, Math.max(total, done + count));
          yield page.map((row) => `${JSON.stringify(table.columns.map((name) => portable(row[name])))}\n`).join('');
        }
      };
      await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${table.name}.jsonl`)), { signal });
      rows[table.name] = count;
      done += count;
    }
    await writeFile(join(folder, schemaFile), JSON.stringify(tables, null, 1));
    return { files: [schemaFile, ...tables.map(({ name }) => `${name}.jsonl`)], rows };
  } finally {
    await session.exec('ROLLBACK');
  }
}

async function readTables(session: Executor): Promise<TableNote[]> {
  const names = await session.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY table_name",
  );
  const columns = await session.query<{ tbl: string; name: string; extra: string }>(
    'SELECT table_name AS tbl, column_name AS name, extra FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position',
  );
  const keys = await session.query<{ tbl: string; name: string }>(
    "SELECT table_name AS tbl, column_name AS name FROM information_schema.statistics WHERE table_schema = DATABASE() AND index_name = 'PRIMARY' ORDER BY table_name, seq_in_index",
  );
  const notes: TableNote[] = [];
  for (const { name } of names) {
    if (transient.includes(name)) continue; // made again at the next start
    const [made] = await session.query<Record<string, string>>(`SHOW CREATE TABLE ${ident(name)}`);
    notes.push({
      name,
      ddl: made?.['Create Table'] ?? '',
      columns: columns.filter((column) => column.tbl === name && !/GENERATED/i.test(column.extra)).map((column) => column.name),
      key: keys.filter((key) => key.tbl === name).map((key) => key.name),
    });
  }
  return notes;
}

/** In the order of the primary key, each page behind the last row of the one before. */
async function* pages(session: Executor, { name, columns, key }: TableNote): AsyncGenerator<RawRow[]> {
  const list = columns.map(ident).join(', ');
  if (!key.length) {
    yield await session.query(`SELECT ${list} FROM ${ident(name)}`);
    return;
  }
  const order = key.map(ident).join(', ');
  // (a, b) > (?, ?) spelt out, which the index answers
  const behind = key
    .map((column, at) => `(${[...key.slice(0, at).map((before) => `${ident(before)} = ?`), `${ident(column)} > ?`].join(' AND ')})`)
    .join(' OR ');
  let last: RawRow | undefined;
  do {
    const row: RawRow | undefined = last;
    const params = row ? key.flatMap((_, at) => key.slice(0, at + 1).map((column) => row[column] as SqlValue)) : []; // key columns hold strings and numbers
    const page: RawRow[] = await session.query(
      `SELECT ${list} FROM ${ident(name)}${row ? ` WHERE ${behind}` : ''} ORDER BY ${order} LIMIT ${pageSize}`,
      params,
    );
    if (page.length) yield page;
    last = page.length === pageSize ? page.at(-1) : undefined;
  } while (last);
}

/** Bytes do not occur in our tables; should one hold them, they are carried as such. */
function portable(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  return typeof value === 'bigint' ? String(value) : value;
}

function bound(value: unknown): SqlValue {
  if (typeof value === 'object' && value !== null && 'base64' in value) return Buffer.from(String(value.base64), 'base64');
  return value as SqlValue; // what `portable` wrote
}

export async function restoreMariadb(url: string, folder: string, { rows, store, watcher }: Restore): Promise<void> {
  const tables = JSON.parse(await readFile(join(folder, schemaFile), 'utf8')) as TableNote[]; // written by dumpOnce, and its hash was compared
  const db = await connect(url);
  try {
    const existing = await tableNames(db);
    const isMarked = existing.has(restoringTable);
    if (existing.size > 0 && !isMarked) throw new Error(`the database at ${db.address} is not empty: restore into an empty one`);
    await db.session(async (session) => {
      await session.exec('SET foreign_key_checks = 0');
      try {
        // The mark is set first and removed last: after any interruption it is there.
        if (!isMarked) await session.exec(`CREATE TABLE ${restoringTable} (store TEXT NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`);
        await session.exec(`DELETE FROM ${restoringTable}`);
        await session.run(`INSERT INTO ${restoringTable} (store) VALUES (?)`, [store]);
        for (const name of existing) if (name !== restoringTable) await session.exec(`DROP TABLE ${ident(name)}`);
        for (const { ddl } of tables) await session.exec(ddl);
        const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
        let done = 0;
        const tell = (count: number) => {
          if (watcher?.signal.aborted) throw new Error('cancelled');
          done += count;
          watcher?.tell(done, total);
        };
        for (const table of tables) {
          const count = await fillTable(session, table, join(folder, `${table.name}.jsonl`), tell);
          if (count !== rows[table.name]) throw new Error(`${table.name}: ${count} rows in the backup, ${rows[table.name]} were written down`);
        }
        await session.exec("UPDATE _job SET state = 'interrupted' WHERE state = 'running'");
      } finally {
        await session.exec('SET foreign_key_checks = 1');
      }
    });
  } finally {
    await db.close();
  }
}

async function fillTable(session: Executor, { name, columns }: TableNote, path: string, tell: (rows: number) => void): Promise<number> {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const insert = (count: number) => `INSERT INTO ${ident(name)} (${columns.map(ident).join(', ')}) VALUES ${Array(count).fill(row).join(', ')}`;
  let batch: SqlValue[] = [];
  let count = 0;
  const flush = async () => {
    const held = batch.length / columns.length;
    if (held === insertSize) await session.run(insert(insertSize), batch);
    else for (let at = 0; at < held; at += 1) await session.run(insert(1), batch.slice(at * columns.length, (at + 1) * columns.length));
    tell(held);
    batch = [];
  };
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(...(JSON.parse(line) as unknown[]).map(bound));
    count += 1;
    if (batch.length === insertSize * columns.length) await flush();
  }
  await flush();
  return count;
}
