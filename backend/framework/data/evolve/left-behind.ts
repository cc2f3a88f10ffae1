/** Tables whose object has no schema file any more: their rows stay and are listed for an administrator; they are dropped only on request. */
import { renamedGrant } from '#rules/accounts/own-roles.ts';
import { webhookEvents } from '#rules/webhook.ts';
import { type Database, type Executor, ident } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { takeFromTrash } from '../rows/trash.ts';
import { renameInKeys } from '../system/accounts/api-keys.ts';
import { renameInRoles } from '../system/accounts/own-roles.ts';
import { tableNames } from '../system/system-tables.ts';
import { renameInHomes } from '../system/views.ts';
import { renameInHooks } from '../system/webhooks.ts';
import { searchTable } from './ddl.ts';
import { inspect } from './inspect.ts';
import { ofObject, ownedTables } from './rename-object.ts';

/** Those with rows, of objects that are not among `names`; `at` in ms since 1970. */
export async function leftBehind(db: Database, names: ReadonlySet<string>): Promise<{ object: string; rows: number; at: number }[]> {
  const known = await db.query<{ name: string; at: unknown }>('SELECT `name`, `at` FROM `_object` ORDER BY `name`');
  const gone = known.filter(({ name }) => !names.has(name));
  if (!gone.length) return [];
  const tables = await tableNames(db);
  const found: { object: string; rows: number; at: number }[] = [];
  for (const { name, at } of gone) {
    if (!tables.has(name)) continue;
    const [row] = await db.query<{ n: unknown }>(`SELECT COUNT(*) AS n FROM ${ident(name)}`);
    if (Number(row?.n)) found.push({ object: name, rows: Number(row?.n), at: Number(at) });
  }
  return found;
}

/** Tables of other objects that refer to this one's rows: as long as they do, the rows cannot go. */
export async function holdersOf(db: Database, object: string): Promise<string[]> {
  const existing = await inspect(db);
  const own = new Set(ownedTables(existing, object));
  const holds = ({ name, foreignKeys }: { name: string; foreignKeys: { to: string }[] }) => !own.has(name) && foreignKeys.some(({ to }) => to === object);
  return [...new Set([...existing.values()].filter(holds).map(({ name }) => name.split('__')[0] ?? name))];
}

/** Drops an object's tables with everything that is known of their rows, for good: the tables first, so that an interrupted purge is started again. */
export async function purgeObject(db: Database, object: string): Promise<void> {
  const existing = await inspect(db);
  const search = db.kind === 'sqlite' && existing.get(object)?.search ? [searchTable(object)] : [];
  // What the page lists it by goes last.
  const tables = [...ownedTables(existing, object).filter((name) => name !== object), ...search, object];
  await db.session(async (session) => {
    const isSqlite = session.kind === 'sqlite';
    await session.exec(isSqlite ? 'PRAGMA foreign_keys = OFF' : 'SET foreign_key_checks = 0');
    try {
      for (const name of tables) await session.exec(`DROP TABLE IF EXISTS ${ident(name)}`);
    } finally {
      await session.exec(isSqlite ? 'PRAGMA foreign_keys = ON' : 'SET foreign_key_checks = 1');
    }
  });
  await db.transaction((tx) => forget(tx, object));
}

async function forget(tx: Executor, object: string): Promise<void> {
  await takeFromTrash(tx, { object });
  for (const [name, column] of [...ofObject, ['_step', 'obj']] as const) await tx.run(`DELETE FROM ${ident(name)} WHERE ${ident(column)} = ?`, [object]);
  // What webhooks hold of them: whole rows.
  await table(tx, '_webhook_delivery')
    .whereIn(
      'type',
      webhookEvents.map((event) => `${object}.${event}`),
    )
    .del();
  for (const { name } of await tx.query<{ name: string }>('SELECT `name` FROM `_series`'))
    if (name.startsWith(`${object}:`)) await tx.run('DELETE FROM `_series` WHERE `name` = ?', [name]);
  // Rights, keys, hooks and cards: an object that is called so later is another.
  await renameInHomes(tx, object, undefined);
  await renameInRoles(tx, (grant) => (renamedGrant(grant, object, '') === grant ? grant : undefined));
  await renameInKeys(tx, object, undefined);
  await renameInHooks(tx, object, undefined);
  await tx.run('DELETE FROM `_object` WHERE `name` = ?', [object]);
}
