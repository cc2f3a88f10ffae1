/** A third language is a folder in locales/ and nothing else: a copy of the program gets one that nobody speaks, and every kind of page is in it (issue 14.7). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { copyHouse, runIn } from '../../house-copy.ts';
import { startServer } from '../../reelbase.ts';

let folder = '';
let server: Awaited<ReturnType<typeof startServer>> | undefined;

test.afterAll(async () => {
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Opens a page and gives what it is called and its language; one with a fault fails. */
async function opened(page: Page, path: string): Promise<{ heading: string; lang: string }> {
  const faults: string[] = [];
  const note = (error: Error) => faults.push(error.message);
  page.on('pageerror', note);
  await page.goto(path);
  const heading = page.getByRole('heading', { level: 1 }).first();
  await expect(heading).toBeVisible();
  page.off('pageerror', note);
  expect([path, faults]).toEqual([path, []]);
  return { heading: ((await heading.textContent()) ?? '').trim(), lang: await page.evaluate(() => document.documentElement.lang) };
}

test('a folder with a few words makes a third language: site, sign-in, lists, forms and switches speak it, and borrow what it does not say', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  folder = copyHouse();
  const own = join(folder, 'locales/xx');
  mkdirSync(own);
  const write = (file: string, words: object) => writeFileSync(join(own, `${file}.json`), JSON.stringify(words));
  write('language', { name: 'Xish', short: 'Xx', html: 'eo', locale: 'eo', times: 'eo', openGraph: 'eo', fallback: 'en' });
  write('film', { name: 'Xilm', fields: { cname: 'Xitle' } });
  runIn(folder, 'backend/cli/build.ts');
  server = await startServer({ PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', DATABASE_URL: '' }, { cwd: folder, entry: 'demo' });
  const { url } = server;
  const page = await (await browser.newContext({ baseURL: url, locale: 'en-GB' })).newPage();

  expect((await opened(page, '/enroll')).lang).toBe('zh-Hant-TW');
  await page
    .getByRole('link', { name: 'Xx' })
    .or(page.getByRole('button', { name: 'Xx' }))
    .first()
    .click();
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('eo');
  for (const path of ['/', '/enroll', '/selection?campaign=newtalent15', '/erp/login']) expect([path, (await opened(page, path)).lang]).toEqual([path, 'eo']);
  await page.locator('input[name="id"]').fill('admin');
  await page.locator('input[name="pw"]').fill('demo-admin');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/erp\/?$/);
  await expect(
    page
      .getByRole('button', { name: 'English' })
      .or(page.getByRole('link', { name: 'English' }))
      .first(),
  ).toBeVisible();
  await page.goto('/erp/pb-film');
  // Its own words, and English where it has none.
  await expect(page.getByRole('columnheader', { name: 'Xitle' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Title in English' })).toBeVisible();
  expect(await opened(page, '/erp/pb-film/edit')).toEqual({ heading: 'New: Xilm', lang: 'eo' });
  for (const path of ['/erp', '/erp/pb-company', '/erp/pb-sales_order/edit', '/erp/sysman', '/erp/schemas', '/erp/profile'])
    expect([path, (await opened(page, path)).lang]).toEqual([path, 'eo']);
});
