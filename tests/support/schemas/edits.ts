/**
 * Kinds of edit of a schema file, as a power user makes them: what the object was, what it becomes, its rows before and after, and how dangerous the
 * plan says it is. `docs/evolution.md` tells each; the tests carry each out, kill it in the middle and take it back.
 */
import type { JsonValue } from '#codegen/model.ts';

type Schema = { properties: object } & object;
type Fields = Record<string, JsonValue>;

export interface Edit {
  what: string;
  from: Schema;
  to: Schema;
  /** the rows before, in the order of their ids; `id` and `name` are added */
  rows: Fields[];
  /** the strongest class among the steps that wait for a person; 'safe' where all is done by itself, 'none' where the tables have nothing to do */
  class: 'none' | 'safe' | 'needsData' | 'destructive';
  /** rows that the plan counts, where it counts some */
  counted?: number;
  /** which rows stand in the way, by number, and what puts each right */
  mend?: Record<number, Fields>;
  /** what the rows say after it; what is left out is as it was */
  after?: Fields[];
  /** the object's new name */
  renamed?: true;
}

const text = (maxLength = 20, rest: object = {}) => ({ type: 'string', maxLength, ...rest });
const open = { type: 'string' };
const number = (precision: number, scale: number, rest: object = {}) => ({ type: 'number', 'x-db': { precision: [precision, scale] }, ...rest });
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const date = { type: 'string', format: 'date' };
const time = { type: 'string', format: 'time' };
const moment = { type: 'string', format: 'date-time' };
const self = { type: 'string', 'x-relation': '@self' };
const unique = { 'x-db': { unique: true } };
const index = { 'x-db': { index: true } };
const choice = (...values: string[]) => ({ type: 'string', enum: values });
const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });
const list = (properties: object, rest: object = {}) => ({ type: 'array', items: object(properties), ...rest });
const texts = (rest: object = {}) => ({ type: 'array', items: { type: 'string', maxLength: 20 }, ...rest });
const child = { 'x-child': true };

const schema = (fields: object, rest: object = {}): Schema => ({ properties: { name: text(40), ...fields }, ...rest });

/** An edit of the one field `f`; `values` of it are a row each. */
function field(what: string, from: object, to: object, values: JsonValue[], found: Pick<Edit, 'class' | 'counted' | 'mend'> & { after?: JsonValue[] }): Edit {
  const { after, ...rest } = found;
  return {
    what,
    from: schema({ f: from }),
    to: schema({ f: to }),
    rows: values.map((f) => ({ f })),
    ...(after && { after: after.map((f) => ({ f })) }),
    ...rest,
  };
}

const lines = [{ text: 'one' }, { text: 'two' }];

