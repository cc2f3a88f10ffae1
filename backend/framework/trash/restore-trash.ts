/** Rows out of the trash: with their id, their history, their files and what they took along, or not at all. */
import type { JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Executor, Transaction } from '#framework/data/engine/connect.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { type Rename, readRenames } from '#framework/data/evolve/journal.ts';
import { tablesOf } from '#framework/data/evolve/layout.ts';
import { rowUnderPresentNames } from '#framework/data/rows/history.ts';
import { projectRow, readerFor, shareOf, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, loadRow } from '#framework/data/rows/records.ts';
import { missingReferences } from '#framework/data/rows/references.ts';
import { findTrashed, loadDeletion, loadTrashed, type Released, type TrashedRow, takeFromTrash } from '#framework/data/rows/trash.ts';
import { checkRelated } from '#framework/records/check-related.ts';
import { isStored, schemaProblems } from '#framework/records/decide-record.ts';
import { type Fitted, fitEarlier, inPresentKind } from '#framework/records/earlier-values.ts';
import { titlesOf } from '#framework/records/plan-deletion.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { save } from '#framework/save/save.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may, rowCondition } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { meetsCondition } from '#rules/records/condition.ts';
import { completeRow, defaultsOf, emptyOf, isEmpty, sameValue, titleOf } from '#rules/records/record.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import type { LeftOut, RestoredRow } from './wire.ts';

/**
 * Brings back the newest row of that key, with all that its deletion took along.
 * @throws Refusal msg.notfound, msg.forbidden, msg.invalid with the fields that another row or a gone one keeps it from
 */
export async function restoreRecord(tools: RecordTools, actor: Actor, object: string, id: string, lang?: Lang): Promise<Row> {
  const model = modelFor(tools, actor, object, 'delete');
  const found = await findTrashed(tools.db, object, id);
  if (!found) throw new Refusal('msg.notfound', { values: { object, id } });
  await restoreTrashed(tools, actor, found.id, lang);
  const reader = readerFor(model, actor.roles, tools.db.kind);
  const row = await loadRow(tools.db, reader, id);
  if (!row) throw new Refusal('msg.notfound', { values: { object, id } });
  return row;
}

/** The same by the row's id in the trash. */
export async function restoreTrashed(tools: RecordTools, actor: Actor, trashId: number, lang?: Lang): Promise<RestoredRow> {
  const restoring = tools.db.transaction(async (tx) => {
    const deletion = (await loadTrashed(tx, trashId))?.deletion;
    const demand = (root: TrashedRow, row: Row) => void demandRight(tools, actor, root, row);
    const back = deletion === undefined ? undefined : await restoreDeletion(tools, tx, actor, deletion, lang, demand);
    if (!back) throw new Refusal('msg.notfound', { values: { id: String(trashId) } });
    return back;
  });
  return restoring.catch((error: unknown) => Promise.reject(asRefusal(error) ?? error));
}

/** All rows of a deletion, in a transaction that runs already; undefined where the trash has none of them any more. `demand` refuses who may not. */
export async function restoreDeletion(
  tools: RecordTools,
  tx: Transaction,
  actor: Actor,
  deletion: string,
  lang: Lang | undefined,
  demand?: (root: TrashedRow, row: Row) => void,
): Promise<RestoredRow | undefined> {
  const rows = await loadDeletion(tx, deletion);
  const root = rows.find(({ isRoot }) => isRoot);
  if (!root) return undefined;
  demand?.(root, await presentRow(tools, tx, root));
  const restoring: Restoring = { tools, tx, actor, lang, left: [] };
  let title = '';
  for (const trashed of rows) {
    const model = knownModel(tools, trashed);
    const row = await bringBack(restoring, model, trashed);
    if (!trashed.isRoot) continue;
    title = titleOf(shareOf(model, actor.roles, tx.kind, row), model, lang);
    await tools.onChange?.(tx, { model, id: trashed.rowId, actor, after: row, names: model.fields.filter(isStored).map(({ name }) => name) });
  }
  for (const { released, at } of rows) for (const one of released) await pointAgain(restoring, one, at);
  await takeFromTrash(tx, { deletion });
  return { object: root.object, id: root.rowId, title, count: rows.length, left: restoring.left };
}

interface Restoring {
  tools: RecordTools;
  tx: Transaction;
  actor: Actor;
  lang: Lang | undefined;
  /** what could not come back, for the answer */
  left: LeftOut[];
}

