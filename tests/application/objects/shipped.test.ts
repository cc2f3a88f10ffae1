/** The objects that ship, against the specification's own lists: counts, fields, defaults, patterns, and complete labels in both languages. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, it, describe as suite } from 'vitest';
import { load } from '#codegen/load/read-files.ts';
import type { JsonSchema, JsonValue } from '#codegen/model.ts';

const root = new URL('../../..', import.meta.url);
const folders = { schemasDir: new URL('schemas', root).pathname, localesDir: new URL('locales', root).pathname };
const loaded = await load(folders);
const objects = new Map(loaded.objects.map((object) => [object.name, object]));
const langs = ['tw', 'en'] as const;

it('B01 a field that is for one language says so, for the reader who hears it and the browser that spells it', () => {
  const wrong: string[] = [];
  const walk = (node: JsonValue, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if (!Array.isArray(node) && node.type === 'string' && typeof node.title === 'string') {
      const [, named] = /(?:^| in )(Chinese|English)$/.exec(node.title) ?? [];
      if (named && node['x-lang'] !== (named === 'English' ? 'en' : 'tw')) wrong.push(at);
    }
    for (const [key, inside] of Object.entries(node)) walk(inside as JsonValue, `${at}/${key}`); // JSON
  };
  for (const { name, schema } of loaded.objects) walk(schema as JsonValue, name);
  expect(wrong).toEqual([]);
});

suite('code lists', () => {
  const counts: [string, string, number][] = [
    ['E04', 'genre', 26],
    ['E04', 'length', 8],
    ['E04', 'stage', 5],
    ['E08', 'rating', 6],
    ['E08', 'quality', 7],
    ['E08', 'tag', 41],
    ['E08', 'language', 47],
    ['E08', 'material', 10],
    ['E08', 'branch', 3],
    ['E10', 'company_type', 11],
    ['P01', 'role', 3],
  ];
  it.each(counts)('%s the list %s has %i codes', (_id, name, count) => {
    expect(loaded.context.codes.get(name)?.codes).toHaveLength(count);
  });
  const exact: [string, string, (string | number)[]][] = [
    ['E08', 'rating', ['[-]', '[G]', '[P]', '[PG12]', '[PG15]', '[R]']],
    ['E08', 'material', ['[11]', '[12]', '[13]', '[20]', '[31]', '[32]', '[33]', '[34]', '[35]', '[40]']],
    ['E08', 'branch', ['[T]', '[B]', '[H]']],
    ['E04', 'length', ['[FL]', '[TW]', '[TL]', '[SH]', '[SL]', '[CM]', '[SE]', '[IM]']],
    ['E04', 'stage', [0, 1, 2, 3, 4]],
    ['E10', 'company_type', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['P01', 'role', ['[]', '[op]', '[gs]']],
  ];
  it.each(exact)('%s %s is exactly the specified codes', (_id, name, codes) => {
    expect(loaded.context.codes.get(name)?.codes.map(({ code }) => code)).toEqual(codes);
  });
  it('E04 each length carries the edition 13, 14 or 999', () => {
    const versions = loaded.context.codes.get('length')?.codes.map(({ version }) => version) ?? [];
    expect(versions.every((version) => version === 13 || version === 14 || version === 999)).toBe(true);
    expect(new Set(versions)).toEqual(new Set([13, 14, 999]));
  });
  it('E08 qualities run from [SD] to [8K]', () => {
    const codes = loaded.context.codes.get('quality')?.codes.map(({ code }) => code) ?? [];
    expect([codes[0], codes.at(-1)]).toEqual(['[SD]', '[8K]']);
  });
  it('B02 country, currency and language lists hold the defaults', () => {
    const has = (list: string, code: string): boolean => loaded.context.codes.get(list)?.codes.some((one) => one.code === code) ?? false;
    expect([has('country', 'TW'), has('currency', 'TWD'), has('ui_language', 'tw')]).toEqual([true, true, true]);
    for (const currency of ['TWD', 'JPY', 'CNY', 'HKD', 'USD', 'EUR']) expect(has('currency', currency), currency).toBe(true);
  });
  it.each([...loaded.context.codes.keys()])('%s has every label in both languages, none unused, none twice', (name) => {
    const list = loaded.context.codes.get(name)!;
    const codes = list.codes.map(({ code }) => String(code));
    expect(new Set(codes).size).toBe(codes.length);
    for (const lang of langs) {
      expect(Object.keys(list.labels[lang] ?? {}).sort()).toEqual([...codes].sort());
      expect(Object.values(list.labels[lang] ?? {}).every((label) => label.trim() !== '')).toBe(true);
    }
  });
  it('no labels of a removed list remain', async () => {
    for (const lang of langs) expect(Object.keys(await json(`locales/${lang}/codes.json`)).sort()).toEqual([...loaded.context.codes.keys()].sort());
  });
});

/** What the specification fixes of a field: a subset of its schema; `required` is its place in the object's list. */
type Expected = Record<string, Partial<Record<string, JsonValue>> & { isRequired?: boolean }>;
const company: Expected = {
  id: { type: 'string', pattern: '^[A-Za-z0-9_]+$', minLength: 4, isRequired: true },
  type: { type: 'integer', default: 0, 'x-unset': 0, isRequired: true },
  name: { type: 'string', isRequired: true },
  abbrName: { type: 'string' },
  country: { type: 'string', default: 'TW' },
  taxID: { type: 'string', format: 'digits' },
  currency: { type: 'string', default: 'TWD' },
  comTel: { type: 'string', format: 'phone', default: 'TW,+886' },
  comAddr: { type: 'string' },
  shipAddr: { type: 'string' },
  invAddr: { type: 'string' },
  webSite: { type: 'string', format: 'uri' },
  cnexContact: { type: 'string' },
  comment: { type: 'string' },
  tag: { type: 'array' },
  conName: { type: 'string' },
  conTel1: { type: 'string', format: 'telephone' },
  conTel2: { type: 'string', format: 'telephone' },
  conEmail: { type: 'string', format: 'email' },
  paidfor: { type: 'string' },
  bankn: { type: 'string' },
  bankc: { type: 'string' },
  swift: { type: 'string' },
  account: { type: 'string' },
  contract: { type: 'array' },
};
const temporary: Expected = {
  _tmpdate: { type: 'number', default: 0, 'x-db': { store: false } },
  _tmpflag: { type: 'number', default: 0, 'x-db': { store: false } },
};
const user: Expected = {
  id: { type: 'string', pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]*$', isRequired: true },
  name: { type: 'string', isRequired: true },
  pw: { type: 'string', writeOnly: true, minLength: 4, isRequired: true },
  email: { type: 'string', format: 'email', isRequired: true },
  roles: { type: 'array', minItems: 1, default: ['[gs]'], isRequired: true },
  avatar: { type: 'array' },
  menu: { type: 'integer', minimum: 0, default: 0 },
  lang: { type: 'string', default: 'tw' },
  comment: { type: 'string' },
};
const film: Expected = {
  id: { type: 'string', minLength: 4, isRequired: true },
  fid: { type: 'string' },
  cname: { type: 'string' },
  ename: { type: 'string' },
  year: { type: 'integer' },
  rating: { 'x-codes': 'rating', default: '[-]' },
  quality: { 'x-codes': 'quality' },
  source: { 'x-codes': 'film_source' },
  progress: { 'x-codes': 'film_progress' },
  season: { 'x-codes': 'season' },
  month: { type: 'integer' },
  tag: { type: 'array' },
  restricted: { type: 'array' },
  subtitle: { type: 'array' },
  language: { type: 'array' },
  material: { type: 'array' },
  lengths: { type: 'array' },
  csynopsis: { type: 'string' },
  esynopsis: { type: 'string' },
  contract: { type: 'array' },
  sales: { type: 'array' },
  commission: { type: 'object' },
  bank: { type: 'object' },
  profit: { type: 'array' },
};
const contract: Expected = {
  name: { type: 'string', isRequired: true },
  date: { type: 'string', format: 'date' },
  start: { type: 'string', format: 'date' },
  end: { type: 'string', format: 'date' },
  comment: { type: 'string' },
  attachment: { type: 'array' },
};
const attachment: Expected = {
  filepath: { type: 'string' },
  fileName: { type: 'string', maxLength: 255 },
  size: { type: 'integer' },
  link: { type: 'string', format: 'uri' },
  name: { type: 'string' },
  desc: { type: 'string' },
  altLink: { type: 'string', format: 'uri' },
  altName: { type: 'string' },
  altDesc: { type: 'string' },
};
const picture: Expected = { filepath: { type: 'string' }, link: { type: 'string' }, desc: { type: 'string' } };

