/** Films and their talk: what is taken, and how it is given out, whole and in parts, from both stores. */
import { createHash } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { sendStored } from '#framework/api/files/stored.ts';
import { Refusal } from '#rules/words/problem.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf } from '../../../support/files/pictures.ts';
import { startS3, type TestS3 } from '../../../support/files/s3.ts';
import { uploader } from '../../../support/files/upload.ts';
import { matroska, mov, mp4, oldMov, vtt, webm } from '../../../support/files/videos.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const videos = { object: 'film', id: '', field: 'videos' };
const subtitles = { object: 'film', id: '', field: 'subtitles' };

describe.each(testDatabases)('films on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let upload: ReturnType<typeof uploader>;
  beforeAll(async () => {
    server = await startServer({ kind });
    op = await server.signIn('op');
    upload = uploader(server);
  });
  afterAll(() => server.stop());

  const storeFile = async (di: string, pl: Row, name: string, bytes: Buffer): Promise<Row> => {
    const { body } = await upload(op, { di, pl, files: [{ name, bytes }] });
    expect(body.msg).toBe('');
    return body.data![0]!; // one file, one attachment
  };

  it('C03 R34 MP4, WebM and QuickTime are recognised by their content and stored in the row of a film and of a pitch', async () => {
    const found = [
      await storeFile('video', videos, 'river.mp4', mp4()),
      await storeFile('video', videos, 'river.webm', webm()),
      await storeFile('video', videos, 'river.mov', mov()),
      await storeFile('video', videos, 'river', oldMov()),
    ];
    expect(found.map(({ link }) => String(link).split('.').at(-1))).toEqual(['mp4', 'webm', 'mov', 'mov']);
    const talk = [
      await storeFile('subtitle', subtitles, 'river.tw.vtt', vtt()),
      await storeFile('subtitle', subtitles, 'river.en.vtt', vtt('The river is bright.')),
    ];
    const saved = await op('/api/pb/film', { method: 'POST', json: { id: `river-${kind}`, videos: found, subtitles: talk } });
    expect(saved.status).toBe(201);
    expect((await saved.json()).videos.map((row: Row) => row.fileName)).toEqual(['river.mp4', 'river.webm', 'river.mov', 'river']);
    const fifth = await op(`/api/pb/film/river-${kind}`, { method: 'PUT', json: { ver: 1, videos: [...found, found[0]] } });
    expect(fifth.status).toBe(422);
  });

  it('C03 R34 other content under a name of a film or subtitles is refused: markup, Matroska, PDF, text that is not UTF-8, over 1 MB', async () => {
    const code = async (di: string, pl: Row, name: string, bytes: Buffer) => (await upload(op, { di, pl, files: [{ name, bytes }] })).body.err?.code;
    expect(await code('video', videos, 'river.mp4', pdf)).toBe('file.kind');
    expect(await code('video', videos, 'river.mp4', Buffer.from('<html><script>alert(1)</script>'))).toBe('file.kind');
    expect(await code('video', videos, 'river.webm', matroska())).toBe('file.kind');
    expect(await code('video', videos, 'river.mp4', Buffer.alloc(64))).toBe('file.kind');
    expect(await code('video', videos, 'river.vtt', vtt())).toBe('file.kind');
    expect(await code('subtitle', subtitles, 'river.tw.vtt', Buffer.from('<script>alert(1)</script>'))).toBe('file.kind');
    expect(await code('subtitle', subtitles, 'river.tw.vtt', Buffer.from('WEBVTTX\n\n'))).toBe('file.kind');
    expect(await code('subtitle', subtitles, 'river.tw.vtt', Buffer.concat([vtt(), Buffer.from([0xa4, 0xa4, 0xa4])]))).toBe('file.kind');
    expect(await code('subtitle', subtitles, 'river.tw.vtt', vtt('a\0b'))).toBe('file.kind');
    expect(await code('subtitle', subtitles, 'river.tw.vtt', vtt('x'.repeat(1_048_576)))).toBe('file.size');
    expect(await code('subtitle', subtitles, 'river.tw.mp4', mp4())).toBe('file.kind');
    const wrong = Buffer.from('WEBVTT\n\n00:01,000 --> 00:02,000\na\n\n00:09.000 --> 00:05.000\nb\n');
    const { body } = await upload(op, { di: 'subtitle', pl: subtitles, files: [{ name: 'river.tw.vtt', bytes: wrong }] });
    expect([body.err?.code, body.msg, body.err?.fields?.map((one) => one.code)]).toEqual([
      'captions.time',
      'river.tw.vtt 第 3 行：時間無法辨識，格式如 00:01.000 --> 00:04.000',
      ['captions.time', 'captions.end'],
    ]);
    expect(await code('subtitle', subtitles, 'river.tw.vtt', Buffer.from('WEBVTT\n\n'))).toBe('captions.none');
  });

  it('C04 R34 subtitles are delivered as WebVTT only, with or without a byte order mark, and only to people who may read them', async () => {
    for (const bytes of [vtt(), Buffer.concat([Buffer.from('\ufeff'), vtt()]), vtt('<script>alert(1)</script>')]) {
      const { link } = await storeFile('subtitle', subtitles, 'river.en.vtt', bytes);
      const answer = await op(String(link));
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/vtt; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-cache',
      });
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      expect((await server.anonymous(String(link))).status).toBe(404);
    }
  });
});