const added: Edit[] = [
  { what: 'a text is added', from: schema({}), to: schema({ f: text() }), rows: [{}, {}], class: 'safe', after: [{ f: '' }, { f: '' }] },
  {
    what: 'a text with a default is added',
    from: schema({}),
    to: schema({ f: text(20, { default: 'new' }) }),
    rows: [{}, {}],
    class: 'safe',
    after: [{ f: 'new' }, { f: 'new' }],
  },
  { what: 'a number is added', from: schema({}), to: schema({ f: number(10, 2) }), rows: [{}], class: 'safe', after: [{ f: null }] },
  {
    what: 'a whole number with a default is added',
    from: schema({}),
    to: schema({ f: { ...integer, default: 3 } }),
    rows: [{}],
    class: 'safe',
    after: [{ f: 3 }],
  },
  {
    what: 'a formula is added',
    from: schema({ n: integer }),
    to: schema({ n: integer, f: { ...integer, 'x-formula': 'n * 2' } }),
    rows: [{ n: 3 }, { n: null }, { n: 5 }],
    class: 'safe',
    counted: 3,
    after: [
      { n: 3, f: 6 },
      { n: null, f: null },
      { n: 5, f: 10 },
    ],
  },
  {
    what: 'a formula says something else',
    from: schema({ n: integer, f: { ...integer, 'x-formula': 'n * 2' } }),
    to: schema({ n: integer, f: { ...integer, 'x-formula': 'n * 3' } }),
    rows: [
      { n: 3, f: 6 },
      { n: 5, f: 10 },
    ],
    class: 'safe',
    counted: 2,
    after: [
      { n: 3, f: 9 },
      { n: 5, f: 15 },
    ],
  },
  { what: 'a yes or no is added', from: schema({}), to: schema({ f: boolean }), rows: [{}], class: 'safe', after: [{ f: false }] },
  { what: 'a day is added', from: schema({}), to: schema({ f: date }), rows: [{}], class: 'safe', after: [{ f: '' }] },
  { what: 'a reference is added', from: schema({}), to: schema({ f: self }), rows: [{}, {}], class: 'safe', after: [{ f: '' }, { f: '' }] },
  { what: 'an object of fields is added', from: schema({}), to: schema({ f: object({ city: text() }) }), rows: [{}], class: 'safe', after: [{ f: {} }] },
  { what: 'a list of objects is added', from: schema({}), to: schema({ f: list({ text: text() }) }), rows: [{}], class: 'safe', after: [{ f: [] }] },
  {
    what: 'a list in a table of its own is added',
    from: schema({}),
    to: schema({ f: list({ text: text() }, child) }),
    rows: [{}],
    class: 'safe',
    after: [{ f: [] }],
  },
  { what: 'a unique text is added', from: schema({}), to: schema({ f: text(20, unique) }), rows: [{}, {}], class: 'safe', after: [{ f: '' }, { f: '' }] },
  {
    what: 'a required text without a default is added',
    from: schema({}),
    to: schema({ f: text() }, { required: ['f'] }),
    rows: [{}, {}],
    class: 'needsData',
    mend: { 0: { f: 'a' }, 1: { f: 'b' } },
    after: [{ f: 'a' }, { f: 'b' }],
  },
  {
    what: 'a required text with a default is added',
    from: schema({}),
    to: schema({ f: text(20, { default: 'new' }) }, { required: ['f'] }),
    rows: [{}, {}],
    class: 'safe',
    after: [{ f: 'new' }, { f: 'new' }],
  },
];

const removed: Edit[] = (
  [
    ['a text', text(), ['one', '']],
    ['a unique text', text(20, unique), ['one', 'two']],
    ['an indexed text', text(20, index), ['one', 'one']],
    ['a long text', text(5000), ['one'.repeat(900), '']],
    ['a number', number(10, 2), [1.25, null]],
    ['a yes or no', boolean, [true, false]],
    ['a moment', moment, ['2026-01-02 03:04:05', '']],
    ['a reference', self, ['r1', '']],
    ['an object of fields', object({ city: text() }), [{ city: 'Taipei' }, {}]],
    ['a list of objects', list({ text: text() }), [lines, []]],
    ['a list of texts', texts(), [['a', 'b'], []]],
    ['a list in a table of its own', list({ text: text() }, child), [lines, []]],
  ] as const
).map(([what, from, values]) => ({
  what: `${what} is removed`,
  from: schema({ f: from }),
  to: schema({}),
  rows: values.map((f) => ({ f: f as JsonValue })), // the literals above are values
  class: 'safe',
  after: values.map(() => ({})),
}));

const renamed: Edit[] = (
  [
    ['a text', text(), ['one', '']],
    ['a unique text', text(20, unique), ['one', 'two']],
    ['a reference', self, ['r1', '']],
    ['an object of fields', object({ city: text() }), [{ city: 'Taipei' }, {}]],
    ['a list in a table of its own', list({ text: text() }, child), [lines, []]],
  ] as const
).map(([what, from, values]) => ({
  what: `${what} gets another name (x-was)`,
  from: schema({ f: { ...from, 'x-was': 'g' } }),
  to: schema({ g: { ...from, 'x-was': 'f' } }),
  rows: values.map((f) => ({ f: f as JsonValue })), // the literals above are values
  class: 'safe',
  after: values.map((g) => ({ g: g as JsonValue })), // as above
}));

