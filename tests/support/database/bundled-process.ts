/** A process of the tests of table evolution as one file, which starts in a third of the time. */
import { build } from 'esbuild';

/** @param name of the file beside this one, without '.ts' @returns the path of the program */
export async function bundledProcess(name: 'apply-process' | 'edit-process'): Promise<string> {
  const outfile = `.generated/${name}.mjs`; // as deep as what it reads its locales beside
  await build({ entryPoints: [`tests/support/database/${name}.ts`], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return outfile;
}
