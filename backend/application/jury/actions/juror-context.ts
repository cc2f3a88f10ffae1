/** The start of every call of a juror: their row, their campaign, the window by the server's clock, and their list. */

import { answerField, isAnswerField, questionsOf } from '#application/campaign/rules/questions.ts';
import { type CampaignWindow, windowOf } from '#application/campaign/rules/window.ts';
import { jury } from '#application/jury/rules/realm.ts';
import type { ObjectModel } from '#codegen/model.ts';
import { narrowReader, type Reader, readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, loadRow } from '#framework/data/rows/records.ts';
import type { MayRead } from '#framework/files/may-read-file.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Campaign, EnrolmentRead, Jury, Selection } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { countReaders } from '../data/readings.ts';
import { hidesFileNames, isShownToJurors } from '../rules/blind.ts';
import { type Criterion, criteriaOf } from '../rules/criteria.ts';
import { inListOrder } from '../rules/list-order.ts';
import { isOnList, type ListedEnrolment, listedFields, type ReadEnrolment, readByJurors } from '../rules/selection.ts';

/** Most rows of one list; a real campaign has far fewer. */
const mostRows = 5_000;

export interface JurorContext {
  actor: Actor;
  juror: Jury;
  campaign: Campaign;
  criteria: Criterion[];
  window: CampaignWindow;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  now: string;
}

/** @throws Refusal msg.notfound where the juror or their campaign no longer exists */
export async function jurorContext(tools: RecordTools, actor: Actor): Promise<JurorContext> {
  const { db } = tools;
  const juror = await loadRow(db, wholeReader(modelOf(tools, 'jury'), db.kind), actor.id);
  const campaign = juror && (await loadRow(db, wholeReader(modelOf(tools, 'campaign'), db.kind), juror.cid));
  if (!juror || !campaign) throw new Refusal('msg.notfound', { values: { object: 'jury', id: actor.id } });
  const now = stampOf(tools.now());
  return { actor, juror, campaign, criteria: criteriaOf(campaign), now, window: windowOf(campaign, 'select', now) };
}

/** All enrolments on the juror's list, in the campaign's order, with the fields that the list shows. */
export async function loadList(tools: RecordTools, { juror, campaign }: JurorContext): Promise<ListedEnrolment[]> {
  // The readers decide what is on the list and are not among what a juror may read: they are read beside it and go no further.
  const readable = new Set(jurorReader(tools).fields.map(({ name }) => name));
  const names = listedFields.filter((name) => readable.has(name));
  const reader = narrowReader(wholeReader(modelOf(tools, 'enrolment'), tools.db.kind), new Set([...names, 'readers' as const]));
  const filter: Filter = {
    kind: 'and',
    of: [where({ cid: juror.cid }), { kind: 'compare', field: 'status', op: 'in', value: ['verified', 'selected'] }],
  };
  const rows = await loadPage(tools.db, reader, { filter, sort: { field: 'enrollid', order: 'ASC' }, limit: mostRows, offset: 0 });
  const listed = rows.filter((row) => isOnList(row, juror, campaign)).map(({ readers: _, ...row }): ListedEnrolment => row);
  const reads = campaign.listOrder === 'least' ? await countReaders(tools.db, juror.cid) : new Map<string, number>();
  return inListOrder(listed, campaign.listOrder, juror.id, reads);
}

/** One enrolment of the list, with all fields that a juror may read. @throws Refusal msg.notfound for one that is not on the list */
export async function loadEntry(tools: RecordTools, { juror, campaign }: JurorContext, id: string): Promise<ReadEnrolment> {
  const every = jurorReader(tools);
  const answers = every.fields.map(({ name }) => name).filter(isAnswerField) as (typeof readByJurors)[number][]; // fields of the campaign's own
  const reader = narrowReader(every, new Set([...listedFields, ...readByJurors, ...answers, 'submitAt' as const]));
  const row = await loadRow(tools.db, reader, id);
  const isAssigned = campaign.readBy === 'assigned' && row !== undefined;
  const whole = isAssigned
    ? await loadRow(tools.db, narrowReader(wholeReader(modelOf(tools, 'enrolment'), tools.db.kind), new Set(['readers'])), id)
    : undefined;
  if (!row || !isOnList({ ...row, readers: whole?.readers ?? [] }, juror, campaign)) throw new Refusal('msg.notfound', { values: { object: 'enrolment', id } });
  return row;
}

/** The juror's own selections, by enrolment id. */
export async function loadSelections(tools: RecordTools, { juror }: JurorContext): Promise<Map<string, Selection>> {
  const query = { filter: where({ jury: juror.id }), sort: { field: 'id', order: 'ASC' }, limit: mostRows, offset: 0 } as const;
  const rows = await loadPage(tools.db, wholeReader(modelOf(tools, 'selection'), tools.db.kind), query);
  return new Map(rows.map((row) => [row.enrolment, row]));
}

/** The juror's own selection for one enrolment. */
export async function loadSelection(tools: RecordTools, { juror }: JurorContext, enrolment: string): Promise<Selection | undefined> {
  const query = { filter: where({ jury: juror.id, enrolment }), sort: { field: 'id', order: 'ASC' }, limit: 1, offset: 0 } as const;
  const [row] = await loadPage(tools.db, wholeReader(modelOf(tools, 'selection'), tools.db.kind), query);
  return row;
}

/**
 * True where the juror may read this field of the enrolment now: the campaign does not hide it, the enrolment is on their list, the window has begun,
 * and they declared no conflict. Used for files, which are requested one by one.
 */
export async function mayJurorRead(tools: RecordTools, actor: Actor, enrolment: string, field: string): Promise<MayRead> {
  try {
    const context = await jurorContext(tools, actor);
    if (context.window.state === 'not_started' || !isShownToJurors(field, context.campaign.blind)) return false;
    // The access of the field is that of all campaigns; this one's own word is told apart here.
    if (isAnswerField(field) && !questionsOf(context.campaign).some((one) => answerField(one.key) === field && !one.isHiddenFromJury)) return false;
    await loadEntry(tools, context, enrolment);
    if ((await loadSelection(tools, context, enrolment))?.conflict === true) return false;
    return hidesFileNames(context.campaign.blind) ? 'nameless' : true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export function modelOf<O extends string>(tools: RecordTools, object: O): ObjectModel<O> {
  const model = tools.registry.get(object)?.model;
  if (!model || model.entity.virtual) throw new Refusal('msg.notfound', { values: { object } });
  return model;
}

/** Two checks: the fields by x-access for the jury's role, the rows by the rule of the list. */
function jurorReader(tools: RecordTools): Reader<EnrolmentRead> {
  return readerFor(modelOf(tools, 'enrolment'), [jury.role], tools.db.kind);
}
