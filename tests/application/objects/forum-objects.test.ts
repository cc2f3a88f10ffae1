/** The forum's objects against the specification's lists (section 3): each item with the fields that hold it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldModel } from '#codegen/model.ts';
import { openRegistry, type Registry } from '#framework/objects/registry.ts';
import { removeFolder } from '../../support/files/remove-folder.ts';

const root = new URL('../../..', import.meta.url).pathname;
const cacheDir = mkdtempSync(join(tmpdir(), 'forum-objects-'));
let registry: Registry;
beforeAll(async () => {
  registry = await openRegistry({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales'), cacheDir, distDir: 'dist' });
});
afterAll(async () => {
  registry.close();
  await removeFolder(cacheDir);
});

/** 'directors.isNew' → that field inside the list. */
function field(object: string, path: string): FieldModel | undefined {
  let level = registry.get(object)?.model.fields;
  let found: FieldModel | undefined;
  for (const name of path.split('.')) {
    found = level?.find((candidate) => candidate.name === name);
    level = found?.fields;
  }
  return found;
}

const items: [id: string, object: string, fields: string[]][] = [
  ['E01', 'campaign', ['id', 'cna', 'maxSel', 'cStart', 'cEnd', 'sStart', 'sEnd', 'ppurl']],
  ['E01', 'campaign', ['cBefore', 'cBeforeCss', 'cAfter', 'cAfterCss', 'sBefore', 'sBeforeCss', 'sAfter', 'sAfterCss', 'sOnboarding', 'sGuideline']],
  ['E01', 'campaign', ['mailVerify', 'mailSubmit', 'mailReset', 'mailInterview']],
  ['E02', 'applicant', ['email', 'verified', 'rcountry', 'rcity', 'line', 'wechat']],
  ['E05', 'selection', ['jury', 'enrolment', 'weight', 'comment', 'choice']],
  ['E06', 'decision_maker', ['available', 'unavailable', 'priority', 'enabled']],
  ['E07', 'pairing', ['dm', 'pitch', 'start', 'end', 'mode']],
];

describe('the objects of the forum', () => {
  it.each(items)('%s %s has %j', (_id, object, fields) => {
    for (const name of fields) {
      const found = field(object, name);
      expect(found, `${object}.${name}`).toBeDefined();
      expect(found?.label.tw && found.label.en, `${object}.${name} has its label in both languages`).toBeTruthy();
    }
  });

  it('E03 director and producer have a name and a biography, a director the first-film flag, co-directors their names', () => {
    for (const object of ['enrolment', 'pitch']) {
      const people = registry.get(object)?.model.fields.filter(({ name }) => /^(director|producer)/.test(name)) ?? [];
      expect(people.map(({ name }) => name).join(' ')).toMatch(/director.*producer/);
      for (const person of people.filter(({ fields }) => fields)) {
        const names = person.fields?.map(({ name }) => name).join(' ') ?? '';
        expect(names).toMatch(/name/i);
        expect(names).toMatch(/bio/i);
        if (person.name.startsWith('director')) expect(names).toMatch(/first|new/i);
      }
    }
  });

  it('E05 weight is 1 to 5 and a choice is primary or alternative', () => {
    expect(field('selection', 'weight')).toMatchObject({ kind: 'integer', minimum: 1, maximum: 5 });
    expect(field('selection', 'choice')?.options?.map((option) => option.value)).toEqual(['primary', 'alternative', 'none']);
  });

  it('E07 a pairing is automatic or manual', () => {
    expect(field('pairing', 'mode')?.options?.length).toBe(2);
  });

  it('B07 C is shown as CCDF and I as IFG, in both languages', () => {
    const shown = Object.fromEntries((field('pitch', 'attProgram')?.options ?? []).map(({ value, label }) => [value, [label.tw, label.en]]));
    expect(shown).toEqual({ C: ['CCDF', 'CCDF'], I: ['IFG', 'IFG'] });
  });
});
