/** Numbers given one by one (x-naming): counted in the transaction that stores the row, so none is lost or given twice. */
import type { Executor } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';

/** The next number of a series. The series' row is locked until the transaction ends; a rollback takes the number back. */
export async function nextNumber(tx: Executor, series: string): Promise<number> {
  const one = table(tx, '_series').insert({ name: series, value: 1 });
  await one.onConflict('name').merge({ value: raw(tx, '?? + 1', ['_series.value']) });
  const row = await table(tx, '_series').where({ name: series }).first('value');
  return Number(row?.value);
}