/** Who may delete a row may see it in the trash and bring it back. @throws Refusal msg.notfound, msg.admin, msg.forbidden */
export function demandRight(tools: Pick<RecordTools, 'registry'>, actor: Actor, { object }: TrashedRow, row: Row): ObjectModel {
  const model = modelFor(tools, actor, object, 'delete');
  const verbs = ['read', 'delete'] as const;
  if (!verbs.every((verb) => meetsCondition(rowCondition(model, actor.roles, verb), row, model)))
    throw new Refusal('msg.forbidden', { values: { object, verb: 'delete' } });
  return model;
}

/** What of a row in the trash its object still has, under the present names. */
async function presentRow(tools: Pick<RecordTools, 'registry'>, db: Executor, trashed: TrashedRow): Promise<Row> {
  const renames = (await readRenames(db, [trashed.object])).get(trashed.object) ?? [];
  return inPresentShape(knownModel(tools, trashed), trashed, renames, db.kind).row;
}

/** The row as its object's schema wants it now, and the fields of which something has no place there any more. */
export function inPresentShape(
  model: ObjectModel,
  { data, at }: Pick<TrashedRow, 'data' | 'at'>,
  renames: readonly Rename[],
  kind: Executor['kind'],
): { row: Row; lost: string[] } {
  const named = rowUnderPresentNames(data, renames, at);
  const row = completeRow({ ...defaultsOf(model), ...projectRow(wholeReader(model, kind), named) }, model.fields);
  const lost = Object.entries(named).flatMap(([name, value]) => {
    const field = model.fields.find((candidate) => candidate.name === name && isStored(candidate));
    const isGone = field ? !sameValue(field, value, row[name]) : !(value === null || value === '' || (Array.isArray(value) && !value.length));
    return isGone ? [name] : [];
  });
  return { row, lost };
}

function knownModel(tools: Pick<RecordTools, 'registry'>, { object }: TrashedRow): ObjectModel {
  const model = tools.registry.get(object)?.model;
  if (!model || model.entity.virtual) throw new Refusal('trash.object', { values: { object } });
  return model;
}

async function bringBack({ tools, tx, actor, lang, left }: Restoring, model: ObjectModel, trashed: TrashedRow): Promise<Row> {
  const renames = (await readRenames(tx, [model.name])).get(model.name) ?? [];
  const shaped = inPresentShape(model, trashed, renames, tx.kind);
  const names = model.fields.filter(isStored).map(({ name }) => name);
  const fitted = await fitEarlier(tools, model, shaped.row, names);
  const { less, unfit } = fitted;
  const { row, unmet, problems: wrong } = await withoutUnmet(tools, model, fitted);
  const lost = [...new Set([...shaped.lost, ...less, ...unfit.keys()])];
  const problems = await clashes(tx, actor, model, row, lang);
  // In the trash nobody can mend it: they are to know what would help.
  problems.push(...wrong, ...(wrong.length ? [{ path: '', code: 'trash.schema' as const }] : []));
  const dead = await missingReferences(tx, (object) => tools.registry.get(object)?.model, model, row, names);
  for (const problem of dead) problems.push(await inTrash(tools, tx, actor, problem, lang));
  if (problems.length) throw new Refusal('msg.invalid', { fields: told(actor, model, problems), values: { object: model.name } });
  const check = (_: Transaction, next: Row) => checkRelated(tools, tx, model, next, undefined, names);
  const { after = row } = await save(tools, tx, model, { restore: row }, { by: actor.id, at: tools.now(), check });
  if (lost.length) left.push(await leftOf(tx, actor, model, trashed.rowId, lang, { fields: lost, why: 'schema' }));
  if (unmet.length) left.push(await leftOf(tx, actor, model, trashed.rowId, lang, { fields: unmet, why: 'unmet' }));
  return after;
}

/** The row without single values that its schema does not take any more and can do without: its history has them. */
async function withoutUnmet(
  tools: RecordTools,
  model: ObjectModel,
  { row, problems }: Fitted,
): Promise<Pick<Fitted, 'row' | 'problems'> & { unmet: string[] }> {
  const at = new Set(problems.map(({ path }) => path));
  const fields = model.fields.filter((field) => at.has(field.name) && field.name !== model.entity.key && !field.required && !isEmpty(field, row[field.name]));
  if (!fields.length) return { row, problems, unmet: [] };
  const less: Row = { ...row, ...Object.fromEntries(fields.map((field) => [field.name, emptyOf(field)])) };
  return { row: less, problems: await schemaProblems(tools, model, less), unmet: fields.map(({ name }) => name) };
}

