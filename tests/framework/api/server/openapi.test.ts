/** The API's own description: valid, of what its reader may and nothing else, and true: every operation of it is called and each answer held to its schema. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { described } from '#generated/calls.ts';
import { may } from '#rules/accounts/permission.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { addApplicant, addJuror, signInApplicant, signInJuror } from '../../../support/forum/site.ts';
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
  summary: string;
  tags: string[];
  security?: Record<string, []>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>;
}
interface Document {
  tags: { name: string; description: string }[];
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
/** Calls of which no program has a use, and why. */
const undescribed: Record<string, string> = {
  'GET /healthz': 'asked by what watches the process: docs',
  'GET /readyz': 'the same',
  'GET /metrics': 'the same',
  'GET /type/:file': 'a page’s fonts',
  'GET /site/css/:campaign/:file': 'a page’s style',
  'GET /robots.txt': 'of search engines',
  'GET /sitemap.xml': 'of search engines',
  'GET /api/docs': 'the reader of the description',
  'GET /api/docs/:file': 'the same',
  'GET /api/auth/oidc/start': 'the way of a browser to the provider and back',
  'GET /api/auth/oidc/return': 'the same',
  'GET /api/objects/:obj/:file': 'a script of the page: an object’s validator',
  'GET /api/site/form/:file': 'the same',
  'GET /api/test-fields': 'a page of development',
  'GET /api/test-fields/:file': 'the same',
  'POST /api/query': 'of the specified client, with a secret of the minute',
  'POST /api/log': 'the same',
  'POST /api/uploadFiles': 'the same',
};
const boat = { schema: '{"title":"Boat","type":"object","properties":{"name":{"type":"string","maxLength":80}}}', labels: {} };

