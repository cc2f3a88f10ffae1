import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { cookieOf } from '../../../support/forum/site.ts';
import { runServer } from '../../../support/process.ts';
import { clientWith } from '../../../support/server.ts';

interface Seen {
  status: number;
  headers: IncomingHttpHeaders;
}

/**
 * One request on a keep-alive connection; undefined where there was nobody to connect to any more.
 * @throws Error where a request that was sent got no answer
 */
function ask(agent: Agent, url: string, cookie: string, body?: object): Promise<Seen | undefined> {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = { cookie, ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }) };
    const sent = request(url, { agent, method: text ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' ? resolve(undefined) : reject(error)));
    sent.end(text);
  });
}

it.each([
  ['a rejection', "void Promise.reject(new Error('left alone'))"],
  ['an exception', "throw new Error('left alone')"],
])(
  '%s that nobody catches is logged, running requests are answered, and the process ends with 1 to be restarted',
  async (_what, fault) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-stop-'));
    const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'kept-by-hand', LOG_LEVEL: 'info' };
    const server = await runServer(env, { more: `process.on('SIGUSR2', () => { setTimeout(() => { ${fault}; }, 20); });` });
    const agent = new Agent({ keepAlive: true });
    // Five lines that stand, so that five calls are under way when it happens.
    await Promise.all(Array.from({ length: 5 }, () => ask(agent, `${server.url}/healthz`, '')));
    const answers = Promise.all(Array.from({ length: 5 }, (_, n) => ask(agent, `${server.url}/api/auth/login`, '', { id: `nobody_${n}`, pw: 'wrong' })));
    server.child.kill('SIGUSR2');
    expect((await answers).map((seen) => seen?.status)).toEqual([401, 401, 401, 401, 401]);
    expect(await server.ended).toBe(1);
    agent.destroy();
    expect(server.output()).toMatch(/"level":60.*left alone/);
    expect(server.output()).toContain('"msg":"stopped"');
    rmSync(dataDir, { recursive: true, force: true });
  },
  60_000,
);

describe.each(testDatabases)('SIGTERM under steady traffic, on %s', (kind) => {
  it('breaks no request of 50 busy clients, says Connection: close on every answer, and ends with 0 within 10 s', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-stop-'));
    const database = freshUrl(kind);
    const server = await runServer({ DATA_DIR: dataDir, DATABASE_URL: database.url, ADMIN_PASSWORD: 'kept-by-hand' });
    const signedIn = await clientWith(server.url, '')('/api/auth/login', { method: 'POST', json: { id: 'admin', pw: 'kept-by-hand' } });
    const cookie = cookieOf(signedIn, 'reelbase_staff');
    // Warm, so that the traffic is steady from its beginning.
    const before = { id: 'before', name: 'North Shore', type: 2 };
    expect((await clientWith(server.url, cookie)('/api/pb/company', { method: 'POST', json: before })).status).toBe(201);
    const broken: string[] = [];
    const lines: string[] = [];
    let answered = 0;
    let made = 0;
    let stoppedAt = 0;
    const client = async (n: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let turn = 0; ; turn += 1) {
        const isSave = n % 5 === 0 && turn % 4 === 0;
        const asked = Date.now();
        const company = { id: `co_${n}_${turn}`, name: 'North Shore', type: 2 };
        const seen = await ask(agent, `${server.url}/api/pb/company${isSave ? '' : '?range=[0,9]'}`, cookie, isSave ? company : undefined).catch(
          (error: Error) => {
            broken.push(`${error.message} ${Date.now() - stoppedAt} ms after the signal`);
            return undefined;
          },
        );
        if (!seen) break;
        answered += 1;
        if (isSave && seen.status === 201) made += 1;
        if (![200, 201].includes(seen.status)) broken.push(`status ${seen.status}`);
        if (stoppedAt && asked > stoppedAt + 1_000 && seen.headers.connection !== 'close') lines.push(String(seen.headers.connection));
        if (turn % 3 === 0) await new Promise((pause) => setTimeout(pause, (n * 7) % 40));
      }
      agent.destroy();
    };
    const clients = Promise.all(Array.from({ length: 50 }, (_, n) => client(n)));
    // Somebody who has opened a connection and says nothing holds nothing up.
    const silent = new Agent({ keepAlive: true });
    await ask(silent, `${server.url}/healthz`, '');
    await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(100);

    stoppedAt = Date.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const took = Date.now() - stoppedAt;
    await clients;
    silent.destroy();
    expect(broken).toEqual([]);
    expect(lines).toEqual([]);
    expect(took).toBeLessThan(10_000);
    expect(made).toBeGreaterThan(0);

    await database.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }, 120_000);
});
