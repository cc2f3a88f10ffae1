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
  ['codegen/describe.ts', '#backend/data/connect.ts', 'schema files and nothing else'],
  ['backend/domain/record.ts', 'node:fs', 'A rule is pure'],
  ['backend/domain/record.ts', 'knex', 'no npm dependency'],
  ['backend/domain/record.ts', '#backend/data/connect.ts', 'A rule is pure'],
  ['backend/objects/registry.ts', '#backend/data/connect.ts', 'registry.onChange'],
  ['backend/html/page.ts', '#backend/data/records.ts', 'text in, HTML out'],
  ['backend/data/records.ts', '#backend/api/records.ts', 'backend/actions'],
  ['backend/actions/create-record.ts', 'knex', 'SQL belongs in backend/data'],
  ['backend/api/records.ts', '#backend/data/records.ts', 'verb in backend/actions'],
  ['frontend/admin/Admin.tsx', '#backend/objects/registry.ts', '#domain'],
  ['frontend/form/validator.ts', 'ajv', 'no Ajv here'],
  ['frontend/admin/Admin.tsx', '#codegen/describe.ts', 'GET /api/objects'],
  ['frontend/pages/campaign/Home.tsx', '@mui/material', '80 kB'],
];

describe('the walls of the house are lint rules that say where to go instead', () => {
  for (const [file, specifier, message] of walls) {
    it(`${file} may not import ${specifier}`, () => {
      expect(lint(file, `import x from '${specifier}';`)).toContain(message);
    });
  }

  it('an allowed import passes', () => {
    expect(lint('backend/data/records.ts', `import x from '#domain/record.ts';`)).not.toContain('noRestrictedImports');
  });

  it('schemas and locales hold no code', () => {
    const files = ['schemas', 'locales'].flatMap((room) => readdirSync(room, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()));
    expect(files.map((file) => file.name).filter((name) => !name.endsWith('.json'))).toEqual([]);
  });

  it('the rules import nothing but each other and types of the model', () => {
    const files = readdirSync('backend/domain', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const foreign = files.flatMap((name) =>
      [...readFileSync(`backend/domain/${name}`, 'utf8').matchAll(/^(?:import|export) .*from '([^'.][^']*)'/gm)]
        .filter(([line, specifier]) => !(specifier?.startsWith('#domain/') || line.startsWith('import type') || line.startsWith('export type')))
        .map(([line]) => `${name}: ${line}`),
    );
    expect(foreign).toEqual([]);
  });
});
