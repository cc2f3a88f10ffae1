/** The objects by their files, with what became of each. */
import type { ObjectModel } from '#codegen/model.ts';
import { type Count, countRows } from '#framework/data/queries/counts.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { goneVersions } from '#framework/data/system/schema-files.ts';
import { shownStep } from '#framework/system/read-system.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { inEach } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { placed } from './find-places.ts';
import { isOf, namesOfFiles, pathsOf, readSchemaFiles, versionOf, writableState } from './schema-files.ts';
import type { ListedSchema, OpenSchema, SchemaList, SchemaState } from './wire.ts';

/** Every object that has a file, a broken one too. */
export async function listSchemas(tools: Tools): Promise<SchemaList> {
  const { config, registry } = tools;
  const files: ListedSchema[] = [];
  for (const name of await namesOfFiles(config)) {
    const model = registry.get(name)?.model;
    files.push({
      name,
      title: model?.label ?? inEach(() => name),
      state: stateOf(tools, name),
      group: model?.entity.group ?? '',
      icon: model?.entity.icon ?? '',
      fields: model?.fields.length ?? 0,
      rows: model ? await rowsOf(tools, model) : null,
      findings: findingsOf(tools, name),
    });
  }
  const names = new Set(files.map(({ name }) => name));
  const gone = (await goneVersions(tools.db)).filter(({ name }) => !names.has(name)).map(({ name, at, by }) => ({ name, at: stampOf(at), by }));
  const order = (name: string) => registry.get(name)?.model.entity.order ?? Number.MAX_SAFE_INTEGER;
  return { ...(await writableState(config)), files: files.sort((a, b) => order(a.name) - order(b.name) || (a.name < b.name ? -1 : 1)), gone };
}

/** @throws Refusal msg.notfound */
export async function openSchema(tools: Tools, name: string): Promise<OpenSchema> {
  const files = await readSchemaFiles(tools.config, name);
  if (!files) throw new Refusal('msg.notfound', { values: { object: 'schema', id: name } });
  const texts = pathsOf(name, files);
  return {
    name,
    state: stateOf(tools, name),
    files,
    version: versionOf(files),
    findings: findingsOf(tools, name).map((finding) => placed(finding, texts)),
    waiting: waitingOf(tools, name),
  };
}

export function stateOf({ registry, tables }: Tools, name: string): SchemaState {
  const quarantined = registry.quarantined().filter(({ file }) => isOf(file, name));
  if (quarantined.some(({ isSound }) => !isSound)) return 'quarantined';
  return quarantined.length || tables.pending().some(({ object }) => object === name) ? 'waiting' : 'serving';
}

/** Steps that its table waits for. */
export function waitingOf({ tables }: Tools, name: string): OpenSchema['waiting'] {
  return (tables.pending().find(({ object }) => object === name)?.steps ?? []).map(shownStep);
}

function findingsOf({ registry }: Tools, name: string): ListedSchema['findings'] {
  const errors = registry.quarantined().flatMap(({ findings, isSound }) => (isSound ? [] : findings));
  return [...errors, ...registry.warnings()].filter(({ file }) => isOf(file, name));
}

/** null where it has no table, or one that is not what the model says yet. */
async function rowsOf({ db, tables }: Tools, model: ObjectModel): Promise<Count | null> {
  if (model.entity.virtual || tables.blocked(model.name)) return null;
  return countRows(db, wholeReader(model, db.kind));
}
