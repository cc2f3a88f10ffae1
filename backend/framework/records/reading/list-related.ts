import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { sumChildren } from '#framework/data/queries/sums.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { type RelationPath, relationsTo } from '#framework/data/rows/references.ts';
import type { Related } from '#framework/records/wire.ts';
import { totalsOf } from '#framework/save/save.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { parseFilter, parseSort } from '#rules/queries/parse-filter.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { readRecord } from './read-record.ts';

/** Rows shown of each reference; the list has the others. */
const shownRows = 5;

/**
 * The rows that point at this one: every reference that the actor may read, of objects that they may list, with its number of rows and the first of them. The
 * number of statements grows with the references, never with the rows.
 * @throws Refusal msg.notfound (K06)
 */
export async function listRelated(tools: Tools, actor: Actor, object: string, id: string): Promise<Related[]> {
  await readRecord(tools, actor, object, id);
  const models = tools.registry
    .objects()
    .map((entry) => entry.model)
    .filter((model) => may(model, actor.roles, 'list') && tools.tables.blocked(model.name) === undefined);
  const found: Related[] = [];
  for (const { model, relation } of relationsTo(models, object)) {
    const related = await relatedBy(tools, actor, model, relation, id);
    if (related) found.push(related);
  }
  return found;
}

async function relatedBy(tools: Tools, actor: Actor, model: ObjectModel, relation: RelationPath, id: string): Promise<Related | undefined> {
  const field = pathOf(relation.path);
  const filter: Row = { [field]: id };
  // Read as if it came from the actor: a field that they may not filter by shows nothing.
  const parsed = parseFilter(filter, model, actor, tools.now());
  if (parsed.problems.length) return undefined;
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const { count, exact } = await totalsOf(tools.db).of(reader, parsed.value);
  if (!count) return { object: model.name, field, count, exact, filter, rows: [] };
  const sort = parseSort([model.list.sort.field, model.list.sort.order], model, actor.roles).value;
  const rows = await loadPage(tools.db, reader, { filter: parsed.value, sort, limit: shownRows, offset: 0 });
  const sums = relation.place === 'child' ? await moneyOf(tools, reader.fields, model, relation, parsed.value, actor, id) : undefined;
  return { object: model.name, field, count, exact, filter, rows, ...(sums && { sums }) };
}

/** Set apart as the object's list is, and by its state: what is void adds nothing to what is saved. */
async function moneyOf(
  tools: Tools,
  readable: FieldModel[],
  model: ObjectModel,
  relation: RelationPath,
  filter: Filter,
  actor: Actor,
  id: string,
): Promise<Related['sums']> {
  const list = readable.find((field) => field.name === relation.path[0]);
  const fields = (list?.fields ?? []).filter((field) => field.column && field.display === 'money');
  if (!fields.length || !relation.table) return undefined;
  const names = [model.workflow?.field, ...(model.list.sums ?? []).map(({ by }) => by)];
  const by = [...new Set(names)].flatMap((name) => readable.find((field) => field.name === name && field.column) ?? []);
  const reader = readerFor(model, actor.roles, tools.db.kind, 'list');
  const groups = await sumChildren(tools.db, reader, filter, { table: relation.table, reference: relation.field, to: id }, fields, by);
  return { by: by.map(({ name }) => name), fields: fields.map(({ name }) => name), groups };
}
