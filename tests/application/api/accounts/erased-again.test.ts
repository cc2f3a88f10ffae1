/** Who was erased stays erased: an older backup that is restored loses again what was erased after it was made (issue 14.1, decision 165). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { carryOutRetention } from '#application/site/actions/accounts/retention.ts';
import { readConfig } from '#backend/config.ts';
import { type Running, start } from '#backend/main.ts';
import type { Row } from '#codegen/model.ts';
import { listErasures } from '#framework/backup/erasures.ts';
import { StoreAway } from '#framework/files/storage.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { asked, entered, put, selecting } from '../../../support/forum/jury.ts';
import { addApplicant, addJuror, signInApplicant, sitePassword } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('what was erased before a restore on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const ids = { own: '', gone: '', stays: '', juror: '' };
  const backups: Record<'older' | 'newer', string> = { older: '', newer: '' };
  const left: (() => Promise<void> | void)[] = [];
  const folder = () => join(server.tools.config.dataDir, 'backups');
  const listed = () =>
    readdirSync(folder())
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(folder(), name), 'utf8'))
      .join('');

  const backUp = async (): Promise<string> => {
    const { data } = await asked<{ job: string }>(admin, '/api/system/backups', { method: 'POST', json: {} });
    for (;;) {
      const job = await asked<{ state: string; result: { name: string } }>(admin, `/api/jobs/${data.job}`);
      if (job.data.state === 'done') return job.data.result.name;
      expect(job.data.state).toBe('running');
      await new Promise((resume) => setTimeout(resume, 50));
    }
  };

  /** `npm run restore` into an empty place, from the folder of backups or from BACKUP_URL. */
  const restore = (named: string, more: Record<string, string> = {}) => {
    const { url, remove } = freshUrl(kind);
    const dataDir = mkdtempSync(join(tmpdir(), 'reelbase-erased-'));
    left.push(remove, () => rmSync(dataDir, { recursive: true, force: true }));
    const env = { DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', PUBLIC_SECRET: 'public', LOG_LEVEL: 'silent', DEMO: '0', ADMIN_PASSWORD: 'unused', ...more };
    const run = spawnSync(process.execPath, ['--import', 'tsx', 'backend/cli/restore.ts', named], {
      encoding: 'utf8',
      env: { ...process.env, BASE_URL: '', ...env },
    });
    expect(run.status, run.stderr).toBe(0);
    return { env, said: run.stdout };
  };

  /** Starts on what was restored, and gives what the database has before anybody could ask. */
  const started = async (env: Record<string, string>) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const pages = { development: false, html: async () => '', assets: () => undefined };
    const running: Running = await start({ config: readConfig(env), log, watch: false, pages });
    left.unshift(() => running.stop());
    const rows = async (object: string): Promise<Record<string, Row>> =>
      Object.fromEntries((await running.tools.db.query(`SELECT * FROM \`${object}\``)).map((row) => [String(row.id), row as Row]));
    const counts = lines.map((line): Row => JSON.parse(line)).find(({ msg }) => msg === 'erased again what the restored backup held');
    return { running, rows, counts };
  };

  beforeAll(async () => {
    server = await startServer({ kind });
    admin = await server.signIn('admin');
    const over = { cStart: '2024-04-01 00:00:00', cEnd: '2024-05-01 00:00:00', sStart: '2024-05-02 00:00:00', sEnd: '2024-06-10 16:00:00' };
    await put(server, 'campaign', selecting('old', { ...over, keepMonths: 3 }), selecting('now', { sEnd: '2099-01-01 00:00:00' }));
    for (const name of ['own', 'gone', 'stays'] as const) ids[name] = await addApplicant(server, `${name}@example.com`, { name: `名 ${name}` });
    ids.juror = await addJuror(server, 'now', 'juror@example.com', { name: '評審乙' });
    await put(
      server,
      'enrolment',
      entered('old', 'e1', { applicant: ids.own, logline: '自己的片' }),
      entered('old', 'e2', { applicant: ids.gone, logline: '期滿的片' }),
      entered('old', 'e3', { applicant: ids.stays, logline: '沒入選的片' }),
      entered('now', 'e4', { applicant: ids.stays, logline: '還在的片' }),
      entered('old', 'e5', { applicant: ids.stays, status: 'draft', enrollid: '', submitAt: '', logline: '草稿' }),
    );
    backups.older = await backUp();
    const own = await signInApplicant(server, 'own@example.com');
    expect((await asked(own, '/api/site/applicant/erasure', { method: 'POST', json: { pw: sitePassword } })).data).toMatchObject({ isErased: true });
    const act = (name: string, json: Row) => asked(admin, `/api/pb/campaign/old/actions/${name}`, { method: 'POST', json });
    expect((await act('start_retention', { confirm: 'old' })).status).toBe(200);
    await carryOutRetention(server.tools);
    await vi.waitFor(() => expect(listed().trim().split('\n')).toHaveLength(4));
    backups.newer = await backUp();
  }, 120_000);
  afterAll(async () => {
    for (const end of left) await end();
    await server?.stop();
  });

  it('stands in a list beside the backups, by object and key alone', async () => {
    const lines: Row[] = listed()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ object, id }) => `${object} ${id}`).sort()).toEqual(
      [`applicant ${ids.own}`, `applicant ${ids.gone}`, 'enrolment e3', 'enrolment e5'].sort(),
    );
    for (const line of lines) expect(Object.keys(line)).toEqual(['object', 'id', 'at']);
    expect(await server.db.query('SELECT * FROM _erased')).toEqual([]);
  });

  it('is erased again before the server serves, and others stand; nobody gets a mail of it', async () => {
    const { env, said } = restore(join(folder(), backups.older));
    expect(said).toContain('erased again before the server serves: 4');
    const { running, rows, counts } = await started(env);
    expect(counts).toMatchObject({ erased: 4, without: 0, putOff: 0 });
    const people = await rows('applicant');
    for (const id of [ids.own, ids.gone]) expect(people[id]).toMatchObject({ name: '', erasedAt: expect.stringMatching(/^20/) });
    expect(people[ids.stays]).toMatchObject({ name: '名 stays', email: 'stays@example.com' });
    const films = await rows('enrolment');
    for (const id of ['e1', 'e2', 'e3']) expect(films[id]).toMatchObject({ logline: '', cname: '' });
    expect(films.e5).toBeUndefined();
    expect(films.e4).toMatchObject({ logline: '還在的片' });
    expect((await rows('jury'))[ids.juror]).toMatchObject({ name: '評審乙' });
    expect(await running.tools.db.query("SELECT id FROM mail WHERE template LIKE 'erased%'")).toEqual([]);
    const history = await running.tools.db.query("SELECT action FROM _history WHERE obj = 'applicant' AND action = 'erasedagain'");
    expect(history).toHaveLength(2);
    // This place's own list has it too, for older backups that lie here.
    const own = join(running.tools.config.dataDir, 'backups');
    const lists = async () => {
      await listErasures(running.tools);
      return readdirSync(own).filter((name) => name.endsWith('.jsonl')).length;
    };
    await expect.poll(lists).toBeGreaterThan(0);
    expect(await running.tools.db.query('SELECT * FROM _erased')).toEqual([]);
  }, 120_000);

  it('stays as it is where the backup is newer', async () => {
    const before = Object.fromEntries((await server.db.query('SELECT id, ver FROM applicant')).map(({ id, ver }) => [String(id), ver]));
    const { env } = restore(backups.newer, { BACKUP_URL: `file:${folder()}` });
    const { rows, counts } = await started(env);
    expect(counts?.erased ?? 0).toBe(0);
    for (const [id, row] of Object.entries(await rows('applicant'))) expect([id, row.ver]).toEqual([id, before[id]]);
    expect((await rows('enrolment')).e4).toMatchObject({ logline: '還在的片' });
  }, 120_000);

  it('is listed later where the store of backups is away, and an erasure waits for nothing', async () => {
    const { backups: store } = server.tools;
    server.tools.backups = () => Promise.reject(new StoreAway('s3://away', new Error('refused')));
    const { status } = await asked(admin, `/api/pb/jury/${ids.juror}/actions/erase`, { method: 'POST', json: { confirm: '評審乙' } });
    expect(status).toBe(200);
    expect(await server.db.query('SELECT object, due FROM _erased')).toMatchObject([{ object: 'jury' }]);
    server.tools.backups = store;
    await listErasures(server.tools);
    expect(listed()).toContain(`{"object":"jury","id":"${ids.juror}"`);
    expect(await server.db.query('SELECT * FROM _erased')).toEqual([]);
    const { env } = restore(backups.older, { BACKUP_URL: `file:${folder()}` });
    const { rows } = await started(env);
    expect((await rows('jury'))[ids.juror]).toMatchObject({ name: '—', erasedAt: expect.stringMatching(/^20/) });
  }, 120_000);
});
