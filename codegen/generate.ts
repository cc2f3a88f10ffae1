/** .generated/objects.ts, rebuilt only when what it is made from differs: `ensureGenerated` stands before every check, test and build. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages } from './languages.ts';
import { codegenDir, pipelineHash } from './pipeline-hash.ts';
import { readFiles } from './read-files.ts';

/** Findings stop the build: their messages are the error's. */
export class LintError extends Error {}

export interface Generated {
  /** false when it was up to date */
  written: boolean;
  file: string;
  warnings: string[];
}

/** @param root the project's folder; by default the one that holds codegen/ */
export async function ensureGenerated(root: string = dirname(codegenDir())): Promise<Generated> {
  const file = join(root, '.generated', 'objects.ts');
  const files = await readFiles({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales') });
  const key = createHash('sha256').update(pipelineHash());
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) key.update(`\n${path}\n`).update(text);
  const stamp = `// inputs ${key.digest('hex')}`;
  const standing = await readFile(file, 'utf8').catch(() => '');
  if (standing.startsWith(stamp)) return { written: false, file, warnings: [] };

  const [{ derive }, { emitLanguages, emitTypes }] = await Promise.all([import('./pipeline.ts'), import('./emit-types.ts')]);
  const { entries, errors, warnings } = derive(files);
  if (errors.length > 0) throw new LintError(errors.map(({ message }) => message).join('\n'));
  const made = await emitTypes(entries);
  await mkdir(join(dirname(file), 'objects'), { recursive: true });
  for (const name of await readdir(join(dirname(file), 'objects'))) if (!made.has(`objects/${name}`)) await rm(join(dirname(file), 'objects', name));
  await put(join(dirname(file), 'languages.ts'), emitLanguages(languages));
  // The one with the stamp last: it stands for all.
  for (const [path, text] of made) await put(join(dirname(file), path), path === 'objects.ts' ? `${stamp}\n${text}` : text);
  return { written: true, file, warnings: warnings.map(({ message }) => message) };
}

/** Whole or not at all. */
async function put(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  await writeFile(beside, text);
  await rename(beside, file);
}
