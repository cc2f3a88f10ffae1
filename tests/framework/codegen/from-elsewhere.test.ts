/** What files from elsewhere say otherwise than we do, and what they ask of the whole record (decision 082). */
import { describe, expect, it } from 'vitest';
import { makeAjv } from '#codegen/emit/ajv.ts';
import type { JsonSchema, JsonValue, ObjectEntry, Row } from '#codegen/model.ts';
import { derive } from '#codegen/pipeline.ts';
import { missingTexts } from '#rules/records/demanded.ts';
import { completeRow } from '#rules/records/record.ts';
import { toProblems } from '#rules/records/validation.ts';

const dialect = 'http://json-schema.org/draft-07/schema#';
const text = { type: 'string' };

function take(schema: JsonSchema): { entry: ObjectEntry | undefined; errors: string[]; warnings: string[] } {
  const derived = derive(new Map([['schemas/thing.json', JSON.stringify(schema)]]));
  return { entry: derived.entries[0], errors: derived.errors.map(({ message }) => message), warnings: derived.warnings.map(({ message }) => message) };
}

function taken(schema: JsonSchema): { entry: ObjectEntry; refused: (row: Row) => string[]; warnings: string[] } {
  const { entry, errors, warnings } = take({ $schema: dialect, type: 'object', ...schema });
  expect(errors).toEqual([]);
  if (!entry) throw new Error('not taken');
  const check = makeAjv().compile(entry.validation);
  const refused = (row: Row) => {
    const { create_at: _c, update_at: _u, update_by: _b, ver: _v, ...whole } = completeRow({ id: 'x', ...row }, entry.model.fields);
    check(whole);
    const errors = (check.errors ?? []).map(({ instancePath, keyword, params }) => ({ instancePath, keyword, params: params as Record<string, JsonValue> }));
    const missing = missingTexts(entry.model.fields, row, (value) => value !== undefined && value !== null);
    return [...toProblems(check(whole) ? [] : errors, whole, entry.model), ...missing].map(({ path, code }) => `${path} ${code}`);
  };
  return { entry, refused, warnings };
}

