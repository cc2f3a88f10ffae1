/**
 * The one door to the database: SQLite (embedded) or MariaDB, chosen by the address. The rest of data/ speaks SQL through `query`, `run` and `transaction`;
 * identifiers are quoted with backticks, which both databases take.
 */
import type { ConnectOptions, Database } from './database.ts';

export * from './database.ts';

/**
 * Opens the database at `url`: `sqlite:path`, `sqlite::memory:`, `mysql://user:pw@host:port/name` or `mariadb://…`.
 * @throws Error with a sentence for the person who starts the server: wrong address, file in use, server away.
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Database> {
  if (url.startsWith('sqlite:')) return (await import('./sqlite.ts')).openSqlite(url.slice('sqlite:'.length));
  if (/^(mysql|mariadb):\/\//.test(url)) return (await import('./mariadb.ts')).openMariadb(url, options);
  throw new Error(`DATABASE_URL must begin with sqlite: or mysql://, got "${url.replace(/:\/\/.*/, '://…')}"`);
}
