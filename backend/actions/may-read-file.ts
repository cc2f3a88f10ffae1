import { type FileRow, placesOfFile } from '#backend/data/files.ts';
import { readerFor } from '#backend/data/reader.ts';
import { loadTitleRows } from '#backend/data/records.ts';
import type { FieldModel, ObjectModel, Role } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { may, mayReadField } from '#domain/permission.ts';
import { fileFieldsOf } from '#domain/upload.ts';
import type { RecordTools } from './record-tools.ts';
import { isVisitorsRow } from './site/visitors-rows.ts';

/**
 * Whether somebody may have a stored file: a public one, one's own upload, or one that a row shows which they may read, in a field they may read.
 * What an applicant or a juror may read is never a matter of their role alone: the row has to be theirs.
 */
export async function mayReadFile(tools: RecordTools, actor: Actor | undefined, file: FileRow): Promise<boolean> {
  if (isPublicFile(tools, file)) return true;
  if (!actor) return false;
  if (file.owner === actor.id) return true;
  return actor.realm === 'staff' ? showsToStaff(tools, actor, file) : showsToVisitor(tools, actor, file);
}

async function showsToStaff(tools: RecordTools, actor: Actor, file: FileRow): Promise<boolean> {
  const asked = new Map<string, Set<string>>();
  for (const { object, rowId, field } of await placesOfFile(tools.db, file.name)) {
    const model = tools.registry.get(object)?.model;
    if (!model || !may(model, actor.roles, 'read') || !mayReadPath(model, field, actor.roles)) continue;
    asked.set(object, (asked.get(object) ?? new Set()).add(rowId));
  }
  for (const [object, ids] of asked) {
    const model = tools.registry.get(object)?.model;
    if (model && (await loadTitleRows(tools.db, readerFor(model, actor.roles, tools.db.kind), [...ids])).length) return true;
  }
  return false;
}

async function showsToVisitor(tools: RecordTools, actor: Actor, file: FileRow): Promise<boolean> {
  for (const place of await placesOfFile(tools.db, file.name)) {
    const model = tools.registry.get(place.object)?.model;
    if (!model || !may(model, actor.roles, 'read') || !mayReadPath(model, place.field, actor.roles)) continue;
    if (await isVisitorsRow(tools, actor, place)) return true;
  }
  return false;
}

/** As the schema says now of the field it was uploaded for; as it said then where there is no such field any more. */
export function isPublicFile({ registry }: Pick<RecordTools, 'registry'>, file: FileRow): boolean {
  const model = registry.get(file.object)?.model;
  const field = model && fileFieldsOf(model).find(({ path, rule }) => path.join('.') === file.field && rule.purpose === file.purpose);
  return field ? field.rule.public : file.public;
}

function mayReadPath(model: ObjectModel, path: string, roles: readonly Role[]): boolean {
  let level: FieldModel[] | undefined = model.fields;
  for (const name of path.split('.')) {
    const field: FieldModel | undefined = level?.find((candidate) => candidate.name === name);
    if (!field || !mayReadField(field, roles)) return false;
    level = field.fields;
  }
  return true;
}
