/** The outbox as the sender sees it: rows of the object `mail`, claimed one at a time. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. */

import type { ShownMail } from '#framework/system/wire.ts';
import { lastTemplates, nobodysAddress, urgentTemplates } from '#rules/mail.ts';
import type { Database, Executor, RawRow } from '../engine/connect.ts';
import { padded, raw, table } from '../engine/table.ts';

export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  body: string;
  template: string;
  tries: number;
  ver: number;
  createdAt: string;
}

/**
 * Takes the next mail that is due and holds it until `until`; undefined when none is: codes first, then what was written by itself, then batches,
 * the oldest of each. Of any number of senders one gets it. `urgentOnly`: a code or none.
 */
export async function claimMail(db: Database, now: string, until: string, { urgentOnly = false } = {}): Promise<OutgoingMail | undefined> {
  const urgent = urgentTemplates();
  const due = table(db, 'mail')
    .whereIn('status', ['waiting', 'sending'])
    .where((when) => when.whereNull('nextAt').orWhere('nextAt', '<=', now));
  const turn = `CASE WHEN template IN (${urgent.map(() => '?').join(', ')}) THEN 0 WHEN COALESCE(batch, '') = '' THEN 1 ELSE 2 END`;
  const next = urgentOnly ? due.whereIn('template', urgent) : due.orderByRaw(raw(db, turn, urgent));
  // A few, for another sender may be faster with the first.
  for (const { id, ver } of await next.orderBy(['create_at', 'id']).limit(5).select('id', 'ver')) {
    const isMine = await table(db, 'mail')
      .where({ id, ver })
      .whereIn('status', ['waiting', 'sending'])
      .update({ status: 'sending', nextAt: until, tries: raw(db, 'COALESCE(tries, 0) + 1'), ...changed(db, now) });
    const row = isMine && (await table(db, 'mail').where({ id }).first());
    if (row) return read(row);
  }
  return undefined;
}

/** `stays` is what stays of it in the outbox: without the code that it carried, or without anything. */
export async function markSent(db: Executor, mail: OutgoingMail, stays: Pick<OutgoingMail, 'to' | 'subject' | 'body'>, now: string): Promise<void> {
  const { id, ver } = mail;
  const { to, subject, body } = stays;
  const sent = { status: 'sent', sentAt: now, nextAt: null, error: '', to, subject, body };
  await table(db, 'mail')
    .where({ id, ver })
    .update({ ...sent, ...changed(db, now) });
}

/** Mails that a process took and did not live to send: due again now. Only where no other process sends from this database. */
export async function freeClaims(db: Executor, now: string): Promise<void> {
  await table(db, 'mail')
    .where({ status: 'sending' })
    .update({ nextAt: now, ver: raw(db, 'ver + 1') });
}

/** `next` undefined: no further attempts. */
export async function markFailed(db: Executor, mail: OutgoingMail, error: string, next: string | undefined, now: string): Promise<void> {
  const { id, ver } = mail;
  const status = next === undefined ? 'failed' : 'waiting';
  await table(db, 'mail')
    .where({ id, ver })
    .update({ status, nextAt: next ?? null, error: error.slice(0, 2_000), ...changed(db, now) });
}

/** Sends it again from the start; false where it is not one that waits, failed or was stopped. */
export async function requeueMail(db: Executor, id: string, now: string): Promise<boolean> {
  const again = { status: 'waiting', nextAt: null, tries: 0, create_at: now };
  const ended = ['waiting', 'failed', 'stopped'];
  return (
    (await table(db, 'mail')
      .where({ id })
      .whereIn('status', ended)
      .update({ ...again, ...changed(db, now) })) > 0
  );
}

/** Keeps one that waits from being sent; false where it is too late. */
export async function stopMail(db: Executor, id: string, now: string): Promise<boolean> {
  const stopped = { status: 'stopped', nextAt: null, ...changed(db, now) };
  return (await table(db, 'mail').where({ id, status: 'waiting' }).update(stopped)) > 0;
}