/** Of a row that came along, and of whose object the person knows nothing, they are told that it is in the way. */
function told({ roles }: Actor, model: ObjectModel, problems: Problem[]): Problem[] {
  return may(model, roles, 'read') ? problems : [{ path: '', code: 'trash.closed' }];
}

/** What did not come back, of a row as far as the person may know of it. */
async function leftOf(
  tx: Executor,
  actor: Actor,
  model: ObjectModel,
  id: string,
  lang: Lang | undefined,
  { fields, why }: Pick<LeftOut, 'fields' | 'why'>,
): Promise<LeftOut> {
  const [named] = await titlesOf(tx, actor, model, [id], lang);
  return named ? { ...named, fields, why } : { object: '', id: '', title: '', fields: [], why };
}

/** Values of the row that another row has by now: its key, and what is unique. The other row is named as far as the person may read it. */
async function clashes(tx: Executor, actor: Actor, model: ObjectModel, row: Row, lang: Lang | undefined): Promise<Problem[]> {
  const reader = wholeReader(model, tx.kind);
  const { key } = model.entity;
  const problems: Problem[] = [];
  const fieldOf = (column: string) => model.fields.find((field) => (field.column?.name ?? field.name) === column);
  for (const { fields: columns, unique } of tablesOf(model, tx.kind)[0]?.indexes ?? []) {
    const fields = columns.map(fieldOf).filter((field) => field !== undefined);
    if (!unique || fields.length < columns.length || fields.some((field) => field.name === key || isEmpty(field, row[field.name]))) continue;
    const of = fields.map(({ name }): Filter => ({ kind: 'compare', field: name, op: 'eq', value: row[name] as string | number | boolean })); // of columns that may be unique
    const [other] = await loadPage(tx, reader, { filter: { kind: 'and', of }, sort: { field: key, order: 'ASC' }, limit: 1, offset: 0 });
    if (other) problems.push(await takenBy(tx, actor, model, fields[0]?.name ?? '', String(other[key]), lang));
  }
  const same = await loadRow(tx, reader, String(row[key]));
  if (same) problems.push(await takenBy(tx, actor, model, key, String(same[key]), lang));
  return problems;
}

async function takenBy(tx: Executor, actor: Actor, model: ObjectModel, path: string, id: string, lang: Lang | undefined): Promise<Problem> {
  const [named] = await titlesOf(tx, actor, model, [id], lang);
  return named ? { path, code: 'trash.taken', values: { id, title: named.title || id } } : { path, code: 'field.unique' };
}

/** A dead reference whose row is in the trash itself says so. */
async function inTrash(tools: RecordTools, tx: Executor, actor: Actor, problem: Problem, lang: Lang | undefined): Promise<Problem> {
  const trashed = await findTrashed(tx, String(problem.values?.object), String(problem.values?.id));
  const model = trashed && tools.registry.get(trashed.object)?.model;
  if (!model) return { path: problem.path, code: 'trash.gone', values: { id: String(problem.values?.id) } };
  const title = titleOf(shareOf(model, actor.roles, tx.kind, await presentRow(tools, tx, trashed)), model, lang);
  return { path: problem.path, code: 'trash.reference', values: { id: trashed.rowId, title: title || trashed.rowId } };
}

/** A reference that the deletion emptied points again, unless somebody has written to the field since. */
async function pointAgain({ tools, tx, actor, lang, left }: Restoring, { object, id, field: former, before, after }: Released, at: number): Promise<void> {
  const model = tools.registry.get(object)?.model;
  const row = model && !model.entity.virtual ? await loadRow(tx, wholeReader(model, tx.kind), id, true) : undefined;
  if (!model || !row) return;
  const renames = (await readRenames(tx, [object])).get(object) ?? [];
  const present = (value: JsonValue) => Object.entries(rowUnderPresentNames({ [former]: value }, renames, at))[0] ?? [former, value];
  const [name, then] = present(before);
  const field = model.fields.find((candidate) => candidate.name === name);
  const pointing = field && inPresentKind(field, then);
  const leave = async (why: LeftOut['why']) => left.push(await leftOf(tx, actor, model, id, lang, { fields: [name], why }));
  if (!field || pointing === undefined) return void (await leave('schema'));
  const next = { ...row, [name]: pointing };
  const isFree = sameValue(field, row[name], inPresentKind(field, present(after)[1]));
  const dead = isFree ? await missingReferences(tx, (target) => tools.registry.get(target)?.model, model, next, [name]) : [];
  if (isFree && !dead.length) await save(tools, tx, model, { update: next, from: row, names: [name] }, { by: actor.id, as: 'restore', at: tools.now() });
  else await leave('changed');
}
