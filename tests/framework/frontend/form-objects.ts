/** The objects that ship and one of awkward shapes, described and compiled as the server does it, for the form's tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValidatorModule } from '#client/objects.tsx';
import { describe as modelOf } from '#codegen/describe/describe.ts';
import { loadFrom } from '#codegen/load/load.ts';
import { readFiles } from '#codegen/load/read-files.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import { Validators } from '#framework/objects/validators.ts';

const root = new URL('../../..', import.meta.url).pathname;

const exam = {
  title: 'Exam',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['name'],
  properties: {
    id: { type: 'string', maxLength: 20 },
    name: { type: 'string', maxLength: 40 },
    kind: { type: 'string', enum: ['oral', 'written', 'old'], default: 'oral' },
    minutes: { type: 'integer', minimum: 1, 'x-requiredWhen': { properties: { kind: { const: 'written' } } } },
    room: { type: 'string', maxLength: 20, 'x-visibleWhen': { properties: { kind: { const: 'written' } } } },
    grade: { type: 'string', enum: ['a', 'b', 'c'], 'x-optionsWhen': [{ when: { properties: { kind: { const: 'oral' } } }, options: ['a', 'b'] }] },
    note: { type: 'string', maxLength: 20, 'x-readOnlyWhen': { properties: { kind: { const: 'old' } } } },
    serial: { type: 'string', maxLength: 20, 'x-setOnce': true },
    marks: { type: 'string', maxLength: 20, 'x-access': { write: ['[]'] } },
    secret: { type: 'string', maxLength: 20, writeOnly: true },
    place: { $ref: '#/definitions/place' },
    answers: {
      type: 'array',
      items: { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 80 }, points: { type: 'integer', minimum: 0 } } },
    },
    cleared: { type: 'string', maxLength: 20, 'x-copy': false },
  },
  if: { properties: { kind: { const: 'written' } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
  then: { required: ['room'] },
  definitions: { place: { type: 'object', title: 'Place', properties: { city: { type: 'string', maxLength: 40, title: 'City' } } } },
};

export const entries: Map<string, ObjectEntry> = await (async () => {
  const files = await readFiles({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales') });
  files.set('schemas/exam.json', JSON.stringify(exam));
  const { objects, context, errors } = loadFrom(files);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return new Map(objects.map((object) => [object.name, modelOf(object, context)]));
})();

export function entryOf(name: string): ObjectEntry {
  const entry = entries.get(name);
  if (!entry) throw new Error(`no object ${name}`);
  return entry;
}

/** The compiled module of one object, as the browser imports it. */
export async function compile(name: string): Promise<ValidatorModule> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'form-'));
  try {
    const { validate, conditions, functions } = await new Validators({ cacheDir }).of(entryOf(name));
    return { validate, conditions, functions } as ValidatorModule; // the same module; the browser's type takes any record
  } finally {
    await rm(cacheDir, { recursive: true, force: true });
  }
}
