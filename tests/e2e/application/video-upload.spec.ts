/** A film in the form, as staff bring it in: progress, pause, a line that breaks, a reload, and the row that shows it. R34, C03, V18, V43. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { mp4, vtt } from '../../support/files/videos.ts';
import { seriousFaults } from '../axe.ts';
import { expect, type Reelbase, test } from '../reelbase.ts';

const folder = mkdtempSync(join(tmpdir(), 'reelbase-film-'));
const film = mp4(60 * 1_048_576);
const path = join(folder, '河上的燈.mp4');
test.beforeAll(() => writeFileSync(path, film));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inputOf = (field: Locator) => field.locator('input[type="file"]');

/** The videos' tab of a film of the test's own. */
async function openVideos(page: Page, reelbase: Reelbase, lang = 'en'): Promise<{ id: string; videos: Locator; subtitles: Locator }> {
  const id = `video-${Math.random().toString(36).slice(2, 10)}`;
  const answer = await (await reelbase.api())('/api/pb/film', { method: 'POST', body: JSON.stringify({ id, cname: '河上的燈' }) });
  expect(answer.status).toBe(201);
  await page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
  await page.goto(`/erp/filmman/edit?id=${id}`);
  await page.locator('#tab-videos').click();
  return { id, videos: page.locator('[data-field="videos"]'), subtitles: page.locator('[data-field="subtitles"]') };
}

/** Every piece takes its time, so that there is something to see. */
async function slowLine(page: Page): Promise<{ calls: string[]; fast: () => void }> {
  const calls: string[] = [];
  let pause = 500;
  await page.route('**/api/uploads**', async (route) => {
    calls.push(route.request().method());
    if (route.request().method() === 'PATCH') await new Promise((later) => setTimeout(later, pause));
    await route.continue().catch(() => undefined); // the page may be gone by then
  });
  return {
    calls,
    fast: () => {
      pause = 0;
    },
  };
}

