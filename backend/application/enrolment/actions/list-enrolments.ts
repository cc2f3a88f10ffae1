import type { DraftHead, EnrolmentCard, EnrolmentFacts, EnrolmentPulse } from '#application/site/wire.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { stampOf } from '#framework/time.ts';
import type { Enrolment } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { among, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { coWritten } from '../data/writers.ts';
import { ownEnd } from '../rules/deadline.ts';
import { changedBy } from './changed-by.ts';
import {
  factsOf,
  mayEdit,
  mayRestore,
  mayWithdraw,
  missingIn,
  ownerName,
  pulseOf,
  receiptOf,
  type SiteTools,
  siteModel,
  type Terms,
  termsRow,
  writtenEnrolment,
} from './own.ts';

/** Most enrolments of one account, far above real use. */
export const mostEnrolments = 100;

/** The enrolments that the applicant writes, their own and others', newest first: of one campaign, or of all, to copy from. */
export async function listEnrolments(tools: SiteTools, actor: Actor, campaign: string | undefined): Promise<EnrolmentCard[]> {
  const [own, others] = [await ownRows(tools, actor, campaign), await othersRows(tools, actor, campaign)];
  const rows = others.length ? [...own, ...others].sort((one, two) => (one.id < two.id ? 1 : -1)) : own;
  const now = stampOf(tools.now());
  const campaigns = new Map<string, Terms>();
  const cards: EnrolmentCard[] = [];
  for (const row of rows) {
    const { cid } = row;
    const terms = campaigns.get(cid) ?? (await termsRow(tools, tools.db, cid));
    campaigns.set(cid, terms);
    const isOwn = row.applicant === actor.id;
    cards.push({
      id: row.id,
      campaign: cid,
      owner: await ownerName(tools, actor, row),
      cname: row.cname,
      ename: row.ename,
      programs: row.attProgram,
      status: row.status as EnrolmentCard['status'], // one of the workflow's states
      missing: row.status === 'draft' ? (await missingIn(tools, row, terms)).length : 0,
      savedAt: row.update_at,
      submitAt: row.submitAt,
      hasReceipt: receiptOf(row) !== undefined,
      returnMsg: row.status === 'draft' ? row.returnMsg : '',
      mayEdit: mayEdit(row, terms, now),
      mayWithdraw: isOwn && mayWithdraw(row, terms, now),
      mayRestore: isOwn && mayRestore(row, terms, now),
      isUntouched: isOwn && row.status === 'draft' && row.ver === 1 && [row.cname, row.ename, row.logline].every((text) => text === ''),
      until: ownEnd(row, terms),
    });
  }
  return cards;
}

export async function ownRows(tools: SiteTools, actor: Actor, campaign: string | undefined): Promise<Enrolment[]> {
  const filter = where(campaign === undefined ? { applicant: actor.id } : { applicant: actor.id, cid: campaign });
  const reader = wholeReader(siteModel(tools, 'enrolment'), tools.db.kind);
  return loadPage(tools.db, reader, { filter, sort: { field: 'id', order: 'DESC' }, limit: mostEnrolments, offset: 0 });
}

/** Other people's enrolments that the applicant was invited to write. */
async function othersRows(tools: SiteTools, actor: Actor, campaign: string | undefined): Promise<Enrolment[]> {
  const ids = await coWritten(tools, tools.db, actor.id);
  if (!ids.length) return [];
  const filter: Filter = { kind: 'and', of: [among('id', ids), ...(campaign === undefined ? [] : [where({ cid: campaign })])] };
  const reader = wholeReader(siteModel(tools, 'enrolment'), tools.db.kind);
  return loadPage(tools.db, reader, { filter, sort: { field: 'id', order: 'DESC' }, limit: mostEnrolments, offset: 0 });
}

/** One of them; while it still has the version `ver`, only what changes with time. @throws Refusal msg.notfound, for somebody else's too */
export async function readEnrolment(tools: SiteTools, actor: Actor, id: string, ver?: number): Promise<EnrolmentFacts | EnrolmentPulse> {
  const row = await writtenEnrolment(tools, tools.db, actor, id);
  const campaign = await termsRow(tools, tools.db, row.cid);
  if (row.ver === ver) return pulseOf(tools, actor, row, campaign);
  return { ...(await factsOf(tools, actor, row, campaign)), changedBy: await changedBy(tools, actor, id) };
}

/** The head of an open draft of the campaign; undefined for what this person may not write, or not any more. */
export async function readDraftHead(tools: SiteTools, actor: Actor, id: string, campaign: string): Promise<DraftHead | undefined> {
  try {
    const row = await writtenEnrolment(tools, tools.db, actor, id);
    const terms = await termsRow(tools, tools.db, row.cid);
    if (row.cid !== campaign || !mayEdit(row, terms, stampOf(tools.now()))) return undefined;
    return { owner: await ownerName(tools, actor, row), until: ownEnd(row, terms), returnMsg: row.returnMsg };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
