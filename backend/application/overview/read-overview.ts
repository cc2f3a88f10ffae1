/** The part of the home page about the forum and the sales: what needs attention, and two small curves. */

import type { EnrolmentCurve, Overview } from '#application/overview/wire.ts';
import type { FieldModel, Lang, ReadOf, Row } from '#codegen/model.ts';
import { countRows } from '#framework/data/queries/counts.ts';
import { countAlong, type Stretch } from '#framework/data/queries/timeline.ts';
import { narrowReader, type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { homeZone, instant, stampOf, zoneHours } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { parseFilter } from '#rules/queries/parse-filter.ts';
import { titleFields, titleOf } from '#rules/records/record.ts';
import { byDay, byHour, type Counted, lastMonths } from '#rules/values/along-time.ts';

/** What needs attention, and for whom: the object, and the filter of its list. */
const questions: readonly { what: string; object: string; filter: Row }[] = [
  { what: 'submitted', object: 'enrolment', filter: { status: 'submitted' } },
  { what: 'drafts', object: 'sales_order', filter: { status: 'draft' } },
  { what: 'mails', object: 'mail', filter: { status: 'failed' } },
];
const hour = 3_600_000;
const lastHours = 48;
const shownMonths = 24;
/** Most days in a curve; of a longer window the end is shown. */
const mostDays = 60;

/** Only objects, rows and fields that the actor may list and read. The number of statements does not depend on the data. */
export async function readOverview(tools: Tools, actor: Actor, lang?: Lang): Promise<Overview> {
  const [waiting, enrolments, sales] = [await readWaiting(tools, actor), await readCurve(tools, actor, lang), await readSales(tools, actor)];
  return { waiting, ...(enrolments && { enrolments }), ...(sales && { sales }) };
}

async function readWaiting(tools: Tools, actor: Actor): Promise<Overview['waiting']> {
  const waiting: Overview['waiting'] = [];
  for (const question of questions) {
    const reader = readerOf(tools, actor, question.object);
    const parsed = reader && parseFilter(question.filter, reader.model, actor, tools.now());
    if (!reader || !parsed || parsed.problems.length) continue;
    const { count, estimated } = await countRows(tools.db, reader, parsed.value);
    if (count) waiting.push({ ...question, count, estimated });
  }
  return waiting;
}

async function readCurve(tools: Tools, actor: Actor, lang: Lang | undefined): Promise<EnrolmentCurve | undefined> {
  const [campaigns, reader] = [readerOf(tools, actor, 'campaign'), readerOf(tools, actor, 'enrolment')];
  const [begunAt, sentAt] = [fieldOf(reader, 'create_at'), fieldOf(reader, 'submitAt')];
  if (!campaigns || !reader || !begunAt || !sentAt || !fieldOf(campaigns, 'cStart') || !fieldOf(campaigns, 'cEnd') || !fieldOf(reader, 'cid')) return undefined;
  const now = tools.now().getTime();
  // The campaign whose window opened last; it may have ended.
  const [campaign] = await loadPage(tools.db, narrowReader(campaigns, new Set(['id', ...titleFields(campaigns.model), 'cStart', 'cEnd', 'zone'])), {
    filter: { kind: 'compare', field: 'cStart', op: 'lte', value: stampOf(now) },
    sort: { field: 'cStart', order: 'DESC' },
    limit: 1,
    offset: 0,
  });
  if (!campaign) return undefined;
  const until = Math.min(now, timeOf(campaign.cEnd) ?? now);
  const from = Math.max(timeOf(campaign.cStart) ?? now, until - mostDays * 24 * hour);
  const along = async (time: FieldModel): Promise<Counted[]> => {
    const filter: Filter = {
      kind: 'and',
      of: [{ kind: 'compare', field: 'cid', op: 'eq', value: campaign.id ?? '' }, between(time.name, stampOf(from), stampOf(until))],
    };
    return countAlong(tools.db, reader, filter, time, 'hour');
  };
  const [begun, sent] = [await along(begunAt), await along(sentAt)];
  const ahead = zoneHours(campaign.zone);
  return {
    campaign: { id: campaign.id ?? '', title: titleOf(campaign, campaigns.model, lang) },
    zone: campaign.zone ?? '',
    days: together(byDay(begun, ahead, from, until), byDay(sent, ahead, from, until)),
    hours: together(
      byHour(begun, ahead, Math.max(from, until - (lastHours - 1) * hour), until),
      byHour(sent, ahead, Math.max(from, until - (lastHours - 1) * hour), until),
    ),
  };
}

async function readSales(tools: Tools, actor: Actor): Promise<Overview['sales']> {
  const reader = readerOf(tools, actor, 'sales_order');
  const [date, total] = [fieldOf(reader, 'date'), fieldOf(reader, 'localTotal')];
  if (!reader || !date || !total) return undefined;
  // The same orders that the list's total counts, so that both figures are equal.
  const counted = parseFilter(reader.model.list.sums?.find(({ field }) => field === 'localTotal')?.filter ?? {}, reader.model, actor, tools.now());
  if (counted.problems.length) return undefined;
  const months = lastMonths(tools.now().getTime(), zoneHours(homeZone.value), shownMonths);
  const filter: Filter = {
    kind: 'and',
    of: [counted.value, { kind: 'compare', field: 'date', op: 'gte', value: `${months[0]}-01` }],
  };
  const found = new Map((await countAlong(tools.db, reader, filter, date, 'month', total)).map((one): [string, Stretch] => [one.at, one]));
  return months.map((at) => ({ at, orders: found.get(at)?.count ?? 0, total: found.get(at)?.sum ?? 0 }));
}

/** The reader of an object that the actor may list and whose table can be read. */
function readerOf<O extends string>(tools: Tools, actor: Actor, object: O): Reader<ReadOf<O>> | undefined {
  const model = tools.registry.get(object)?.model;
  if (!model || model.entity.virtual || !may(model, actor.roles, 'list') || tools.tables.blocked(object)) return undefined;
  return readerFor(model, actor.roles, tools.db.kind, 'list');
}

/** A stored field that the reader may read. */
function fieldOf(reader: Reader | undefined, name: string): FieldModel | undefined {
  return reader?.fields.find((field) => field.name === name && field.column);
}

function between(field: string, from: string, until: string): Filter {
  return {
    kind: 'and',
    of: [
      { kind: 'compare', field, op: 'gte', value: from },
      { kind: 'compare', field, op: 'lte', value: until },
    ],
  };
}

function together(begun: Counted[], submitted: Counted[]): { at: string; begun: number; submitted: number }[] {
  return begun.map(({ at, count }, index) => ({ at, begun: count, submitted: submitted[index]?.count ?? 0 }));
}

function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' && value ? instant(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
