/** Batches of mails that are written together, reviewed, and released at once, and the rows of `mail` that belong to them. Times are ms since 1970. */

import type { BatchMail, BatchState, OutboxLine } from '#application/mailing/wire.ts';
import type { Lang } from '#codegen/model.ts';
import { type Executor, ident, type RawRow } from '#framework/data/engine/connect.ts';
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

const columns = '`id`, `cid`, `kind`, `state`, `by`, `at`, `released_by` AS releasedBy, `released_at` AS releasedAt, `job`, `given`, `report`';

export async function insertBatch(tx: Executor, batch: Pick<BatchRow, 'id' | 'cid' | 'kind' | 'by' | 'at' | 'given'>): Promise<void> {
  const sql = "INSERT INTO `_mail_batch` (`id`, `cid`, `kind`, `state`, `by`, `at`, `given`, `report`) VALUES (?, ?, ?, 'composing', ?, ?, ?, '{}')";
  await tx.run(sql, [batch.id, batch.cid, batch.kind, batch.by, batch.at, batch.given]);
}

/** `lock` prevents changes until the transaction ends. */
export async function findBatch(db: Executor, id: string, lock = false): Promise<BatchRow | undefined> {
  const [row] = await db.query<BatchRow>(`SELECT ${columns} FROM \`_mail_batch\` WHERE \`id\` = ?${lock ? db.forUpdate : ''}`, [id]);
  return row;
}

/** Newest first, without discarded batches. */
export async function listBatches(db: Executor, cid: string): Promise<(BatchRow & { counts: Record<string, number> })[]> {
  const rows = await db.query<BatchRow>(
    `SELECT ${columns} FROM \`_mail_batch\` WHERE \`cid\` = ? AND \`state\` <> 'discarded' ORDER BY \`at\` DESC, \`id\` LIMIT 100`,
    [cid],
  );
  const counted = await db.query<Counted & { batch: string }>(
    "SELECT batch, status, COUNT(*) AS count FROM mail WHERE cid = ? AND batch <> '' GROUP BY batch, status",
    [cid],
  );
  return rows.map((batch) => ({ ...batch, counts: countsOf(counted.filter((row) => row.batch === batch.id)) }));
}

export async function setBatch(tx: Executor, id: string, to: { state: BatchState; report?: string; by?: string; at?: number }): Promise<void> {
  await tx.run('UPDATE `_mail_batch` SET `state` = ? WHERE `id` = ?', [to.state, id]);
  if (to.report !== undefined) await tx.run('UPDATE `_mail_batch` SET `report` = ? WHERE `id` = ?', [to.report, id]);
  if (to.at !== undefined) await tx.run('UPDATE `_mail_batch` SET `released_by` = ?, `released_at` = ? WHERE `id` = ?', [to.by ?? '', to.at, id]);
}

export async function setBatchJob(db: Executor, id: string, job: string): Promise<void> {
  await db.run('UPDATE `_mail_batch` SET `job` = ? WHERE `id` = ?', [job, id]);
}

/** A page of a batch's mails in the order in which they were written, with their total number. */
export async function loadBatchMails(db: Executor, batch: string, offset: number, limit: number): Promise<{ mails: BatchMail[]; total: number }> {
  const [count] = await db.query<{ count: number }>('SELECT COUNT(*) AS count FROM mail WHERE batch = ?', [batch]);
  const rows = await db.query(
    'SELECT id, `to`, subject, body, lang, status, about, tries, nextAt, error, ver FROM mail WHERE batch = ? ORDER BY id LIMIT ? OFFSET ?',
    [batch, limit, offset],
  );
  return { mails: rows.map(readMail), total: count?.count ?? 0 };
}

export async function countBatch(db: Executor, batch: string): Promise<Record<string, number>> {
  return countsOf(await db.query<Counted>('SELECT status, COUNT(*) AS count FROM mail WHERE batch = ? GROUP BY status', [batch]));
}

export async function batchMailIds(db: Executor, batch: string, status: string): Promise<{ id: string; about: string }[]> {
  const rows = await db.query<{ id: string; about: string | null }>('SELECT id, about FROM mail WHERE batch = ? AND status = ? ORDER BY id', [batch, status]);
  return rows.map((row) => ({ id: row.id, about: row.about ?? '' }));
}

/** Releases all held mails of a batch. Their age counts from now, so that retries last the usual time. */
export async function releaseHeld(tx: Executor, batch: string, now: string): Promise<number> {
  const sql = "UPDATE mail SET status = 'waiting', nextAt = NULL, tries = 0, create_at = ?, update_at = ?, ver = ver + 1 WHERE batch = ? AND status = 'held'";
  return (await tx.run(sql, [now, now, batch])).changes;
}

