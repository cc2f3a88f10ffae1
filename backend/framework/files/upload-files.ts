import type { FieldModel, ObjectModel, Role, Row } from '#codegen/model.ts';
import { ownFields } from '#framework/accounts/update-own-account.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { deleteFile, type FileRow, findFile, findLooseUploads, insertFile, isHeldFile } from '#framework/data/system/files/files.ts';
import { lockOf } from '#framework/records/check-payload.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import { existingRow } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, administrator } from '#rules/accounts/actor.ts';
import { mayWriteField } from '#rules/accounts/permission.ts';
import { pathOf } from '#rules/records/field-path.ts';
import { isObject } from '#rules/records/record.ts';
import { baseName, checkUpload, fileFieldsOf, isStoredName, type UploadAction, uploadActions } from '#rules/records/upload.ts';
import { lockedFields } from '#rules/records/workflow.ts';
import { Refusal } from '#rules/words/problem.ts';
import { attachmentOf, type FilePlace, giveUpFile, type IncomingFile, keepFile } from './keep-file.ts';
import { removeStored } from './sweep-files.ts';

/** The call's fields as they came (C03). */
export interface UploadCall {
  di: unknown;
  ac: unknown;
  ow: unknown;
  fn: unknown;
  pl: unknown;
}

interface Place extends FilePlace {
  /** the stored file that `replace` and `remove` are about */
  file: string;
}

/**
 * C03: keeps files for one field of one row and gives them as attachments, ready to be saved with the row; the row itself is saved by the
 * records API. `pl` is JSON {object, id, field, file?}; `di` the field's purpose; `ac` add, replace or remove (the last two name in
 * `file` an upload that no saved row shows yet); `ow` 1 takes away one's own unsaved upload of the same name; `fn` names a single file.
 * @throws Refusal file.format, file.none, file.name, file.size, file.count, file.kind; msg.invalid with the field of the call; msg.forbidden, msg.notfound
 */
export async function uploadFiles(tools: Tools, actor: Actor, call: UploadCall, files: IncomingFile[]): Promise<Row[]> {
  const action = actionOf(call.ac);
  const place = await placeOf(tools, actor, call);
  if (action === 'remove') {
    await takeBack(tools, actor, place.file);
    return [];
  }
  const called = typeof call.fn === 'string' ? baseName(call.fn) : '';
  if (files.length === 1 && called !== '') files[0]!.name = called; // one, so it is there
  for (const file of files) file.name = baseName(file.name);
  refuseFiles(files, place);
  const stored: FileRow[] = [];
  try {
    for (const file of files) stored.push(await keepFile(tools, actor, place, file));
    await tools.db.transaction(async (tx) => {
      for (const row of stored) await insertFile(tx, row);
    });
  } catch (error) {
    for (const { name } of stored) await giveUpFile(tools, name);
    throw error;
  }
  if (stored.some(({ type }) => type.startsWith('video/'))) tools.videos?.wake();
  await clearBefore(tools, actor, place, action, call.ow, stored);
  return stored.map(attachmentOf);
}

/** Bytes of a file that may come in for a purpose; undefined for one that no object declares. Without a purpose the largest of all. */
export function limitOf(tools: Pick<Tools, 'registry'>, purpose?: unknown): number | undefined {
  const rules = tools.registry.objects().flatMap(({ model }) => fileFieldsOf(model).map(({ rule }) => rule));
  const sizes = rules.filter((rule) => purpose === undefined || rule.purpose === purpose).map(({ maxSize }) => maxSize);
  return sizes.length ? Math.max(...sizes) : undefined;
}

function actionOf(ac: unknown): UploadAction {
  const action = ac === undefined || ac === '' ? 'add' : uploadActions.find((known) => known === ac);
  if (!action) throw new Refusal('msg.invalid', { fields: [{ path: 'ac', code: 'field.option' }] });
  return action;
}

async function placeOf(tools: Tools, asking: Actor, { di, pl }: UploadCall): Promise<Place> {
  if (di === undefined || limitOf(tools, di) === undefined)
    throw new Refusal('msg.invalid', { fields: [{ path: 'di', code: di ? 'field.option' : 'field.required' }] });
  const { object, id = '', field, file = '' } = payloadOf(pl);
  for (const [path, value] of Object.entries({ object, field }))
    if (typeof value !== 'string' || value === '') throw new Refusal('msg.invalid', { fields: [{ path: `pl/${path}`, code: 'field.required' }] });
  const place = await staffPlace(tools, asking, { object: String(object), rowId: String(id ?? ''), field: String(field) }, di);
  return { ...place, file: typeof file === 'string' ? file : '' };
}

