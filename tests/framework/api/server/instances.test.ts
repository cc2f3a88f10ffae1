/** Several servers on one database, each a process of its own in practice: what one does, the others know. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#backend/config.ts';
import { start } from '#backend/main.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('long work that runs alone on %s', (kind) => {
  it('is one among all processes; one that was killed gives way, one that was taken over ends', async () => {
    const server = await startServer({ kind });
    const { jobs } = server.tools;
    const other = kind === 'mariadb' ? await startServer({ kind, env: { DATABASE_URL: urlOf(server) } }) : server;
    let end = () => {};
    const work = () => new Promise<void>((done) => (end = done));
    const first = await jobs.start('counting', 'admin', work, { alone: true });
    const second = () => other.tools.jobs.start('counting', 'admin', async () => undefined, { alone: true });
    await expect(second()).rejects.toMatchObject({ code: 'msg.running' });
    // Another kind, and one that need not be alone, are free.
    await other.tools.jobs.settled(await other.tools.jobs.start('drawing', 'admin', async () => undefined, { alone: true }));
    end();
    await jobs.settled(first);
    await other.tools.jobs.settled(await second());

    // A process that was killed: nobody renews its lease any more.
    await server.db.run("INSERT INTO `_lease` (`name`, `holder`, `ends_at`) VALUES ('job:counting', 'killed', ?)", [Date.now() + 60_000]);
    await expect(second()).rejects.toMatchObject({ code: 'msg.running' });
    await server.db.run("UPDATE `_lease` SET `ends_at` = 0 WHERE `name` = 'job:counting'");
    await other.tools.jobs.settled(await second());

    // One that stood still for longer than its lease, while another began.
    let isCut = false;
    const slept = await jobs.start(
      'counting',
      'admin',
      ({ signal }) =>
        new Promise<void>((_, reject) =>
          signal.addEventListener('abort', () => {
            isCut = true;
            reject(new Error('cut'));
          }),
        ),
      { alone: true },
    );
    await server.db.run("UPDATE `_lease` SET `holder` = 'the next', `ends_at` = `ends_at` + 60000 WHERE `name` = 'job:counting'");
    await jobs.settled(slept);
    expect(isCut).toBe(true);
    if (other !== server) await other.stop();
    await server.stop();
  }, 60_000);
});

const urlOf = ({ tools }: TestServer) => tools.config.databaseUrl;

describe.runIf(testDatabases.includes('mariadb'))('two servers on one MariaDB', () => {
  const { url, remove } = freshUrl('mariadb');
  let servers: [TestServer, TestServer];
  let admins: [Client, Client];
  beforeAll(async () => {
    const env = { DATABASE_URL: url, KEY_RATE: '40' };
    servers = [await startServer({ kind: 'mariadb', env }), await startServer({ kind: 'mariadb', env })];
    admins = [await servers[0].signIn('admin'), await servers[1].signIn('admin')];
  }, 60_000);
  afterAll(async () => {
    for (const server of servers ?? []) await server.stop();
    await remove();
  });

  it('they know of each other', async () => {
    await expect.poll(() => servers.map(({ tools }) => tools.instances.others), { timeout: 10_000 }).toEqual([1, 1]);
  });

  it('who has a record open at one is seen at the other', async () => {
    const op = await servers[1].signIn('op');
    expect((await admins[0]('/api/pb/company', { method: 'POST', json: { id: 'seen', name: 'North Shore', type: 2 } })).status).toBe(201);
    const here = async (client: Client, page: string, isTyping: boolean) =>
      (await (await client(`/api/pb/company/seen/presence/${page}`, { method: 'PUT', json: { isTyping } })).json()).data.others;
    expect(await here(admins[0], 'page-at-one', false)).toEqual([]);
    expect(await here(op, 'page-at-other', true)).toEqual([{ account: 'admin', isTyping: false }]);
    expect(await here(admins[0], 'page-at-one', false)).toEqual([{ account: 'op', isTyping: true }]);
    expect((await admins[0]('/api/pb/company/seen', { method: 'DELETE' })).status).toBe(200);
  });

  it('a backup asked for at both at once is made once', async () => {
    const answers = await Promise.all(admins.map((admin) => admin('/api/system/backups', { method: 'POST', json: {} })));
    const said = await Promise.all(answers.map(async (answer) => ({ status: answer.status, code: (await answer.json()).err?.code ?? '' })));
    expect(said.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(said.map(({ code }) => code)).toContain('msg.running');
  });

  it('a limit a minute holds over both: what a caller has used up at one, it has not at the other', async () => {
    const forgot = ({ anonymous }: TestServer) => anonymous('/api/auth/forgot', { method: 'POST', json: { id: 'nobody' } });
    // Not at the turn of a minute, where both begin anew.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 10_000) await new Promise((done) => setTimeout(done, left));
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => forgot(servers[n % 2]!)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20);
    for (const server of servers) {
      const refused = await forgot(server);
      expect(refused.status).toBe(423);
      expect(refused.headers.get('RateLimit')).toMatch(/^"resets";r=0;t=\d+$/);
    }
    // A key's calls are taken in portions of two: a call in two asks the database.
    const { token } = (await (await admins[0]('/api/keys', { method: 'POST', json: { name: 'Sync', roles: ['[]'], scope: 'all' } })).json()).data;
    const call = ({ url: at }: TestServer) => fetch(`${at}/api/pb/company?range=[0,0]`, { headers: { Authorization: `Bearer ${token}` } });
    const answers = [];
    for (let n = 0; n < 44; n += 1) answers.push((await call(servers[n % 2]!)).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(40);
    expect(answers.slice(40)).toEqual([429, 429, 429, 429]);
  }, 60_000);

  it('the total of a list is right at one as soon as the other has written', async () => {
    const total = async (admin: Client, rest = '') => (await admin(`/api/pb/company?range=[0,9]${rest}`)).headers.get('content-range')?.split('/')[1];
    const create = (admin: Client, id: string) => admin('/api/pb/company', { method: 'POST', json: { id, name: `Tide ${id}`, type: 2 } });
    const filtered = `&filter=${encodeURIComponent('{"type":2}')}`;
    expect([await total(admins[0]), await total(admins[1]), await total(admins[1], filtered)]).toEqual(['0', '0', '0']);
    for (let n = 1; n <= 3; n += 1) {
      expect((await create(admins[n % 2]!, `reel_${n}`)).status).toBe(201);
      for (const admin of admins) expect([await total(admin), await total(admin, filtered)]).toEqual([`${n}`, `${n}`]);
    }
    expect((await admins[0]('/api/pb/company/reel_1', { method: 'DELETE' })).status).toBe(200);
    expect([await total(admins[1]), await total(admins[1], filtered)]).toEqual(['2', '2']);
  });

  it.each(['SERVER_SECRET', 'PUBLIC_SECRET'])('a third with another %s does not start, and says which setting it is', async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-third-'));
    const env = { SERVER_SECRET: servers[0].tools.config.serverSecret, PUBLIC_SECRET: 'public', [name]: 'of somebody else altogether' };
    const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url, PORT: '0', DEMO: '0', ...env });
    const attempt = start({ config, log: pino({ level: 'silent' }), watch: false });
    await expect(attempt).rejects.toThrow(new RegExp(`^${name} is another than that of the 2 other processes on mysql://`));
    rmSync(folder, { recursive: true, force: true });
  });

  it('who leaves in order is not waited for: the one that stays is alone, and takes another secret at its next start', async () => {
    const { url: fresh, remove: forget } = freshUrl('mariadb');
    const env = { DATABASE_URL: fresh };
    const first = await startServer({ kind: 'mariadb', env });
    await first.tools.instances.close();
    const second = await startServer({ kind: 'mariadb', env: { ...env, SERVER_SECRET: 'a new one for a new place' } });
    expect(second.tools.instances.others).toBe(0);
    await second.stop();
    await first.stop();
    await forget();
  }, 60_000);
});
