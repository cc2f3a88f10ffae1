/** Notices of rows that people get. Whether somebody may still read one is asked when it is shown. */
import type { NoticeKind } from '#rules/records/mention.ts';
import type { Executor, RawRow, Transaction } from '../engine/connect.ts';
import { insertAll, padded, table } from '../engine/table.ts';
import type { About } from './comments.ts';

export interface StoredNotice extends About {
  notice: number;
  kind: NoticeKind;
  /** its id; 0 without one */
  comment: number;
  /** of an assignment; '' without one */
  due: string;
  by: string;
  /** ms */
  at: number;
  isRead: boolean;
}

export async function notify(tx: Transaction, accounts: readonly string[], { object, id, ...rest }: Omit<StoredNotice, 'notice' | 'isRead'>): Promise<void> {
  await insertAll(
    tx,
    '_notice',
    accounts.map((account) => ({ account, obj: object, row_id: id, ...rest })),
  );
}

/** Who has a notice of a comment. */
export async function notifiedOf(db: Executor, comment: number): Promise<string[]> {
  return (await table(db, '_notice').where({ comment }).pluck('account')).map(String);
}

/** Those that are not read first, each the newest first. */
export async function listNotices(db: Executor, account: string, limit: number): Promise<StoredNotice[]> {
  const unread = (await table(db, '_notice').where({ account, read_at: 0 }).orderBy('id', 'desc').limit(limit)).map(readNotice);
  if (unread.length >= limit) return unread;
  const read = table(db, '_notice')
    .where({ account })
    .where('read_at', '>', 0)
    .orderBy('id', 'desc')
    .limit(limit - unread.length);
  return [...unread, ...(await read).map(readNotice)];
}

/** All of somebody's, or these. */
export async function markRead(db: Executor, account: string, ids: readonly number[] | undefined, at: number): Promise<void> {
  const mine = table(db, '_notice').where({ account, read_at: 0 });
  if (ids) mine.whereIn('id', padded(ids));
  await mine.update({ read_at: at });
}

/** Who has notices since an instant that they have neither read nor had by mail. */
export async function accountsToMail(db: Executor, since: number): Promise<string[]> {
  return (await unmailed(db, since).distinct('account').orderBy('account').pluck('account')).map(String);
}

/** One's own of them, the oldest first. */
export async function noticesToMail(db: Executor, account: string, since: number, limit: number): Promise<StoredNotice[]> {
  return (await unmailed(db, since).where({ account }).orderBy('id').limit(limit)).map(readNotice);
}

export async function markMailed(tx: Transaction, account: string, at: number): Promise<void> {
  await table(tx, '_notice').where({ account, mailed_at: 0 }).update({ mailed_at: at });
}

function unmailed(db: Executor, since: number) {
  return table(db, '_notice').where({ read_at: 0, mailed_at: 0 }).where('at', '>=', since);
}

/** Those older than an instant go. */
export async function sweepNotices(db: Executor, before: number): Promise<void> {
  await table(db, '_notice').where('at', '<', before).del();
}

function readNotice(row: RawRow): StoredNotice {
  return {
    notice: Number(row.id),
    kind: String(row.kind) as NoticeKind, // written here
    object: String(row.obj),
    id: String(row.row_id),
    comment: Number(row.comment),
    due: String(row.due),
    by: String(row.by),
    at: Number(row.at),
    isRead: Number(row.read_at) > 0,
  };
}
