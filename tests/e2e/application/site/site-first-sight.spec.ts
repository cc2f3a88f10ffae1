/** Issue 14.6: what a public page shows first needs no second answer, stays where and what it is, and nothing is asked that the page says already. On the demo's data, with its pictures. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page, startServer } from '../../reelbase.ts';

const jury = '?campaign=newtalent15';
const pages = ['/', '/enroll', '/enroll/edit', `/selection${jury}`, `/selection/edit${jury}`];
const signIns = {
  applicant: { email: 'applicant@example.com', pw: 'demo-applicant', campaign: 'ccdf15' },
  jury: { email: 'juror@example.com', pw: 'demo-juror', campaign: 'newtalent15' },
};
const realmOf = (path: string) => (path.startsWith('/selection') ? 'jury' : 'applicant');

const test = base.extend<object, { demo: { url: string } }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, run) => {
      const folder = mkdtempSync(join(tmpdir(), 'first-sight-'));
      const server = await startServer({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' }, { entry: 'demo' });
      await run({ url: server.url });
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ demo }, run) => run(demo.url),
});

// Another zone than the campaign's: its line of local time comes in later.
test.use({ viewport: { width: 360, height: 780 }, timezoneId: 'America/New_York' });
// In English: a machine without any Chinese face sets nothing until ours is there.
test.beforeEach(({ context, demo }) => context.addCookies([{ name: 'lang', value: 'en', url: demo.url }]));

/** Notes each largest paint and each shift of the page. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, largest: undefined as Element | undefined };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) seen.largest = entry.element;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  if (path !== '/') await expect(page.locator('#panel :is(input, button, a.ui-button)').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift); // put there above

for (const path of pages) {
  test(`${path}: the style stands in a page with a panel under its nonce and nothing else blocks, and the largest thing is the server's and stays`, async ({
    page,
  }) => {
    await watch(page);
    const answer = await page.request.get(path);
    const text = await answer.text();
    const nonce = /'nonce-([\w-]+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1];
    if (path !== '/') expect(text).toContain(`<style nonce="${nonce}" data-href="/assets/`);
    expect(text.includes('rel="stylesheet"')).toBe(path === '/');
    await settled(page, path);
    const { blocking, largest } = await page.evaluate(() => {
      const { largest } = (window as unknown as { seen: { largest?: Element } }).seen; // put there above
      const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & { renderBlockingStatus?: string })[];
      return {
        blocking: resources.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').map(({ name }) => name),
        largest: largest && {
          stays: largest.isConnected,
          isInPanel: largest.closest('#panel') !== null,
          name: largest.getAttribute('src') ?? largest.textContent ?? '',
        },
      };
    });
    expect(blocking.length).toBe(path === '/' ? 1 : 0);
    expect(largest).toMatchObject({ stays: true, isInPanel: false });
    expect(text).toContain(largest?.name.slice(0, 20));
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05);
  });
}

for (const path of pages.slice(1)) {
  test(`${path}: nobody is signed in, as the page says, and the script does not ask`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await settled(page, path);
    expect(asked).toContain(path.split('?')[0]); // requests are seen
    expect(asked.filter((one) => one.endsWith('/me'))).toEqual([]);
  });

  test(`${path}: what somebody signed in needs is asked for by the page, once, and nothing moves when it comes`, async ({ page }) => {
    await page.request.post(`/api/site/${realmOf(path)}/login`, { data: signIns[realmOf(path)] });
    const text = await (await page.request.get(path)).text();
    const calls = [...text.matchAll(/<link rel="preload" as="fetch" crossorigin href="(\/api\/[^"]+)">/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    );
    expect(calls[0]).toBe(`/api/site/${realmOf(path)}/me`);
    await watch(page);
    await settled(page, path);
    const taken = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => [one.name.replace(location.origin, ''), (one as PerformanceResourceTiming).initiatorType])); // biome-ignore format: one line
    for (const call of calls) expect(taken, call).toContainEqual([call, 'link']);
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05);
  });
}

for (const lang of ['tw', 'en'])
  test(`an open draft stays where it is when its faces come late, in ${lang}`, async ({ page, context, demo }) => {
    await context.addCookies([{ name: 'lang', value: lang, url: demo.url }]);
    await page.request.post('/api/site/applicant/login', { data: signIns.applicant });
    const { data } = (await (await page.request.get('/api/site/enrolments?campaign=ccdf15')).json()) as { data: { id: string; status: string }[] };
    const draft = data.find(({ status }) => status === 'draft');
    const late = (address: string, ms: number) =>
      page.route(address, async (route) => {
        await new Promise((done) => setTimeout(done, ms));
        await route.continue();
      });
    await late('**/type/*.woff2', 1_000);
    await late('**/api/site/**', 2_500);
    await watch(page);
    await settled(page, `/enroll/edit?campaign=ccdf15&id=${draft?.id}`);
    await expect(page.locator('#step-title')).toBeVisible();
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05);
  });

test('a page that is gone back to asks who is signed in, for it may be older than the sign-in', async ({ page }) => {
  await page.goto('/enroll');
  await expect(page.locator('.account-panel')).toBeVisible();
  await page.goto('/info/none');
  await page.request.post('/api/site/applicant/login', { data: signIns.applicant });
  await page.goBack();
  await expect(page.locator('.account-button')).toBeVisible();
});
