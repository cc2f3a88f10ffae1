/** A trailer's length is asked from its host and held against what the campaign asks (issue 14.3, decision 116); over HTTP on both databases, with a host of our own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnrolmentFacts, FormFacts, LinkCheck, Merged } from '#application/site/wire.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import type { Answer } from '#rules/answer.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { plantApplicant, plantCampaign, whole } from '../../../support/forum/applicants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const films: Record<string, object> = {
  'https://vimeo.com/1000001': { title: 'Short', duration: 90 },
  'https://vimeo.com/1000002': { title: 'Right', duration: 200 },
  'https://vimeo.com/1000003': { title: 'Nearly', duration: 303 },
  'https://youtu.be/dQw4w9WgXcQ': { title: 'A host that says no length' },
};

describe.each(testDatabases)('the length of a trailer on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const clock = { now: new Date('2026-03-15T10:00:00Z') };
  const host = createServer((req, res) => {
    const film = films[new URL(req.url ?? '', 'http://x').searchParams.get('url') ?? ''];
    res.writeHead(film ? 200 : 404).end(JSON.stringify(film ?? {}));
  });
  beforeAll(async () => {
    await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
    const { port } = host.address() as AddressInfo; // listens on TCP
    server = await startServer({ kind, now: () => clock.now, env: { OEMBED_URL: `http://127.0.0.1:${port}/oembed` } });
    await plantCampaign(server, 'ccdf15', { edition: 15 });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server.stop();
    host.close();
  });

  const demand = async (demands: Row[]) => {
    const { ver } = (await (await admin('/api/pb/campaign/ccdf15')).json()) as Row;
    expect((await admin('/api/pb/campaign/ccdf15', { method: 'PUT', json: { demands, ver: ver ?? null } })).status).toBe(200);
  };
  const call = async <T>(client: Client, method: string, path: string, json?: unknown) => {
    const answer = await client(path, { method, ...(json === undefined ? {} : { json }) });
    const body = (await answer.json()) as Answer<T>;
    return { status: answer.status, data: body.data, code: body.err?.code ?? '', fields: body.err?.fields ?? [] };
  };
  const submitted = async (name: string, trailer: string) => {
    const mei = await plantApplicant(server, name);
    const { data: begun } = await call<EnrolmentFacts>(mei, 'POST', '/api/site/enrolments', { campaign: 'ccdf15' });
    const values: Record<string, JsonValue> = { ...whole, trailer };
    const { data } = await call<Merged>(mei, 'PATCH', `/api/site/enrolments/${begun.id}`, {
      changes: Object.entries(values).map(([path, to]) => ({ path, from: emptyOf(path), to })),
    });
    expect([data.conflicts, data.refused, data.enrolment.missing]).toEqual([[], [], []]);
    return call<EnrolmentFacts>(mei, 'POST', `/api/site/enrolments/${begun.id}/submit`, { ver: data.enrolment.ver, confirm: true });
  };
  const emptyOf = (path: string): JsonValue => {
    if (path === 'stage') return null;
    if (path === 'len') return '-';
    if (['attProgram', 'genre'].includes(path)) return [];
    return path === 'rights' || path === 'agree' ? false : '';
  };

  it('is told to the form with the link, and what the campaign asks is part of its terms', async () => {
    await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5, stopsLength: true }]);
    const mei = await plantApplicant(server, 'asks');
    const { data } = await call<FormFacts>(mei, 'GET', '/api/site/form?campaign=ccdf15');
    expect(data.terms.demands).toEqual([{ field: 'trailer', program: '', from: '', minMinutes: 3, maxMinutes: 5, stopsLength: true }]);
    const check = async (url: string) => (await call<LinkCheck>(mei, 'POST', '/api/site/link', { url })).data;
    expect(await check('https://vimeo.com/1000002')).toEqual({ ok: true, seconds: 200 });
    expect(await check('https://youtu.be/dQw4w9WgXcQ')).toEqual({ ok: true });
    const said = async (url: string, limits: Row, lang: string) => {
      const answer = await mei('/api/site/link', { method: 'POST', json: { url, limits }, headers: { cookie: `${mei.cookie}; lang=${lang}` } });
      return ((await answer.json()) as Answer<{ length?: unknown }>).data.length;
    };
    const limits = { minMinutes: 3, maxMinutes: 5, words: 9 };
    expect(await said('https://vimeo.com/1000001', limits, 'en')).toEqual({ message: 'The film is 1:30 long; 3–5 minutes are asked for.', isOther: true });
    expect(await said('https://vimeo.com/1000001', { ...limits, stopsLength: true }, 'tw')).toEqual({
      message: '影片長度 1:30，本屆要求 3–5 分鐘，不符者無法送出。',
      isOther: true,
    });
    expect(await said('https://vimeo.com/1000002', limits, 'en')).toEqual({ message: 'The film is 3:20 long, as asked for.', isOther: false });
    expect(await said('https://youtu.be/dQw4w9WgXcQ', limits, 'en')).toEqual({
      message: '3–5 minutes are asked for. How long the film is cannot be seen from here; please check it yourself.',
      isOther: false,
    });
    expect(await said('https://vimeo.com/1000001', { words: 9 }, 'en')).toBeUndefined();
  });

  it('stops a submission where the campaign says so, and only where it is known', async () => {
    await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5, stopsLength: true }]);
    const short = await submitted('short', 'https://vimeo.com/1000001');
    expect([short.status, short.fields]).toEqual([422, [expect.objectContaining({ path: 'trailer', code: 'rule.minutes' })]]);
    expect(short.fields[0]?.message).toMatch(/1:30.*3–5/);
    for (const [name, trailer] of [
      ['right', 'https://vimeo.com/1000002'],
      ['nearly', 'https://vimeo.com/1000003'],
      ['silent', 'https://youtu.be/dQw4w9WgXcQ'],
      ['elsewhere', 'https://video.example.com/trailer'],
    ] as const)
      expect([name, (await submitted(name, trailer)).status]).toEqual([name, 200]);
  });

  it('stops staff who submit for somebody too, by the button and by the field, and is said on their form', async () => {
    await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5, stopsLength: true }]);
    const mei = await plantApplicant(server, 'helped');
    const { data: begun } = await call<EnrolmentFacts>(mei, 'POST', '/api/site/enrolments', { campaign: 'ccdf15' });
    const values: Record<string, JsonValue> = { ...whole, trailer: 'https://vimeo.com/1000001' };
    await call(mei, 'PATCH', `/api/site/enrolments/${begun.id}`, {
      changes: Object.entries(values).map(([path, to]) => ({ path, from: emptyOf(path), to })),
    });
    const at = `/api/pb/enrolment/${begun.id}`;
    const ver = async () => ((await (await admin(at)).json()) as Row).ver ?? null;
    const submit = async () => call<Row>(admin, 'POST', `${at}/actions/submit`, { ver: await ver() });
    const said = async (client = admin) => call<{ path: string; message: string; isOther: boolean }[]>(client, 'GET', `${at}/lengths`);
    expect((await submit()).fields).toMatchObject([{ path: 'trailer', code: 'rule.minutes' }]);
    expect((await call(admin, 'PUT', at, { status: 'submitted', ver: await ver() })).fields).toMatchObject([{ path: 'trailer', code: 'rule.minutes' }]);
    expect((await said()).data).toEqual([{ path: 'trailer', message: expect.stringContaining('1:30'), isOther: true }]);
    expect((await said(mei)).status).toBe(401);
    await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5 }]);
    expect((await said()).data).toMatchObject([{ path: 'trailer', isOther: true }]);
    expect((await submit()).status).toBe(200);
    await demand([]);
    expect((await said()).data).toEqual([]);
  });

  it('is only said where it does not stop', async () => {
    await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5 }]);
    expect((await submitted('warned', 'https://vimeo.com/1000001')).status).toBe(200);
  });
});
