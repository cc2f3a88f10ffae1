/** Both stores, and what is left in them when a process is killed in the middle. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compareFiles, sweepFiles } from '#backend/actions/sweep-files.ts';
import { openStorage } from '#backend/files/open-storage.ts';
import { makeName, NotStored, type Storage, thumbName } from '#backend/files/storage.ts';
import { testDatabases } from '../support/database.ts';
import { picture } from '../support/pictures.ts';
import { startS3, type TestS3 } from '../support/s3.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { uploader } from '../support/upload.ts';

const folder = mkdtempSync(join(tmpdir(), 'reelbase-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const incoming = async (storage: Storage, content: string | Buffer): Promise<string> => {
  const path = join(storage.incoming, `in-${Math.random()}`);
  await writeFile(path, content);
  return path;
};
const names = async (storage: Storage): Promise<string[]> => {
  const found: string[] = [];
  for await (const { name } of storage.list()) found.push(name);
  return found.sort();
};

describe.each(['disk', 's3'] as const)('a store on %s', (kind) => {
  let s3: TestS3;
  let storage: Storage;
  beforeAll(async () => {
    s3 = await startS3();
    storage = await openStorage(kind === 's3' ? s3.url : `file:${join(folder, 'films')}`, folder);
  });
  afterAll(() => s3.stop());

  it('C03 C04 keeps, gives whole and in part, counts, lists in pages and forgets', async () => {
    await storage.check();
    const kept = Array.from({ length: 7 }, () => makeName('txt')).sort();
    for (const name of kept) await storage.put(name, await incoming(storage, `content of ${name}`));
    const [first = ''] = kept;
    expect(await text(await storage.open(first))).toBe(`content of ${first}`);
    expect(await text(await storage.open(first, { start: 0, end: 6 }))).toBe('content');
    expect(await storage.stat(first)).toMatchObject({ name: first, size: 11 + first.length });
    expect(await names(storage)).toEqual(kept);
    await storage.remove(first);
    await storage.remove(first);
    expect(await storage.stat(first)).toBeUndefined();
    await expect(storage.open(first)).rejects.toThrow(NotStored);
    expect(await names(storage)).toEqual(kept.slice(1));
  });

  it('C04 takes no name that the server did not make', async () => {
    const path = await incoming(storage, 'x');
    for (const name of ['../escaped.txt', '.incoming', 'a.txt', `${'a'.repeat(26)}.txt/../../x`]) {
      await expect(storage.put(name, path)).rejects.toThrow('not a stored name');
      await expect(storage.open(name)).rejects.toThrow();
    }
  });

  it('C03 says where it is without its keys', () => {
    expect(storage.address).toBe(kind === 's3' ? `s3://reels/films at ${new URL(s3.url).searchParams.get('endpoint')?.slice(7)}` : join(folder, 'films'));
    expect(storage.address).not.toContain('secret');
  });
});

describe('a store on disk', () => {
  it('C04 follows no link that leads out of its folder', async () => {
    const storage = await openStorage(`file:${join(folder, 'linked')}`, folder);
    writeFileSync(join(folder, 'outside'), 'secret');
    const name = makeName('txt');
    await mkdir(join(folder, 'linked', name.slice(0, 2)), { recursive: true });
    symlinkSync(join(folder, 'outside'), join(folder, 'linked', name.slice(0, 2), name));
    await expect(storage.open(name)).rejects.toThrow(NotStored);
    expect(await storage.stat(name)).toBeUndefined();
  });
});

describe('uploads into S3', () => {
  let s3: TestS3;
  let server: TestServer;
  beforeAll(async () => {
    s3 = await startS3();
    server = await startServer({ env: { STORAGE_URL: s3.url } });
  });
  afterAll(async () => {
    await server.stop();
    await s3.stop();
  });

  it('C03 C04 arrive there, signed, and come back whole, in part and small', async () => {
    const op = await server.signIn('op');
    const bytes = await picture('png', { noise: true });
    const { body } = await uploader(server)(op, { pl: { object: 'film', id: '', field: 'poster' }, files: [{ name: 'a.png', bytes }] });
    const link = String(body.data?.[0]?.link);
    const key = `films/${link.split('/').at(-1)}`;
    expect(s3.requests).toContain(`PUT ${key}`);
    const whole = Buffer.from(await (await server.anonymous(link)).arrayBuffer());
    expect(whole.equals(s3.objects.get(key)?.bytes ?? Buffer.of())).toBe(true);
    const part = await server.anonymous(link, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect(s3.requests).toContain(`GET ${key} bytes=1-3`);
    expect((await server.anonymous(`${link}?w=160`)).headers.get('content-type')).toBe('image/webp');
    expect([...s3.objects.keys()]).toContain(`films/${thumbName(key.slice(6), 160)}`);
    await uploader(server)(op, { ac: 'remove', pl: { object: 'film', id: '', field: 'poster', file: key.slice(6) } });
    expect(s3.objects.size).toBe(0);
  });
});

describe.each(testDatabases)('what is left behind, on %s', (kind) => {
  let server: TestServer | undefined;
  const started: TestServer[] = [];
  const start = async (env: Record<string, string> = {}) => {
    server = await startServer({ kind, env });
    started.push(server);
    return server;
  };
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop();
  });

  it('C03 a file whose row was never written is gone after the next start; everything else stays', async () => {
    const store = mkdtempSync(join(folder, 'kill-'));
    const before = await openStorage(`file:${store}`, folder);
    const orphan = makeName('jpg');
    await before.put(orphan, await incoming(before, 'half an upload'));
    await before.put(thumbName(orphan, 320), await incoming(before, 'its thumbnail'));
    await writeFile(join(before.incoming, 'half'), 'still coming in');
    for (const path of [join(before.incoming, 'half')]) await utimes(path, new Date(0), new Date(0));
    await new Promise((later) => setTimeout(later, 20));
    const { tools } = await start({ STORAGE_URL: `file:${store}` });
    await expect.poll(() => names(tools.storage)).toEqual([]);
    await expect.poll(() => readdirSync(before.incoming)).toEqual([]);
    expect(await compareFiles(tools)).toEqual({ orphans: [], missing: [] });
  });

  it('C03 files that a row shows are never swept; those that none has shown for 30 days are', async () => {
    const { tools, signIn } = await start();
    const op = await signIn('op');
    const upload = uploader(server as TestServer);
    const form = async (name: string) => ({ pl: { object: 'film', id: '', field: 'poster' }, files: [{ name, bytes: await picture() }] });
    const shown = (await upload(op, await form('shown.jpg'))).body.data?.[0];
    await upload(op, await form('never-saved.jpg'));
    await op('/api/pb/film', { method: 'POST', json: { id: 'swept', poster: [shown] } });
    const later = (days: number) => ({ ...tools, now: () => new Date(Date.now() + days * 86_400_000) });
    await sweepFiles(later(0), 0);
    expect(await names(tools.storage)).toHaveLength(2);
    await sweepFiles(later(29), 0);
    expect(await names(tools.storage)).toHaveLength(2);
    await sweepFiles(later(31), 0);
    expect(await names(tools.storage)).toEqual([String(shown?.link).split('/').at(-1)]);
    // Taken out of the row, it has its own 30 days.
    await op('/api/pb/film/swept', { method: 'PUT', json: { poster: [], ver: 1 } });
    await sweepFiles(later(40), 0);
    await sweepFiles(later(69), 0);
    expect(await names(tools.storage)).toHaveLength(1);
    await sweepFiles(later(71), 0);
    expect(await names(tools.storage)).toEqual([]);
    expect(await compareFiles(tools)).toEqual({ orphans: [], missing: [] });
  });
});

describe('a process killed in the middle of an upload', () => {
  it('C03 leaves nothing behind after the next start', async () => {
    const dataDir = mkdtempSync(join(folder, 'killed-'));
    const store = `file:${join(dataDir, 'files')}`;
    // Puts files as an upload does and is killed before any row is written.
    const code = `const { openStorage } = await import('#backend/files/open-storage.ts'); const { makeName } = await import('#backend/files/storage.ts'); const { writeFile } = await import('node:fs/promises');
const storage = await openStorage(process.argv[1], process.argv[1]);
for (;;) { const path = storage.incoming + '/' + Math.random(); await writeFile(path, 'x'.repeat(5000)); await storage.put(makeName('jpg'), path); console.log('put'); }`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code, store], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve) => {
      let count = 0;
      child.stdout.on('data', () => {
        count += 1;
        if (count > 3) resolve();
      });
    });
    child.kill('SIGKILL');
    await new Promise((gone) => child.once('exit', gone));
    await new Promise((later) => setTimeout(later, 20));
    const server = await startServer({ env: { STORAGE_URL: store } });
    await expect.poll(() => names(server.tools.storage)).toEqual([]);
    await expect.poll(() => readdirSync(server.tools.storage.incoming)).toEqual([]);
    await server.stop();
  });
});
