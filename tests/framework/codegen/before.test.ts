/** A file that has changed is read again, and with it what was found out from it; the rest is as it was: by any edits the same comes out as from nothing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Derived, derive } from '#codegen/pipeline.ts';

type Files = Map<string, string>;
type Schema = Record<string, unknown> & { properties: Record<string, Record<string, unknown>> };

const text = (title: string) => ({ type: 'string', title, maxLength: 60 });
const known = { computed: [], verbs: [], prints: [], roles: [], fileKinds: [], neverStored: '' };
const schemas: Record<string, Schema> = {
  port: { title: 'Port', type: 'object', properties: { id: text('ID'), name: text('Name'), depth: { type: 'integer', title: 'Depth' } } },
  ship: {
    title: 'Ship',
    type: 'object',
    'x-was': ['vessel'],
    properties: { id: text('ID'), name: text('Name'), port: { ...text('Port'), 'x-relation': 'port' }, rig: { type: 'string', 'x-codes': 'rig' } },
  },
  sailor: {
    title: 'Sailor',
    type: 'object',
    properties: {
      ...{ id: text('ID'), ship: { ...text('Ship'), 'x-relation': 'ship' }, rank: { $ref: 'parts/rank.json' } },
      home: { ...text('Home'), 'x-formula': 'ship.name' },
    },
    'x-on': [{ name: 'hail', title: 'Hail', when: 'created', do: [{ create: { object: 'port', values: { name: 'rank' } } }] }],
  },
};
const start = (): Files =>
  new Map([
    ...Object.entries(schemas).map(([name, schema]): [string, string] => [`schemas/${name}.json`, JSON.stringify(schema)]),
    ['schemas/parts/rank.json', JSON.stringify({ type: 'string', title: 'Rank', maxLength: 20 })],
    ['schemas/codes/rig.json', JSON.stringify({ codes: [{ code: 'sloop' }, { code: 'ketch' }] })],
    ['locales/tw/codes.json', JSON.stringify({ rig: { sloop: '單桅' } })],
    ['locales/tw/port.json', JSON.stringify({ name: '港' })],
  ]);

const edited = (files: Files, file: string, edit: (schema: Schema) => void): void => {
  const found = files.get(file);
  if (!found?.endsWith('}')) return;
  const schema = JSON.parse(found) as Schema; // written here
  if (!schema.properties) return;
  edit(schema);
  files.set(file, JSON.stringify(schema));
};
const names = ['port', 'ship', 'sailor', 'vessel', 'quay'];
const anEdit = fc.record({ name: fc.constantFrom(...names), what: fc.integer({ min: 0, max: 11 }), number: fc.integer({ min: 1, max: 90 }) });

function carryOut(files: Files, { name, what, number }: { name: string; what: number; number: number }): void {
  const file = `schemas/${name}.json`;
  const edits: (() => void)[] = [
    () => files.delete(file),
    () => files.set(file, start().get(file) ?? JSON.stringify({ ...schemas.port, title: name })),
    () => files.set(file, '{ "title": '),
    () => edited(files, file, (schema) => Object.assign(schema, { title: `Title ${number}` })),
    () => edited(files, file, ({ properties }) => Object.assign(properties, { more: text(`More ${number}`) })),
    () => edited(files, file, ({ properties }) => delete properties.name),
    () => edited(files, file, ({ properties }) => Object.assign(properties, { port: { ...text('Port'), 'x-relation': names[number % names.length] } })),
    () => edited(files, file, ({ properties }) => Object.assign(properties, { name: { type: 'string', maxLength: number, pattern: '[' } })),
    () => files.set('schemas/codes/rig.json', JSON.stringify({ codes: [{ code: 'sloop' }, { code: `rig${number}` }] })),
    () => files.set('schemas/parts/rank.json', JSON.stringify({ type: 'string', title: 'Rank', maxLength: number })),
    () => files.set(`locales/tw/${name}.json`, JSON.stringify({ name: `名${number}`, fields: { name: '名' } })),
    () => edited(files, file, (schema) => Object.assign(schema, { 'x-was': [names[number % names.length]], required: ['port'] })),
  ];
  edits[what]?.();
}

const said = ({ checked: _, ...rest }: Derived) => rest;
const entryOf = ({ entries }: Derived, name: string) => entries.find(({ model }) => model.name === name);

it('by any edits, one after the other, the same comes out as from nothing', () => {
  expect(derive(start(), { known }).errors).toEqual([]);
  fc.assert(
    fc.property(fc.array(anEdit, { minLength: 1, maxLength: 6 }), (edits) => {
      const files = start();
      let before = derive(files, { known });
      for (const edit of edits) {
        carryOut(files, edit);
        before = derive(files, { known, before });
        expect(said(before)).toEqual(said(derive(files, { known })));
      }
    }),
    { numRuns: 40 },
  );
});

it('what nothing has changed for is the very same; what refers to a file that is gone is refused though it is as it was', () => {
  const files = start();
  const before = derive(files, { known });
  edited(files, 'schemas/ship.json', ({ properties }) => Object.assign(properties, { mast: text('Mast') }));
  const next = derive(files, { known, before });
  expect(['port', 'ship', 'sailor'].map((name) => entryOf(next, name) === entryOf(before, name))).toEqual([true, false, true]);
  files.delete('schemas/ship.json');
  expect(derive(files, { known, before: next }).errors).toEqual(
    ['x-formula', 'x-relation'].map((keyword) => expect.objectContaining({ file: 'schemas/sailor.json', keyword })),
  );
  // Through JSON, as it lies in the cache.
  expect(said(derive(start(), { known, before: JSON.parse(JSON.stringify(next)) }))).toEqual(said(before));
});
