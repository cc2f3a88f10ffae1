/** package.json is true: what is imported is declared, where it is needed at run time; what is declared is imported, or a tool with its reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** Packages that no source imports, and why they are here. */
const tools: Record<string, string> = {
  '@biomejs/biome': 'lint and format, by its command',
  '@emotion/styled': 'a peer of @mui/material, which imports it',
  '@expo-google-fonts/noto-serif-tc': 'a typeface, read as a file (framework/type/faces.ts)',
  '@fontsource-variable/bricolage-grotesque': 'a typeface, read as a file',
  '@fontsource-variable/fraunces': 'a typeface, read as a file',
  '@fontsource-variable/instrument-sans': 'a typeface, read as a file',
  'react-router-dom': 'a peer of react-admin’s core, which imports it',
  'vega-datasets': 'real films for the tests, read as a file',
};
/** Folders that run on a machine without the development packages: `npm start` builds there. */
const delivered = ['backend', 'codegen', 'frontend', 'vite.config.ts'];
/** Those, and what runs in the house alone. */
const all = [...delivered, 'tests', 'playwright.config.ts', 'vitest.config.ts'];

const runtime: Record<string, string> = packageJson.dependencies;
const declared: Record<string, string> = { ...runtime, ...packageJson.devDependencies };

/** Specifiers of one source: static, re-exported, for effect, dynamic, and resolved. A name in a text of a test is none. */
function specifiersOf(text: string): string[] {
  const patterns = [
    /^(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'/gm,
    /^import\s+'([^']+)'/gm,
    /\bimport\(\s*'([^']+)'\s*\)/g,
    /(?:\brequire(?:\.resolve)?|\bcreateRequire\([^)]*\)(?:\.resolve)?|\bimport\.meta\.resolve)\(\s*'([^']+)'\s*\)/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''));
}

/** 'a/b/c.js' → 'a', '@a/b/c' → '@a/b'; undefined for what is no package: a path, an alias, a module of Node. */
function packageOf(specifier: string): string | undefined {
  const isOurs = /^(?:[.#/]|node:|virtual:)/.test(specifier) || builtinModules.includes(specifier);
  return isOurs ? undefined : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** package → the files that import it */
function importsOf(roots: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const files = roots.flatMap((root) =>
    /\.ts$/.test(root)
      ? [root]
      : readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(?:[cm]?ts|tsx|[cm]?js)$/.test(name))
          .map((name) => join(root, name)),
  );
  for (const file of files) {
    for (const specifier of specifiersOf(readFileSync(file, 'utf8'))) {
      const name = packageOf(specifier);
      if (name) found.set(name, [...(found.get(name) ?? []), file]);
    }
  }
  return found;
}

const used = importsOf(all);

describe('the packages that package.json names', () => {
  it('are all packages that are imported', () => {
    expect(used.size).toBeGreaterThan(40);
    expect([...used].filter(([name]) => !(name in declared)).map(([name, files]) => `${name} in ${files[0]}`)).toEqual([]);
  });

  it('are under dependencies where the delivered code needs them', () => {
    const needed = [...importsOf(delivered)].filter(([name]) => !(name in runtime));
    expect(needed.map(([name, files]) => `${name} in ${files[0]}`)).toEqual([]);
  });

  it('are all imported, or a tool with its reason', () => {
    const idle = Object.keys(declared).filter((name) => !used.has(name) && !(name in tools) && !isTypesOf(name));
    expect(idle).toEqual([]);
  });

  it('the list of tools has no imported package, and no removed one', () => {
    expect(Object.keys(tools).filter((name) => used.has(name) || !(name in declared))).toEqual([]);
  });

  it('the reader of imports sees every way of naming a package, and no text that only looks like one', () => {
    const text = `import a, {\n  type B,\n} from 'one/deep.js';\nexport * from '@s/two';\nimport 'three';\nconst x = await import(${"'four'"});\nrequire.resolve('five/package.json');
      const said = "import six from 'six'";\nimport type { T } from './near.ts';\nimport { readFileSync } from 'node:fs';\nimport y from '#rules/x.ts';`;
    expect(specifiersOf(text).flatMap((name) => packageOf(name) ?? [])).toEqual(['one', '@s/two', 'three', 'four', 'five']);
  });
});

/** '@types/x' goes with x, '@types/node' with Node. */
function isTypesOf(name: string): boolean {
  const of = /^@types\/(.+)/.exec(name)?.[1];
  return of !== undefined && (of === 'node' || of.replace('__', '/') in declared);
}
