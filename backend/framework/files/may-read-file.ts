import type { FieldModel, ObjectModel, Role, Row } from '#codegen/model.ts';
import { readerFor, wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow, loadTitleRows } from '#framework/data/rows/records.ts';
import { type FileRow, placesOfFile } from '#framework/data/system/files/files.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may, mayReadField } from '#rules/accounts/permission.ts';
import { realmOf } from '#rules/accounts/realm.ts';
import { pathOf, stepsOf } from '#rules/records/field-path.ts';
import { fileFieldsOf } from '#rules/records/upload.ts';
import { Slot } from '#rules/slot.ts';

/** A field of a row: `field` with dots, 'contract.attachment'. */
export interface RowPlace {
  object: string;
  rowId: string;
  field: string;
}

/** Whether somebody may read a file; 'nameless': its content, and not what its sender called it. */
export type MayRead = boolean | 'nameless';

/** Fields of files that are not public, with the rows whose files everybody sees all the same. */
export const shownFiles = new Slot<readonly { object: string; field: string; isShown(row: Row): boolean }[]>([]);

/** Whether a row is the visitor's own to look at. */
export const visitorsRows = new Slot<(tools: RecordTools, actor: Actor, place: RowPlace) => Promise<MayRead>>(async () => false);

/**
 * Whether a person may read a stored file: a public one, one of a row that everybody is shown, one's own upload where one may still make one, or one shown by a row that they may read, in a field that they may read. For
 * visitors of the public pages the role alone is never enough: the row has to be theirs.
 */
export async function mayReadFile(tools: RecordTools, actor: Actor | undefined, file: FileRow): Promise<MayRead> {
  if (isPublicFile(tools, file) || (await isShownToAll(tools, file))) return true;
  if (!actor) return false;
  if (file.owner === actor.id && mayFill(tools, actor, file)) return true;
  return actor.realm === 'staff' ? showsToStaff(tools, actor, file) : showsToVisitor(tools, actor, file);
}

/** Whether they could have uploaded it now: an account of another realm may have the same id, and of somebody's rights all may be gone. Their own account's picture is everybody's. */
function mayFill({ registry }: RecordTools, { realm, roles, id }: Actor, { object, rowId }: FileRow): boolean {
  if (realmOf(object) === realm && rowId === id) return true;
  const model = registry.get(object)?.model;
  return model !== undefined && (may(model, roles, 'create') || may(model, roles, 'update'));
}

async function isShownToAll(tools: RecordTools, file: FileRow): Promise<boolean> {
  const rule = shownFiles.value.find(({ object, field }) => object === file.object && field === file.field);
  const model = rule && tools.registry.get(rule.object)?.model;
  if (!model) return false;
  for (const { object, rowId, field } of await placesOfFile(tools.db, file.name)) {
    if (object !== rule.object || field !== rule.field) continue;
    const row = await loadRow(tools.db, wholeReader(model, tools.db.kind), rowId);
    if (row && rule.isShown(row)) return true;
  }
  return false;
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

async function showsToVisitor(tools: RecordTools, actor: Actor, file: FileRow): Promise<MayRead> {
  let shown: MayRead = false;
  for (const place of await placesOfFile(tools.db, file.name)) {
    const model = tools.registry.get(place.object)?.model;
    if (!model || !may(model, actor.roles, 'read') || !mayReadPath(model, place.field, actor.roles)) continue;
    const own = await visitorsRows.value(tools, actor, place);
    if (own === true) return true;
    shown ||= own;
  }
  return shown;
}

/** As the schema says now of the field it was uploaded for; as it said then where there is no such field any more. */
export function isPublicFile({ registry }: Pick<RecordTools, 'registry'>, file: FileRow): boolean {
  const model = registry.get(file.object)?.model;
  const field = model && fileFieldsOf(model).find(({ path, rule }) => pathOf(path) === file.field && rule.purpose === file.purpose);
  return field ? field.rule.public : file.public;
}

function mayReadPath(model: ObjectModel, path: string, roles: readonly Role[]): boolean {
  let level: FieldModel[] | undefined = model.fields;
  for (const name of stepsOf(path)) {
    const field: FieldModel | undefined = level?.find((candidate) => candidate.name === name);
    if (!field || !mayReadField(field, roles)) return false;
    level = field.fields;
  }
  return true;
}