/** What makes comes first, what takes away last; objects are made where the others have been called. */
const ofSchemas = ['saveSchema', 'schemas', 'schema', 'schemaHistory', 'revertSchema', 'deleteSchema'];
const first = ['makeWebhook', 'testWebhook', 'deliveries', 'create', 'comment', 'beginUpload', 'sendPiece', 'import', 'update', 'revert'];
const last = ['emptyTrash', 'post.auth.sessions.end', 'post.auth.view.as.end', 'post.auth.logout'];
const rank = (method: string, call: string) =>
  last.includes(call)
    ? 500 + last.indexOf(call)
    : ofSchemas.includes(call)
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

  /** who have no draft, and are removed by no call */
  const latecomers: string[] = [];
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
      // the package takes any object
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
    for (const { paths } of [all, tw]) {
      const wordless = Object.values(paths).flatMap((methods) => Object.values(methods).filter(({ operationId, summary }) => summary === operationId));
      expect(wordless.map(({ operationId }) => operationId)).toEqual([]);
    }
    expect([all, tw].map(({ tags }) => tags.filter(({ name, description }) => name === description))).toEqual([[], []]);
    expect(JSON.stringify(tw.tags)).toMatch(/配對/);
    expect(JSON.stringify(tw.paths['/api/pb/company'])).toMatch(/[一-鿿]/);
    expect((await server.anonymous('/api/openapi.json')).status).toBe(401);
  });

  it('has every call of the server, but for some of which no program has a use', async () => {
    const { paths } = await documentOf(admin);
    const known = new Set(Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)));
    const isKnown = (name: string) => {
      if (known.has(name.replace(/:(\w+)/g, '{$1}'))) return true;
      const pattern = new RegExp(
        `^${name
          .replace(/[.]/g, '\\.')
          .replace(/:(?:object|name)\b/g, '\\w+')
          .replace(/:(\w+)/g, '\\{$1\\}')}$`,
      );
      return [...known].some((one) => pattern.test(one));
    };
    expect(described.names.filter((name) => !isKnown(name)).sort()).toEqual(Object.keys(undescribed).sort());
  });

  it('has for each role the calls that it may make, and the others are refused', async () => {
    const all = await documentOf(admin);
    const wrong: string[] = [];
    for (const user of ['gs', 'op'] as const) {
      const client = await server.signIn(user);
      const { paths } = await documentOf(client);
      for (const [path, methods] of Object.entries(all.paths))
        for (const [method, { operationId, requestBody, parameters = [] }] of Object.entries(methods)) {
          if (!operationId.includes('.') || last.includes(operationId)) continue;
          const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
          const query = new URLSearchParams(parameters.flatMap((one) => ('name' in one && one.in === 'query' ? [[one.name, String(one.example)]] : [])));
          const { status } = await client(`${path.replace('{object}', 'company').replace(/\{\w+\}/g, 'none')}?${query}`, {
            method: method.toUpperCase(),
            ...(type === 'application/octet-stream' && { headers: { 'Content-Type': type }, body: 'x' }),
            ...(type === 'application/json' && { json: content?.example }),
          });
          const isKnown = method in (paths[path] ?? {});
          if (isKnown ? status === 403 : status < 400) wrong.push(`${user} ${operationId} ${status}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it('of a key it has what the key’s scope leaves', async () => {
    const answer = await admin('/api/keys', { method: 'POST', json: { name: 'Reader', roles: ['[]'], scope: { company: 'read' } } });
    const { token } = (await answer.json()).data;
    const found = (await (await fetch(new URL('/api/openapi.json', server.url), { headers: { Authorization: `Bearer ${token}` } })).json()) as Document;
    // the package takes any object
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
      return check(value) ? undefined : check.errors?.slice(0, 2);
    };
    for (const [name, { examples = [] }] of Object.entries(document.components.schemas))
      for (const example of examples)
        expect({ name, example, errors: problemsOf(`/components/schemas/${name}`, example) }).toEqual({ name, example, errors: undefined });

    const models = new Map(server.registry.objects().map(({ model }) => [model.name, model]));
    for (let at = 0; at < 11; at += 1) latecomers.push(await addApplicant(server, `late${at}@example.com`));
    const ids = await makeRows([...models.values()]);
    await addApplicant(server, 'applicant@example.com');
    await addJuror(server, ids.campaign?.[0] ?? '', 'juror@example.com');
    const visitors: Record<string, Client> = {
      applicant: await signInApplicant(server, 'applicant@example.com'),
      jury: await signInJuror(server, 'juror@example.com'),
    };
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
      if (call === 'saveSchema') return { files: boat, version: '' };
      if (call === 'checkSchema') return { name: 'boat', files: boat };
      if (call === 'guessSchema') return { from: 'sample', name: 'boat', text: '[{"name":"Alma","metres":7.5}]' };
      if (call === 'restoreTrash') return { ids: [1] };
      if (call === 'rehearse') return { id: 'an-id' };
      if (call === 'revertSchema') return { to: (await (await admin(at.replace('/revert', '/history'))).json()).data.at(-1)?.id, version };
      if (call === 'deleteSchema') return { version, typed: 'boat' };
      if (call === 'import' || call === 'marked') return 'id\nx\n';
      if (call === 'sendPiece') return image;
      const [content] = Object.values(requestBody?.content ?? {});
      return content?.example;
    };

    const operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation, call: operation.operationId.split('_')[0] ?? '' })),
      )
      .sort((one, other) => rank(one.method, one.call) - rank(other.method, other.call));
    /** of objects and files, and of the list of calls, where most want what only a campaign that is under way has */
    const done = { own: { called: 0, fulfilled: 0 }, listed: { called: 0, fulfilled: 0 } };
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
      const wanted: Record<string, string | undefined> = {
        ...{ object: 'company', obj: 'company', list: 'company_type', lang: 'tw', pg: '1', campaign: ids.campaign?.[0] },
        ...(path.includes('{object}') && { id: ids.company?.[0] }),
      };
      const part = (_: string, name: string) => encodeURIComponent(wanted[name] ?? 'none');
      const isListed = call.includes('.');
      const at = (isListed ? path.replace(/\{(\w+)\}/g, part) : path)
        .replace('{id}', encodeURIComponent(id ?? 'none'))
        .replace('{comment}', known[`comment ${object}`] ?? '0')
        .replace('{name}', path.startsWith('/api/schemas') ? 'boat' : (known.file ?? 'none'))
        .replace('{delivery}', known.delivery ?? 'none')
        .replace('{object}/{rule}', 'film/none');
      const query = new URLSearchParams(
        parameters.flatMap(({ name, in: where, required, content, example }) =>
          where === 'query' && (required || name === 'range' || name === 'expand' || isListed)
            ? [
                [
                  name,
                  content
                    ? JSON.stringify(content['application/json']?.example)
                    : String((isListed && wanted[name]) || (name === 'job' && known[`import ${object}`]) || example),
                ],
              ]
            : [],
        ),
      );
      if (call === 'marked') await expect.poll(async () => (await (await admin(`/api/jobs/${query.get('job')}`)).json()).data.state).not.toBe('running');
      const headers: Record<string, string> = {};
      if (parameters.some(({ name }) => name === 'If-Match')) headers['If-Match'] = '*';
      if (call === 'revert') headers['If-Match'] = `"${(await (await admin(at.replace('/revert', ''))).json()).ver}"`;
      const sent = await bodyOf(operation, at);
      const isBytes = operation.requestBody?.content['application/octet-stream'] !== undefined;
      if (isBytes) headers['Content-Type'] = 'application/octet-stream';
      const [realm = ''] = Object.keys(operation.security?.[0] ?? {});
      const ask = (body: unknown) =>
        (visitors[realm] ?? admin)(`${at}${query.size ? `?${query}` : ''}`, {
          method: method.toUpperCase(),
          headers,
          ...(body !== undefined && (isBytes ? { body: body as BodyInit } : { json: body })),
        });
      let answer = await ask(sent);
      if (call === 'create' || call === 'update') {
        const model = models.get(object);
        const fitting = (row: Row) =>
          createFitting(async (one) => {
            answer = await ask(one);
            return { status: answer.status, body: await answer.clone().json() };
          }, row);
        let fitted = await fitting(sent as Row);
        // Other samples have other choices, which other rules hold for.
        for (let more = 0; more < 6 && fitted.status === 422 && call === 'create' && model; more += 1) fitted = await fitting(sampleRow(model, ++seed, ids));
        if (fitted.status === 422) unfit.push(`${operation.operationId} ${JSON.stringify(fitted.body.err)}`); // a rule of the object wants more than its schema says
      }
      const count = done[isListed ? 'listed' : 'own'];
      count.called += 1;
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
      if (answer.ok) count.fulfilled += 1;
      else if (!(call in mayBeRefused || (isListed && answer.status < 500) || unfit.some((one) => one.startsWith(`${operation.operationId} `))))
        wrong.push({ id: operation.operationId, at, status: answer.status, body });
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
      if (call === 'import') known[`import ${object}`] = data?.job ?? '';
    }
    expect(wrong).toEqual([]);
    expect(unfit).toEqual([]);
    expect(done.own.called + done.listed.called).toBe(operations.length);
    console.info(`${kind}: ${operations.length} operations; ${JSON.stringify(done)}`);
    expect(done.own.fulfilled / done.own.called).toBeGreaterThan(0.9);
    expect(done.listed.fulfilled / done.listed.called).toBeGreaterThan(0.3);
  }, 300_000);

  /** What rules of the objects that ship ask for beyond their schemas: a meeting that somebody wishes for, each an hour of its own, and a vote about a verified enrolment. */
  function sound(seed: number, ids: Record<string, string[]>): Record<string, Row> {
    const day = new Date(Date.UTC(2026, 4, 1) + (seed % 10_000) * 86_400_000).toISOString().slice(0, 10);
    const one = (object: string) => ids[object]?.[seed % (ids[object]?.length ?? 1)] ?? '';
    return {
      // a window that has ended, for what comes after its end
      campaign: { days: [], cStart: '1999-01-01 00:00:00' },
      pitch: { unavailable: [] },
      decision_maker: { priority: ids.pitch ?? [], available: [{ start: '2026-01-01 00:00:00', end: '2060-01-01 00:00:00' }], unavailable: [], enabled: true },
      pairing: { start: `${day} 10:00:00`, end: `${day} 10:20:00`, room: '', pitch: one('pitch'), dm: ids.decision_maker?.at(-1) ?? '' },
      selection: { enrolment: ids.enrolment?.[1] ?? '', jury: one('jury') },
      enrolment_extension: { cid: one('campaign'), applicant: latecomers[seed % latecomers.length] ?? '', until: '2060-01-01 00:00:00' },
    };
  }

  /** A row that asks for no fields of its own on other objects: the document is that of one moment. */
  function sampleRow(model: ObjectModel, seed: number, ids: Record<string, string[]>): Row {
    const { questions: _, ...row } = anyRow(model, seed, ids);
    return { ...row, ...sound(seed, ids)[model.name] };
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
    await server.db.transaction((tx) => tx.query("UPDATE enrolment SET status = 'verified' WHERE id = ?", [ids.enrolment?.[1] ?? '']));
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
