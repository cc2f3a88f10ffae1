/** Writes a batch of mails that are held until somebody has reviewed them: a job with progress, all or nothing. */

import { createHash } from 'node:crypto';
import type { BatchReport } from '#application/mailing/wire.ts';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Executor, Transaction } from '#framework/data/engine/connect.ts';
import { findRequest, keepRequest } from '#framework/data/system/idempotency.ts';
import { type JobContext, stopIfAsked } from '#framework/jobs/jobs.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { save } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { batchMailIds, findBatch, insertBatch, setBatch, setBatchJob } from '../data/mail-batches.ts';
import { type BatchKind, batchProblems, batchValues, mostRecipients, templateOfKind } from '../rules/bulk-mail.ts';
import { campaignName, fillTemplate, type MailTemplate, type MailText } from '../rules/mail-template.ts';
import { readOrder } from './batch-order.ts';
import { campaignRow, mailModel } from './campaign.ts';
import { loadRecipients, type Recipient, writtenBefore } from './recipients.ts';

/** Mails in one transaction; others can write between two. */
const portion = 100;
/** A request waits for a batch of up to this size. */
const few = 200;
const longestList = 500;

/**
 * Begins a batch: `{campaign, kind, whom, text, values, again}`. With an Idempotency-Key the same request makes one batch. Gives the batch's id and
 * the job that writes it; a small batch is complete when this resolves.
 * @throws Refusal msg.notfound, msg.badrequest, msg.invalid with fields, msg.nothing where the choice reaches nobody
 */
export async function composeBatch(tools: Tools, actor: Actor, payload: unknown, key?: string): Promise<{ batch: string; job: string }> {
  if (key !== undefined && !/^[\x21-\x7e]{1,128}$/.test(key)) throw new Refusal('msg.badrequest', { values: { field: 'Idempotency-Key' } });
  const order = readOrder(payload);
  const problems = batchProblems(order.kind, order.text, order.values);
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const campaign = await campaignRow(tools, tools.db, order.campaign);
  return writeBatch(
    tools,
    actor,
    campaign,
    {
      kind: order.kind,
      template: templateOfKind[order.kind],
      given: order,
      text: order.text,
      recipients: async () => {
        const recipients = await loadRecipients(tools, tools.db, campaign, order.kind, order.whom);
        return recipients.map((one) => ({ ...one, values: (lang) => ({ ...one.values(lang), ...batchValues(order.values, lang) }) }));
      },
      before: order.again ? undefined : (tx, some, now) => writtenBefore(tx, campaign, order.kind, some, now),
    },
    key,
  );
}

/** A batch that another feature writes. */
export interface BatchPlan {
  kind: BatchKind;
  template: MailTemplate;
  /** the request: stored with the batch, to tell a repeated request from a different one */
  given: unknown;
  text: Record<Lang, MailText>;
  /** computes the recipients, once it is known that the request is a new one */
  recipients: () => Promise<Recipient[]>;
  /** those of them who already had such a mail and get no other */
  before?: ((tx: Executor, some: readonly Recipient[], now: Date) => Promise<Set<string>>) | undefined;
}

/**
 * Writes the mails of a plan as held mails; see composeBatch. The lock of the `campaign` row separates two batches.
 * @throws Refusal msg.nothing without any recipient, msg.toolarge, msg.dataexists for a key of another request
 */
export async function writeBatch(tools: Tools, actor: Actor, campaign: Row, plan: BatchPlan, key?: string): Promise<{ batch: string; job: string }> {
  const model = mailModel(tools);
  const cid = idIn(campaign, 'id');
  const request = createHash('sha256')
    .update(`mail-batch ${JSON.stringify(plan.given)}`)
    .digest('hex');
  const known = key ? await findRequest(tools.db, actor.id, key) : undefined;
  if (known) return sameBatch(tools, known, request);
  const recipients = await plan.recipients();
  if (!recipients.length) throw new Refusal('msg.nothing');
  if (recipients.length > mostRecipients) throw new Refusal('msg.toolarge');
  const now = tools.now();
  const id = sortableId(now);
  try {
    await tools.db.transaction(async (tx) => {
      if (key) await keepRequest(tx, actor.id, key, { request, answer: id }, now);
      await insertBatch(tx, { id, cid, kind: plan.kind, by: actor.id, at: now.getTime(), given: JSON.stringify(plan.given) });
    });
  } catch (error) {
    const other = key ? await findRequest(tools.db, actor.id, key) : undefined;
    if (other) return sameBatch(tools, other, request); // the same request, sent a moment earlier
    throw error;
  }
  const job = await tools.jobs.start('mails', actor.id, (context) => writeAll(tools, { model, actor, id, campaign, plan, recipients }, context));
  await setBatchJob(tools.db, id, job);
  if (recipients.length <= few) await tools.jobs.settled(job);
  tools.log.info({ batch: id, kind: plan.kind, recipients: recipients.length, user: actor.id }, 'mails composed');
  return { batch: id, job };
}

