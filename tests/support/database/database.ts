/** Fresh, empty databases for tests: `describe.each(testDatabases)('… on %s', (kind) => …)`. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { connect, type Database, type DatabaseKind } from '#framework/data/engine/connect.ts';
import { ensureSystemTables } from '#framework/data/system/system-tables.ts';
import '../global-setup.ts';
import { scratchFolder } from './mariadb.ts';

// A project without the global set-up has no server.
const mariadbUrl = inject('mariadbUrl') ?? '';

/** Both, or SQLite alone where no MariaDB could be had. */
export const testDatabases: DatabaseKind[] = mariadbUrl ? ['sqlite', 'mariadb'] : ['sqlite'];

export interface TestDatabase extends Database {
  /** what `connect` was called with */
  url: string;
  /** Closes it and removes everything. */
  drop(): Promise<void>;
}

/** The address of a database of its own that does not exist yet, and its removal. */
export function freshUrl(kind: DatabaseKind): { url: string; remove(): Promise<void> } {
  if (kind === 'sqlite') {
    const folder = scratchFolder('sqlite-test-');
    return { url: `sqlite:${join(folder, 'test.db')}`, remove: async () => rmSync(folder, { recursive: true, force: true }) };
  }
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  const remove = async () => {
    const db = await connect(`${mariadbUrl}/mysql`);
    await db.exec(`DROP DATABASE IF EXISTS \`${name}\``);
    await db.close();
  };
  return { url: `${mariadbUrl}/${name}`, remove };
}

/** An empty database with the system tables. */
export async function freshDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const { url, remove } = freshUrl(kind);
  const db = await connect(url);
  await ensureSystemTables(db);
  return Object.assign(db, {
    url,
    drop: async () => {
      await db.close();
      await remove();
    },
  });
}
