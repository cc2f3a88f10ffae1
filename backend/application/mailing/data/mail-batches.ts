/** Batches of mails that are written together, reviewed, and released at once, and the rows of `mail` that belong to them. Times are ms since 1970. */

import type { BatchMail, BatchState, OutboxLine } from '#application/mailing/wire.ts';
import type { Lang } from '#codegen/model.ts';
import type { Executor, RawRow } from '#framework/data/engine/connect.ts';
import { padded, raw, table } from '#framework/data/engine/table.ts';
import { claimRows } from '#framework/data/rows/claims.ts';
import type { BatchKind } from '../rules/bulk-mail.ts';

export interface BatchRow {
  id: string;
  cid: string;
  kind: BatchKind;
  state: BatchState;
  by: string;
  at: number;
  releasedBy: string;
  releasedAt: number | null;
  job: string;
  /** the request from which it was composed, JSON */
  given: string;
  /** the result for its recipients, JSON */
  report: string;
}

function batchOf({ released_by: releasedBy, released_at: releasedAt, ...named }: RawRow): BatchRow {
  return { ...named, releasedBy, releasedAt } as BatchRow; // written by this module only
}

export async function insertBatch(tx: Executor, batch: Pick<BatchRow, 'id' | 'cid' | 'kind' | 'by' | 'at' | 'given'>): Promise<void> {
  await table(tx, '_mail_batch').insert({ ...batch, state: 'composing', report: '{}' });
}

/** `lock` prevents changes until the transaction ends. */
export async function findBatch(db: Executor, id: string, lock = false): Promise<BatchRow | undefined> {
  if (lock) await claimRows(db, '_mail_batch', [id]);
  const found = table(db, '_mail_batch').where({ id });
  return (await (lock ? found.forUpdate() : found)).map(batchOf)[0];
}

/** Newest first, without discarded batches. */
export async function listBatches(db: Executor, cid: string): Promise<(BatchRow & { counts: Record<string, number> })[]> {
  const rows = await table(db, '_mail_batch')
    .where({ cid })
    .whereNot({ state: 'discarded' })
    .orderBy([{ column: 'at', order: 'desc' }, 'id'])
    .limit(100);
  const counted = await table(db, 'mail').where({ cid }).whereNot({ batch: '' }).select('batch', 'status').count({ count: '*' }).groupBy('batch', 'status');
  return rows.map(batchOf).map((batch) => ({ ...batch, counts: countsOf(counted.filter((row) => row.batch === batch.id)) }));
}

export async function setBatch(tx: Executor, id: string, to: { state: BatchState; report?: string; by?: string; at?: number }): Promise<void> {
  const { state, report, by = '', at } = to;
  await table(tx, '_mail_batch')
    .where({ id })
    .update({ state, ...(report !== undefined && { report }), ...(at !== undefined && { released_by: by, released_at: at }) });
}

export async function setBatchJob(db: Executor, id: string, job: string): Promise<void> {
  await table(db, '_mail_batch').where({ id }).update({ job });
}

/** A page of a batch's mails in the order in which they were written, with their total number. */
export async function loadBatchMails(db: Executor, batch: string, offset: number, limit: number): Promise<{ mails: BatchMail[]; total: number }> {
  const count = await table(db, 'mail').where({ batch }).count({ count: '*' }).first();
  const rows = await table(db, 'mail')
    .where({ batch })
    .select('id', 'to', 'subject', 'body', 'lang', 'status', 'about', 'tries', 'nextAt', 'error', 'ver')
    .orderBy('id')
    .limit(limit)
    .offset(offset);
  return { mails: rows.map(readMail), total: Number(count?.count ?? 0) };
}

export async function countBatch(db: Executor, batch: string): Promise<Record<string, number>> {
  return countBy(db, { batch });
}

export async function batchMailIds(db: Executor, batch: string, status: string): Promise<{ id: string; about: string }[]> {
  const rows = await table(db, 'mail').where({ batch, status }).select('id', 'about').orderBy('id');
  return rows.map((row) => ({ id: String(row.id), about: String(row.about ?? '') }));
}

/** Releases all held mails of a batch. Their age counts from now, so that retries last the usual time. */
export async function releaseHeld(tx: Executor, batch: string, now: string): Promise<number> {
  return release(tx, { batch }, now);
}