/**
 * The field of files that staff name, if they may fill it: they may change the row, or it is still to be made (`rowId` '').
 * @throws Refusal msg.notfound, msg.forbidden, msg.admin, msg.invalid
 */
export async function staffPlace(
  tools: { registry: RecordTools['registry']; db: Executor },
  asking: Actor,
  { object, rowId, field }: { object: string; rowId: string; field: string },
  purpose?: unknown,
): Promise<FilePlace> {
  // Everybody may change the picture of their own account, whatever the role may do with accounts.
  const isOwn = object === 'user' && rowId === asking.id && ownFields.includes(field);
  const actor = isOwn ? { ...asking, roles: [administrator] } : asking;
  const model = modelFor(tools, actor, object, rowId ? 'update' : 'create');
  const found = fileFieldsOf(model).find(({ path, rule }) => pathOf(path) === field && (purpose === undefined || rule.purpose === purpose));
  if (!found) throw new Refusal('msg.invalid', { fields: [{ path: 'pl/field', code: 'field.option' }] });
  if (!mayWritePath(model, found.path, actor.roles)) throw new Refusal('msg.forbidden', { values: { object: model.name, verb: 'update' } });
  const row = rowId ? await existingRow(tools, actor, model, rowId, 'update') : undefined;
  const [outer] = model.fields.filter(({ name }) => name === found.path[0]);
  if (row && outer) await refuseLocked(tools, model, outer, row, field);
  return { object: model.name, rowId, field, rule: found.rule };
}

/** What the row's state or a condition of the schema has locked takes no file either, not even one that the save would refuse later (S01). */
async function refuseLocked({ registry }: Pick<RecordTools, 'registry'>, model: ObjectModel, outer: FieldModel, row: Row, path: string): Promise<void> {
  const { conditions } = await registry.validator(model.name);
  const code = lockOf(outer, model, new Set(lockedFields(model, row)), (name) => conditions[`readonly:${name}`]?.(row) ?? false);
  if (code) throw new Refusal('msg.invalid', { fields: [{ path, code }] });
}

function payloadOf(pl: unknown): Row {
  try {
    const value: unknown = JSON.parse(typeof pl === 'string' ? pl : '');
    if (isObject(value)) return value;
  } catch {
    // no JSON
  }
  throw new Refusal('file.format', { fields: [{ path: 'pl', code: 'field.invalid' }] });
}

function mayWritePath(model: ObjectModel, path: readonly string[], roles: readonly Role[]): boolean {
  let level: FieldModel[] | undefined = model.fields;
  for (const name of path) {
    const field: FieldModel | undefined = level?.find((candidate) => candidate.name === name);
    if (!field || !mayWriteField(field, roles)) return false;
    level = field.fields;
  }
  return true;
}

/** The first thing wrong is the answer's code, so that its message is the specification's own (V43). */
function refuseFiles(files: IncomingFile[], { object, field, rule }: Place): void {
  const problems = checkUpload(files, rule);
  const [first] = problems;
  if (first) throw new Refusal(first.code, { values: { object, field, ...first.values }, fields: problems.length > 1 ? problems : [] });
}

/** What a replacing or overwriting upload takes the place of, as far as no saved row shows it. */
async function clearBefore(tools: Tools, actor: Actor, place: Place, action: UploadAction, ow: unknown, stored: FileRow[]): Promise<void> {
  if (action === 'replace' && place.file) await takeBack(tools, actor, place.file);
  if (ow !== '1' && ow !== 'true') return;
  const made = new Set(stored.map(({ name }) => name));
  const names = new Set(stored.map(({ fileName }) => fileName));
  for (const before of await findLooseUploads(tools.db, actor.id, place)) {
    if (!made.has(before.name) && names.has(before.fileName)) await takeBack(tools, actor, before.name);
  }
}

/** Removes one's own upload that no saved row shows; a file that one does shows goes with the row's save, and the sweep. */
async function takeBack(tools: Tools, actor: Actor, name: string): Promise<void> {
  const file = isStoredName(name) ? await findFile(tools.db, name) : undefined;
  if (!file || file.owner !== actor.id || (await isHeldFile(tools.db, name))) return;
  await deleteFile(tools.db, name);
  await removeStored(tools, name);
}
