/** The workbench's edits of a schema: whatever one does, the file stays in the language, and everything that names a field follows it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addField,
  changeKind,
  fieldAt,
  isRequired,
  type LabelWord,
  labelOf,
  moveField,
  removeField,
  renameField,
  setAccess,
  setColumns,
  setExpression,
  setLabel,
  setOptions,
  setRequired,
  setUnique,
  setWord,
} from '#admin/schemas/document/edits.ts';
import { choiceOf, type FieldChoice, fieldChoices } from '#admin/schemas/document/kinds.ts';
import { asTabs, putFields } from '#admin/schemas/document/layout.ts';
import { addAt, entriesAt, freeName, moveAt, putAt, removeAt, renameAt, valueAt } from '#admin/schemas/document/places.ts';
import { layOut, readDocument, type SchemaDocument, textsOf, writeDocument } from '#admin/schemas/document/schema-document.ts';
import { fieldPaths } from '#admin/schemas/document/uses.ts';
import { derive } from '#codegen/pipeline.ts';

const when = (field: string, value: string) => ({ properties: { [field]: { const: value } }, required: [field] });

/** Everything that can name a field. */
const boat: SchemaDocument = {
  schema: {
    title: 'Boat',
    type: 'object',
    'x-entity': { group: 'master', icon: 'star' },
    'x-titleTemplate': '{name} ({port})',
    required: ['name', 'state'],
    'x-list': {
      columns: ['name', 'state', 'length', 'launched'],
      sort: ['launched', 'DESC'],
      filters: ['state', 'port'],
      quick: [{ key: 'long', title: 'Long', filter: { 'length@gte': 12, $or: [{ state: 'afloat' }, { 'port@null': true }] } }],
      sums: ['length', { field: 'length', by: 'state', filter: { state: 'afloat' } }],
      rowColor: [{ when: when('state', 'sunk'), color: 'error' }],
    },
    'x-form': {
      tabs: [
        { key: 'main', title: 'Main', sections: [{ key: 'names', title: 'Names', fields: ['id', 'name', 'port'] }, { key: 'rest', fields: ['state', 'length'] }] },
        { key: 'more', title: 'More', fields: ['launched', 'crew', 'home', 'note', 'serial', 'mailbox', 'remark', 'worth', 'until'] },
      ],
      sidebar: ['update_at'],
    },
    'x-search': ['name', 'port'],
    'x-duplicates': ['name'],
    'x-indexes': [['state', 'launched']],
    'x-uniques': [['name', 'port']],
    'x-access': { '[op]': 'all', rows: { '[gs]': when('state', 'afloat') } },
    'x-workflow': {
      field: 'state',
      transitions: [{ name: 'sink', title: 'Sink', from: 'afloat', to: 'sunk', locks: ['length'], asks: ['note'], requires: { properties: { length: { minimum: 1 } }, required: ['length'] } }],
    },
    'x-views': [{ key: 'by-state', title: 'By state', filter: { 'crew.rank': 'mate' }, columns: [{ path: 'name', pin: true }, 'home.street'], group: { path: 'state' }, layout: { kind: 'board', field: 'state' } }, { key: 'years', title: 'Years', group: { path: 'state', across: { path: 'launched', step: 'year' } }, layout: { kind: 'calendar', field: 'launched', until: 'until' } }],
    'x-reminders': [{ name: 'old', title: 'Old', when: { field: 'launched', days: 365 }, filter: { state: 'afloat' } }],
    'x-naming': { field: 'serial', pattern: 'B-{YYYY}-{####}' },
    'x-rules': [
      { name: 'long', when: 'state == "afloat"', rule: 'length > 0 && size(home.street) < 80', field: 'length', message: { tw: '太短', en: 'Too short' } },
      { name: 'crewed', rule: 'crew.exists(c, c.rank == "mate" || isEmpty(c.who))', field: 'crew', message: 'No mate' },
    ],
    'x-on': [
      { name: 'sold', when: 'changed', fields: ['state', 'length'], if: 'old.length < length', do: [{ set: { remark: "'grown to ' + text(length)" } }] },
      {
        name: 'lost',
        when: 'moved',
        to: 'sunk',
        do: [
          { create: { object: 'harbour', as: 'grave', values: { name: 'name + port' } } },
          { mail: { to: ['[op]', 'mailbox'], subject: '{name} lies at {grave.name}', text: { tw: '{state}', en: '{home.street} {grave.id}' } } },
          { set: { remark: 'grave.name' } },
        ],
      },
      { name: 'yearly', when: { field: 'launched', days: 365 }, do: [{ webhook: 'Yard' }] },
      { name: 'monday', when: { every: 'week', on: 1, at: '08:00' }, do: [{ create: { object: 'harbour', values: { name: "'monday'" } } }] },
    ],
    properties: {
      serial: { type: 'string', title: 'Serial', maxLength: 40 },
      mailbox: { type: 'string', title: 'Mail', format: 'email', maxLength: 80 },
      remark: { type: 'string', title: 'Remark', maxLength: 200 },
      worth: { type: 'number', title: 'Worth', 'x-formula': 'length * 2 + crew.count(c, c.rank == "cook")' },
      until: { type: 'string', title: 'Until', format: 'date', 'x-default': 'addDays(launched, 30)' },
      name: { type: 'string', title: 'Name', maxLength: 80 },
      port: { type: 'string', title: 'Port', maxLength: 80, 'x-visibleWhen': when('state', 'afloat') },
      state: { title: 'State', oneOf: [{ const: 'afloat', title: 'Afloat' }, { const: 'sunk', title: 'Sunk' }], type: 'string' },
      length: { type: 'number', title: 'Length', minimum: 0, maximum: 400, 'x-requiredWhen': when('state', 'afloat') },
      launched: { type: 'string', title: 'Launched', format: 'date', 'x-db': { index: true } },
      crew: {
        type: 'array',
        title: 'Crew',
        items: { type: 'object', required: ['who'], properties: { who: { type: 'string', title: 'Who', maxLength: 80 }, rank: { type: 'string', title: 'Rank', enum: ['mate', 'cook'] } } },
      },
      home: { type: 'object', title: 'Home', properties: { street: { type: 'string', title: 'Street', maxLength: 80 } } },
      note: { type: 'string', title: 'Note', maxLength: 400, 'x-was': 'comment', readOnly: true },
    },
  },
  labels: { en: { name: 'Boat', fields: { name: 'Name', 'crew.who': 'Sailor' }, options: { state: { afloat: 'Afloat' } } } },
}; // biome-ignore format: a schema

