/** R06 C04: films of protected pages that the store itself sends: who is let go there, for how long, and what a copied address does. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { madeOf } from '#framework/data/system/files/videos.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { testFfmpeg } from '../../../support/files/ffmpeg.ts';
import { startS3, type TestS3 } from '../../../support/files/s3.ts';
import { uploader } from '../../../support/files/upload.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

const program = testFfmpeg();
const player = { 'sec-fetch-dest': 'video', 'sec-fetch-site': 'same-origin', range: 'bytes=0-' };
const script = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin', range: 'bytes=4-9' };

describe.skipIf(!program).each(testDatabases)('a protected film from the store on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'films-from-store-'));
  let s3: TestS3;
  let server: TestServer;
  let film: Buffer;

  beforeAll(async () => {
    const path = join(folder, 'film.mp4');
    const made = spawnSync(program ?? '', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=10:duration=6', '-pix_fmt', 'yuv420p', path]);
    if (made.status !== 0) throw new Error(String(made.stderr));
    film = readFileSync(path);
    s3 = await startS3();
    server = await startServer({ kind, env: { FFMPEG: program ?? '', STORAGE_URL: s3.url, STORAGE_DIRECT: '3600', VIEWING_SECONDS: '5' } });
    const admin = await server.signIn('admin');
    await admin('/api/pb/campaign', { method: 'POST', json: { id: 'ccdf15', cna: '第十五屆', enaName: 'Forum 15', edition: 15, maxSel: 3 } });
    const form = { di: 'video', pl: { object: 'film', id: '', field: 'videos' }, files: [{ name: '河.mp4', bytes: film }] };
    const { body } = await uploader(server)(admin, form);
    const [one] = body.data ?? [];
    const base = String(one?.link).slice(-30, -4);
    await vi.waitFor(async () => expect((await madeOf(server.db, [base])).size).toBe(1), { timeout: 30_000 });
    await admin('/api/pb/film', { method: 'POST', json: { id: 'river', cname: '河', videos: [one] } });
    for (const protect of [true, false]) {
      const page: Row = { cid: 'ccdf15', pg: protect ? 'p' : 'o', lang: 'tw', title: '放映', access: 'open', protect };
      await admin('/api/pb/viewing_page', { method: 'POST', json: { ...page, works: [{ film: 'river', show: ['video'] }] } });
    }
  });
  afterAll(async () => {
    await server.stop();
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A visitor with the page open: what it names, and how that is asked for. */
  const visit = async (pg: 'p' | 'o') => {
    const page = await fetch(`${server.url}/vp/ccdf15?pg=${pg}&lang=tw`);
    let cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(new URL(path, server.url), { method, headers: { cookie, ...headers }, redirect: 'manual' });
    const [video] = JSON.parse(/id="viewing">(.*?)<\/script>/.exec(await page.text())?.[1] ?? '{}').works[0].videos;
    const list = (await (await get(video.stream)).text()).split('\n').find((line) => line.startsWith('/')) ?? '';
    const [, part = ''] = /#EXT-X-MAP:URI="([^"]+)"/.exec(await (await get(list)).text()) ?? [];
    const extend = async () => {
      const answer = await get(`/api/vp/ccdf15/${pg}/tw/extend`, { origin: server.url }, 'POST');
      cookie += `; ${answer.headers.getSetCookie()[0]?.split(';')[0]}`;
    };
    return { policy: page.headers.get('content-security-policy') ?? '', src: String(video.src), list, part, get, extend };
  };
  const ended = (address: string) => expect.poll(async () => (await fetch(address)).status).toBe(403);

  it('its player is sent there for as long as an address of ours is good; what is ours stays sealed; the page’s policy names the store', async () => {
    const origin = server.tools.storage.direct?.origin ?? '';
    const { policy, src, part, get, extend } = await visit('p');
    for (const rule of ['media-src', 'connect-src']) expect(new RegExp(`${rule} [^;]*`).exec(policy)?.[0]).toContain(origin);
    const sent: string[] = [];
    for (const [address, whole] of [
      [src, film],
      [part, undefined],
    ] as const) {
      const answer = await get(address, player);
      const to = answer.headers.get('location') ?? '';
      expect([answer.status, answer.headers.get('cache-control'), new URL(to).origin]).toEqual([302, 'private, no-store', origin]);
      expect(new URL(to).searchParams.get('X-Amz-Expires')).toBe('5');
      const direct = await fetch(to, { headers: { range: 'bytes=4-99' } });
      expect([direct.status, direct.headers.get('content-type'), (await direct.clone().arrayBuffer()).byteLength]).toEqual([206, 'video/mp4', 96]);
      if (whole) expect(Buffer.from(await direct.arrayBuffer()).equals(whole.subarray(4, 100))).toBe(true);
      // Nobody else is sent anywhere, and nothing is said to them.
      const other = await fetch(new URL(address, server.url), { headers: player, redirect: 'manual' });
      expect([other.status, other.headers.get('location')]).toEqual([403, null]);
      sent.push(to);
    }
    // Both ends of the time: the store's address, and ours; the open page has ours extended, and a new one of the store's comes with it.
    for (const to of sent) await ended(to);
    await expect.poll(async () => (await get(part, player)).status).toBe(410);
    await extend();
    const again = await get(part, player);
    expect(again.status).toBe(302);
    expect((await fetch(again.headers.get('location') ?? '')).status).toBe(200);
  });

  it('a script gets a stream’s parts there where the store lets our pages read; else, and for every other way to ask, from the server', async () => {
    s3.readers.push(server.url);
    const { src, list, part, get, extend } = await visit('p');
    await extend();
    const before = s3.requests.length;
    const to = (await get(part, script)).headers.get('location') ?? '';
    const read = await fetch(to, { headers: { range: 'bytes=4-9', origin: server.url } });
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([206, server.url]);
    // By another name of this server the pages are others to the store.
    const elsewhere = new URL(part, server.url.replace('127.0.0.1', 'localhost')).href;
    for (const _time of [1, 2]) {
      const refused = await get(elsewhere, script);
      expect([refused.status, (await refused.arrayBuffer()).byteLength]).toEqual([206, 6]);
    }
    expect((await get(part, script)).status).toBe(302);
    // The store's word is taken for a while.
    expect(s3.requests.slice(before).filter((one) => one.startsWith('OPTIONS'))).toHaveLength(2);
    for (const [address, headers, method] of [
      [list, script, 'GET'],
      [part, { ...script, 'sec-fetch-site': 'cross-site' }, 'GET'],
      [src, player, 'HEAD'],
      [src, {}, 'GET'],
    ] as const)
      expect((await get(address, headers, method)).status).toBeLessThan(300);
  });

  it('a page that is open to everybody sends players there for as long as the store’s addresses are good', async () => {
    const { src, get } = await visit('o');
    const to = (await get(src, player)).headers.get('location') ?? '';
    expect(new URL(to).searchParams.get('X-Amz-Expires')).toBe('3600');
  });
});