async function sameBatch(tools: Tools, known: { request: string; answer: string }, request: string): Promise<{ batch: string; job: string }> {
  if (known.request !== request) throw new Refusal('msg.dataexists');
  return { batch: known.answer, job: (await findBatch(tools.db, known.answer))?.job ?? '' };
}

interface Work {
  model: ObjectModel;
  actor: Actor;
  id: string;
  campaign: Row;
  plan: BatchPlan;
  recipients: Recipient[];
}

async function writeAll(tools: Tools, work: Work, { signal, tell }: JobContext): Promise<BatchReport> {
  const { id, campaign, recipients } = work;
  const report: BatchReport = { written: 0, already: [], unreachable: [] };
  try {
    for (let start = 0; start < recipients.length; start += portion) {
      stopIfAsked(signal);
      tell(start, recipients.length, 'mails');
      const some = await tools.db.transaction((tx) => writeSome(tools, tx, work, recipients.slice(start, start + portion), start));
      report.written += some.written;
      report.already.push(...some.already);
      report.unreachable.push(...some.unreachable);
    }
    stopIfAsked(signal);
    const shown = { ...report, already: report.already.slice(0, longestList), unreachable: report.unreachable.slice(0, longestList) };
    await tools.db.transaction(async (tx) => {
      if ((await findBatch(tx, id, true))?.state !== 'composing') throw new Error('cancelled');
      await setBatch(tx, id, { state: 'held', report: JSON.stringify(shown) });
    });
    tell(recipients.length, recipients.length);
    return shown;
  } catch (error) {
    // All or nothing. Where even the removal fails, the unfinished batch stays in the list and can be discarded by hand.
    await dropBatch(tools, work.model, idIn(campaign, 'id'), id, work.actor.id).catch((failure) =>
      tools.log.warn({ err: failure, batch: id }, 'an unfinished batch stays'),
    );
    throw error;
  }
}

async function writeSome(
  tools: Tools,
  tx: Transaction,
  { model, actor, id, campaign, plan, recipients: all }: Work,
  recipients: Recipient[],
  start: number,
): Promise<BatchReport> {
  const cid = idIn(campaign, 'id');
  // The campaign's lock prevents two batches from writing to the same people at the same time.
  await campaignRow(tools, tx, cid, true);
  if ((await findBatch(tx, id))?.state !== 'composing') throw new Error('cancelled');
  const now = tools.now();
  const before = (await plan.before?.(tx, recipients, now)) ?? new Set<string>();
  const report: BatchReport = { written: 0, already: [], unreachable: [] };
  for (const [index, recipient] of recipients.entries()) {
    const { about, title, to, lang } = recipient;
    const line = { about, title, to };
    if (before.has(about)) report.already.push(line);
    else if (!recipient.isValid) report.unreachable.push(line);
    else {
      const values = { campaign: campaignName(campaign, lang) || 'Reelbase', ...recipient.values(lang) };
      const mail = { id: mailId(id, start + index, all.length), to, ...fillTemplate(plan.text[lang], values), lang, template: plan.template };
      await queueMail(tools, tx, model, { ...mail, by: actor.id, held: true, batch: id, more: { cid, about } }, now);
      report.written += 1;
    }
  }
  return report;
}

/** The ids of a batch's mails, in the order of their recipients. */
function mailId(batch: string, index: number, total: number): string {
  return `${batch}-${String(index + 1).padStart(String(total).length, '0')}`;
}

/** Discards a batch with all held mails; false where it was released. */
export async function dropBatch(
  tools: Pick<Tools, 'db' | 'registry' | 'now' | 'onSaved'>,
  model: ObjectModel,
  campaign: string,
  id: string,
  by: string,
): Promise<boolean> {
  return tools.db.transaction(async (tx) => {
    await campaignRow(tools, tx, campaign, true);
    const batch = await findBatch(tx, id, true);
    if (!batch || batch.state === 'released') return false;
    for (const mail of await batchMailIds(tx, id, 'held')) await save(tools, tx, model, { remove: { id: mail.id } }, { by });
    await setBatch(tx, id, { state: 'discarded', report: JSON.stringify({ at: stampOf(tools.now()) }) });
    return true;
  });
}
