/** The code editor's reading of a JSON text: each value at its place, the first slip, and what the cursor is in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { placeAt, rangeOf, scanJson } from '#ui/code/json-text.ts';
import { keyOffers, valueOffers, wordsAt } from '#ui/code/offers.ts';

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((inside: unknown, step) => (inside as Record<string, unknown>)[step], value); // any JSON

describe('where values are', () => {
  it('each value of any JSON is found at its path, however the text is laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { spots, slips } = scanJson(text);
        expect(slips).toEqual([]);
        for (const { path, from, to } of spots) expect(JSON.parse(text.slice(from, to))).toEqual(at(JSON.parse(text), path));
      }),
    );
  });

  it('a text has a slip exactly where JSON.parse refuses it, and reading it never fails', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', ':', 'x', '0', ' '), (value, seed, mark) => {
        const sound = JSON.stringify(value, null, 2);
        const cut = seed % (sound.length + 1);
        const text = sound.slice(0, cut) + mark + sound.slice(cut + 1);
        let parses = text.trim() === '';
        try {
          JSON.parse(text);
          parses = true;
        } catch {
          // not JSON
        }
        expect(scanJson(text).slips.some(({ kind }) => kind === 'syntax')).toBe(!parses);
        placeAt(text, seed % (text.length + 1));
      }),
      { numRuns: 2000 },
    );
  });

  it('a key that stands twice is named', () => {
    expect(scanJson('{"a": 1, "b": {"a": 2}, "a": 3}').slips).toEqual([{ kind: 'twice', from: 24, to: 27, key: 'a' }]);
  });

  it('what is not there is marked at what is around it', () => {
    const text = '{"place": {"street": ""}}';
    expect(text.slice(rangeOf(scanJson(text), ['place', 'floor'])?.keyFrom)).toMatch(/^"place"/);
  });
});

describe('what the cursor is in', () => {
  const place = (marked: string) => placeAt(marked.replace('|', ''), marked.indexOf('|'));
  it.each<[string, object | undefined]>([
    ['|', { kind: 'value', path: [], typed: '' }],
    ['{|}', { kind: 'key', path: [], typed: '' }],
    ['{"ti|', { kind: 'key', path: [], typed: 'ti', from: 1 }],
    ['{"ti|": "x"}', { kind: 'key', path: [], typed: 'ti', hasColon: true, from: 1, to: 5 }],
    ['{"a": {"b": [1, |]}}', { kind: 'value', path: ['a', 'b', 1], typed: '' }],
    ['{"a": tr|}', { kind: 'value', path: ['a'], typed: 'tr' }],
    ['{"a": "x|"}', { kind: 'value', path: ['a'], typed: 'x', from: 6, to: 9 }],
    ['{"a": 1,|', { kind: 'key', path: [], typed: '' }],
    ['{"a": {}, "b": {"c|', { kind: 'key', path: ['b'], typed: 'c' }],
    ['{"a": 1 |}', undefined],
    ['{"a"|: 1}', undefined],
    ['{} |', undefined],
  ])('%s', (marked, expected) => {
    if (expected) expect(place(marked)).toMatchObject(expected);
    else expect(place(marked)).toBeUndefined();
  });
});

describe('what a schema offers', () => {
  const schema: JsonSchema = {
    definitions: {
      node: { type: 'object', properties: { label: { type: 'string', description: 'What it is called' }, next: { $ref: '#/definitions/node' } } },
      color: { enum: ['red', 'green'] },
    },
    allOf: [{ $ref: '#/definitions/node' }],
    properties: {
      kinds: { type: 'array', items: { oneOf: [{ $ref: '#/definitions/color' }, { type: 'boolean' }] } },
      wide: { type: 'integer', default: 3 },
      parts: { type: 'object', patternProperties: { '^p': { $ref: '#/definitions/node' } } },
    },
  };
  const names = (offers: readonly { label: string }[]) => offers.map(({ label }) => label);

  it('keys that are not there yet, with what belongs behind them', () => {
    expect(names(keyOffers(schema, [], new Set(['wide'])))).toEqual(['kinds', 'parts', 'label', 'next']);
    expect(keyOffers(schema, []).find(({ label }) => label === 'kinds')).toMatchObject({ first: '[]', detail: 'array' });
    expect(names(keyOffers(schema, ['next', 'next', 'next']))).toEqual(['label', 'next']);
    expect(names(keyOffers(schema, ['parts', 'p1']))).toEqual(['label', 'next']);
    expect(keyOffers(schema, ['parts', 'q'])).toEqual([]);
  });

  it('values: options, true and false, what is the default', () => {
    expect(names(valueOffers(schema, ['kinds', 7]))).toEqual(['"red"', '"green"', 'true', 'false']);
    expect(names(valueOffers(schema, ['wide']))).toEqual(['3']);
    expect(wordsAt(schema, ['next', 'label'])).toBe('What it is called · string');
  });

  it('a schema that refers to itself everywhere has an end', () => {
    const knot = (to: string): JsonValue => ({
      anyOf: [{ $ref: `#/definitions/${to}` }, { $ref: '#/definitions/a' }],
      properties: { x: { $ref: `#/definitions/${to}` } },
    });
    const knotted: JsonSchema = { $ref: '#/definitions/a', definitions: { a: knot('b'), b: knot('c'), c: knot('a') } };
    expect(names(keyOffers(knotted, ['x', 'x', 'x', 'x', 'x', 'x']))).toEqual(['x']);
  });
});
