/** Reads an applicant's own enrolments for the actions of this folder, in the form that the page gets. */

import { createHash } from 'node:crypto';
import { mayBegin, mayFinish, windowOf } from '#application/campaign/rules/window.ts';
import { applicant } from '#application/enrolment/rules/realm.ts';
import { announcedOf } from '#application/jury/rules/decisions.ts';
import type { EnrolmentFacts, EnrolmentPulse, ReceiptFacts } from '#application/site/wire.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { narrowReader, projectRow, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, Enrolment } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { toProblems } from '#rules/records/validation.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { isCoWriter } from '../data/writers.ts';
import { campaignOf, ownEnd } from '../rules/deadline.ts';
import { applicantPaths, inOrder, isUnasked, missingOf, termsOf, withoutDoubles } from '../rules/enrolment.ts';

export type SiteTools = Pick<Tools, 'db' | 'registry' | 'now'>;

/** An applicant's roles for readers. Sessions have them too; tests check that they are the same. */
export const applicantRoles = [applicant.role];

/** The model of an object of the campaign site. @throws Refusal msg.route where the schemas have none */
export function siteModel<O extends 'enrolment' | 'campaign' | 'applicant' | 'mail'>(tools: Pick<RecordTools, 'registry'>, object: O): ObjectModel<O> {
  const model = tools.registry.get(object)?.model;
  if (!model) throw new Refusal('msg.route');
  return model;
}

/** The whole row if it belongs to this applicant; another person's row counts as not found. `lock` prevents other writes until the transaction ends. */
export async function ownEnrolment(tools: SiteTools, db: Executor, actor: Actor, id: string, lock = false): Promise<Enrolment> {
  const row = await loadRow(db, wholeReader(siteModel(tools, 'enrolment'), db.kind), id, lock);
  if (!row || row.applicant !== actor.id) throw new Refusal('msg.notfound', { values: { object: 'enrolment', id } });
  return row;
}

/** The same for whoever writes it: its applicant, or somebody whom they invited (decision 132). */
export async function writtenEnrolment(tools: SiteTools, db: Executor, actor: Actor, id: string, lock = false): Promise<Enrolment> {
  const row = await loadRow(db, wholeReader(siteModel(tools, 'enrolment'), db.kind), id, lock);
  const isWriter = row !== undefined && (row.applicant === actor.id || (await isCoWriter(tools, db, actor.id, id)));
  if (!row || !isWriter) throw new Refusal('msg.notfound', { values: { object: 'enrolment', id } });
  return row;
}

/** Whose it is, for somebody else who writes it; '' for the applicant. */
export async function ownerName(tools: SiteTools, actor: Actor, row: Enrolment): Promise<string> {
  if (row.applicant === actor.id) return '';
  const owner = await loadRow(tools.db, wholeReader(siteModel(tools, 'applicant'), tools.db.kind), row.applicant);
  return owner?.name || owner?.email || '—';
}

/** The fields of a campaign that decide about its enrolments, without the long texts of its pages. */
const decisive = new Set(['id', 'cna', 'enaName', 'edition', 'programs', 'zone', 'cStart', 'cEnd', 'demands', 'questions', 'ver'] as const);
export type Terms = typeof decisive extends Set<infer K extends keyof Campaign> ? Pick<Campaign, K> : never;

/** @throws Refusal msg.notfound */
export async function termsRow(tools: Pick<RecordTools, 'registry'>, db: Executor, id: string): Promise<Terms> {
  const reader = narrowReader(wholeReader(siteModel(tools, 'campaign'), db.kind), decisive);
  const row = await loadRow(db, reader, id);
  if (!row) throw new Refusal('msg.notfound', { values: { object: 'campaign', id } });
  return row;
}

/** True where the applicant may change or submit it now: it is a draft, and the window, or its own deadline, is open or in the grace of a draft that was begun before the end. */
export function mayEdit(row: Enrolment, campaign: Terms, now: string): boolean {
  return row.status === 'draft' && mayFinish(campaignOf(row, campaign), 'enrol', now, row.create_at);
}

export function mayWithdraw(row: Enrolment, campaign: Terms, now: string): boolean {
  return (row.status === 'draft' || row.status === 'submitted') && mayBegin(campaignOf(row, campaign), 'enrol', now);
}

/** True where the applicant may take the withdrawal back: it was their own, and the window is open. What staff withdrew only staff bring back. */
export function mayRestore(row: Enrolment, campaign: Terms, now: string): boolean {
  return row.status === 'withdrawn' && row.withdrawBy === row.applicant && mayBegin(campaignOf(row, campaign), 'enrol', now);
}

