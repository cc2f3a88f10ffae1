/**
 * Fills one MariaDB database: the product's own tables, emptied of indexes, loaded in key order, indexed again. A worker makes the lines while the database
 * takes them in. A bench tool speaks SQL; the product itself never does so outside its data folder.
 */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2';
import type { ObjectEntry } from '#codegen/model.ts';

export interface Job {
  object: string;
  count: number;
  companies: number;
}

const batchesAhead = 4;

/** Loads `films` films and `companies` companies into a database whose tables stand and are empty. */
export async function seedMariadb(url: string, entries: Map<string, ObjectEntry>, jobs: Job[], say: (line: string) => void): Promise<void> {
  const address = new URL(url);
  const options = { host: address.hostname, port: Number(address.port), user: decodeURIComponent(address.username), database: address.pathname.slice(1) };
  const connection = createConnection({ ...options, charset: 'utf8mb4' });
  const run = (sql: string) =>
    new Promise<RowDataPacket[]>((resolve, reject) => connection.query<RowDataPacket[]>(sql, (error, rows) => (error ? reject(error) : resolve(rows))));
  try {
    await run("SET SESSION foreign_key_checks = 0, unique_checks = 0, sql_mode = 'NO_ENGINE_SUBSTITUTION'");
    for (const job of jobs) {
      const begun = performance.now();
      const [shown] = await run(`SHOW CREATE TABLE \`${job.object}\``);
      const { drop, add } = looseParts(String(shown?.['Create Table']));
      if (drop.length) await run(`ALTER TABLE \`${job.object}\` ${drop.join(', ')}`);
      await loadLines(connection, job, entries);
      const loaded = performance.now();
      for (const parts of add) if (parts.length) await run(`ALTER TABLE \`${job.object}\` ${parts.join(', ')}`);
      await run(`ANALYZE TABLE \`${job.object}\``);
      const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
      say(`  ${job.count.toLocaleString('en')} × ${job.object}: loaded in ${seconds(begun, loaded)} s, indexed in ${seconds(loaded, performance.now())} s`);
    }
  } finally {
    connection.destroy();
  }
}

/** The secondary indexes and foreign keys of a CREATE TABLE: how to drop them, and the steps to make them again. */
function looseParts(sql: string): { drop: string[]; add: string[][] } {
  const lines = sql.split('\n').map((line) => line.trim().replace(/,$/, ''));
  const nameOf = (line: string) => /`([^`]+)`/.exec(line)?.[0] ?? '';
  const keys = lines.filter((line) => /^KEY /.test(line));
  const text = lines.filter((line) => /^FULLTEXT KEY /.test(line));
  const foreign = lines.filter((line) => /^CONSTRAINT .* FOREIGN KEY/.test(line));
  return {
    drop: [...foreign.map((line) => `DROP FOREIGN KEY ${nameOf(line)}`), ...[...keys, ...text].map((line) => `DROP KEY ${nameOf(line)}`)],
    add: [keys.map((line) => `ADD ${line}`), text.map((line) => `ADD ${line}`), foreign.map((line) => `ADD ${line}`)],
  };
}

async function loadLines(connection: Connection, job: Job, entries: Map<string, ObjectEntry>): Promise<void> {
  const columns = entries.get(job.object)?.model.fields.flatMap((field) => (field.column ? [field.column.name] : [])) ?? [];
  const worker = new Worker(fileURLToPath(new URL('lines-worker.mjs', import.meta.url)), { workerData: { job, columns } });
  // Some batches ahead, so that making lines, sending them and storing them go on at the same time.
  const stream = new Readable({ highWaterMark: 1, read: () => worker.postMessage('more') });
  for (let batch = 0; batch < batchesAhead; batch += 1) worker.postMessage('more');
  worker.on('message', (lines: Uint8Array | null) => stream.push(lines && Buffer.from(lines.buffer)));
  worker.on('error', (error) => stream.destroy(error));
  const named = [...columns, '_q'].map((name) => `\`${name}\``).join(', ');
  const sql = `LOAD DATA LOCAL INFILE 'lines' INTO TABLE \`${job.object}\` CHARACTER SET utf8mb4 (${named})`;
  const left = once(worker, 'exit');
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject);
    connection.query({ sql, infileStreamFactory: () => stream }, (error) => (error ? reject(error) : resolve()));
  });
  await left;
}
