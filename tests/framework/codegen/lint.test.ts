/** Each rule of the linter by a file that breaks exactly that rule: the finding names file, field, keyword and what would be right. */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { describe as describeObject } from '#codegen/describe/describe.ts';
import type { Finding } from '#codegen/lint/finding.ts';
import { lint } from '#codegen/lint/lint.ts';
import { loadFrom } from '#codegen/load/load.ts';
import { knownNames } from '#rules/records/known-names.ts';
import { sayFinding } from '#rules/words/finding-words.ts';
import grammar from '../../../codegen/meta.json' with { type: 'json' };
import tw from '../../../locales/tw/lint.json' with { type: 'json' };

type Json = Record<string, unknown>;

it('the grammar of schema files is a JSON Schema itself', () => {
  const ajv = new Ajv({ strict: false });
  expect([ajv.validateSchema(grammar), ajv.errors]).toEqual([true, null]);
});

const company = { title: 'Company', properties: { name: { type: 'string', maxLength: 100 } } };

/** A clean film with `changes` on top and `fields` beside its own. */
function film(changes: Json = {}, fields: Json = {}): Json {
  return {
    title: 'Film',
    required: ['cname'],
    properties: { cname: { type: 'string', maxLength: 100 }, rating: { oneOf: [{ const: '[G]', title: 'General' }] }, ...fields },
    ...changes,
  };
}

function findings(schema: Json, more: Record<string, Json> = {}): Finding[] {
  const files = { 'schemas/film.json': schema, 'schemas/company.json': company, ...more };
  const loaded = loadFrom(new Map(Object.entries(files).map(([file, value]) => [file, JSON.stringify(value)])));
  expect(loaded.errors).toEqual([]);
  const found = lint(
    loaded,
    loaded.objects.map((object) => describeObject(object, loaded.context)),
    { known: knownNames() },
  );
  for (const { message } of found) said.add(message);
  return found;
}

/** every message of this file's cases */
const said = new Set<string>();

const field = (node: Json): Json => film({}, { extra: node });

/** With an automation. */
function happening(changes: Json): Json {
  return film({ 'x-on': [{ name: 'one', when: 'created', do: [{ set: { cname: "'x'" } }], ...changes }] });
}

/** With a reminder, and the dates that it may be by. */
function reminding(changes: Json, entity?: Json): Json {
  const day = { type: 'string', format: 'date' };
  const reminder = { name: 'ends', title: 'Ends', when: { field: 'ends', days: -3 }, ...changes };
  return film(
    { 'x-reminders': [reminder], ...(entity && { 'x-entity': entity }) },
    { ends: day, days: { type: 'array', items: { type: 'object', properties: { day } } } },
  );
}

