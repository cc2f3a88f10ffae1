/**
 * References between objects: do their targets exist, and who points at a row. A single reference of the row is a column with a foreign
 * key, one of a child row a column of the child table, every other (several values, or inside JSON) lies in `_ref` as well.
 */

import type { FieldModel, JsonValue, ObjectModel, Relation, Row } from '#codegen/model.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { isObject } from '#rules/records/record.ts';
import { fileFieldsOf, nameInLink } from '#rules/records/upload.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import type { Problem } from '#rules/words/problem.ts';
import type { Executor, RawRow } from '../engine/connect.ts';
import { insertLast, padded, table } from '../engine/table.ts';
import { fileTarget } from '../system/files/files.ts';

export interface RelationPath {
  /** the field's names from the row on: ['lines', 'film'] */
  path: string[];
  field: FieldModel;
  relation: Relation;
  place: 'column' | 'child' | 'ref';
  /** the child table, for 'child' */
  table?: string;
}

/** Every reference field of an object, at any depth. */
export const relationsOf = madeOnce((model: ObjectModel) => walk(model.fields, [], undefined));

function walk(fields: FieldModel[], above: string[], child: FieldModel | undefined): RelationPath[] {
  return fields.flatMap((field) => {
    const path = [...above, field.name];
    const inner = field.fields ? walk(field.fields, path, field.child ? field : child) : [];
    if (!field.relation) return inner;
    const single = !field.relation.many && field.column !== undefined;
    const place = single && path.length === 1 ? 'column' : single && child && path.length === 2 ? 'child' : 'ref';
    return [...inner, { path, field, relation: field.relation, place, table: place === 'child' ? child?.child?.table : undefined }];
  });
}

/** All references that point at an object. */
export function relationsTo(models: readonly ObjectModel[], target: string): { model: ObjectModel; relation: RelationPath }[] {
  return models.flatMap((model) => {
    if (model.entity.virtual) return [];
    return relationsOf(model)
      .filter((relation) => relation.relation.to === target)
      .map((relation) => ({ model, relation }));
  });
}

/**
 * A `field.reference` for each id, among the named fields of a row, that no row has. One statement for each object pointed at; none
 * where the row points by `keyed` fields only, whose dead references the database refuses by itself.
 */
export async function missingReferences(
  db: Executor,
  find: (object: string) => ObjectModel | undefined,
  model: ObjectModel,
  row: Row,
  names: readonly string[],
  keyed?: ReadonlySet<string>,
): Promise<Problem[]> {
  const relations = relationsOf(model).filter(({ path }) => names.includes(path[0] ?? '') && idsAt(row, path, '').length);
  const isKeyed = relations.every(({ place, field }) => place === 'column' && keyed?.has(field.name));
  return isKeyed ? [] : missing(db, find, relations, row, false);
}

async function missing(
  db: Executor,
  find: (object: string) => ObjectModel | undefined,
  relations: readonly RelationPath[],
  row: Row,
  isLocked: boolean,
): Promise<Problem[]> {
  const wanted = new Map<string, { id: string; at: string }[]>();
  for (const { path, relation } of relations) {
    const ids = idsAt(row, path, '');
    if (ids.length) wanted.set(relation.to, [...(wanted.get(relation.to) ?? []), ...ids]);
  }
  const problems: Problem[] = [];
  for (const [object, ids] of wanted) {
    const target = find(object);
    const existing = target && !target.entity.virtual ? await existingIds(db, target, [...new Set(ids.map(({ id }) => id))], isLocked) : new Set<string>();
    for (const { id, at } of ids) if (!existing.has(id)) problems.push({ path: at, code: 'field.reference', values: { id, object } });
  }
  return problems;
}

