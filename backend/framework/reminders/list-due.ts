/** What somebody is reminded of today: asked of the rows themselves at that moment, with the rights of who asks. */

import type { JsonValue, Lang, ObjectModel, Reminder, Row } from '#codegen/model.ts';
import { rowTitles } from '#framework/comments/read-notices.ts';
import { narrowReader, type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { listAssigned } from '#framework/data/system/comments.ts';
import { listPutOffs, type StoredPutOff } from '#framework/data/system/put-offs.ts';
import { dayAt, homeZone, instant, momentIn } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { kinds } from '#kinds/index.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { type Filter, fieldsAlong } from '#rules/queries/filter.ts';
import { me, parseFilter } from '#rules/queries/parse-filter.ts';
import { today } from '#rules/queries/relative-day.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { isArrayField, isObject, titleFields, titleOf } from '#rules/records/record.ts';
import { datesShown, dueDay } from '#rules/records/reminder.ts';
import type { Due } from './wire.ts';

/** Of one reminder at once. */
const most = 50;
/** Rows that are read for what is put off of a reminder, beside those that are shown. */
const mostPutOff = 1_000;

interface Answer {
  today: string;
  due: Due[];
  more: { object: string; name: string; label: string }[];
}

/** By the day, the first due first. One statement for what is put off, and one for each reminder that is for this person (one more where its date lies in a child table). */
export async function listDue(tools: Pick<Tools, 'db' | 'registry' | 'tables' | 'now'>, actor: Actor, lang: Lang): Promise<Answer> {
  const now = tools.now();
  const day = today(now);
  const answer: Answer = { today: day, due: [], more: [] };
  const asked = tools.registry.objects().flatMap(({ model }) => {
    if (model.entity.virtual || !model.reminders || !may(model, actor.roles, 'list') || tools.tables.blocked(model.name)) return [];
    return model.reminders.flatMap((reminder) => {
      const filter = filterOf(reminder, model, actor, now);
      return filter ? [{ model, reminder, filter }] : [];
    });
  });
  const putOffs = asked.length ? await listPutOffs(tools.db, actor.id, day) : [];
  for (const { model, reminder, filter } of asked) {
    const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
    const away = putOffs.filter(({ object, name }) => object === model.name && name === reminder.name);
    const found = await dueOf(tools.db, reader, reminder, { filter, away, day, lang });
    answer.due.push(...found.slice(0, most));
    if (found.length > most) answer.more.push({ object: model.name, name: reminder.name, label: reminder.label[lang] });
  }
  answer.due.push(...(await assignedDue(tools, actor, lang)));
  answer.due.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return answer;
}

/** What is assigned to them until a day: one statement, and one for each object that it is of. */
async function assignedDue({ db, registry, tables }: Pick<Tools, 'db' | 'registry' | 'tables'>, actor: Actor, lang: Lang): Promise<Due[]> {
  const assigned = await listAssigned(db, actor.id, most);
  const titles = await rowTitles({ db, registry, tables }, actor.roles, assigned, lang);
  return assigned.flatMap(({ object, id, due }) => {
    const title = titles.get(object)?.get(id);
    return title === undefined ? [] : [{ object, id, title, name: '', label: '', at: due, day: due }];
  });
}

/** The rows that it is about for this person; undefined where it is not for them, or names what they may not read. */
function filterOf({ when, filter, roles, fields }: Reminder, model: ObjectModel, actor: Actor, now: Date): Filter | undefined {
  const isForAll = (!roles.length && !fields.length) || roles.some((role) => actor.roles.includes(role));
  if (!isForAll && !fields.length) return undefined;
  const mine = isForAll ? {} : { $or: fields.map((field) => ({ [field]: me })) };
  const { value, problems } = parseFilter({ $and: [filter, mine] }, model, actor, now);
  // The date by the same door: a field that may not be read is named in no answer.
  if (problems.length || parseFilter({ [`${when.field}@null`]: false }, model, actor, now).problems.length) return undefined;
  const isInstant = kinds[fieldsAlong(model.fields, when.field)?.at(-1)?.kind ?? 'date'].instant === true;
  const { from, till } = datesShown(when, today(now));
  const edge = (day: string) => (isInstant ? (momentIn(`${day} 00:00`, homeZone.value) ?? day) : day);
  return { kind: 'and', of: [{ kind: 'compare', field: when.field, op: 'within', value: [edge(from), edge(till)] }, value] };
}

interface Question {
  filter: Filter;
  /** what is put off of it */
  away: readonly StoredPutOff[];
  /** today */
  day: string;
  lang: Lang;
}

async function dueOf(db: Tools['db'], whole: Reader, { name, label, when }: Reminder, { filter, away, day, lang }: Question): Promise<Due[]> {
  const { model } = whole;
  const { key } = model.entity;
  const root = rootOf(when.field);
  const reader = narrowReader(whole, new Set([key, root, ...titleFields(model)])) as Reader<Row>; // of names that are known at run time alone
  // By its date where that is a column; what lies in a list has none of its own.
  const sort = { field: root === when.field ? root : key, order: 'ASC' as const };
  const rows = await loadPage(db, reader, { filter, sort, limit: most + 1 + Math.min(away.length, mostPutOff), offset: 0 });
  const isAway = new Set(away.map(({ id, at }) => `${id} ${at}`));
  const { from, till } = datesShown(when, day);
  return rows.flatMap((row) => {
    const id = String(row[key]);
    const dates = new Set(datesAt(row, model, when.field).filter((at) => dayOf(at) >= from && dayOf(at) < till && !isAway.has(`${id} ${at}`)));
    const title = titleOf(row, model, lang) || id;
    return [...dates].map((at) => ({ object: model.name, id, title, name, label: label[lang], at, day: dueDay(when, dayOf(at)) }));
  });
}

/** Of a list each entry's own. */
function datesAt(row: Row, model: ObjectModel, path: string): string[] {
  let values: JsonValue[] = [row];
  for (const field of fieldsAlong(model.fields, path) ?? []) {
    values = values.flatMap((value) => (isObject(value) ? [(value as Row)[field.name] ?? null] : [])); // of JSON
    if (isArrayField(field)) values = values.flatMap((value) => (Array.isArray(value) ? value : []));
  }
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}

/** The house's day of a date, or of a moment. */
function dayOf(at: string): string {
  return at.length > 10 ? dayAt(instant(at), homeZone.value) : at;
}
