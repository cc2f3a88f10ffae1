/** Numbers given one by one (x-naming): counted in the transaction that stores the row, so none is lost or given twice. */
import type { Executor } from '../engine/connect.ts';

/** The next number of a series. The series' row is locked until the transaction ends; a rollback takes the number back. */
export async function nextNumber(tx: Executor, series: string): Promise<number> {
  const upsert =
    tx.kind === 'mariadb'
      ? 'INSERT INTO `_series` (`name`, `value`) VALUES (?, 1) ON DUPLICATE KEY UPDATE `value` = `value` + 1'
      : 'INSERT INTO `_series` (`name`, `value`) VALUES (?, 1) ON CONFLICT (`name`) DO UPDATE SET `value` = `value` + 1';
  await tx.run(upsert, [series]);
  const [row] = await tx.query<{ value: unknown }>('SELECT `value` FROM `_series` WHERE `name` = ?', [series]);
  return Number(row?.value);
}
