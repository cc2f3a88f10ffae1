/** What describe makes of declarations: kinds, defaults, access, surfaces, and the effective schema of docs/decisions/002. */
import { expect, it, describe as suite } from 'vitest';
import { describe as describeObject } from '#codegen/describe/describe.ts';
import { makeAjv } from '#codegen/emit/ajv.ts';
import { loadFrom } from '#codegen/load/load.ts';
import type { FieldModel, ObjectEntry } from '#codegen/model.ts';
import { toProblems } from '#rules/records/validation.ts';

function entryOf(schema: object): ObjectEntry {
  const loaded = loadFrom(new Map([['schemas/film.json', JSON.stringify(schema)]]));
  expect(loaded.errors).toEqual([]);
  const [object] = loaded.objects;
  if (!object) throw new Error('no object');
  return describeObject(object, loaded.context);
}

function fieldOf(node: object): FieldModel | undefined {
  return entryOf({ properties: { f: node } }).model.fields.find(({ name }) => name === 'f');
}

/** The problems of one value of the field `f`. */
function problems(node: object, value: unknown, required = false): string[] {
  const entry = entryOf({ properties: { f: node }, ...(required && { required: ['f'] }) });
  const validate = makeAjv().compile(entry.validation);
  const record = { id: 'one', ...(value === undefined ? {} : { f: value }) };
  const errors = validate(record) ? [] : (validate.errors ?? []);
  return toProblems(errors, record, entry.model).map(({ path, code }) => `${path} ${code}`);
}

suite('x-lang', () => {
  it('a language of the product is said as HTML says it, any other as it stands', () => {
    const said = (lang: string) => fieldOf({ type: 'string', maxLength: 80, 'x-lang': lang })?.lang;
    expect([said('tw'), said('en'), said('fr-CA')]).toEqual(['zh-Hant-TW', 'en', 'fr-CA']);
    expect(fieldOf({ type: 'string', maxLength: 80 })).not.toHaveProperty('lang');
  });
});

suite('an object with a title only', () => {
  const { model } = entryOf({ title: 'Note' });
  it('has its key and stamps, a list and a form', () => {
    expect(model.fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['id', 'string'],
      ['ver', 'integer'],
      ['create_at', 'datetime'],
      ['update_at', 'datetime'],
      ['update_by', 'string'],
    ]);
    expect(model.list).toMatchObject({ columns: ['id', 'update_at'], sort: { field: 'update_at', order: 'DESC' }, pageSize: 25 });
    expect(model.form.tabs.map(({ sections }) => sections.map(({ fields }) => fields))).toEqual([[['id']]]);
    expect(model.form.sidebar).toEqual(['create_at', 'update_at', 'update_by']);
  });
  it('P01 gives guests list and read, operators also create, update, export and import, administrators everything', () => {
    expect(model.access.verbs).toEqual({
      list: ['[]', '[op]', '[gs]'],
      read: ['[]', '[op]', '[gs]'],
      create: ['[]', '[op]'],
      update: ['[]', '[op]'],
      delete: ['[]'],
      export: ['[]', '[op]'],
      import: ['[]', '[op]'],
    });
  });
});

suite('access', () => {
  it('P01 a named role replaces its default, and an empty list gives no right', () => {
    const { verbs } = entryOf({ 'x-access': { '[gs]': [], '[op]': 'all' } }).model.access;
    expect(verbs.read).toEqual(['[]', '[op]']);
    expect(verbs.delete).toEqual(['[]', '[op]']);
  });
});