/** All problems that prevent a submission, by the rules and by the schema, checked as if it were submitted now. */
export async function missingIn(tools: SiteTools, row: Enrolment, campaign: Terms): Promise<Problem[]> {
  const model = siteModel(tools, 'enrolment');
  const validator = await tools.registry.validator('enrolment');
  const submitted = { ...row, status: 'submitted' };
  const found = toProblems(validator.validate(submitted), submitted, model);
  const [terms, now] = [termsOf(campaign), stampOf(tools.now())];
  const own = found.filter(({ path }) => isApplicants(model, path) && !isUnasked(path, row, terms, now));
  return inOrder(withoutDoubles([...missingOf(row, terms, model, now), ...own]));
}

/** True where the path, or an object around it, is for the applicant to edit. */
export function isApplicants(model: ObjectModel, path: string): boolean {
  return applicantPaths(model).some((own) => path === own || path.startsWith(`${own}/`));
}

/** The row as its applicant gets it, without the name of the staff member who changed it last. */
export async function factsOf(tools: SiteTools, actor: Actor, row: Enrolment, campaign: Terms): Promise<EnrolmentFacts> {
  const { update_by: _by, ...values } = projectRow(readerFor(siteModel(tools, 'enrolment'), applicantRoles, tools.db.kind), row);
  const receipt = receiptOf(row);
  return {
    ...pulseOf(tools, actor, row, campaign),
    campaign: row.cid,
    owner: await ownerName(tools, actor, row),
    values,
    missing: row.status === 'draft' ? await missingIn(tools, row, campaign) : [],
    savedAt: row.update_at,
    toldAt: announcedOf(row) === '' ? '' : row.toldAt,
    ...(receipt && { receipt }),
  };
}

/** Names what a campaign's form asks at this instant: another one where staff changed a question or a demand, or where one has begun to hold. */
export function formMark({ registry, now }: SiteTools, { id, programs, edition, demands, questions }: Terms): string {
  const at = stampOf(now());
  const begun = demands.filter(({ from = '' }) => (from ?? '') <= at).length;
  return createHash('sha256')
    .update(JSON.stringify([registry.version(), id, programs, edition, demands, questions, begun]))
    .digest('base64url')
    .slice(0, 16);
}

/** What changes with time or by others: the answer to a page that asks whether its row is still the same. */
export function pulseOf(tools: SiteTools, actor: Actor, row: Enrolment, campaign: Terms): EnrolmentPulse {
  const now = stampOf(tools.now());
  const isOwn = row.applicant === actor.id;
  return {
    id: row.id,
    ver: row.ver,
    status: row.status as EnrolmentFacts['status'], // one of the workflow's states
    mayEdit: mayEdit(row, campaign, now),
    mayWithdraw: isOwn && mayWithdraw(row, campaign, now),
    mayRestore: isOwn && mayRestore(row, campaign, now),
    until: ownEnd(row, campaign),
    form: formMark(tools, campaign),
  };
}

/** The receipt of a submitted row; undefined before the submission. */
export function receiptOf(row: Enrolment): ReceiptFacts | undefined {
  // A draft that was sent back has no receipt until it is submitted again. If staff submitted it then, there is only an old receipt for other content.
  if (row.status === 'draft' || !row.receipt.no || row.receipt.at !== row.submitAt) return undefined;
  return row.receipt as ReceiptFacts; // written by submit.ts
}

/** Refuses what the row's state or the campaign's window does not allow. The facts are included, so that the page can show the present state. */
export async function demandEditable(tools: SiteTools, actor: Actor, row: Enrolment, campaign: Terms): Promise<void> {
  if (mayEdit(row, campaign, stampOf(tools.now()))) return;
  const data = await factsOf(tools, actor, row, campaign);
  throw row.status === 'draft' ? closedWindow(tools, campaign, data) : new Refusal('msg.locked', { data });
}

/** S02: the window is not open; `values.state` says whether it is before the start or after the end. */
export function closedWindow(tools: SiteTools, campaign: Terms, data?: unknown): Refusal {
  return new Refusal('msg.window', { values: { state: windowOf(campaign, 'enrol', stampOf(tools.now())).state }, data });
}

/** The body of a call, with only these keys. @throws Refusal msg.badrequest, msg.invalid with field.unknown */
export function demandBody(body: unknown, keys: readonly string[]): Row {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const unknown = Object.keys(body).filter((key) => !keys.includes(key));
  if (unknown.length) throw new Refusal('msg.invalid', { fields: unknown.map((path) => ({ path, code: 'field.unknown', values: { field: path } })) });
  return body;
}
