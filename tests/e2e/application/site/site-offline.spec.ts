/** Issue 14.6: a reload without any connection opens the form with what was typed, for the person who typed it and nobody else. */
import type { BrowserContext, Locator } from '@playwright/test';
import accountEn from '#locales/en/site-account.json' with { type: 'json' };
import en from '#locales/en/site-enrol.json' with { type: 'json' };
import tw from '#locales/tw/site-enrol.json' with { type: 'json' };
import { applicantPassword, campaignId, enter, expect, expectAccessible, type Page, type Site, test } from '../../site.ts';

const field = (page: Page, path: string): Locator => page.locator(`[data-path="${path}"]`).locator('input, textarea').first();
const pages = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
    return all.flat();
  });
const workers = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname));

/** A draft of a new applicant, open, and stored for a reload without a connection. */
async function begin(context: BrowserContext, page: Page, site: Site, email: string, lang: 'tw' | 'en') {
  const session = await site.applicant(email);
  await enter(context, site.url, session, lang);
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie: session };
    const answer = await fetch(`${site.url}/api/site${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return ((await answer.json()) as { data: { id: string; values: Record<string, unknown> } }).data;
  };
  const { id } = await call('POST', '/enrolments', { campaign: campaignId });
  await page.goto(`/enroll/edit?campaign=${campaignId}&id=${id}#film`);
  await field(page, 'cname').waitFor();
  await expect.poll(() => pages(page)).toContain('/enroll/edit');
  return { id, values: async () => (await call('GET', `/enrolments/${id}`)).values };
}

for (const [lang, t] of [
  ['tw', tw],
  ['en', en],
] as const)
  test(`14.6 typed, without a connection, reloaded: the text is there, a sentence says so, and it is saved when the line is back (${lang})`, async ({
    context,
    page,
    site,
  }) => {
    // The switch of the test's browser does not hold for what a page sends as it is left.
    await context.addInitScript(() => {
      const real = window.fetch;
      window.fetch = (what, how) => (how?.keepalive && sessionStorage.getItem('cut') ? Promise.reject(new TypeError('no connection')) : real(what, how));
    });
    const { values } = await begin(context, page, site, `reload-${lang}@example.com`, lang);
    // Nor for the first calls of a page that is just being loaded.
    let isCut = false;
    await context.route('**/api/site/**', (route) => (isCut ? route.abort('internetdisconnected') : route.continue()));
    await field(page, 'cname').fill('潮間帶');
    await expect.poll(async () => (await values()).cname).toBe('潮間帶');
    isCut = true;
    await context.setOffline(true);
    await page.evaluate(() => sessionStorage.setItem('cut', 'yes'));
    await field(page, 'cname').fill('潮間帶的人');
    await field(page, 'logline').fill('退潮之後，');
    await page.reload();
    await expect(field(page, 'cname')).toHaveValue('潮間帶的人');
    await expect(field(page, 'logline')).toHaveValue('退潮之後，');
    await expect(page.locator('.ui-notice', { hasText: t.keep.offline })).toBeVisible();
    await expectAccessible(page, `offline, ${lang}`);
    // It is typed on, and reloaded once more: nothing of this visit has reached the server.
    await field(page, 'logline').fill('退潮之後，海留下名字。');
    await page.reload();
    await expect(field(page, 'logline')).toHaveValue('退潮之後，海留下名字。');
    expect((await values()).cname).toBe('潮間帶');
    isCut = false;
    await context.setOffline(false);
    await expect.poll(values).toMatchObject({ cname: '潮間帶的人', logline: '退潮之後，海留下名字。' });
    await expect(page.locator('.ui-notice', { hasText: t.keep.offline })).toBeHidden();
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('reelbase.draft')))).toEqual([]);
  });

