/** The demo's film: what the browser needs to play and to seek it, and where the demo shows it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { expect, it } from 'vitest';
import { root } from '#backend/config.ts';
import { seedDemo } from '#backend/demo/seed.ts';
import type { Row } from '#codegen/model.ts';
import { hashPassword } from '#framework/accounts/hash-password.ts';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { findFile } from '#framework/data/system/files/files.ts';
import { openStorage } from '#framework/files/open-storage.ts';
import { typeOfFile } from '#framework/files/sniff.ts';
import { openRegistry } from '#framework/objects/registry.ts';
import { nameInLink } from '#rules/records/upload.ts';
import { freshDatabase } from '../../support/database/database.ts';

const media = new URL('../../../backend/demo/media/', import.meta.url);

it('R34 the film is a small WebM of VP9 with sound in Opus from its beginning to its end; its talk is WebVTT in both languages', async () => {
  const path = new URL('river.webm', media).pathname;
  expect((await readFile(path)).length).toBeLessThan(1.5 * 1_048_576);
  expect(await typeOfFile(path, 'river.webm')).toMatchObject({ type: 'video/webm' });
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  expect([picture?.codec, sound?.codec, Math.round((await sound?.computeDuration()) ?? 0)]).toEqual(['vp9', 'opus', 72]);
  const cues = await Promise.all(['tw', 'en'].map(async (lang) => (await readFile(new URL(`river.${lang}.vtt`, media), 'utf8')).match(/[\d:.]+ --> [\d:.]+/g)));
  expect(cues[0]?.length).toBeGreaterThan(10);
  expect(cues[0]).toEqual(cues[1]);
});

it('R34 two films and two pitches of the demo have it, each a file of its own, not public', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-videos-'));
  const registry = await openRegistry({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales'), cacheDir: folder, distDir: 'dist' });
  const db = await freshDatabase('sqlite');
  await ensureTables(db, registry.objects());
  const storage = await openStorage(`file:${join(folder, 'files')}`, folder);
  const log = { warn: () => undefined, info: () => undefined };
  expect(await seedDemo({ db, registry, now: () => new Date('2026-11-21T08:00:00Z'), hashPassword, log }, { storage })).toBe(true);
  const rows = await db.query<{ videos: string; subtitles: string }>(
    "SELECT videos, subtitles FROM film WHERE videos LIKE '%river.webm%' UNION ALL SELECT videos, subtitles FROM pitch WHERE videos LIKE '%river.webm%'",
  );
  expect(rows).toHaveLength(4);
  expect(rows.map(({ subtitles }) => JSON.parse(subtitles).map(({ fileName }: Row) => fileName))).toEqual(Array(4).fill(['river.tw.vtt', 'river.en.vtt']));
  const names = rows.flatMap(({ videos }) => JSON.parse(videos).map(({ link }: Row) => nameInLink(String(link))));
  expect(new Set(names).size).toBe(4);
  const film = await readFile(new URL('river.webm', media));
  for (const name of names) {
    expect(await findFile(db, name)).toMatchObject({ purpose: 'video', type: 'video/webm', public: false, size: film.length });
    expect((await buffer(await storage.open(name, { start: 1_000, end: 1_999 }))).equals(film.subarray(1_000, 2_000))).toBe(true);
  }
  // The page of the demo shows them among its works.
  const pages = await db.query<{ works: string }>("SELECT works FROM viewing_page WHERE cid = 'ccdf15' AND pg = '1'");
  const films = await db.query<{ id: string }>("SELECT id FROM film WHERE videos LIKE '%river.webm%'");
  for (const { works } of pages) for (const { id } of films) expect(works).toContain(id);
  registry.close();
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);
