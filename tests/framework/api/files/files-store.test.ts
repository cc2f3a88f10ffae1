/** Both stores, and what is left in them when a process is killed in the middle. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '#framework/files/open-storage.ts';
import { makeName, NotStored, type Storage, thumbName } from '#framework/files/storage.ts';
import { compareFiles, sweepFiles } from '#framework/files/sweep-files.ts';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { startS3, type TestS3 } from '../../../support/files/s3.ts';
import { uploader } from '../../../support/files/upload.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

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

/** As if everything in the folder lay there for two hours. */
const makeOld = async (store: string): Promise<void> => {
  const then = new Date(Date.now() - 2 * 3_600_000);
  for (const entry of readdirSync(store, { recursive: true, encoding: 'utf8' })) await utimes(join(store, entry), then, then);
};

describe.each(['disk', 's3'] as const)('a store on %s', (kind) => {
  let s3: TestS3;
  let storage: Storage;
  beforeAll(async () => {
    s3 = await startS3();
    storage = await openStorage(kind === 's3' ? s3.url : `file:${join(folder, 'films')}`, folder);
  });
  afterAll(() => s3.stop());

  it('C03 C04 stores, delivers whole and in part, counts, lists in pages and removes', async () => {
    await storage.check();
    const storedNames = Array.from({ length: 7 }, () => makeName('txt')).sort();
    for (const name of storedNames) await storage.put(name, await incoming(storage, `content of ${name}`));
    const [first = ''] = storedNames;
    expect(await text(await storage.open(first))).toBe(`content of ${first}`);
    expect(await text(await storage.open(first, { start: 0, end: 6 }))).toBe('content');
    expect(await storage.stat(first)).toMatchObject({ name: first, size: 11 + first.length });
    expect(await names(storage)).toEqual(storedNames);
    await storage.remove(first);
    await storage.remove(first);
    expect(await storage.stat(first)).toBeUndefined();
    await expect(storage.open(first)).rejects.toThrow(NotStored);
    expect(await names(storage)).toEqual(storedNames.slice(1));
  });

  it('C03 a file that a store would not take at once goes in parts, tells how far it is, and is given up without leaving any', async () => {
    const bytes = Buffer.alloc((64 << 20) + 3_000_001, 'part of a film ');
    const name = makeName('mp4');
    const path = join(storage.incoming, makeName('mp4'));
    await writeFile(path, bytes);
    const told: number[] = [];
    await storage.put(name, path, { tell: (sent) => told.push(sent) });
    expect(await storage.stat(name)).toMatchObject({ size: bytes.length });
    const hash = createHash('sha256');
    for await (const piece of await storage.open(name)) hash.update(piece as Buffer);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    await storage.remove(name);
    if (kind === 'disk') return;
    expect(told.at(-1)).toBe(bytes.length);
    expect(s3.requests.filter((request) => request === `PUT films/${name}`)).toHaveLength(2);
    const ended = new AbortController();
    await expect(storage.put(name, path, { signal: ended.signal, tell: () => ended.abort() })).rejects.toThrow('not wanted any more');
    expect([...s3.uploads.keys()]).toEqual([]);
    expect(await storage.stat(name)).toBeUndefined();
    await rm(path);
  }, 60_000);

  it('C04 accepts only names that the server made', async () => {
    const path = await incoming(storage, 'x');
    for (const name of ['../escaped.txt', '.incoming', 'a.txt', `${'a'.repeat(26)}.txt/../../x`]) {
      await expect(storage.put(name, path)).rejects.toThrow('not a stored name');
      await expect(storage.open(name)).rejects.toThrow();
    }
  });

  it('C03 files of others in the same place are ignored', async () => {
    const ours = makeName('txt');
    await storage.put(ours, await incoming(storage, 'ours'));
    const strange = ['README', 'nested/deep.txt', `nested/${makeName('txt')}`];
    if (kind === 's3') for (const key of strange) s3.objects.set(`films/${key}`, { bytes: Buffer.from('theirs'), at: new Date(0) });
    else {
      for (const parent of ['nested', ours.slice(0, 2)]) await mkdir(join(folder, 'films', parent), { recursive: true });
      for (const key of [...strange, `${ours.slice(0, 2)}/note.txt`]) writeFileSync(join(folder, 'films', key), 'theirs');
    }
    expect((await names(storage)).filter((name) => name !== ours && !/^[a-z2-7]{26}\.txt$/.test(name))).toEqual([]);
    expect(await names(storage)).toContain(ours);
    expect((await names(storage)).some((name) => strange.some((key) => key.endsWith(name)))).toBe(false);
  });

  it('C03 shows its address without its keys', () => {
    expect(storage.address).toBe(kind === 's3' ? `s3://reels/films at ${new URL(s3.url).searchParams.get('endpoint')?.slice(7)}` : join(folder, 'films'));
    expect(storage.address).not.toContain('secret');
  });
});