test('14.6 only the form is stored, with its parts; no call and no file of a person is', async ({ context, page, site }) => {
  const { id } = await begin(context, page, site, 'stored@example.com', 'en');
  expect(await workers(page)).toEqual(['/enroll/edit']);
  const paths = await pages(page);
  expect(paths.filter((path) => !/^\/(assets|type|site\/css)\//.test(path)).sort()).toEqual([
    expect.stringMatching(/^\/api\/site\/form\/enrolment-\w+\.js$/),
    '/enroll/edit',
    '/favicon.svg',
  ]);
  expect(paths.length).toBeGreaterThan(20);
  // The page that is opened has the head of the draft, by way of the worker too; the one that is stored says nothing of anybody.
  expect(await (await page.reload())?.text()).toContain('class="enrol-step-head"');
  expect(
    await page.evaluate(async () => {
      const found = await caches.match(location.href.replace(/#.*/, ''), { ignoreVary: true });
      return /id="panel".*?class="(bone|enrol-step-head)"/s.exec((await found?.text()) ?? '')?.[1];
    }),
  ).toBe('bone');
  const { headers } = await page.request.get('/enrol-worker.js').then((answer) => ({ headers: answer.headers() }));
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  // Pages of staff and the other public ones are none of the worker's.
  for (const path of ['/erp', '/enroll', '/selection']) {
    await page.goto(path);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
  }
  // Another build: the page of the new one takes the place of the old one with all its parts.
  await page.goto(`/enroll/edit?campaign=${campaignId}&id=${id}`);
  await page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    const old = await caches.open(`reelbase-enrol /assets/site-old.js`);
    for (const request of await (await caches.open(name)).keys()) await old.put(request, new Response('of the old build'));
    await caches.delete(name);
  });
  await page.reload();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).map((name) => name.includes('old')))).toEqual([false]);
});

test('14.6 whoever signs in after somebody else does not see what was typed; it comes back to its owner', async ({ context, page, site }) => {
  const { id } = await begin(context, page, site, 'first@example.com', 'en');
  const address = `/enroll/edit?campaign=${campaignId}&id=${id}#film`;
  const first = (await context.cookies()).filter(({ name }) => name !== 'lang');
  await context.setOffline(true);
  await field(page, 'cname').fill('只給我自己');
  // The session of another takes its place before anything was sent.
  await page.route('**/api/site/enrolments/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await context.setOffline(false);
  await context.clearCookies();
  await enter(context, site.url, await site.applicant('second@example.com'), 'en');
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByText(en.form.notFound)).toBeVisible();
  await expect(page.getByText('只給我自己')).toHaveCount(0);
  // Of the copy only whose it was stays, since the text is not on the server.
  expect(await page.evaluate((key) => localStorage.getItem(key), `reelbase.offline:${id}`)).toBe('{"owner":"first@example.com"}');
  expect(await pages(page)).not.toContain('/enroll/edit');
  // Without a connection either.
  await context.setOffline(true);
  await page.reload().catch(() => undefined);
  await expect(page.getByText('只給我自己')).toHaveCount(0);
  await context.setOffline(false);
  await page.unroute('**/api/site/enrolments/**');
  await context.clearCookies();
  await context.addCookies(first);
  await page.goto('about:blank');
  await page.goto(address);
  await expect(field(page, 'cname')).toHaveValue('只給我自己');
});

test('14.6 whoever signs in on an open page sees nothing of the head that was written for somebody else', async ({ context, page, site }) => {
  const { id } = await begin(context, page, site, 'head-one@example.com', 'en');
  await site.applicant('head-two@example.com');
  let hasEnded = true;
  await page.route(`**/api/site/enrolments/${id}*`, (route) => (hasEnded ? route.fulfill({ status: 440, json: { err: { code: 'msg.timeout' } } }) : undefined));
  await page.goto('about:blank');
  await page.goto(`/enroll/edit?campaign=${campaignId}&id=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type="email"]').fill('head-two@example.com');
  await dialog.locator('input[type="password"]').fill(applicantPassword);
  hasEnded = false;
  const asked = page.waitForRequest(`**/api/site/enrolments/${id}*`);
  await dialog.locator('form button[type="submit"]').click();
  await asked;
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('#panel .placeholder')).toBeEmpty();
});

test('14.6 signing out clears the page and the copy', async ({ context, page, site }) => {
  await begin(context, page, site, 'leaves@example.com', 'en');
  await page.locator('.account-button').click();
  await page.getByRole('button', { name: accountEn.menu.signOut }).click();
  await expect.poll(() => pages(page)).toEqual([]);
  await expect.poll(() => workers(page)).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('reelbase.offline')))).toEqual([]);
});
