import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describe as describeObject } from '#codegen/describe/describe.ts';
import { lint } from '#codegen/lint/lint.ts';
import { loadFrom } from '#codegen/load/load.ts';
import { readFiles } from '#codegen/load/read-files.ts';
import { readHouse, wings } from './folders.ts';

const readme = readFileSync('README.md', 'utf8');
const running = readFileSync('docs/running.md', 'utf8');
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

describe('README and docs/running.md agree with the code', () => {
  it('every npm command they name is a script, and every script that a person starts is named', () => {
    const named = [...(readme + running).matchAll(/npm (?:run )?(\w[\w:-]*)/g)].map(([, name]) => name ?? '').filter((name) => name !== 'install');
    expect(named.length).toBeGreaterThan(6);
    expect([...new Set(named)].filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('every linked file exists, and the README stays one page', () => {
    for (const [file, text] of [
      ['README.md', readme],
      ['docs/running.md', running],
      ['docs/architecture.md', readFileSync('docs/architecture.md', 'utf8')],
    ] as const)
      for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)\)/g)) expect(existsSync(join(dirname(file), target)), `${file}: ${target}`).toBe(true);
    expect(readme.split('\n').length).toBeLessThan(120);
  });

  it('the architecture picture shows the folders and arrows of the code', () => {
    const { folders, imports } = readHouse();
    const picture = readFileSync('docs/architecture.svg', 'utf8');
    const drawn = [...picture.matchAll(/data-room="([^"]+)"/g)].map(([, name]) => name);
    expect(drawn.sort(), 'npm run draw').toEqual(folders.map(({ name }) => name).sort());
    const wingOf = (folder: string) => wings.find((wing) => folder === wing || folder.startsWith(`${wing}/`));
    const arrows = new Set(imports.map(({ from, to }) => `${wingOf(from)} → ${wingOf(to)}`).filter((arrow) => arrow.split(' → ')[0] !== arrow.split(' → ')[1]));
    expect([...picture.matchAll(/<title>(.+?): \d/g)].map(([, arrow]) => arrow).sort(), 'npm run draw').toEqual([...arrows].sort());
    expect([...arrows].filter((arrow) => /framework → .*application/.test(arrow))).toEqual([]);
  });

  it('the table of settings is the list of config.ts', () => {
    const described = [...running.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name).sort();
    const read = [...new Set([...readFileSync('backend/config.ts', 'utf8').matchAll(/(?:\benv\.|\(env, ')([A-Z][A-Z_]+)/g)].map(([, name]) => name))].sort();
    expect(described.length).toBeGreaterThan(10);
    expect(described).toEqual(read);
  });

  it('the object of "add an object in five minutes" has no findings of the linter', async () => {
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
