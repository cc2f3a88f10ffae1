/** No word is lost: pages that crash, pages that are closed in the midst of a word, and two tabs that write at once. */
import type { BrowserContext, Locator } from '@playwright/test';
import words from '#locales/en/site-enrol.json' with { type: 'json' };
import { campaignId, enter, expect, type Page, type Site, test } from '../../site.ts';

const field = (page: Page, path: string): Locator => page.locator(`[data-path="${path}"]`).locator('input, textarea').first();

/** A draft of a new applicant, open on the page of the film. */
async function begin(context: BrowserContext, page: Page, site: Site, email: string) {
  const session = await site.applicant(email);
  await enter(context, site.url, session, 'tw');
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie: session };
    const answer = await fetch(`${site.url}/api/site${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return ((await answer.json()) as { data: { id: string; values: Record<string, unknown> } }).data;
  };
  const { id } = await call('POST', '/enrolments', { campaign: campaignId });
  const address = `/enroll/edit?campaign=${campaignId}&id=${id}#film`;
  await page.goto(address);
  await field(page, 'cname').waitFor();
  return { address, values: async () => (await call('GET', `/enrolments/${id}`)).values };
}

test('another enrolment is begun where there is no draft without a word', async ({ context, page, site }) => {
  const { address, values } = await begin(context, page, site, 'another@example.com');
  const first = new URL(address, site.url).searchParams.get('id');
  const another = async (from = '/enroll', button = words.gate.another) => {
    await page.goto(`${from}?campaign=${campaignId}&lang=en`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.waitForURL(/[?&]id=/);
    return new URL(page.url()).searchParams.get('id');
  };
  expect(await another()).toBe(first);
  expect(await another('/enroll/edit', words.list.new)).toBe(first);
  await page.goto(address);
  await field(page, 'cname').fill('潮間帶');
  await expect.poll(async () => (await values()).cname).toBe('潮間帶');
  expect(await another()).not.toBe(first);
});

test('B01 what is written in one language is marked with it, in the form and in what was written', async ({ context, page, site }) => {
  const { address } = await begin(context, page, site, 'languages@example.com');
  for (const lang of ['tw', 'en']) {
    await page.goto(address.replace('#film', `&lang=${lang}#film`));
    await expect(field(page, 'cname')).toHaveAttribute('lang', 'zh-Hant-TW');
    await expect(field(page, 'ename')).toHaveAttribute('lang', 'en');
    await expect(field(page, 'logline')).not.toHaveAttribute('lang');
  }
  await field(page, 'ename').fill('Between the tides');
  await page.goto(address.replace('#film', '&lang=en#rights'));
  await page.getByRole('button', { name: words.review.read }).click();
  await expect(page.locator('.enrol-content dd', { hasText: 'Between the tides' }).locator('[lang="en"]')).toHaveText('Between the tides');
});

test('a page that crashes without a connection loses nothing: the next page has the edits, and saves them', async ({ context, page, site }) => {
  const { address, values } = await begin(context, page, site, 'crash@example.com');
  await field(page, 'cname').fill('潮間帶');
  await expect.poll(async () => (await values()).cname).toBe('潮間帶');
  await context.setOffline(true);
  await field(page, 'cname').fill('潮間帶的人');
  await field(page, 'logline').fill('退潮之後，');
  void page.goto('chrome://crash').catch(() => undefined);
  await page.waitForEvent('crash');
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(address);
  await expect(field(next, 'cname')).toHaveValue('潮間帶的人');
  await expect(field(next, 'logline')).toHaveValue('退潮之後，');
  await expect.poll(values).toMatchObject({ cname: '潮間帶的人', logline: '退潮之後，' });
  expect(await next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('reelbase.draft')))).toEqual([]);
});

test('a page that is closed in the middle of a word sends it while closing', async ({ context, page, site }) => {
  const { values } = await begin(context, page, site, 'close@example.com');
  await field(page, 'cname').pressSequentially('Halfway th');
  await page.close({ runBeforeUnload: true });
  await expect.poll(async () => (await values()).cname).toBe('Halfway th');
});

test('two tabs edit different fields at the same time: both have both, and nobody is asked', async ({ context, page, site }) => {
  const { address, values } = await begin(context, page, site, 'tabs@example.com');
  const tab = await context.newPage();
  await tab.goto(address);
  await field(tab, 'ename').waitFor();
  await Promise.all([field(page, 'cname').pressSequentially('一字一句', { delay: 120 }), field(tab, 'ename').pressSequentially('word by word', { delay: 60 })]);
  await expect.poll(values).toMatchObject({ cname: '一字一句', ename: 'word by word' });
  await expect(field(page, 'ename')).toHaveValue('word by word');
  await expect(field(tab, 'cname')).toHaveValue('一字一句');
  await expect(page.locator('.enrol-conflict')).toHaveCount(0);
});
