/** Pairs of an object whose keys are chosen: what belongs behind a key, what is wrong with one, the object that they make (issue 13.1). */
import { describe, expect, it } from 'vitest';
import type { FieldModel, JsonSchema } from '#codegen/model.ts';
import { derive } from '#codegen/pipeline.ts';
import { objectOf, pairsIn, withMember, wordsOf, wrongKey } from '#fields/json/pairs.ts';
import { fieldOf } from '#rules/records/pairs.ts';

function fieldWith(rule: JsonSchema): FieldModel {
  const schema = { title: 'Thing', 'x-entity': { group: 'master' }, properties: { map: { title: 'Map', 'x-json': rule } } };
  const { entries, errors } = derive(new Map([['schemas/thing.json', JSON.stringify(schema)]]));
  expect(errors).toEqual([]);
  const field = entries[0]?.model.fields.find(({ name }) => name === 'map');
  if (!field) throw new Error('no field');
  return field;
}

function pairsWith(rule: JsonSchema) {
  const { pairs } = fieldWith(rule);
  if (!pairs) throw new Error('no pairs');
  return pairs;
}

const limits = {
  type: 'object',
  properties: { region: { type: 'string', title: 'Region' } },
  patternProperties: { '^max': { type: 'integer' }, '^mode': { enum: ['slow', 'fast'] } },
  additionalProperties: false,
  propertyNames: { maxLength: 9 },
};

describe('an object whose keys are chosen', () => {
  it('has a field behind each key by the first pattern that fits, and by what any other key may have', () => {
    const pairs = pairsWith(limits);
    expect([fieldOf(pairs, 'max_a')?.kind, fieldOf(pairs, 'mode')?.kind, fieldOf(pairs, 'least')?.kind]).toEqual(['integer', 'select', undefined]);
    expect(pairs.fields?.map(({ name, label }) => [name, label.en])).toEqual([['region', 'Region']]);
    const open = pairsWith({ type: 'object', patternProperties: { '^max': { type: 'number' } } });
    expect([fieldOf(open, 'max')?.kind, fieldOf(open, 'other')?.kind]).toEqual(['number', 'json']);
  });

  it.each<[string, JsonSchema, string]>([
    ['a text', { type: 'string' }, 'string'],
    ['a text or nothing', { type: ['string', 'null'] }, 'string'],
    ['a day', { type: 'string', format: 'date' }, 'date'],
    ['a tick', { type: 'boolean' }, 'boolean'],
    ['texts', { type: 'array', items: { type: 'string' } }, 'tags'],
    ['a choice', { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 'select'],
    ['a choice of several types', { type: ['boolean', 'string'], enum: [true, 'always'] }, 'select'],
    ['a shape', { $ref: '#/definitions/point' }, 'object'],
    ['several types', { type: ['string', 'number'] }, 'json'],
    ['branches', { anyOf: [{ type: 'string' }, { type: 'object' }] }, 'json'],
    ['pairs', { type: 'object', additionalProperties: { type: 'string' } }, 'json'],
  ])('has the box of %s', (_what, value, kind) => {
    const { values } = pairsWith({
      type: 'object',
      additionalProperties: value,
      definitions: { point: { type: 'object', properties: { x: { type: 'number' } } } },
    });
    expect(values.map(({ field }) => field.kind)).toEqual([kind]);
  });

  it('ends where it comes back to itself, and nests pairs before that', () => {
    const tree = pairsWith({
      type: 'object',
      additionalProperties: { $ref: '#/definitions/node' },
      definitions: { node: { type: 'object', additionalProperties: { $ref: '#/definitions/node' } } },
    });
    expect(tree.values[0]?.field.pairs?.values[0]?.field.kind).toBe('json');
    expect(JSON.stringify(tree).length).toBeLessThan(20_000);
  });

  it.each<[string, JsonSchema]>([
    ['of any JSON', { type: 'object', additionalProperties: true }],
    ['of fields alone', { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }],
    ['with fields of no box', { type: 'object', properties: { a: { type: ['string', 'number'] } }, additionalProperties: { type: 'string' } }],
    ['or a list', { type: ['object', 'array'], additionalProperties: { type: 'string' } }],
    ['with branches', { type: 'object', additionalProperties: { type: 'string' }, oneOf: [{ minProperties: 1 }, { maxProperties: 0 }] }],
  ])('stays JSON where it is one %s', (_what, rule) => {
    expect(fieldWith(rule)).toMatchObject({ kind: 'json' });
    expect(fieldWith(rule).pairs).toBeUndefined();
  });

  it('tells of each key whether it is missing, there already or not allowed', () => {
    const keys = ['max', '', 'max', 'least', 'region', 'max_too_long'];
    expect(keys.map((_, index) => wrongKey(pairsWith(limits), keys, index))).toEqual([undefined, 'blank', 'twice', 'wrong', 'twice', 'wrong']);
  });

  it('is made of its pairs in their order, the first of two keys, and the fields beside them', () => {
    const pairs = pairsWith(limits);
    const value = { region: 'tw', mode: 'slow', max: 1 };
    expect(pairsIn(pairs, value)).toEqual([
      { key: 'mode', value: 'slow' },
      { key: 'max', value: 1 },
    ]);
    const rows = [...pairsIn(pairs, value), { key: 'max', value: 2 }, { key: '', value: 3 }, { key: '__proto__', value: 4 }];
    expect(JSON.stringify(objectOf(pairs, rows, value))).toBe('{"region":"tw","mode":"slow","max":1,"__proto__":4}');
  });

  it('leaves out a member that says nothing, unless it has to be there', () => {
    const [region] = pairsWith({ ...limits, required: ['region'] }).fields ?? [];
    const [free] = pairsWith(limits).fields ?? [];
    if (!region || !free) throw new Error('no fields');
    expect([withMember({ a: 1, region: 'tw' }, region, ''), withMember({ a: 1, region: 'tw' }, free, '')]).toEqual([{ a: 1, region: '' }, { a: 1 }]);
  });

  it('reads as its keys and values', () => {
    const field = fieldWith({ type: 'object', additionalProperties: { type: 'object', properties: { number: { type: 'integer', title: 'Number' } } } });
    expect(wordsOf(field, { http: { number: 80 }, ssh: { number: 22 } }, { lang: 'en' })).toBe('http: (Number: 80), ssh: (Number: 22)');
    expect(wordsOf(fieldWith(limits), { region: 'tw', max: 1 }, { lang: 'tw' })).toBe('Region：tw、max：1');
    expect(wordsOf(fieldWith(limits), ['no object'], { lang: 'en' })).toBe('["no object"]');
  });
});
