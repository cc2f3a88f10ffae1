/** Loading: what a file's text says wrongly, references between files, labels. */
import { expect, it, describe as suite } from 'vitest';
import { describe as describeObject } from '#codegen/describe/describe.ts';
import { loadFrom } from '#codegen/load/load.ts';
import type { ObjectEntry } from '#codegen/model.ts';

type Files = Record<string, unknown>;

function texts(files: Files): Map<string, string> {
  return new Map(Object.entries(files).map(([file, value]) => [file, typeof value === 'string' ? value : JSON.stringify(value)]));
}

function entryOf(files: Files, name = 'film'): ObjectEntry {
  const loaded = loadFrom(texts(files));
  expect(loaded.errors).toEqual([]);
  const object = loaded.objects.find((candidate) => candidate.name === name);
  if (!object) throw new Error(`no ${name}`);
  return describeObject(object, loaded.context);
}

suite('a file that is not JSON', () => {
  const cases: [string, string, RegExp][] = [
    ['a missing value', '{\n  "title": \n}', /film\.json:3:1 is not JSON.*a value/],
    ['a trailing comma', '{ "a": 1, }', /film\.json:1:11 is not JSON.*key in double quotes/],
    ['a comma left out', '{ "a": 1\n "b": 2 }', /film\.json:2:2 is not JSON.*","/],
    ['a text that does not end', '{ "a": "x }', /film\.json:1:8/],
    ['single quotes', "{ 'a': 1 }", /film\.json:1:3/],
    ['a file cut off', '{ "a": [1, 2', /film\.json:1:13.*the file ends/],
    ['an empty file', '', /film\.json:1:1.*the file ends/],
    ['two documents', '{} {}', /film\.json:1:4.*end of the file/],
    ['the same key twice', '{ "a": 1,\n  "a": 2 }', /film\.json:2:3.*"a" stands twice/],
    ['a list at the top', '[]', /film\.json: an object/],
  ];
  it.each(cases)('names file, line and column of %s', (_what, text, message) => {
    const loaded = loadFrom(texts({ 'schemas/film.json': text, 'schemas/company.json': { title: 'Company' } }));
    expect(loaded.errors).toMatchObject([{ file: 'schemas/film.json', message: expect.stringMatching(message) }]);
    expect(loaded.objects.map(({ name }) => name)).toEqual(['company']);
  });

  it('may begin with a byte order mark', () => {
    expect(loadFrom(texts({ 'schemas/film.json': '\uFEFF{}' })).objects).toHaveLength(1);
  });
});

suite('places that a file names itself', () => {
  const money = { type: 'object', properties: { sum: { type: 'integer' } } };

  it.each([
    ['an $anchor', { ...money, $anchor: 'money' }, '#money'],
    ['an $id of draft-07 that is an anchor', { ...money, $id: '#money' }, '#money'],
    ['an $id with an empty fragment', { ...money, $id: 'https://example.com/money' }, 'https://example.com/money#'],
    ['a pointer inside an $id', { properties: { of: money }, $id: 'https://example.com/pay' }, 'https://example.com/pay#/properties/of'],
    ['an $id of its own', { ...money, $id: 'https://example.com/money' }, 'https://example.com/money'],
  ])('%s is what a reference names', (_what, node, $ref) => {
    const { model } = entryOf({ 'schemas/film.json': { $defs: { 'a/b': node }, properties: { fee: { $ref, title: 'Fee' } } } });
    const fee = model.fields.find(({ name }) => name === 'fee');
    expect(fee).toMatchObject({ kind: 'object', fields: [{ name: 'sum', kind: 'integer' }] });
  });

  it('the file itself is named by its own $id', () => {
    const tree = { $id: 'https://example.com/tree', properties: { name: { type: 'string' }, inner: { $ref: 'https://example.com/tree' } } };
    expect(loadFrom(texts({ 'schemas/tree.json': tree })).errors).toEqual([]);
  });

  it('an $anchor inside an example or a default is data, and so is a $ref', () => {
    const aside = { $anchor: 'money', $id: '#money', $ref: 'https://example.com/none' };
    const film = { properties: { a: { type: 'boolean', examples: [aside], default: aside }, b: { $ref: '#money' } } };
    expect(loadFrom(texts({ 'schemas/film.json': film })).errors).toMatchObject([
      { message: expect.stringContaining('"#money" names an $anchor that is not there') },
    ]);
  });

  it('nothing is fetched: what a reference to outside names takes any JSON', () => {
    const film = { properties: { a: { $ref: 'https://example.com/money.json#/definitions/sum' } } };
    const { errors, objects } = loadFrom(texts({ 'schemas/film.json': film }));
    expect(errors).toEqual([]);
    expect(objects[0]?.schema.properties).toEqual({ a: { 'x-json': true } });
  });
});

