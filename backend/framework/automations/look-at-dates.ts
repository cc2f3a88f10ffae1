/**
 * Automations of a date (`when: { field, days }`): each minute the rows whose day has come are looked for, and each is set off once for each date that it had.
 * Those of the clock (`when: { every, at }`) are written down for their next moment, and done when it is there: a server that was off does the one that it missed.
 */
import { createHash } from 'node:crypto';
import type { Automation, ObjectModel, Row } from '#codegen/model.ts';
import { noteRuns } from '#framework/data/rows/note-automations.ts';
import { narrowReader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, pageLimit } from '#framework/data/rows/records.ts';
import { hasRun } from '#framework/data/system/automations.ts';
import { addDays, dateAt, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { kinds } from '#kinds/index.ts';
import { holds } from '#rules/automation.ts';
import { nextDue } from '#rules/clockwork.ts';
import { aroundAt } from '#rules/expressions/rules.ts';
import { today } from '#rules/queries/relative-day.ts';
import { fieldNamed } from '#rules/records/record.ts';

/** Days that a server may have been off without a date being missed. */
const caughtUp = 3;
const day = 86_400_000;

/** Several processes on one database set each row off once. */
export async function lookAtDates(tools: Tools): Promise<void> {
  const due = tools.registry
    .objects()
    .flatMap(({ model }) => (tools.tables.blocked(model.name) === undefined ? (model.automations ?? []).map((one) => ({ model, one })) : []))
    .filter(({ one }) => one.when.is === 'at' || one.when.is === 'every');
  if (!due.length) return;
  await tools.db.alone('automations', async () => {
    for (const { model, one } of due) await (one.when.is === 'every' ? planNext(tools, model, one, one.when) : lookAt(tools, model, one));
  });
}

async function planNext(tools: Tools, model: ObjectModel, one: Automation, when: Automation['when'] & { is: 'every' }): Promise<void> {
  const due = nextDue(when, tools.now().getTime());
  if (!Number.isFinite(due)) return;
  const key = await freeKey(tools, model, one, '', String(due));
  if (key === undefined) return;
  await tools.db.transaction((tx) => noteRuns(tx, model, one, { row: '', at: dateAt(due), depth: 0, key, nextAt: due }));
}

/** What is set off once only has an id of its own; undefined where it has run, by a former name of its object too. */
async function freeKey({ db }: Tools, { name, was = [] }: ObjectModel, one: Automation, id: string, date: string): Promise<string | undefined> {
  const keyOf = (object: string) => `at${createHash('sha256').update(`${object} ${one.name} ${id} ${date}`).digest('hex').slice(0, 40)}`;
  for (const object of [name, ...was]) if (await hasRun(db, `${keyOf(object)}-0`)) return undefined;
  return keyOf(name);
}

async function lookAt(tools: Tools, model: ObjectModel, one: Automation): Promise<void> {
  if (one.when.is !== 'at') return;
  const { field, days } = one.when;
  const now = tools.now();
  const around = aroundAt(stampOf(now));
  const { key } = model.entity;
  const isInstant = kinds[fieldNamed(model.fields, field)?.kind ?? 'date'].instant === true;
  const since = now.getTime() - days * day;
  const ofDay = (more: number) => addDays(today(now), more - days) ?? '';
  const value = isInstant ? [stampOf(since - caughtUp * day), stampOf(since + 1_000)] : [ofDay(1 - caughtUp), ofDay(1)];
  const reader = wholeReader(model, tools.db.kind);
  for (let offset = 0; ; offset += pageLimit) {
    const filter = { kind: 'compare' as const, field, op: 'within' as const, value };
    const found = await loadPage(tools.db, narrowReader(reader, new Set([key, field])), {
      filter,
      sort: { field: key, order: 'ASC' },
      limit: pageLimit,
      offset,
    });
    for (const row of found as Row[]) await setOff(tools, model, one, String(row[key]), String(row[field]), around);
    if (found.length < pageLimit) return;
  }
}

async function setOff(tools: Tools, model: ObjectModel, one: Automation, id: string, date: string, around: ReturnType<typeof aroundAt>): Promise<void> {
  const key = await freeKey(tools, model, one, id, date);
  if (key === undefined) return;
  const reader = wholeReader(model, tools.db.kind);
  const [row] = (await loadPage(tools.db, reader, {
    ...{ filter: { kind: 'compare', field: model.entity.key, op: 'eq', value: id }, sort: { field: model.entity.key, order: 'ASC' }, limit: 1, offset: 0 },
  })) as Row[];
  // One whose condition becomes true within the days that are looked at is set off then.
  if (!row || !holds(one, model, row, around)) return;
  await tools.db.transaction((tx) => noteRuns(tx, model, one, { row: id, at: tools.now(), depth: 0, key }));
}
