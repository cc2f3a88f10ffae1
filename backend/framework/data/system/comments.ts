/** Comments on rows, and who follows a row or has it assigned. What is said of a row in the trash waits there with it: nobody can read the row it is about. */
import type { Executor, RawRow, Transaction } from '../engine/connect.ts';
import { insertNew, padded, raw, table } from '../engine/table.ts';

/** The row it is about. */
export interface About {
  object: string;
  id: string;
}

export interface StoredComment {
  id: number;
  by: string;
  /** ms */
  at: number;
  /** ms; 0: it is as it was written */
  editedAt: number;
  text: string;
}

export interface Involved {
  account: string;
  follows: boolean;
  /** '' where the row is not assigned to them */
  assignedBy: string;
  /** day, or '' */
  due: string;
  /** ms; 0 while it is open */
  doneAt: number;
}

const where = ({ object, id }: About) => ({ obj: object, row_id: id });

/** The newest, the last one first; `below`: older than this one. */
export async function listComments(db: Executor, about: About, limit: number, below?: number): Promise<StoredComment[]> {
  const found = table(db, '_comment').where(where(about)).orderBy('id', 'desc').limit(limit);
  if (below !== undefined) found.where('id', '<', below);
  return (await found).map(readComment);
}

export async function countComments(db: Executor, about: About): Promise<number> {
  const row = await table(db, '_comment').where(where(about)).count({ count: '*' }).first();
  return Number(row?.count ?? 0);
}

export async function findComment(db: Executor, about: About, id: number): Promise<StoredComment | undefined> {
  const row = await table(db, '_comment').where(where(about)).where({ id }).first();
  return row && readComment(row);
}

/** The texts of comments, by their ids. */
export async function commentTexts(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows = await table(db, '_comment').whereIn('id', padded(ids)).select('id', 'text');
  return new Map(rows.map((row) => [Number(row.id), String(row.text)]));
}

export async function addComment(tx: Transaction, about: About, by: string, text: string, at: number): Promise<number> {
  const [id] = await table(tx, '_comment').insert({ ...where(about), by, at, text });
  return Number(id);
}

export async function changeComment(tx: Transaction, id: number, text: string, at: number): Promise<void> {
  await table(tx, '_comment').where({ id }).update({ text, edited_at: at });
}

/** With the notices of it. */
export async function removeComment(tx: Transaction, id: number): Promise<void> {
  await table(tx, '_notice').where({ comment: id }).del();
  await table(tx, '_comment').where({ id }).del();
}

export async function listInvolved(db: Executor, about: About): Promise<Involved[]> {
  return (await table(db, '_involved').where(where(about)).orderBy(['at', 'account'])).map(readInvolved);
}

/** Follows from now on, or no more. */
export async function putFollow(tx: Transaction, about: About, account: string, follows: boolean, at: number): Promise<void> {
  if (await beginFollowing(tx, about, account, at, follows)) return;
  await table(tx, '_involved')
    .where({ ...where(about), account })
    .update({ follows: follows ? 1 : 0 });
}

/** Follows, unless they have said before that they do not want to; false where something was said of them already. */
export async function beginFollowing(tx: Transaction, about: About, account: string, at: number, follows = true): Promise<boolean> {
  return insertNew(tx, '_involved', { ...where(about), account, follows: follows ? 1 : 0, at });
}

/** In the place of what was said before; one without `assignedBy` takes the assignment back. */
export async function putAssignment(tx: Transaction, about: About, { account, assignedBy, due, doneAt }: Omit<Involved, 'follows'>, at: number): Promise<void> {
  await beginFollowing(tx, about, account, at);
  await table(tx, '_involved')
    .where({ ...where(about), account })
    .update({ assigned_by: assignedBy, due, done_at: doneAt });
}

/** What is open of somebody's that has a day, the first due first. */
export async function listAssigned(db: Executor, account: string, limit: number): Promise<(About & Involved)[]> {
  const rows = await table(db, '_involved')
    .where({ account, done_at: 0 })
    .where('assigned_by', '>', '')
    .where('due', '>', '')
    .orderBy(['due', 'obj', 'row_id'])
    .limit(limit);
  return rows.map((row) => ({ object: String(row.obj), id: String(row.row_id), ...readInvolved(row) }));
}

/** What was said of rows that became part of one other is said of that one. Who is in more than one of them is in it once: an open assignment wins, then the survivor's. */
export async function moveComments(tx: Transaction, object: string, from: readonly string[], id: string): Promise<void> {
  for (const name of ['_comment', '_notice']) await table(tx, name).where({ obj: object }).whereIn('row_id', padded(from)).update({ row_id: id });
  const all = [id, ...from];
  const rows = await table(tx, '_involved').where({ obj: object }).whereIn('row_id', padded(all)).forUpdate();
  if (!rows.some((row) => row.row_id !== id)) return;
  const rank = (row: RawRow) => [row.assigned_by !== '' && Number(row.done_at) === 0 ? 0 : row.assigned_by !== '' ? 1 : 2, all.indexOf(String(row.row_id))];
  const sorted = rows.toSorted((a, b) => Number(rank(a)[0]) - Number(rank(b)[0]) || Number(rank(a)[1]) - Number(rank(b)[1]));
  const one = new Map<string, RawRow>();
  for (const row of sorted) {
    const known = one.get(String(row.account));
    one.set(String(row.account), known ? { ...known, follows: Math.max(Number(known.follows), Number(row.follows)) } : { ...row, row_id: id });
  }
  await table(tx, '_involved').where({ obj: object }).whereIn('row_id', padded(all)).del();
  await table(tx, '_involved').insert([...one.values()]);
}

/** What was said of a row that is gone for good. */
export async function forgetRow(tx: Executor, about: About): Promise<void> {
  for (const name of ['_comment', '_involved', '_notice']) await table(tx, name).where(where(about)).del();
}

/** The same of all rows that were put into the trash before an instant, or at any time: what was said until then, not of a later row of the same key. */
export async function forgetTrashed(tx: Executor, before?: number): Promise<void> {
  for (const name of ['_comment', '_involved', '_notice']) {
    const gone = table(tx, { t: '_trash' })
      .where('t.obj', raw(tx, '??', [`${name}.obj`]))
      .where('t.row_id', raw(tx, '??', [`${name}.row_id`]))
      .where('t.at', '>=', raw(tx, '??', [`${name}.at`]))
      .select(raw(tx, '1'));
    if (before !== undefined) gone.where('t.at', '<', before);
    await table(tx, name).whereExists(gone).del();
  }
}

function readComment(row: RawRow): StoredComment {
  return { id: Number(row.id), by: String(row.by), at: Number(row.at), editedAt: Number(row.edited_at), text: String(row.text) };
}

function readInvolved(row: RawRow): Involved {
  return {
    account: String(row.account),
    follows: Number(row.follows) === 1,
    assignedBy: String(row.assigned_by),
    due: String(row.due),
    doneAt: Number(row.done_at),
  };
}
