/** Issue 14.2: fonts are cut to what a page says, once, and nothing is cut that no page has announced. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Subsets } from '#framework/type/subsets.ts';
import { removeFolder } from '../../../support/files/remove-folder.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

describe('type files', () => {
  it('a page’s fonts are served for good; titles and digits are at most 30 kB together', async () => {
    const html = await (await server.anonymous('/')).text();
    const files = [...new Set([...html.matchAll(/\/type\/[\w.-]+\.woff2/g)].map(([address]) => address))];
    expect(files.length).toBeGreaterThanOrEqual(4);
    const sizes = new Map<string, number>();
    for (const file of files) {
      // What is not packed yet is there as it was cut, for this once.
      const first = await server.anonymous(file, { headers: { 'accept-encoding': 'gzip' } });
      if (first.headers.get('content-type') === 'font/ttf') {
        expect([first.status, first.headers.get('cache-control'), first.headers.get('content-encoding')]).toEqual([200, 'no-store', 'gzip']);
        expect(Buffer.from(await first.arrayBuffer()).readUInt32BE()).toBe(0x00010000);
      }
      await expect.poll(async () => (await server.anonymous(file)).headers.get('content-type')).toBe('font/woff2');
      const answer = await server.anonymous(file);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.subarray(0, 4).toString()).toBe('wOF2');
      sizes.set(file, bytes.length);
    }
    const titles = [...sizes].filter(([file]) => /strong-/.test(file));
    expect(titles).toHaveLength(2);
    expect(titles.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(30_000);
  });

  it('what was not announced is not there, a slice is, and so is the list of slices', async () => {
    for (const path of [
      '/type/text-tc-0123456789abcdef.woff2',
      '/type/text-tc.c0.999.woff2',
      '/type/evil.c0.1.woff2',
      '/type/..%2f..%2fx.woff2',
      '/type/none.css',
    ])
      expect((await server.anonymous(path)).status, path).toBe(404);
    await expect.poll(async () => (await server.anonymous('/type/text-tc.c0.1.woff2')).status).toBe(200);
    const rules = await server.anonymous('/type/running.css', { headers: { 'accept-encoding': 'br' } });
    expect([rules.status, rules.headers.get('content-encoding'), rules.headers.get('vary')]).toEqual([200, 'br', 'Accept-Encoding']);
    expect(await rules.text()).toContain('unicode-range:U+');
  });

  it('who asks before a font is packed has it as it was cut, however many are packed before it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'type-'));
    const subsets = new Subsets(folder);
    const names = Array.from({ length: 12 }, (_, index) => `text-tc.c${index}.1`);
    const cut = await Promise.all(names.map((name) => subsets.font(name)));
    expect(cut.map((font) => font?.isPacked)).toEqual(names.map(() => false));
    expect(await subsets.font('text-tc.none.1')).toBeUndefined();
    await expect.poll(async () => (await Promise.all(names.map((name) => subsets.font(name)))).every((font) => font?.isPacked)).toBe(true);
    expect((await subsets.font(names[0]!))!.bytes.length).toBeLessThan(cut[0]!.bytes.length);
    await removeFolder(folder);
  });

  it('another process cuts what this one announced, and takes what it has cut from the disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'type-'));
    const name = new Subsets(folder).addressOf('clear-latin', '15').replace(/^\/type\/|\.woff2$/g, '');
    await expect.poll(() => readdirSync(join(folder, 'type'))).toEqual([`${name}.txt`]);
    const font = await new Subsets(folder).font(name);
    expect(font?.bytes.length).toBeGreaterThan(400);
    await expect.poll(() => readdirSync(join(folder, 'type')).filter((file) => /\.(txt|woff2)$/.test(file)).length).toBe(2);
    const stored = await new Subsets(folder).font(name);
    expect([stored?.isPacked, stored?.bytes.subarray(0, 4).toString()]).toEqual([true, 'wOF2']);
    await removeFolder(folder);
  });
});
