/** A trailer's length is asked from its host and held against what the campaign asks (issue 14.3, decision 116); over HTTP on both databases, with a host of our own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnrolmentFacts, FormFacts, LinkCheck, Merged } from '#application/site/wire.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { table } from '#framework/data/engine/table.ts';
import type { AskedReport, ImportReport } from '#framework/import/wire.ts';
import type { ShownJob } from '#framework/system/wire.ts';
import type { Answer } from '#rules/answer.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
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
  const asked: string[] = [];
  /** what the host waits for; how many it has in hand, and the most so far */
  const pace = { gate: Promise.resolve(), now: 0, most: 0, isAway: false };
  const host = createServer(async (req, res) => {
    const link = new URL(req.url ?? '', 'http://x').searchParams.get('url') ?? '';
    asked.push(link);
    pace.most = Math.max(pace.most, ++pace.now);
    res.on('close', () => (pace.now -= 1));
    await pace.gate;
    if (pace.isAway) return void res.writeHead(429).end();
    const film = films[link] ?? (link.startsWith('https://vimeo.com/2') ? { duration: 240 } : undefined);
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
    expect(await said('https://vimeo.com/1000001', limits, 'en')).toEqual({
      message: 'The film is 1:30 long; the campaign asks for 3–5 minutes.',
      isOther: true,
    });
    expect(await said('https://vimeo.com/1000001', { ...limits, stopsLength: true }, 'tw')).toEqual({
      message: '影片長度 1:30，本屆要求 3–5 分鐘，不符者無法送出。',
      isOther: true,
    });
    expect(await said('https://vimeo.com/1000002', limits, 'en')).toEqual({ message: 'The film is 3:20 long, as the campaign asks.', isOther: false });
    expect(await said('https://youtu.be/dQw4w9WgXcQ', limits, 'en')).toEqual({
      message: 'The campaign asks for 3–5 minutes. The film’s length cannot be seen from here; please check it yourself.',
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

  const job = async <T>(id: string, as = admin) => (await call<ShownJob<T>>(as, 'GET', `/api/jobs/${id}`)).data;
  const imported = async (object: string, sheet: string, { as = admin, mode = 'write', lang = 'en' } = {}) => {
    asked.length = 0;
    const begun = await as(`/api/pb/${object}/import?mode=${mode}`, {
      method: 'POST',
      body: Buffer.from(sheet),
      headers: { 'content-type': 'application/octet-stream', cookie: `${as.cookie}; lang=${lang}` },
    });
    const { data } = (await begun.json()) as Answer<{ job: string }>;
    await server.tools.jobs.settled(data.job);
    const { result } = await job<ImportReport>(data.job, as);
    expect(result.counts.refused, JSON.stringify(result.lines)).toBe(0);
    return result;
  };
  const saidOf = async ({ asking }: ImportReport, as = admin) => {
    await server.tools.jobs.settled(asking?.job ?? '');
    return job<AskedReport>(asking?.job ?? '', as);
  };
  /** with their ids: of pitches that are stored */
  const sheetOf = (links: string[], ids?: string[]) =>
    `id,cid,attProgram,cname,trailer\n${links.map((link, at) => `${ids?.[at] ?? ''},ccdf15,${at % 2 ? 'I' : 'C'},片${at + 1},${link}`).join('\n')}\n`;

  it('is asked of imported pitches once they are stored, each film once, and said line by line in the language of who imports', async () => {
    await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5 }]);
    const links = ['1000001', '1000002', '1000003', '1000002', '404'].map((id) => `https://vimeo.com/${id}`);
    const all = [...links, 'https://youtu.be/dQw4w9WgXcQ', 'https://video.example.com/trailer', ''];
    const sheet = sheetOf(all);
    expect((await imported('pitch', sheet, { mode: 'check' })).asking).toBeUndefined();
    expect(asked).toEqual([]);
    const report = await imported('pitch', sheet);
    expect([report.counts.create, report.asking?.kind]).toEqual([8, 'lengths']);
    const { state, kind, progress, total, by, result } = await saidOf(report);
    expect({ state, kind, progress, total, by }).toEqual({ state: 'done', kind: 'lengths', progress: 8, total: 8, by: 'admin' });
    expect(result.asked).toEqual({ fine: 3, other: 2, unknown: 2, away: 0 });
    expect(result.left).toBe(0);
    const ids = report.lines.map(({ id }) => id);
    expect(result.lines.map(({ line, id, problems }) => [line, id, problems[0]?.code])).toEqual([
      [2, ids[0], 'rule.minutes'],
      [6, ids[4], 'rule.nofilm'],
      [7, ids[5], 'rule.nolength'],
      [8, ids[6], 'rule.nolength'],
    ]);
    expect(result.lines[0]?.problems[0]?.message).toMatch(/1:30.*3–5 minutes/);
    expect([...asked].sort()).toEqual([...new Set(links), 'https://youtu.be/dQw4w9WgXcQ'].sort());
    // Nothing is written: a row says what its sheet said.
    expect(await (await admin(`/api/pb/pitch/${ids[0]}`)).json()).toMatchObject({ ver: 1, trailer: links[0] });
    // What is there already is asked about too.
    const again = await imported('pitch', sheetOf(all, ids), { lang: 'tw' });
    expect([again.counts.same, again.lines[0]?.id]).toEqual([8, ids[0]]);
    expect((await saidOf(again)).result.lines[0]?.problems[0]?.message).toContain('影片長度 1:30，本屆要求 3–5 分鐘');
  });

  it('is asked as the program of a pitch demands, of the columns of the sheet, and where a campaign asks for a length', async () => {
    await demand([{ field: 'trailer', program: 'I', maxMinutes: 1 }]);
    const sheet = sheetOf(['https://vimeo.com/1000001', 'https://vimeo.com/1000001']);
    expect((await saidOf(await imported('pitch', sheet))).result).toMatchObject({ asked: { fine: 0, other: 1 }, lines: [{ line: 3 }] });
    expect((await imported('pitch', 'cid,attProgram,cname\nccdf15,I,別名\n')).asking).toBeUndefined();
    await demand([]);
    expect((await imported('pitch', sheet)).asking).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is asked four at a time, one import after the other, and can be ended; a host that no longer answers is left alone', async () => {
    await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5 }]);
    const many = (from: number, length = 40) => sheetOf(Array.from({ length }, (_, at) => `https://vimeo.com/${from + at}`));
    let open = () => {};
    Object.assign(pace, { most: 0, gate: new Promise<void>((resolve) => (open = resolve)) });
    const op = await server.signIn('op');
    const first = await imported('pitch', many(2_000_000));
    const second = await imported('pitch', many(2_000_100, 8), { as: op });
    await expect.poll(() => pace.most).toBe(4);
    const waiting = await job(second.asking?.job ?? '', op);
    expect([waiting.state, (await job(first.asking?.job ?? '')).state]).toEqual(['running', 'running']);
    expect((await call(op, 'POST', `/api/jobs/${first.asking?.job}/cancel`, {})).status).toBe(404);
    expect((await call(admin, 'POST', `/api/jobs/${first.asking?.job}/cancel`, {})).status).toBe(200);
    open();
    // Those that the host had in hand are done; on a slow machine it was given up for some.
    const { left, asked: counts } = (await saidOf(first)).result;
    expect(left).toBeGreaterThan(20);
    expect(left + counts.fine + counts.away).toBe(40);
    expect((await saidOf(second, op)).result.asked.fine).toBe(8);
    expect(pace.most).toBe(4);
    pace.isAway = true;
    const silent = (await saidOf(await imported('pitch', many(2_000_200)))).result;
    expect(silent.asked.away).toBeGreaterThanOrEqual(12);
    expect(asked.length).toBeLessThanOrEqual(16);
    expect(silent.left).toBe(40 - silent.asked.away);
    expect(silent.lines[0]?.problems[0]?.code).toBe('rule.nolength');
    pace.isAway = false;
  });

  it.each(['an account', 'an API key', 'a key that has ended'] as const)(
    'is asked from the start again where its process ended, by one process alone: begun by %s',
    async (by) => {
      const { url, remove } = freshUrl(kind);
      const begin = () => startServer({ kind, now: () => clock.now, env: { DATABASE_URL: url, OEMBED_URL: server.tools.config.oembedUrl } });
      const shared = server;
      server = await begin();
      admin = await server.signIn('admin');
      await plantCampaign(server, 'ccdf15', { edition: 15 });
      await demand([{ field: 'trailer', minMinutes: 3, maxMinutes: 5 }]);
      const { data: key } = await call<{ id: string; token: string }>(admin, 'POST', '/api/keys', { name: 'Sheets', roles: ['[op]'], scope: 'all' });
      const byKey: Client = Object.assign(
        (path: string, init: Parameters<Client>[1] = {}) =>
          server.anonymous(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${key.token}` } }),
        { cookie: '' },
      );
      let open = () => {};
      pace.gate = new Promise<void>((resolve) => (open = resolve));
      const links = ['1000001', ...Array.from({ length: 8 }, (_, at) => 2_000_300 + at)].map((id) => `https://vimeo.com/${id}`);
      const { asking } = await imported('pitch', sheetOf(links), { lang: 'tw', as: by === 'an account' ? admin : byKey });
      await expect.poll(() => pace.now).toBe(4);
      if (by === 'a key that has ended') expect((await call(admin, 'DELETE', `/api/keys/${key.id}`)).status).toBe(200);
      const stopped = server.stop();
      open();
      await stopped;
      expect(new Set(asked).size).toBeLessThan(9);
      // An embedded database has one process.
      const both = [await begin(), ...(kind === 'mariadb' ? [await begin()] : [])];
      server = both[0] ?? server;
      admin = await server.signIn('admin');
      const ofIt = (name: string) =>
        table(server.db, name)
          .where({ id: asking?.job ?? '' })
          .first();
      await expect.poll(async () => (await ofIt('_job'))?.state).toBe(by === 'a key that has ended' ? 'failed' : 'done');
      const ended = await job<AskedReport>(asking?.job ?? '');
      expect(ended.by).toBe(by === 'an account' ? 'admin' : `key:${key.id} Sheets`);
      if (by === 'a key that has ended') expect(JSON.stringify(ended.message)).toContain('msg.admin');
      else {
        const { asked: counts, left, lines } = ended.result;
        expect({ counts, left }).toEqual({ counts: { fine: 8, other: 1, unknown: 0, away: 0 }, left: 0 });
        expect(lines).toMatchObject([{ line: 2, title: '片1', problems: [{ message: expect.stringContaining('本屆要求 3–5 分鐘') }] }]);
      }
      expect(asked.filter((link) => link === 'https://vimeo.com/2000307').length).toBe(by === 'a key that has ended' ? 0 : 1);
      // What it would begin with again goes with its end.
      expect(await ofIt('_job_rest')).toBeUndefined();
      for (const { stop } of both) await stop();
      await remove();
      server = shared;
    },
  );
});
