/** Which views people are mailed, and when the next time is. */
import type { Clockwork } from '#codegen/model.ts';
import type { Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

export interface StoredViewMail {
  account: string;
  object: string;
  /** id of a view that somebody made, key of one of the schema */
  view: string;
  /** what it was called when it was asked for */
  name: string;
  when: Clockwork;
  /** ms */
  due: number;
}

type Place = Pick<StoredViewMail, 'account' | 'object' | 'view'>;

/** All of one person. */
export async function viewMailsOf(db: Executor, account: string): Promise<StoredViewMail[]> {
  return (await table(db, '_view_mail').where({ account })).map(read);
}

/** What should have been mailed by now (ms), the longest due first. */
export async function dueViewMails(db: Executor, now: number, most: number): Promise<StoredViewMail[]> {
  return (await table(db, '_view_mail').where('due_at', '<=', now).orderBy(['due_at', 'account', 'object', 'view']).limit(most)).map(read);
}

/** In the place of what was said of it before; undefined: it is mailed no more. */
export async function putViewMail(tx: Executor, { account, object, view }: Place, said: Omit<StoredViewMail, keyof Place> | undefined): Promise<void> {
  await table(tx, '_view_mail').where({ account, object, view }).del();
  if (!said) return;
  const { name, when, due } = said;
  await table(tx, '_view_mail').insert({ account, object, view, name, every: when.every, on_day: when.on ?? 1, clock: when.at, due_at: due });
}

function read(row: Record<string, unknown>): StoredViewMail {
  const every = String(row.every) as Clockwork['every']; // written here
  return {
    account: String(row.account),
    object: String(row.object),
    view: String(row.view),
    name: String(row.name),
    when: { every, ...(every !== 'day' && { on: Number(row.on_day) }), at: String(row.clock) },
    due: Number(row.due_at),
  };
}
