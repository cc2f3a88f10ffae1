/** What people have put off or dealt with of their reminders. */
import type { Executor, Transaction } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

export interface StoredPutOff {
  object: string;
  /** of the row */
  id: string;
  /** of the reminder */
  name: string;
  /** the row's date that it was about: with another one the reminder comes back */
  at: string;
  /** the day on which it shows again; '' for never */
  until: string;
}

/** All of somebody's that hold on this day. */
export async function listPutOffs(db: Executor, account: string, today: string): Promise<StoredPutOff[]> {
  const rows = await table(db, '_put_off')
    .where({ account })
    .where((either) => void either.where({ until: '' }).orWhere('until', '>', today));
  return rows.map(({ object, row_id: id, name, at, until }) => ({
    object: String(object),
    id: String(id),
    name: String(name),
    at: String(at),
    until: String(until),
  }));
}

/** In the place of what was said of it before; undefined: nothing is. Those of the account that have come back by themselves go. */
export async function putPutOff(tx: Transaction, account: string, one: Omit<StoredPutOff, 'until'>, until: string | undefined, today: string): Promise<void> {
  const { id, ...rest } = one;
  const place = { account, ...rest, row_id: id };
  await table(tx, '_put_off').where(place).del();
  await table(tx, '_put_off').where({ account }).where('until', '>', '').where('until', '<=', today).del();
  if (until !== undefined) await table(tx, '_put_off').insert({ ...place, until });
}
