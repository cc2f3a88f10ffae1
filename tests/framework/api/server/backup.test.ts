import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#backend/config.ts';
import { start } from '#backend/main.ts';
import { restoreBackup } from '#framework/backup/restore-backup.ts';
import { insertFile } from '#framework/data/system/files/files.ts';
import { openStorage } from '#framework/files/open-storage.ts';
import { freshUrl, testDatabases } from '../../../support/database/database.ts';
import { type Client, passwordOf, startServer, type TestServer } from '../../../support/server.ts';

interface Job {
  id: string;
  state: string;
  by: string;
  progress: number;
  total: number;
  result: { name: string; files: number; sha256: string; size: number } | null;
}

describe.each(testDatabases)('backup and restore on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const places: { folder: string; remove: () => Promise<void> }[] = [];
  const post = async (path: string, json: unknown = {}) => (await admin(path, { method: 'POST', json })).json();
  const ended = async (id: string): Promise<Job> => {
    for (;;) {
      const { data } = await (await admin(`/api/jobs/${id}`)).json();
      if (data.state !== 'running') return data;
      await new Promise((resume) => setTimeout(resume, 50));
    }
  };
  /** an empty place: database and data folder */
  const place = () => {
    const { url, remove } = freshUrl(kind);
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-restored-'));
    places.push({ folder, remove });
    return { DATA_DIR: folder, DATABASE_URL: url, PORT: '0', PUBLIC_SECRET: 'public', LOG_LEVEL: 'silent', DEMO: '0', ADMIN_PASSWORD: 'unused' };
  };
  const pathOf = (name: string) => join(server.tools.config.dataDir, 'backups', name);

  beforeAll(async () => {
    server = await startServer({ kind });
    admin = await server.signIn('admin');
    for (let i = 0; i < 30; i += 1)
      await post('/api/pb/company', {
        id: `before_${i}`,
        name: `海洋影像 ${i} “’\\"\n`,
        type: 1,
        tag: ['a', 'b'],
        contract: [{ name: 'c', start: '2026-01-01' }],
      });
    for (let i = 0; i < 5; i += 1) {
      const path = join(server.tools.storage.incoming, `f${i}`);
      writeFileSync(path, `file ${i} 檔案`.repeat(1000));
      const name = `${'abcdefghijklmnopqrstuvwxy'}${'zyxwv'[i]}.pdf`;
      await server.tools.storage.put(name, path);
      const about = {
        purpose: 'contract',
        object: 'company',
        rowId: '',
        field: 'contract',
        fileName: `${i}.pdf`,
        size: 0,
        type: 'application/pdf',
        sha256: '',
      };
      await insertFile(server.db, { name, ...about, width: null, height: null, public: false, owner: 'admin', at: Date.now() });
    }
  });
  afterAll(async () => {
    await server.stop();
    for (const { folder, remove } of places) {
      rmSync(folder, { recursive: true, force: true });
      await remove();
    }
  });

  it('a backup during writes has the state of one instant, and restores it in an empty place', async () => {
    let writing = true;
    let pairs = 0;
    const entry = server.registry.get('company')!;
    const { insertRow } = await import('#framework/data/rows/write.ts');
    const { completeRow, defaultsOf } = await import('#rules/records/record.ts');
    const writer = (async () => {
      while (writing) {
        // Two rows in one transaction: a picture of one instant has both or none.
        await server.db.transaction(async (tx) => {
          for (const side of ['a', 'b']) {
            const row = completeRow({ ...defaultsOf(entry.model), id: `pair_${pairs}_${side}`, name: `Pair ${pairs}`, type: 1 }, entry.model.fields);
            await insertRow(tx, entry.model, { ...row, ver: 1, create_at: '2026-01-01 00:00:00', update_at: '2026-01-01 00:00:00', update_by: 'admin' });
          }
        });
        pairs += 1;
        await new Promise((resume) => setTimeout(resume, 2));
      }
    })();
    await new Promise((resume) => setTimeout(resume, 150));
    const { data } = await post('/api/system/backups');
    const job = await ended(data.job);
    writing = false;
    await writer;
    expect(job).toMatchObject({ state: 'done', by: 'admin', result: { files: 5 } });
    const name = job.result!.name;

    const env = place();
    const config = readConfig(env);
    const said: string[] = [];
    const manifest = await restoreBackup(config, pathOf(name), (line) => said.push(line));
    expect(manifest.files).toBe(5);
    const restored = await start({
      config,
      log: pino({ level: 'silent' }),
      watch: false,
      pages: { development: false, html: async () => '', assets: (_req, _res, next) => next() },
    });
    try {
      // Accounts came along, sessions did not.
      expect((await fetch(`${restored.url}/api/auth/me`, { headers: { cookie: admin.cookie } })).status).toBe(440);
      const login = await fetch(`${restored.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: 'admin', pw: passwordOf('admin') }),
      });
      const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
      const there = async (path: string) => (await fetch(`${restored.url}${path}`, { headers: { cookie } })).json();
      const old = encodeURIComponent('{"id@starts":"before_"}');
      const [mine, theirs] = [
        await (await admin(`/api/pb/company?range=[0,99]&filter=${old}`)).json(),
        await there(`/api/pb/company?range=[0,99]&filter=${old}`),
      ];
      expect(theirs).toHaveLength(30);
      expect(theirs).toEqual(mine);
      expect(await there('/api/pb/company/before_3/history')).toEqual(await (await admin('/api/pb/company/before_3/history')).json());
      expect(await there(`/api/pb/company?filter=${encodeURIComponent('{"q":"海洋影像"}')}`)).toHaveLength(25);
      const half = await restored.tools.db.query(
        "SELECT SUBSTR(id, 1, LENGTH(id) - 2) AS pair, COUNT(*) AS n FROM company WHERE id LIKE 'pair\\_%' ESCAPE '\\\\' GROUP BY pair".replaceAll(
          '\\\\',
          kind === 'sqlite' ? '\\' : '\\\\',
        ),
      );
      expect(half.length).toBeGreaterThan(0);
      expect(half.length).toBeLessThan(pairs);
      expect(half.every(({ n }) => Number(n) === 2)).toBe(true);
      const files = [];
      for await (const file of restored.tools.storage.list()) files.push(file.name);
      expect(files).toHaveLength(5);
      for (const file of files) expect(readFileSync(join(restored.tools.storage.address, file.slice(0, 2), file), 'utf8')).toMatch(/^file \d 檔案/);
      // It goes on as any database: numbers, foreign keys and new rows.
      const made = await fetch(`${restored.url}/api/pb/company`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ id: 'after_it', name: 'After', type: 1 }),
      });
      expect(made.status).toBe(201);
    } finally {
      await restored.stop();
    }
    // The place is taken now.
    await expect(restoreBackup(config, pathOf(name), () => undefined)).rejects.toThrow(/already|not empty/);
  });

  it('a damaged archive is refused and leaves nothing', async () => {
    const { data } = await post('/api/system/backups');
    const { result } = await ended(data.job);
    const bytes = readFileSync(pathOf(result!.name));
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-damaged-'));
    const damaged = join(folder, 'damaged.tar.gz');
    for (const broken of [
      bytes.subarray(0, bytes.length - 200),
      Buffer.concat([bytes.subarray(0, 400), Buffer.alloc(40), bytes.subarray(440)]),
      Buffer.from('no archive'),
    ]) {
      writeFileSync(damaged, broken);
      const env = place();
      await expect(restoreBackup(readConfig(env), damaged, () => undefined)).rejects.toThrow();
      expect(readdirSync(env.DATA_DIR).filter((entry) => /restor|reelbase\.db/.test(entry))).toEqual([]);
    }
    writeFileSync(damaged, bytes);
    writeFileSync(`${damaged}.sha256`, `${'0'.repeat(64)}  damaged.tar.gz\n`);
    await expect(restoreBackup(readConfig(place()), damaged, () => undefined)).rejects.toThrow('checksum');
    rmSync(folder, { recursive: true });
  });

  it('a restore that is killed half-way leaves a place on which no server starts, and the next restore begins again', async () => {
    const { data } = await post('/api/system/backups');
    const archive = pathOf((await ended(data.job)).result!.name);
    const env = place();
    const config = readConfig(env);
    const begin = (more: Record<string, string> = {}) => start({ config: readConfig({ ...env, ...more }), log: pino({ level: 'silent' }), watch: false });
    // Killed as the line is said: the process itself does it, so that the moment is always the same.
    const code = `const { restoreBackup } = await import('#framework/backup/restore-backup.ts'); const { readConfig } = await import('#backend/config.ts');
await restoreBackup(readConfig(), process.argv[1], (line) => line.startsWith(process.argv[2]) && process.kill(process.pid, 'SIGKILL'));`;
    for (const point of [kind === 'sqlite' ? 'Reading' : 'Restoring the database', 'Restoring 5 files']) {
      const { signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code, archive, point], {
        encoding: 'utf8',
        env: { ...process.env, ...env, BASE_URL: '' },
        timeout: 120_000,
      });
      expect([point, signal], stderr).toEqual([point, 'SIGKILL']);
      await expect(begin(), point).rejects.toThrow(
        /^A restore into \S+ was cut off half-way or still runs: run npm run restore again with the same settings, and it begins anew$/,
      );
    }
    // Reached from another folder, it is the database that says so.
    const elsewhere = mkdtempSync(join(tmpdir(), 'reelbase-elsewhere-'));
    await expect(begin({ DATA_DIR: elsewhere, DATABASE_URL: config.databaseUrl, STORAGE_URL: config.storageUrl })).rejects.toThrow('was cut off half-way');
    // And a store that is not the one that was being filled is never emptied.
    const foreign = await openStorage(`file:${join(elsewhere, 'files')}`, elsewhere);
    writeFileSync(join(foreign.incoming, 'theirs'), 'theirs');
    await foreign.put('zyxwvutsrqponmlkjihgfedcba.pdf', join(foreign.incoming, 'theirs'));
    const other = readConfig({ ...env, STORAGE_URL: `file:${join(elsewhere, 'files')}` });
    await expect(restoreBackup(other, archive, () => undefined)).rejects.toThrow('there are files already');
    await restoreBackup(config, archive, () => undefined);
    expect(readdirSync(env.DATA_DIR).filter((entry) => /restoring/.test(entry))).toEqual([]);
    const restored = await begin();
    try {
      expect(await restored.tools.db.query("SELECT COUNT(*) AS n FROM company WHERE id LIKE 'before%'")).toEqual([{ n: 30 }]);
      const files = [];
      for await (const { name } of restored.tools.storage.list()) files.push(name);
      expect(files).toHaveLength(5);
    } finally {
      await restored.stop();
    }
    rmSync(elsewhere, { recursive: true });
  }, 300_000);

  it('an older server refuses newer data and newer backups, and says what to do', async () => {
    await server.db.run("UPDATE _setting SET value = '99' WHERE name = 'format'");
    const { data } = await post('/api/system/backups');
    const archive = pathOf((await ended(data.job)).result!.name);
    const env = place();
    await expect(restoreBackup(readConfig(env), archive, () => undefined)).rejects.toThrow('made by a newer Reelbase; this one knows formats up to 1');
    await server.db.run("UPDATE _setting SET value = '1' WHERE name = 'format'");
    const running = await start({ config: readConfig(env), log: pino({ level: 'silent' }), watch: false });
    expect(await running.tools.db.query("SELECT value FROM _setting WHERE name = 'format'")).toEqual([{ value: '1' }]);
    await running.tools.db.run("UPDATE _setting SET value = '2' WHERE name = 'format'");
    await running.stop();
    await expect(start({ config: readConfig(env), log: pino({ level: 'silent' }), watch: false })).rejects.toThrow(
      /^The data at \S+ is of format 2, written by a newer Reelbase, and this one knows formats up to 1: start the newer version again, or restore a backup/,
    );
  }, 120_000);

  it('P02 administrators list, download and remove backups; a name cannot lead elsewhere', async () => {
    const list = (await (await admin('/api/system/backups')).json()).data.backups as { name: string; size: number; sha256: string }[];
    expect(list.length).toBeGreaterThan(0);
    const [{ name, size, sha256 } = { name: '', size: 0, sha256: '' }] = list;
    const answer = await admin(`/api/system/backups/${name}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toHaveLength(size);
    const { createHash } = await import('node:crypto');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const op = await server.signIn('op');
    for (const path of ['', `/${name}`]) expect((await op(`/api/system/backups${path}`)).status).toBe(403);
    for (const other of ['..%2Freelbase.db', '..%2F..%2Fetc%2Fpasswd', `${name}.sha256`])
      expect((await admin(`/api/system/backups/${other}`)).status).toBe(404);
    expect((await admin(`/api/system/backups/${name}`, { method: 'DELETE' })).status).toBe(200);
    expect((await admin(`/api/system/backups/${name}`)).status).toBe(404);
  });

  it('one backup at a time; a job is visible to its owner and to administrators, and can be cancelled', async () => {
    const [first, second] = await Promise.all([post('/api/system/backups'), post('/api/system/backups')]);
    const refused = first.done ? second : first;
    expect(refused.err.code).toBe('msg.running');
    await ended((first.done ? first : second).data.job);
    let steps = 0;
    const id = await server.tools.jobs.start('test', 'op', async ({ signal, tell }) => {
      for (; !signal.aborted; steps += 1) {
        tell(steps, 1_000_000, 'files');
        await new Promise((resume) => setTimeout(resume, 10));
      }
      throw new Error('cancelled');
    });
    const op = await server.signIn('op');
    const gs = await server.signIn('gs');
    expect((await gs(`/api/jobs/${id}`)).status).toBe(404);
    expect((await gs(`/api/jobs/${id}/cancel`, { method: 'POST', json: {} })).status).toBe(404);
    expect((await (await op('/api/jobs')).json()).data.map((job: Job) => job.id)).toEqual([id]);
    await new Promise((resume) => setTimeout(resume, 1_200));
    const running = (await (await op(`/api/jobs/${id}`)).json()).data;
    expect(running).toMatchObject({ state: 'running', total: 1_000_000, message: 'files' });
    expect(running.progress).toBeGreaterThan(0);
    expect((await op(`/api/jobs/${id}/cancel`, { method: 'POST', json: {} })).status).toBe(200);
    expect((await ended(id)).state).toBe('cancelled');
    expect((await (await admin('/api/jobs')).json()).data.map((job: Job) => job.id)).toContain(id);
  });

  it('a job whose process was killed counts as interrupted', async () => {
    await server.db.run("INSERT INTO _job (id, kind, state, `by`, at, beat_at) VALUES ('dead', 'backup', 'running', 'admin', ?, ?)", [
      Date.now(),
      Date.now() - 20_000,
    ]);
    expect((await (await admin('/api/jobs/dead')).json()).data).toMatchObject({ state: 'interrupted' });
  });

  if (kind === 'sqlite')
    it('npm run restore says what it needs and what is wrong', () => {
      const run = (...args: string[]) =>
        spawnSync(process.execPath, ['--import', 'tsx', 'backend/cli/restore.ts', ...args], { encoding: 'utf8', env: { ...process.env, ...place() } });
      const none = run();
      expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('npm run restore data/backups/')]);
      const folder = mkdtempSync(join(tmpdir(), 'reelbase-cli-'));
      mkdirSync(folder, { recursive: true });
      const missing = run(join(folder, 'nothing.tar.gz'));
      expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('Not restored: ')]);
      rmSync(folder, { recursive: true });
    });
});
