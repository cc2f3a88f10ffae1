/** Rules and defaults that a schema says as expressions (x-rules, x-default), over HTTP, at every way in, on an object that nobody prepared for them. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const date = { type: 'string', format: 'date' };
const order = { name: 'order', rule: 'end >= start', field: 'end', message: { tw: '結束日不可早於開始日', en: 'The end is before the start' } };
const voyage = {
  title: 'Voyage',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: text,
    start: { ...date, 'x-default': 'today()' },
    end: date,
    due: { ...date, 'x-default': 'addDays(start, 30)' },
    owner: { 'x-relation': 'user', 'x-default': 'me()' },
    crew: { type: 'integer' },
    manned: { type: 'boolean' },
    berths: { type: 'array', items: { type: 'object', properties: { size: { type: 'integer' } } } },
  },
  'x-rules': [
    order,
    { name: 'crewed', when: 'manned', rule: 'has(crew) && crew > 0', field: 'crew', message: 'Nobody is on board' },
    { name: 'room', rule: 'crew <= berths.sum(b, b.size)', field: 'berths', message: { en: 'Not enough berths' } },
    { name: 'past', rule: 'start <= addDays(today(), 365)', field: 'start', message: { tw: '太久以後', en: 'Too far ahead' } },
  ],
};

describe.each(testDatabases)('rules of a schema on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'rules-'));
  let server: TestServer;
  let admin: Client;
  // one in the morning of the 21st in Taipei
  const now = new Date('2026-05-20T17:00:00Z');
  const put = (schema: object) => writeFileSync(join(root, 'voyage.json'), JSON.stringify(schema));
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    put({ ...voyage, 'x-rules': voyage['x-rules'].slice(1) });
    server = await startServer({ kind, schemasDir: root, now: () => now });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const send = async (method: string, path: string, json: unknown, lang = 'en') => {
    const answer = await admin(`/api/${path}`, { method, json, headers: { cookie: `${admin.cookie}; lang=${lang}` } });
    return { status: answer.status, body: await answer.json() };
  };
  const make = (row: Row, lang?: string) => send('POST', 'pb/voyage', row, lang);
  const read = async (id: string): Promise<Row> => (await admin(`/api/pb/voyage/${id}`)).json();
  const change = async (id: string, row: Row, lang?: string) => send('PUT', `pb/voyage/${id}`, { ...row, ver: (await read(id)).ver }, lang);
  const said = ({ body }: { body: { err?: { fields: { path: string; message: string }[] } } }) => body.err?.fields.map(({ path, message }) => [path, message]);

  it('a new row begins with what its fields say, by the clock of the house, unless somebody says otherwise', async () => {
    expect((await make({ id: 'begun', name: 'A' })).status).toBe(201);
    expect(await read('begun')).toMatchObject({ start: '2026-05-21', due: '2026-06-20', owner: 'admin' });
    await make({ id: 'said', start: '2026-01-01', due: '', owner: '' });
    expect(await read('said')).toMatchObject({ start: '2026-01-01', due: '', owner: '' });
    // Changed later, it is no new row.
    await change('said', { name: 'B', start: '' });
    expect(await read('said')).toMatchObject({ start: '', due: '' });
  });

  it('one that existing rows break waits, and tells which', async () => {
    await make({ id: 'backwards', start: '2026-03-02', end: '2026-03-01' });
    put(voyage);
    await server.registry.reload();
    const { plans } = (await (await admin('/api/system')).json()).data;
    expect(plans).toMatchObject([{ object: 'voyage', steps: [{ kind: 'check', class: 'needsData', fields: ['end'] }] }]);
    const refused = await send('POST', 'system/apply', { object: 'voyage' });
    expect(refused.body.data.refused[0]).toMatchObject({ count: 1, rows: [{ id: 'backwards', problems: [{ path: 'end' }] }] });
    expect((await change('backwards', { end: '2026-03-03' })).status).toBe(200);
    expect((await send('POST', 'system/apply', { object: 'voyage' })).status).toBe(200);
    expect((await (await admin('/api/system')).json()).data.plans).toEqual([]);
  });

  it('are asked when a row is made and changed, and answer at their field in the reader’s language', async () => {
    const wrong = { id: 'wrong', start: '2026-03-02', end: '2026-03-01' };
    expect(said(await make(wrong))).toEqual([['end', 'The end is before the start']]);
    expect(said(await make(wrong, 'tw'))).toEqual([['end', '結束日不可早於開始日']]);
    expect((await make({ ...wrong, end: '' })).status).toBe(201);
    expect(said(await change('wrong', { end: '2026-03-01' }, 'tw'))).toEqual([['end', '結束日不可早於開始日']]);
    expect(said(await make({ id: 'late', start: '2028-01-01' }))).toEqual([['start', 'Too far ahead']]);
  });

  it('are asked only when their condition holds, and over lines', async () => {
    expect((await make({ id: 'empty', manned: false })).status).toBe(201);
    expect(said(await change('empty', { manned: true }))).toEqual([['crew', 'Nobody is on board']]);
    expect(said(await change('empty', { manned: true, crew: 3, berths: [{ size: 2 }] }))).toEqual([['berths', 'Not enough berths']]);
    expect((await change('empty', { manned: true, crew: 3, berths: [{ size: 2 }, { size: 1 }] })).status).toBe(200);
  });

  it('are asked of imports, of changes to many rows, and of what comes back out of the trash', async () => {
    const started = await admin('/api/pb/voyage/import?mode=write', {
      method: 'POST',
      body: 'id,start,end\nin,2026-01-01,2026-01-02\nout,2026-01-02,2026-01-01',
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { job } = (await started.json()).data;
    await server.tools.jobs.settled(job);
    expect((await (await admin(`/api/jobs/${job}`)).json()).data.result.counts).toMatchObject({ create: 1, refused: 1 });
    const changed = await send('POST', 'pb/voyage/bulk', { mode: 'write', ids: ['in'], changes: { end: { do: 'set', value: '2025-01-01' } } });
    await server.tools.jobs.settled(changed.body.data.job);
    const report = (await (await admin(`/api/jobs/${changed.body.data.job}`)).json()).data.result;
    expect(report.counts).toMatchObject({ changed: 0, refused: 1 });
    expect(JSON.stringify(report.lines)).toContain('The end is before the start');
    expect((await read('in')).end).toBe('2026-01-02');
    const strict = { ...voyage, 'x-rules': [...voyage['x-rules'], { name: 'named', rule: 'has(name)', field: 'name', message: 'It has no name' }] };
    for (const id of ['wrong', 'empty', 'in', 'backwards']) expect((await admin(`/api/pb/voyage/${id}`, { method: 'DELETE' })).status).toBe(200);
    put(strict);
    await server.registry.reload();
    await send('POST', 'system/apply', { object: 'voyage' });
    expect(JSON.stringify(await send('POST', 'pb/voyage/in/restore', {}))).toContain('It has no name');
  });
});
