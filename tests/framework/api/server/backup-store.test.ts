/** Backups in a store that is not this machine's, by the clock, and tried out: what a check says is what a restore would come to. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#backend/config.ts';
import { start } from '#backend/main.ts';
import { restoreBackup } from '#framework/backup/restore-backup.ts';
import { BackupSchedule } from '#framework/backup/schedule.ts';
import type { BackupCheck, BackupList, ShownJob } from '#framework/system/wire.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { startS3, type TestS3 } from '../../../support/files/s3.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('backups in a store, on %s', (kind) => {
  const ends: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  const serve = async (env: Record<string, string>, now?: () => Date): Promise<{ server: TestServer; admin: Client }> => {
    const server = await startServer({ kind, env, ...(now && { now }) });
    ends.push(() => server.stop());
    return { server, admin: await server.signIn('admin') };
  };
  const store = async (): Promise<TestS3> => {
    const s3 = await startS3();
    ends.push(() => s3.stop());
    return s3;
  };
  const backupsOf = async (admin: Client): Promise<BackupList> => (await (await admin('/api/system/backups')).json()).data;
  const order = async ({ server, admin }: { server: TestServer; admin: Client }, path: string): Promise<ShownJob> => {
    const { data } = await (await admin(path, { method: 'POST', json: {} })).json();
    await server.tools.jobs.settled(data.job);
    return (await (await admin(`/api/jobs/${data.job}`)).json()).data;
  };
  const addCompanies = async (admin: Client, count: number) => {
    for (let i = 0; i < count; i += 1) await admin('/api/pb/company', { method: 'POST', json: { id: `stored_${i}`, name: `留存 ${i}`, type: 1 } });
  };

  it('P02 one list for all servers: made at one, listed, sent, tried and removed at another, restored from the store by its name', async () => {
    const s3 = await store();
    const env = { STORAGE_URL: s3.url };
    const first = await serve(env);
    const second = await serve(env);
    await addCompanies(first.admin, 7);
    const made = await order(first, '/api/system/backups');
    expect(made).toMatchObject({ state: 'done', progress: made.total });
    const { name, sha256 } = made.result as { name: string; sha256: string };
    expect([...s3.objects.keys()].sort()).toEqual([`films/backups/${name}`, `films/backups/${name}.sha256`]);
    const list = await backupsOf(second.admin);
    expect(list).toMatchObject({ times: [], last: null, backups: [{ name, sha256, check: null }] });
    expect(list.address).toContain('s3://reels/films/backups');
    const sent = Buffer.from(await (await second.admin(`/api/system/backups/${name}`)).arrayBuffer());
    expect(sent.equals(s3.objects.get(`films/backups/${name}`)!.bytes)).toBe(true);

    const check = await order(second, `/api/system/backups/${name}/check`);
    expect(check).toMatchObject({ state: 'done', result: { isWhole: true, problem: '', how: 'restored', lost: 0, files: 0 } });
    expect((check.result as BackupCheck).rows).toBeGreaterThan(7);
    expect((await backupsOf(first.admin)).backups[0]?.check).toEqual(check.result);

    // By the command line's door, into an empty place, from the store.
    const { url, remove } = freshUrl(kind);
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-fetched-'));
    ends.push(async () => {
      rmSync(folder, { recursive: true, force: true });
      await remove();
    });
    const place = { DATA_DIR: folder, DATABASE_URL: url, BACKUP_URL: `${s3.url.replace('/films?', '/films/backups?')}`, PORT: '0', DEMO: '0' };
    await expect(restoreBackup(readConfig(place), 'reelbase-20200101-000000.tar.gz', () => undefined)).rejects.toThrow(
      /^there is no backup .* at s3:\/\/reels/,
    );
    const said: string[] = [];
    await restoreBackup(readConfig(place), 'newest', (line) => said.push(line));
    expect(said[0]).toBe(`Reading ${name}`);
    const restored = await start({ config: readConfig({ ...place, LOG_LEVEL: 'silent' }), log: pino({ level: 'silent' }), watch: false });
    expect(await restored.tools.db.query("SELECT COUNT(*) AS n FROM company WHERE id LIKE 'stored%'")).toEqual([{ n: 7 }]);
    await restored.stop();

    expect((await first.admin(`/api/system/backups/${name}`, { method: 'DELETE' })).status).toBe(200);
    expect([...s3.objects.keys()]).toEqual([]);
    expect((await second.admin(`/api/system/backups/${name}/check`, { method: 'POST', json: {} })).status).toBe(404);
  }, 120_000);

  it('a check finds what a restore would refuse: a damaged archive, and rows that are not there', async () => {
    const place = await serve({});
    await addCompanies(place.admin, 3);
    const { name } = (await order(place, '/api/system/backups')).result as { name: string };
    const path = join(place.server.tools.config.dataDir, 'backups', name);
    const bytes = readFileSync(path);
    const tried = async () => (await order(place, `/api/system/backups/${name}/check`)).result as BackupCheck;
    expect(await tried()).toMatchObject({ isWhole: true, how: 'restored' });
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 400), Buffer.alloc(40), bytes.subarray(440)]));
    const damaged = await tried();
    expect(damaged).toMatchObject({ isWhole: false, rows: 0 });
    expect(damaged.problem).not.toBe('');
    expect((await backupsOf(place.admin)).backups[0]?.check).toEqual(damaged);
    writeFileSync(path, bytes);
    writeFileSync(`${path}.sha256`, `${'0'.repeat(64)}  ${name}\n`);
    expect((await tried()).problem).toContain('checksum');
    // Nothing of what was tried is left, beside the store or in the database's server.
    if (kind === 'mariadb') {
      const [row] = await place.server.db.query<{ n: number }>(
        "SELECT COUNT(*) AS n FROM information_schema.schemata WHERE schema_name LIKE CONCAT(DATABASE(), '\\_check\\_%')",
      );
      expect(Number(row?.n)).toBe(0);
    }
  }, 120_000);

  it.runIf(kind === 'mariadb')(
    'where the account may make no database it is only read, and says so, until a database is named for it',
    async () => {
      const { server } = await serve({});
      const url = new URL(server.tools.config.databaseUrl);
      const root = Object.assign(new URL(url), { pathname: '/mysql' }).href;
      const [name, user] = [url.pathname.slice(1), `u${Date.now() % 1_000_000_000}`];
      await server.db.exec(`CREATE USER '${user}'@'%' IDENTIFIED BY 'narrow'`);
      const grant = (database: string) => server.db.exec(`GRANT ALL ON \`${database}\`.* TO '${user}'@'%'`);
      await grant(name);
      await grant(`${name}_scratch`);
      await server.db.exec(`CREATE DATABASE \`${name}_scratch\``);
      ends.unshift(async () => {
        const { connect } = await import('#framework/data/engine/connect.ts');
        const db = await connect(root);
        await db.exec(`DROP DATABASE \`${name}_scratch\``);
        await db.exec(`DROP USER '${user}'@'%'`);
        await db.close();
      });
      url.username = user;
      url.password = 'narrow';
      const scratch = Object.assign(new URL(url), { pathname: `/${name}_scratch` }).href;
      for (const [how, env] of [
        ['read', {}],
        ['restored', { BACKUP_CHECK_URL: scratch }],
        ['restored', { BACKUP_CHECK_URL: scratch }],
      ] as const) {
        const place = await serve({ DATABASE_URL: url.href, ...env });
        const made = (await order(place, '/api/system/backups')).result as { name: string };
        expect((await order(place, `/api/system/backups/${made.name}/check`)).result).toMatchObject({ isWhole: true, how });
      }
      const same = await serve({ DATABASE_URL: url.href, BACKUP_CHECK_URL: url.href });
      const made = (await order(same, '/api/system/backups')).result as { name: string };
      const { isWhole, problem } = (await order(same, `/api/system/backups/${made.name}/check`)).result as BackupCheck;
      expect([isWhole, problem]).toEqual([false, expect.stringContaining('BACKUP_CHECK_URL names the database that the server works with')]);
    },
    120_000,
  );

  it('by the clock: made once, tried, older ones of the schedule go and those made by hand stay; what fails is told by mail', async () => {
    const s3 = await store();
    let at = new Date('2026-11-24T18:00:00Z'); // 02:00 of the house's day after
    const place = await serve({ BACKUP_URL: s3.url, BACKUP_AT: '03:30', BACKUP_KEEP: '2' }, () => at);
    const { server } = place;
    // A session ends as the days go by.
    const jobsNow = async () => (await (await (await server.signIn('admin'))('/api/jobs')).json()).data as ShownJob[];
    const byHand = (await order(place, '/api/system/backups')).result as { name: string };
    const schedules = [new BackupSchedule(server.tools), new BackupSchedule(server.tools)];
    const look = async () => {
      for (const schedule of schedules) await schedule.look();
      for (const { id } of await jobsNow()) await server.tools.jobs.settled(id);
      return (await jobsNow()).filter(({ kind: of, by }) => of === 'backup' && by === '').length;
    };
    expect(await look(), 'a schedule begins with its next time').toBe(0);
    for (let day = 1; day <= 3; day += 1) {
      at = new Date(at.getTime() + 86_400_000);
      expect(await look()).toBe(day);
      expect(await look(), 'once a day').toBe(day);
    }
    const list = await backupsOf(await server.signIn('admin'));
    expect(list).toMatchObject({ times: ['03:30'], keep: 2, last: { state: 'done' } });
    expect(list.backups.map(({ name }) => [name.includes('.auto'), name === byHand.name])).toEqual(
      expect.arrayContaining([
        [true, false],
        [true, false],
        [false, true],
      ]),
    );
    expect(list.backups).toHaveLength(3);
    expect(list.backups.filter(({ check }) => check?.isWhole)).toHaveLength(2);

    s3.onPut = async (key) => {
      if (key.endsWith('.tar.gz')) s3.objects.set(key, { bytes: Buffer.from('half of it'), at: new Date() });
    };
    at = new Date(at.getTime() + 86_400_000);
    await look();
    s3.onPut = undefined;
    const admin = await server.signIn('admin');
    const after = await backupsOf(admin);
    expect(after.last).toMatchObject({ state: 'failed' });
    expect(
      after.backups.filter(({ check }) => check?.isWhole),
      'whole ones stay where the newest is not',
    ).toHaveLength(2);
    const mails = (await (await admin('/api/system/mail')).json()).data.mails as { to: string; subject: string }[];
    expect(mails.filter(({ subject }) => /備份失敗|failed/.test(subject))).toHaveLength(1);
  }, 240_000);

  it('a backup that the server’s end cut off is begun again, and not for ever', async () => {
    const s3 = await store();
    let at = new Date('2026-11-24T18:00:00Z');
    const { server } = await serve({ BACKUP_URL: s3.url, BACKUP_AT: '03:30,15:30' }, () => at);
    const schedule = new BackupSchedule(server.tools);
    await schedule.look();
    at = new Date(at.getTime() + 2 * 3_600_000);
    for (let life = 1; life <= 4; life += 1) {
      let isThere = false;
      s3.onPut = (key) => {
        isThere = key.endsWith('.tar.gz');
        return isThere ? new Promise<void>(() => undefined) : Promise.resolve();
      };
      await schedule.look();
      if (life <= 3) await expect.poll(() => isThere, { timeout: 20_000 }).toBe(true);
      await server.tools.jobs.close();
      s3.onPut = undefined;
    }
    let admin = await server.signIn('admin');
    const jobs = (await (await admin('/api/jobs')).json()).data as ShownJob[];
    expect(jobs.map(({ state }) => state)).toEqual(['interrupted', 'interrupted', 'interrupted']);
    const mails = (await (await admin('/api/system/mail')).json()).data.mails as { subject: string }[];
    expect(mails).toHaveLength(1);
    at = new Date(at.getTime() + 12 * 3_600_000);
    await schedule.look();
    admin = await server.signIn('admin');
    const [next] = (await (await admin('/api/jobs')).json()).data as ShownJob[];
    await server.tools.jobs.settled(next!.id);
    expect((await backupsOf(admin)).last).toMatchObject({ state: 'done' });
  }, 120_000);
});
