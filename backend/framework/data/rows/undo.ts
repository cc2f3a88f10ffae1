/** What an operation needs to be undone, stored until it is: the last one of a row first. */
import type { Executor } from '../engine/connect.ts';

export interface Undo {
  object: string;
  id: string;
  action: string;
  at: Date;
  by: string;
  /** JSON that only the operation reads */
  data: string;
}

export async function keepUndo(tx: Executor, undo: Undo): Promise<void> {
  await tx.run('INSERT INTO `_undo` (`obj`, `row_id`, `action`, `at`, `by`, `data`) VALUES (?, ?, ?, ?, ?, ?)', [
    undo.object,
    undo.id,
    undo.action,
    undo.at.getTime(),
    undo.by,
    undo.data,
  ]);
}

/** The last one of an operation that was not taken back yet. */
export async function lastUndo(tx: Executor, object: string, id: string, action: string): Promise<{ id: number; data: string } | undefined> {
  const sql = 'SELECT `id`, `data` FROM `_undo` WHERE `obj` = ? AND `row_id` = ? AND `action` = ? AND `undone_at` IS NULL ORDER BY `id` DESC LIMIT 1';
  const [row] = await tx.query<{ id: unknown; data: unknown }>(sql, [object, id, action]);
  return row && { id: Number(row.id), data: String(row.data) };
}

export async function spendUndo(tx: Executor, id: number, at: Date): Promise<void> {
  await tx.run('UPDATE `_undo` SET `undone_at` = ? WHERE `id` = ?', [at.getTime(), id]);
}

/** One thing on a stack that is walked both ways: what was taken back can be done again until something new is done. */
export interface Stacked {
  id: number;
  /** ms */
  at: number;
  by: string;
  data: string;
}

const shortest = 600;

/** The next to take back and the next to do again; of their data the first line only. */
export async function stackEnds(tx: Executor, object: string, id: string, action: string): Promise<{ undo: Stacked | undefined; redo: Stacked | undefined }> {
  const end = async (test: string, order: string): Promise<Stacked | undefined> => {
    const sql = `SELECT \`id\`, \`at\`, \`by\`, SUBSTR(\`data\`, 1, ${shortest}) AS head FROM \`_undo\` WHERE \`obj\` = ? AND \`row_id\` = ? AND \`action\` = ? AND \`undone_at\` ${test} ORDER BY \`id\` ${order} LIMIT 1`;
    const [row] = await tx.query(sql, [object, id, action]);
    return row && { id: Number(row.id), at: Number(row.at), by: String(row.by), data: String(row.head).split('\n', 1)[0] ?? '' };
  };
  return { undo: await end('IS NULL', 'DESC'), redo: await end('IS NOT NULL', 'ASC') };
}

/** The whole data of one. */
export async function stackedData(tx: Executor, id: number): Promise<string> {
  const [row] = await tx.query('SELECT `data` FROM `_undo` WHERE `id` = ?', [id]);
  return String(row?.data ?? '');
}

/** Something new was done: what was taken back before it is gone, and so is what lies deeper than `most`. */
export async function pushUndo(tx: Executor, undo: Undo, most: number): Promise<void> {
  const named = [undo.object, undo.id, undo.action];
  const same = '`obj` = ? AND `row_id` = ? AND `action` = ?';
  await tx.run(`DELETE FROM \`_undo\` WHERE ${same} AND \`undone_at\` IS NOT NULL`, named);
  await keepUndo(tx, undo);
  const [deepest] = await tx.query(`SELECT \`id\` FROM \`_undo\` WHERE ${same} ORDER BY \`id\` DESC LIMIT 1 OFFSET ?`, [...named, most]);
  if (deepest) await tx.run(`DELETE FROM \`_undo\` WHERE ${same} AND \`id\` <= ?`, [...named, Number(deepest.id)]);
}

/** Done again: it can be taken back once more. */
export async function regainUndo(tx: Executor, id: number): Promise<void> {
  await tx.run('UPDATE `_undo` SET `undone_at` = NULL WHERE `id` = ?', [id]);
}
