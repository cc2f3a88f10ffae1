/** Every object that ships and every foreign one, found by glob: what is saved comes back, and a save without an edit changes nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider } from 'react-admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { may } from '#rules/accounts/permission.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Answer, type Caller, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { createFitting, sampleRow } from '../../../support/schemas/sample-row.ts';
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
      const made = await createFitting((sent) => admin.post(`/${model.name}`, sent), row);
      if (isWaiting(made, ids)) continue;
      expect(made.status, `${model.name} ${JSON.stringify(row)} ${made.text}`).toBe(201);
      for (const [name, value] of Object.entries(row))
        if (!isHidden(model, name)) expect({ value: made.body[name] }, `${model.name}.${name}`).toMatchObject({ value });
      const id = String(made.body[model.entity.key]);
      ids[model.name] = [...(ids[model.name] ?? []), id];
      const path = `/${model.name}/${encodeURIComponent(id)}`;
      expect((await admin.get(path)).body, model.name).toEqual(made.body);
      const own = made.body[model.entity.key];
      const filter = { [model.entity.key]: id, [`${model.entity.key}@ne`]: typeof own === 'number' ? own + 1 : 'x' };
      expect((await admin.get(`/${model.name}${query({ filter, range: [0, 0] })}`)).body).toEqual([made.body]);
      if (!may(model, ['[]'], 'update')) continue;
      const unedited = await admin.put(path, made.body as Row);
      expect([unedited.status, unedited.body]).toEqual([200, made.body]);
    }
    // What joins two others may be refused by their rules; everything that stands alone has come and gone.
    const alone = models.filter(({ fields }) => !fields.some(({ relation, required }) => relation && required));
    expect(alone.map(({ name }) => name).filter((name) => !ids[name])).toEqual([]);

    for (const model of models) if (ids[model.name]) await readByProvider(admin, model, ids);
    // Somebody stays administrator: the rule that refuses such a deletion is proven elsewhere.
    const user = models.find(({ name }) => name === 'user');
    if (user) await createFitting((sent) => admin.post('/user', sent), sampleRow(user, 2_000_000, ids));
    const left: Record<string, string> = {};
    for (const [whose, provider] of providersOf(admin))
      for (const [index, model] of models.entries()) {
        const reason = ids[model.name] ? await writeByProvider(whose, provider, model, ids, (whose === 'ours' ? 1_000 : 100_000) * (index + 1)) : notLetIn;
        if (reason) left[model.name] = reason;
      }
    expect(Object.fromEntries(Object.entries(left).filter(([, reason]) => !reasons.has(reason)))).toEqual({});
    expect(Object.keys(left).length).toBeLessThan(models.length / 2);
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

/** The provider that the page has, and ra-data-simple-rest as it comes: that one knows of no version, so it says that any will do. */
function providersOf(admin: Caller): [whose: string, provider: DataProvider][] {
  const ask = asking(admin);
  const asItComes = simpleRestProvider('/api/pb', async (url: string, { method = 'GET', body }: { method?: string; body?: BodyInit | null } = {}) => {
    const sent = body === undefined || body === null ? {} : { body: JSON.parse(String(body)) as unknown };
    const { status, headers, data } = await ask(url, {
      method: method as 'GET',
      ...sent,
      ...(method === 'GET' || method === 'POST' ? {} : { headers: { 'If-Match': '*' } }),
    });
    return { status, headers, body: '', json: data };
  });
  return [
    ['ours', buildDataProvider(ask) as unknown as DataProvider], // its rows are of any object, the package's of a type that the caller names
    ['the package’s', asItComes],
  ];
}

/** getList, getOne, getMany and getManyReference. */
async function readByProvider(admin: Caller, model: ObjectModel, ids: Record<string, string[]>): Promise<void> {
  const key = model.entity.key;
  const mine = ids[model.name] ?? [];
  const [id = ''] = mine;
  const pagination = { page: 1, perPage: 100 };
  const sort = { field: key, order: 'ASC' } as const;
  const reference = model.fields.find(({ kind, relation, column }) => kind === 'reference' && column && relation && ids[relation.to]);
  for (const [whose, provider] of providersOf(admin)) {
    const listed = await provider.getList(model.name, { pagination, sort, filter: {} });
    const keys = listed.data.map((row) => String(row[key]));
    expect(keys, `getList, ${whose}, of ${model.name}`).toEqual(expect.arrayContaining(mine));
    expect(listed.total).toBe(keys.length);
    expect(String((await provider.getOne(model.name, { id })).data[key]), `getOne, ${whose}, of ${model.name}`).toBe(id);
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

const noDeletion = 'access: nobody deletes its rows';
const oneOfEach = 'a rule of its own: a second row for the same others is refused';
const notLetIn = 'a rule between the rows that it joins refuses each sample';
const reasons: ReadonlySet<string> = new Set([noDeletion, oneOfEach, notLetIn]);

/** create, update, updateMany, delete and deleteMany. @returns why not, where the object does not have it */
async function writeByProvider(
  whose: string,
  provider: DataProvider,
  model: ObjectModel,
  ids: Record<string, string[]>,
  seed: number,
): Promise<string | undefined> {
  const key = model.entity.key;
  if (!may(model, ['[]'], 'delete')) return noDeletion;
  const post = (row: Row): Promise<Answer> =>
    provider.create(model.name, { data: row }).then(
      ({ data }) => ({ status: 201, body: data }) as Answer, // what createFitting reads of it
      (error: { answer: Answer }) => error.answer,
    );
  const made = [];
  for (const at of [seed, seed + 1]) made.push(await createFitting(post, sampleRow(model, at, ids)));
  const rows = made.filter(({ status }) => status === 201).map(({ body }) => body as Row);
  const [one, other] = rows;
  if (!one || !other) return oneOfEach;
  if (may(model, ['[]'], 'update')) {
    const note = model.fields.find(
      ({ name, kind, readOnly, required, requiredWhen, column }) =>
        kind === 'text' && !readOnly && !required && !requiredWhen && column && one[name] !== undefined,
    );
    const change = note ? { [note.name]: '' } : {};
    const updated = await provider.update(model.name, { id: String(one[key]), data: change, previousData: one as never }); // a row of the package's has a key called id
    expect(updated.data, `update, ${whose}, of ${model.name}`).toMatchObject({ ...change, [key]: one[key] });
    const keys = rows.map((row) => String(row[key]));
    expect((await provider.updateMany(model.name, { ids: keys, data: change })).data?.map(String).sort(), `updateMany, ${whose}, of ${model.name}`).toEqual(
      keys.sort(),
    );
  }
  expect((await provider.delete(model.name, { id: String(one[key]) })).data[key], `delete, ${whose}, of ${model.name}`).toBe(one[key]);
  expect((await provider.deleteMany(model.name, { ids: [String(other[key])] })).data, `deleteMany, ${whose}, of ${model.name}`).toEqual([String(other[key])]);
  return undefined;
}

function readFolder(folder: string, prefix = ''): Record<string, object> {
  const found: Record<string, object> = {};
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    if (entry.isDirectory()) Object.assign(found, readFolder(join(folder, entry.name), `${prefix}${entry.name}/`));
    else if (entry.name.endsWith('.json')) found[prefix + entry.name.slice(0, -5)] = JSON.parse(readFileSync(join(folder, entry.name), 'utf8')) as object; // our own files
  }
  return found;
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
