/** What the data says of itself, by name: rows of `_setting`. */
import type { Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

export async function readSetting(db: Executor, name: string): Promise<string | undefined> {
  const row = await table(db, '_setting').where({ name }).first('value');
  return row === undefined ? undefined : String(row.value);
}

export async function writeSetting(db: Executor, name: string, value: string): Promise<void> {
  await table(db, '_setting').insert({ name, value }).onConflict('name').merge(['value']);
}
