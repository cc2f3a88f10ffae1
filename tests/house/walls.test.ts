import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Lints one line as if it stood in that file: the walls go by paths, so a copy of the rules in an empty folder judges alike. */
function lint(file: string, line: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'));
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  copyFileSync('biome.json', join(folder, 'biome.json'));
  writeFileSync(join(folder, file), `${line}\nconsole.log(x);\n`);
  const result = spawnSync(resolve('node_modules/.bin/biome'), ['lint', '--vcs-enabled=false', '.'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  return (result.stdout + result.stderr).replace(/\s+/g, ' ');
}

// room, an import that would break its wall, a word of the message that says where to go instead
const walls: [file: string, specifier: string, message: string][] = [
  ['codegen/describe.ts', '#framework/data/engine/connect.ts', 'schema files and nothing else'],
  ['backend/framework/rules/record.ts', 'node:fs', 'A rule is pure'],
  ['backend/framework/rules/record.ts', 'knex', 'no npm dependency'],
  ['backend/framework/rules/record.ts', '#framework/data/engine/connect.ts', 'A rule is pure'],
  ['backend/framework/rules/record.ts', '#application/object-rules.ts', 'The framework knows no film'],
  ['backend/framework/objects/registry.ts', '#framework/data/engine/connect.ts', 'registry.onChange'],
  ['backend/framework/objects/registry.ts', '#application/rules.ts', 'The framework knows no film'],
  ['backend/framework/data/rows/records.ts', '#framework/api/records.ts', 'into an action'],
  ['backend/framework/data/rows/records.ts', '#application/tables.ts', 'The framework knows no film'],
  ['backend/framework/records/create-record.ts', 'knex', 'SQL belongs in backend/framework/data'],
  ['backend/framework/records/create-record.ts', '#application/verbs.ts', 'The framework knows no film'],
  ['backend/framework/api/records.ts', '#framework/data/rows/records.ts', 'verb among the actions'],
  ['backend/framework/api/records.ts', '#application/index.ts', 'The framework knows no film'],
  ['backend/framework/html/escape.ts', '#application/site/pages/page.ts', 'The framework knows no film'],
  ['backend/framework/clock.ts', '#application/index.ts', 'The framework knows no film'],
  ['backend/application/pairing/rules/grid.ts', 'node:fs', 'A rule is pure'],
  ['backend/application/site/pages/page.ts', '#framework/data/rows/records.ts', 'text in, HTML out'],
  ['backend/application/viewing/data/watch.ts', '../actions/find-page.ts', 'into an action'],
  ['backend/application/forum/actions/save-days.ts', 'express', 'SQL belongs in'],
  ['backend/application/forum/api.ts', '#framework/data/rows/records.ts', 'verb among the actions'],
  ['frontend/framework/admin/main.tsx', '#framework/objects/registry.ts', '#rules'],
  ['frontend/framework/admin/main.tsx', '#screens/pairing/Pairing.tsx', 'The framework knows no film'],
  ['frontend/framework/form/RowField.tsx', '#application/rules.ts', 'The framework knows no film'],
  ['frontend/framework/form/validator.ts', 'ajv', 'no Ajv here'],
  ['frontend/framework/admin/main.tsx', '#codegen/describe.ts', 'GET /api/objects'],
  ['frontend/application/pairing/Pairing.tsx', '#application/pairing/actions/read-board.ts', 'its rules and the types of wire.ts'],
  ['frontend/application/site/island.tsx', '@mui/material', '80 kB'],
  ['frontend/application/jury/site/Entry.tsx', 'react-admin', '80 kB'],
];

describe('the walls of the house are lint rules that say where to go instead', () => {
  for (const [file, specifier, message] of walls) {
    it(`${file} may not import ${specifier}`, () => {
      expect(lint(file, `import x from '${specifier}';`)).toContain(message);
    });
  }

  it('an allowed import passes', () => {
    expect(lint('backend/framework/data/rows/records.ts', `import x from '#rules/record.ts';`)).not.toContain('noRestrictedImports');
  });

  it('schemas and locales hold no code', () => {
    const files = ['schemas', 'locales'].flatMap((room) => readdirSync(room, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()));
    expect(files.map((file) => file.name).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('the rules import nothing but each other and types of the model', () => {
    const files = readdirSync('backend', { recursive: true, encoding: 'utf8' }).filter((name) => /(?:^|\/)rules\/.*\.ts$/.test(name));
    expect(files.length).toBeGreaterThan(100);
    const isRule = (specifier = '') => /^(?:#rules\/|#framework\/time\.ts|#application\/[\w-]+\/rules\/)/.test(specifier);
    const foreign = files.flatMap((name) =>
      [...readFileSync(`backend/${name}`, 'utf8').matchAll(/^(?:import|export) .*from '([^'.][^']*)'/gm)]
        .filter(([line, specifier]) => !(isRule(specifier) || line.startsWith('import type') || line.startsWith('export type')))
        .map(([line]) => `${name}: ${line}`),
    );
    expect(foreign).toEqual([]);
  });

  it('the framework imports nothing of the application, on either side', () => {
    for (const side of ['backend', 'frontend']) {
      const files = readdirSync(`${side}/framework`, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:tsx?|css)$/.test(name));
      expect(files.length).toBeGreaterThan(100);
      const up = files.filter((name) =>
        /#application\/|#screens\/|\/application\//.test(readFileSync(`${side}/framework/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')),
      );
      expect(up).toEqual([]);
    }
  });
});

describe('keys are heard from the moment at which a screen is shown', () => {
  it('G2 what listens for keys does so in a layout effect: a passive one runs after the screen was drawn, and loses what is pressed before it', () => {
    const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const late = files.flatMap((name) => {
      const text = readFileSync(`frontend/${name}`, 'utf8');
      return [...text.matchAll(/addEventListener\('key(?:down|up)', \w+(?:, \w+)?\)/g)]
        .filter(({ index }) => (text.slice(0, index).match(/\buse(?:Layout)?Effect\(/g) ?? []).at(-1) === 'useEffect(')
        .map(([line]) => `${name}: ${line}`);
    });
    expect(late).toEqual([]);
  });
});

describe('what is fetched apart can be fetched again', () => {
  it('G1 every dynamic import of the frontend is handed to what tries again: part(), enlist() or Fetched', () => {
    const files = readdirSync('frontend', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const bare = files.flatMap((name) =>
      readFileSync(`frontend/${name}`, 'utf8')
        .split('\n')
        .filter((line) => /\bimport\(/.test(line) && !/typeof import\(|\b(?:part|enlist|new Fetched)\b.*\bimport\(/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    // Handed on as a whole: what comes beside the framework's screens with their `part`, the islands by `part`, the words of a page with them, a form's rules with its form, a language by `catalogueOf`.
    expect(
      bare.filter(
        (line) =>
          !/^application\/(?:site\/island\.tsx: (?:'[\w-]+'|my): \(\) => import|enrolment\/site\/engine\/load-form\.ts: |index\.tsx: besideScreens\.fill)/.test(
            line,
          ),
      ),
    ).toEqual([]);
    const lazy = files.filter((name) => /\blazy\(/.test(readFileSync(`frontend/${name}`, 'utf8')));
    expect(lazy.sort()).toEqual(['application/site/ui/part.tsx', 'framework/ui/part.tsx']);
  });
});