describe.each(testDatabases)('films from the store itself on %s', (kind) => {
  const bytes = mp4(300_000);
  let s3: TestS3;
  let server: TestServer;
  beforeAll(async () => {
    s3 = await startS3();
    server = await startServer({ kind, env: { STORAGE_URL: s3.url, STORAGE_DIRECT: '5' } });
  });
  afterAll(async () => {
    await server.stop();
    await s3.stop();
  });

  it('C04 R34 a player is sent to the store by an address that ends soon; whoever else asks, and whoever may not have the film, is answered here', async () => {
    const op = await server.signIn('op');
    const { body } = await uploader(server)(op, { di: 'video', pl: videos, files: [{ name: '河.mp4', bytes }] });
    const link = String(body.data?.[0]?.link);
    const { body: lines } = await uploader(server)(op, { di: 'subtitle', pl: subtitles, files: [{ name: 'river.tw.vtt', bytes: vtt() }] });
    const player = { 'sec-fetch-dest': 'video', range: 'bytes=0-' };
    const sent = await op(link, { headers: player, redirect: 'manual' });
    const to = sent.headers.get('location') ?? '';
    expect([sent.status, sent.headers.get('cache-control'), new URL(to).origin]).toEqual([302, 'private, no-store', server.tools.storage.direct?.origin]);
    const direct = await fetch(to, { headers: { range: 'bytes=4-' } });
    expect([direct.status, direct.headers.get('content-type'), direct.headers.get('content-range')]).toEqual([
      206,
      'video/mp4',
      `bytes 4-${bytes.length - 1}/${bytes.length}`,
    ]);
    expect(direct.headers.get('content-disposition')).toContain(`filename*=UTF-8''%E6%B2%B3.mp4`);
    expect(Buffer.from(await direct.arrayBuffer()).equals(bytes.subarray(4))).toBe(true);
    expect((await fetch(to.replace(/Signature=./, 'Signature='))).status).toBe(403);
    for (const [address, init] of [
      [link, {}],
      [link, { headers: { 'sec-fetch-dest': 'empty' } }],
      [link, { method: 'HEAD', headers: { 'sec-fetch-dest': 'video' } }],
      [String(lines.data?.[0]?.link), { headers: player }],
    ] as const)
      expect((await op(address, { ...init, redirect: 'manual' })).status).toBeLessThan(300);
    expect((await server.anonymous(link, { headers: player, redirect: 'manual' })).status).toBe(404);
    // The pages let players go there.
    expect((await op('/erp')).headers.get('content-security-policy')).toContain(`media-src 'self' blob: ${new URL(to).origin};`);
    await expect.poll(async () => (await fetch(to)).status).toBe(403);
  });
});

