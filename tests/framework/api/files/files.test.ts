import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { compareFiles } from '#framework/files/sweep-files.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf, picture, svg, telephonePicture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const poster = { object: 'film', id: '', field: 'poster' };
const still = { object: 'film', id: '', field: 'still' };

describe.each(testDatabases)('files on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let gs: Client;
  let upload: ReturnType<typeof uploader>;
  beforeAll(async () => {
    server = await startServer({ kind });
    admin = await server.signIn('admin');
    op = await server.signIn('op');
    gs = await server.signIn('gs');
    upload = uploader(server);
  });
  afterAll(() => server.stop());

  const sent = async (client: Client, form: Parameters<typeof upload>[1]): Promise<Row> => {
    const { status, body } = await upload(client, form);
    expect(body.msg).toBe('');
    expect(status).toBe(200);
    return body.data![0]!; // one file, one attachment
  };
  const link = (attachment: Row) => String(attachment.link);

  it('C03 C08 answers with attachments that can be saved with the row, and C04 delivers the file', async () => {
    const bytes = await picture('png');
    const attachment = await sent(op, { pl: poster, files: [{ name: '海報 最終版.png', bytes }] });
    expect(attachment).toMatchObject({ fileName: '海報 最終版.png', name: '', desc: '', altName: '' });
    expect(link(attachment)).toMatch(/^\/get\/files\/[a-z2-7]{26}\.png$/);
    const saved = await op('/api/pb/film', { method: 'POST', json: { id: `film-${kind}`, poster: [{ ...attachment, name: 'Poster' }] } });
    expect(saved.status).toBe(201);
    expect((await saved.json()).poster[0]).toMatchObject({ name: 'Poster', size: attachment.size });
    const file = await server.anonymous(link(attachment));
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(file.headers.get('content-disposition')).toContain(`inline; filename="__ ___.png"; filename*=UTF-8''${encodeURIComponent('海報 最終版.png')}`);
    const got = Buffer.from(await file.arrayBuffer());
    expect(got.length).toBe(attachment.size);
    expect(file.headers.get('etag')).toBe(`"${createHash('sha256').update(got).digest('hex')}"`);
  });

  it('C03 pictures are encoded anew: upright, without camera, place or other data', async () => {
    const bytes = await telephonePicture();
    expect(bytes.includes('SecretCamera')).toBe(true);
    const evil = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]);
    const attachment = await sent(op, { pl: poster, files: [{ name: 'phone.jpg', bytes: evil }] });
    const got = Buffer.from(await (await server.anonymous(link(attachment))).arrayBuffer());
    const facts = await sharp(got).metadata();
    expect([facts.width, facts.height, facts.exif]).toEqual([40, 60, undefined]);
    expect(got.includes('SecretCamera') || got.includes('<script>')).toBe(false);
  });

  it('V19 a picture that is encoded anew is not larger than its field allows', async () => {
    const bytes = await sharp(await picture('png', { width: 2_300, height: 1_750, noise: true }))
      .jpeg({ quality: 70 })
      .toBuffer();
    const dear = await sharp(bytes).jpeg({ quality: 86 }).toBuffer();
    expect([bytes.length <= 2_097_152, dear.length > 2_097_152]).toEqual([true, true]);
    const attachment = await sent(op, { pl: poster, files: [{ name: 'noise.jpg', bytes }] });
    expect(Number(attachment.size)).toBeLessThanOrEqual(2_097_152);
  });

  it('C04 a name that is read backwards is saved as it is', async () => {
    const attachment = await sent(op, {
      di: 'contract',
      pl: { object: 'film', id: '', field: 'contract.attachment' },
      files: [{ name: 'a\u202efdp.exe\u2066.pdf', bytes: pdf }],
    });
    const { headers } = await op(link(attachment));
    expect(headers.get('content-disposition')).toBe(`attachment; filename="afdp.exe.pdf"; filename*=UTF-8''afdp.exe.pdf`);
  });

  it('C04 a thumbnail is at least as wide as requested, made once, and small', async () => {
    const attachment = await sent(op, { pl: poster, files: [{ name: 'wide.jpg', bytes: await picture('jpeg', { width: 2_000, height: 1_000 }) }] });
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.anonymous(`${link(attachment)}?w=300`)));
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(320);
    }
    expect((await sharp(Buffer.from(await (await server.anonymous(`${link(attachment)}?w=99999`)).arrayBuffer())).metadata()).width).toBe(1_280);
    expect((await server.anonymous(`${link(attachment)}?w=x`)).headers.get('content-type')).toBe('image/jpeg');
  });

  it('C04 byte ranges: a part 206, the end, from the middle; beyond the end 416; If-None-Match 304; If-Range', async () => {
    const attachment = await sent(op, { di: 'contract', pl: { object: 'film', id: '', field: 'contract.attachment' }, files: [{ name: 'a.pdf', bytes: pdf }] });
    const part = async (headers: Record<string, string>) => {
      const answer = await op(link(attachment), { headers });
      return { status: answer.status, text: await answer.text(), range: answer.headers.get('content-range'), length: answer.headers.get('content-length') };
    };
    const size = pdf.length;
    expect(await part({ range: 'bytes=0-3' })).toEqual({ status: 206, text: '%PDF', range: `bytes 0-3/${size}`, length: '4' });
    expect(await part({ range: 'bytes=-6' })).toMatchObject({ status: 206, text: '%%EOF\n' });
    expect(await part({ range: `bytes=${size - 1}-` })).toMatchObject({ status: 206, length: '1' });
    expect(await part({ range: 'bytes=0-999999' })).toMatchObject({ status: 206, length: String(size) });
    expect(await part({ range: `bytes=${size}-` })).toMatchObject({ status: 416, range: `bytes */${size}` });
    expect(await part({ range: 'bytes=0-1,3-4' })).toMatchObject({ status: 200, length: String(size) });
    const etag = (await op(link(attachment))).headers.get('etag') ?? '';
    expect(await part({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    expect(await part({ range: 'bytes=0-3', 'if-range': etag })).toMatchObject({ status: 206 });
    expect(await part({ range: 'bytes=0-3', 'if-range': '"other"' })).toMatchObject({ status: 200 });
    const head = await op(link(attachment), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(size), '']);
    expect(head.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(head.headers.get('cache-control')).toBe('private, no-cache');
  });

  it('C04 people who can read the row can get its file; all others, and any other name, get 404', async () => {
    const contract = { object: 'film', id: '', field: 'contract.attachment' };
    const attachment = await sent(op, { di: 'contract', pl: contract, files: [{ name: 'deal.pdf', bytes: pdf }] });
    const status = async (client: Client, path = link(attachment)) => (await client(path)).status;
    expect([await status(op), await status(admin), await status(server.anonymous)]).toEqual([200, 404, 404]);
    const entry = { name: 'Deal', date: '', start: '', end: '', comment: '', attachment: [attachment] };
    await op('/api/pb/film', { method: 'POST', json: { id: `deal-${kind}`, contract: [entry] } });
    expect([await status(op), await status(admin), await status(gs), await status(server.anonymous)]).toEqual([200, 200, 200, 404]);
    for (const path of ['/get/files/../public-secret', '/get/files/%2e%2e%2fpublic-secret', `/get/files/${'a'.repeat(26)}.pdf`, '/get/files/x', '/get/files/'])
      expect(await status(admin, path)).toBe(404);
    // Nobody shows a file in a row of their own that they may not have themselves.
    const loose = await sent(admin, { di: 'contract', pl: contract, files: [{ name: 'secret.pdf', bytes: pdf }] });
    const taken = await op('/api/pb/film', { method: 'POST', json: { id: `taken-${kind}`, contract: [{ ...entry, attachment: [loose] }] } });
    expect(taken.status).toBe(422);
    expect((await taken.json()).err.fields[0]).toMatchObject({ path: 'contract/0/attachment/0/link', code: 'file.none' });
  });

  it('C03 the server’s data about a file is stored in the row, whatever the request claims; a file for another purpose is refused', async () => {
    const attachment = await sent(op, { pl: poster, files: [{ name: 'real.jpg', bytes: await picture() }] });
    const lie = { ...attachment, size: 1, fileName: 'other.exe', filepath: '../../etc/passwd' };
    const saved = await (await op('/api/pb/film', { method: 'POST', json: { id: `lie-${kind}`, poster: [lie] } })).json();
    expect(saved.poster[0]).toMatchObject({ size: attachment.size, fileName: 'real.jpg', filepath: attachment.filepath });
    const wrong = await op('/api/pb/film', { method: 'POST', json: { id: `wrong-${kind}`, still: [attachment] } });
    expect((await wrong.json()).err.fields[0]).toMatchObject({ path: 'still/0/link', code: 'file.kind' });
  });

  it('V43 a name over 255 encoded characters, a body that is no file list, no files: the exact messages', async () => {
    const lang = (language: string) => ({ cookie: `${op.cookie}; lang=${language}` });
    const bytes = await picture();
    const long = { pl: poster, files: [{ name: `${'片'.repeat(29)}.jpg`, bytes }] };
    expect((await upload(op, { ...long, headers: lang('en') })).body).toMatchObject({
      done: false,
      msg: 'Filename too long',
      err: { code: 'file.name' },
      data: null,
    });
    expect((await upload(op, { ...long, headers: lang('tw') })).body.msg).toBe('檔名過長');
    expect((await upload(op, { ...long, files: [{ name: `${'片'.repeat(27)}12345678.jpg`, bytes }], headers: lang('en') })).status).toBe(200);
    const none = await upload(op, { pl: poster, headers: lang('en') });
    expect([none.status, none.body.msg]).toEqual([422, 'No files found']);
    expect((await upload(op, { pl: poster, headers: lang('tw') })).body.msg).toBe('找不到檔案');
    for (const init of [
      { json: { di: 'poster' } },
      { body: '--x\r\nbroken', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
    ]) {
      const headers = { ...lang('en'), secret: server.secret(), ...('headers' in init ? init.headers : {}) };
      const answer = await op('/api/uploadFiles', { method: 'POST', ...init, headers });
      expect([answer.status, (await answer.json()).msg]).toEqual([422, 'Invalid data format']);
    }
    expect((await upload(op, { pl: 'no json', files: [{ name: 'a.jpg', bytes }], headers: lang('en') })).body.msg).toBe('Invalid data format');
  });

  it('V18 V19 V22 a single image of 2 MB, stills of 3 MB, three of them; whichever part of the form comes first', async () => {
    const twoAndHalf = Buffer.concat([await picture(), Buffer.alloc(2_600_000)]);
    const threeAndHalf = Buffer.concat([await picture(), Buffer.alloc(3_300_000)]);
    const lang = { cookie: `${op.cookie}; lang=en` };
    for (const fieldsLast of [false, true]) {
      const over = await upload(op, { pl: poster, files: [{ name: 'big.jpg', bytes: twoAndHalf }], headers: lang, fieldsLast });
      expect([over.status, over.body.msg]).toEqual([422, 'big.jpg is larger than 2 MB']);
      expect((await upload(op, { di: 'still', pl: still, files: [{ name: 'big.jpg', bytes: twoAndHalf }], fieldsLast })).status).toBe(200);
      const still3 = await upload(op, { di: 'still', pl: still, files: [{ name: 'huge.jpg', bytes: threeAndHalf }], headers: lang, fieldsLast });
      expect(still3.body).toMatchObject({ msg: 'huge.jpg is larger than 3 MB', err: { code: 'file.size' } });
    }
    const bytes = await picture();
    const four = await upload(op, { di: 'still', pl: still, files: ['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.jpg`, bytes })), headers: lang });
    expect(four.body).toMatchObject({ msg: 'Stills takes at most 3 files', err: { code: 'file.count' } });
    const three = await upload(op, { di: 'still', pl: still, files: ['a', 'b', 'c'].map((name) => ({ name: `${name}.jpg`, bytes })) });
    expect(three.body.data).toHaveLength(3);
    const saved = await op('/api/pb/film', { method: 'POST', json: { id: `many-${kind}`, still: [...three.body.data!, three.body.data![0]!] }, headers: lang });
    expect((await saved.json()).err.fields).toEqual([expect.objectContaining({ path: 'still', code: 'file.count' })]);
  });

  it('C03 by content: SVG, HTML, scripts, programs and renamed files are refused, an unreadable picture too', async () => {
    const order = { object: 'film', id: '', field: 'contract.attachment' };
    const refused = async (name: string, bytes: Uint8Array, di = 'contract', pl: unknown = order) =>
      (await upload(op, { di, pl, files: [{ name, bytes }] })).body.err?.code;
    expect(await refused('a.svg', svg)).toBe('file.kind');
    expect(await refused('a.jpg', svg, 'poster', poster)).toBe('file.kind');
    expect(await refused('a.txt', Buffer.from('<!doctype html><script>1</script>'))).toBe('file.kind');
    expect(await refused('a.pdf', Buffer.from('MZ\x90\0'))).toBe('file.kind');
    expect(await refused('a.html', Buffer.from('<p>'))).toBe('file.kind');
    expect(await refused('a.jpg', pdf, 'poster', poster)).toBe('file.kind');
    expect(await refused('a.jpg', (await picture('jpeg', { noise: true })).subarray(0, 900), 'poster', poster)).toBe('file.kind');
    expect(await refused('notes.txt', Buffer.from('分潤條件：30%'))).toBeUndefined();
    expect(await refused('scan.pdf', pdf)).toBeUndefined();
  });

  it('C03 a picture with too many pixels is refused before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#000' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await upload(op, { pl: poster, files: [{ name: 'bomb.png', bytes: bomb }] })).body.err?.code).toBe('file.kind');
  });

  it('C06 P01 secret, session, purpose, object, field and role are checked in this order', async () => {
    const files = [{ name: 'a.jpg', bytes: await picture() }];
    const status = async (client: Client, form: Partial<Parameters<typeof upload>[1]>) => (await upload(client, { pl: poster, files, ...form })).status;
    expect(await status(server.anonymous, { headers: { secret: '' } })).toBe(499);
    expect(await status(server.anonymous, { headers: { secret: 'x' } })).toBe(498);
    expect(await status(server.anonymous, {})).toBe(440);
    expect(await status(op, { headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
    expect(await status(gs, {})).toBe(403);
    expect(await status(op, { di: '../../etc' })).toBe(422);
    expect(await status(op, { di: 'still' })).toBe(422);
    expect(await status(op, { pl: { ...poster, field: 'cname' } })).toBe(422);
    expect(await status(op, { pl: { ...poster, object: '_session' } })).toBe(404);
    expect(await status(op, { pl: { ...poster, id: 'nobody' } })).toBe(404);
    expect(await status(op, { ac: 'drop' })).toBe(422);
  });

  it('C03 fn, ow, replace and remove: only one’s own uploads that no saved row uses are removed', async () => {
    const bytes = await picture();
    const there = async (attachment: Row, client = admin) => (await client(link(attachment))).status === 200;
    const first = await sent(op, { pl: poster, fn: 'poster.jpg', files: [{ name: 'x.jpg', bytes }] });
    expect(first.fileName).toBe('poster.jpg');
    const second = await sent(op, { pl: poster, ow: '1', fn: 'poster.jpg', files: [{ name: 'y.jpg', bytes }] });
    expect([await there(first), await there(second)]).toEqual([false, true]);
    const nameOf = (attachment: Row) => link(attachment).split('/').at(-1);
    const third = await sent(op, { ac: 'replace', pl: { ...poster, file: nameOf(second) }, files: [{ name: 'z.jpg', bytes }] });
    expect([await there(second), await there(third)]).toEqual([false, true]);
    expect((await upload(admin, { ac: 'remove', pl: { ...poster, file: nameOf(third) } })).status).toBe(200);
    expect(await there(third)).toBe(true);
    await op('/api/pb/film', { method: 'POST', json: { id: `kept-${kind}`, poster: [third] } });
    await upload(op, { ac: 'remove', pl: { ...poster, file: nameOf(third) } });
    expect(await there(third)).toBe(true);
    await op(`/api/pb/film/kept-${kind}`, { method: 'PUT', json: { poster: [], ver: 1 } });
    await upload(op, { ac: 'remove', pl: { ...poster, file: nameOf(third) } });
    expect(await there(third)).toBe(false);
  });

  it('V43 a name is never a path, whatever field or slash it uses', async () => {
    const bytes = await picture('png');
    for (const [fn, name] of [
      ['../../etc/海報.png', 'x.png'],
      ['C:\\pictures\\海報.png', 'x.png'],
      ['', 'C:\\pictures\\海報.png'],
    ] as const)
      expect((await sent(op, { pl: poster, fn, files: [{ name, bytes }] })).fileName).toBe('海報.png');
  });

  it('C03 in the end every row has its file and every file its row', async () => {
    expect(await compareFiles(server.tools)).toEqual({ orphans: [], missing: [] });
  });
});
