/** .generated/objects.ts, rebuilt only when its sources differ: `ensureGenerated` runs before every check, test and build. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { languages } from '../languages.ts';
import { type Folders, readFiles } from '../load/read-files.ts';
import { codegenDir, pipelineHash } from '../pipeline-hash.ts';

/** Findings stop the build: their messages are the error's. */
export class LintError extends Error {}

export interface Generated {
  /** false when it was up to date */
  written: boolean;
  file: string;
  warnings: string[];
}

/** Where it reads and writes: the project's own folders, unless SCHEMAS_DIR names other schemas, and GENERATED_DIR another place for what is made of them. */
export function codegenFolders(env: NodeJS.ProcessEnv = {}): Folders & { generatedDir: string } {
  const root = dirname(codegenDir());
  return {
    schemasDir: resolve(env.SCHEMAS_DIR || join(root, 'schemas')),
    localesDir: join(root, 'locales'),
    generatedDir: resolve(env.GENERATED_DIR || join(root, '.generated')),
  };
}

/** @throws LintError */
export async function ensureGenerated({ generatedDir, ...folders } = codegenFolders()): Promise<Generated> {
  const file = join(generatedDir, 'objects.ts');
  const files = await readFiles(folders);
  const key = createHash('sha256').update(pipelineHash());
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) key.update(`\n${path}\n`).update(text);
  const stamp = `// inputs ${key.digest('hex')}`;
  const existing = await readFile(file, 'utf8').catch(() => '');
  if (existing.startsWith(stamp)) return { written: false, file, warnings: [] };

  const [{ derive }, { emitClient, emitLanguages, emitTypes }] = await Promise.all([import('../pipeline.ts'), import('./emit-types.ts')]);
  const { entries, errors, warnings } = derive(files);
  if (errors.length > 0) throw new LintError(errors.map(({ message }) => message).join('\n'));
  const made = await emitTypes(entries);
  await mkdir(join(dirname(file), 'objects'), { recursive: true });
  for (const name of await readdir(join(dirname(file), 'objects'))) if (!made.has(`objects/${name}`)) await rm(join(dirname(file), 'objects', name));
  await put(join(dirname(file), 'languages.ts'), emitLanguages(languages));
  await put(join(dirname(file), 'client.ts'), emitClient(await readFile(join(codegenDir(), 'client', 'client.ts'), 'utf8')));
  // The one with the stamp last: it vouches for all.
  for (const [path, text] of made) await put(join(dirname(file), path), path === 'objects.ts' ? `${stamp}\n${text}` : text);
  return { written: true, file, warnings: warnings.map(({ message }) => message) };
}

/** Whole or not at all. */
async function put(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  await writeFile(beside, text);
  await rename(beside, file);
}
