/**
 * SQLite through the `node:sqlite` interface: the one built into Node where it exists (Node ≥ 22.13), else the same interface from @photostructure/sqlite,
 * which brings prebuilt binaries. Each statement text is prepared once and cached.
 */
import { createRequire } from 'node:module';
import type { RunResult, SqlValue } from './database.ts';

/** The part of `node:sqlite` that is used. */
interface Handle {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Statement {
  all(...params: unknown[]): unknown[];
  run(...params: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}
type DatabaseSync = new (path: string, options?: { readOnly?: boolean; timeout?: number }) => Handle;

/** More texts than the whole server has; a caller that builds texts without end is bounded by it. */
const mostStatements = 1000;
const none: readonly SqlValue[] = [];

export class SqliteConnection {
  private readonly handle: Handle;
  private readonly statements = new Map<string, Statement>();

  constructor(path: string, options: { readOnly?: boolean } = {}) {
    const Driver = loadDriver();
    this.handle = new Driver(path, { readOnly: options.readOnly ?? false });
  }

  all(sql: string, params: readonly SqlValue[] = none): unknown[] {
    return numbered(() => this.statement(sql).all(...bindable(params)));
  }

  run(sql: string, params: readonly SqlValue[] = none): RunResult {
    const result = numbered(() => this.statement(sql).run(...bindable(params)));
    return { changes: Number(result.changes), lastId: Number(result.lastInsertRowid) };
  }

  exec(sql: string): void {
    // A cached statement may hold the columns of a table that this alters.
    this.statements.clear();
    numbered(() => this.handle.exec(sql));
  }

  forget(): void {
    this.statements.clear();
  }

  close(): void {
    this.statements.clear();
    this.handle.close();
  }

  private statement(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.handle.prepare(sql);
      if (this.statements.size >= mostStatements) this.statements.delete(this.statements.keys().next().value ?? '');
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

/** As the server uses a file: with its log of writes, and without waiting inside the driver. */
export function openFile(file: string, readOnly = false): SqliteConnection {
  const connection = new SqliteConnection(file);
  for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16000', 'temp_store = MEMORY']) {
    connection.exec(`PRAGMA ${pragma}`);
  }
  if (readOnly) connection.exec('PRAGMA query_only = ON');
  // From here on nothing waits inside the driver, which would keep the whole process waiting: see `patiently` in sqlite.ts.
  connection.exec('PRAGMA busy_timeout = 0');
  return connection;
}

/** SQLite's error numbers by their messages, for the driver gives none where a cached statement no longer fits its table; 1 is SQLITE_ERROR. */
const codes: Record<string, number> = {
  'database is locked': 5,
  'database table is locked': 6,
  'disk I/O error': 10,
  'database or disk is full': 13,
  'unable to open database file': 14,
};

function numbered<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR' && !('errcode' in error && error.errcode))
      Object.assign(error, { errcode: codes[error.message] ?? 1 });
    throw error;
  }
}

/**
 * The driver takes no booleans, and binds a fraction below 2^-52 as the integer 0: such a one goes as text, of which a REAL column
 * makes the number again.
 */
function bindable(params: readonly SqlValue[]): readonly SqlValue[] {
  return params.some(isUnbindable)
    ? params.map((value) => (isUnbindable(value) ? (typeof value === 'boolean' ? Number(value) : String(value)) : value))
    : params;
}

function isUnbindable(value: SqlValue): boolean {
  return typeof value === 'boolean' || (typeof value === 'number' && value > 0 && value < 2 ** -51);
}

let driver: DatabaseSync | undefined;
function loadDriver(): DatabaseSync {
  // Both modules have the same untyped shape as seen from here, stated by the return type.
  driver ??= (builtIn() ?? createRequire(import.meta.url)('@photostructure/sqlite')).DatabaseSync as DatabaseSync;
  return driver;
}

function builtIn(): { DatabaseSync: unknown } | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) return undefined;
  // getBuiltinModule is not in the types of Node 20.
  const load = (process as unknown as { getBuiltinModule?: (id: string) => { DatabaseSync: unknown } | undefined }).getBuiltinModule;
  return load?.('node:sqlite');
}
