/** What was erased, by object and key: until the list beside the backups has it, and after a restore until it is erased again. */
import type { Executor } from '../../engine/connect.ts';
import { table } from '../../engine/table.ts';

export interface Erased {
  object: string;
  id: string;
  /** ms */
  at: number;
}

/** In the transaction that erases. `isDue`: it is back by a restore, and has to be erased again. */
export async function noteErased(db: Executor, { object, id, at }: Erased, isDue = false): Promise<void> {
  const due = isDue ? 1 : 0;
  await table(db, '_erased').insert({ object, row_id: id, at, due }).onConflict(['object', 'row_id']).merge(['at', 'due']);
}

/** By object and key. */
export async function findErased(db: Executor, isDue: boolean): Promise<Erased[]> {
  const rows = await table(db, '_erased')
    .where({ due: isDue ? 1 : 0 })
    .orderBy(['object', 'row_id']);
  return rows.map(({ object, row_id, at }) => ({ object: String(object), id: String(row_id), at: Number(at) }));
}

/** The list has it; what was erased again since stays. */
export async function forgetErased(db: Executor, { object, id, at }: Erased): Promise<void> {
  await table(db, '_erased').where({ object, row_id: id, at, due: 0 }).del();
}
