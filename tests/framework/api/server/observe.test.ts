/** The server as it is seen from outside: whether it can serve, what it counts, which statements are slow and whose they are, and where its time goes. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#backend/config.ts';
import { start } from '#backend/main.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { startMailServer } from '../../../support/network/mail-server.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../../support/server.ts';

interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  links?: { traceId: string }[];
  status: { code?: number };
}

/** A log, and the lines that were written to it. */
function writtenLog(level: string) {
  const written: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, next) => {
      written.push(JSON.parse(chunk.toString()));
      next();
    },
  });
  return { written, log: pino({ level }, stream) };
}

describe.each(testDatabases)('seen from outside, on %s', (kind) => {
  const ends: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  const serve = async (options: Omit<TestServerOptions, 'kind'> = {}): Promise<TestServer> => {
    const server = await startServer({ kind, ...options });
    ends.push(() => server.stop());
    return server;
  };
  const readyOf = async (url: string) => {
    const answer = await fetch(`${url}/readyz`);
    return [answer.status, (await answer.json()).status, answer.headers.get('retry-after')];
  };

  it('is ready once it has started, alive from before, not ready while it is stopped or its data are another’s', async () => {
    const { url: DATABASE_URL, remove } = freshUrl(kind);
    ends.push(remove);
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => probe.once('listening', listening));
    const { port } = probe.address() as AddressInfo;
    await new Promise((closed) => probe.close(closed));
    const config = readConfig({ DATABASE_URL, PORT: String(port), LOG_LEVEL: 'silent', DATA_DIR: `${process.env.TMPDIR ?? '/tmp'}/reelbase-ready-${port}` });
    let seeded: () => void = () => undefined;
    const seeding = new Promise<boolean>((done) => {
      seeded = () => done(false);
    });
    const pages = { development: false, html: async () => '', assets: () => undefined };
    const starting = start({ config, log: pino({ level: 'silent' }), watch: false, pages, seed: () => seeding });
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => readyOf(url).catch(() => []), { timeout: 20_000 }).toEqual([503, 'starting', '1']);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const early = await fetch(`${url}/api/config`);
    expect([early.status, early.headers.get('x-content-type-options')]).toEqual([503, 'nosniff']);
    const came = await fetch(`${url}/selection?campaign=ccdf15`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([came.status, came.headers.get('retry-after'), came.headers.get('content-type'), came.headers.get('cache-control')]).toEqual([
      503,
      '1',
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(await came.text()).toMatch(/http-equiv="refresh" content="2".*<p lang="zh-Hant-TW">系統正在啟動.*<p lang="en">The system is starting/s);
    const program = await fetch(`${url}/selection`, { headers: { accept: 'application/json' } });
    expect([program.status, await program.json()]).toEqual([503, { status: 'starting' }]);
    seeded();
    const running = await starting;
    expect(await readyOf(url)).toEqual([200, 'ready', null]);

    await running.tools.db.run("UPDATE _setting SET value = '99' WHERE name = 'format'");
    await expect.poll(() => readyOf(url), { timeout: 15_000 }).toEqual([503, 'foreign', '1']);
    await running.tools.db.run("UPDATE _setting SET value = '1' WHERE name = 'format'");
    await expect.poll(() => readyOf(url), { timeout: 15_000 }).toEqual([200, 'ready', null]);

    const agent = new Agent({ keepAlive: true });
    const ask = (path: string) =>
      new Promise<number>((done, fail) =>
        request(`${url}${path}`, { agent }, (res) => void res.resume().on('end', () => done(res.statusCode ?? 0)))
          .on('error', fail)
          .end(),
      );
    expect(await ask('/readyz')).toBe(200);
    const stopped = running.stop(1_000);
    expect([await ask('/readyz')], 'on a line that stands').toEqual([503]);
    await stopped;
    agent.destroy();
  }, 60_000);

  it('/metrics: requests by pattern and status, and what stands in the database, in the text of Prometheus', async () => {
    const server = await serve();
    const op = await server.signIn('op');
    await op('/api/pb/company', { method: 'POST', json: { id: 'counted', name: 'Counted', type: 1 } });
    await op('/api/pb/company', { method: 'POST', json: { id: 'counted', name: 'Counted', type: 1 } });
    for (const id of ['counted', 'nobody-has-this']) await op(`/API/PB/company/${id}`);
    await server.anonymous('/api/pb/company/private');
    await server.anonymous('/api/no/such/call');
    await server.anonymous('/nowhere');
    const admin = await server.signIn('admin');
    const { data } = await (await admin('/api/system/backups', { method: 'POST', json: {} })).json();
    await server.tools.jobs.settled(data.job);
    await admin('/api/system/mail/test', { method: 'POST', json: {} });
    const answer = await server.anonymous('/metrics');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    const lines = new Map(text.split('\n').flatMap((line) => (line && !line.startsWith('#') ? [line.split(/ (?=[^ ]+$)/) as [string, string]] : [])));
    for (const [name, value] of lines)
      expect([name, Number.isNaN(Number(value)), /^[a-z0-9_]+(\{([a-z0-9_]+="[^"]*",?)*\})?$/.test(name)]).toEqual([name, false, true]);
    const of = (name: string, labels: Record<string, string> = {}) => {
      const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      const found = [...lines].filter(([line]) => line.replace(/\{.*/, '') === name && wanted.every((one) => line.includes(one)));
      return found.map(([, value]) => Number(value)).reduce((sum, value) => sum + value, 0);
    };
    expect(of('reelbase_requests_total', { method: 'POST', route: '/api/pb/:object', status: '201' })).toBe(1);
    expect(of('reelbase_requests_total', { method: 'POST', route: '/api/pb/:object', status: '422' })).toBe(1);
    expect(of('reelbase_requests_total', { route: '/api/pb/:object/:id', status: '200' })).toBe(1);
    expect(of('reelbase_requests_total', { route: '/api/pb/:object/:id', status: '404' })).toBe(1);
    expect(of('reelbase_requests_total', { route: '/api/*', status: '401' })).toBe(1);
    expect(of('reelbase_requests_total', { route: '/api/*', status: '404' })).toBe(1);
    expect(of('reelbase_request_seconds_count', { method: 'POST', route: '/api/pb/:object' })).toBe(2);
    expect(text).not.toMatch(/nobody-has-this|counted|private|nowhere|API/);
    expect([of('reelbase_ready'), of('reelbase_database_up'), of('reelbase_instances')]).toEqual([1, 1, 1]);
    expect(of('reelbase_jobs', { kind: 'backup', state: 'done' })).toBe(1);
    expect(of('reelbase_backup_last_success_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    expect(of('reelbase_mails', { state: 'waiting' })).toBe(1);
    expect(of('reelbase_schemas', { state: 'serving' })).toBe(server.registry.objects().length);
    expect(of('reelbase_database_pool', { state: 'most' })).toBeGreaterThan(0);
    for (const size of ['database', 'disk', 'disk_free']) expect(of('reelbase_bytes', { of: size })).toBeGreaterThan(0);
    expect(of('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('/metrics is this machine’s where nothing stands before it, and whose the token is where there is one', async () => {
    const open = await serve();
    expect((await open.anonymous('/metrics')).status).toBe(200);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'via'])
      expect([header, (await open.anonymous('/metrics', { headers: { [header]: 'visitor' } })).status]).toEqual([header, 404]);
    for (const env of [{ TRUST_PROXY: '1' }, { BASE_URL: 'https://erp.example.com' }] as Record<string, string>[])
      expect((await (await serve({ env })).anonymous('/metrics')).status).toBe(404);
    const token = 'a token of sixteen and more';
    const guarded = await serve({ env: { METRICS_TOKEN: token, TRUST_PROXY: '1' } });
    for (const [authorization, status] of [
      ['', 404],
      [`Bearer ${token}x`, 404],
      [`Bearer ${token}`, 200],
    ] as const)
      expect([authorization, (await guarded.anonymous('/metrics', { headers: { authorization } })).status]).toEqual([authorization, status]);
  });

  it('what failed is found by its request: in the answer, on the page, in the log and in the list of errors', async () => {
    const { written, log } = writtenLog('error');
    const pages = {
      development: false,
      html: () => Promise.reject(new Error('no page today')),
      assets: (_req: unknown, _res: unknown, next: () => void) => next(),
    };
    const server = await serve({ log, pages });
    const shown = await server.anonymous('/erp/login', { headers: { accept: 'text/html,*/*', cookie: 'lang=en' } });
    const request = shown.headers.get('x-request-id');
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([500, 'text/html; charset=utf-8', 'no-store']);
    const page = await shown.text();
    expect(page).toContain(`<html lang="en">`);
    expect(page.split(String(request)).length, 'told once').toBe(2);
    expect(page).not.toMatch(/no page today|<script/);
    expect(written).toContainEqual(expect.objectContaining({ request, msg: 'request failed', err: expect.objectContaining({ message: 'no page today' }) }));
    const admin = await server.signIn('admin');
    const listed = async () => JSON.stringify(await (await admin(`/api/pb/log?q=${request}`)).json());
    await expect.poll(listed, { timeout: 10_000 }).toContain('no page today');
    // What a program or a page's own call meets is JSON.
    expect((await server.anonymous('/erp/login')).headers.get('content-type')).toMatch(/json/);
    expect((await server.anonymous('/api/nothing', { headers: { accept: 'text/html' } })).headers.get('content-type')).toMatch(/json/);
  });

  it('a statement over SLOW_MS is logged with its route and request, and without values', async () => {
    const { written, log } = writtenLog('warn');
    const server = await serve({ env: { SLOW_MS: '1' }, log });
    const { model } = server.registry.get('company')!;
    await server.tools.db.transaction(async (tx) => {
      for (let i = 0; i < 4_000; i += 1) {
        const row = completeRow({ ...defaultsOf(model), id: `many_${i}`, name: `Many ${i} ${'x'.repeat(100)}`, type: 1 }, model.fields);
        await insertRow(tx, model, { ...row, ver: 1, create_at: '2026-01-01 00:00:00', update_at: '2026-01-01 00:00:00', update_by: 'admin' });
      }
    });
    written.length = 0;
    const op = await server.signIn('op');
    const answer = await op(`/api/pb/company?filter=${encodeURIComponent('{"name@like":"hidden-value"}')}`);
    const slow = written.filter(({ msg, by }) => msg === 'slow statement' && by === 'GET /api/pb/:object');
    expect(slow.length).toBeGreaterThan(0);
    expect(slow[0]).toMatchObject({ request: answer.headers.get('x-request-id'), sql: expect.stringMatching(/^\s*(SELECT|WITH)/i) });
    expect(Number(slow[0]?.ms)).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(written)).not.toContain('hidden-value');
    const text = await (await server.anonymous('/metrics')).text();
    expect(Number(/^reelbase_slow_statements_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  }, 60_000);

  it('spans of requests, statements, jobs and mails reach a collector; a job is its own, and remembers who began it', async () => {
    const spans: Span[] = [];
    const collector = createServer((req, res) => {
      const parts: Buffer[] = [];
      req.on('data', (part) => parts.push(part));
      req.on('end', () => {
        expect([req.method, req.url]).toEqual(['POST', '/v1/traces']);
        const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
        res.setHeader('Content-Type', 'application/json').end('{}');
      });
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => collector.once('listening', listening));
    const mail = await startMailServer();
    ends.push(async () => {
      await mail.stop();
      await new Promise((closed) => collector.close(closed));
    });
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
    const server = await startServer({ kind, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, SMTP_URL: mail.url } });
    const admin = await server.signIn('admin');
    const made = await admin('/api/pb/company', { method: 'POST', json: { id: 'traced', name: 'hidden-value', type: 1 } });
    const { data } = await (await admin('/api/system/backups', { method: 'POST', json: {} })).json();
    await server.tools.jobs.settled(data.job);
    await admin('/api/system/mail/test', { method: 'POST', json: {} });
    await expect.poll(() => mail.received.length, { timeout: 20_000 }).toBe(1);
    await server.stop();

    const value = ({ attributes }: Span, key: string) => attributes.find((one) => one.key === key)?.value;
    const saved = spans.find(({ name }) => name === 'POST /api/pb/:object')!;
    expect([saved.kind, value(saved, 'http.route'), value(saved, 'http.response.status_code'), value(saved, 'reelbase.request')]).toEqual([
      2,
      { stringValue: '/api/pb/:object' },
      { intValue: 201 },
      { stringValue: made.headers.get('x-request-id') },
    ]);
    const below = spans.filter(({ parentSpanId }) => parentSpanId === saved.spanId);
    expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['INSERT', 'COMMIT']));
    expect(new Set(below.map(({ traceId }) => traceId))).toEqual(new Set([saved.traceId]));
    const asked = spans.find(({ name }) => name === 'POST /api/system/backups')!;
    const job = spans.find(({ name }) => name === 'job backup')!;
    expect([job.parentSpanId, job.traceId === asked.traceId, job.links?.[0]?.traceId]).toEqual([undefined, false, asked.traceId]);
    const sent = spans.find(({ name }) => name === 'mail test')!;
    expect(spans.some(({ parentSpanId, name }) => parentSpanId === sent.spanId && name === 'UPDATE')).toBe(true);
    expect(JSON.stringify(spans)).not.toContain('hidden-value');
  }, 60_000);

  it('a collector that is away keeps nobody waiting, and no stop for long', async () => {
    const server = await startServer({ kind, env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } });
    const op = await server.signIn('op');
    expect((await op('/api/pb/company')).status).toBe(200);
    const began = performance.now();
    await server.stop();
    expect(performance.now() - began).toBeLessThan(6_000);
  });
});
