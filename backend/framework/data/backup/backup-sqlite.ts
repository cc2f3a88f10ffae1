import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../engine/connect.ts';
import { restoringTable } from '../engine/format.ts';
import { SqliteConnection } from '../engine/sqlite-driver.ts';
import { countedOfSqlite, type Dumped, transient, type Watcher } from './dump.ts';

const fileName = 'reelbase.sqlite';
const run = promisify(execFile);

/**
 * A process of its own, so that the server goes on answering while SQLite copies, and so that it can be cut off: a thread that is terminated in the middle of a
 * statement takes the whole server with it. Text, for a bundle has no file to name.
 */
const copier = `
const { from, to, builtIn, driver, counted } = JSON.parse(process.argv[1]);
try {
  const { DatabaseSync } = builtIn ? process.getBuiltinModule('node:sqlite') : require(driver);
  const db = new DatabaseSync(from, { readOnly: true });
  db.exec('PRAGMA busy_timeout = 30000');
  db.prepare('VACUUM INTO ?').run(to);
  db.close();
  const copy = new DatabaseSync(to, { readOnly: true });
  const names = copy.prepare(counted).all().map(({ name }) => name);
  console.log(JSON.stringify({ rows: Object.fromEntries(names.map((name) => [name, copy.prepare('SELECT COUNT(*) AS n FROM "' + name + '"').get().n])) }));
} catch ({ message, code, errcode }) {
  console.log(JSON.stringify({ failure: { message, code, errcode } }));
}
`;

/** A read transaction of its own: what is committed when it begins is in it, whole, and nothing after. Writers are not held up. */
export async function dumpSqlite(db: Database, folder: string, { signal, tell }: Watcher): Promise<Dumped> {
  const from = db.address.slice('sqlite:'.length);
  if (from === ':memory:') throw new Error('a database in memory has no backup');
  const to = join(folder, fileName);
  const total = (await stat(from)).size;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const builtIn = major > 22 || (major === 22 && minor >= 13);
  const driver = builtIn ? '' : createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const given = JSON.stringify({ from, to, builtIn, driver, counted: countedOfSqlite });
  const looking = setInterval(
    () =>
      void stat(to).then(
        ({ size }) => tell(Math.min(size, total), total),
        () => undefined,
      ),
    500,
  );
  let said: string;
  try {
    // Nothing of the server's environment, where passwords and keys stand.
    said = (await run(process.execPath, ['--no-warnings', '-e', copier, given], { signal, env: {}, maxBuffer: 2 ** 24 })).stdout;
  } catch (error) {
    throw new Error('the copy of the database was cut off', { cause: error });
  } finally {
    clearInterval(looking);
  }
  const { rows = {}, failure } = JSON.parse(said) as { rows?: Record<string, number>; failure?: { message: string } }; // as the copier writes it
  if (failure) throw Object.assign(new Error(failure.message), failure);
  tell(total, total);
  for (const table of transient) delete rows[table];
  return { files: [fileName], rows };
}

/** A restore was cut off in it. */
function isMarked(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = new SqliteConnection(file, { readOnly: true });
  try {
    return connection.all('SELECT 1 FROM sqlite_master WHERE name = ?', [restoringTable]).length > 0;
  } finally {
    connection.close();
  }
}

/** Checked first, then put in its place by one rename. */
export async function restoreSqlite(url: string, folder: string, store: string): Promise<void> {
  const target = resolve(url.slice('sqlite:'.length));
  if (isMarked(target)) for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${target}${end}`, { force: true });
  if (existsSync(target)) throw new Error(`there is a database already: ${target}. Restore into an empty place, or move it away first`);
  await mkdir(dirname(target), { recursive: true });
  const made = `${target}.restoring`;
  await rm(made, { force: true });
  await copyFile(join(folder, fileName), made);
  const connection = new SqliteConnection(made);
  try {
    const [found] = connection.all('PRAGMA integrity_check') as { integrity_check: string }[]; // one row that says ok, else what is wrong
    if (found?.integrity_check !== 'ok') throw new Error(`the database in the backup is damaged: ${found?.integrity_check}`);
    for (const table of transient) connection.exec(`DELETE FROM ${table}`);
    connection.exec("UPDATE _job SET state = 'interrupted' WHERE state = 'running'");
    connection.exec(`CREATE TABLE ${restoringTable} (store TEXT NOT NULL)`);
    connection.run(`INSERT INTO ${restoringTable} (store) VALUES (?)`, [store]);
  } finally {
    connection.close();
  }
  const handle = await open(made, 'r');
  await handle.sync().finally(() => handle.close());
  await rename(made, target);
}
