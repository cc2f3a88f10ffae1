/** Files in the form and the layout images, as staff handle them: R14, C03-C05, V18, V19, V22, V43, K26. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { seriousFaults } from '../axe.ts';
import { expect, type Reelbase, test } from '../reelbase.ts';

const picture = (color: string, width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
const jpg = async (name: string, color = '#2f6f8f') => ({ name, mimeType: 'image/jpeg', buffer: await picture(color) });
const inputOf = (field: Locator) => field.locator('input[type="file"]');

/** The pictures' tab of a film of the test's own, in English. */
async function openImages(page: Page, reelbase: Reelbase): Promise<{ id: string; poster: Locator; stills: Locator }> {
  const id = `files-${Math.random().toString(36).slice(2, 10)}`;
  const answer = await (await reelbase.api())('/api/pb/film', { method: 'POST', body: JSON.stringify({ id, cname: '海與我' }) });
  expect(answer.status).toBe(201);
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto(`/erp/filmman/edit?id=${id}`);
  await page.locator('#tab-images').click();
  return { id, poster: page.locator('[data-field="poster"]'), stills: page.locator('[data-field="still"]') };
}

test.describe('files in the form', () => {
  test('C03 V18 several files are uploaded at once, sorted, described, removed, restored and saved', async ({ staff: page, reelbase }) => {
    const { id, stills } = await openImages(page, reelbase);
    await inputOf(stills).setInputFiles([await jpg('first.jpg'), await jpg('second.jpg', '#8f2f2f')]);
    await expect(stills.locator('.file-card img')).toHaveCount(2);
    await expect(stills.getByRole('button', { name: 'Download' })).toHaveCount(2);
    const names = () => stills.locator('.file-name').allTextContents();
    const before = await names();
    await stills.getByRole('button', { name: `Move ${before[0]} down` }).click();
    await expect.poll(names).toEqual([...before].reverse());
    await stills.getByRole('button', { name: 'Edit the description of “first.jpg”' }).click();
    await stills.getByLabel('Description', { exact: true }).fill('The harbour at dawn');
    await stills.getByLabel('Alternative name').fill('港口');
    await stills.getByRole('button', { name: 'Remove second.jpg' }).click();
    await expect(stills.locator('.file-card')).toHaveCount(1);
    await stills.getByRole('button', { name: 'Undo' }).click();
    await expect(stills.locator('.file-card')).toHaveCount(2);
    // The tab is left while the third goes up; it arrives all the same, and the save takes it along.
    await inputOf(stills).setInputFiles([await jpg('third.jpg', '#2f8f4f')]);
    await page.locator('#tab-basic').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('1 field saved')).toBeVisible();
    const saved = await (await (await reelbase.api())(`/api/pb/film/${id}`)).json();
    expect(saved.still.map(({ fileName }: { fileName: string }) => fileName).sort()).toEqual(['first.jpg', 'second.jpg', 'third.jpg']);
    expect(saved.still.find(({ fileName }: { fileName: string }) => fileName === 'first.jpg')).toMatchObject({ desc: 'The harbour at dawn', altName: '港口' });
    await page.locator('#tab-images').click();
    await expect(stills.locator('input[type="file"]')).toHaveCount(0);
    expect(await seriousFaults(page, { within: '[data-field="still"]' })).toEqual([]);
  });

  test('C03 files are dropped into the field, and dragged into another order', async ({ staff: page, reelbase }) => {
    const { stills } = await openImages(page, reelbase);
    const bytes = [...(await picture('#555'))];
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      for (const name of ['a.jpg', 'b.jpg']) transfer.items.add(new File([new Uint8Array(content)], name, { type: 'image/jpeg' }));
      return transfer;
    }, bytes);
    await stills.locator('.file-zone').dispatchEvent('dragover', { dataTransfer: dropped });
    await expect(stills.locator('.file-zone.over')).toBeVisible();
    await stills.locator('.file-zone').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(stills.getByRole('button', { name: 'Download' })).toHaveCount(2);
    const names = () => stills.locator('.file-name').allTextContents();
    const before = await names();
    await stills.locator('.file-card').first().dragTo(stills.locator('.file-card').last());
    await expect.poll(names).toEqual([...before].reverse());
  });

  test('V19 V22 V43 a file that is too large, has too long a name or a wrong kind is refused before it is sent', async ({ staff: page, reelbase }) => {
    const { poster } = await openImages(page, reelbase);
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/uploadFiles') && sent.push(request.url()));
    await inputOf(poster).setInputFiles([{ name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2_100_000) }]);
    await expect(page.getByText('big.jpg is larger than 2 MB')).toBeVisible();
    await inputOf(poster).setInputFiles([{ name: `${'片'.repeat(40)}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.alloc(10) }]);
    await expect(page.getByText('Filename too long')).toBeVisible();
    await inputOf(poster).setInputFiles([{ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }]);
    await expect(page.getByText('a.svg is not of an accepted kind')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('C03 a failed upload says why, stays in the list, and succeeds on the second try; one can be cancelled', async ({ staff: page, reelbase }) => {
    const { poster } = await openImages(page, reelbase);
    let failing = true;
    await page.route('**/api/uploadFiles', (route) => (failing ? route.abort('connectionreset') : route.continue()));
    await inputOf(poster).setInputFiles([await jpg('shaky.jpg')]);
    await expect(poster.getByRole('alert')).toBeVisible();
    failing = false;
    await poster.getByRole('button', { name: 'Upload “shaky.jpg” again' }).click();
    await expect(poster.getByRole('button', { name: 'Download' })).toBeVisible();
    await poster.getByRole('button', { name: 'Remove shaky.jpg' }).click();
    await page.unroute('**/api/uploadFiles');
    await page.route('**/api/uploadFiles', () => undefined); // never answered
    await inputOf(poster).setInputFiles([await jpg('slow.jpg')]);
    await expect(poster.getByRole('progressbar')).toBeVisible();
    await poster.getByRole('button', { name: 'Remove “slow.jpg”' }).click();
    await expect(poster.locator('.file-card')).toHaveCount(0);
  });

  test('C05 K26 a file is fetched as a blob under its own name; where that fails, it says so', async ({ staff: page, reelbase }) => {
    const { poster } = await openImages(page, reelbase);
    await inputOf(poster).setInputFiles([await jpg('海報.jpg')]);
    const button = poster.getByRole('button', { name: 'Download' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe('海報.jpg');
    expect((await sharp(await readFile(await download.path())).metadata()).format).toBe('jpeg');
    // As the server answers (C08).
    const notFound = { done: false, msg: 'Data not found', err: { code: 'msg.notfound', message: 'Data not found', fields: [] }, stk: null, data: null };
    await page.route('**/get/files/*', (route) => route.fulfill({ status: 404, contentType: 'application/json', body: JSON.stringify(notFound) }));
    await button.click();
    await expect(page.getByText('retrieve failed [Data not found]')).toBeVisible();
  });
});

test('R14 layout images: upload, replace, sort, hide and preview them in their place', async ({ staff: page, reelbase, context }) => {
  const api = await reelbase.api();
  await api('/api/pb/campaign', { method: 'POST', body: JSON.stringify({ id: 'forum-layout', cna: '第九屆提案大會', enaName: 'Ninth Forum', maxSel: 5 }) });
  await context.addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const rows = async () =>
    (await (await api(`/api/pb/layout_image?range=[0,99]&filter=${encodeURIComponent('{"cid":"forum-layout"}')}&sort=["pos","ASC"]`)).json()) as Record<
      string,
      unknown
    >[];
  await page.goto('/erp/ccdflayout?cid=forum-layout');
  const sponsors = page.locator('[data-place="sponsor"]');
  for (const name of ['one', 'two']) {
    await inputOf(sponsors.locator('.layoutman-new')).setInputFiles([await jpg(`${name}.jpg`)]);
    await expect(sponsors.getByRole('link', { name })).toBeVisible();
  }
  await sponsors.getByRole('button', { name: 'Move “two” forward' }).click();
  await expect.poll(async () => (await rows()).map(({ name }) => name)).toEqual(['two', 'one']);
  const linkOf = async () => JSON.stringify((await rows()).find(({ name }) => name === 'two')?.image);
  const before = await linkOf();
  await sponsors
    .locator('.layoutman-card')
    .filter({ has: page.getByRole('link', { name: 'two' }) })
    .locator('input[type="file"]')
    .setInputFiles([await jpg('other.jpg', '#222')]);
  await expect.poll(linkOf).not.toBe(before);
  await sponsors.getByRole('button', { name: 'Hide “one”' }).click();
  await expect(sponsors.getByText('Not shown')).toBeVisible();
  const enrol = page.locator('[data-place="enroll"]');
  await inputOf(enrol)
    .first()
    .setInputFiles([await jpg('ground.jpg', '#113')]);
  await enrol.getByRole('button', { name: 'Preview of “ground”' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Ninth Forum').first()).toBeVisible();
  await expect(dialog.locator('.sample.dark .sample-ground')).toBeVisible();
  await expect(dialog.locator('.sample-sponsor')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await seriousFaults(page)).toEqual([]);
});
