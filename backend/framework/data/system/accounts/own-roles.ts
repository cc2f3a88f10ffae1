/** Roles of the house's own making, as they are stored. */
import type { Text } from '#codegen/model.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { OwnRole } from '#rules/accounts/own-roles.ts';
import type { Executor, Transaction } from '../../engine/connect.ts';
import { insertInto, table } from '../../engine/table.ts';
import { tableNames } from '../system-tables.ts';

const name = '_role';

/** All of them, by code; none before the tables of the framework are made. */
export async function readOwnRoles(db: Executor): Promise<OwnRole[]> {
  if (!(await tableNames(db)).has(name)) return [];
  return (await table(db, name).orderBy('code')).map(read);
}

/** '[code] version' of each, by code. */
export async function readRoleVersions(db: Executor): Promise<string[]> {
  return (await table(db, name).orderBy('code').select('code', 'ver')).map(({ code, ver }) => `${code} ${ver}`);
}

/** Held until the transaction ends. */
export async function lockOwnRole(tx: Transaction, code: string): Promise<OwnRole | undefined> {
  const row = await table(tx, name).where({ code }).forUpdate().first();
  return row && read(row);
}

export async function putOwnRole(tx: Transaction, { code, title, grants, ver }: OwnRole): Promise<void> {
  const values = { title: JSON.stringify(title), grants: JSON.stringify(grants), ver };
  if (ver === 1) await insertInto(tx, name, { code, ...values });
  else await table(tx, name).where({ code }).update(values);
}

/** Another version of each role whose grants are others, or fewer, after a rename or the end of an object, so that every process reads it again. */
export async function renameInRoles(tx: Executor, renamed: (grant: string) => string | undefined): Promise<void> {
  for (const { code, grants, ver } of await readOwnRoles(tx)) {
    const next = grants.flatMap((grant) => renamed(grant) ?? []);
    if (next.join() !== grants.join())
      await table(tx, name)
        .where({ code })
        .update({ grants: JSON.stringify(next), ver: ver + 1 });
  }
}

export async function removeOwnRole(tx: Transaction, code: string): Promise<void> {
  await table(tx, name).where({ code }).del();
}

/** Whether an account has the role: its column is a list of codes as JSON. */
export async function isHeld(db: Executor, code: string): Promise<boolean> {
  return (await table(db, 'user').where('roles', 'like', `%"${code}"%`).select('id').limit(1)).length > 0;
}

/** Stands with the history of rows, under the table's name. */
export async function noteRoleHistory(
  tx: Executor,
  at: Date,
  by: string,
  action: string,
  before: OwnRole | undefined,
  after: OwnRole | undefined,
): Promise<void> {
  const { code: row_id = '', ver = 0 } = after ?? before ?? {};
  const changes = { title: [before?.title ?? null, after?.title ?? null], grants: [before?.grants ?? [], after?.grants ?? []] };
  await insertInto(tx, '_history', { obj: name, row_id, ver, at: at.getTime(), by, action, changes: JSON.stringify(changes) });
}

/** Newest first. */
export async function loadRoleHistory(db: Executor, code: string): Promise<HistoryEntry[]> {
  const rows = await table(db, '_history').where({ obj: name, row_id: code }).orderBy('id', 'desc').limit(100);
  return rows.map((row) => ({
    entry: Number(row.id),
    at: stampOf(Number(row.at)),
    by: String(row.by),
    action: String(row.action),
    ver: Number(row.ver),
    changes: JSON.parse(String(row.changes)) as HistoryEntry['changes'], // written above
  }));
}

function read(row: Record<string, unknown>): OwnRole {
  const [title, grants] = [JSON.parse(String(row.title)) as Text, JSON.parse(String(row.grants)) as string[]]; // written above
  return { code: String(row.code), title, grants, ver: Number(row.ver) };
}
