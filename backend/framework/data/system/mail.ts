/** The outbox as the sender sees it: rows of the object `mail`, claimed one at a time. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. */

import type { ShownMail } from '#framework/system/wire.ts';
import { urgentTemplates } from '#rules/mail.ts';
import type { Database, Executor, RawRow } from '../engine/connect.ts';

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
  const isUrgent = `template IN (${urgent.map(() => '?').join(', ')})`;
  // A few, for another sender may be faster with the first.
  const due = await db.query(
    `SELECT id, ver FROM mail WHERE status IN ('waiting', 'sending') AND (nextAt IS NULL OR nextAt <= ?) ${urgentOnly ? `AND ${isUrgent} ORDER BY` : `ORDER BY CASE WHEN ${isUrgent} THEN 0 WHEN COALESCE(batch, '') = '' THEN 1 ELSE 2 END,`} create_at, id LIMIT 5`,
    [now, ...urgent],
  );
  for (const { id, ver } of due) {
    const { changes } = await db.run(
      "UPDATE mail SET status = 'sending', nextAt = ?, tries = COALESCE(tries, 0) + 1, ver = ver + 1, update_at = ? WHERE id = ? AND ver = ? AND status IN ('waiting', 'sending')",
      [until, now, String(id), Number(ver)],
    );
    if (!changes) continue;
    const [row] = await db.query('SELECT id, `to`, subject, body, template, tries, ver, create_at FROM mail WHERE id = ?', [String(id)]);
    if (row) return read(row);
  }
  return undefined;
}

/** `text` is what stays of it in the outbox: without the code that it carried. */
export async function markSent(db: Executor, mail: OutgoingMail, text: { subject: string; body: string }, now: string): Promise<void> {
  const sql =
    "UPDATE mail SET status = 'sent', sentAt = ?, nextAt = NULL, error = '', subject = ?, body = ?, ver = ver + 1, update_at = ? WHERE id = ? AND ver = ?";
  await db.run(sql, [now, text.subject, text.body, now, mail.id, mail.ver]);
}

/** Mails that a process took and did not live to send: due again now. Only where no other process sends from this database. */
export async function freeClaims(db: Executor, now: string): Promise<void> {
  await db.run("UPDATE mail SET nextAt = ?, ver = ver + 1 WHERE status = 'sending'", [now]);
}

/** `next` undefined: no further attempts. */
export async function markFailed(db: Executor, mail: OutgoingMail, error: string, next: string | undefined, now: string): Promise<void> {
  await db.run('UPDATE mail SET status = ?, nextAt = ?, error = ?, ver = ver + 1, update_at = ? WHERE id = ? AND ver = ?', [
    next === undefined ? 'failed' : 'waiting',
    next ?? null,
    error.slice(0, 2_000),
    now,
    mail.id,
    mail.ver,
  ]);
}

/** Sends it again from the start; false where it is not one that waits, failed or was stopped. */
export async function requeueMail(db: Executor, id: string, now: string): Promise<boolean> {
  const { changes } = await db.run(
    "UPDATE mail SET status = 'waiting', nextAt = NULL, tries = 0, create_at = ?, ver = ver + 1, update_at = ? WHERE id = ? AND status IN ('waiting', 'failed', 'stopped')",
    [now, now, id],
  );
  return changes > 0;
}

/** Keeps one that waits from being sent; false where it is too late. */
export async function stopMail(db: Executor, id: string, now: string): Promise<boolean> {
  const { changes } = await db.run("UPDATE mail SET status = 'stopped', nextAt = NULL, ver = ver + 1, update_at = ? WHERE id = ? AND status = 'waiting'", [
    now,
    id,
  ]);
  return changes > 0;
}

export async function countMails(db: Executor): Promise<Record<string, number>> {
  const rows = await db.query('SELECT status, COUNT(*) AS count FROM mail GROUP BY status');
  return Object.fromEntries(rows.map((row) => [String(row.status), Number(row.count)]));
}

/** The newest that are not sent yet, then the newest that are. */
export async function listMails(db: Executor): Promise<ShownMail[]> {
  const select = 'SELECT id, `to`, subject, status, tries, nextAt, error, create_at FROM mail';
  const open = await db.query(`${select} WHERE status <> 'sent' ORDER BY create_at DESC, id LIMIT 100`);
  const sent = await db.query(`${select} WHERE status = 'sent' ORDER BY create_at DESC, id LIMIT 20`);
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
