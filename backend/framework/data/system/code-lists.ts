/** Lists of options as staff have changed them: a row a list, its options as JSON. */
import type { HistoryEntry } from '#framework/records/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { StoredList } from '#rules/records/options.ts';
import type { Executor, Transaction } from '../engine/connect.ts';
import { insertInto, table } from '../engine/table.ts';
import { tableNames } from './system-tables.ts';

const name = '_code_list';

/** All of them, by name; none before the tables of the framework are made. */
export async function readCodeLists(db: Executor): Promise<StoredList[]> {
  if (!(await tableNames(db)).has(name)) return [];
  return (await table(db, name).orderBy('name')).map(read);
}

/** Held until the transaction ends. */
export async function lockCodeList(tx: Transaction, list: string): Promise<StoredList | undefined> {
  const row = await table(tx, name).where({ name: list }).forUpdate().first();
  return row && read(row);
}

export async function putCodeList(tx: Transaction, { name: list, ver, options, gone }: StoredList): Promise<void> {
  const data = JSON.stringify({ options, gone });
  if (ver === 1) await insertInto(tx, name, { name: list, ver, data });
  else await table(tx, name).where({ name: list }).update({ ver, data });
}

/** Stands with the history of rows, under the table's name: what each code said before and after. */
export async function noteCodeListHistory(
  tx: Executor,
  { list, ver, by, at, action }: { list: string; ver: number; by: string; at: Date; action: string },
  changes: HistoryEntry['changes'],
): Promise<void> {
  await insertInto(tx, '_history', { obj: name, row_id: list, ver, at: at.getTime(), by, action, changes: JSON.stringify(changes) });
}

/** Newest first. */
export async function loadCodeListHistory(db: Executor, list: string): Promise<HistoryEntry[]> {
  const rows = await table(db, '_history').where({ obj: name, row_id: list }).orderBy('id', 'desc').limit(100);
  return rows.map((row) => ({
    entry: Number(row.id),
    at: stampOf(Number(row.at)),
    by: String(row.by),
    action: String(row.action),
    ver: Number(row.ver),
    changes: JSON.parse(String(row.changes)) as HistoryEntry['changes'], // written above
  }));
}

function read(row: Record<string, unknown>): StoredList {
  const { options, gone } = JSON.parse(String(row.data)) as Pick<StoredList, 'options' | 'gone'>; // written above
  return { name: String(row.name), ver: Number(row.ver), options, gone };
}
