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
    const env = { DATABASE_URL: url };
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

  it('a backup asked for at both at once is made once', async () => {
    const answers = await Promise.all(admins.map((admin) => admin('/api/system/backups', { method: 'POST', json: {} })));
    const said = await Promise.all(answers.map(async (answer) => ({ status: answer.status, code: (await answer.json()).err?.code ?? '' })));
    expect(said.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(said.map(({ code }) => code)).toContain('msg.running');
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