suite('labels', () => {
  const files = (schema: object) =>
    new Map([
      ['schemas/book.json', JSON.stringify(schema)],
      ['schemas/parts/work.json', JSON.stringify({ type: 'object', properties: { name: { type: 'string', maxLength: 9 } } })],
      ['locales/en/parts.json', JSON.stringify({ stamps: { fields: { id: 'Id', update_by: 'By' } }, work: { fields: { name: 'Work name' } } })],
    ]);
  const labels = (schema: object): Record<string, string> => {
    const loaded = loadFrom(files(schema));
    const [object] = loaded.objects;
    return Object.fromEntries(object ? describeObject(object, loaded.context).model.fields.map(({ name, label }) => [name, label.en]) : []);
  };

  it("of every object's fields are the shipped ones, unless the file has its own", () => {
    expect(labels({ properties: { pages: { type: 'integer' } } })).toMatchObject({ id: 'Id', update_by: 'By' });
    expect(labels({ properties: { id: { type: 'string', title: 'ISBN' }, update_by: { title: 'Librarian' } } })).toMatchObject({
      id: 'ISBN',
      update_by: 'Librarian',
    });
  });
  it("of a part's field are the part's labels, unless a title is beside the reference", () => {
    const $ref = 'parts/work.json#/properties/name';
    expect(labels({ properties: { a: { $ref }, b: { $ref, title: 'Heading' } } })).toMatchObject({ a: 'Work name', b: 'Heading' });
  });
});

suite('fields that are called like keywords', () => {
  it('are fields, with the references inside them', () => {
    const node = { type: 'object', properties: { inner: { $ref: '#/definitions/word' } } };
    const names = ['default', 'enum', 'const', 'examples', 'properties', 'items', 'required', 'dependencies', 'dependentRequired', 'definitions'];
    const entry = entryOf({ definitions: { word: { type: 'string', maxLength: 7 } }, properties: Object.fromEntries(names.map((name) => [name, node])) });
    for (const name of names) {
      expect(entry.model.fields.find((field) => field.name === name)?.fields, name).toMatchObject([{ name: 'inner', maxLength: 7 }]);
    }
  });
  it('and named $schema or $id reach the linter, which refuses such names', () => {
    expect(Object.keys(entryOf({ properties: { $id: { type: 'boolean' }, $schema: { type: 'boolean' } } }).schema.properties ?? {})).toEqual(
      expect.arrayContaining(['$id', '$schema']),
    );
  });
});

suite('kinds', () => {
  const cases: [object, string, unknown][] = [
    [{ type: 'string', maxLength: 50 }, 'string', ''],
    [{ type: 'string', maxLength: 5000 }, 'text', ''],
    [{ type: 'string', maxLength: 50, 'x-ui': 'textarea' }, 'text', ''],
    [{ type: 'string', maxLength: 50, 'x-ui': 'html' }, 'html', ''],
    [{ type: 'string', maxLength: 50, writeOnly: true }, 'password', ''],
    [{ type: 'string', format: 'date' }, 'date', ''],
    [{ type: 'integer' }, 'integer', null],
    [{ type: 'number' }, 'number', null],
    [{ type: 'number', multipleOf: 0.01 }, 'decimal', null],
    [{ type: 'boolean' }, 'boolean', false],
    [{ enum: ['a'] }, 'select', '-'],
    [{ enum: [1, 2] }, 'select', null],
    [{ enum: [0, 1], 'x-unset': 0 }, 'select', 0],
    [{ type: 'array', items: { type: 'string' } }, 'tags', []],
    [{ type: 'array', items: { enum: ['a'] } }, 'multiselect', []],
    [{ type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } } } }, 'list', []],
    [{ type: 'object', properties: { a: { type: 'boolean' } } }, 'object', {}],
    [{ type: 'object' }, 'json', {}],
    [{ 'x-relation': 'film' }, 'reference', ''],
    [{ type: 'array', 'x-relation': 'film' }, 'references', []],
    [{ 'x-file': 'poster' }, 'files', []],
  ];
  it.each(cases)('%j is a %s with default %j', (node, kind, empty) => expect(fieldOf(node)).toMatchObject({ kind, default: empty }));
});