const inside: Edit[] = [
  field('a field is added inside an object', object({ city: text() }), object({ city: text(), zip: text() }), [{ city: 'Taipei' }, {}], { class: 'none' }),
  field('a field is removed inside an object', object({ city: text(), zip: text() }), object({ city: text() }), [{ city: 'Taipei', zip: '100' }, {}], {
    class: 'safe',
    after: [{ city: 'Taipei' }, {}],
  }),
  field(
    'a field inside an object gets another name',
    object({ city: text(20, { 'x-was': 'town' }) }),
    object({ town: text(20, { 'x-was': 'city' }) }),
    [{ city: 'Taipei' }, {}],
    {
      class: 'safe',
      after: [{ town: 'Taipei' }, {}],
    },
  ),
  field('a field is removed inside a list', list({ text: text(), note: text() }), list({ text: text() }), [[{ text: 'one', note: 'first' }], []], {
    class: 'safe',
    after: [[{ text: 'one' }], []],
  }),
  field(
    'a field inside a list gets another name',
    list({ text: text(20, { 'x-was': 'words' }) }),
    list({ words: text(20, { 'x-was': 'text' }) }),
    [lines, []],
    {
      class: 'safe',
      after: [[{ words: 'one' }, { words: 'two' }], []],
    },
  ),
  field(
    "a field of a list's own table is removed",
    list({ text: text(), note: text() }, child),
    list({ text: text() }, child),
    [[{ text: 'one', note: 'first' }], []],
    {
      class: 'safe',
      after: [[{ text: 'one' }], []],
    },
  ),
  field(
    "a field of a list's own table gets another name",
    list({ text: text(20, { 'x-was': 'words' }) }, child),
    list({ words: text(20, { 'x-was': 'text' }) }, child),
    [lines, []],
    { class: 'safe', after: [[{ words: 'one' }, { words: 'two' }], []] },
  ),
  field(
    "a text of a list's own table becomes a whole number",
    list({ text: text() }, child),
    list({ text: integer }, child),
    [[{ text: '1' }, { text: '2' }], []],
    {
      class: 'needsData',
      after: [[{ text: 1 }, { text: 2 }], []],
    },
  ),
];

