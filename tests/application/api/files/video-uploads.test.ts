/** Large files of the staff, in pieces: what may be begun, lines that break, a disk that is full; both databases, both stores. */
import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendResumable, unfinishedUploads } from '#client/upload/send-resumable.ts';
import type { Row } from '#codegen/model.ts';
import { keepTurn, takeTurn } from '#framework/data/system/files/upload-turns.ts';
import { isFull } from '#framework/files/storage.ts';
import { hasRoom } from '#framework/files/uploads/part-files.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { startS3 } from '../../../support/files/s3.ts';
import { mp4, vtt } from '../../../support/files/videos.ts';
import { breakingLine } from '../../../support/network/breaking-line.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const film = mp4(3_000_000);

const read = async (answer: Response) => {
  const { msg, err, data } = await answer.json();
  return { status: answer.status, code: err?.code ?? '', msg, fields: err?.fields ?? [], data };
};
const begin = async (client: Client, more: Row = {}) => {
  const json = { object: 'film', id: '', field: 'videos', fileName: 'river.mp4', size: film.length, ...more };
  return read(await client('/api/uploads', { method: 'POST', json }));
};
const send = async (client: Client, id: string, offset: number, bytes: Uint8Array) =>
  read(
    await client(`/api/uploads/${id}?offset=${offset}`, {
      method: 'PATCH',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
const ask = async (client: Client, id: string) => read(await client(`/api/uploads/${id}`));

describe.each(testDatabases)('large files of the staff on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let admin: Client;
  let gs: Client;
  beforeAll(async () => {
    server = await startServer({ kind });
    [op, admin, gs] = [await server.signIn('op'), await server.signIn('admin'), await server.signIn('gs')];
    expect((await op('/api/pb/film', { method: 'POST', json: { id: 'river', cname: '河' } })).status).toBe(201);
  });
  afterAll(() => server.stop());

  it('C03 R34 a film is sent in pieces, and stored in the row with its version when the form is saved', async () => {
    const begun = await begin(op, { id: 'river' });
    expect(begun).toMatchObject({ status: 200, data: { offset: 0, chunk: 8 * 1_048_576 } });
    const { id } = begun.data;
    expect((await send(op, id, 0, film.subarray(0, 1_000_000))).data).toEqual({ offset: 1_000_000 });
    expect((await ask(op, id)).data).toMatchObject({ offset: 1_000_000 });
    expect(await send(op, id, 5, film)).toMatchObject({ status: 422, code: 'upload.offset', data: { offset: 1_000_000 } });
    const whole = await send(op, id, 1_000_000, film.subarray(1_000_000));
    expect(whole).toMatchObject({ status: 200, data: { offset: film.length, attachment: { fileName: 'river.mp4', size: film.length } } });
    expect((await ask(op, id)).data).toMatchObject({ attachment: whole.data.attachment });
    const { attachment } = whole.data;
    expect((await (await op('/api/pb/film/river')).json()).ver).toBe(1);
    expect((await op('/api/pb/film/river', { method: 'PUT', json: { ver: 7, videos: [attachment] } })).status).toBe(412);
    const saved = await op('/api/pb/film/river', { method: 'PUT', json: { ver: 1, videos: [attachment] } });
    expect([saved.status, (await saved.json()).videos]).toEqual([200, [attachment]]);
    const got = Buffer.from(await (await op(String(attachment.link), { headers: { range: 'bytes=999990-1000010' } })).arrayBuffer());
    expect(got.equals(film.subarray(999_990, 1_000_011))).toBe(true);
    expect(await server.db.query('SELECT * FROM `_upload_turn`')).toEqual([]);
    expect((await readdir(server.tools.storage.incoming)).filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('V18 V43 P05 everything that can be known is refused before a byte is sent: size, kind, name, field, object, row, rights, unknown keys', async () => {
    expect(await begin(op, { size: 2 * 1_073_741_824 + 1 })).toMatchObject({ status: 422, code: 'file.size', msg: 'river.mp4 超過 2 GB' });
    for (const fileName of ['river.mkv', 'river.vtt', 'river.html']) expect(await begin(op, { fileName })).toMatchObject({ status: 422, code: 'file.kind' });
    expect(await begin(op, { fileName: `${'河'.repeat(40)}.mp4` })).toMatchObject({ status: 422, code: 'file.name' });
    expect(await begin(op, { size: 0 })).toMatchObject({ status: 422, fields: [{ path: 'size', code: 'field.range' }] });
    expect(await begin(op, { field: 'cname' })).toMatchObject({ status: 422, fields: [{ path: 'pl/field', code: 'field.option' }] });
    expect(await begin(op, { object: 'nothing' })).toMatchObject({ status: 404 });
    expect(await begin(op, { object: '' })).toMatchObject({ status: 422, fields: [{ path: 'object', code: 'field.required' }] });
    expect(await begin(op, { id: 'none' })).toMatchObject({ status: 404 });
    expect(await begin(op, { owner: 'admin' })).toMatchObject({ status: 422, fields: [{ path: 'owner', code: 'field.unknown' }] });
    expect((await begin(gs)).status).toBe(403);
    expect((await begin(server.anonymous)).status).toBe(401);
    expect((await begin(op, { field: 'subtitles', fileName: 'river.tw.vtt', size: 1_048_577 })).code).toBe('file.size');
  });

  it('R34 at the end the content decides, and a refused upload is over; more bytes than announced are refused', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    const begun = await begin(op, { size: html.length });
    expect(await send(op, begun.data.id, 0, html)).toMatchObject({ status: 422, code: 'file.kind' });
    expect((await ask(op, begun.data.id)).status).toBe(404);
    const talk = await begin(op, { field: 'subtitles', fileName: 'river.tw.vtt', size: vtt().length });
    expect(await send(op, talk.data.id, 0, Buffer.concat([vtt(), vtt()]))).toMatchObject({ status: 413, code: 'upload.long' });
    expect((await send(op, talk.data.id, 0, vtt())).data.attachment.link).toMatch(/\.vtt$/);
  });

  it('P05 nobody has access to another person’s upload; somebody who lost the right during the upload gets nothing stored', async () => {
    const { id } = (await begin(op)).data;
    expect([(await ask(admin, id)).status, (await send(admin, id, 0, film)).status]).toEqual([404, 404]);
    expect((await admin(`/api/uploads/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await op(`/api/uploads/${id}`, { method: 'DELETE' })).status).toBe(200);
    await op('/api/pb/film', { method: 'POST', json: { id: 'gone' } });
    const late = (await begin(op, { id: 'gone' })).data.id;
    await send(op, late, 0, film.subarray(0, 1_000));
    await server.db.run("DELETE FROM `film` WHERE `id` = 'gone'");
    expect((await send(op, late, 1_000, film.subarray(1_000))).status).toBe(404);
    expect((await ask(op, late)).status).toBe(404);
  });

  describe('over a connection that breaks', () => {
    afterEach(() => {
      vi.unstubAllGlobals();
    });

    it('R34 a break loses only what had not arrived, and the film is the same; an unfinished upload can be found by its file', async () => {
      const line = await breakingLine(server.url);
      const storage = new Map<string, string>();
      vi.stubGlobal('localStorage', {
        get length() {
          return storage.size;
        },
        key: (index: number) => [...storage.keys()][index] ?? null,
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
        removeItem: (key: string) => void storage.delete(key),
      });
      const plain = fetch;
      vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
        plain(path.startsWith('/') ? `${line.url}${path}` : path, { ...init, headers: { ...init.headers, cookie: op.cookie, connection: 'close' } }),
      );
      const target = { address: '/api/uploads', place: { object: 'film', id: 'river', field: 'videos' } };
      const file = new File([new Uint8Array(film)], '河 最終版.mp4', { type: 'video/mp4', lastModified: 1 });
      const pause = new AbortController();
      await sendResumable(file, target, { signal: pause.signal, onProgress: (at) => at > 0 && pause.abort() }).catch(() => undefined);
      expect(unfinishedUploads(target)).toEqual([{ name: file.name, size: film.length }]);
      expect(unfinishedUploads({ ...target, place: { ...target.place, id: 'other' } })).toEqual([]);
      line.breaks = [300_000, 100_000];
      const { attachment } = await sendResumable<{ attachment: Row }>(file, target);
      expect(line.broken).toBe(2);
      const stored = Buffer.from(await (await op(String(attachment.link))).arrayBuffer());
      expect(stored.equals(film)).toBe(true);
      expect([storage.size, unfinishedUploads(target)]).toEqual([0, []]);
      await line.stop();
    });
  });

  it('a full disk is reported before the first byte, or when it is met, and received pieces stay', async () => {
    expect(await hasRoom(server.tools, Number.MAX_SAFE_INTEGER)).toBe(false);
    expect([isFull(Object.assign(new Error(), { code: 'ENOSPC' })), isFull(new Error())]).toEqual([true, false]);
    const { put } = server.tools.storage;
    server.tools.storage.put = async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const { id } = (await begin(op)).data;
    const full = await send(op, id, 0, film);
    server.tools.storage.put = put;
    expect(full).toMatchObject({ status: 507, code: 'upload.full' });
    expect(full.msg).toContain('river.mp4');
    expect((await ask(op, id)).data.offset).toBe(film.length);
    expect((await send(op, id, film.length, new Uint8Array())).data.attachment.size).toBe(film.length);
  });

  it('the turn of a killed process ends by time; a process that is active keeps its turn', async () => {
    const { id } = (await begin(op)).data;
    expect(await takeTurn(server.db, id, 'killed')).toBe(true);
    const started = Date.now();
    expect((await send(op, id, 0, film.subarray(0, 10))).data).toEqual({ offset: 10 });
    expect(Date.now() - started).toBeGreaterThan(3_500);
    expect(await takeTurn(server.db, id, 'alive')).toBe(true);
    let beats = 0;
    const alive = setInterval(() => {
      beats += 1;
      if (beats < 12) void keepTurn(server.db, id, 'alive');
      else if (beats === 12) void server.db.run('DELETE FROM `_upload_turn` WHERE id = ?', [id]);
    }, 500);
    expect((await send(op, id, 10, film.subarray(10, 20))).data).toEqual({ offset: 20 });
    clearInterval(alive);
    expect(beats).toBeGreaterThanOrEqual(12);
    await op(`/api/uploads/${id}`, { method: 'DELETE' });
  });
});

it('films also work with an S3 store', async () => {
  const s3 = await startS3();
  const server = await startServer({ env: { STORAGE_URL: s3.url } });
  const op = await server.signIn('op');
  const { id } = (await begin(op)).data;
  await send(op, id, 0, film.subarray(0, 2_000_000));
  const whole = await send(op, id, 2_000_000, film.subarray(2_000_000));
  const link = String(whole.data.attachment.link);
  expect(Buffer.from(await (await op(link)).arrayBuffer()).equals(film)).toBe(true);
  expect([...s3.objects.values()].map(({ bytes }) => bytes.length)).toEqual([film.length]);
  expect(await readdir(server.tools.storage.incoming)).toEqual([]);
  await server.stop();
  await s3.stop();
});