suite('fields of specification section 3', () => {
  const cases = [
    ['E10', 'company', company],
    ['E17', 'company', temporary],
    ['E13', 'user', user],
    ['E17', 'user', temporary],
    ['E08', 'film', film],
  ] as const;
  for (const [id, object, expected] of cases) {
    for (const [field, facts] of Object.entries(expected)) {
      it(`${id} ${object}.${field}`, () => check(objects.get(object)!.schema, field, facts));
    }
  }
  const parts = [
    ['E11', 'contract', contract],
    ['E12', 'attachment', attachment],
    ['E13', 'picture', picture],
  ] as const;
  for (const [id, part, expected] of parts) {
    for (const [field, facts] of Object.entries(expected)) {
      it(`${id} ${part}.${field}`, async () => check((await json(`schemas/parts/${part}.json`)) as JsonSchema, field, facts));
    }
  }
  it('E08 commission has one rate a branch T, B, H', () => {
    const branches = Object.keys((fieldOf(objects.get('film')!.schema, 'commission').properties ?? {}) as object);
    expect(branches).toEqual(['T', 'B', 'H']);
  });
  it('B03 one poster of 2 MB, three stills of 3 MB, an avatar of 2 MB', () => {
    const rule = (object: string, field: string): JsonValue | undefined => fieldOf(objects.get(object)!.schema, field)['x-file'];
    expect(rule('film', 'poster')).toMatchObject({ size: '2MB', count: 1 });
    expect(rule('film', 'still')).toMatchObject({ size: '3MB', count: 3 });
    expect(rule('user', 'avatar')).toMatchObject({ size: '2MB', count: 1 });
  });
  it('E10 E13 the contracts of a company and the avatar of a user are the shared parts', () => {
    expect(fieldOf(objects.get('company')!.schema, 'contract')).toMatchObject({ items: { $ref: '#/definitions/contract' } });
    expect(fieldOf(objects.get('user')!.schema, 'avatar')).toMatchObject({ items: { $ref: '#/definitions/picture' } });
  });
});

