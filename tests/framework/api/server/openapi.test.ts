/** The API's own description: valid, of what its reader may and nothing else, and true: every operation of it is called and each answer held to its schema. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { may } from '#rules/accounts/permission.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { sampleRow as anyRow, createFitting } from '../../../support/schemas/sample-row.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  content?: Record<string, { example?: unknown }>;
  example?: unknown;
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, { examples?: unknown[]; properties?: object }> };
}

/** Calls that a sample's own state may close; their refusal is held to its schema as well. */
const mayBeRefused: Record<string, string> = {
  preview: 'the operation is not open in the state of the sample',
  act: 'the same',
  actMany: 'the same',
  merge: 'a rule keeps the samples apart',
  revert: 'the sample has no field that may be given back',
  restore: 'a rule refuses the sample now',
  remove: 'others point at the sample',
  retryStep: 'no step has failed',
  rehearse: 'no object that is shipped has an automation',
};
/** What makes comes first, what takes away last; objects are made where the others have been called. */
const ofSchemas = ['saveSchema', 'schemas', 'schema', 'schemaHistory', 'revertSchema', 'deleteSchema'];
const first = ['makeWebhook', 'testWebhook', 'deliveries', 'create', 'comment', 'beginUpload', 'sendPiece', 'import', 'update', 'revert'];
const rank = (method: string, call: string) =>
  ofSchemas.includes(call)
    ? 400 + ofSchemas.indexOf(call)
    : first.includes(call)
      ? first.indexOf(call)
      : method === 'delete'
        ? 200
        : call === 'restore'
          ? 300
          : 100;

