/** An applicant's own enrolments as the actions of this folder read them, and as the page gets them. */

import { mayBegin, mayFinish, windowOf } from '#application/campaign/rules/window.ts';
import { applicant } from '#application/enrolment/rules/realm.ts';
import type { EnrolmentFacts, EnrolmentPulse, ReceiptFacts } from '#application/site/wire.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { narrowReader, projectRow, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, Enrolment } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { toProblems } from '#rules/records/validation.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { applicantPaths, inOrder, missingOf, termsOf, withoutDoubles } from '../rules/enrolment.ts';

export type SiteTools = Pick<Tools, 'db' | 'registry' | 'now'>;

/** An applicant's roles, for readers: sessions carry them too, and tests see to it that they are the same. */
export const applicantRoles = [applicant.role];

/** The model of an object of the campaign site. @throws Refusal msg.route where the schemas have none */
export function siteModel<O extends 'enrolment' | 'campaign' | 'applicant' | 'mail'>(tools: Pick<Tools, 'registry'>, object: O): ObjectModel<O> {
  const model = tools.registry.get(object)?.model;
  if (!model) throw new Refusal('msg.route');
  return model;
}

/** The whole row, if it is this applicant's: somebody else's is not found, like one that is not there. `lock` keeps it from other writers. */
export async function ownEnrolment(tools: SiteTools, db: Executor, actor: Actor, id: string, lock = false): Promise<Enrolment> {
  const row = await loadRow(db, wholeReader(siteModel(tools, 'enrolment'), db.kind), id, lock);
  if (!row || row.applicant !== actor.id) throw new Refusal('msg.notfound', { values: { object: 'enrolment', id } });
  return row;
}

/** What of a campaign decides about its enrolments; its pages' texts stay where they are. */
const decisive = new Set(['id', 'cna', 'enaName', 'edition', 'programs', 'zone', 'cStart', 'cEnd', 'ver'] as const);
export type Terms = typeof decisive extends Set<infer K extends keyof Campaign> ? Pick<Campaign, K> : never;

/** @throws Refusal msg.notfound */
export async function termsRow(tools: SiteTools, db: Executor, id: string): Promise<Terms> {
  const reader = narrowReader(wholeReader(siteModel(tools, 'campaign'), db.kind), decisive);
  const row = await loadRow(db, reader, id);
  if (!row) throw new Refusal('msg.notfound', { values: { object: 'campaign', id } });
  return row;
}

/** Whether the applicant may change or submit it now: a draft, and the window open, or in the grace of a draft begun before its end. */
export function mayEdit(row: Enrolment, campaign: Terms, now: string): boolean {
  return row.status === 'draft' && mayFinish(campaign, 'enrol', now, row.create_at);
}

export function mayWithdraw(row: Enrolment, campaign: Terms, now: string): boolean {
  return (row.status === 'draft' || row.status === 'submitted') && mayBegin(campaign, 'enrol', now);
}

/** Everything that keeps a draft from being submitted, by the rules and by the schema as it would judge it then. */
export async function missingIn(tools: SiteTools, row: Enrolment, campaign: Terms): Promise<Problem[]> {
  const model = siteModel(tools, 'enrolment');
  const validator = await tools.registry.validator('enrolment');
  const submitted = { ...row, status: 'submitted' };
  const found = toProblems(validator.validate(submitted), submitted, model);
  const own = found.filter(({ path }) => isApplicants(model, path));
  return inOrder(withoutDoubles([...missingOf(row, termsOf(campaign), model), ...own]));
}

/** Is the path the applicant's to write, or inside what is? */
export function isApplicants(model: ObjectModel, path: string): boolean {
  return applicantPaths(model).some((own) => path === own || path.startsWith(`${own}/`));
}

/** A row as its applicant gets it, without the name of the staff member who changed it last. */
export async function factsOf(tools: SiteTools, row: Enrolment, campaign: Terms): Promise<EnrolmentFacts> {
  const { update_by: _by, ...values } = projectRow(readerFor(siteModel(tools, 'enrolment'), applicantRoles, tools.db.kind), row);
  const receipt = receiptOf(row);
  return {
    ...pulseOf(tools, row, campaign),
    campaign: row.cid,
    values,
    missing: row.status === 'draft' ? await missingIn(tools, row, campaign) : [],
    savedAt: row.update_at,
    ...(receipt && { receipt }),
  };
}

/** What changes by itself, or by somebody else: the answer to a page that asks whether its row is still the same. */
export function pulseOf(tools: Pick<Tools, 'now'>, row: Enrolment, campaign: Terms): EnrolmentPulse {
  const now = stampOf(tools.now());
  return {
    id: row.id,
    ver: row.ver,
    status: row.status as EnrolmentFacts['status'], // one of the workflow's states
    mayEdit: mayEdit(row, campaign, now),
    mayWithdraw: mayWithdraw(row, campaign, now),
  };
}

/** The receipt of a row that has been submitted; undefined before. */
export function receiptOf(row: Enrolment): ReceiptFacts | undefined {
  // A draft that came back has none until it is submitted again; one that staff submitted then has an old one, of another content.
  if (row.status === 'draft' || !row.receipt.no || row.receipt.at !== row.submitAt) return undefined;
  return row.receipt as ReceiptFacts; // written by submit.ts
}

/** Refuses what the row's state or the campaign's window has closed; the facts go along, so that the page can show the present state. */
export async function demandEditable(tools: SiteTools, row: Enrolment, campaign: Terms): Promise<void> {
  if (mayEdit(row, campaign, stampOf(tools.now()))) return;
  const data = await factsOf(tools, row, campaign);
  throw row.status === 'draft' ? closedWindow(tools, campaign, data) : new Refusal('msg.locked', { data });
}

/** S02: the window is not open; `values.state` says which side of it we are on. */
export function closedWindow(tools: SiteTools, campaign: Terms, data?: unknown): Refusal {
  return new Refusal('msg.window', { values: { state: windowOf(campaign, 'enrol', stampOf(tools.now())).state }, data });
}

/** The body of a call with these keys and no others. @throws Refusal msg.badrequest, msg.invalid with field.unknown */
export function demandBody(body: unknown, keys: readonly string[]): Row {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const unknown = Object.keys(body).filter((key) => !keys.includes(key));
  if (unknown.length) throw new Refusal('msg.invalid', { fields: unknown.map((path) => ({ path, code: 'field.unknown', values: { field: path } })) });
  return body;
}