/** The same for the newest held mail of one template about one enrolment, in any batch. */
export async function releaseAbout(tx: Executor, cid: string, template: string, about: string, now: string): Promise<number> {
  const sql = "SELECT id FROM mail WHERE cid = ? AND template = ? AND about = ? AND status = 'held' ORDER BY create_at DESC, id DESC LIMIT 1";
  const [newest] = await tx.query<{ id: string }>(sql, [cid, template, about]);
  if (!newest) return 0;
  const update = "UPDATE mail SET status = 'waiting', nextAt = NULL, tries = 0, create_at = ?, update_at = ?, ver = ver + 1 WHERE id = ? AND status = 'held'";
  return (await tx.run(update, [now, now, newest.id])).changes;
}

/** Marks batches of decisions as released when the release of the decisions has sent all of their mails. */
export async function closeEmptied(tx: Executor, cid: string, by: string, at: number): Promise<void> {
  const batches = await tx.query<{ id: string }>(
    "SELECT `id` FROM `_mail_batch` WHERE `cid` = ? AND `state` = 'held' AND `kind` IN ('decision-selected', 'decision-declined')",
    [cid],
  );
  for (const { id } of batches) {
    const counts = await countBatch(tx, id);
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (total && !counts.held) await setBatch(tx, id, { state: 'released', by, at, report: JSON.stringify({ released: total }) });
  }
}

/** Stops the mails of a batch that are not sent yet. */
export async function stopBatch(tx: Executor, batch: string, now: string): Promise<number> {
  const sql = "UPDATE mail SET status = 'stopped', nextAt = NULL, update_at = ?, ver = ver + 1 WHERE batch = ? AND status = 'waiting'";
  return (await tx.run(sql, [now, batch])).changes;
}

/** Of these enrolments or jurors, those to whom a mail of the template was written since then; mails that failed or were stopped do not count. */
export async function alreadyWritten(db: Executor, cid: string, template: string, abouts: readonly string[], since: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (let start = 0; start < abouts.length; start += 200) {
    const some = abouts.slice(start, start + 200);
    // Padded to a fixed length, so that only one statement is prepared and cached.
    const params = [...some, ...Array.from({ length: 200 - some.length }, () => '')];
    const sql = `SELECT DISTINCT about FROM mail WHERE cid = ? AND template = ? AND status NOT IN ('failed', 'stopped') AND create_at >= ? AND about IN (${params.map(() => '?').join(', ')})`;
    for (const row of await db.query<{ about: string }>(sql, [cid, template, since, ...params])) found.add(row.about);
  }
  found.delete('');
  return found;
}

/** The outbox of one campaign, newest first, and the number of mails in each state. */
export async function loadOutbox(
  db: Executor,
  cid: string,
  query: { status?: string; offset: number; limit: number },
): Promise<{ counts: Record<string, number>; mails: OutboxLine[] }> {
  const counts = countsOf(await db.query<Counted>('SELECT status, COUNT(*) AS count FROM mail WHERE cid = ? GROUP BY status', [cid]));
  const select = 'SELECT id, `to`, subject, lang, template, batch, status, tries, nextAt, sentAt, error, create_at FROM mail WHERE cid = ?';
  const tail = 'ORDER BY create_at DESC, id LIMIT ? OFFSET ?';
  const rows = query.status
    ? await db.query(`${select} AND status = ? ${tail}`, [cid, query.status, query.limit, query.offset])
    : await db.query(`${select} ${tail}`, [cid, query.limit, query.offset]);
  const text = (row: RawRow, name: string) => String(row[name] ?? '');
  const names = ['id', 'to', 'subject', 'lang', 'template', 'batch', 'status', 'nextAt', 'sentAt', 'error'] as const;
  return {
    counts,
    mails: rows.map((row) => ({
      ...(Object.fromEntries(names.map((name) => [name, text(row, name)])) as Record<(typeof names)[number], string>), // one entry for each of the names
      tries: Number(row.tries ?? 0),
      at: text(row, 'create_at'),
    })),
  };
}

/** The campaign of a mail; undefined for a mail without one. */
export async function campaignOfMail(db: Executor, id: string): Promise<string | undefined> {
  const [row] = await db.query(`SELECT cid FROM ${ident('mail')} WHERE id = ?`, [id]);
  return row && String(row.cid ?? '');
}

interface Counted {
  status: string;
  count: number;
}

function countsOf(rows: readonly Counted[]): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
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
