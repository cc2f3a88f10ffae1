/** A process of the tests of table evolution as one file with its packages, which starts in a fifth of the time. */
import { build } from 'esbuild';

/** What CommonJS packages expect of their surroundings. */
const banner = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/** @param name of the file beside this one, without '.ts' @returns the path of the program */
export async function bundledProcess(name: 'apply-process' | 'edit-process'): Promise<string> {
  const outfile = `.generated/${name}.mjs`; // as deep as what it reads its locales beside
  await build({
    entryPoints: [`tests/support/database/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    minifySyntax: true,
    banner: { js: banner },
    external: ['@photostructure/sqlite'], // a native part
    logLevel: 'warning',
  });
  return outfile;
}
