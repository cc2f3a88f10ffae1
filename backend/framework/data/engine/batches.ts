/** Walking all rows of a table, however many there are. */
import { type Executor, ident, type RawRow } from './connect.ts';

const batch = 500;

/** All rows of a table in the order of their ids, some at a time. */
export async function* batches(db: Executor, table: string, columns: string[]): AsyncGenerator<RawRow[]> {
  const selected = columns.map(ident).join(', ');
  let last: string | number | undefined;
  for (;;) {
    const from = last === undefined ? '' : ' WHERE `id` > ?';
    const rows = await db.query(`SELECT ${selected} FROM ${ident(table)}${from} ORDER BY \`id\` LIMIT ${batch}`, last === undefined ? [] : [last]);
    if (rows.length) yield rows;
    if (rows.length < batch) return;
    last = rows.at(-1)?.id as string | number; // the key of an object's or a child's table
  }
}