describe('a file that breaks one rule', () => {
  it('of none has no finding', () => {
    expect(findings(film())).toEqual([]);
  });

  it.each([
    '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^(https?://)?([\\w-]+\\.)+[\\w-]+$',
    '^(?:\\d{1,3},)*\\d{1,3}$',
    '^[A-Z]{3}-\\d{4}$',
    '^\\p{L}[\\p{L} .-]*$',
  ])('the pattern %s of a short text is let through', (pattern) => {
    expect(findings(field({ type: 'string', maxLength: 200, pattern }))).toEqual([]);
  });

  const cases: [rule: string, schema: Json, expected: { field: string; keyword: string; should: RegExp; level?: string }, more?: Record<string, Json>][] = [
    ['unknown x- key', field({ type: 'boolean', 'x-lable': 'A' }), { field: 'extra', keyword: 'x-lable', should: /ignored/, level: 'warning' }],
    [
      'unknown x- key near a known one',
      field({ type: 'boolean', 'x-surface': ['list'] }),
      { field: 'extra', keyword: 'x-surface', should: /should be "x-surfaces"/ },
    ],
    ['unknown standard key', field({ type: 'boolean', readonly: true }), { field: 'extra', keyword: 'readonly', should: /should be "readOnly"/ }],
    ['unknown key at the top', film({ 'x-lists': [] }), { field: '', keyword: 'x-lists', should: /should be "x-list"/ }],
    ['value of the wrong shape', field({ type: 'boolean', 'x-pii': 'yes' }), { field: 'extra', keyword: 'x-pii', should: /of type boolean/ }],
    ['unknown part of a hint', film({ 'x-entity': { groop: 'a' } }), { field: '', keyword: 'x-entity', should: /should be "group"/ }],
    ['field keyword at the top', film({ 'x-pii': true }), { field: '', keyword: 'x-pii', should: /in one of the "properties"/ }],
    ['object keyword in a field', field({ type: 'boolean', 'x-search': ['cname'] }), { field: 'extra', keyword: 'x-search', should: /top of the file/ }],
    ['unknown widget', field({ type: 'boolean', 'x-ui': 'swich' }), { field: 'extra', keyword: 'x-ui', should: /should be "switch"/ }],
    ['unknown role', film({ 'x-access': { '[opp]': ['list'] } }), { field: '', keyword: 'x-access', should: /\[op\]/ }],
    ['unknown role of a field', field({ type: 'boolean', 'x-access': { read: ['[boss]'] } }), { field: 'extra', keyword: 'x-access', should: /one of/ }],
    [
      'reminder by a field that is not there',
      reminding({ when: { field: 'ende', days: -3 } }),
      { field: '', keyword: 'x-reminders', should: /should be "ends"/ },
    ],
    [
      'reminder by a part of a list that is not there',
      reminding({ when: { field: 'days.da', days: 3 } }),
      { field: '', keyword: 'x-reminders', should: /should be "day"/ },
    ],
    ['reminder by what is no date', reminding({ when: { field: 'cname', days: 3 } }), { field: '', keyword: 'x-reminders', should: /one of ends, days.day/ }],
    [
      'reminder of a big object by a date in a list',
      reminding({ when: { field: 'days.day', days: 3 } }, { big: true }),
      { field: '', keyword: 'x-reminders', should: /field of its own/ },
    ],
    [
      'reminder with a filter by a field that is not there',
      reminding({ filter: { 'cnam@ne': '' } }),
      { field: '', keyword: 'x-reminders', should: /should be "cname"/ },
    ],
    ['reminder with a filter that is none', reminding({ filter: { 'ends@has': 'x' } }), { field: '', keyword: 'x-reminders', should: /as lists take it/ }],
    ['reminder for a role that is not there', reminding({ for: ['[opp]'] }), { field: '', keyword: 'x-reminders', should: /should be "\[op\]"/ }],
    ['reminder for whom no account is', reminding({ for: 'cname' }), { field: '', keyword: 'x-reminders', should: /account of staff/ }],
    ['automation of a field that is not there', happening({ when: 'changed', fields: ['cnam'] }), { field: '', keyword: 'x-on', should: /should be "cname"/ }],
    ['automation of a move without a workflow', happening({ when: 'moved' }), { field: '', keyword: 'x-on', should: /x-workflow/ }],
    ['automation by what is no date', happening({ when: { field: 'cname', days: 1 } }), { field: '', keyword: 'x-on', should: /date-time/ }],
    ['automation with a condition that is none', happening({ if: 'cnam == 1' }), { field: '', keyword: 'x-on', should: /cname/ }],
    ['automation that sets what is not there', happening({ do: [{ set: { cnam: '1' } }] }), { field: '', keyword: 'x-on', should: /should be "cname"/ }],
    ["automation that sets the server's own", happening({ do: [{ set: { update_by: "'me'" } }] }), { field: '', keyword: 'x-on', should: /another field/ }],
    ['automation that sets what is deleted', happening({ when: 'deleted' }), { field: '', keyword: 'x-on', should: /do/ }],
    [
      'automation that creates what is not there',
      happening({ do: [{ create: { object: 'flim', values: { cname: "'x'" } } }] }),
      { field: '', keyword: 'x-on', should: /film/ },
    ],
    [
      'automation that writes to nobody',
      happening({ do: [{ mail: { to: 'cname', subject: 'a', text: 'b' } }] }),
      { field: '', keyword: 'x-on', should: /format email/ },
    ],
    [
      'automation that writes to a role that is not there',
      happening({ do: [{ mail: { to: '[opp]', subject: 'a', text: 'b' } }] }),
      { field: '', keyword: 'x-on', should: /should be "\[op\]"/ },
    ],
    [
      'automation that tells of a field that is not there',
      happening({ do: [{ mail: { to: '[op]', subject: '{cnam}', text: 'b' } }] }),
      { field: '', keyword: 'x-on', should: /should be "cname"/ },
    ],
    ['unknown field in a list', film({ 'x-list': ['cnam'] }), { field: '', keyword: 'x-list', should: /should be "cname"/ }],
    ['unknown field in a form', film({ 'x-form': ['id', 'cname', 'zzz'] }), { field: '', keyword: 'x-form', should: /name a field/ }],
    ['unknown field in required', film({ required: ['cname', 'names'] }), { field: '', keyword: 'required', should: /should be "cname"|name a field/ }],
    [
      'unknown code list',
      field({ type: 'string', maxLength: 10, 'x-codes': 'genres' }),
      { field: 'extra', keyword: 'x-codes', should: /should be "genre"/ },
      { 'schemas/codes/genre.json': { codes: [{ code: '[AR]' }] } },
    ],
    ['unknown relation target', field({ 'x-relation': 'compani' }), { field: 'extra', keyword: 'x-relation', should: /should be "company"/ }],
    [
      'sort or filter on a big object without an index',
      film({ 'x-entity': { big: true } }, { extra: { type: 'boolean', 'x-surfaces': { filter: true } } }),
      { field: 'extra', keyword: 'x-surfaces', should: /index/ },
    ],
    [
      'list of a big object sorted without an index',
      film({ 'x-entity': { big: true }, 'x-list': { sort: ['cname', 'ASC'] } }),
      { field: 'cname', keyword: 'x-list', should: /index/ },
    ],
    [
      'relation whose target has no title',
      field({ 'x-relation': 'tick' }),
      { field: 'extra', keyword: 'x-relation', should: /x-titleTemplate/ },
      { 'schemas/tick.json': { properties: { count: { type: 'integer' } } } },
    ],
    [
      'condition that names a missing field',
      field({ type: 'boolean', 'x-visibleWhen': { properties: { ratings: { const: '[G]' } } } }),
      { field: 'extra', keyword: 'x-visibleWhen', should: /should be "rating"/ },
    ],
    [
      'condition of a row that names a missing field',
      film({ 'x-access': { rows: { '[gs]': { required: ['nothing_here'] } } } }),
      { field: '', keyword: 'x-access', should: /one of|should be/ },
    ],
    [
      'if that names a missing field',
      // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
      film({ if: { properties: { ratng: { const: '[G]' } } }, then: { required: ['cname'] } }),
      { field: '', keyword: 'if', should: /should be "rating"/ },
    ],
    ['required field that no form shows', film({ 'x-form': ['id', 'rating'] }), { field: 'cname', keyword: 'x-form', should: /show it/ }],
    ['enum without labels', field({ type: 'string', enum: ['a', 'b'] }), { field: 'extra', keyword: 'enum', should: /const and a title/, level: 'warning' }],
    ['string column without maxLength', field({ type: 'string' }), { field: 'extra', keyword: 'maxLength', should: /have maxLength/, level: 'warning' }],
    ['money without multipleOf or precision', field({ type: 'number', 'x-display': 'money' }), { field: 'extra', keyword: 'multipleOf', should: /0\.01/ }],
    ['default that its own schema refuses', field({ type: 'string', maxLength: 3, default: 'long' }), { field: 'extra', keyword: 'default', should: /allows/ }],
    [
      'default that is no option',
      film({}, { extra: { oneOf: [{ const: 'a', title: 'A' }], default: 'b' } }),
      { field: 'extra', keyword: 'default', should: /allows/ },
    ],
    [
      'rule that gives no yes or no',
      film({ 'x-rules': [{ name: 'named', rule: 'cname', field: 'cname', message: 'no' }] }),
      { field: '', keyword: 'x-rules', should: /give true or false/ },
    ],
    [
      'rule at a field that is not there',
      film({ 'x-rules': [{ name: 'named', rule: 'has(cname)', field: 'cnme', message: 'no' }] }),
      { field: '', keyword: 'x-rules', should: /"cname"/ },
    ],
    [
      'rule that is there twice',
      film({ 'x-rules': [1, 2].map(() => ({ name: 'named', rule: 'has(cname)', field: 'cname', message: 'no' })) }),
      { field: '', keyword: 'x-rules', should: /name of its own/ },
    ],
    [
      'beginning inside a line',
      field({ type: 'array', items: { type: 'object', properties: { day: { type: 'string', format: 'date', 'x-default': 'today()' } } } }),
      { field: 'extra.day', keyword: 'x-default', should: /"default"/ },
    ],
    ['beginning with something else', field({ type: 'integer', 'x-default': 'today()' }), { field: 'extra', keyword: 'x-default', should: /give a number/ }],
    ['formula that cannot be read', field({ type: 'integer', 'x-formula': '1 +' }), { field: 'extra', keyword: 'x-formula', should: /schema-reference/ }],
    ['formula by a pattern', field({ type: 'boolean', 'x-formula': 'matches(cname, "a+")' }), { field: 'extra', keyword: 'x-formula', should: /startsWith/ }],
    [
      'formula of a field that is not there',
      field({ type: 'string', maxLength: 9, 'x-formula': 'cnme' }),
      { field: 'extra', keyword: 'x-formula', should: /"cname"/ },
    ],
    ['formula that gives something else', field({ type: 'integer', 'x-formula': 'cname' }), { field: 'extra', keyword: 'x-formula', should: /give a number/ }],
    ['formula that adds what cannot be', field({ type: 'integer', 'x-formula': 'cname * 2' }), { field: 'extra', keyword: 'x-formula', should: /be a number/ }],
    [
      'formula of a day that passes',
      field({ type: 'string', format: 'date', 'x-formula': 'today()' }),
      { field: 'extra', keyword: 'x-formula', should: /reminder/ },
    ],
    [
      'formula of what has many values',
      field({ type: 'array', items: { type: 'string' }, 'x-formula': '[cname]' }),
      { field: 'extra', keyword: 'x-formula', should: /integer/ },
    ],
    ['formula of itself', field({ type: 'integer', 'x-formula': 'extra + 1' }), { field: 'extra', keyword: 'x-formula', should: /without the next/ }],
    [
      'formula that shows what not everybody reads',
      film({}, { fee: { type: 'integer', 'x-access': { read: ['[]'], write: ['[]'] } }, extra: { type: 'integer', 'x-formula': 'fee * 2' } }),
      { field: 'extra', keyword: 'x-formula', should: /"x-access"/ },
    ],
    [
      'rule of x-computed that is not there',
      field({ type: 'integer', 'x-computed': 'lineTaxx' }),
      { field: 'extra', keyword: 'x-computed', should: /"lineTax"/ },
    ],
    [
      'verb of an action that is not there',
      film({ 'x-actions': [{ name: 'number', verb: 'number-enrolmnt' }] }),
      { field: '', keyword: 'x-actions', should: /"number-enrolment"/, level: 'warning' },
    ],
    [
      'verb that an action means by its own name',
      film({ 'x-actions': [{ name: 'frobnicate' }] }),
      { field: '', keyword: 'x-actions', should: /one of/, level: 'warning' },
    ],
    ['printed form that is not there', film({ 'x-print': 'sales-ordr' }), { field: '', keyword: 'x-print', should: /"sales-order"/, level: 'warning' }],
    ['icon that is not there', film({ 'x-entity': { icon: 'moovie' } }), { field: '', keyword: 'x-entity', should: /"movie"/, level: 'warning' }],
    [
      'kind of files that is not there',
      field({ type: 'array', 'x-file': { purpose: 'a', kinds: ['exe'] } }),
      { field: 'extra', keyword: 'x-file', should: /one of image, pdf/ },
    ],
    [
      'kind of files that is never stored',
      field({ type: 'array', 'x-file': { purpose: 'a', kinds: ['image/svg+xml'] } }),
      { field: 'extra', keyword: 'x-file', should: /another type/ },
    ],
    [
      'x-child inside a list',
      field({ type: 'array', items: { properties: { rows: { type: 'array', 'x-child': true, items: { properties: { a: { type: 'boolean' } } } } } } }),
      { field: 'extra.rows', keyword: 'x-child', should: /left out/ },
    ],
    [
      'x-child on no list',
      field({ type: 'object', 'x-child': true, properties: { a: { type: 'boolean' } } }),
      { field: 'extra', keyword: 'x-child', should: /array/ },
    ],
    [
      'string of the rows of an x-child list without maxLength',
      field({ type: 'array', 'x-child': true, items: { properties: { a: { type: 'string' } } } }),
      { field: 'extra.a', keyword: 'maxLength', should: /have maxLength/, level: 'warning' },
    ],
    ['many on a string', field({ type: 'string', 'x-relation': { to: 'company', many: true } }), { field: 'extra', keyword: 'x-relation', should: /"array"/ }],
    [
      'many denied on a list',
      field({ type: 'array', 'x-relation': { to: 'company', many: false } }),
      { field: 'extra', keyword: 'x-relation', should: /"string"/ },
    ],
    [
      'two fields with one former name',
      film({}, { a: { type: 'boolean', 'x-was': 'old' }, b: { type: 'boolean', 'x-was': ['older', 'old'] } }),
      { field: 'b', keyword: 'x-was', should: /only one of them/ },
    ],
    ['former name of a field that stands', field({ type: 'boolean', 'x-was': 'cname' }), { field: 'extra', keyword: 'x-was', should: /no longer exists/ }],
    [
      'former name of a field that stands, nested',
      field({ type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'boolean', 'x-was': 'a' } } }),
      { field: 'extra.b', keyword: 'x-was', should: /no longer exists/ },
    ],
    [
      'condition that compares a string with a number',
      field({ type: 'boolean', 'x-visibleWhen': { properties: { cname: { const: 5 } } } }),
      { field: 'extra', keyword: 'x-visibleWhen', should: /of type string/ },
    ],
    [
      'condition that compares a number with a text',
      film({}, { year: { type: 'integer' }, extra: { type: 'boolean', 'x-visibleWhen': { properties: { year: { enum: [2020, '2021'] } } } } }),
      { field: 'extra', keyword: 'x-visibleWhen', should: /of type integer/ },
    ],
    [
      'condition that asks a minimum of a text',
      film({ 'x-access': { rows: { '[gs]': { properties: { cname: { minimum: 5 } } } } } }),
      { field: '', keyword: 'x-access', should: /string can answer/ },
    ],
    ['ver declared as a text', film({}, { ver: { type: 'string', maxLength: 9 } }), { field: 'ver', keyword: 'type', should: /left out/ }],
    ['ver declared by hand', film({}, { ver: { type: 'integer' } }), { field: 'ver', keyword: 'properties', should: /left out/, level: 'warning' }],
    ['stamp of another type', film({}, { create_at: { type: 'integer' } }), { field: 'create_at', keyword: 'type', should: /another name/ }],
    ['file that says nothing', {}, { field: '', keyword: 'properties', should: /at least one/ }],
    ['file of another type', { type: 'string' }, { field: '', keyword: 'type', should: /"object"/ }],
    ['field without a name', film({}, { '': { type: 'boolean' } }), { field: '', keyword: 'properties', should: /another name/ }],
    [
      'field that is called as what no object of JavaScript can hold',
      film({}, JSON.parse('{ "__proto__": { "type": "boolean" } }')),
      { field: '', keyword: 'properties', should: /another name/ },
    ],
    ...['^(a+)+$', '(a|a)*$', '^(\\w+\\s?)*$', '^((a{1,100}){1,100}){1,100}$', '^(.*?,){11}P'].map((pattern): (typeof cases)[number] => [
      `pattern that takes endlessly long: ${pattern}`,
      field({ type: 'string', maxLength: 40, pattern }),
      { field: 'extra', keyword: 'pattern', should: /no repetition/ },
    ]),
    [
      'pattern that takes too long for the length',
      field({ type: 'string', maxLength: 16_000, pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' }),
      { field: 'extra', keyword: 'pattern', should: /short maxLength/ },
    ],
    [
      'pattern of a condition that takes endlessly long',
      field({ type: 'boolean', 'x-visibleWhen': { properties: { cname: { pattern: '^(a+)+$' } } } }),
      { field: 'extra', keyword: 'pattern', should: /no repetition/ },
    ],
    [
      'pattern of the items of a list that takes endlessly long',
      field({ type: 'array', items: { type: 'string', pattern: '^(a+)+$' } }),
      { field: 'extra', keyword: 'pattern', should: /no repetition/ },
    ],
    ['limits the wrong way round', field({ type: 'integer', minimum: 9, maximum: 3 }), { field: 'extra', keyword: 'minimum', should: /3 or less/ }],
    [
      'pattern that is no expression',
      field({ type: 'string', maxLength: 9, pattern: '([' }),
      { field: 'extra', keyword: 'pattern', should: /regular expression/ },
    ],
    [
      'workflow with an unknown state',
      film({ 'x-workflow': { field: 'rating', transitions: [{ name: 'go', from: '[G]', to: '[X]' }] } }),
      { field: 'rating', keyword: 'x-workflow', should: /\[G\]/ },
    ],
    [
      'options that the field has not',
      film({}, { extra: { oneOf: [{ const: 'aa', title: 'A' }], 'x-optionsWhen': [{ when: { required: ['cname'] }, options: ['ab'] }] } }),
      { field: 'extra', keyword: 'x-optionsWhen', should: /should be "aa"/ },
    ],
    ['numbering that counts nothing', film({ 'x-naming': 'SO-{YYYY}' }), { field: '', keyword: 'x-naming', should: /\{####\}/ }],
    [
      'index over what an index cannot hold',
      film({ 'x-indexes': [['tag']] }, { tag: { type: 'array', items: { type: 'string', maxLength: 9 } } }),
      { field: 'tag', keyword: 'x-indexes', should: /not be in the index/ },
    ],
  ];

  it.each(cases)('%s', (_rule, schema, expected, more) => {
    const found = findings(schema, more);
    expect(found.map(({ message }) => message)).toEqual([expect.any(String)]);
    const [finding] = found;
    expect(finding).toMatchObject({
      file: 'schemas/film.json',
      field: expected.field,
      keyword: expected.keyword,
      level: expected.level ?? 'error',
      should: expect.stringMatching(expected.should),
    });
    expect(finding?.message).toContain('schemas/film.json');
    expect(finding?.message.endsWith(finding.should)).toBe(true);
    if (expected.field) expect(finding?.message).toContain(`"${expected.field}"`);
    expect(finding?.message).toContain(expected.keyword);
  });

  it('cycle of required relations is found in each of its files', () => {
    const found = findings(film({ required: ['cname', 'agent'] }, { agent: { 'x-relation': 'company' } }), {
      'schemas/company.json': { ...company, required: ['first'], properties: { ...company.properties, first: { 'x-relation': 'film' } } },
    });
    expect(found.map(({ file, field: at, keyword }) => [file, at, keyword])).toEqual([
      ['schemas/company.json', 'first', 'required'],
      ['schemas/film.json', 'agent', 'required'],
    ]);
    expect(found[0]?.message).toContain('company → film → company');
  });

  it('reserved name of an object', () => {
    const loaded = loadFrom(new Map([['schemas/history.json', JSON.stringify(company)]]));
    const found = lint(
      loaded,
      loaded.objects.map((object) => describeObject(object, loaded.context)),
    );
    expect(found).toMatchObject([{ file: 'schemas/history.json', level: 'error', should: expect.stringMatching(/another name/) }]);
  });

  it('names of an object and its list of which no database makes one table name', () => {
    const list = { title: 'Lines', type: 'array', 'x-child': true, items: { type: 'object', properties: { a: { type: 'boolean', title: 'A' } } } };
    const foundOf = (object: string, name: string) => {
      const file = `schemas/${object}.json`;
      const loaded = loadFrom(new Map([[file, JSON.stringify({ ...company, properties: { ...company.properties, [name]: list } })]]));
      return lint(
        loaded,
        loaded.objects.map((one) => describeObject(one, loaded.context)),
      ).filter(({ keyword }) => keyword === 'x-child');
    };
    const [object, name] = ['a'.repeat(22), 'l'.repeat(40)];
    expect(foundOf(object, name)).toEqual([]);
    const found = foundOf(`${object}a`, name);
    expect(found).toMatchObject([{ field: name, level: 'warning', should: expect.stringMatching(/62 characters/) }]);
    said.add(found[0]?.message ?? '');
  });

  it('a fault in a shared part is reported in the object that uses it', () => {
    const found = findings(film({}, { bank: { $ref: 'parts/bank.json' } }), {
      'schemas/parts/bank.json': { type: 'object', properties: { swift: { type: 'string', 'x-lable': 'A' } } },
    });
    expect(found).toMatchObject([{ file: 'schemas/film.json', field: 'bank.swift', keyword: 'x-lable' }]);
  });
});

describe('the page’s language', () => {
  it('B01 has a sentence for every finding of the cases above, with the names in it', () => {
    expect(said.size).toBeGreaterThan(30);
    const english = [...said].map((message) => sayFinding(message, tw)).filter((message) => / (is|are|has|have|should|the|not|no) /.test(message));
    expect(english).toEqual([]);
    expect(sayFinding('schemas/film.json: field "extra", keyword "x-ui": there is no widget "swich"; it should be "switch"', tw)).toBe(
      'schemas/film.json：欄位「extra」、關鍵字「x-ui」：沒有輸入元件「swich」；應為「switch」',
    );
    expect(sayFinding('schemas/film.json:3:1 is not JSON: "x" stands where a value should be', tw)).toContain('不是 JSON');
  });
});
