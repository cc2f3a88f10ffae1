import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadTitleRows } from '#framework/data/rows/records.ts';
import { referencedIds } from '#framework/data/rows/referenced.ts';
import { relationsTo } from '#framework/data/rows/references.ts';
import type { Title } from '#framework/records/wire.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may, mayReadField } from '#rules/accounts/permission.ts';
import { titleOf } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { modelFor, type RecordTools } from '../record-tools.ts';

/** The titles of rows that others refer to. Without permission for the object itself, only those of rows that a readable row points at, and only the title. */
export async function listTitles(tools: RecordTools, actor: Actor, object: string, ids: readonly string[], lang?: Lang): Promise<Title[]> {
  const target = tools.registry.get(object)?.model;
  if (!target || target.entity.virtual) throw new Refusal('msg.notfound', { values: { object } });
  if (may(target, actor.roles, 'read')) return titles(tools, readerFor(target, actor.roles, tools.db.kind), ids, lang);
  const models = tools.registry.objects().map((entry) => entry.model);
  const found = new Set<string>();
  for (const { model, relation } of relationsTo(models, object)) {
    const field = model.fields.find((candidate) => candidate.name === relation.path[0]);
    if (!field || !may(model, actor.roles, 'read') || !mayReadField(field, actor.roles) || !mayReadField(relation.field, actor.roles)) continue;
    for (const id of await referencedIds(tools.db, readerFor(model, actor.roles, tools.db.kind), relation, ids)) found.add(id);
  }
  if (!found.size) modelFor(tools, actor, object, 'read'); // refuses
  return titles(tools, titleReader(target, tools), [...found], lang);
}

/** Sees every row, but only those fields of the title that every role may read. */
function titleReader(model: ObjectModel, tools: RecordTools): Reader {
  const open = model.fields.filter((field) => !field.access?.read && !field.writeOnly);
  const all = { ...model, fields: open, access: { ...model.access, verbs: { ...model.access.verbs, read: ['title'] }, rows: {} } };
  return readerFor(all, ['title'], tools.db.kind);
}

async function titles(tools: RecordTools, reader: Reader, ids: readonly string[], lang: Lang | undefined): Promise<Title[]> {
  const rows: Row[] = await loadTitleRows(tools.db, reader, ids);
  return rows.map((row) => ({ id: String(row[reader.model.entity.key]), title: titleOf(row, reader.model, lang) }));
}