suite('labels', () => {
  it('every object that ships loads without an error', () => {
    expect(loaded.errors).toEqual([]);
    expect([...objects.keys()]).toEqual(expect.arrayContaining(['company', 'film', 'user']));
  });
  for (const { name, declared } of loaded.objects) {
    it.each(langs)(`B01 ${name} has every text in %s and no unused ones`, async (lang) => {
      expect(keys(await json(`locales/${lang}/${name}.json`))).toEqual([...declaredTexts(declared).keys()].sort());
    });
    it(`B01 ${name} says in its schema what its English texts say`, async () => {
      expect(differing(declared, await json(`locales/en/${name}.json`))).toEqual([]);
    });
    it(`B01 ${name} has Chinese texts in Chinese, not the English ones again`, async () => {
      const tw = (await json(`locales/tw/${name}.json`)) as { name: string };
      expect(tw.name).toMatch(/\p{Script=Han}/u);
    });
  }
  it('parts have both languages with the same keys', async () => {
    const [tw, en] = await Promise.all(langs.map((lang) => json(`locales/${lang}/parts.json`)));
    expect(keys(tw!)).toEqual(keys(en!));
    const files = (await readdir(new URL('schemas/parts', root))).map((file) => file.replace('.json', ''));
    expect(Object.keys(tw!).sort()).toEqual([...files, 'stamps'].sort());
    for (const file of files) expect([file, differing(await json(`schemas/parts/${file}.json`), en![file] as JsonSchema)]).toEqual([file, []]);
  });
  it('no locale file of a removed object remains', async () => {
    const plain = [
      'messages',
      'openapi',
      'openapi-calls',
      'admin',
      'form',
      'files',
      'mails',
      'campaign-mails',
      'operations',
      'print',
      'codes',
      'parts',
      'schedule',
      'why-not',
      'lint',
      'language',
      'import-sheet',
      'workbench',
    ];
    // Texts of pages that are written by hand, and of the application's menu and refusals.
    const pages = ['back-office', 'refusals', 'wish-sheet', 'pairing-board', 'forum-day', 'forum', 'import', 'release', 'viewing', 'vpman'];
    const others = [...plain, ...pages].map((name) => `${name}.json`);
    for (const lang of langs) {
      const files = (await readdir(new URL(`locales/${lang}`, root))).filter((file) => !others.includes(file) && !/^(site|desk)[.-]/.test(file));
      expect(files.sort()).toEqual([...objects.keys()].map((name) => `${name}.json`).sort());
    }
  });
});

