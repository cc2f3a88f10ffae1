/** Schema files written, deleted and taken back, with their versions. What a save changes takes effect as a dropped file does: safe steps at once, the others wait. */
import { parseJson } from '#codegen/load/json-text.ts';
import { formatJson } from '#codegen/load/json-tree.ts';
import { readApplied } from '#framework/data/evolve/journal.ts';
import { addVersion, findVersion, lastVersion, listVersions } from '#framework/data/system/schema-files.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { realmOf } from '#rules/accounts/realm.ts';
import { languages } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { deriveWith } from './check-schema.ts';
import { stateOf, waitingOf } from './list-schemas.ts';
import { demandFreeName, readSchemaFiles, textsOf, versionOf, writableState, writeSchemaFiles } from './schema-files.ts';
import type { SavedSchema, SchemaConflict, SchemaFiles, SchemaVersion } from './wire.ts';

/** Versions that a history lists. */
const mostVersions = 200;

/**
 * @param order.version of the files that these were made from, '' for a new object
 * @throws Refusal msg.schemasoff, msg.datamodi with what is there now, msg.schemaerrors with the findings, msg.invalid at `name` where a new one is not free
 */
export async function saveSchema(tools: Tools, actor: Actor, name: string, order: { files: SchemaFiles; version: unknown }): Promise<SavedSchema> {
  await demandWritable(tools);
  return inTurn(tools, () => write(tools, actor, name, order, undefined));
}

/**
 * An earlier version's files as a new one.
 * @throws Refusal as `saveSchema`; msg.notfound for a version that is not there or left no files
 */
export async function revertSchema(tools: Tools, actor: Actor, name: string, { to, version }: { to: unknown; version: unknown }): Promise<SavedSchema> {
  const stored = Number.isSafeInteger(Number(to)) ? await findVersion(tools.db, name, Number(to)) : undefined;
  const files = stored && textsOf(stored.files);
  if (!files) throw new Refusal('msg.notfound', { values: { object: 'schema', id: name } });
  await demandWritable(tools);
  return inTurn(tools, () => write(tools, actor, name, { files, version }, 'revert'));
}

/**
 * Takes an object's files away; its rows stay, as where a file goes from the folder.
 * @throws Refusal msg.notfound, msg.schemasoff, msg.datamodi, msg.confirm unless the name is typed, msg.nodelete for accounts, msg.schemaerrors where another object needs it
 */
export async function deleteSchema(tools: Tools, actor: Actor, name: string, { version, typed }: { version: unknown; typed: unknown }): Promise<void> {
  const current = await readSchemaFiles(tools.config, name);
  if (!current) throw new Refusal('msg.notfound', { values: { object: 'schema', id: name } });
  await demandWritable(tools);
  if (realmOf(name) !== undefined) throw new Refusal('msg.nodelete');
  if (typed !== name) throw new Refusal('msg.confirm', { values: { typed: name } });
  await inTurn(tools, async () => {
    const now = await demandVersion(tools, name, version);
    demandSound((await deriveWith(tools, name, null)).findings);
    await noteFound(tools, name, now, true);
    await writeSchemaFiles(tools.config, name, null);
    await note(tools, actor.id, name, 'delete', null);
    await tools.registry.reload();
  });
}

/** Newest first; a file that was changed in its folder since the last version is noted as one. @throws Refusal msg.notfound for a name that never was one */
export async function readSchemaHistory(tools: Tools, name: string): Promise<SchemaVersion[]> {
  const current = await readSchemaFiles(tools.config, name);
  await inTurn(tools, () => noteFound(tools, name, current, false));
  const versions = await listVersions(tools.db, name, mostVersions);
  if (!versions.length && !current) throw new Refusal('msg.notfound', { values: { object: 'schema', id: name } });
  return versions.map(({ id, at, by, action, files }) => ({
    id: String(id),
    at: stampOf(at),
    by,
    action: action as SchemaVersion['action'], // `note` is the only writer
    files: textsOf(files) ?? null,
  }));
}

async function write(
  tools: Tools,
  actor: Actor,
  name: string,
  { files, version }: { files: SchemaFiles; version: unknown },
  action: 'revert' | undefined,
): Promise<SavedSchema> {
  const current = await demandVersion(tools, name, version);
  // An object that was here before may have left its labels.
  if (!current && !(await wasObject(tools, name))) await demandFreeName(tools.config, name);
  const wanted = formatted(files);
  demandSound((await deriveWith(tools, name, wanted)).findings);
  await noteFound(tools, name, current, true);
  if (versionOf(wanted) !== versionOf(current)) {
    await writeSchemaFiles(tools.config, name, wanted);
    await note(tools, actor.id, name, action ?? (current ? 'update' : 'create'), wanted);
  }
  await tools.registry.reload();
  return { name, version: versionOf(wanted), files: wanted, state: stateOf(tools, name), waiting: waitingOf(tools, name) };
}

async function wasObject({ db }: Tools, name: string): Promise<boolean> {
  return (await lastVersion(db, name)) !== undefined || (await readApplied(db, [name])).has(name);
}

/** The files that are there, if they are those of `version`. */
async function demandVersion({ config }: Tools, name: string, version: unknown): Promise<SchemaFiles | undefined> {
  const current = await readSchemaFiles(config, name);
  if (versionOf(current) === version) return current;
  throw new Refusal('msg.datamodi', { data: { version: versionOf(current), files: current ?? null } satisfies SchemaConflict });
}

function demandSound(findings: Awaited<ReturnType<typeof deriveWith>>['findings']): void {
  if (findings.some(({ level }) => level === 'error')) throw new Refusal('msg.schemaerrors', { data: { findings } });
}

async function demandWritable({ config }: Tools): Promise<void> {
  const { isWritable, why } = await writableState(config);
  if (!isWritable) throw new Refusal('msg.schemasoff', { data: { why } });
}

/** What is no JSON stays as it is: the lint says so. */
function formatted({ schema, labels }: SchemaFiles): SchemaFiles {
  const of = (text: string, joins: boolean) => ('error' in parseJson(text) ? text : formatJson(text, joins));
  const said = languages.flatMap((lang) => (labels[lang] === undefined ? [] : [[lang, of(labels[lang], false)]]));
  return { schema: of(schema, true), labels: Object.fromEntries(said) };
}

/** Notes what was changed in the folder; with `isBase` also what the first change here starts from. */
async function noteFound(tools: Tools, name: string, current: SchemaFiles | undefined, isBase: boolean): Promise<void> {
  const last = await lastVersion(tools.db, name);
  if (!last && (!current || !isBase)) return;
  if (versionOf(current) !== (last?.version ?? '')) await note(tools, '', name, 'found', current ?? null);
}

export async function note(
  { db, now, log }: Pick<Tools, 'db' | 'now' | 'log'>,
  by: string,
  name: string,
  action: SchemaVersion['action'],
  files: SchemaFiles | null,
): Promise<void> {
  await addVersion(db, name, { at: now().getTime(), by, action, version: versionOf(files ?? undefined), files: files && JSON.stringify(files) });
  if (by) log.info({ object: name, action, user: by }, 'a schema file was changed');
}

let last: Promise<unknown> = Promise.resolve();

/** One change of files after the other, in all processes. */
function inTurn<T>({ db }: Tools, work: () => Promise<T>): Promise<T> {
  const done = last.then(() => db.alone('schemas', work));
  last = done.catch(() => undefined);
  return done;
}