suite('the effective schema', () => {
  const text = { type: 'string', maxLength: 5 };
  it('V31 a required string fails when it is empty or missing', () => {
    expect(problems(text, '', true)).toEqual(['f field.required']);
    expect(problems(text, undefined, true)).toEqual(['f field.required']);
  });
  it('V30 an optional one may be empty whatever else it says', () => {
    for (const more of [{ format: 'email' }, { pattern: '^[A-Z]$' }, { minLength: 3 }, { format: 'date' }])
      expect(problems({ ...text, ...more }, '')).toEqual([]);
    expect(problems(text, null)).toEqual(['f field.type']);
  });
  it('V32 a text is as long as its column in characters, not in bytes', () => {
    expect(problems(text, '🎬🎬🎬🎬🎬')).toEqual([]);
    expect(problems(text, '🎬🎬🎬🎬🎬🎬')).toEqual(['f field.long']);
  });
  it('a string inside a JSON column may have any length, one in a column of its own as much as the column, which is wide where nobody said', () => {
    const long = 'x'.repeat(5000);
    const inner = { properties: { a: { type: 'string' } } };
    for (const [node, value] of [
      [{ type: 'object', ...inner }, { a: long }],
      [{ type: 'array', items: inner }, [{ a: long }]],
      [{ type: 'array', items: { type: 'string' } }, [long]],
    ] as const)
      expect(problems(node, value)).toEqual([]);
    expect(problems({ type: 'array', 'x-child': true, items: inner }, [{ a: long }])).toEqual([]);
    expect(problems({ type: 'array', 'x-child': true, items: inner }, [{ a: 'x'.repeat(16_001) }])).toEqual(['f/0/a field.long']);
    const narrow = { properties: { a: { type: 'string', maxLength: 20 } } };
    expect(problems({ type: 'array', 'x-child': true, items: narrow }, [{ a: long }])).toEqual(['f/0/a field.long']);
    expect(problems({ type: 'object', ...inner }, { a: 'x'.repeat(16_001) })).toEqual(['f/a field.long']);
  });
  it('a pattern is not tried on a text that is too long', () => {
    expect(problems({ ...text, pattern: '^[A-Z]+$' }, 'abcdefgh')).toEqual(['f field.long']);
    expect(problems({ ...text, pattern: '^[A-Z]+$' }, 'abc')).toEqual(['f field.pattern']);
  });
  it('V35 numbers are numbers, integers integers, both within bounds and column', () => {
    expect(problems({ type: 'integer' }, null)).toEqual([]);
    expect(problems({ type: 'integer' }, null, true)).toEqual(['f field.required']);
    expect(problems({ type: 'integer' }, 1.5)).toEqual(['f field.integer']);
    expect(problems({ type: 'integer' }, '1')).toEqual(['f field.integer']);
    expect(problems({ type: 'integer' }, 2_147_483_648)).toEqual([]);
    expect(problems({ type: 'integer', minimum: 0, maximum: 2_147_483_647 }, 2_147_483_648)).toEqual(['f field.range']);
    expect(problems({ type: 'integer' }, 2 ** 53)).toEqual(['f field.range']);
    expect(problems({ type: 'number', minimum: 0 }, -1)).toEqual(['f field.range']);
    expect(problems({ type: 'number' }, '1')).toEqual(['f field.number']);
    expect(problems({ type: 'number', multipleOf: 0.01 }, 1999.95)).toEqual([]);
    expect(problems({ type: 'number', multipleOf: 0.01 }, 1.005)).toEqual(['f field.decimals']);
  });
  it('V40 a required array needs an item', () => {
    const tags = { type: 'array', items: { type: 'string', maxLength: 5 } };
    expect(problems(tags, [], true)).toEqual(['f field.required']);
    expect(problems(tags, [])).toEqual([]);
    expect(problems({ ...tags, maxItems: 1 }, ['a', 'b'])).toEqual(['f field.toomany']);
    expect(problems({ ...tags, minItems: 2 }, [])).toEqual([]);
    expect(problems({ ...tags, minItems: 2 }, ['a'])).toEqual(['f field.items']);
  });
  it("V41 a select's default is '-', and a required one refuses it", () => {
    expect(problems({ enum: ['a'] }, '-')).toEqual([]);
    expect(problems({ enum: ['a'] }, '-', true)).toEqual(['f field.required']);
    expect(problems({ enum: ['a'] }, 'b')).toEqual(['f field.option']);
    expect(problems({ enum: [0, 1], 'x-unset': 0 }, 0, true)).toEqual(['f field.required']);
    expect(problems({ enum: [0, 1], 'x-unset': 0 }, 0)).toEqual([]);
  });
  it('V42 a record without a key gets a problem, unless the server makes the key', () => {
    const validate = makeAjv().compile(entryOf({}).validation);
    expect(validate({ id: '' })).toBe(false);
    expect(makeAjv().compile(entryOf({ properties: { id: { type: 'string', maxLength: 64, readOnly: true } } }).validation)({ id: '' })).toBe(true);
  });
  it('x-requiredWhen requires only where its condition is met, nested fields too', () => {
    const when = { properties: { on: { const: true } }, required: ['on'] };
    const entry = entryOf({
      properties: {
        on: { type: 'boolean' },
        a: { ...text, 'x-requiredWhen': when },
        o: { type: 'object', properties: { n: { type: 'integer', 'x-requiredWhen': when } } },
      },
    });
    const validate = makeAjv().compile(entry.validation);
    const codes = (record: Record<string, unknown>): string[] =>
      toProblems(validate(record) ? [] : (validate.errors ?? []), record, entry.model).map(({ path, code }) => `${path} ${code}`);
    expect(codes({ id: 'x', on: false, a: '', o: { n: null } })).toEqual([]);
    expect(codes({ id: 'x', on: true, a: '', o: { n: null } })).toEqual(['a field.required', 'o/n field.required']);
  });
  it('fields required by then and dependentRequired are missing while they are empty', () => {
    const entry = entryOf({
      properties: { kind: { enum: ['a', 'b'] }, a: text, tick: { type: 'boolean' }, note: text },
      if: { properties: { kind: { const: 'b' } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
      then: { required: ['a'] },
      dependentRequired: { tick: ['note'] },
    });
    const validate = makeAjv().compile(entry.validation);
    const codes = (record: Record<string, unknown>): string[] =>
      toProblems(validate(record) ? [] : (validate.errors ?? []), record, entry.model).map(({ path, code }) => `${path} ${code}`);
    expect(codes({ id: 'x', kind: 'a', a: '', tick: false, note: '' })).toEqual([]);
    expect(codes({ id: 'x', kind: 'b', a: '', tick: true, note: '' })).toEqual(['a field.required', 'note field.required']);
    expect(codes({ id: 'x', kind: 'b', a: 'x', tick: true, note: 'y' })).toEqual([]);
  });
  it('an unknown key is reported at its path', () => {
    expect(problems({ type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } } } }, [{ a: true, b: 1 }])).toEqual([
      'f/0/b field.unknown',
    ]);
  });
});