function check(schema: JsonSchema, field: string, { isRequired = false, ...facts }: Expected[string]): void {
  const node = fieldOf(schema, field);
  expect(node).toMatchObject(facts);
  expect(((schema.required ?? []) as string[]).includes(field), `${field} required`).toBe(isRequired);
}

/** The field's schema with a reference to a shared part followed; its own keywords win. */
function fieldOf(schema: JsonSchema, field: string): JsonSchema {
  const node = ((schema.properties ?? {}) as Record<string, JsonSchema>)[field];
  expect(node, field).toBeDefined();
  const target = typeof node!.$ref === 'string' ? ((schema.definitions ?? {}) as Record<string, JsonSchema>)[node!.$ref.replace('#/definitions/', '')] : {};
  return { ...target, ...node };
}

async function json(path: string): Promise<JsonSchema> {
  return JSON.parse(await readFile(new URL(path, root), 'utf8')) as JsonSchema; // files of this repository, objects all
}

/** 'fields.cname' → '' for every text of a locale file's object, sorted. */
const keys = (locale: JsonSchema): string[] =>
  texts(locale, '')
    .map(([key]) => key)
    .sort();

/** Texts of a schema that are not those of its English locale. */
function differing(declared: JsonSchema, locale: JsonSchema): string[] {
  const english = new Map(texts(locale, ''));
  const found = [...declaredTexts(declared)].filter(([key, text]) => text !== undefined && text !== english.get(key));
  return found.map(([key, text]) => `${key}: ${text} | ${english.get(key)}`);
}

/** Each text with its dotted key. */
function texts(node: JsonSchema, prefix: string): [string, string][] {
  return Object.entries(node).flatMap(([key, value]): [string, string][] => {
    const at = prefix ? `${prefix}.${key}` : key;
    return typeof value === 'string' ? [[at, value]] : texts(value as JsonSchema, at);
  });
}

/** The texts that an object's own file asks for, with its own words: whatever has a title or description there must have a label in the locales. */
function declaredTexts(declared: JsonSchema): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const add = (key: string, text: JsonValue | undefined): void => void found.set(key, typeof text === 'string' ? text : undefined);
  add('name', declared.title);
  if (declared.description) add('help', declared.description);
  const visit = (node: JsonSchema, prefix: string): void => {
    for (const [name, child] of Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)) {
      const path = prefix ? `${prefix}.${name}` : name;
      if (child.title) add(`fields.${path}`, child.title);
      if (child.description) add(`fieldHelp.${path}`, child.description);
      for (const option of (child.oneOf ?? []) as JsonSchema[]) add(`options.${path}.${option.const}`, option.title);
      for (const value of (child.enum ?? []) as JsonValue[]) add(`options.${path}.${value}`, undefined);
      visit(child, path);
      if (child.items) visit(child.items as JsonSchema, path);
    }
  };
  visit(declared, '');
  const named = (group: string, list: JsonValue | undefined, by: 'key' | 'name'): void => {
    for (const one of (list ?? []) as JsonSchema[]) {
      add(`${group}.${one[by]}`, one.title);
      if (typeof one.confirm === 'string') add(`confirms.${one[by]}`, one.confirm);
    }
  };
  const of = (keyword: string, part: string): JsonValue | undefined => (declared[keyword] as JsonSchema | undefined)?.[part];
  named('tabs', of('x-form', 'tabs'), 'key');
  for (const tab of (of('x-form', 'tabs') ?? []) as JsonSchema[]) named('sections', tab.sections, 'key');
  named('quick', of('x-list', 'quick'), 'key');
  named('views', declared['x-views'], 'key');
  named('reminders', declared['x-reminders'], 'name');
  named('actions', declared['x-actions'], 'name');
  named('transitions', of('x-workflow', 'transitions'), 'name');
  return found;
}