describe('a file from elsewhere', () => {
  it('names files that did not come along: their place takes any JSON, and the page says so', () => {
    const { entry, warnings } = taken({ properties: { name: text, owner: { $ref: 'person.schema.json#/definitions/owner' } } });
    expect(entry.model.fields.find(({ name }) => name === 'owner')?.kind).toBe('json');
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('field "owner"')]));
  });

  it('a constant that is demanded is there by itself, and nothing else is taken; a flag is on where somebody says so', () => {
    const { entry, refused } = taken({
      required: ['kind', 'version', 'scope', 'shape', 'agreed'],
      properties: {
        kind: { type: 'string', const: 'setting' },
        version: { type: 'integer', const: 2 },
        scope: { enum: ['all'] },
        shape: { const: { sides: 4 } },
        agreed: { type: 'boolean', const: true },
        since: { type: 'integer', const: 2026 },
        open: { type: 'boolean', const: true },
      },
    });
    const defaults = Object.fromEntries(entry.model.fields.map((field) => [field.name, field.default]));
    expect(defaults).toMatchObject({ kind: 'setting', version: 2, scope: 'all', shape: { sides: 4 }, agreed: false, since: null });
    expect(refused({ agreed: true })).toEqual([]);
    expect(refused({})).toEqual(['agreed field.option']);
    const other = refused({ kind: 'x', version: 3, scope: 'some', shape: { sides: 3 }, agreed: false, since: 1, open: false });
    expect(other.map((problem) => problem.split(' ')[0])).toEqual(['agreed', 'kind', 'scope', 'shape', 'since', 'version']);
  });

  it('a file of ours that names a file which is not there stays refused', () => {
    expect(take({ 'x-entity': { group: 'master' }, properties: { owner: { $ref: 'person.json' } } }).errors).toEqual([expect.stringContaining('person.json')]);
    expect(take({ properties: { owner: { $ref: 'parts/person.json' } } }).errors).toEqual([expect.stringContaining('parts/person.json')]);
  });

  it('older drafts’ bounds, required beside the field, empty titles and needless marks in a pattern mean what they meant', () => {
    const { entry, refused } = taken({
      title: '',
      properties: {
        code: { type: 'string', title: '', pattern: '^[a-z\\_\\@]{2,5}$' },
        count: { type: 'integer', minimum: 0, exclusiveMinimum: true },
        name: { type: 'string', required: true },
        share: { type: 'number', maximum: 1, exclusiveMaximum: false },
      },
    });
    expect(entry.model.fields.map(({ name, kind, required }) => [name, kind, required]).slice(1, 5)).toEqual([
      ['code', 'string', false],
      ['count', 'integer', false],
      ['name', 'string', true],
      ['share', 'number', false],
    ]);
    expect(refused({ code: 'a_@', count: 1, name: 'x', share: 1 })).toEqual([]);
    expect(refused({ code: 'A', count: 0, name: 'x' })).toEqual(['code field.pattern', 'count field.range']);
    expect(refused({})).toEqual(['name field.required']);
  });

  it('a word that is nearly one of the standard’s is left out, with a warning; in a file of ours it is a slip', () => {
    const { warnings } = taken({ properties: { mail: { type: 'string', maxLenght: 20 } } });
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('maxLenght')]));
    expect(take({ 'x-entity': { group: 'master' }, properties: { mail: { type: 'string', maxLenght: 20 } } }).errors).toEqual([
      expect.stringContaining('maxLength'),
    ]);
  });

  it('a default inside an object or a list that its field refuses is left out, with a warning; in a file of ours it is a slip', () => {
    const flag = { type: 'boolean', default: 'false' };
    const properties = { sound: { type: 'object', properties: { on: flag } }, lines: { type: 'array', items: { type: 'object', properties: { on: flag } } } };
    const { refused, warnings } = taken({ properties });
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('sound.on'), expect.stringContaining('lines.on')]));
    expect(refused({ sound: {}, lines: [{}] })).toEqual([]);
    expect(take({ 'x-entity': { group: 'master' }, type: 'object', properties }).errors).toEqual([
      expect.stringContaining('lines.on'),
      expect.stringContaining('sound.on'),
    ]);
  });

  it('a default of a nested object that names what it has not is left out, and null in one is nothing', () => {
    const inner = { type: 'object', default: { shout: true }, properties: { 'shout ': { type: 'boolean', default: true } } };
    const voice = {
      type: 'object',
      default: { name: null, size: { wide: null } },
      properties: { name: text, size: { type: 'object', properties: { wide: text } } },
    };
    const { refused, warnings } = taken({ properties: { sound: { type: 'object', properties: { inner } }, voice } });
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('sound.inner')]));
    expect(refused({ sound: {} })).toEqual([]);
    expect(refused({})).toEqual([]);
  });

  it('a pattern in which something comes again as it was is left out at once, for its time cannot be told; in a file of ours it is refused', () => {
    const mark = { type: 'string', maxLength: 20, pattern: '(\\[[^\\]]+\\]|\\\\.|.)[+*]\\1[+*]' };
    const { refused, warnings } = taken({ properties: { mark } });
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('mark')]));
    expect(refused({ mark: 'a' })).toEqual([]);
    expect(take({ 'x-entity': { group: 'master' }, type: 'object', properties: { mark } }).errors).toEqual([expect.stringContaining('mark')]);
  });

  it('what it demands and leaves to a file that did not come along is a field of any JSON, and how many fields a record has is not asked', () => {
    const { entry, refused, warnings } = taken({
      allOf: [{ $ref: '../core/alert.json' }],
      required: ['mission', 'name'],
      properties: { name: text },
      maxProperties: 9,
    });
    expect(entry.model.fields.find(({ name }) => name === 'mission')).toMatchObject({ kind: 'json', required: true });
    expect(refused({ name: 'a', mission: { code: 1 } })).toEqual([]);
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('mission'), expect.stringContaining('maxProperties')]));
    expect(take({ 'x-entity': { group: 'master' }, required: ['mission'], properties: { name: text } }).errors).toEqual([expect.stringContaining('mission')]);
  });

  it('demands that a list or a map is there, and takes an empty one; one of ours wants something in it', () => {
    const properties = {
      tags: { type: 'array', items: text },
      few: { type: 'array', items: text, minItems: 1 },
      paths: { type: 'object', properties: { first: text } },
      owner: { type: 'object', properties: { name: text }, required: ['name'] },
    };
    const { refused } = taken({ properties, required: ['tags', 'few', 'paths', 'owner'] });
    expect(refused({ tags: [], few: ['a'], paths: {}, owner: { name: 'b' } })).toEqual([]);
    expect(refused({ tags: [], few: [], paths: {}, owner: { name: 'b' } })).toEqual(['few field.required']);
    expect(refused({ tags: [], few: ['a'], paths: {}, owner: {} })).toEqual(['owner/name field.required']);
    const { refused: house } = taken({
      $schema: '',
      'x-entity': { group: 'master' },
      properties: { tags: { type: 'array', items: { ...text, maxLength: 9 } } },
      required: ['tags'],
    });
    expect(house({ tags: [] })).toEqual(['tags field.required']);
  });

  it('a tick box that is demanded in an object may be off: the object is there', () => {
    const { entry } = taken({ properties: { mesh: { type: 'object', properties: { on: { type: 'boolean' }, note: text }, required: ['on'] } } });
    const stored = (row: Row) => completeRow(row, entry.model.fields).mesh;
    expect(stored({ mesh: { on: false } })).toMatchObject({ on: false });
    expect(stored({ mesh: {} })).toEqual({});
    expect(stored({})).toEqual({});
    expect(stored({ mesh: stored({ mesh: { on: false } }) ?? null })).toMatchObject({ on: false });
  });

  it('what it calls read-only is given by whoever sends a record, but for the key; one of ours is given by the server', () => {
    const declared = {
      properties: {
        id: { ...text, readOnly: true },
        made: { ...text, readOnly: true },
        box: { type: 'object', properties: { by: { ...text, readOnly: true } } },
      },
    };
    const readOnlyIn = (schema: JsonSchema) =>
      take(schema).entry?.model.fields.flatMap(({ name, readOnly }) => (readOnly && !/^(ver|(create|update)_)/.test(name) ? [name] : []));
    expect(readOnlyIn({ $schema: dialect, type: 'object', ...declared })).toEqual(['id']);
    expect(readOnlyIn({ 'x-entity': { group: 'master' }, type: 'object', properties: { made: { ...text, maxLength: 9, readOnly: true } } })).toEqual(['made']);
  });

  it('a reference that points at nothing takes any JSON; in a file of ours it is refused', () => {
    const { entry, warnings } = taken({ properties: { name: text, owner: { $ref: '#/definitions/owner' } } });
    expect(entry.model.fields.find(({ name }) => name === 'owner')?.kind).toBe('json');
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining('field "owner"')]));
    expect(take({ 'x-entity': { group: 'master' }, properties: { owner: { $ref: '#/definitions/owner' } } }).errors).toEqual([
      expect.stringContaining('points at nothing'),
    ]);
  });

  it('one reference in allOf is that reference, at any depth, with what is said beside it', () => {
    const theme = { default: 'dark', allOf: [{ $ref: '#/definitions/theme' }] };
    const { entry, refused } = taken({
      properties: { theme, editor: { type: 'object', properties: { theme, size: { type: 'integer' } } } },
      definitions: { theme: { type: 'string', enum: ['dark', 'light'] } },
    });
    const fields = [entry.model.fields.find(({ name }) => name === 'theme'), entry.model.fields.find(({ name }) => name === 'editor')?.fields?.[0]];
    expect(fields.map((field) => [field?.kind, field?.default])).toEqual([
      ['select', 'dark'],
      ['select', 'dark'],
    ]);
    expect(refused({ editor: { size: 3 } })).toEqual([]);
    expect(refused({ editor: { theme: 'blue' } })).toEqual(['editor/theme field.option']);
  });

  it('one reference in allOf to one of several ways, to such references in turn, or to a map is that', () => {
    const { refused } = taken({
      properties: {
        box: {
          type: 'object',
          properties: { level: { default: 0, allOf: [{ $ref: '#/definitions/level' }] }, port: { allOf: [{ $ref: '#/definitions/ports' }] } },
        },
      },
      definitions: {
        level: { oneOf: [{ type: 'string', enum: ['off', 'warn'] }, { allOf: [{ $ref: '#/definitions/number' }] }] },
        number: { type: 'integer', maximum: 2 },
        ports: { type: 'object', additionalProperties: { type: 'integer' } },
      },
    });
    for (const level of ['off', 2]) expect(refused({ box: { level, port: { http: 80 } } })).toEqual([]);
    expect(refused({ box: { level: 3 } })).toContainEqual(expect.stringMatching(/^box\/level /));
    expect(refused({ box: { port: { http: '80' } } })).toContainEqual(expect.stringMatching(/^box\/port/));
  });

  it('a default that is none of the options is left out, wherever it stands', () => {
    const style = { type: 'string', enum: ['circle', 'bar'], default: 'circle on some, bar on others' };
    const { refused } = taken({ properties: { name: text, box: { type: 'object', properties: { size: { type: 'integer' }, style } } } });
    expect(refused({ box: { size: 1 } })).toEqual([]);
  });

  it('slips and patterns behind references, in definitions of definitions and in members of branches are found and left out', () => {
    const { refused } = taken({
      properties: { net: { $ref: '#/definitions/net' }, filter: { $ref: '#/definitions/filter' } },
      definitions: {
        net: { type: 'object', default: { port: 'many' }, properties: { port: { type: 'integer' } }, definitions: { patterns: { ip: { type: 'string' } } } },
        filter: {
          anyOf: [text, { type: 'object', properties: { remove: { type: 'array', items: { anyOf: [{ ...text, pattern: '[a-z]+(\\.[a-z]+)*$' }] } } } }],
        },
      },
    });
    expect(refused({ net: { port: 80 }, filter: { remove: ['a.b'] } })).toEqual([]);
  });

  it('what a way demands may be an empty list or map', () => {
    const { refused } = taken({
      properties: { kind: { enum: ['many', 'one'] } },
      oneOf: [
        { properties: { kind: { const: 'many' }, steps: { type: 'array', items: text }, state: { type: 'object' } }, required: ['kind', 'steps', 'state'] },
        { properties: { kind: { const: 'one' }, step: text }, required: ['kind', 'step'] },
      ],
    });
    expect(refused({ kind: 'many', steps: [], state: {} })).toEqual([]);
    expect(refused({ kind: 'one' })).toEqual(['step field.required']);
  });

  it('a pattern that would take endlessly long is not asked', () => {
    expect(taken({ properties: { name: { type: 'string', pattern: '^(a+)+$' } } }).refused({ name: 'b' })).toEqual([]);
  });

  it('an id of several types is a text, and a number is taken as its text', () => {
    const { entry, refused } = taken({ properties: { id: { oneOf: [{ type: 'string' }, { type: 'number' }] }, name: text } });
    expect(entry.model.fields[0]).toMatchObject({ name: 'id', kind: 'string' });
    expect(refused({ id: 12 })).toEqual([]);
  });

  it('a field called as a keyword is followed through references in JSON', () => {
    const { refused } = taken({
      definitions: { list: { type: 'array', items: { type: 'integer' } } },
      properties: { shape: { oneOf: [{ type: 'object', properties: { enum: { $ref: '#/definitions/list' } } }, { type: 'null' }] } },
    });
    expect(refused({ shape: { enum: [1, 2] } })).toEqual([]);
    expect(refused({ shape: { enum: ['a'] } })).not.toEqual([]);
  });
});

