/** What the objects that ship take and refuse, field by field, by the compiled validator that server and browser share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectRules } from '#application/object-rules.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { openRegistry, type Registry } from '#framework/objects/registry.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { toProblems } from '#rules/records/validation.ts';

const root = new URL('../../..', import.meta.url).pathname;
const cacheDir = mkdtempSync(join(tmpdir(), 'shipped-values-'));
let registry: Registry;
beforeAll(async () => {
  registry = await openRegistry({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales'), cacheDir, distDir: 'dist' });
});
afterAll(() => {
  registry.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

const good: Record<string, Row> = {
  company: { id: 'isle_films', type: 2, name: '島嶼影業' },
  user: { id: 'mei.lin', name: '林美', pw: 'abcd', email: 'mei@example.com' },
  film: { id: 'tide-2019' },
};

/** The problems of a good row with some fields changed: 'path code'. */
async function problems(object: string, change: Row): Promise<string[]> {
  const { model } = registry.get(object)!;
  const { validate } = await registry.validator(object);
  const row = completeRow({ ...defaultsOf(model), ...good[object], ...change }, model.fields);
  return toProblems(validate(row), row, model).map(({ path, code }) => `${path} ${code}`);
}

describe('what a call may send', () => {
  const odd: JsonValue[] = [null, 0, -1, 1e308, true, '', ' ', '\u0000', '((', [], [null], [[]], [0], [{}], [{ a: null }], ['x', 'x'], {}, { a: [null] }];

  it.each(Object.entries(objectRules))(
    'K13 the rules of a %s say nothing or a problem of values of other kinds, in every field and list, and never fail',
    (object, rules) => {
      const { model } = registry.get(object)!;
      const actor = { id: 'admin', name: 'admin', roles: ['[]' as const], realm: 'staff' as const };
      const failed: string[] = [];
      const ask = (at: string, change: Row) => {
        const next = { ...completeRow(defaultsOf(model), model.fields), ...change };
        for (const previous of [undefined, completeRow(defaultsOf(model), model.fields)])
          try {
            rules.draft?.(next, previous, '2026-01-01 00:00:00');
            rules.save?.(next, previous, actor, '2026-01-01 00:00:00');
          } catch (error) {
            failed.push(`${at} ${JSON.stringify(change)}: ${error}`);
          }
      };
      for (const { name, fields = [] } of model.fields)
        for (const value of odd) {
          ask(name, { [name]: value });
          for (const inner of fields) for (const shape of [{ [inner.name]: value }, [{ [inner.name]: value }]]) ask(`${name}.${inner.name}`, { [name]: shape });
        }
      expect(failed).toEqual([]);
    },
  );
});

describe('new rows', () => {
  it.each(Object.keys(good))('V30 a %s with its required fields alone is good', async (object) => {
    expect(await problems(object, {})).toEqual([]);
  });

  const defaults: [string, string, string, JsonValue][] = [
    ['B02', 'company', 'country', 'TW'],
    ['B02', 'company', 'currency', 'TWD'],
    ['B02', 'company', 'comTel', 'TW,+886'],
    ['E10', 'company', 'type', 0],
    ['E10', 'company', 'tag', []],
    ['E13', 'user', 'roles', ['[gs]']],
    ['E13', 'user', 'menu', 0],
    ['B01', 'user', 'lang', 'tw'],
    ['E08', 'film', 'rating', '[-]'],
    ['V41', 'film', 'quality', '-'],
    ['E17', 'company', '_tmpflag', 0],
    ['E17', 'user', '_tmpdate', 0],
  ];
  it.each(defaults)('%s %s.%s begins as specified', (_id, object, field, value) => {
    expect(defaultsOf(registry.get(object)!.model)[field]).toEqual(value);
  });

  it('E17 _tmpdate and _tmpflag have no column and no place on any screen', () => {
    for (const object of ['company', 'user']) {
      for (const name of ['_tmpdate', '_tmpflag']) {
        const field = registry.get(object)!.model.fields.find((candidate) => candidate.name === name);
        expect(field).toBeDefined();
        expect(field?.column).toBeUndefined();
        expect(Object.values(field!.surfaces).some(Boolean)).toBe(false);
      }
    }
  });

  it('E13 a password is hashed, never listed, exported, searched or part of the history', () => {
    const field = registry.get('user')!.model.fields.find(({ name }) => name === 'pw')!;
    expect(field.kind).toBe('password');
    expect(field.writeOnly).toBe(true);
    const { list, filter, sort, search, export: exported, history, show } = field.surfaces;
    expect([list, filter, sort, search, exported, history, show].some(Boolean)).toBe(false);
  });
});

