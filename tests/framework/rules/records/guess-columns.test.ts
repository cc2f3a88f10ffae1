/** A sheet's columns as fields: whatever stands in it, the schema that comes of it is one that the pipeline takes (issue 13.2). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derive } from '#codegen/pipeline.ts';
import { guessFields, keyField, keyOf, withKey } from '#framework/workbench/guess-columns.ts';
import { guessObject } from '#framework/workbench/guess-sample.ts';
import type { Cell } from '#rules/records/import.ts';
import { isObject } from '#rules/records/record.ts';

const errorsOf = (properties: unknown) =>
  derive(new Map([['schemas/sheet.json', JSON.stringify({ title: 'Sheet', properties })]])).errors.map(({ message }) => message);
const kindsOf = (...columns: Cell[][]) => {
  const lines = (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? null));
  return guessFields(
    columns.map((_, at) => `c${at}`),
    lines,
  ).map(({ schema: { title: _, ...schema } }) => schema);
};

describe('guessFields', () => {
  it.each<[string, Cell[], object]>([
    ['whole numbers', [1, '20', 0], { type: 'integer', minimum: 0 }],
    ['below nothing', [-1, 2], { type: 'integer' }],
    ['decimals', ['1.5', 2.25], { type: 'number', multipleOf: 0.01, minimum: 0 }],
    ['numbers that begin with 0', ['0912', '0800'], { type: 'string', maxLength: 20 }],
    ['beyond 32 bits', [3_000_000_000], { type: 'number', multipleOf: 1, minimum: 0 }],
    ['days', ['2026-01-05', '2026/2/6'], { type: 'string', format: 'date' }],
    ['days of a spreadsheet', [new Date('2026-01-05T00:00:00Z')], { type: 'string', format: 'date' }],
    ['times of day of a spreadsheet', [new Date('1899-12-30T09:30:00Z')], { type: 'string', format: 'time' }],
    ['moments', ['2026-01-05 09:30', '2026-01-06'], { type: 'string', format: 'date-time' }],
    ['yes and no', ['是', '否'], { type: 'boolean' }],
    ['addresses', ['a@example.com'], { type: 'string', format: 'email', maxLength: 254 }],
    ['links', ['https://example.com'], { type: 'string', format: 'uri', maxLength: 500 }],
    ['few that repeat', ['甲', '乙', '甲', '乙', '甲', '乙'], { type: 'string', enum: ['乙', '甲'] }],
    ['few that do not', ['red', 'blue'], { type: 'string', maxLength: 20 }],
    ['several lines', ['one\ntwo'], { type: 'string', maxLength: 20, 'x-ui': 'textarea' }],
    ['nothing', [null, ''], { type: 'string', maxLength: 20 }],
    ['numbers and one word', [1, '20', 'n/a'], { type: 'string', maxLength: 20 }],
    ['numbers, one of which begins with 0', [12, '0912'], { type: 'string', maxLength: 20 }],
    ['whole numbers and a decimal', [1, '2.5', null], { type: 'number', multipleOf: 0.1, minimum: 0 }],
    ['days and one word', ['2026-01-05', 'soon'], { type: 'string', maxLength: 20 }],
    ['yes, no and one word', ['yes', 'no', 'maybe'], { type: 'string', maxLength: 20 }],
    ['yes, no and gaps', [true, '', false], { type: 'boolean' }],
    ['telephone numbers', ['02-2345-6789', '0912-345-678'], { type: 'string', maxLength: 50 }],
    ['versions', ['1.2.3', '1.10.0'], { type: 'string', maxLength: 20 }],
    ['days and a number', ['2026-01-05', 7], { type: 'string', maxLength: 20 }],
  ])('%s', (_, column, schema) => {
    expect(kindsOf(column)).toEqual([schema]);
  });

  it('keeps heads of any script, and makes a key of what may be none', () => {
    expect(['片名', 'Fee (NT$)', 'start-date', ' URL ', '2024', 'a.b', '＃', '__proto__', 'Ünïcode'].map(keyOf)).toEqual([
      '片名',
      'Fee_NT$',
      'start-date',
      'url',
      '_2024',
      'a_b',
      '',
      'proto',
      'Ünïcode',
    ]);
    const keys = guessFields(['Name', 'name', 'ver', 'q', 'constructor', 'toString', ''], [['a', 'b', 'c', 'd', 'e', 'f', 'g']]).map(({ key }) => key);
    expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(7);
    expect(errorsOf(Object.fromEntries(keys.map((key) => [key, { type: 'string', maxLength: 20 }])))).toEqual([]);
  });

  it('any sheet becomes a schema that is taken, its key among its columns or given by the server', () => {
    const cell = fc.oneof(
      fc.constantFrom<Cell[]>(null, '', 'x', '2026-01-05', '1.25', 'true', 'a@b.tw'),
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
    );
    const head = fc.oneof(fc.constantFrom('id', 'ID', 'ver', '編號', 'name', 'Name', '__proto__'), fc.string({ unit: 'grapheme', maxLength: 60 }));
    fc.assert(
      fc.property(fc.array(head, { minLength: 1, maxLength: 6 }), fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), (heads, lines) => {
        const guessed = guessFields(heads, lines);
        fc.pre(guessed.length > 0);
        const { properties } = withKey(guessed, keyField(guessed));
        expect(errorsOf(properties)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('any sample of JSON becomes a schema that is taken', () => {
    const sample = fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1, maxKeys: 6 });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 3 }), (samples) => {
        const { properties } = guessObject(samples as Parameters<typeof guessObject>[0]); // JSON
        fc.pre(isObject(properties) && Object.keys(properties).length > 0);
        const { id: _, ...rest } = properties as Record<string, unknown>; // looked at above; the key is made a text of by whoever asks
        fc.pre(Object.keys(rest).length > 0);
        expect(errorsOf(rest)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