describe.each(testDatabases)('OpenAPI on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  let server: TestServer;
  let admin: Client;
  const documentOf = async (client: Client, lang = 'en') => (await (await client(`/api/openapi.json?lang=${lang}`)).json()) as Document;

  beforeAll(async () => {
    cpSync('schemas', folder, { recursive: true });
    server = await startServer({ kind, schemasDir: folder, env: { WEBHOOK_PRIVATE: '1' } });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is valid for every role, in both languages, and says no more than the role may', async () => {
    for (const [user, lang] of [
      ['admin', 'tw'],
      ['op', 'en'],
      ['gs', 'tw'],
    ] as const) {
      const found = await documentOf(await server.signIn(user), lang);
      const { valid, errors } = await new Validator().validate(structuredClone(found) as unknown as Record<string, unknown>);
      expect({ user, errors }).toEqual({ user, errors: undefined });
      expect(valid).toBe(true);
    }
    const [all, some] = [await documentOf(admin), await documentOf(await server.signIn('gs'))];
    expect(Object.keys(all.paths['/api/pb/company'] ?? {}).sort()).toEqual(['delete', 'get', 'post']);
    expect(Object.keys(some.paths['/api/pb/company'] ?? {})).toEqual(['get']);
    expect(['/api/webhooks', '/api/automations'].map((path) => [path in all.paths, path in some.paths])).toEqual(Array(2).fill([true, false]));
    for (const { model } of server.registry.objects()) {
      const hidden = model.fields.filter(({ access }) => access?.read && !access.read.includes('[gs]') && !access.write?.includes('[gs]'));
      for (const { name } of hidden)
        expect(
          JSON.stringify(Object.entries(some.components.schemas).filter(([of]) => of.toLowerCase() === `${model.name.replaceAll('_', '')}read`)),
        ).not.toContain(`"${name}":`);
    }
    const tw = await documentOf(admin, 'tw');
    expect(JSON.stringify(tw.paths['/api/pb/company'])).toMatch(/[一-鿿]/);
    expect((await server.anonymous('/api/openapi.json')).status).toBe(401);
  });

  it('of a key it has what the key’s scope leaves', async () => {
    const answer = await admin('/api/keys', { method: 'POST', json: { name: 'Reader', roles: ['[]'], scope: { company: 'read' } } });
    const { token } = (await answer.json()).data;
    const found = (await (await fetch(new URL('/api/openapi.json', server.url), { headers: { Authorization: `Bearer ${token}` } })).json()) as Document;
    const { valid } = await new Validator().validate(structuredClone(found) as unknown as Record<string, unknown>);
    expect(valid).toBe(true);
    expect(Object.keys(found.paths).filter((path) => path.startsWith('/api/pb/') && !path.startsWith('/api/pb/company'))).toEqual([]);
    expect(Object.keys(found.paths['/api/pb/company'] ?? {})).toEqual(['get']);
    expect(found.paths).not.toHaveProperty('/api/trash');
  });

  it('every example fits its schema, and every operation answers as it says', async () => {
    const document = await documentOf(admin);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ $id: 'api', ...document });
    const problemsOf = (pointer: string, value: unknown): unknown => {
      const check = ajv.getSchema(`api#${pointer}`);
      if (!check) throw new Error(`no schema at ${pointer}`);
      return check(value) ? undefined : check.errors?.slice(0, 3);
    };
    for (const [name, { examples = [] }] of Object.entries(document.components.schemas))
      for (const example of examples)
        expect({ name, example, errors: problemsOf(`/components/schemas/${name}`, example) }).toEqual({ name, example, errors: undefined });

    const models = new Map(server.registry.objects().map(({ model }) => [model.name, model]));
    const ids = await makeRows([...models.values()]);
    const known: Record<string, string> = {};
    const image = await picture('png');
    const upload = [...models.values()].flatMap(({ name, fields }) =>
      fields.flatMap((field) =>
        field.kind === 'files' && field.file?.kinds.includes('image') && !field.readOnly
          ? [{ object: name, id: '', field: field.name, fileName: 'a.png', size: image.length }]
          : [],
      ),
    )[0];
    let seed = 50_000;

    const bodyOf = async ({ operationId, tags: [object = ''], requestBody }: Operation, at: string): Promise<unknown> => {
      const [call = ''] = operationId.split('_');
      const model = models.get(object);
      const [id = 'none', other = 'none'] = ids[object] ?? [];
      if (call === 'create' && model) return sampleRow(model, ++seed, ids);
      if (call === 'update' && model) return (await admin(at)).json().then((row: Row) => ({ ver: row.ver ?? 0, ...sentOf(model, row) }));
      if (call === 'revert') return { to: (await (await admin(at.replace('/revert', '/history'))).json()).at(-1)?.entry ?? 1 };
      if (call === 'merge') return { from: [{ id: other }], preview: true };
      if (call === 'bulk') return { mode: 'check', ids: [id], remove: true };
      if (call === 'actMany') return { ids: [id], preview: true };
      if (call === 'beginUpload') return upload;
      // Where nobody listens: what comes back is a delivery that was not taken.
      if (call === 'makeWebhook' || call === 'saveWebhook')
        return { name: 'Copy', url: 'http://127.0.0.1:9/', events: { company: ['create'] }, roles: ['[]'], isOn: false };
      const { version } = known;
      if (call === 'revertSchema') return { to: (await (await admin(at.replace('/revert', '/history'))).json()).data.at(-1)?.id, version };
      if (call === 'deleteSchema') return { version, typed: 'boat' };
      if (call === 'import') return 'id\nx\n';
      if (call === 'sendPiece') return image;
      const [content] = Object.values(requestBody?.content ?? {});
      return content?.example;
    };

    const operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation, call: operation.operationId.split('_')[0] ?? '' })),
      )
      .sort((one, other) => rank(one.method, one.call) - rank(other.method, other.call));
    const done: Record<string, number> = { called: 0, fulfilled: 0 };
    const wrong: unknown[] = [];
    const unfit: string[] = [];
    for (const { path, method, operation, call } of operations) {
      const object = operation.tags[0] ?? '';
      const parameters = (operation.parameters ?? []).map((one) =>
        '$ref' in one ? (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
      );
      const isUpload = path.startsWith('/api/uploads');
      const id = isUpload
        ? known.upload
        : path.startsWith('/api/webhooks')
          ? known.hook
          : path.startsWith('/api/jobs')
            ? known.job
            : ids[object]?.[call === 'remove' || call === 'restore' ? (ids[object]?.length ?? 1) - 1 : 0];
      const at = path
        .replace('{id}', encodeURIComponent(id ?? 'none'))
        .replace('{comment}', known[`comment ${object}`] ?? '0')
        .replace('{name}', path.startsWith('/api/schemas') ? 'boat' : (known.file ?? 'none'))
        .replace('{delivery}', known.delivery ?? 'none')
        .replace('{object}/{rule}', 'film/none');
      const query = new URLSearchParams(
        parameters.flatMap(({ name, in: where, required, content, example }) =>
          where === 'query' && (required || name === 'range' || name === 'expand')
            ? [[name, content ? JSON.stringify(content['application/json']?.example) : String(example)]]
            : [],
        ),
      );
      const headers: Record<string, string> = {};
      if (parameters.some(({ name }) => name === 'If-Match')) headers['If-Match'] = '*';
      if (call === 'revert') headers['If-Match'] = `"${(await (await admin(at.replace('/revert', ''))).json()).ver}"`;
      const sent = await bodyOf(operation, at);
      const isBytes = operation.requestBody?.content['application/octet-stream'] !== undefined;
      if (isBytes) headers['Content-Type'] = 'application/octet-stream';
      const ask = (body: unknown) =>
        admin(`${at}${query.size ? `?${query}` : ''}`, {
          method: method.toUpperCase(),
          headers,
          ...(body !== undefined && (isBytes ? { body: body as BodyInit } : { json: body })),
        });
      let answer = await ask(sent);
      if (call === 'create' || call === 'update') {
        const model = models.get(object);
        const fit = (row: Row) =>
          createFitting(async (one) => {
            answer = await ask(one);
            return { status: answer.status, body: await answer.clone().json() };
          }, row);
        let fitted = await fit(sent as Row);
        // Other samples have other choices, which other rules hold for.
        for (let more = 0; more < 6 && fitted.status === 422 && call === 'create' && model; more += 1) fitted = await fit(sampleRow(model, ++seed, ids));
        if (fitted.status === 422) unfit.push(operation.operationId); // a rule of the object wants more than its schema says
      }
      done.called = (done.called ?? 0) + 1;
      const isJson = answer.headers.get('content-type')?.includes('application/json') ?? false;
      const body = isJson ? await answer.json() : await answer.arrayBuffer();
      const said = operation.responses[answer.status] ? String(answer.status) : 'default';
      const response = operation.responses[said];
      const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/${said}/content/application~1json/schema`;
      const errors =
        !isJson || (response?.content && !response.content['application/json'])
          ? undefined
          : problemsOf(response?.$ref ? '/components/schemas/Problem' : encodeURI(pointer).replaceAll('{', '%7B'), body);
      if (errors) wrong.push({ id: operation.operationId, status: answer.status, errors });
      if (answer.ok) done.fulfilled = (done.fulfilled ?? 0) + 1;
      else if (!(call in mayBeRefused || unfit.includes(operation.operationId))) wrong.push({ id: operation.operationId, at, status: answer.status, body });
      if (!answer.ok) continue;
      const { data } = body as { data?: { id?: unknown; job?: string; version?: string; attachment?: { filepath?: string } } };
      if (call === 'saveSchema') known.version = data?.version ?? '';
      if (call === 'comment') known[`comment ${object}`] = String(data?.id);
      if (call === 'makeWebhook') known.hook = String(data?.id);
      if (call === 'testWebhook') known.delivery = String(data?.id);
      if (call === 'beginUpload') known.upload = String(data?.id);
      if (call === 'sendPiece')
        known.file =
          String(data?.attachment?.filepath ?? '')
            .split('/')
            .at(-1) ?? '';
      if (data?.job) known.job = data.job;
    }
    expect(wrong).toEqual([]);
    expect(unfit.length, unfit.join()).toBeLessThan(6);
    expect(done.called).toBe(operations.length);
    expect(done.fulfilled).toBeGreaterThan(0.85 * (done.called ?? 0));
    console.info(`${kind}: ${operations.length} operations, ${done.called} called, ${done.fulfilled} fulfilled; refused for every sample: ${unfit.join()}`);
  }, 300_000);

  /** A row that asks for no fields of its own on other objects: the document is that of one moment. */
  function sampleRow(model: ObjectModel, seed: number, ids: Record<string, string[]>): Row {
    const { questions: _, ...row } = anyRow(model, seed, ids);
    return row;
  }

  /** Three rows of each object, made again where a reference waited for another; of what nobody makes, or no sample is let in of, as the server itself writes them. */
  async function makeRows(models: readonly ObjectModel[]): Promise<Record<string, string[]>> {
    const ids: Record<string, string[]> = {};
    const wanted = models.filter((model) => !model.entity.virtual && may(model, ['[]'], 'create'));
    for (const [seed, model] of [wanted, wanted, wanted, wanted].flat().entries()) {
      if ((ids[model.name]?.length ?? 0) >= 3) continue;
      const made = await createFitting(
        async (row) => {
          const answer = await admin(`/api/pb/${model.name}`, { method: 'POST', json: row });
          return { status: answer.status, body: await answer.json() };
        },
        sampleRow(model, seed, ids),
      );
      if (made.status === 201) ids[model.name] = [...(ids[model.name] ?? []), String(made.body[model.entity.key])];
    }
    const stamps = { ver: 1, create_at: '2026-01-01 00:00:00', update_at: '2026-01-01 00:00:00', update_by: 'admin' };
    for (const model of models.filter(({ name, entity }) => !entity.virtual && !ids[name]?.length)) {
      const { key } = model.entity;
      const rows = [0, 1, 2].map((at): Row => {
        // Each refers to others, for two may not say the same.
        const others = Object.fromEntries(Object.entries(ids).map(([name, list]) => [name, [...list.slice(at), ...list.slice(0, at)]]));
        return { ...completeRow({ ...defaultsOf(model), ...sampleRow(model, 900 + at, others), [key]: `sample_${at}` }, model.fields), ...stamps };
      });
      await server.db.transaction(async (tx) => {
        for (const row of rows) await insertRow(tx, model, row);
      });
      ids[model.name] = rows.map((row) => String(row[key]));
    }
    return ids;
  }

  function sentOf(model: ObjectModel, row: Row): Row {
    const field = model.fields.find(
      ({ kind: of, readOnly, required, column, requiredWhen }) => of === 'text' && !readOnly && !required && !requiredWhen && column,
    );
    return field && row[field.name] !== undefined ? { [field.name]: `changed ${row.ver}` } : {};
  }
});