describe.each(['disk', 's3'] as const)('a film from the store on %s', (kind) => {
  const bytes = mp4(3_000_000);
  let s3: TestS3;
  let server: TestServer;
  let door: Server;
  let origin: string;
  let link: string;
  let asked = 0;
  beforeAll(async () => {
    s3 = await startS3();
    server = await startServer({ env: kind === 's3' ? { STORAGE_URL: s3.url } : {} });
    const op = await server.signIn('op');
    const { body } = await uploader(server)(op, { di: 'video', pl: videos, files: [{ name: '河.mp4', bytes }] });
    link = String(body.data?.[0]?.link);
    const app = express();
    // A caller that has decided: whoever comes here may have it.
    app.get('/film/:name', async (req, res) => {
      asked += 1;
      await sendStored(server.tools, req, res, String(req.params.name));
    });
    app.use((error: unknown, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
      res.status(error instanceof Refusal ? error.status : 500).end();
    });
    door = createServer(app).listen(0, '127.0.0.1');
    await new Promise((ready) => door.once('listening', ready));
    origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`; // listens on TCP
  });
  afterAll(async () => {
    door.closeAllConnections();
    await new Promise((closed) => door.close(closed));
    await server.stop();
    await s3.stop();
  });

  const path = () => `/film/${link.split('/').at(-1)}`;
  const part = async (headers: Record<string, string>, method = 'GET') => {
    const answer = await fetch(origin + path(), { headers, method });
    return { status: answer.status, range: answer.headers.get('content-range'), headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('R34 the whole file, a part, the end; 416 beyond the end; HEAD without a range; cached privately and revalidated', async () => {
    const size = bytes.length;
    const whole = await part({});
    expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    });
    expect(whole.headers.get('content-disposition')).toMatch(/^inline; /);
    for (const [header, start, end] of [
      ['bytes=0-', 0, size - 1],
      ['bytes=1048576-1048999', 1_048_576, 1_048_999],
      ['Bytes=2999999-99999999', size - 1, size - 1],
      ['bytes=-1000', size - 1000, size - 1],
    ] as const) {
      const found = await part({ range: header });
      expect([found.status, found.range]).toEqual([206, `bytes ${start}-${end}/${size}`]);
      expect(found.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    for (const header of [`bytes=${size}-`, 'bytes=-0', `bytes=${'9'.repeat(30)}-`]) {
      const found = await part({ range: header });
      expect([found.status, found.range, found.bytes.length]).toEqual([416, `bytes */${size}`, 0]);
    }
    for (const header of ['bytes=0-1,5-6', 'bytes=5-1', 'lines=0-1', 'bytes=a-b']) expect((await part({ range: header })).status).toBe(200);
    const head = await part({ range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(size), 0]);
  });

  it('R34 If-Range by mark and by time, If-None-Match before If-Modified-Since', async () => {
    const { headers } = await part({}, 'HEAD');
    const [etag, changed] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const status = async (more: Record<string, string>) => (await part({ range: 'bytes=0-3', ...more })).status;
    expect(await status({ 'if-range': etag })).toBe(206);
    expect(await status({ 'if-range': changed })).toBe(206);
    expect(await status({ 'if-range': `W/${etag}` })).toBe(200);
    expect(await status({ 'if-range': new Date(0).toUTCString() })).toBe(200);
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
    expect(await status({ 'if-modified-since': changed })).toBe(304);
    expect(await status({ 'if-modified-since': new Date(0).toUTCString() })).toBe(206);
    expect(await status({ 'if-modified-since': changed, 'if-none-match': '"x"' })).toBe(206);
  });

  it('R34 an unknown or invalid name is 404', async () => {
    for (const name of ['a'.repeat(26), `${'a'.repeat(26)}.mp4`, '..%2f..%2fetc%2fpasswd']) expect((await fetch(`${origin}/film/${name}`)).status).toBe(404);
  });

  it('R34 viewers who leave in the middle leave nothing open', async () => {
    const before = asked;
    const opened: import('node:stream').Readable[] = [];
    const open = server.tools.storage.open;
    server.tools.storage.open = async (...args) => {
      const stream = await open(...args);
      opened.push(stream);
      return stream;
    };
    try {
      const leave = (late: boolean) =>
        new Promise<void>((left) => {
          const going = request(origin + path(), { headers: { range: 'bytes=0-' }, agent: false });
          going.on('error', () => left()).on('close', () => left());
          if (late) going.on('response', (answer) => answer.once('data', () => going.destroy()));
          else going.on('socket', (socket) => socket.once('connect', () => setTimeout(() => going.destroy(), 1)));
          going.end();
        });
      await Promise.all(Array.from({ length: 30 }, (_, index) => leave(index % 2 === 0)));
      expect(asked - before).toBeGreaterThanOrEqual(15);
      await expect.poll(() => opened.filter((stream) => !stream.destroyed).length).toBe(0);
    } finally {
      server.tools.storage.open = open;
    }
  });
});