describe('values', () => {
  const refused: [string, string, Row, string][] = [
    ['E10', 'company', { id: 'abc' }, 'id field.short'],
    ['E10', 'company', { id: 'isle-films' }, 'id field.pattern'],
    ['V31', 'company', { id: '' }, 'id field.required'],
    ['V31', 'company', { name: '  ' }, 'name field.required'],
    ['V41', 'company', { type: 0 }, 'type field.required'],
    ['E10', 'company', { type: 11 }, 'type field.option'],
    ['V36', 'company', { taxID: '1234567A' }, 'taxID field.digits'],
    ['V38', 'company', { comTel: '02 2345 6789' }, 'comTel field.phone'],
    ['V39', 'company', { conEmail: 'nobody' }, 'conEmail field.email'],
    ['V32', 'company', { webSite: 'www.example.com' }, 'webSite field.url'],
    ['B02', 'company', { country: 'Taiwan' }, 'country field.option'],
    ['E11', 'company', { contract: [{ date: '2026-01-01' }] }, 'contract/0/name field.required'],
    ['V33', 'company', { contract: [{ name: 'A', start: '2026-02-30' }] }, 'contract/0/start field.date'],
    ['E12', 'company', { contract: [{ name: 'A', attachment: [{ size: -1 }] }] }, 'contract/0/attachment/0/size field.range'],
    ['E12', 'company', { contract: [{ name: 'A', attachment: [{ link: 'files/a.pdf' }] }] }, 'contract/0/attachment/0/link field.url'],
    ['E13', 'user', { id: '-mei' }, 'id field.pattern'],
    ['E13', 'user', { id: '.mei' }, 'id field.pattern'],
    ['B04', 'user', { pw: 'abc' }, 'pw field.short'],
    ['V31', 'user', { pw: '' }, 'pw field.required'],
    ['V31', 'user', { email: '' }, 'email field.required'],
    ['V39', 'user', { email: 'mei@' }, 'email field.email'],
    ['V40', 'user', { roles: [] }, 'roles field.required'],
    ['P01', 'user', { roles: ['[xx]'] }, 'roles/0 field.option'],
    ['E13', 'user', { menu: -1 }, 'menu field.range'],
    ['V35', 'user', { menu: 1.5 }, 'menu field.integer'],
    ['E13', 'user', { lang: 'fr' }, 'lang field.option'],
    ['V24', 'film', { id: 'abc' }, 'id field.short'],
    ['V36', 'film', { id: 'tide 2019' }, 'id field.id'],
    ['E08', 'film', { rating: '[X]' }, 'rating field.option'],
    ['E08', 'film', { material: ['[99]'] }, 'material/0 field.option'],
    ['E08', 'film', { commission: { T: 1.2 } }, 'commission/T field.range'],
    ['V37', 'company', { conTel1: '+886 2 2345 6789' }, 'conTel1 field.telephone'],
    ['V35', 'film', { budget: 10.005 }, 'budget field.decimals'],
    ['V35', 'film', { year: 1700 }, 'year field.range'],
    ['V33', 'film', { releaseDate: '2026/01/01' }, 'releaseDate field.date'],
    ['B03', 'film', { still: [{}, {}, {}, {}] }, 'still file.count'],
  ];
  it.each(refused)('%s %s refuses %j', async (_id, object, change, problem) => {
    expect(await problems(object, change)).toEqual([problem]);
  });

  const taken: [string, string, Row][] = [
    ['E10', 'company', { id: 'A_1b', type: 10 }],
    ['V37', 'company', { conTel1: '(02) 2345-6789 #12', conTel2: '' }],
    ['V38', 'company', { comTel: 'JP,+81312345678' }],
    ['V32', 'company', { webSite: '/get/files/profile.pdf' }],
    ['E11', 'company', { contract: [{ name: '授權合約', date: '', start: '2024-02-29', end: '' }] }],
    ['E12', 'company', { contract: [{ name: 'A', attachment: [{ fileName: 'a.pdf', size: 0, link: 'https://example.com/a.pdf', altName: 'b' }] }] }],
    ['E13', 'user', { id: '_mei.lin-2', roles: ['[]', '[op]'], menu: 7, avatar: [{ filepath: 'a', link: '/get/files/a.png', desc: '' }] }],
    ['V24', 'film', { id: 'f.01' }],
    ['E08', 'film', { rating: '[PG12]', quality: '[8K]', material: ['[11]', '[35]', '[40]'], commission: { T: 0.3, B: null, H: 1 } }],
    ['V35', 'film', { budget: 1234567.89, grossWorld: 9999999999999.99 }],
    ['V41', 'film', { quality: '-', season: '-', releaseDate: '' }],
  ];
  it.each(taken)('%s %s takes %j', async (_id, object, change) => {
    expect(await problems(object, change)).toEqual([]);
  });
});