describe('a store on disk', () => {
  it('C04 follows no link that leaves its folder', async () => {
    const storage = await openStorage(`file:${join(folder, 'linked')}`, folder);
    writeFileSync(join(folder, 'outside'), 'secret');
    const name = makeName('txt');
    await mkdir(join(folder, 'linked', name.slice(0, 2)), { recursive: true });
    symlinkSync(join(folder, 'outside'), join(folder, 'linked', name.slice(0, 2), name));
    await expect(storage.open(name)).rejects.toThrow(NotStored);
    expect(await storage.stat(name)).toBeUndefined();
  });
});

describe('a store that is slow', () => {
  it('C03 C04 is waited for while anything moves, and a reader who pauses is not cut off; a transfer that stops is ended', async () => {
    const [s3, mute] = await Promise.all([startS3(), startS3()]);
    const [storage, silent] = await Promise.all([s3, mute].map(({ url }) => openStorage(url, folder)));
    const size = 12 * 1_048_576;
    const [read, slow, stuck] = [makeName('mp4'), makeName('mp4'), makeName('mp4')];
    await storage!.put(read, await incoming(storage!, Buffer.alloc(size, 'r')));
    s3.fault = 'slow';
    mute.fault = 'mute';
    const paused = async () => {
      let seen = 0;
      for await (const piece of await storage!.open(read)) {
        if (!seen) await new Promise((later) => setTimeout(later, 12_000)); // a film on hold, longer than the store's own patience
        seen += (piece as Buffer).length;
      }
      return seen;
    };
    const put = async (to: Storage, name: string, bytes: number) => to.put(name, await incoming(to, Buffer.alloc(bytes, 'x')));
    const begun = performance.now();
    const stands = put(silent!, stuck, size).catch((error: Error) => [error.name, performance.now() - begun < 15_000]);
    expect(await Promise.all([paused(), stands, put(storage!, slow, size)])).toEqual([size, ['StoreAway', true], undefined]);
    expect(performance.now() - begun, 'longer than a call without progress may take').toBeGreaterThan(11_000);
    expect(s3.objects.get(`films/${slow}`)?.bytes.length).toBe(size);
    await Promise.all([s3.stop(), mute.stop()]);
  }, 60_000);
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

  it('C03 C04 are stored there, signed, and come back whole, in part and small', async () => {
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

  it('P02 a backup leaves out files of others under the prefix', async () => {
    for (const key of ['films/README', `films/deep/${makeName('jpg')}`]) s3.objects.set(key, { bytes: Buffer.from('theirs'), at: new Date() });
    const admin = await server.signIn('admin');
    const { data } = await (await admin('/api/system/backups', { method: 'POST', json: {} })).json();
    await server.tools.jobs.settled(data.job);
    expect((await (await admin(`/api/jobs/${data.job}`)).json()).data).toMatchObject({ state: 'done', result: { files: 0 } });
    s3.objects.clear();
  });

  it('P02 C03 a file that lies in the store and is not in its list yet comes with the backup and is not called missing', async () => {
    const [op, admin] = [await server.signIn('op'), await server.signIn('admin')];
    const pl = { object: 'film', id: '', field: 'poster' };
    const { body } = await uploader(server)(op, { pl, files: [{ name: 'late.png', bytes: await picture('png', { noise: true }) }] });
    const name = String(body.data?.[0]?.link).split('/').at(-1) ?? '';
    s3.unlisted.add(`films/${name}`);
    const { data } = await (await admin('/api/system/backups', { method: 'POST', json: {} })).json();
    await server.tools.jobs.settled(data.job);
    expect((await (await admin(`/api/jobs/${data.job}`)).json()).data).toMatchObject({ state: 'done', result: { files: 1 } });
    const missing = async () => (await checkInvariants(server.tools)).violations.filter(({ invariant }) => invariant === 'files').map(({ about }) => about);
    expect(await missing()).toEqual([]);
    s3.objects.clear();
    expect(await missing()).toEqual([name]);
    await server.db.run('DELETE FROM `_file` WHERE `name` = ?', [name]);
  });
});

describe.each(testDatabases)('unused files, on %s', (kind) => {
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

  it('C03 a file that another instance is storing is not removed, however long it takes; nor is one younger than an hour', async () => {
    const s3 = await startS3();
    const { tools, signIn } = await start({ STORAGE_URL: s3.url });
    const op = await signIn('op');
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    const young = `films/${makeName('jpg')}`;
    const old = `films/${makeName('jpg')}`;
    s3.objects.set(young, { bytes: Buffer.from('just stored'), at: hours(0.9) });
    s3.objects.set(old, { bytes: Buffer.from('left over'), at: hours(1.1) });
    const announced: boolean[] = [];
    s3.onPut = async (key) => {
      announced.push((await tools.db.query('SELECT id FROM _file WHERE name = ?', [key.slice(6)])).length === 1);
      for (const [name, object] of s3.objects) if (name !== young) object.at = hours(5);
      // What a starting server does.
      await sweepFiles(tools);
      expect(await compareFiles(tools), 'no false alarm meanwhile').toMatchObject({ missing: [] });
    };
    const files = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map(async (name) => ({ name, bytes: await picture() })));
    const { body } = await uploader(server as TestServer)(op, { di: 'still', pl: { object: 'film', id: '', field: 'still' }, files });
    const keys = (body.data ?? []).map(({ link }: { link?: unknown }) => `films/${String(link).split('/').at(-1)}`);
    expect(keys).toHaveLength(3);
    expect(announced).toEqual([true, true, true]);
    expect([...s3.objects.keys()].sort()).toEqual([...keys, young].sort());
    // One that never became whole: its process was killed between the two.
    await tools.db.run("UPDATE _file SET sha256 = '' WHERE name = ?", [String(keys[0]).slice(6)]);
    await sweepFiles({ ...tools, now: () => new Date(Date.now() + 23 * 3_600_000) });
    expect(s3.objects.size).toBe(4);
    await sweepFiles({ ...tools, now: () => new Date(Date.now() + 25 * 3_600_000) });
    expect([...s3.objects.keys()].sort()).toEqual([...keys.slice(1), young].sort());
    await s3.stop();
  });

  it('K21 a store that cannot be reached is 503 for every kind of access, and no file stays announced', async () => {
    const s3 = await startS3();
    const { tools, signIn } = await start({ STORAGE_URL: s3.url });
    const op = await signIn('op');
    const upload = uploader(server as TestServer);
    const form = async (name: string) => ({ pl: { object: 'film', id: '', field: 'poster' }, files: [{ name, bytes: await picture() }] });
    const link = String((await upload(op, await form('a.jpg'))).body.data?.[0]?.link);
    await s3.stop();
    const answers = [(await upload(op, await form('b.jpg'))).status, (await op(link)).status, (await op(`${link}?w=160`)).status];
    expect(answers).toEqual([503, 503, 503]);
    expect(await (await op(link)).text()).toContain('msg.unavailable');
    expect(await tools.db.query('SELECT name FROM _file')).toHaveLength(1);
    expect(await tools.db.query('SELECT id FROM log'), 'no error of ours is written down for it').toEqual([]);
    // The same of a folder that was taken away, as a disk that is not mounted.
    const store = mkdtempSync(join(folder, 'away-'));
    const other = await start({ STORAGE_URL: `file:${store}` });
    const op2 = await other.signIn('op');
    const storedNames = String((await uploader(other)(op2, await form('a.jpg'))).body.data?.[0]?.link);
    rmSync(store, { recursive: true });
    expect([(await uploader(other)(op2, await form('b.jpg'))).status, (await op2(storedNames)).status, (await op2(`${storedNames}?w=160`)).status]).toEqual([
      503, 503, 503,
    ]);
  });

  it('K21 P02 a store that accepts connections and never answers, or stops in the middle, is 503 in time for every kind of access, and a backup says so', async () => {
    const s3 = await startS3();
    const { tools, signIn } = await start({ STORAGE_URL: s3.url });
    const [op, admin] = [await signIn('op'), await signIn('admin')];
    const upload = uploader(server as TestServer);
    const form = async (name: string) => ({ pl: { object: 'film', id: '', field: 'poster' }, files: [{ name, bytes: await picture('png', { noise: true }) }] });
    const link = String((await upload(op, await form('a.png'))).body.data?.[0]?.link);
    const begun = performance.now();
    const backup = async () => {
      const { data } = await (await admin('/api/system/backups', { method: 'POST', json: {} })).json();
      await tools.jobs.settled(data.job);
      const { state, message } = (await (await admin(`/api/jobs/${data.job}`)).json()).data;
      return [state, message];
    };
    const asked = async (answer: Promise<Response>) => {
      const { status, headers } = await answer;
      return [status, headers.get('retry-after'), headers.get('cache-control'), headers.get('etag')];
    };
    s3.fault = 'mute';
    const storage = admin('/api/system/storage').then((answer) => answer.json());
    const [stored, whole, small, packed, shown] = await Promise.all([
      upload(op, await form('b.png')),
      asked(op(link)),
      asked(op(`${link}?w=160`)),
      backup(),
      storage,
    ]);
    expect(stored).toMatchObject({ status: 503, body: { err: { code: 'msg.unavailable' } } });
    expect([whole, small]).toEqual([
      [503, '1', 'no-store', null],
      [503, '1', null, null],
    ]);
    expect(packed).toEqual(['failed', 'msg.storeaway']);
    expect(shown.data.files.writable).toBe(false);
    expect(performance.now() - begun, 'ten seconds a call, not one after the other').toBeLessThan(15_000);
    expect(await tools.db.query('SELECT name FROM _file')).toHaveLength(1);
    expect(readdirSync(tools.storage.incoming)).toEqual([]);
    expect(readdirSync(join(tools.config.dataDir, 'backups', 'incoming'))).toEqual([]);
    s3.fault = 'half';
    const again = performance.now();
    const read = op(link)
      .then((answer) => answer.arrayBuffer())
      .then(
        () => 'whole',
        () => 'cut off',
      );
    const [half, thumb, unfinished] = await Promise.all([read, asked(op(`${link}?w=160`)), backup()]);
    expect(half, 'a half of the file does not look like the whole of it').toBe('cut off');
    expect(thumb.slice(0, 2)).toEqual([503, '1']);
    expect(unfinished).toEqual(['failed', 'msg.storeaway']);
    expect(performance.now() - again).toBeLessThan(15_000);
    expect(readdirSync(tools.storage.incoming)).toEqual([]);
    s3.fault = undefined;
    expect([(await op(link)).status, (await op(`${link}?w=160`)).status, await backup()]).toEqual([200, 200, ['done', '']]);
    await s3.stop();
  }, 60_000);

  it('C03 a file whose row was never written is removed by a start an hour later; all others stay', async () => {
    const store = mkdtempSync(join(folder, 'kill-'));
    const before = await openStorage(`file:${store}`, folder);
    const orphan = makeName('jpg');
    await before.put(orphan, await incoming(before, 'half an upload'));
    await before.put(thumbName(orphan, 320), await incoming(before, 'its thumbnail'));
    await writeFile(join(before.incoming, 'half'), 'still coming in');
    await makeOld(store);
    const { tools } = await start({ STORAGE_URL: `file:${store}` });
    await expect.poll(() => names(tools.storage)).toEqual([]);
    await expect.poll(() => readdirSync(before.incoming)).toEqual([]);
    expect(await compareFiles(tools)).toEqual({ orphans: [], missing: [] });
  });

  it('C03 files in use by a row are never removed; those unused for 30 days are', async () => {
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
  it('C03 leaves nothing after a start an hour later', async () => {
    const dataDir = mkdtempSync(join(folder, 'killed-'));
    const store = `file:${join(dataDir, 'files')}`;
    // Puts files as an upload does and is killed before any row is written.
    const code = `const { openStorage } = await import('#framework/files/open-storage.ts'); const { makeName } = await import('#framework/files/storage.ts'); const { writeFile } = await import('node:fs/promises');
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
    await makeOld(join(dataDir, 'files'));
    const server = await startServer({ env: { STORAGE_URL: store } });
    await expect.poll(() => names(server.tools.storage)).toEqual([]);
    await expect.poll(() => readdirSync(server.tools.storage.incoming)).toEqual([]);
    await server.stop();
  });
});
