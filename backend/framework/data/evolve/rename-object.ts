/** An object that was renamed takes its rows over: its tables get the new name, and so does everything that is known by the old one. */
import type { ObjectModel } from '#codegen/model.ts';
import { renamedGrant } from '#rules/accounts/own-roles.ts';
import { type Database, type Executor, ident } from '../engine/connect.ts';
import { renameReleased } from '../rows/trash.ts';
import { renameInKeys } from '../system/accounts/api-keys.ts';
import { renameInRoles } from '../system/accounts/own-roles.ts';
import { renameInHomes } from '../system/views.ts';
import { renameInHooks } from '../system/webhooks.ts';
import { searchTable } from './ddl.ts';
import type { ExistingTable } from './inspect.ts';
import { type ObjectRename, type Step, step } from './step.ts';

/** The step, where a table of a former name exists and none, or an empty one, of the present name. */
export function compareName(model: ObjectModel, existing: ReadonlyMap<string, ExistingTable>, isEmpty: (table: string) => boolean): Step | undefined {
  const from = model.was?.find((name) => existing.has(name));
  if (from === undefined || (existing.has(model.name) && !isEmpty(model.name))) return undefined;
  const to = model.name;
  const owned = (object: string) => ownedTables(existing, object);
  const renamed = (name: string) => (name.startsWith('_x_') ? `_x_${to}${name.slice(from.length + 3)}` : `${to}${name.slice(from.length)}`);
  const search = existing.get(from)?.search ? [[searchTable(from), searchTable(to)] as [string, string]] : [];
  const tables = [...owned(from).map((name): [string, string] => [name, renamed(name)]), ...search];
  const drop = [...owned(to), ...(existing.get(to)?.search ? [searchTable(to)] : [])];
  return step('renameTable', to, '', {
    key: `renameObject:${from}:${to}`,
    description: `take over the rows of ${from} as ${to}`,
    blocking: true,
    alone: true,
    rename: { from, to, tables, drop },
  });
}

/** Where rows of the framework's own tables belong to an object: they follow it to another name, and go with it where it is dropped for good. */
export const ofObject = [
  ['_history', 'obj'],
  ['_rename', 'obj'],
  ['_archive', 'obj'],
  ['_undo', 'obj'],
  ['_trash', 'obj'],
  ['_change', 'obj'],
  ['_comment', 'obj'],
  ['_involved', 'obj'],
  ['_notice', 'obj'],
  ['_view', 'object'],
  ['_view_mail', 'object'],
  ['_put_off', 'object'],
  ['_import_columns', 'object'],
  ['_copy', 'obj'],
  ['_follow', 'obj'],
  ['_follow', 'from_obj'],
  ['_automation_run', 'object'],
  ['_presence', 'obj'],
  ['_ref', 'obj'],
] as const;

/** An object's table, its lists' and their archives; SQLite's search table brings its own tables along, and goes where it goes. */
export function ownedTables(existing: ReadonlyMap<string, ExistingTable>, object: string): string[] {
  const isSearch = (name: string) => name.startsWith(searchTable(object)) && /__q(_(data|idx|content|docsize|config))?$/.test(name);
  return [...existing.keys()].filter((name) => (name === object || name.startsWith(`${object}__`) || name.startsWith(`_x_${object}__`)) && !isSearch(name));
}

/** First everything else that has the old name, then the tables: as long as they have their old name, a resumed run does both again. */
export async function renameObject(db: Database, { from, to, tables, drop }: ObjectRename): Promise<void> {
  await db.transaction((tx) => renameKnown(tx, from, to));
  await db.session(async (session) => {
    const isSqlite = session.kind === 'sqlite';
    const search = (name: string) => isSqlite || !name.endsWith('__q');
    await session.exec(isSqlite ? 'PRAGMA foreign_keys = OFF' : 'SET foreign_key_checks = 0');
    try {
      for (const name of drop.filter(search).reverse()) await session.exec(`DROP TABLE IF EXISTS ${ident(name)}`);
      const pairs = tables.filter(([name]) => search(name));
      // One statement renames all of them or none on MariaDB; SQLite has its transaction.
      if (!isSqlite) await session.exec(`RENAME TABLE ${pairs.map(([old, name]) => `${ident(old)} TO ${ident(name)}`).join(', ')}`);
      else {
        await session.exec('BEGIN IMMEDIATE');
        for (const [old, name] of pairs) await session.exec(`ALTER TABLE ${ident(old)} RENAME TO ${ident(name)}`);
        await session.exec('COMMIT');
      }
    } catch (error) {
      if (isSqlite) await session.exec('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      await session.exec(isSqlite ? 'PRAGMA foreign_keys = ON' : 'SET foreign_key_checks = 1');
    }
  });
}

async function renameKnown(tx: Executor, from: string, to: string): Promise<void> {
  for (const [table, column] of [...ofObject, ['_change', 'of'], ['_file', 'object'], ['_upload', 'object'], ['_ref', 'to_obj']] as const)
    await tx.run(`UPDATE ${ident(table)} SET ${ident(column)} = ? WHERE ${ident(column)} = ?`, [to, from]);
  for (const row of await tx.query<{ id: number; tbl: string }>('SELECT `id`, `tbl` FROM `_archive` WHERE `obj` = ?', [to]))
    if (row.tbl === from || row.tbl.startsWith(`${from}__`))
      await tx.run('UPDATE `_archive` SET `tbl` = ? WHERE `id` = ?', [`${to}${row.tbl.slice(from.length)}`, row.id]);
  for (const { name } of await tx.query<{ name: string }>('SELECT `name` FROM `_series`'))
    if (name.startsWith(`${from}:`)) await tx.run('UPDATE `_series` SET `name` = ? WHERE `name` = ?', [`${to}${name.slice(from.length)}`, name]);
  await renameReleased(tx, from, to);
  await renameInHomes(tx, from, to);
  await renameInRoles(tx, (grant) => renamedGrant(grant, from, to));
  await renameInKeys(tx, from, to);
  await renameInHooks(tx, from, to);
  const [known] = await tx.query('SELECT 1 AS one FROM `_object` WHERE `name` = ?', [from]);
  if (known) {
    await tx.run('DELETE FROM `_object` WHERE `name` = ?', [to]);
    await tx.run('UPDATE `_object` SET `name` = ?, `complete` = 0 WHERE `name` = ?', [to, from]);
  }
}