/** Fields of single references whose foreign key exists in the table (MariaDB); one that is waiting for its target's table is not among them. */
export async function existingKeys(db: Executor, find: (object: string) => ObjectModel | undefined, model: ObjectModel): Promise<ReadonlySet<string>> {
  const sql =
    'SELECT column_name AS c, referenced_table_name AS t FROM information_schema.key_column_usage WHERE table_schema = DATABASE() AND table_name = ? AND referenced_table_name IS NOT NULL';
  const keys = new Set((await db.query<{ c: unknown; t: unknown }>(sql, [model.name])).map(({ c, t }) => `${c} ${t}`));
  const fields = relationsOf(model).filter(({ place, field, relation }) => {
    const target = find(relation.to);
    return place === 'column' && target && !target.entity.virtual && keys.has(`${field.column?.name} ${target.name}`);
  });
  return new Set(fields.map(({ field }) => field.name));
}

/** The same inside the transaction that writes, of the references that no foreign key watches: what has gone since is named, and what is there stays until it ends. */
export function lockedReferences(
  tx: Executor,
  find: (object: string) => ObjectModel | undefined,
  model: ObjectModel,
  row: Row,
  names: readonly string[],
): Promise<Problem[]> {
  return missing(
    tx,
    find,
    relationsOf(model).filter(({ place, path }) => place === 'ref' && names.includes(path[0] ?? '')),
    row,
    true,
  );
}

async function existingIds(db: Executor, model: ObjectModel, ids: string[], isLocked: boolean): Promise<Set<string>> {
  const { key } = model.entity;
  const query = table(db, model.name).whereIn(key, padded(ids));
  return new Set(await (isLocked ? query.forShare() : query).pluck(key));
}

/** Ids of the rows that point at a row through this reference, at most `limit`. */
export async function referencingIds(
  db: Executor,
  model: ObjectModel,
  { path, field, place, table: child }: RelationPath,
  to: string,
  limit: number,
): Promise<string[]> {
  const column = field.column?.name ?? field.name;
  if (place === 'column') return table(db, model.name).where(column, to).limit(limit).pluck(model.entity.key);
  if (place === 'child')
    return table(db, child ?? '')
      .where(column, to)
      .distinct('parent')
      .limit(limit)
      .pluck('parent');
  const shown = { to_obj: field.relation?.to ?? '', to_id: to, obj: model.name, field: pathOf(path) };
  return table(db, '_ref').where(shown).limit(limit).pluck('row_id');
}

/** Writes the `_ref` rows of the named fields: references, and the stored files that a row shows. */
export async function saveReferences(tx: Executor, model: ObjectModel, id: string, row: Row, names: readonly string[], isNew: boolean): Promise<void> {
  for (const { path, to } of notedOf(model))
    if (names.includes(path[0] ?? '')) await saveTargets(tx, model, id, pathOf(path), to, targetsAt(row, path, to), isNew);
}

/** Fields whose references or files are noted in `_ref`, and what they point at. */
export const notedOf = madeOnce((model: ObjectModel): { path: string[]; to: string }[] => [
  ...relationsOf(model).flatMap(({ path, relation, place }) => (place === 'ref' ? [{ path, to: relation.to }] : [])),
  ...fileFieldsOf(model).map(({ path }) => ({ path, to: fileTarget })),
]);

function targetsAt(row: Row, path: readonly string[], to: string): Set<string> {
  return to === fileTarget ? filesAt(row, path) : new Set(idsAt(row, path, '').map((found) => found.id));
}

