/** R44: what nobody caught on a public page stands in the log as 120 or 130, without anything of a person. */
import { campaignId, expect, type Page, test } from '../../site.ts';

interface Entry {
  src: string;
  msg: string;
  desc: string;
  user: string;
  side: string;
  level: string;
  stack: string;
}

const fail = (page: Page, mark: string) =>
  page.evaluate((name) => {
    setTimeout(() => {
      throw new Error(`${name} of mei@example.com at ${location.href}`);
    });
    void Promise.reject(`${name} is no error`);
  }, mark);

test('R44 unhandled errors of the public site, of a personal page and of a viewing page are in the log as 120 and 130', async ({ page, site }) => {
  await site.staff('POST', '/api/pb/viewing_page', { cid: campaignId, pg: '1', lang: 'tw', title: '線上放映室', works: [], access: 'open' });
  const token = 'k'.repeat(36);
  for (const [mark, path, src] of [
    ['gate', `/enroll?campaign=${campaignId}&key=hidden`, '/enroll'],
    ['own', `/my/${token}`, '/my/…'],
    ['wall', `/vp/${campaignId}?pg=1&link=hidden`, `/vp/${campaignId}`],
  ] as const) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await fail(page, mark);
    const found = async () => site.staff<Entry[]>('GET', `/api/pb/log?q=${mark}&filter=${encodeURIComponent(JSON.stringify({ side: 'C' }))}`);
    await expect.poll(async () => (await found()).filter(({ msg }) => msg.startsWith(mark)).length, { message: path }).toBe(2);
    const entries = (await found()).filter(({ msg }) => msg.startsWith(mark));
    for (const entry of entries) expect(entry).toMatchObject({ level: 'error', side: 'C', user: 'N/A' });
    expect(entries.map(({ desc }) => desc).sort()).toEqual(['120 Client Error', '130 Unknown']);
    expect(entries.map((entry) => entry.src).join(' ')).toContain(src);
    expect(JSON.stringify(entries)).not.toMatch(/mei@example\.com|hidden|kkkk/);
  }
});

test('R44 a page with endless errors, and a log that does not answer, disturb nobody', async ({ page }) => {
  let reports = 0;
  await page.route('**/api/log', (route) => {
    reports += 1;
    return route.abort();
  });
  await page.goto('/enroll');
  await page.evaluate(() => {
    for (let index = 0; index < 100; index += 1) void Promise.reject(new Error(`loop ${index}`));
  });
  await page.locator('input[type=email]').fill('somebody@example.com');
  await expect.poll(() => reports).toBe(20);
  await expect(page.locator('input[type=email]')).toHaveValue('somebody@example.com');
  await expect(page.locator('.ui-notice.is-bad')).toHaveCount(0);
});