suite('files that name each other', () => {
  const attachment = { type: 'object', properties: { link: { type: 'string', format: 'uri', maxLength: 500 } } };
  const contract = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 50 }, attachment: { type: 'array', items: { $ref: 'attachment.json' } } },
  };

  it('a part of a part is bundled into the object', () => {
    const { schema, model } = entryOf({
      'schemas/parts/contract.json': contract,
      'schemas/parts/attachment.json': attachment,
      'schemas/film.json': { properties: { contract: { type: 'array', items: { $ref: 'parts/contract.json' } } } },
    });
    expect(JSON.stringify(schema)).not.toContain('.json');
    const field = model.fields.find(({ name }) => name === 'contract');
    expect(field?.kind).toBe('list');
    expect(field?.fields?.map(({ name }) => name)).toEqual(['name', 'attachment']);
    expect(field?.fields?.[1]?.fields?.map(({ name }) => name)).toEqual(['link']);
  });

  it('a reference to nothing is an error of the file that contains it', () => {
    const loaded = loadFrom(
      texts({
        'schemas/film.json': { properties: { a: { $ref: 'parts/nothing.json' }, b: { type: 'boolean' } } },
        'schemas/other.json': { properties: { a: { $ref: '#/definitions/x' } } },
      }),
    );
    expect(loaded.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('parts/nothing.json'),
      expect.stringContaining('"#/definitions/x" points at nothing'),
    ]);
  });

  it('siblings of a reference win over the part', () => {
    const { model } = entryOf({
      'schemas/parts/money.json': { title: 'Money', type: 'number', multipleOf: 0.01 },
      'schemas/film.json': { properties: { fee: { $ref: 'parts/money.json', title: 'Fee', minimum: 0 } } },
    });
    expect(model.fields.find(({ name }) => name === 'fee')).toMatchObject({
      kind: 'decimal',
      label: { en: 'Fee' },
      minimum: 0,
      multipleOf: 0.01,
      column: { type: 'decimal', precision: 15, scale: 2 },
    });
  });

  it('allOf of a part gives its fields, required names and labels to the object, whose own take precedence', () => {
    const { model, schema } = entryOf({
      'schemas/parts/project.json': {
        type: 'object',
        required: ['cname'],
        properties: { cname: { type: 'string', maxLength: 50 }, stage: { type: 'integer' } },
      },
      'locales/tw/parts.json': { project: { fields: { cname: '片名' } } },
      'schemas/film.json': { allOf: [{ $ref: 'parts/project.json' }], properties: { stage: { type: 'string', maxLength: 9 } } },
    });
    expect(schema.required).toEqual(['cname']);
    expect(model.fields.find(({ name }) => name === 'cname')).toMatchObject({ required: true, label: { tw: '片名', en: 'Cname' } });
    expect(model.fields.find(({ name }) => name === 'stage')?.kind).toBe('string');
  });

  it('a file that is one reference, and allOf inside a part, are flattened too', () => {
    const { model } = entryOf({
      'schemas/parts/base.json': { type: 'object', properties: { a: { type: 'boolean' } } },
      'schemas/parts/more.json': { allOf: [{ $ref: 'base.json' }], properties: { b: { type: 'boolean' } } },
      'schemas/film.json': { $ref: 'parts/more.json', 'x-entity': { group: 'film' } },
    });
    expect(model.fields.map(({ name }) => name).slice(0, 3)).toEqual(['id', 'b', 'a']);
    expect(model.entity.group).toBe('film');
  });

  it('a shape that contains itself ends', () => {
    const { model, validation } = entryOf({
      'schemas/film.json': {
        definitions: {
          node: { type: 'object', properties: { name: { type: 'string', maxLength: 9 }, inner: { type: 'array', items: { $ref: '#/definitions/node' } } } },
        },
        properties: { tree: { $ref: '#/definitions/node' } },
      },
    });
    expect(model.fields.find(({ name }) => name === 'tree')?.fields?.map(({ kind }) => kind)).toEqual(['string', 'json']);
    expect(validation.definitions).toHaveProperty('node');
  });
});

suite('labels', () => {
  it('come from the object, then the part, then the title, then the name', () => {
    const { model } = entryOf({
      'schemas/parts/bank.json': {
        type: 'object',
        properties: { swift: { type: 'string', maxLength: 11 }, account_no: { type: 'string', maxLength: 30, title: 'Account' } },
      },
      'locales/tw/parts.json': { bank: { name: '銀行', fields: { swift: '代碼', account_no: '帳號' } }, stamps: { fields: { update_at: '最後更新' } } },
      'locales/tw/film.json': { name: '影片', fields: { 'bank.account_no': '銀行帳號' } },
      'locales/en/film.json': { fields: { bank: 'Bank account' } },
      'schemas/film.json': { title: 'Film', properties: { bank: { $ref: 'parts/bank.json' } } },
    });
    const bank = model.fields.find(({ name }) => name === 'bank');
    expect(model.label).toEqual({ tw: '影片', en: 'Film' });
    expect(bank?.label).toEqual({ tw: '銀行', en: 'Bank account' });
    expect(bank?.fields?.map(({ label }) => label)).toEqual([
      { tw: '代碼', en: 'Swift' },
      { tw: '銀行帳號', en: 'Account' },
    ]);
    expect(model.fields.find(({ name }) => name === 'update_at')?.label).toEqual({ tw: '最後更新', en: 'Updated' });
  });

  it('of codes come from locales/codes.json, with the edition and colour of the list', () => {
    const { model } = entryOf({
      'schemas/codes/genre.json': {
        codes: [
          { code: '[AR]', version: 13, color: 'info' },
          { code: '[CU]', deprecated: true },
        ],
      },
      'locales/tw/codes.json': { genre: { '[AR]': '藝術' } },
      'schemas/film.json': { properties: { genre: { type: 'array', 'x-codes': 'genre' }, first: { 'x-codes': 'genre' } } },
    });
    const genre = model.fields.find(({ name }) => name === 'genre');
    expect(genre).toMatchObject({ kind: 'multiselect', codes: 'genre' });
    expect(genre?.options).toEqual([
      { value: '[AR]', label: { tw: '藝術', en: '[AR]' }, version: 13, color: 'info' },
      { value: '[CU]', label: { tw: '[CU]', en: '[CU]' }, deprecated: true },
    ]);
    expect(model.fields.find(({ name }) => name === 'first')).toMatchObject({ kind: 'select', default: '-', unset: '-' });
  });
});