describe('what goes together at the top of a file', () => {
  it('oneOf told apart by a constant asks the chosen way alone, at its field', () => {
    const { refused } = taken({
      oneOf: [
        { properties: { kind: { const: 'file' }, path: text }, required: ['kind', 'path'], additionalProperties: false },
        { properties: { kind: { const: 'link' }, url: text, port: { type: 'integer', minimum: 1 } }, required: ['kind', 'url'] },
      ],
    });
    expect(refused({ kind: 'file', path: '/a' })).toEqual([]);
    expect(refused({ kind: 'link', url: 'x', port: 80 })).toEqual([]);
    expect(refused({ kind: 'file' })).toEqual(['path field.required']);
    expect(refused({ kind: 'link' })).toEqual(['url field.required']);
    expect(refused({ kind: 'link', url: 'x', port: 0 })).toEqual(['port field.range']);
    expect(refused({ kind: 'file', path: '/a', url: 'x' })).toEqual(['url field.option']);
  });

  it('anyOf of required fields wants one of them', () => {
    const { refused } = taken({ properties: { name: text, mail: text, phone: text }, anyOf: [{ required: ['mail'] }, { required: ['phone'] }] });
    expect(refused({ name: 'a', mail: 'b' })).toEqual([]);
    expect(refused({ phone: 'c' })).toEqual([]);
    expect(refused({ name: 'a' })).toEqual(['mail field.required', 'phone field.required']);
  });

  it('if, then and else', () => {
    const { refused } = taken({
      properties: { country: { enum: ['US', 'CA'] }, zip: text, province: text },
      if: { properties: { country: { const: 'US' } }, required: ['country'] },
      // biome-ignore lint/suspicious/noThenProperty: the standard's keyword
      then: { required: ['zip'], properties: { zip: { pattern: '^\\d{5}$' } } },
      else: { required: ['province'] },
    });
    expect(refused({ country: 'US', zip: '12345' })).toEqual([]);
    expect(refused({ country: 'US', zip: 'abc' })).toEqual(['zip field.pattern']);
    expect(refused({ country: 'US' })).toEqual(['zip field.required']);
    expect(refused({ country: 'CA' })).toEqual(['province field.required']);
  });

  it('not, and fields that follow others', () => {
    const { refused } = taken({
      properties: { a: text, b: text, c: text },
      not: { required: ['a', 'b'] },
      dependentRequired: { c: ['a'] },
    });
    expect(refused({ a: 'x' })).toEqual([]);
    expect(refused({ a: 'x', b: 'y' })).not.toEqual([]);
    expect(refused({ c: 'z' })).toEqual(['a field.required']);
  });

  it('a field that brings others along', () => {
    const { entry, refused } = taken({
      properties: { pays: { enum: ['card', 'cash'] } },
      dependencies: {
        pays: {
          oneOf: [
            { properties: { pays: { enum: ['cash'] } } },
            { properties: { pays: { enum: ['card'] }, number: { type: 'string', minLength: 3 } }, required: ['number'] },
          ],
        },
      },
    });
    expect(entry.model.fields.some(({ name }) => name === 'number')).toBe(true);
    expect(refused({ pays: 'cash' })).toEqual([]);
    expect(refused({})).toEqual([]);
    expect(refused({ pays: 'card' })).toEqual(['number field.required']);
    expect(refused({ pays: 'card', number: '1234' })).toEqual([]);
  });

  it('allOf of shapes and of conditions', () => {
    const { refused } = taken({
      definitions: { named: { properties: { name: text }, required: ['name'] }, sized: { properties: { size: { type: 'integer' } } } },
      allOf: [
        { $ref: '#/definitions/named' },
        { $ref: '#/definitions/sized' },
        { anyOf: [{ required: ['size'] }, { properties: { name: { const: 'none' } }, required: ['name'] }] },
      ],
    });
    expect(refused({ name: 'x', size: 1 })).toEqual([]);
    expect(refused({ name: 'none' })).toEqual([]);
    expect(refused({ size: 1 })).toEqual(['name field.required']);
    expect(refused({ name: 'x' })).toContain('size field.required');
  });

  it('what cannot be told of a stored record is not asked: a tick box, a default, an object', () => {
    const { refused } = taken({
      properties: { on: { type: 'boolean' }, size: { type: 'integer', default: 5 }, place: { type: 'object', properties: { city: text } } },
      oneOf: [{ required: ['on'], not: { required: ['size'] } }, { required: ['place'] }],
    });
    expect(refused({ on: false })).toEqual([]);
    expect(refused({})).toEqual([]);
  });
});

describe('what goes together inside of a nested object', () => {
  it('is asked of it as it is stored, with every field', () => {
    const { entry, refused } = taken({
      properties: {
        contact: { type: 'object', properties: { mail: text, phone: text, fax: text }, anyOf: [{ required: ['mail'] }, { required: ['phone'] }] },
        place: { type: 'object', properties: { city: text, moon: text }, not: { required: ['city', 'moon'] } },
      },
    });
    expect(entry.model.fields.slice(1, 3).map(({ name, kind }) => [name, kind])).toEqual([
      ['contact', 'object'],
      ['place', 'object'],
    ]);
    expect(refused({})).toEqual([]);
    expect(refused({ contact: { phone: '1' }, place: { city: 'x' } })).toEqual([]);
    expect(refused({ contact: { fax: '1' } })).toEqual(['contact/mail field.required', 'contact/phone field.required']);
    expect(refused({ place: { city: 'x', moon: 'y' } })).not.toEqual([]);
  });
});
