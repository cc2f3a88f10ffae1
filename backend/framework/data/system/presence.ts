/** Rows of `_presence`: the pages in which people have a row open. Each says again and again that it is there; one that does not counts no more. */
import type { Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import type { About } from './comments.ts';

export interface StoredPresence {
  account: string;
  /** of the browser's page, made up by it */
  page: string;
  isTyping: boolean;
  /** when it said so last, ms */
  at: number;
}

/** Those of the row that said so after an instant. */
export async function listPresence(db: Executor, about: About, after: number): Promise<StoredPresence[]> {
  const rows = await table(db, '_presence').where(where(about)).where('at', '>', after).orderBy(['account', 'page']);
  return rows.map((row) => ({ account: String(row.account), page: String(row.page), isTyping: Number(row.is_typing) > 0, at: Number(row.at) }));
}

/** In the place of what the page said before. */
export async function putPresence(db: Executor, about: About, { account, page, isTyping, at }: StoredPresence): Promise<void> {
  await table(db, '_presence')
    .insert({ ...where(about), account, page, is_typing: isTyping ? 1 : 0, at })
    .onConflict(['obj', 'row_id', 'account', 'page'])
    .merge(['is_typing', 'at']);
}

export async function removePresence(db: Executor, about: About, account: string, page: string): Promise<void> {
  await table(db, '_presence')
    .where({ ...where(about), account, page })
    .del();
}

export async function sweepPresence(db: Executor, before: number): Promise<void> {
  await table(db, '_presence').where('at', '<', before).del();
}

function where({ object, id }: About): { obj: string; row_id: string } {
  return { obj: object, row_id: id };
}