test('R34 C03 a film is uploaded with progress, pauses, survives a lost connection and a reload, and is in the row when saved', async ({
  staff: page,
  reelbase,
}) => {
  const { id, videos, subtitles } = await openVideos(page, reelbase);
  const line = await slowLine(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await inputOf(videos).setInputFiles(path);
  const progress = videos.getByRole('progressbar', { name: 'Upload of “河上的燈.mp4”' });
  const value = async () => Number(await progress.getAttribute('value'));
  await expect.poll(value).toBeGreaterThan(0);

  await videos.getByRole('button', { name: 'Pause “河上的燈.mp4”' }).click();
  await expect(videos.getByText(/Paused at \d+% of 60 MB/)).toBeVisible();
  const paused = await value();
  const before = line.calls.length;
  await page.waitForTimeout(1_200);
  expect(line.calls.slice(before).filter((method) => method === 'PATCH').length).toBeLessThanOrEqual(1);
  await videos.getByRole('button', { name: 'Resume “河上的燈.mp4”' }).click();
  await expect.poll(value).toBeGreaterThan(paused);

  await page.context().setOffline(true);
  await expect(videos.getByText(/Connection lost at \d+%/)).toBeVisible();
  const cut = await value();
  await page.context().setOffline(false);
  await expect.poll(value).toBeGreaterThan(cut);
  expect(await seriousFaults(page, { within: '[data-field="videos"]' })).toEqual([]);

  await page.reload();
  await page.locator('#tab-videos').click();
  await expect(videos.getByText('Not finished: 河上的燈.mp4 (60 MB)')).toBeVisible();
  const reloaded = line.calls.length;
  await inputOf(videos).setInputFiles(path);
  await expect.poll(value).toBeGreaterThan(0);
  line.fast();
  // It goes on: asked for, not begun anew.
  expect(line.calls.slice(reloaded)[0]).toBe('GET');
  await expect(videos.getByRole('button', { name: 'Download' })).toBeVisible({ timeout: 120_000 });
  await expect(videos.getByText('60 MB')).toBeVisible();

  await inputOf(subtitles).setInputFiles([
    { name: 'river.tw.vtt', mimeType: 'text/vtt', buffer: vtt() },
    { name: 'river.en.vtt', mimeType: 'text/vtt', buffer: vtt('The river is bright.') },
  ]);
  await expect(subtitles.getByRole('button', { name: 'Download' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('2 fields saved')).toBeVisible();
  const api = await reelbase.api();
  const saved = await (await api(`/api/pb/film/${id}`)).json();
  expect(saved.videos).toMatchObject([{ fileName: '河上的燈.mp4', size: film.length }]);
  expect(saved.subtitles.map(({ fileName }: { fileName: string }) => fileName).sort()).toEqual(['river.en.vtt', 'river.tw.vtt']);
  const stored = Buffer.from(await (await api(saved.videos[0].link)).arrayBuffer());
  expect(createHash('sha256').update(stored).digest('hex')).toBe(createHash('sha256').update(film).digest('hex'));
});

test('V18 V43 R34 a file that is too large or of a wrong kind is refused before a byte is sent; a cancelled film is removed', async ({
  staff: page,
  reelbase,
}) => {
  const { videos, subtitles } = await openVideos(page, reelbase, 'tw');
  const { calls } = await slowLine(page);
  await inputOf(videos).setInputFiles([{ name: 'river.mkv', mimeType: 'video/x-matroska', buffer: mp4() }]);
  await expect(page.getByText('river.mkv 不是可接受的檔案類型')).toBeVisible();
  await inputOf(subtitles).setInputFiles([{ name: 'river.srt', mimeType: 'text/plain', buffer: vtt() }]);
  await expect(page.getByText('river.srt 不是可接受的檔案類型')).toBeVisible();
  // Captions are looked at line by line before they are sent; SRT becomes WebVTT.
  const cue = (times: string, text = '河') => `${times}\n${text}\n\n`;
  const bad = Buffer.from(`WEBVTT\n\n${cue('00:01.000 --> 00:02.000')}${cue('00:09.000 --> 00:05.000')}`);
  await inputOf(subtitles).setInputFiles([{ name: 'bad.tw.vtt', mimeType: 'text/vtt', buffer: bad }]);
  await expect(page.getByText('bad.tw.vtt 第 6 行：字幕結束早於開始')).toBeVisible();
  const srt = Buffer.from(`1\n${cue('00:00:01,000 --> 00:00:04,000')}2\n${cue('00:00:03,000 --> 00:00:05,000')}`);
  await inputOf(subtitles).setInputFiles([{ name: 'lamp.tw.srt', mimeType: 'application/x-subrip', buffer: srt }]);
  await expect(page.getByText('lamp.tw.vtt 第 6 行：上一句還沒結束，這一句就開始了')).toBeVisible();
  await expect(subtitles.getByText('lamp.tw.vtt')).toBeVisible();
  // A file of 2 GB and a byte, of which only the size is real.
  await videos.locator('.file-zone').evaluate((zone) => {
    const transfer = new DataTransfer();
    const file = new File(['x'], 'long.mp4', { type: 'video/mp4' });
    transfer.items.add(file);
    const [listed] = transfer.files;
    Object.defineProperty(listed, 'size', { value: 2 * 1024 ** 3 + 1 });
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', { value: { types: ['Files'], files: [listed] } });
    zone.dispatchEvent(drop);
  });
  await expect(page.getByText('long.mp4 超過 2 GB')).toBeVisible();
  expect(calls).toEqual([]);
  await inputOf(videos).setInputFiles(path);
  await expect(videos.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => calls.includes('PATCH')).toBe(true);
  await videos.getByRole('button', { name: '移除「河上的燈.mp4」' }).click();
  await expect(videos.locator('.file-card')).toHaveCount(0);
  await expect.poll(() => calls.includes('DELETE')).toBe(true);
  // Beyond the end of the film that is there: told, and it goes on.
  await inputOf(videos).setInputFiles('backend/demo/media/river.webm');
  await expect(videos.getByText('river.webm')).toBeVisible();
  await expect(videos.getByRole('progressbar')).toHaveCount(0);
  const late = Buffer.from(`WEBVTT\n\n${cue('00:01.000 --> 00:02.000')}${cue('00:30.000 --> 09:59.000')}`);
  await inputOf(subtitles).setInputFiles([{ name: 'late.tw.vtt', mimeType: 'text/vtt', buffer: late }]);
  await expect(page.getByText(/late\.tw\.vtt 第 6 行：字幕超出影片長度（\d+:\d\d）/)).toBeVisible();
  await expect(subtitles.getByText('late.tw.vtt')).toBeVisible();
});