/** The same for the newest held mail of one template about one enrolment, in any batch. */
export async function releaseAbout(tx: Executor, cid: string, template: string, about: string, now: string): Promise<number> {
  const newest = await table(tx, 'mail')
    .where({ cid, template, about, status: 'held' })
    .orderBy([
      { column: 'create_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first('id');
  return newest ? release(tx, newest, now) : 0;
}

/** Held mails to an address about one of these rows go to another one. */
export async function readdressHeld(tx: Executor, { from, to, abouts }: { from: string; to: string; abouts: readonly string[] }, now: string): Promise<void> {
  await table(tx, 'mail')
    .where({ to: from, status: 'held' })
    .whereIn('about', padded(abouts))
    .update({ to, update_at: now, ver: raw(tx, 'ver + 1') });
}

function release(tx: Executor, which: object, now: string): Promise<number> {
  const changed = { create_at: now, update_at: now, ver: raw(tx, 'ver + 1') };
  return table(tx, 'mail')
    .where({ ...which, status: 'held' })
    .update({ status: 'waiting', nextAt: null, tries: 0, ...changed });
}

/** Marks batches of decisions as released when the release of the decisions has sent all of their mails. */
export async function closeEmptied(tx: Executor, cid: string, by: string, at: number): Promise<void> {
  const held = table(tx, '_mail_batch').where({ cid, state: 'held' }).whereIn('kind', ['decision-selected', 'decision-declined']);
  for (const id of await held.pluck('id')) {
    const counts = await countBatch(tx, id);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (total && !counts.held) await setBatch(tx, id, { state: 'released', by, at, report: JSON.stringify({ released: total }) });
  }
}

/** Stops the mails of a batch that are not sent yet. */
export async function stopBatch(tx: Executor, batch: string, now: string): Promise<number> {
  return table(tx, 'mail')
    .where({ batch, status: 'waiting' })
    .update({ status: 'stopped', nextAt: null, update_at: now, ver: raw(tx, 'ver + 1') });
}

/** Of these enrolments or jurors, those to whom a mail of the template was written since then; mails that failed or were stopped do not count. */
export async function alreadyWritten(db: Executor, cid: string, template: string, abouts: readonly string[], since: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let start = 0; start < abouts.length; start += 200) {
    const written = table(db, 'mail')
      .where({ cid, template })
      .whereNotIn('status', ['failed', 'stopped'])
      .where('create_at', '>=', since)
      .whereIn('about', padded(abouts.slice(start, start + 200)));
    for (const about of await written.distinct().pluck('about')) found.add(about);
  }
  return found;
}

/** The outbox of one campaign, newest first, and the number of mails in each state. */
export async function loadOutbox(
  db: Executor,
  cid: string,
  query: { status?: string; offset: number; limit: number },
): Promise<{ counts: Record<string, number>; mails: OutboxLine[] }> {
  const names = ['id', 'to', 'subject', 'lang', 'template', 'batch', 'status', 'nextAt', 'sentAt', 'error'] as const;
  const rows = await table(db, 'mail')
    .where({ cid, ...(query.status && { status: query.status }) })
    .select(...names, 'tries', 'create_at')
    .orderBy([{ column: 'create_at', order: 'desc' }, 'id'])
    .limit(query.limit)
    .offset(query.offset);
  const text = (row: RawRow, name: string) => String(row[name] ?? '');
  return {
    counts: await countBy(db, { cid }),
    mails: rows.map((row) => ({
      ...(Object.fromEntries(names.map((name) => [name, text(row, name)])) as Record<(typeof names)[number], string>), // one entry for each of the names
      tries: Number(row.tries ?? 0),
      at: text(row, 'create_at'),
    })),
  };
}

/** The campaign of a mail; undefined for a mail without one. */
export async function campaignOfMail(db: Executor, id: string): Promise<string | undefined> {
  const row = await table(db, 'mail').where({ id }).first('cid');
  return row && String(row.cid ?? '');
}

async function countBy(db: Executor, which: object): Promise<Record<string, number>> {
  return countsOf(await table(db, 'mail').where(which).select('status').count({ count: '*' }).groupBy('status'));
}

function countsOf(rows: readonly RawRow[]): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [String(row.status), Number(row.count)]));
}

function readMail(row: RawRow): BatchMail {
  return {
    id: String(row.id),
    to: String(row.to ?? ''),
    subject: String(row.subject ?? ''),
    body: String(row.body ?? ''),
    lang: row.lang as Lang, // written by the batch in one of them
    status: String(row.status),
    about: String(row.about ?? ''),
    tries: Number(row.tries ?? 0),
    nextAt: String(row.nextAt ?? ''),
    error: String(row.error ?? ''),
    ver: Number(row.ver),
  };
}