const kinds: Edit[] = [
  field('a text becomes longer', text(20), text(200), ['one', ''], { class: 'safe' }),
  field('a text becomes shorter, all fit', text(200), text(20), ['one', ''], { class: 'needsData' }),
  field('a text becomes shorter, one does not fit', text(20), text(5), ['far too long', 'ok'], { class: 'needsData', mend: { 0: { f: 'short' } } }),
  field('a text becomes one of many pages', text(20), text(60_000), ['one', ''], { class: 'safe' }),
  field('a text of many pages becomes a short one', text(60_000), text(20), ['one', ''], { class: 'needsData' }),
  field('a text without a width gets one', open, text(20), ['one', ''], { class: 'needsData' }),
  field('a text loses its width', text(20), open, ['one', ''], { class: 'safe' }),
  field('a text is typed in several lines', text(200), text(200, { 'x-ui': 'textarea' }), ['one', ''], { class: 'safe' }),
  field('a text becomes a whole number', text(), integer, ['1999', ''], { class: 'needsData', after: [1999, null] }),
  field('a text becomes a whole number, one is none', text(), integer, ['unknown', '12'], { class: 'needsData', mend: { 0: { f: '7' } }, after: [7, 12] }),
  field('a whole number becomes a text', integer, text(), [1999, null], { class: 'needsData', after: ['1999', ''] }),
  field('a whole number gets decimals', integer, number(10, 2), [12, null], { class: 'needsData' }),
  field('a decimal becomes a whole number', number(10, 2), integer, [12, null], { class: 'needsData' }),
  field('a decimal becomes a whole number, one has a fraction', number(10, 2), integer, [12.5, 3], { class: 'needsData', mend: { 0: { f: 13 } } }),
  field('a decimal gets more places', number(10, 2), number(12, 4), [12.25, null], { class: 'safe' }),
  field('a decimal gets fewer places, all fit', number(12, 4), number(10, 2), [12.25, null], { class: 'needsData' }),
  field('a decimal gets fewer places, one does not fit', number(12, 4), number(10, 2), [12.2525, null], { class: 'needsData', mend: { 0: { f: 12.25 } } }),
  field('a text becomes a decimal', text(), number(10, 2), ['1,200.50', ''], { class: 'needsData', after: [1200.5, null] }),
  field('a text becomes a day', text(), date, ['2026-01-02', ''], { class: 'needsData' }),
  field('a text becomes a day, one is none', text(), date, ['soon', ''], { class: 'needsData', mend: { 0: { f: '2026-05-06' } } }),
  field('a day becomes a text', date, text(), ['2026-01-02', ''], { class: 'needsData' }),
  field('a day becomes a moment', date, moment, ['2026-01-02', ''], { class: 'needsData', after: ['2026-01-02 00:00:00', ''] }),
  field('a moment becomes a day and loses its time', moment, date, ['2026-01-02 03:04:05', ''], {
    class: 'destructive',
    counted: 1,
    after: ['2026-01-02', ''],
  }),
  field('a time of day becomes a text', time, text(), ['03:04:05', ''], { class: 'needsData' }),
  field('a yes or no becomes a whole number', boolean, integer, [true, false], { class: 'needsData', after: [1, 0] }),
  field('a whole number becomes yes or no', integer, boolean, [1, 0], { class: 'needsData', after: [true, false] }),
  field('a text becomes a choice, all fit', text(), choice('a', 'b'), ['a', 'b'], { class: 'needsData' }),
  field('a text becomes a choice, one does not fit', text(), choice('a', 'b'), ['c', 'b'], { class: 'needsData', mend: { 0: { f: 'a' } } }),
  field('a choice becomes a text', choice('a', 'b'), text(200), ['a', 'b'], { class: 'safe' }),
  field('a choice becomes a text that is narrower', choice('a', 'b'), text(), ['a', 'b'], { class: 'needsData' }),
  field('a choice gets one more', choice('a', 'b'), choice('a', 'b', 'c'), ['a', 'b'], { class: 'none' }),
  field('a choice loses one that nobody took', choice('a', 'b', 'c'), choice('a', 'b'), ['a', 'b'], { class: 'needsData' }),
  field('a choice loses one that a row has', choice('a', 'b', 'c'), choice('a', 'b'), ['a', 'c'], { class: 'needsData', mend: { 1: { f: 'b' } } }),
  field('a text becomes a reference', text(200), self, ['r2', ''], { class: 'needsData' }),
  field('a text becomes a reference, one points nowhere', text(200), self, ['nobody', ''], { class: 'needsData', mend: { 0: { f: 'r2' } } }),
  field('a reference becomes a text', self, text(200), ['r2', ''], { class: 'safe' }),
  field('one text becomes a list of texts', text(), texts(), ['a', ''], { class: 'needsData', after: [['a'], []] }),
  field('a list of objects moves to a table of its own', list({ text: text() }), list({ text: text() }, child), [lines, []], {
    class: 'needsData',
    counted: 1,
  }),
  field('a list moves back from a table of its own', list({ text: text() }, child), list({ text: text() }), [lines, []], { class: 'needsData', counted: 1 }),
  field('a list becomes an object and loses what follows the first', list({ text: text() }), object({ text: text() }), [lines, [{ text: 'only' }]], {
    class: 'destructive',
    counted: 1,
    after: [{ text: 'one' }, { text: 'only' }],
  }),
  field('an object becomes a list', object({ text: text() }), list({ text: text() }), [{ text: 'one' }, {}], {
    class: 'needsData',
    after: [[{ text: 'one' }], []],
  }),
];

