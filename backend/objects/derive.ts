/** Files → entries and findings, kept in the cache folder under the hash of everything that goes in, so that a warm start reads one file. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '#codegen/finding.ts';
import { parseJson } from '#codegen/json-text.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import { pipelineHash } from '#codegen/pipeline-hash.ts';

export interface Derived {
  entries: ObjectEntry[];
  errors: Finding[];
  warnings: Finding[];
  /** names of objects that a file declares but that do not work */
  broken: string[];
}

/**
 * `goodTexts` remembers each file's last text that was JSON: a part, code list or locale that is broken now is read as it was then,
 * so that the objects that share it go on working.
 */
export async function deriveCached(files: Map<string, string>, cacheDir: string, goodTexts: Map<string, string>): Promise<Derived> {
  const key = createHash('sha256').update(pipelineHash());
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) key.update(`\n${file}\n`).update(text);
  const standIns = new Map([...goodTexts].filter(([file, text]) => files.has(file) && files.get(file) !== text && isShared(file)));
  const broken = [...standIns.keys()].filter((file) => 'error' in parseJson(files.get(file) ?? ''));
  const path = join(cacheDir, `objects-${key.digest('hex').slice(0, 24)}.json`);
  if (broken.length === 0) {
    const kept = await readJson<Derived>(path);
    if (kept) {
      for (const [file, text] of files) if (isShared(file)) goodTexts.set(file, text);
      return kept;
    }
  }
  const derived = await derive(files, new Map(broken.map((file) => [file, standIns.get(file) ?? ''])));
  for (const [file, text] of files) if (isShared(file) && !derived.errors.some((finding) => finding.file === file)) goodTexts.set(file, text);
  if (broken.length === 0) {
    await writeWhole(path, JSON.stringify(derived));
    void sweep(cacheDir, /^objects-.*\.json$/, path);
  }
  return derived;
}

/** The pipeline itself; lint and its Ajv are loaded only when something has changed. */
export async function derive(files: ReadonlyMap<string, string>, standIns: ReadonlyMap<string, string> = new Map()): Promise<Derived> {
  const [{ loadFrom, objectName }, { describe: describeObject }, { lint }] = await Promise.all([
    import('#codegen/load.ts'),
    import('#codegen/describe.ts'),
    import('#codegen/lint.ts'),
  ]);
  const asWritten = standIns.size > 0 ? loadFrom(files) : undefined;
  const loaded = loadFrom(new Map([...files, ...standIns]));
  const failed = [...loaded.errors, ...(asWritten?.errors.filter(({ file }) => standIns.has(file)) ?? [])];
  const errors: Finding[] = failed.map(({ file, message }) => ({ file, field: '', keyword: '', level: 'error', message, should: '' }));
  const entries = loaded.objects.map((object) => describeObject(object, loaded.context));
  const findings = lint(loaded, entries);
  errors.push(...findings.filter(({ level }) => level === 'error'));
  const bad = new Set(errors.map(({ file }) => file));
  return {
    entries: entries.filter(({ model }) => !bad.has(`schemas/${model.name}.json`)),
    errors,
    warnings: findings.filter(({ level }) => level === 'warning'),
    broken: [...bad].flatMap((file) => objectName(file) ?? []),
  };
}

/** The last version of an object that worked, from an earlier run with the same pipeline. */
export async function lastGood(cacheDir: string, name: string): Promise<ObjectEntry | undefined> {
  const kept = await readJson<{ pipeline: string; entries: ObjectEntry[] }>(join(cacheDir, 'last-good.json'));
  return kept?.pipeline === pipelineHash() ? kept.entries.find(({ model }) => model.name === name) : undefined;
}

export async function rememberGood(cacheDir: string, entries: ObjectEntry[]): Promise<void> {
  await writeWhole(join(cacheDir, 'last-good.json'), JSON.stringify({ pipeline: pipelineHash(), entries })).catch(() => undefined); // a cache: doing without is allowed
}

/** Written beside and renamed, so that a reader never sees half a file. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  written += 1;
  const beside = `${path}.${process.pid}.${written}.tmp`;
  await writeFile(beside, text);
  await rename(beside, path);
}

let written = 0;

function isShared(file: string): boolean {
  return file.startsWith('locales/') || file.startsWith('schemas/parts/') || file.startsWith('schemas/codes/');
}

async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T; // our own file, named by the hash of what it was made from
  } catch {
    return undefined;
  }
}

async function sweep(dir: string, pattern: RegExp, keep: string): Promise<void> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => pattern.test(name) && join(dir, name) !== keep);
  if (names.length < 8) return; // a few earlier versions make going back cheap
  await Promise.all(names.map((name) => rm(join(dir, name), { force: true })));
}
