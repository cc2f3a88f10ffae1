/** Each rule of the linter by a file that breaks exactly that rule: the finding names file, field, keyword and what would be right. */
import { describe, expect, it } from 'vitest';
import { describe as describeObject } from '#codegen/describe.ts';
import type { Finding } from '#codegen/finding.ts';
import { lint } from '#codegen/lint.ts';
import { loadFrom } from '#codegen/load.ts';

type Json = Record<string, unknown>;

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
  return lint(
    loaded,
    loaded.objects.map((object) => describeObject(object, loaded.context)),
  );
}

const field = (node: Json): Json => film({}, { extra: node });

describe('a file that breaks one rule', () => {
  it('of none has no finding', () => {
    expect(findings(film())).toEqual([]);
  });

  const cases: [rule: string, schema: Json, expected: { field: string; keyword: string; should: RegExp; level?: string }, more?: Record<string, Json>][] = [
    ['unknown x- key', field({ type: 'boolean', 'x-lable': 'A' }), { field: 'extra', keyword: 'x-lable', should: /known are|should be/ }],
    [
      'unknown x- key near a known one',
      field({ type: 'boolean', 'x-surface': ['list'] }),
      { field: 'extra', keyword: 'x-surface', should: /should be "x-surfaces"/ },
    ],
    ['unknown standard key', field({ type: 'boolean', readonly: true }), { field: 'extra', keyword: 'readonly', should: /should be "readOnly"/ }],
    ['unknown key at the top', film({ 'x-lists': [] }), { field: '', keyword: 'x-lists', should: /should be "x-list"/ }],
    ['value of the wrong shape', field({ type: 'boolean', 'x-pii': 'yes' }), { field: 'extra', keyword: 'x-pii', should: /of type boolean/ }],
    ['unknown part of a hint', film({ 'x-entity': { groop: 'a' } }), { field: '', keyword: 'x-entity', should: /should be "group"/ }],
    ['field keyword at the top', film({ 'x-pii': true }), { field: '', keyword: 'x-pii', should: /inside one of "properties"/ }],
    ['object keyword in a field', field({ type: 'boolean', 'x-search': ['cname'] }), { field: 'extra', keyword: 'x-search', should: /top of the file/ }],
    ['unknown widget', field({ type: 'boolean', 'x-ui': 'swich' }), { field: 'extra', keyword: 'x-ui', should: /should be "switch"/ }],
    ['unknown role', film({ 'x-access': { '[opp]': ['list'] } }), { field: '', keyword: 'x-access', should: /\[op\]/ }],
    ['unknown role of a field', field({ type: 'boolean', 'x-access': { read: ['[boss]'] } }), { field: 'extra', keyword: 'x-access', should: /one of/ }],
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
    ['string column without maxLength', field({ type: 'string' }), { field: 'extra', keyword: 'maxLength', should: /say maxLength/ }],
    ['money without multipleOf or precision', field({ type: 'number', 'x-display': 'money' }), { field: 'extra', keyword: 'multipleOf', should: /0\.01/ }],
    [
      'two fields that differ by case only',
      field({ type: 'object', properties: { Name: { type: 'string', maxLength: 9 }, name: { type: 'string', maxLength: 9 } } }),
      { field: 'extra.name', keyword: 'properties', should: /another name/ },
    ],
    ['reserved name of a field', film({}, { q: { type: 'boolean' } }), { field: 'q', keyword: 'properties', should: /another name/ }],
    ['default that its own schema refuses', field({ type: 'string', maxLength: 3, default: 'long' }), { field: 'extra', keyword: 'default', should: /allows/ }],
    [
      'default that is no option',
      film({}, { extra: { oneOf: [{ const: 'a', title: 'A' }], default: 'b' } }),
      { field: 'extra', keyword: 'default', should: /allows/ },
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
      { field: 'tag', keyword: 'x-indexes', should: /leave it out/ },
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

  it('a fault in a shared part is reported in the object that uses it', () => {
    const found = findings(film({}, { bank: { $ref: 'parts/bank.json' } }), {
      'schemas/parts/bank.json': { type: 'object', properties: { swift: { type: 'string', 'x-lable': 'A' } } },
    });
    expect(found).toMatchObject([{ file: 'schemas/film.json', field: 'bank.swift', keyword: 'x-lable' }]);
  });
});
