/** Files → entries and findings, cached under the hash of everything that goes in, so that a warm start reads one file. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#codegen/load/json-text.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import type { Derived } from '#codegen/pipeline.ts';
import { pipelineHash } from '#codegen/pipeline-hash.ts';
import { knownNames } from '#rules/records/known-names.ts';
import { deriveApart, startFrom } from './pipeline-process.ts';

/** Files of at most this many characters are read in the server's own thread at its start: nothing waits there yet, and a process takes its time to start. */
const smallFile = 40_000;
/** Patterns of all files that are looked at there: most are seen at a glance, the others take up to a second each. */
const fewPatterns = 40;

/** Where what was worked out from files lies: a folder that is written and may be deleted at any time, and the build's, which is read alone. */
export interface Caches {
  cacheDir: string;
  distDir?: string;
}

/**
 * `goodTexts` remembers each file's last text that was JSON: a part, code list or locale that is broken now is read as it was then,
 * so that the objects that share it go on working.
 */
export async function deriveCached(
  files: Map<string, string>,
  { cacheDir, distDir }: Caches,
  goodTexts: Map<string, string>,
  isStart: boolean,
): Promise<Derived> {
  const key = createHash('sha256').update(pipelineHash()).update(JSON.stringify(knownNames()));
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) key.update(`\n${file}\n`).update(text);
  const standIns = new Map([...goodTexts].filter(([file, text]) => files.has(file) && files.get(file) !== text && isShared(file)));
  const broken = [...standIns.keys()].filter((file) => 'error' in parseJson(files.get(file) ?? ''));
  const name = `objects-${key.digest('hex').slice(0, 24)}.json`;
  const path = join(cacheDir, name);
  if (broken.length === 0) {
    const cached = (distDir && (await readJson<Derived>(join(distDir, name)))) || (await readJson<Derived>(path));
    if (cached) {
      startFrom(cached);
      for (const [file, text] of files) if (isShared(file)) goodTexts.set(file, text);
      return cached;
    }
  }
  const derived = await deriveWith(files, new Map(broken.map((file) => [file, standIns.get(file) ?? ''])), isStart);
  for (const [file, text] of files) if (isShared(file) && !derived.errors.some((finding) => finding.file === file)) goodTexts.set(file, text);
  // A file that was too slow here and now is read again by the next start.
  if (broken.length === 0 && !derived.errors.some(({ limit }) => limit === 'time')) {
    await writeWhole(path, JSON.stringify(derived));
    void sweep(cacheDir, /^objects-.*\.json$/, path);
  }
  return derived;
}

/** The pipeline in this thread, for files that are known to be small; lint and its Ajv are loaded only when something has changed. */
export async function derive(files: ReadonlyMap<string, string>): Promise<Derived> {
  const pipeline = await import('#codegen/pipeline.ts');
  const derived = pipeline.derive(files, { known: knownNames() });
  startFrom(derived);
  return derived;
}

/**
 * The last good version replaces a file that is broken now, and the broken file's own findings are reported. Runs in a process of its own, except at a start
 * with small files.
 */
async function deriveWith(files: ReadonlyMap<string, string>, standIns: ReadonlyMap<string, string>, isStart: boolean): Promise<Derived> {
  const run = isStart && isSmall(files) ? derive : deriveApart;
  const derived = await run(new Map([...files, ...standIns]));
  if (standIns.size === 0) return derived;
  const { loadFrom } = await import('#codegen/load/load.ts');
  const failed = loadFrom(new Map([...standIns.keys()].map((file) => [file, files.get(file) ?? '']))).errors;
  return {
    ...derived,
    errors: [...derived.errors, ...failed.map(({ file, message }) => ({ file, field: '', keyword: '', level: 'error' as const, message, should: '' }))],
  };
}

function isSmall(files: ReadonlyMap<string, string>): boolean {
  const schemas = [...files].filter(([file]) => file.startsWith('schemas/')).map(([, text]) => text);
  return schemas.every((text) => text.length <= smallFile) && schemas.join().split('"pattern"').length <= fewPatterns;
}

/** The last version of an object that worked, from an earlier run with the same pipeline. */
export async function lastGood(cacheDir: string, name: string): Promise<ObjectEntry | undefined> {
  const cached = await readJson<{ pipeline: string; entries: ObjectEntry[] }>(join(cacheDir, 'last-good.json'));
  return cached?.pipeline === pipelineHash() ? cached.entries.find(({ model }) => model.name === name) : undefined;
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
