import { createHash } from 'node:crypto';
import { type EnrolmentLine, enrolmentsOf, lineFields, staffCampaign } from '#application/campaign/actions/staff-rows.ts';
import type { Decisions, PendingLine, Released } from '#application/campaign/wire.ts';
import { composeDecisionMails } from '#application/mailing/actions/decision-mails.ts';
import { findRequest, keepRequest } from '#framework/data/system/idempotency.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { where } from '#rules/records/facts.ts';
import { stampsOf, transitionTo } from '#rules/records/workflow.ts';
import { Refusal } from '#rules/words/problem.ts';
import { announcedOf, pendingOf, planRelease, type ReleasePlan, releasedPatch } from '../rules/decisions.ts';

/** The pending decisions of a campaign, and what a release would do. @throws Refusal msg.notfound, msg.forbidden */
export async function readDecisions(tools: Tools, actor: Actor, campaign: string): Promise<Decisions> {
  await staffCampaign(tools, actor, campaign);
  return decisionsOf(campaign, await enrolmentsOf(tools, actor, campaign, lineFields));
}

/** The same, from rows that are loaded already. */
export function decisionsOf(campaign: string, rows: readonly EnrolmentLine[]): Decisions {
  const plan = planRelease(rows);
  const held = new Map(plan.held.map(({ row, code }) => [row.id, code]));
  const lines = rows.flatMap((row): PendingLine[] => {
    const decision = pendingOf(row);
    if (!decision) return [];
    const names = { number: row.enrollid, cname: row.cname, ename: row.ename, programs: row.attProgram };
    return [{ id: row.id, ...names, status: row.status, decision, told: announcedOf(row), held: held.get(row.id) ?? '' }];
  });
  const isDeclined = (row: EnrolmentLine) => row.status === 'verified' && announcedOf(row) === 'decline';
  return {
    ...countsOf(plan),
    open: rows.filter((row) => row.status === 'verified' && !pendingOf(row) && !isDeclined(row)).length,
    selected: rows.filter((row) => row.status === 'selected').length,
    declined: rows.filter(isDeclined).length,
    typed: campaign,
    lines: lines.sort((a, b) => (a.decision === b.decision ? (a.number < b.number ? -1 : 1) : a.decision === 'select' ? -1 : 1)),
  };
}

export interface ReleaseRequest {
  /** the campaign's id, typed as a confirmation */
  confirm: string;
  /** what the release would do, as the person saw it */
  select: number;
  decline: number;
  idempotencyKey?: string;
}

/**
 * Releases all pending decisions of a campaign in one transaction: selected enrolments change their state, declined ones stay verified, both are
 * marked as released, and their mails are put into the outbox. The same Idempotency-Key gives the same answer; a second release finds nothing
 * (msg.nothing).
 * @throws Refusal msg.confirm with the text to type and what would be done, msg.datamodi where that has changed since it was seen, msg.forbidden,
 * msg.notfound
 */
export async function releaseDecisions(tools: Tools, actor: Actor, campaign: string, request: ReleaseRequest): Promise<Released> {
  const model = modelFor(tools, actor, 'enrolment', 'update');
  await staffCampaign(tools, actor, campaign);
  const selection = transitionTo(model, actor.roles, 'verified', 'selected');
  if (!selection) throw new Refusal('msg.forbidden', { values: { object: 'enrolment', verb: 'select' } });
  const { idempotencyKey: key, confirm, select, decline } = request;
  if (key !== undefined && !/^[\x21-\x7e]{1,128}$/.test(key)) throw new Refusal('msg.badrequest', { values: { field: 'Idempotency-Key' } });
  const body = createHash('sha256')
    .update(JSON.stringify(['release', campaign, select, decline]))
    .digest('hex');
  const known = key && (await answerAgain(tools, actor, key, body));
  if (known) return known;
  if (confirm !== campaign) throw new Refusal('msg.confirm', { values: { typed: campaign }, data: await readDecisions(tools, actor, campaign) });
  try {
    const released = await tools.db.transaction(async (tx) => {
      const work = new Work(tools, tx, actor, 'release', tools.now());
      const row = await work.lock('campaign', campaign);
      const rows = await work.rows('enrolment', where({ cid: campaign }));
      const plan = planRelease(rows);
      const counts = countsOf(plan);
      if (!counts.select && !counts.decline) throw new Refusal('msg.nothing');
      if (counts.select !== select || counts.decline !== decline) throw new Refusal('msg.datamodi', { data: decisionsOf(campaign, rows) });
      const decided = [...plan.select, ...plan.decline];
      for (const enrolment of decided) {
        const patch = releasedPatch(enrolment, work.at);
        const after = await work.change('enrolment', enrolment, { ...patch, ...(patch.status && stampsOf(model, selection, actor.id, work.at)) });
        if (after.status === 'selected') await tools.onStep?.(tx, { object: 'enrolment', name: 'select', actor, row: after });
      }
      const mails = await composeDecisionMails(tools, tx, row, decided, work.now, actor.id);
      await work.mark('campaign', row);
      const released: Released = { select, decline, mails: mails.count, unreachable: mails.unreachable };
      if (key) await keepRequest(tx, actor.id, key, { request: body, answer: JSON.stringify(released) }, work.now);
      return released;
    });
    tools.outbox.wake();
    tools.log.info({ campaign, select, decline, mails: released.mails, user: actor.id }, 'decisions released');
    return released;
  } catch (error) {
    // Of two releases at the same time, the second finds the key in use, or nothing left to release.
    const again = key && (await answerAgain(tools, actor, key, body));
    if (again) return again;
    throw error;
  }
}

function countsOf({ select, decline, held }: ReleasePlan): { select: number; decline: number; held: number } {
  return { select: select.length, decline: decline.length, held: held.length };
}

async function answerAgain(tools: Tools, actor: Actor, key: string, request: string): Promise<Released | undefined> {
  const known = await findRequest(tools.db, actor.id, key);
  if (!known) return undefined;
  if (known.request !== request) throw new Refusal('msg.dataexists');
  return JSON.parse(known.answer) as Released; // written above
}