/** What was sent to an address, oldest first. */
export async function sentTo(db: Executor, address: string, limit: number): Promise<{ at: string; subject: string; body: string }[]> {
  const rows = await table(db, 'mail').where({ to: address, status: 'sent' }).orderBy(['create_at', 'id']).limit(limit).select('sentAt', 'subject', 'body');
  return rows.map((row) => ({ at: String(row.sentAt ?? ''), subject: String(row.subject ?? ''), body: String(row.body ?? '') }));
}

/** What an emptied mail says, and to whom it went. */
export const emptyMail = { to: nobodysAddress(), subject: '—', body: '' };

/**
 * Takes out of mails what they say and to whom they went: of all to these addresses, or of those about these rows only. What waits is stopped, but for what
 * tells of the erasure itself; that there was a mail stays.
 */
export async function emptyMails(tx: Executor, { to, about }: { to: readonly string[]; about?: readonly string[] }, now: string): Promise<void> {
  const found = table(tx, 'mail').whereIn('to', padded(to));
  const last = lastTemplates();
  if (last.length) found.where((when) => when.whereNull('template').orWhereNotIn('template', padded(last)));
  if (about) found.whereIn('about', padded(about));
  await emptyThese(tx, to.length ? await found.pluck('id') : [], now);
}

/** The mails of an erasure that will not leave any more: given up, or written before then where no mails leave at all. */
export async function sweepLastMails(db: Executor, before: string, now: string): Promise<void> {
  const templates = lastTemplates();
  if (!templates.length) return;
  const found = table(db, 'mail').whereIn('template', padded(templates)).whereNot({ to: emptyMail.to });
  found.where((when) => when.whereIn('status', ['failed', 'stopped']).orWhere('create_at', '<', before));
  await emptyThese(db, await found.pluck('id'), now);
}

async function emptyThese(db: Executor, ids: readonly string[], now: string): Promise<void> {
  if (!ids.length) return;
  const those = () => table(db, 'mail').whereIn('id', padded(ids));
  await those().whereIn('status', ['held', 'waiting', 'sending']).update({ status: 'stopped', nextAt: null });
  await those().update({ ...emptyMail, error: '', ...changed(db, now) });
}

/** Every change of a mail is one of its version. */
function changed(db: Executor, now: string) {
  return { update_at: now, ver: raw(db, 'ver + 1') };
}

export async function countMails(db: Executor): Promise<Record<string, number>> {
  const rows = await table(db, 'mail').select('status').count({ count: '*' }).groupBy('status');
  return Object.fromEntries(rows.map((row) => [String(row.status), Number(row.count)]));
}

/** When the oldest of those that are to leave was written; undefined where none is. */
export async function oldestWaiting(db: Executor): Promise<string | undefined> {
  const row: RawRow | undefined = await table(db, 'mail').whereIn('status', ['waiting', 'sending']).min({ at: 'create_at' }).first();
  return row?.at ? String(row.at) : undefined;
}

/** The newest that are not sent yet, then the newest that are. */
export async function listMails(db: Executor): Promise<ShownMail[]> {
  const newest = (most: number) =>
    table(db, 'mail')
      .select('id', 'to', 'subject', 'status', 'tries', 'nextAt', 'error', 'create_at')
      .orderBy([{ column: 'create_at', order: 'desc' }, 'id'])
      .limit(most);
  const open = await newest(100).whereNot({ status: 'sent' });
  const sent = await newest(20).where({ status: 'sent' });
  return [...open, ...sent].map((row) => ({
    id: String(row.id),
    to: String(row.to ?? ''),
    subject: String(row.subject ?? ''),
    status: String(row.status),
    tries: Number(row.tries ?? 0),
    nextAt: String(row.nextAt ?? ''),
    error: String(row.error ?? ''),
    at: String(row.create_at ?? ''),
  }));
}

function read(row: RawRow): OutgoingMail {
  return {
    id: String(row.id),
    to: String(row.to ?? ''),
    subject: String(row.subject ?? ''),
    body: String(row.body ?? ''),
    template: String(row.template ?? ''),
    tries: Number(row.tries ?? 0),
    ver: Number(row.ver),
    createdAt: String(row.create_at ?? ''),
  };
}
