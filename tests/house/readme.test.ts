import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describe as describeObject } from '#codegen/describe.ts';
import { lint } from '#codegen/lint/lint.ts';
import { loadFrom } from '#codegen/load.ts';
import { readFiles } from '#codegen/read-files.ts';

const readme = readFileSync('README.md', 'utf8');
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

describe('the README says what is so', () => {
  it('every npm command it names is a script', () => {
    const named = [...readme.matchAll(/npm (?:run )?(\w[\w:-]*)/g)].map(([, name]) => name ?? '').filter((name) => name !== 'install');
    expect(named.length).toBeGreaterThan(6);
    expect([...new Set(named)].filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('its table of settings is the list of config.ts', () => {
    const told = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name).sort();
    const read = [...new Set([...readFileSync('backend/config.ts', 'utf8').matchAll(/(?:\benv\.|\(env, ')([A-Z][A-Z_]+)/g)].map(([, name]) => name))].sort();
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual(read);
  });

  it('the object of "add an object in five minutes" has nothing that the linter would say', async () => {
    const text = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const files = await readFiles({ schemasDir: 'schemas', localesDir: 'locales' });
    files.set('schemas/festival.json', text);
    const loaded = loadFrom(files);
    const entries = loaded.objects.map((object) => describeObject(object, loaded.context));
    const findings = lint(loaded, entries).filter(({ file }) => file.endsWith('festival.json'));
    expect(entries.some(({ model }) => model.name === 'festival')).toBe(true);
    expect(findings).toEqual([]);
  });
});
