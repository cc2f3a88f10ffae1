/** An object's files in their folders: schemas/{name}.json and its labels in each language. The only place of the workbench that reads and writes them. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Config } from '#backend/config.ts';
import { writeWhole } from '#framework/objects/derive.ts';
import { isObject } from '#rules/records/record.ts';
import { languages } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { SchemaFiles, SchemaList } from './wire.ts';

type Folders = Pick<Config, 'schemasDir' | 'localesDir'>;

/** A table's name, and with its lists' one that both databases take. */
const longestName = 40;

/** An object's name as it came in: what it is made of leads out of no folder. @throws Refusal msg.invalid at `name` */
export function nameOf(given: unknown): string {
  if (typeof given === 'string' && given.length <= longestName && /^[a-z][a-z0-9_]*$/.test(given)) return given;
  throw new Refusal('msg.invalid', { fields: [{ path: 'name', code: 'field.id' }] });
}

/** Texts as they came in. @throws Refusal msg.badrequest */
export function filesOf(given: unknown): SchemaFiles {
  if (!isObject(given) || typeof given.schema !== 'string' || !isObject(given.labels ?? {})) throw new Refusal('msg.badrequest');
  const labels: SchemaFiles['labels'] = {};
  for (const lang of languages) {
    const text = isObject(given.labels) ? given.labels[lang] : undefined;
    if (typeof text === 'string' && text.trim() !== '') labels[lang] = text;
  }
  return { schema: given.schema, labels };
}

/** Each text by its path, as the pipeline names it: 'locales/tw/film.json'. */
export function pathsOf(name: string, { schema, labels }: SchemaFiles): Map<string, string> {
  const texts = new Map([[`schemas/${name}.json`, schema]]);
  for (const lang of languages) if (labels[lang] !== undefined) texts.set(`locales/${lang}/${name}.json`, labels[lang]);
  return texts;
}

/** undefined where the object has no file. */
export async function readSchemaFiles({ schemasDir, localesDir }: Folders, name: string): Promise<SchemaFiles | undefined> {
  const schema = (await textAt(join(schemasDir, `${name}.json`))) ?? (labelsOnly.includes(name) ? '' : undefined);
  if (schema === undefined) return undefined;
  const labels: SchemaFiles['labels'] = {};
  for (const lang of languages) {
    const text = await textAt(join(localesDir, lang, `${name}.json`));
    if (text !== undefined) labels[lang] = text;
  }
  return { schema, labels };
}

/** The objects that have a file, by name. */
export async function namesOfFiles({ schemasDir }: Folders): Promise<string[]> {
  const all = await readdir(schemasDir).catch(() => []);
  return all.flatMap((file) => /^([a-z][a-z0-9_]*)\.json$/.exec(file)?.[1] ?? []).sort();
}

/** Files of labels without a schema: those of lists of codes, and of parts. */
const labelsOnly = ['codes', 'parts'];

/** The same and all that they share: 'codes/right', 'parts/money', and the labels of both. */
export async function namesOfAllFiles({ schemasDir }: Pick<Folders, 'schemasDir'>): Promise<string[]> {
  const all = await readdir(schemasDir, { recursive: true }).catch(() => []);
  const names = all.map((file) => file.split(sep).join('/')).flatMap((file) => /^((?:[\w-]+\/)*[\w-]+)\.json$/.exec(file)?.[1] ?? []);
  return [...names, ...labelsOnly].sort();
}

/** As they are stored with a version; undefined of a deleted file. */
export function textsOf(files: string | null): SchemaFiles | undefined {
  return files === null ? undefined : (JSON.parse(files) as SchemaFiles); // `note` wrote it
}

/** 'schemas/film.json' and 'locales/tw/film.json' are files of film. */
export function isOf(file: string, name: string): boolean {
  return file === `schemas/${name}.json` || /^locales\/[^/]+\/(.+)\.json$/.exec(file)?.[1] === name;
}

/** Names these texts; '' for none. */
export function versionOf(files: SchemaFiles | undefined): string {
  if (!files) return '';
  const hash = createHash('sha256').update(files.schema);
  for (const lang of languages) hash.update(`\n${lang}\n`).update(files.labels[lang] ?? '');
  return hash.digest('hex').slice(0, 16);
}

/**
 * A name that is not an object's yet may be a file of words of the program itself ('messages', 'form'): its labels would take that file's place.
 * @throws Refusal msg.invalid at `name`
 */
export async function demandFreeName({ localesDir }: Folders, name: string): Promise<void> {
  for (const lang of languages)
    if ((await textAt(join(localesDir, lang, `${name}.json`))) !== undefined)
      throw new Refusal('msg.invalid', { fields: [{ path: 'name', code: 'field.exists' }] });
}

/** Each file beside and renamed, so that nobody reads half of one; the labels first, for a schema that is there is read. Files that are not given go. */
export async function writeSchemaFiles({ schemasDir, localesDir }: Folders, name: string, files: SchemaFiles | null): Promise<void> {
  for (const lang of languages) {
    const path = join(localesDir, lang, `${name}.json`);
    const text = files?.labels[lang];
    if (text !== undefined && text !== (await textAt(path))) await writeWhole(path, text);
  }
  const path = join(schemasDir, `${name}.json`);
  if (files?.schema) {
    await mkdir(dirname(path), { recursive: true });
    await writeWhole(path, files.schema);
  } else if (!files) await rm(path, { force: true });
  for (const lang of languages) if (files?.labels[lang] === undefined) await rm(join(localesDir, lang, `${name}.json`), { force: true });
}

/** Whether files may be changed here, and why not. */
export async function writableState({ schemasEdit, ...folders }: Pick<Config, 'schemasEdit' | keyof Folders>): Promise<Pick<SchemaList, 'isWritable' | 'why'>> {
  if (!schemasEdit) return { isWritable: false, why: 'setting' };
  const dirs = [folders.schemasDir, ...languages.map((lang) => join(folders.localesDir, lang))];
  for (const dir of dirs) {
    const canWrite = await mkdir(dir, { recursive: true })
      .then(() => access(dir, constants.W_OK))
      .then(
        () => true,
        () => false,
      );
    if (!canWrite) return { isWritable: false, why: 'folder' };
  }
  return { isWritable: true };
}

function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
