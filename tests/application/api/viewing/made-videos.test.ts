/** R06 R34: what ffmpeg makes of an uploaded film, by a job: poster, preview pictures and a stream; how the viewing page gives them out, and how they go with the film. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { table } from '#framework/data/engine/table.ts';
import { madeOf, nextVideo } from '#framework/data/system/files/videos.ts';
import { removeStored } from '#framework/files/sweep-files.ts';
import { qualitiesFor } from '#framework/files/videos/made-names.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { heldFfmpeg, testFfmpeg } from '../../../support/files/ffmpeg.ts';
import { startS3, type TestS3 } from '../../../support/files/s3.ts';
import { uploader } from '../../../support/files/upload.ts';
import { mp4 } from '../../../support/files/videos.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const program = testFfmpeg();
/** ffmpeg takes what the machine has left. */
const ffmpegs = { timeout: 300_000 };

it('R34 a stream has the source’s own height and two that are well below, and never a larger one', () => {
  expect([2160, 1080, 800, 720, 480, 360, 250, 200].map(qualitiesFor)).toEqual([
    [1080, 720, 480],
    [1080, 720, 480],
    [720, 480, 240],
    [720, 480, 240],
    [480, 240],
    [360, 240],
    [240],
    [],
  ]);
});

describe.skipIf(!program).each(testDatabases)('what is made of a film on %s', (kind) => {
  let s3: TestS3 | undefined;
  let server: TestServer;
  let admin: Client;
  let folder: string;
  let held: ReturnType<typeof heldFfmpeg>;
  const make = (name: string, size: string, seconds: number): Buffer => {
    const path = join(folder, name);
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=10:duration=${seconds}`];
    const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
    const made = spawnSync(program ?? '', ['-v', 'error', '-y', ...picture, ...sound, '-pix_fmt', 'yuv420p', '-shortest', path], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
    return readFileSync(path);
  };
  const upload = async (name: string, bytes: Buffer): Promise<Row> => {
    const { body } = await uploader(server)(admin, { di: 'video', pl: { object: 'film', id: '', field: 'videos' }, files: [{ name, bytes }] });
    if (!body.data?.[0]) throw new Error(JSON.stringify(body));
    return body.data[0];
  };
  const nameOf = (file: Row): string => String(file.link).split('/').at(-1) ?? '';
  const jobs = async (): Promise<Row[]> => ((await (await admin('/api/jobs')).json()) as { data: Row[] }).data.filter(({ kind: of }) => of === 'video');
  const idle = () => expect.poll(async () => (await jobs()).filter(({ state }) => state === 'running').length, ffmpegs).toBe(0);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'made-videos-'));
    held = heldFfmpeg(program ?? '', folder);
    // The files of one database lie on the disk, those of the other in a store.
    s3 = kind === 'mariadb' ? await startS3() : undefined;
    server = await startServer({ kind, env: { FFMPEG: held.path, VIEWING_SECONDS: '300', ...(s3 && { STORAGE_URL: s3.url }) } });
    admin = await server.signIn('admin');
    await admin('/api/pb/campaign', { method: 'POST', json: { id: 'ccdf15', cna: '第十五屆', enaName: 'Forum 15', edition: 15, maxSel: 3 } });
  });
  afterAll(async () => {
    await server.stop();
    await s3?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('R34 an uploaded film gets a poster, a sheet of pictures and a stream by a job; the viewing page gives them to its viewer alone; they go with the film', async () => {
    const film = await upload('test.mp4', make('test.mp4', '640x360', 9));
    const name = nameOf(film);
    const base = name.slice(0, 26);
    await expect.poll(async () => (await madeOf(server.db, [base])).get(base)?.stream.length, ffmpegs).toBe(2);
    await idle();
    expect((await jobs())[0]).toMatchObject({ state: 'done', progress: 100, total: 100, result: { made: 1, failed: [] } });
    const made = (await madeOf(server.db, [base])).get(base);
    expect(made).toMatchObject({ width: 640, height: 360, sprite: { every: 1, count: 9, columns: 10, width: 160, height: 90 } });
    expect(made?.duration).toBeGreaterThan(8.5);

    await admin('/api/pb/film', { method: 'POST', json: { id: `made-${kind}`, cname: '片', videos: [film] } });
    const works = [{ film: `made-${kind}`, show: ['video'] }];
    for (const protect of [false, true])
      await admin('/api/pb/viewing_page', {
        method: 'POST',
        json: { cid: 'ccdf15', pg: protect ? 'p' : 'o', lang: 'tw', title: '放映', works, access: 'open', protect },
      });
    for (const pg of ['o', 'p']) {
      const page = await fetch(`${server.url}/vp/ccdf15?pg=${pg}&lang=tw`);
      const cookie = page.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const html = await page.text();
      expect(page.headers.get('content-security-policy')).toContain("worker-src 'self' blob:");
      const [video] = JSON.parse(/id="viewing">(.*?)<\/script>/.exec(html)?.[1] ?? '{}').works[0].videos;
      // The film has no still: the picture out of it is its poster.
      expect(html).toContain(`${base}-poster.webp`);
      const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, server.url), { headers: { cookie, ...headers } });
      const sheet = Buffer.from(await (await get(video.preview.src)).arrayBuffer());
      expect(await sharp(sheet).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 90 });
      const whole = await get(video.stream);
      expect([whole.status, whole.headers.get('content-type')?.split(';')[0], whole.headers.get('cache-control')]).toEqual([
        200,
        'application/vnd.apple.mpegurl',
        'private, no-store',
      ]);
      const lists = (await whole.text()).split('\n').filter((line) => line && !line.startsWith('#'));
      expect(lists.map((line) => /-h(\d+)\.m3u8/.exec(line)?.[1])).toEqual(['240', '360']);
      const list = await (await get(lists[1] ?? '')).text();
      const [, map = ''] = /#EXT-X-MAP:URI="([^"]+)"/.exec(list) ?? [];
      const [, length = '0', start = '0'] = /#EXT-X-BYTERANGE:(\d+)@(\d+)/.exec(list) ?? [];
      const part = await get(map, { range: `bytes=${start}-${Number(start) + Number(length) - 1}` });
      expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([206, 'video/mp4', Number(length)]);
      // Each address of a protected stream is its viewer's.
      for (const address of [video.stream, lists[0] ?? '', map, video.preview.src])
        expect((await fetch(new URL(address, server.url))).status).toBe(pg === 'p' ? 403 : 200);
      expect((await get(map.replace('-h360', '-h720'))).status).toBe(pg === 'p' ? 403 : 404);
    }
    const stored = async (): Promise<string[]> => {
      const names: string[] = [];
      for await (const one of server.tools.storage.list()) if (one.name.startsWith(base)) names.push(one.name);
      return names;
    };
    expect((await stored()).sort()).toEqual(
      [`${base}-h240.m3u8`, `${base}-h240.mp4`, `${base}-h360.m3u8`, `${base}-h360.mp4`, `${base}-poster.webp`, `${base}-sheet.webp`, name].sort(),
    );
    // Each segment says its picture's size before its first picture (a sequence parameter set), so that a player knows that the quality is another.
    const media = await buffer(await server.tools.storage.open(`${base}-h240.mp4`));
    const begins: number[][] = [];
    for (let box = media.indexOf('mdat'); box >= 0; box = media.indexOf('mdat', box + 4)) {
      const units: number[] = [];
      for (let at = box + 4; ![1, 5].includes(units.at(-1) ?? 0) && at + 4 < media.length; at += 4 + media.readUInt32BE(at))
        units.push((media[at + 4] ?? 0) & 31);
      begins.push(units);
    }
    expect(begins.length).toBeGreaterThan(1);
    for (const units of begins) expect(units).toContain(7);
    await removeStored(server.tools, name);
    expect(await stored()).toEqual([]);
  }, 480_000);

  it('R34 what is no film fails in words and holds nobody up; a cancelled one is not begun again, the next one is made', async () => {
    const broken = nameOf(await upload('broken.mp4', mp4(50_000)));
    const good = nameOf(await upload('good.mp4', make('good.mp4', '320x240', 3)));
    await expect.poll(async () => (await madeOf(server.db, [good.slice(0, 26)])).size, ffmpegs).toBe(1);
    expect((await madeOf(server.db, [broken.slice(0, 26)])).size).toBe(0);
    await idle();
    expect((await jobs())[0]?.state).toBe('done');
    // One that an earlier release made is made again, once.
    const ofGood = () => table(server.db, '_video').where({ id: good.slice(0, 26) });
    const { recipe: _, ...former } = JSON.parse(String((await ofGood().first('made'))?.made));
    await ofGood().update({ made: JSON.stringify(former) });
    const jobsBefore = (await jobs()).length;
    server.tools.videos?.wake();
    await expect.poll(async () => (await jobs()).length, ffmpegs).toBe(jobsBefore + 1);
    await idle();
    expect(await nextVideo(server.db)).toBeUndefined();
    expect((await jobs())[0]).toMatchObject({ state: 'done', result: { made: 1, failed: [] } });
    const before = (await jobs()).length;
    held.hold();
    const long = nameOf(await upload('long.mp4', make('long.mp4', '640x360', 5)));
    await expect.poll(async () => (await jobs()).find(({ state }) => state === 'running') !== undefined && (await jobs()).length > before).toBe(true);
    const [running] = await jobs();
    await admin(`/api/jobs/${running?.id}/cancel`, { method: 'POST' });
    await idle();
    held.letGo();
    expect((await jobs())[0]?.state).toBe('cancelled');
    expect((await madeOf(server.db, [long.slice(0, 26)])).size).toBe(0);
    const next = nameOf(await upload('next.mp4', make('next.mp4', '320x240', 3)));
    await expect.poll(async () => (await madeOf(server.db, [next.slice(0, 26)])).size, ffmpegs).toBe(1);
    expect((await madeOf(server.db, [long.slice(0, 26)])).size).toBe(0);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('reelbase_ffmpeg 1');
    // Both are listed, and each is begun again by itself.
    const unmade = async () => ((await (await admin('/api/system/videos')).json()) as { data: { isOn: boolean; videos: Row[] } }).data;
    expect(await unmade()).toMatchObject({
      isOn: true,
      videos: [
        { id: long.slice(0, 26), fileName: 'long.mp4', state: 'cancelled' },
        { id: broken.slice(0, 26), fileName: 'broken.mp4', state: 'failed' },
      ],
    });
    const again = async (name: string) => (await admin(`/api/system/videos/${name.slice(0, 26)}/again`, { method: 'POST', json: {} })).status;
    const count = (await jobs()).length;
    expect(await again(broken)).toBe(200);
    await expect.poll(async () => (await jobs()).length, ffmpegs).toBe(count + 1);
    await idle();
    expect((await jobs())[0]).toMatchObject({ state: 'done', result: { made: 0, failed: ['broken.mp4'] } });
    expect((await unmade()).videos.map(({ fileName }) => fileName)).toEqual(['broken.mp4', 'long.mp4']);
    // What was made is not made again.
    expect(await again(good)).toBe(404);
    expect(await again(long)).toBe(200);
    await expect.poll(async () => (await madeOf(server.db, [long.slice(0, 26)])).size, ffmpegs).toBe(1);
    expect((await unmade()).videos.map(({ fileName }) => fileName)).toEqual(['broken.mp4']);
  }, 480_000);
});
