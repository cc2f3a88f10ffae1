/** Every object that ships and every foreign one, found by glob: what is saved comes back, and a save without an edit changes nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import simpleRestProvider from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDataProvider } from '#client/providers/data.ts';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { may } from '#rules/accounts/permission.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Answer, type Caller, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { studioSchemas } from '../../../support/schemas/studio-schemas.ts';

const foreignFolder = new URL('../../../foreign', import.meta.url).pathname;

const folders: [string, Record<string, object> | undefined][] = [
  ['objects that ship', undefined],
  ['objects of a studio', studioSchemas],
  ['foreign schemas', readFolder(foreignFolder)],
];

describe.each(testDatabases.flatMap((kind) => folders.map(([title, schemas]) => ({ kind, title, schemas }))))('$title on $kind', ({ kind, schemas }) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, schemas);
  }, 60_000);
  afterAll(() => app?.stop());

  it('V30 V41 a created row is read, listed, and saved again without an edit as no change; every call of the data provider works for it', async () => {
    const admin = app.as(['[]'], 'root');
    const ids: Record<string, string[]> = {};
    const models = app.registry.objects().flatMap(({ model }) => (model.entity.virtual || !may(model, ['[]'], 'create') ? [] : [model]));
    // Twice over all, so that there are rows for references to name, and again over those that waited for one that waited.
    for (const [seed, model] of [models, models, models, models].flat().entries()) {
      if (seed >= 2 * models.length && ids[model.name]) continue;
      const row = sampleRow(model, seed, ids);
      const made = await createFitting(admin, model.name, row);
      if (isWaiting(made, ids)) continue;
      expect(made.status, `${model.name} ${JSON.stringify(row)} ${made.text}`).toBe(201);
      for (const [name, value] of Object.entries(row))
        if (!isHidden(model, name)) expect({ value: made.body[name] }, `${model.name}.${name}`).toMatchObject({ value });
      const id = String(made.body[model.entity.key]);
      ids[model.name] = [...(ids[model.name] ?? []), id];
      const path = `/${model.name}/${encodeURIComponent(id)}`;
      expect((await admin.get(path)).body, model.name).toEqual(made.body);
      expect((await admin.get(`/${model.name}${query({ filter: { [model.entity.key]: id, [`${model.entity.key}@ne`]: 'x' }, range: [0, 0] })}`)).body).toEqual([
        made.body,
      ]);
      if (!may(model, ['[]'], 'update')) continue;
      const unedited = await admin.put(path, made.body as Row);
      expect([unedited.status, unedited.body]).toEqual([200, made.body]);
    }
    // What joins two others may be refused by their rules; everything that stands alone has come and gone.
    const alone = models.filter(({ fields }) => !fields.some(({ relation, required }) => relation && required));
    expect(alone.map(({ name }) => name).filter((name) => !ids[name])).toEqual([]);

    for (const model of models) if (ids[model.name]) await readByProvider(admin, model, ids);
    const written = [];
    for (const [index, model] of models.entries())
      if (ids[model.name] && (await writeByProvider(admin, model, ids, 1_000 * (index + 1)))) written.push(model.name);
    expect(written.length).toBeGreaterThan(models.length / 2);
  }, 240_000);
});

/** The calls of the page's HTTP client, made by a caller of the test; throws what is no 2xx answer. */
function asking(caller: Caller): Parameters<typeof buildDataProvider>[0] {
  return async <T>(path: string, { method = 'GET', body, headers }: { method?: string; body?: unknown; headers?: Record<string, string> } = {}) => {
    const at = path.replace('/api/pb', '');
    const bare = method === 'GET' ? caller.get : caller.delete;
    const full = method === 'POST' ? caller.post : caller.put;
    const answer = await (method === 'GET' || method === 'DELETE' ? bare(at, headers) : full(at, body, headers));
    if (answer.status >= 300) throw Object.assign(new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`), { answer });
    return { status: answer.status, headers: answer.headers, data: answer.body as T };
  };
}

/** getList, getOne, getMany and getManyReference of the provider that the page has, and of ra-data-simple-rest as it comes. */
async function readByProvider(admin: Caller, model: ObjectModel, ids: Record<string, string[]>): Promise<void> {
  const ask = asking(admin);
  const asItComes = simpleRestProvider('/api/pb', async (url: string) => {
    const { status, headers, data } = await ask(url);
    return { status, headers, body: '', json: data };
  });
  const key = model.entity.key;
  const mine = ids[model.name] ?? [];
  const [id = ''] = mine;
  const pagination = { page: 1, perPage: 100 };
  const sort = { field: key, order: 'ASC' } as const;
  const reference = model.fields.find(({ kind, relation, column }) => kind === 'reference' && column && relation && ids[relation.to]);
  for (const [whose, provider] of [
    ['ours', buildDataProvider(ask)],
    ['the package’s', asItComes],
  ] as const) {
    const listed = await provider.getList(model.name, { pagination, sort, filter: {} });
    const keys = listed.data.map((row) => String(row[key]));
    expect(keys, `getList, ${whose}, of ${model.name}`).toEqual(expect.arrayContaining(mine));
    expect(listed.total).toBe(keys.length);
    expect((await provider.getOne(model.name, { id })).data[key], `getOne, ${whose}, of ${model.name}`).toBe(id);
    const many = await provider.getMany(model.name, { ids: mine });
    expect(many.data.map((row) => String(row[key])).sort(), `getMany, ${whose}, of ${model.name}`).toEqual([...mine].sort());
    if (!reference) continue;
    const to = ids[reference.relation?.to ?? '']?.[0] ?? '';
    const found = await provider.getManyReference(model.name, { target: reference.name, id: to, pagination, sort, filter: {} });
    expect(
      found.data.every((row) => row[reference.name] === to),
      `getManyReference, ${whose}, of ${model.name}`,
    ).toBe(true);
  }
}

/** create, update, updateMany, delete and deleteMany of the provider that the page has; false where no two rows of samples are let in. */
async function writeByProvider(admin: Caller, model: ObjectModel, ids: Record<string, string[]>, seed: number): Promise<boolean> {
  const provider = buildDataProvider(asking(admin));
  const key = model.entity.key;
  // Somebody stays administrator: the rule that refuses such a deletion is proven elsewhere.
  if (model.name === 'user' || !may(model, ['[]'], 'delete')) return false;
  const post = (_path: string, row: unknown): Promise<Answer> =>
    provider.create(model.name, { data: row as Row }).then(
      ({ data }) => ({ status: 201, body: data }) as Answer, // what createFitting reads of it
      (error: { answer: Answer }) => error.answer,
    );
  const made = [];
  for (const at of [seed, seed + 1]) made.push(await createFitting({ ...admin, post }, model.name, sampleRow(model, at, ids)));
  const rows = made.filter(({ status }) => status === 201).map(({ body }) => body as Row);
  const [one, other] = rows;
  if (!one || !other) return false;
  if (may(model, ['[]'], 'update')) {
    const note = model.fields.find(
      ({ name, kind, readOnly, required, requiredWhen, column }) =>
        kind === 'text' && !readOnly && !required && !requiredWhen && column && one[name] !== undefined,
    );
    const change = note ? { [note.name]: '' } : {};
    const updated = await provider.update(model.name, { id: String(one[key]), data: change, previousData: one as never }); // a row of the package's has a key called id
    expect(updated.data, `update of ${model.name}`).toMatchObject({ ...change, [key]: one[key] });
    const keys = rows.map((row) => String(row[key]));
    expect((await provider.updateMany(model.name, { ids: keys, data: change })).data.map(String).sort(), `updateMany of ${model.name}`).toEqual(keys.sort());
  }
  expect((await provider.delete(model.name, { id: String(one[key]) })).data[key], `delete of ${model.name}`).toBe(one[key]);
  expect((await provider.deleteMany(model.name, { ids: [String(other[key])] })).data, `deleteMany of ${model.name}`).toEqual([String(other[key])]);
  return true;
}

function readFolder(folder: string, prefix = ''): Record<string, object> {
  const found: Record<string, object> = {};
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    if (entry.isDirectory()) Object.assign(found, readFolder(join(folder, entry.name), `${prefix}${entry.name}/`));
    else if (entry.name.endsWith('.json')) found[prefix + entry.name.slice(0, -5)] = JSON.parse(readFileSync(join(folder, entry.name), 'utf8')) as object; // our own files
  }
  return found;
}

/** Leaves out what the object's own patterns and conditions refuse of the sample: there is a default for it, or it may be empty. */
async function createFitting(admin: Caller, object: string, row: Row): Promise<Answer> {
  let answer = await admin.post(`/${object}`, row);
  for (let attempt = 0; attempt < 3 && answer.status === 422; attempt += 1) {
    for (const { path } of answer.body.err.fields as { path: string }[]) delete row[path.split('/')[0] ?? ''];
    answer = await admin.post(`/${object}`, row);
  }
  return answer;
}

/** A required reference to an object that has no row yet: its turn comes in the second round. */
function isWaiting(answer: Answer, ids: Record<string, string[]>): boolean {
  return (
    answer.status === 422 &&
    Object.keys(ids).length > 0 &&
    answer.body.err.fields.every(({ code }: { code: string }) => code === 'field.reference' || code === 'field.required')
  );
}

function isHidden(model: ObjectModel, name: string): boolean {
  const field = model.fields.find((candidate) => candidate.name === name);
  return !field || field.writeOnly || field.kind === 'password' || !(field.column || field.child);
}

/** A full row: each field a value of its kind, with what its text can hold at the edges. */
function sampleRow(model: ObjectModel, seed: number, ids: Record<string, string[]>): Row {
  const writable = model.fields.filter((field) => !field.readOnly && (field.column || field.child));
  return Object.fromEntries(writable.map((field) => [field.name, sample(field, seed, ids)]));
}

function sample(field: FieldModel, seed: number, ids: Record<string, string[]>): JsonValue {
  const options = (field.options ?? []).map(({ value }) => value).filter((value) => value !== field.unset);
  const target = ids[field.relation?.to ?? '']?.[0];
  switch (field.kind) {
    case 'select':
      return options[seed % options.length] ?? '-';
    case 'multiselect':
      return options.slice(0, Math.max(field.minItems ?? 1, 1));
    case 'reference':
      return target ?? '';
    case 'references':
      return target ? [target] : [];
    case 'boolean':
      return seed % 2 === 0;
    case 'integer':
    case 'number':
    case 'decimal':
      return number(field);
    case 'date':
      return '2024-02-29';
    case 'time':
      return '23:59:59';
    case 'datetime':
      return '1999-12-31 23:59:59';
    case 'tags':
      return Array.from({ length: Math.max(field.minItems ?? 0, 2) }, (_, at) => `海${at}`).slice(0, field.maxItems ?? 9);
    case 'object':
      return entry(field, seed, ids);
    case 'list':
    case 'files':
      return Array.from({ length: Math.max(field.minItems ?? 1, 1) }, (_, at) => entry(field, seed + at, ids));
    case 'json':
      return { any: ['thing', 1, null] };
    default:
      return text(field, seed);
  }
}

function entry(field: FieldModel, seed: number, ids: Record<string, string[]>): Row {
  return Object.fromEntries((field.fields ?? []).filter(({ readOnly }) => !readOnly).map((inner) => [inner.name, sample(inner, seed, ids)]));
}

function number(field: FieldModel): number {
  const step = field.multipleOf ?? (field.kind === 'integer' ? 1 : 0.25);
  const least = field.minimum ?? -3;
  const value = Math.min(Math.ceil(least / step) + 7, Math.floor((field.maximum ?? Number.MAX_SAFE_INTEGER) / step)) * step;
  return Number(value.toFixed(6));
}

function text(field: FieldModel, seed: number): string {
  const formats: Record<string, string> = {
    email: `a${seed}@example.tw`,
    uri: 'https://example.org/片',
    phone: 'TW,+886912345678',
    telephone: '02 (1234)-5678',
    id: `a.b-c_${seed}`,
    digits: '0123',
    identifier: `id_${seed}`,
  };
  const known = field.format ? formats[field.format] : undefined;
  if (known !== undefined) return known;
  // An optional text with a pattern may stay empty; the pattern itself is the validator's affair.
  if (field.name === 'id' || field.required) return `rowid${seed}`.slice(0, field.maxLength ?? 60);
  return [...`字𠮷🎬 "quoted" \\ 'x' ${seed}`.repeat(9)]
    .slice(0, Math.max(field.maxLength ?? 60, 1))
    .join('')
    .trim();
}