const errorsOf = (document: SchemaDocument) => {
  const texts = writeDocument(document);
  const files = new Map([
    ['schemas/harbour.json', '{"properties": {"name": {"type": "string", "maxLength": 9}}}'],

    ['schemas/boat.json', texts.schema],
    ...Object.entries(texts.labels).map(([lang, text]) => [`locales/${lang}/boat.json`, text] as const),
  ]);
  return derive(files).errors.map(({ message }) => message);
};

type Edit = (document: SchemaDocument) => SchemaDocument;
const stored = new Set(fieldPaths(boat.schema));
const pick = (document: SchemaDocument, at: number) => {
  const paths = fieldPaths(document.schema);
  return paths[at % paths.length] ?? '';
};
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.stringMatching(/^[a-z]{2,6}$/), fc.constantFrom(...fieldChoices)).map(
    ([name, choice]): Edit =>
      (before) =>
        fieldAt(before.schema, `new_${name}`) ? before : addField(before, `new_${name}`, choice, { to: 'harbour', title: 'New' }),
  ),
  fc.tuple(fc.nat(), fc.stringMatching(/^[a-z]{2,6}$/)).map(
    ([at, name]): Edit =>
      (before) =>
        renameField(before, pick(before, at), `to_${name}`, stored),
  ),
  fc.nat().map(
    (at): Edit =>
      (before) => {
        const path = pick(before, at);
        const [top = '', inner] = path.split('.');
        const beside = inner
          ? fieldPaths(before.schema).filter((one) => one.startsWith(`${top}.`))
          : fieldPaths(before.schema).filter((one) => !one.includes('.'));
        return beside.length > 1 ? removeField(before, path) : before;
      },
  ),
  fc.tuple(fc.nat(), fc.integer({ min: -3, max: 3 })).map(
    ([at, by]): Edit =>
      (before) =>
        moveField(before, pick(before, at), by),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...fieldChoices)).map(
    ([at, choice]): Edit =>
      (before) => {
        const path = pick(before, at);
        return path.includes('.') && ['reference', 'references', 'files', 'list', 'object'].includes(choice)
          ? before
          : changeKind(before, path, choice, 'harbour');
      },
  ),
  fc.tuple(fc.nat(), fc.constantFrom('x-formula' as const, 'x-default' as const)).map(
    ([at, word]): Edit =>
      (before) => {
        const path = pick(before, at);
        const text = expressions[choiceOf(fieldAt(before.schema, path) ?? {}) ?? 'json'];
        const isOwn = isRequired(before.schema, path) || path.includes('.') || !text;
        return isOwn ? before : setExpression(before, path, word, text);
      },
  ),
  fc.tuple(fc.constantFrom('x-rules', 'x-on', 'x-views', 'x-reminders'), fc.nat(3), fc.integer({ min: -2, max: 2 })).map(
    ([word, at, by]): Edit =>
      (before) =>
        entriesAt(before, [word])[at] ? moveAt(before, [word, at], by) : before,
  ),
  fc
    .tuple(
      fc.constantFrom<[string, 'name' | 'key', LabelWord]>(['x-rules', 'name', 'rules'], ['x-on', 'name', 'automations'], ['x-views', 'key', 'views']),
      fc.nat(3),
      fc.boolean(),
    )
    .map(
      ([[word, key, labels], at, isGone]): Edit =>
        (before) =>
          !entriesAt(before, [word])[at]
            ? before
            : isGone
              ? removeAt(before, [word, at], key, labels)
              : renameAt(before, [word, at], key, labels, freeName(before, [word], key, 'another')),
    ),
  fc.nat().map(
    (at): Edit =>
      (before) => {
        const path = pick(before, at);
        const name = freeName(before, ['x-rules'], 'name', 'rule');
        return addAt(before, ['x-rules'], { name, rule: `has(${self(path)}) || true`, field: path, message: 'No' });
      },
  ),
  fc.tuple(fc.nat(), fc.boolean()).map(
    ([at, is]): Edit =>
      (before) =>
        setRequired(before, pick(before, at), is),
  ),
  fc.tuple(fc.nat(), fc.string({ minLength: 1, maxLength: 8 })).map(
    ([at, text]): Edit =>
      (before) =>
        setLabel(before, 'tw', pick(before, at), text),
  ),
  fc.tuple(fc.nat(), fc.nat(1)).map(
    ([at, tab]): Edit =>
      (before) => {
        const path = pick(before, at);
        return path.includes('.') ? before : into(asTabs(before), tab, path);
      },
  ),
  fc.constantFrom<Edit>(
    (before) => setAccess(before, '[gs]', ['list']),
    (before) => setAccess(before, '[op]', undefined),
  ),
);

