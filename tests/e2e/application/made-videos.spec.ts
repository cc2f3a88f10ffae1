/** R34: on the system page administrators begin a video again of which nothing was made, and see it being made (decision 143). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecret } from '#framework/api/accounts/secret.ts';
import { labelled } from '#rules/words/language.ts';
import { heldFfmpeg, testFfmpeg } from '../../support/files/ffmpeg.ts';
import { mp4 } from '../../support/files/videos.ts';
import { looks } from '../looks.ts';
import { expect, password, signInByHttp, startServer, test } from '../reelbase.ts';
import { expectAccessible } from '../site.ts';

const program = testFfmpeg();
const words = {
  tw: { heading: '未能製作串流的影片', failed: '失敗', cancelled: '已取消', again: '重新製作' },
  en: { heading: 'Videos without a stream', failed: 'Failed', cancelled: 'Cancelled', again: 'Try again' },
};

test('R34 a video that was cancelled is begun again by its button and made; one that cannot be made stays, in both languages', async ({ browser }) => {
  test.skip(!program, 'no ffmpeg on this machine');
  test.setTimeout(480_000); // ffmpeg takes what the machine has left
  const folder = mkdtempSync(join(tmpdir(), 'made-videos-e2e-'));
  const path = join(folder, 'long.mp4');
  spawnSync(program ?? '', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=10:duration=5', '-pix_fmt', 'yuv420p', path]);
  const held = heldFfmpeg(program ?? '', folder);
  const database = { DATABASE_URL: `sqlite:${join(folder, 'made.sqlite')}`, DATA_DIR: folder };
  const server = await startServer({ ...database, ADMIN_PASSWORD: password, PORT: '0', LOG_LEVEL: 'error', PUBLIC_SECRET: 'made', FFMPEG: held.path });
  const session = await signInByHttp(server.url, 'admin', password);
  const call = async <T>(at: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(server.url + at, { ...init, headers: { origin: server.url, cookie: session, ...(init.headers as Record<string, string>) } });
    if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const upload = async (name: string, bytes: Buffer): Promise<void> => {
    const form = new FormData();
    const log = JSON.stringify({ src: 'test', user: 'admin' });
    const fields = { ow: '0', fn: '', di: 'video', ac: 'add', pl: JSON.stringify({ object: 'film', id: '', field: 'videos' }), log };
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    form.append(name, new File([new Uint8Array(bytes)], name));
    await call('/api/uploadFiles', { method: 'POST', body: form, headers: { secret: makeSecret('made', new Date()) } });
  };
  const jobs = async () => (await call<{ id: string; kind: string; state: string; result: unknown }[]>('/api/jobs')).filter(({ kind }) => kind === 'video');
  const running = async () => (await jobs()).find(({ state }) => state === 'running')?.id;
  const unmade = async () =>
    (await call<{ videos: { fileName: string; state: string }[] }>('/api/system/videos')).videos.map((one) => `${one.fileName} ${one.state}`);

  await upload('broken.mp4', mp4(50_000));
  await expect.poll(unmade, { timeout: 60_000 }).toEqual(['broken.mp4 failed']);
  await expect.poll(running, { timeout: 60_000 }).toBeUndefined();
  held.hold();
  await upload('long.mp4', readFileSync(path));
  await expect.poll(running, { timeout: 20_000, intervals: [50] }).toBeTruthy();
  await call(`/api/jobs/${await running()}/cancel`, { method: 'POST' });
  await expect.poll(unmade, { timeout: 60_000 }).toEqual(['long.mp4 cancelled', 'broken.mp4 failed']);

  const [name = '', value = ''] = session.split('=');
  for (const { lang, width, colorScheme } of looks) {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 900 }, colorScheme });
    await context.addCookies([
      { name, value, url: server.url, httpOnly: true, sameSite: 'Lax' },
      { name: 'lang', value: lang, url: server.url },
    ]);
    const page = await context.newPage();
    await page.goto('/erp/sysman?tab=jobs');
    const t = words[lang];
    const panel = page.locator('section.panel').filter({ has: page.getByRole('heading', { name: t.heading }) });
    const line = (file: string) => panel.getByRole('listitem').filter({ hasText: file });
    const isLast = lang === 'en' && width === 1440;
    await expect(line('long.mp4')).toContainText(t.cancelled);
    await expect(line('broken.mp4')).toContainText(t.failed);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await expectAccessible(page, `videos ${lang} ${width}`);
    await panel.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`videos-${lang}-${width}.png`) });
    if (isLast) {
      await line('long.mp4')
        .getByRole('button', { name: labelled(t.again, 'long.mp4', lang) })
        .click();
      await expect(page.getByText('“long.mp4” is queued for the next job.')).toBeVisible();
      await expect(line('long.mp4')).toHaveCount(0);
      // It is being made, and then it is done.
      await expect(page.getByText('Making pictures and a stream of a video')).toBeVisible();
      await page.screenshot({ path: test.info().outputPath('being-made.png') });
      held.letGo();
      await expect.poll(async () => (await jobs())[0], { timeout: 120_000 }).toMatchObject({ state: 'done', result: { made: 1, failed: [] } });
      // What cannot be made is tried once more, and comes back.
      await line('broken.mp4')
        .getByRole('button', { name: labelled(t.again, 'broken.mp4', lang) })
        .click();
      await expect.poll(async () => (await jobs())[0]?.result, { timeout: 60_000 }).toMatchObject({ made: 0, failed: ['broken.mp4'] });
      await expect(line('broken.mp4')).toContainText(t.failed);
      await expect(panel.getByRole('listitem')).toHaveCount(1);
    }
    await context.close();
  }
  expect(await unmade()).toEqual(['broken.mp4 failed']);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