suite('a big object', () => {
  it('is filtered and sorted only where an index answers', () => {
    const { model } = entryOf({
      'x-entity': { big: true },
      'x-indexes': [['year']],
      properties: { year: { type: 'integer' }, name: { type: 'string', maxLength: 9 } },
    });
    const on = (surface: 'filter' | 'sort'): string[] => model.fields.filter(({ surfaces }) => surfaces[surface]).map(({ name }) => name);
    expect(on('filter')).toEqual(['id', 'year', 'update_at']);
    expect(on('sort')).toEqual(['id', 'year', 'update_at']);
  });
});

suite('the hash', () => {
  it('changes with everything that matters, but not with the order of keys', () => {
    const one = entryOf({ title: 'A', properties: { a: { type: 'boolean', title: 'X' } } });
    expect(entryOf({ properties: { a: { title: 'X', type: 'boolean' } }, title: 'A' }).model.hash).toBe(one.model.hash);
    expect(entryOf({ title: 'A', properties: { a: { type: 'boolean', title: 'Y' } } }).model.hash).not.toBe(one.model.hash);
  });
});

suite('what a row is called where the schema does not say', () => {
  it.each([
    [['sku', 'name', 'title'], '{name}'],
    [['id', 'Title', 'body'], '{Title}'],
    [['first_name', 'last_name', 'city'], '{first_name} {last_name}'],
    [['givenName', 'familyName', 'displayName'], '{displayName}'],
    [['file_name', 'product_name'], '{product_name}'],
    [['username', 'city'], '{username}'],
    [['mail', 'city'], '{city}'],
    [['mail'], '{mail}'],
    [[], '{id}'],
  ] as const)('of %j it is %s', (names, template) => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 50, ...(name === 'mail' && { format: 'email' }) }]));
    expect(entryOf({ properties }).model.titleTemplate).toBe(template);
  });
});
