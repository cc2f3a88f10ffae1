/** Batches of held mails: review, edit, release all at once, stop, discard. */

import { inSides } from '#application/campaign/rules/two-sides.ts';
import { announcedOf, pendingOf } from '#application/jury/rules/decisions.ts';
import type { BatchMail, ShownBatch, ShownMail } from '#application/mailing/wire.ts';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Executor, Transaction } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { findJob } from '#framework/data/system/jobs.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { save } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isHeaderText } from '#rules/mail.ts';
import { among, idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { inEach } from '#rules/words/language.ts';
import { type Problem, Refusal, type Values } from '#rules/words/problem.ts';
import { type BatchRow, batchMailIds, countBatch, findBatch, listBatches, loadBatchMails, releaseHeld, setBatch, stopBatch } from '../data/mail-batches.ts';
import { objectsOfKind } from '../rules/bulk-mail.ts';
import { campaignRow, mailModel } from './campaign.ts';
import { dropBatch } from './compose-batch.ts';

/** @throws Refusal msg.notfound */
export async function readBatches(tools: Tools, campaign: unknown): Promise<ShownBatch[]> {
  const row = await campaignRow(tools, tools.db, campaign);
  return Promise.all((await listBatches(tools.db, idIn(row, 'id'))).map((batch) => shown(tools, batch, batch.counts)));
}

/** One batch with a page of its mails, each as it will be sent. @throws Refusal msg.notfound */
export async function readBatch(tools: Tools, id: string, offset: number, limit: number): Promise<ShownBatch & { mails: ShownMail[]; total: number }> {
  const batch = await existingBatch(tools.db, id);
  const [counts, { mails, total }] = [await countBatch(tools.db, id), await loadBatchMails(tools.db, id, offset, limit)];
  const titles = await titlesOf(tools, batch.kind, mails);
  return {
    ...(await shown(tools, batch, counts)),
    total,
    mails: mails.map((mail) => ({ ...mail, title: titles.get(mail.about) ?? inEach(() => mail.about) })),
  };
}

/**
 * Changes the text of one mail. `{subject, body, ver}`.
 * @throws Refusal msg.notfound, msg.state once it was released, msg.datamodi, msg.invalid with `subject` or `body`
 */
export async function editMail(tools: Tools, actor: Actor, batch: string, mail: string, payload: unknown): Promise<void> {
  const { subject, body, ver } = isObject(payload) ? payload : {};
  if (typeof subject !== 'string' || typeof body !== 'string' || typeof ver !== 'number') throw new Refusal('msg.badrequest');
  const problems: Problem[] = [];
  if (!subject.trim()) problems.push({ path: 'subject', code: 'field.required' });
  else if (!isHeaderText(subject.trim())) problems.push({ path: 'subject', code: 'field.invalid' });
  if (!body.trim()) problems.push({ path: 'body', code: 'field.required' });
  else if (body.length > 60_000) problems.push({ path: 'body', code: 'field.long', values: { limit: 60_000 } });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  await withHeldMail(tools, batch, mail, 'edit', async (tx, model, row) => {
    if (row.ver !== ver) throw new Refusal('msg.datamodi');
    const next = { ...row, subject: subject.trim(), body: body.replace(/\r\n?/g, '\n').trim() };
    await save(tools, tx, model, { update: next, from: row, names: ['subject', 'body'] }, { by: actor.id });
  });
}

/** Removes one recipient. @throws Refusal msg.notfound, msg.state once it was released */
export async function removeMail(tools: Tools, actor: Actor, batch: string, mail: string): Promise<void> {
  await withHeldMail(tools, batch, mail, 'takeOut', async (tx, model, row) => {
    await save(tools, tx, model, { remove: row }, { by: actor.id });
  });
}

/**
 * Releases a whole batch, all or none. A second release changes nothing and gives the same count.
 * @throws Refusal msg.notfound, msg.state while it is being written or after it was discarded, rule.unreleased for decisions that are not released
 */
export async function releaseBatch(tools: Pick<Tools, 'registry' | 'now'>, tx: Transaction, id: string, by: string): Promise<{ count: number }> {
  const batch = await existingBatch(tx, id, true);
  if (batch.state === 'released') return { count: countIn(batch.report) };
  if (batch.state !== 'held') throw new Refusal('msg.state', { values: named('release') });
  await demandReleased(tools, tx, batch);
  const now = tools.now();
  const count = await releaseHeld(tx, id, stampOf(now));
  await setBatch(tx, id, { state: 'released', by, at: now.getTime(), report: JSON.stringify({ ...reportOf(batch.report), released: count }) });
  return { count };
}

/** The same in a transaction of its own; then wakes the outbox. */
export async function releaseNow(tools: Tools, actor: Actor, id: string): Promise<{ count: number }> {
  mailModel(tools);
  const released = await tools.db.transaction((tx) => releaseBatch(tools, tx, id, actor.id));
  tools.outbox.wake();
  tools.log.info({ batch: id, ...released, user: actor.id }, 'mails released');
  return released;
}

/** Stops the mails of a released batch that are not sent yet. @throws Refusal msg.notfound, msg.state before its release */
export async function stopRest(tools: Tools, actor: Actor, id: string): Promise<{ count: number }> {
  const count = await tools.db.transaction(async (tx) => {
    const batch = await existingBatch(tx, id, true);
    if (batch.state !== 'released') throw new Refusal('msg.state', { values: named('stop') });
    return stopBatch(tx, id, stampOf(tools.now()));
  });
  tools.log.info({ batch: id, count, user: actor.id }, 'mails stopped');
  return { count };
}

/** Discards a batch; none of its mails is ever sent. @throws Refusal msg.notfound, msg.state after its release */
export async function discardBatch(tools: Tools, actor: Actor, id: string): Promise<void> {
  const batch = await existingBatch(tools.db, id);
  if (!(await dropBatch(tools, mailModel(tools), batch.cid, id, actor.id))) throw new Refusal('msg.state', { values: named('discard') });
  tools.log.info({ batch: id, user: actor.id }, 'mails thrown away');
}

/** A mail must not announce a selection before the selection is released. */
async function demandReleased(tools: Pick<Tools, 'registry'>, tx: Executor, batch: BatchRow): Promise<void> {
  if (batch.kind !== 'decision-selected' && batch.kind !== 'decision-declined') return;
  const abouts = (await batchMailIds(tx, batch.id, 'held')).map(({ about }) => about);
  const rows: Row[] = [];
  for (let start = 0; start < abouts.length; start += 500)
    rows.push(...(await loadWith(tx, tools.registry).rows('enrolment', among('id', abouts.slice(start, start + 500)))));
  const stands = (row: Row) =>
    batch.kind === 'decision-selected' ? row.status === 'selected' : row.status !== 'selected' && announcedOf(row) === 'decline' && !pendingOf(row);
  const open = abouts.length - rows.filter(stands).length;
  if (open) throw new Refusal('rule.unreleased', { values: { count: open } });
}

type Operation = 'edit' | 'takeOut' | 'release' | 'stop' | 'discard';

/** The message for an action that another state does not allow, in every language. */
function named(action: Operation): Values {
  return { action: inEach((lang) => readWords<{ deskmails: { actions: Record<Operation, string> } }>(lang, 'desk-mails').deskmails.actions[action]) };
}

async function withHeldMail(
  tools: Tools,
  id: string,
  mail: string,
  action: Operation,
  work: (tx: Transaction, model: ObjectModel, row: Row) => Promise<void>,
): Promise<void> {
  const model = mailModel(tools);
  await tools.db.transaction(async (tx) => {
    const batch = await existingBatch(tx, id, true);
    const row = await loadRow(tx, wholeReader(model, tx.kind), mail, true);
    if (row?.batch !== id) throw new Refusal('msg.notfound');
    if (batch.state !== 'held' || row.status !== 'held') throw new Refusal('msg.state', { values: named(action) });
    await work(tx, model, row);
  });
}

async function existingBatch(db: Executor, id: string, lock = false): Promise<BatchRow> {
  const batch = await findBatch(db, id, lock);
  if (!batch || batch.state === 'discarded') throw new Refusal('msg.notfound');
  return batch;
}

async function shown(tools: Tools, batch: BatchRow, counts: Record<string, number>): Promise<ShownBatch> {
  const { id, cid, kind, by, job, releasedBy } = batch;
  const isCut = batch.state === 'composing' && (await findJob(tools.db, job))?.state !== 'running' && tools.now().getTime() - batch.at > 5_000;
  return {
    id,
    campaign: cid,
    kind,
    state: isCut ? 'unfinished' : batch.state,
    by,
    at: stampOf(batch.at),
    releasedBy,
    releasedAt: batch.releasedAt === null ? '' : stampOf(batch.releasedAt),
    job,
    counts,
    report: reportOf(batch.report),
  };
}

async function titlesOf(tools: Tools, kind: string, mails: BatchMail[]): Promise<Map<string, Record<Lang, string>>> {
  const load = loadWith(tools.db, tools.registry);
  const ids = [...new Set(mails.map(({ about }) => about))];
  const titles = new Map<string, Record<Lang, string>>();
  for (const object of objectsOfKind(kind)) {
    const [tw, en] = object === 'enrolment' || object === 'pitch' ? (['cname', 'ename'] as const) : (['name', 'ename'] as const);
    for (const row of await load.rows(object, among('id', ids))) {
      const titled = (own: string, other: string) => `${idIn(row, 'enrollid')} ${idIn(row, own) || idIn(row, other)}`.trim();
      titles.set(idIn(row, 'id'), inSides(titled(tw, en), titled(en, tw)));
    }
  }
  return titles;
}

function reportOf(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>; // written by this feature
}

function countIn(report: string): number {
  return Number(reportOf(report).released ?? 0);
}