const demands: Edit[] = [
  field('a field gets an index', text(), text(20, index), ['one', 'one'], { class: 'safe' }),
  field('a field loses its index', text(20, index), text(), ['one', 'one'], { class: 'safe' }),
  field('a field becomes unique', text(), text(20, unique), ['one', ''], { class: 'safe' }),
  field('a field becomes unique, two are equal', text(), text(20, unique), ['one', 'one'], { class: 'needsData', mend: { 1: { f: 'two' } } }),
  field('a field is unique no longer', text(20, unique), text(), ['one', 'two'], { class: 'safe' }),
  field('a text gets a pattern, all fit', text(), text(20, { pattern: '^[a-z]*$' }), ['one', 'two'], { class: 'needsData' }),
  field('a text gets a pattern, one does not fit', text(), text(20, { pattern: '^[a-z]*$' }), ['ONE', 'two'], {
    class: 'needsData',
    mend: { 0: { f: 'one' } },
  }),
  field('a text loses its pattern', text(20, { pattern: '^[a-z]*$' }), text(), ['one', 'two'], { class: 'none' }),
  field('a text becomes an e-mail, one is none', text(), text(20, { format: 'email' }), ['nobody', ''], {
    class: 'needsData',
    mend: { 0: { f: 'a@example.com' } },
  }),
  field('a number gets a least, one is below', integer, { ...integer, minimum: 10 }, [3, 12], { class: 'needsData', mend: { 0: { f: 10 } } }),
  field('a list gets a most, one has more', texts(), texts({ maxItems: 1 }), [['a', 'b'], ['a']], { class: 'needsData', mend: { 0: { f: ['a'] } } }),
  field('a default changes', text(20, { default: 'old' }), text(20, { default: 'new' }), ['one', ''], { class: 'none' }),
  { ...field('a field becomes required, all have it', text(), text(), ['one', 'two'], { class: 'needsData' }), to: schema({ f: text() }, { required: ['f'] }) },
  {
    ...field('a field becomes required, one is empty', text(), text(), ['one', ''], { class: 'needsData', mend: { 1: { f: 'two' } } }),
    to: schema({ f: text() }, { required: ['f'] }),
  },
  { ...field('a field is required no longer', text(), text(), ['one', 'two'], { class: 'none' }), from: schema({ f: text() }, { required: ['f'] }) },
];

const whole: Edit[] = [
  { ...field('labels and titles change', text(), text(20, { title: 'Other', description: 'Said' }), ['one', ''], { class: 'none' }), class: 'none' },
  {
    what: 'fields change their order',
    from: schema({ f: text(), g: text() }),
    to: { properties: { g: text(), f: text(), name: text(40) } },
    rows: [{ f: '1', g: '2' }],
    class: 'none',
  },
  { ...field('the list shows other columns', text(), text(), ['one', ''], { class: 'none' }), to: schema({ f: text() }, { 'x-list': { columns: ['f'] } }) },
  { ...field('a field can be searched', text(), text(), ['one', ''], { class: 'none' }), to: schema({ f: text() }, { 'x-search': ['f'] }) },
  { ...field('a field is searched no longer', text(), text(), ['one', ''], { class: 'none' }), from: schema({ f: text() }, { 'x-search': ['f'] }) },
  { ...field('the object gets another name (x-was)', text(), text(), ['one', ''], { class: 'safe' }), renamed: true },
  {
    what: 'one field goes, one comes, one becomes a number, one gets another name',
    from: schema({ gone: text(), year: text(), note: text(20, { 'x-was': 'words' }) }),
    to: schema({ come: text(20, { default: 'new' }), year: integer, words: text(20, { 'x-was': 'note' }) }),
    rows: [
      { gone: 'a', year: '1999', note: 'x' },
      { gone: 'b', year: '', note: '' },
    ],
    class: 'needsData',
    after: [
      { come: 'new', year: 1999, words: 'x' },
      { come: 'new', year: null, words: '' },
    ],
  },
];

export const edits: readonly Edit[] = [...added, ...removed, ...renamed, ...inside, ...kinds, ...demands, ...whole];
