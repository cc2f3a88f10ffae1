/** Files that ask for too much: each gets a message that says what it is and what to do, in time in step with its size; shared shapes stay shared. */
import { readFile } from 'node:fs/promises';
import { expect, it, describe as suite } from 'vitest';
import { makeAjv } from '#codegen/emit/ajv.ts';
import * as limits from '#codegen/lint/limits.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import { type Derived, derive } from '#codegen/pipeline.ts';
import { asObject } from '#codegen/schema-node.ts';
import { deepFile, knotted, manyFields } from '../../support/schemas/large-schemas.ts';

const good = JSON.stringify({ title: 'Good', properties: { name: { type: 'string', maxLength: 20 } } });

/** The file beside a good one, which always works. */
function derived(content: object | string): Derived & { entry: ObjectEntry | undefined; messages: string[] } {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const found = derive(
    new Map([
      ['schemas/odd.json', text],
      ['schemas/good.json', good],
    ]),
  );
  expect(found.entries.map(({ model }) => model.name)).toContain('good');
  return { ...found, entry: found.entries.find(({ model }) => model.name === 'odd'), messages: found.errors.map(({ message }) => message) };
}

suite('shared shapes', () => {
  const { entry, messages } = derived(knotted(61));
  const isValid = entry && makeAjv().compile(entry.validation);

  it('of 61 definitions that refer to each other stay shared, and every part of them is validated', () => {
    expect(messages).toEqual([]);
    expect(entry?.model.fields.find(({ name }) => name === 'shape0')).toMatchObject({
      kind: 'json',
      default: {},
      shape: { ref: '#/definitions/d0', many: false },
    });
    const { shapes, ...sent } = entry ?? {};
    expect(JSON.stringify(sent).length).toBeLessThan(1_000_000);
    expect(Object.keys(shapes ?? {})).toHaveLength(61);
    expect(JSON.stringify(shapes).length).toBeLessThan(2_000_000);
    const whole = { id: 'a', name: 'A', shape0: { name: 'x', shape1: { name: 'y', shape2: { shape0: { name: 'z' } } } }, shape5: {} };
    expect(isValid?.(whole), JSON.stringify(isValid?.errors)).toBe(true);
    expect(isValid?.({ ...whole, shape0: { shape1: { shape2: { shape0: { name: 5 } } } } })).toBe(false);
    expect(isValid?.({ ...whole, shape0: { shape1: { nothing: 1 } } })).toBe(false);
  });

  it('are no part of the schema that a form reads', () => {
    expect(asObject(entry?.schema.properties)?.shape0).toEqual({ title: 'Shape 0', type: 'object' });
  });

  it('of an object of usual size are written out as before', () => {
    const { entry: small } = derived(knotted(3));
    expect(small?.model.fields.find(({ name }) => name === 'shape0')).toMatchObject({ kind: 'object', fields: expect.any(Array) });
  });

  it('are sent one level at a time: of a list, of a list that is a shape itself, of the whole file, with the labels of the first field that leads there', () => {
    const { entry: tree, messages: said } = derived({
      required: ['name'],
      definitions: {
        list: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer', 'x-visibleWhen': {} }, more: { $ref: '#/definitions/list' } } } },
        table: { type: 'array', items: { type: 'array', items: { $ref: '#/definitions/table' } } },
      },
      properties: {
        name: { type: 'string', maxLength: 9 },
        kids: { type: 'array', maxItems: 3, items: { $ref: '#' } },
        list: { $ref: '#/definitions/list' },
        table: { $ref: '#/definitions/table' },
      },
    });
    expect(said).toEqual([]);
    expect(Object.keys(tree?.shapes ?? {})).toEqual(['#', '#/definitions/list/items']);
    const whole = tree?.shapes?.['#']?.fields ?? [];
    expect(whole.find(({ name }) => name === 'name')).toMatchObject({ required: true });
    expect(whole.find(({ name }) => name === 'name')?.column).toBeUndefined();
    expect(whole.find(({ name }) => name === 'kids')).toMatchObject({ kind: 'json', maxItems: 3, shape: { ref: '#', many: true } });
    const rows = tree?.shapes?.['#/definitions/list/items']?.fields ?? [];
    expect(rows.map(({ name, shape }) => [name, shape])).toEqual([
      ['a', undefined],
      ['more', { ref: '#/definitions/list/items', many: true }],
    ]);
    expect(rows[0]?.visibleWhen, 'conditions are about the record, and end with the model').toBeUndefined();
  });

  it('nested in a long row are too deep, not endless', () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `d${at}`,
        { type: 'object', properties: at < 199 ? { a: { $ref: `#/definitions/d${at + 1}` }, b: { $ref: `#/definitions/d${at + 1}` } } : {} },
      ]),
    );
    expect(derived({ title: 'Row', definitions, properties: { a: { $ref: '#/definitions/d0' } } }).messages).toEqual([
      expect.stringMatching(/odd\.json: too deep: .* x-relation/),
    ]);
  });

  it('included by allOf of each other are included once', () => {
    const names = Array.from({ length: 61 }, (_, at) => `d${at}`);
    const definitions = Object.fromEntries(
      names.map((name) => [
        name,
        {
          properties: { [`of_${name}`]: { type: 'boolean' } },
          if: { required: ['id'] },
          // biome-ignore lint/suspicious/noThenProperty: draft-07's keyword
          then: { required: ['ver'] },
          allOf: names.filter((other) => other !== name).map((other) => ({ $ref: `#/definitions/${other}` })),
        },
      ]),
    );
    const { entry: whole, messages: said } = derived({ title: 'All', definitions, allOf: [{ $ref: '#/definitions/d0' }] });
    expect(said).toEqual([]);
    expect(whole?.model.fields).toHaveLength(61 + 5);
  });

  it('cannot contain what the model would have to protect inside them', () => {
    const secret = knotted(61);
    Object.assign(secret.definitions.d7?.properties ?? {}, { pin: { type: 'string', 'x-access': ['[]'] } });
    expect(derived(secret).messages).toEqual([expect.stringMatching(/"d7\.pin", keyword "x-access": .*outside of the shape/)]);
  });
});

suite('a file that asks for too much', () => {
  it.each<[what: string, content: object | string, message: RegExp]>([
    ['3,000 levels', deepFile(3000), /too deep: 6002 brackets .* at most 64; .*"definitions"/],
    ['100,000 brackets that never close', '['.repeat(100_000), /too deep/],
    ['30,000 fields', manyFields(30_000), /too large: .* x-relation/],
    [
      '6,000 short fields',
      JSON.stringify({ title: 'M', properties: Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`f${at}`, { type: 'boolean' }])) }),
      /too large: 6000 fields, at most 5000/,
    ],
    ['1,000 columns', manyFields(1000), /too large: 1005 columns, at most 900; .*nested object/],
  ])('of %s is reported, with what to do', (_what, content, message) => {
    expect(derived(content).messages).toEqual([expect.stringMatching(message)]);
  });

  it('is described in docs/schema-reference.md with its numbers', async () => {
    const reference = await readFile(new URL('../../../docs/schema-reference.md', import.meta.url), 'utf8');
    for (const [name, limit] of Object.entries(limits)) if (typeof limit === 'number') expect(reference, name).toContain(limit.toLocaleString('en'));
  });
});
