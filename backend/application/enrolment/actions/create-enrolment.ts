import { mayBegin } from '#application/campaign/rules/window.ts';
import type { EnrolmentFacts } from '#application/site/wire.ts';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { findRequest } from '#framework/data/system/idempotency.ts';
import { createRecord } from '#framework/records/create-record.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Enrolment } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { optionsOf } from '#rules/records/edition.ts';
import { where } from '#rules/records/facts.ts';
import { valueAtPath, withValueAt } from '#rules/records/field-changes.ts';
import { Refusal } from '#rules/words/problem.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { campaignOf, ownEnd } from '../rules/deadline.ts';
import { applicantPaths, type CampaignTerms, termsOf } from '../rules/enrolment.ts';
import { mostEnrolments, ownRows } from './list-enrolments.ts';
import { closedWindow, demandBody, factsOf, ownEnrolment, siteModel, type Terms, termsRow } from './own.ts';

/**
 * Begins a draft in a campaign whose window is open. With `copyOf` it gets the content of an earlier enrolment of the same person, as far as this
 * campaign has it: options of other editions and programs that are not offered are left out, and declarations must be made again. Both rows refer to
 * the same stored files, so the files outlive the earlier enrolment. The same idempotency key makes one draft.
 * Whoever was given a late start begins after the end, too, and the draft has that deadline.
 * @throws Refusal msg.notfound, msg.window, msg.limit, msg.invalid with field.unknown
 */
export async function createEnrolment(tools: Tools, actor: Actor, body: unknown, key: string | undefined): Promise<EnrolmentFacts> {
  const given = demandBody(body, ['campaign', 'copyOf']);
  const { campaign: cid, copyOf = '' } = given;
  if (typeof cid !== 'string' || typeof copyOf !== 'string') throw new Refusal('msg.badrequest');
  const campaign = await termsRow(tools, tools.db, cid);
  const known = key === undefined ? undefined : await findRequest(tools.db, actor.id, key);
  if (known) {
    const row = await ownEnrolment(tools, tools.db, actor, known.answer);
    if (row.cid !== cid) throw new Refusal('msg.dataexists');
    return factsOf(tools, actor, row, campaign);
  }
  const own = await lateStartOf(tools, actor, campaign);
  if (!mayBegin(campaignOf(own, campaign), 'enrol', stampOf(tools.now()))) throw closedWindow(tools, campaign);
  if ((await ownRows(tools, actor, undefined)).length >= mostEnrolments) throw new Refusal('msg.limit');
  const model = siteModel(tools, 'enrolment');
  const content = copyOf === '' ? firstChoice(termsOf(campaign)) : copied(await ownEnrolment(tools, tools.db, actor, copyOf), model, termsOf(campaign));
  // The deadline and its reason are staff's fields, and staff gave both.
  const by = own.extendedUntil ? { ...actor, roles: [...actor.roles, '[op]'] } : actor;
  const made = await createRecord(tools, by, 'enrolment', { ...content, ...own, cid, applicant: actor.id }, key);
  return factsOf(tools, actor, await ownEnrolment(tools, tools.db, actor, made.id), campaign);
}

/** Until when somebody may begin in the campaign, where staff put it off for them; '' where the campaign's end holds. */
export async function readLateStart(tools: Tools, actor: Actor, cid: string): Promise<{ until: string }> {
  const { extendedUntil: until = '' } = await lateStartOf(tools, actor, await termsRow(tools, tools.db, cid));
  return { until: until > stampOf(tools.now()) ? until : '' };
}

/** What a draft that they begin in the campaign has of it; {} for nothing. */
async function lateStartOf(tools: Tools, actor: Actor, campaign: Terms): Promise<{ extendedUntil?: string; extendedWhy?: string }> {
  const model = tools.registry.get('enrolment_extension')?.model;
  if (!model) return {};
  const filter = where({ cid: campaign.id, applicant: actor.id });
  const [row] = await loadPage(tools.db, wholeReader(model, tools.db.kind), { filter, sort: { field: 'id', order: 'ASC' }, limit: 1, offset: 0 });
  const own = row && { extendedUntil: String(row.until), extendedWhy: String(row.why) };
  return own && ownEnd(own, campaign) !== '' ? own : {};
}

/** Where a campaign has only one program it is chosen already. */
function firstChoice({ programs }: CampaignTerms): Row {
  return programs.length === 1 ? { attProgram: [...programs] } : {};
}

/** The fields that a copy takes from an earlier enrolment (x-copy). */
export function copied(from: Enrolment, model: ObjectModel, terms: CampaignTerms): Row {
  let row: Row = {};
  for (const path of applicantPaths(model)) {
    const field = fieldAt(model.fields, path);
    const value = valueAtPath(from, path);
    if (!field || value === undefined || isCleared(model, path)) continue;
    const open = openValue(field, value, terms.edition);
    if (open !== undefined) row = withValueAt(row, path, open);
  }
  if (Array.isArray(row.attProgram)) row.attProgram = row.attProgram.filter((program) => terms.programs.includes(String(program)));
  return row;
}

/** True where the field or an object around it has x-copy: false. */
function isCleared(model: ObjectModel, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_part, index) => fieldAt(model.fields, parts.slice(0, index + 1).join('/'))?.copy === false);
}

/** The value without options that this edition does not have; undefined where nothing remains. */
function openValue(field: FieldModel, value: JsonValue, edition: number | null): JsonValue | undefined {
  if (!field.options) return value;
  const open: JsonValue[] = optionsOf(field, edition);
  if (Array.isArray(value)) return value.filter((entry) => open.includes(entry));
  return open.includes(value) ? value : undefined;
}
