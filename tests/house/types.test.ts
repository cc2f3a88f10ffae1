/** house: what is generated is used. A field of a schema that is renamed stops the compiler where it is read. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitLanguages, emitTypes } from '#codegen/emit-types.ts';
import { languages } from '#codegen/languages.ts';
import { derive } from '#codegen/pipeline.ts';
import { readFiles } from '#codegen/read-files.ts';
import tsconfig from '../../tsconfig.json' with { type: 'json' };

let folder = '';

// The rules and what they import: pure, so that they compile by themselves in seconds.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
  const left = /^(?:\.git|\.generated|node_modules|dist|data|docs|tests|frontend|test-results)(?:\/|$)/;
  cpSync('.', folder, { recursive: true, filter: (from) => !left.test(relative('.', from)) });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const include = ['codegen/model.ts', 'backend/framework/rules', 'backend/application/jury/rules', 'backend/application/pairing/rules', '.generated'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('types made from the schemas', () => {
  it('the rules compile as the schemas are', async () => {
    await generate();
    expect(faults()).toBe('');
  });

  it.each([
    ['selection', 'jury', 'jury/rules/votes.ts'],
    ['pitch', 'enrollid', 'pairing/rules/pitch.ts'],
    ['decision_maker', 'cid', 'pairing/rules/decision-maker.ts'],
    ['pairing', 'room', 'pairing/rules/meeting.ts'],
    ['pairing', 'start', 'pairing/rules/meeting.ts'],
  ])('%s.%s renamed in the schema: tsc refuses %s', async (object, field, file) => {
    await generate(object, field);
    expect(faults()).toMatch(new RegExp(`^backend/application/${file}\\(\\d+,\\d+\\): error .*${field}`, 'm'));
  });
});

/** The types of the schemas as they are, or with one field under another name. */
async function generate(object?: string, renamed?: string): Promise<void> {
  const { entries } = derive(await readFiles({ schemasDir: 'schemas', localesDir: 'locales' }));
  for (const { model } of entries)
    if (model.name === object) model.fields = model.fields.map((field) => (field.name === renamed ? { ...field, name: `${renamed}_new` } : field));
  const files = await emitTypes(entries);
  for (const [path, text] of [...files, ['languages.ts', emitLanguages(languages)] as const]) {
    const to = join(folder, '.generated', path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
}

function faults(): string {
  return spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], { cwd: folder, encoding: 'utf8' }).stdout;
}