function into(document: SchemaDocument, tab: number, path: string): SchemaDocument {
  const at = ['x-form', 'tabs', tab % entriesAt(document, ['x-form', 'tabs']).length, 'fields'];
  return putFields(document, at, [...textsOf(valueAt(document.schema, at)).filter((one) => one !== path), path]);
}

/** Of each kind that is worked out. */
const expressions: Partial<Record<FieldChoice, string>> = {
  line: "'a' + 'b'",
  text: 'trim("a ")',
  integer: '1 + 2',
  decimal: 'round(7 / 3, 2)',
  number: '1.5',
  boolean: '1 < 2',
  date: 'addDays("2026-01-01", 1)',
};

/** A path as an expression reads it whatever its names are; of what lies in a list the list. */
function self(path: string): string {
  return `self[${JSON.stringify(path.split('.')[0])}]`;
}

describe('every edit of the workbench', () => {
  it('begins with a file that lints', () => expect(errorsOf(boat)).toEqual([]));

  it('gives a file that lints, one after another', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        const after = edits.reduce((document, change) => change(document), boat);
        expect(errorsOf(after)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['text', 'html', 'uri'] as const)('a field that becomes %s leaves the indexes that cannot hold it', (choice) => {
    expect(errorsOf(changeKind(boat, 'name', choice))).toEqual([]);
  });

  it('a field renamed and renamed back is as it was, wherever it is named', () => {
    fc.assert(
      fc.property(fc.nat(), fc.stringMatching(/^[a-z]{2,6}$/), (at, name) => {
        const path = pick(boat, at);
        const to = [...path.split('.').slice(0, -1), `to_${name}`].join('.');
        const there = renameField(boat, path, `to_${name}`, stored);
        expect(JSON.stringify(there)).not.toBe(JSON.stringify(boat));
        expect(renameField(there, to, path.split('.').at(-1) ?? '', stored)).toEqual(boat);
      }),
    );
  });

  it('expressions follow a field that gets another name, as they were typed, and go with what they read', () => {
    const after = renameField(renameField(boat, 'length', 'how-long', stored), 'crew.rank', 'duty', stored);
    expect(fieldAt(after.schema, 'worth')?.['x-formula']).toBe('self["how-long"] * 2 + crew.count(c, c.duty == "cook")');
    expect(valueAt(after.schema, ['x-on', 0])).toMatchObject({ fields: ['state', 'how-long'], if: 'old["how-long"] < self["how-long"]' });
    const without = removeField(boat, 'length');
    expect(fieldAt(without.schema, 'worth')).not.toHaveProperty('x-formula');
    expect(entriesAt(without, ['x-rules']).map(({ entry }) => entry.name)).toEqual(['crewed']);
    expect(fieldAt(changeKind(boat, 'length', 'decimal').schema, 'worth')).toHaveProperty('x-formula');
    expect(fieldAt(changeKind(boat, 'length', 'date').schema, 'worth')).not.toHaveProperty('x-formula');
  });

  it('what is worked out is given a value by nothing else', () => {
    const { schema } = setExpression(setExpression(boat, 'remark', 'x-formula', "name + '!'"), 'serial', 'x-formula', "'S'");
    expect(JSON.stringify(schema['x-on'])).not.toContain('"remark"');
    expect(schema['x-naming']).toBeUndefined();
    expect(errorsOf({ ...boat, schema })).toEqual([]);
    expect(fieldAt(setExpression(boat, 'worth', 'x-formula', '').schema, 'worth')).not.toHaveProperty('x-formula');
  });

  it('an entry is put, moved, renamed with its texts and taken away', () => {
    const spoken = setLabel(boat, 'tw', 'long', '太短了', 'rules');
    const named = renameAt(spoken, ['x-rules', 0], 'name', 'rules', 'length');
    expect([labelOf(named, 'tw', 'length', 'rules'), labelOf(named, 'tw', 'long', 'rules')]).toEqual(['太短了', '']);
    expect(removeAt(named, ['x-rules', 0], 'name', 'rules').labels.tw).toEqual({});
    expect(entriesAt(moveAt(boat, ['x-on', 0], 2), ['x-on']).map(({ entry }) => entry.name)).toEqual(['lost', 'yearly', 'sold', 'monday']);
    expect(putAt(putAt(boat, ['x-list', 'pageSize'], 50), ['x-list', 'pageSize'], undefined)).toEqual(boat);
    // A list that says its columns alone keeps them.
    const short = putAt(boat, ['x-list'], ['name', 'port']);
    expect(putAt(short, ['x-list', 'sort'], ['name', 'ASC']).schema['x-list']).toEqual({ columns: ['name', 'port'], sort: ['name', 'ASC'] });
    expect(addAt(short, ['x-list', 'quick'], { key: 'long', filter: {} }).schema['x-list']).toEqual({
      columns: ['name', 'port'],
      quick: [{ key: 'long', filter: {} }],
    });
    expect(putAt(putAt(boat, ['x-search'], undefined), ['x-search', 0], 'name').schema['x-search']).toEqual(['name']);
  });

  it('a renamed field is named so everywhere, and remembers what it was', () => {
    const { schema } = renameField(boat, 'state', 'condition', stored);
    const { 'x-was': was, ...field } = fieldAt(schema, 'condition') ?? {};
    expect(was).toBe('state');
    expect(JSON.stringify({ ...schema, properties: { ...(schema.properties as object), condition: field } })).not.toContain('"state"');
    expect(renameField(boat, 'crew.who', 'sailor', stored)).toMatchObject({ labels: { en: { fields: { 'crew.sailor': 'Sailor' } } } });
  });

  it('a field that was never saved is renamed without a trace', () => {
    const after = renameField(addField(boat, 'draught', 'number'), 'draught', 'depth', stored);
    expect(fieldAt(after.schema, 'depth')).toEqual({ type: 'number' });
    expect(JSON.stringify(after)).not.toContain('draught');
  });

  it('what is not known stays untouched', () => {
    const odd: SchemaDocument = { ...boat, schema: { ...boat.schema, 'other-program': { name: ['name', 'state'] }, $comment: 'name' } };
    const after = removeField(renameField(odd, 'name', 'title', stored), 'state');
    expect(after.schema).toMatchObject({ 'other-program': { name: ['name', 'state'] }, $comment: 'name' });
  });

  it('each kind that is chosen is read as that kind again', () => {
    for (const choice of fieldChoices) {
      const field = fieldAt(addField(boat, 'fresh', choice, { to: 'boat' }).schema, 'fresh');
      expect(choiceOf(field ?? {}), choice).toBe(choice satisfies FieldChoice);
    }
  });

  it('B01 the first field of a group is called as the reader calls it', () => {
    for (const choice of ['object', 'list'] as const) {
      expect(fieldAt(addField(boat, 'fresh', choice, { first: '名稱' }).schema, 'fresh.name')?.title, choice).toBe('名稱');
      expect(fieldAt(changeKind(boat, 'name', choice, '', '名稱').schema, 'name.name')?.title, choice).toBe('名稱');
    }
  });

  it('options, columns, labels and limits are set and taken away', () => {
    const words = setOptions(boat, 'state', [{ const: 'afloat', title: 'Afloat' }, { const: 'sunk' }, { const: 'sold', title: 'sold' }]);
    expect(fieldAt(words.schema, 'state')?.oneOf).toEqual([{ const: 'afloat', title: 'Afloat' }, { const: 'sunk' }, { const: 'sold' }]);
    expect(errorsOf(setColumns(setUnique(words, 'name', true), ['name', 'port']))).toEqual([]);
    expect(labelOf(setLabel(boat, 'tw', '', '船'), 'tw', '')).toBe('船');
    expect(setLabel(setLabel(boat, 'tw', 'name', '名'), 'tw', 'name', '').labels.tw).toEqual({});
    expect(setWord(setWord(boat, 'name', 'pattern', '^A'), 'name', 'pattern', '')).toEqual(boat);
  });
});

describe('the text of a document', () => {
  it('is the same document when it is read, and the same text when that is written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const schema = JSON.parse(JSON.stringify(value));
        const text = layOut(schema);
        expect(JSON.parse(text)).toEqual(schema);
        expect(layOut(JSON.parse(text))).toBe(text);
      }),
    );
    expect(readDocument(writeDocument(boat))).toEqual(boat);
  });
});