/** Fields of these rows of which `_ref` notes anything else than the row holds, by the row's id. What is noted of a field that was removed stays: it holds files that come back with it. */
export async function wronglyNoted(db: Executor, model: ObjectModel, rows: readonly Row[]): Promise<{ id: string; field: string }[]> {
  const ids = rows.map((row) => String(row[model.entity.key]));
  const line = (id: string, field: string, to: string, target: string) => JSON.stringify([id, field, to, target]);
  const notes = await table(db, '_ref').where({ obj: model.name }).whereIn('row_id', padded(ids)).select('row_id', 'field', 'to_obj', 'to_id');
  const noted = new Set(notes.map((note: RawRow) => line(String(note.row_id), String(note.field), String(note.to_obj), String(note.to_id))));
  const wrong = new Map<string, { id: string; field: string }>();
  const say = (id: string, field: string) => wrong.set(line(id, field, '', ''), { id, field });
  for (const [at, id] of ids.entries())
    for (const { path, to } of notedOf(model))
      for (const target of targetsAt(rows[at] ?? {}, path, to)) if (!noted.delete(line(id, pathOf(path), to, target))) say(id, pathOf(path));
  const fields = new Set(notedOf(model).map(({ path }) => pathOf(path)));
  for (const note of noted) {
    const [id = '', field = ''] = JSON.parse(note) as string[]; // written above
    if (fields.has(field)) say(id, field);
  }
  return [...wrong.values()];
}

/** Stored names of the files that a row shows. */
export function filesOf(model: ObjectModel, row: Row): Set<string> {
  return new Set(fileFieldsOf(model).flatMap(({ path }) => [...filesAt(row, path)]));
}

function filesAt(row: Row, path: readonly string[]): Set<string> {
  const files = idsAt(row, [...path, 'link'], '').map((found) => nameInLink(found.id));
  return new Set(files.filter((name) => name !== undefined));
}

async function saveTargets(tx: Executor, model: ObjectModel, id: string, field: string, to: string, targets: Set<string>, isNew: boolean): Promise<void> {
  const place = { obj: model.name, row_id: id, field };
  if (!isNew) await table(tx, '_ref').where(place).del();
  for (const target of targets) await insertLast(tx, '_ref', { ...place, to_obj: to, to_id: target });
}

/** Removes all of a row's `_ref` rows. */
export async function dropReferences(tx: Executor, model: ObjectModel, id: string): Promise<void> {
  if (notedOf(model).length) await table(tx, '_ref').where({ obj: model.name, row_id: id }).del();
}

/** The row's value of its first field without this id anywhere along the reference: what x-relation's onDelete 'null' leaves. */
export function withoutReference(row: Row, relation: Pick<RelationPath, 'path'>, id: string): JsonValue {
  return withReference(row, relation, [id], '');
}

/** The same with `to` instead of any of these ids; a list names it once. '' as `to` leaves them out. */
export function withReference(row: Row, { path }: Pick<RelationPath, 'path'>, ids: readonly string[], to: string): JsonValue {
  return replaced(row[path[0] ?? ''], path.slice(1), ids, to);
}

function replaced(value: JsonValue | undefined, path: string[], ids: readonly string[], to: string): JsonValue {
  if (value === undefined) return null;
  const [next, ...rest] = path;
  if (Array.isArray(value)) return next === undefined ? replacedIn(value, ids, to) : value.map((entry) => replaced(entry, path, ids, to));
  if (next !== undefined && isObject(value)) return next in value ? { ...value, [next]: replaced(value[next], rest, ids, to) } : value;
  return next === undefined && typeof value === 'string' && ids.includes(value) ? to : value;
}

function replacedIn(list: JsonValue[], ids: readonly string[], to: string): JsonValue[] {
  const isMeant = (entry: JsonValue) => typeof entry === 'string' && ids.includes(entry);
  const has = list.includes(to);
  const first = list.findIndex(isMeant);
  return list.flatMap((entry, index) => (!isMeant(entry) ? [entry] : to && !has && index === first ? [to] : []));
}

function idsAt(value: JsonValue | undefined, path: readonly string[], at: string): { id: string; at: string }[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => idsAt(entry, path, `${at}/${index}`));
  const [next, ...rest] = path;
  if (isObject(value)) return next === undefined ? [] : idsAt(value[next], rest, at ? `${at}/${next}` : next);
  return next === undefined && typeof value === 'string' && value ? [{ id: value, at }] : [];
}
