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

const hintedCalls = (text: string) =>
  [...text.matchAll(/<link rel="preload" as="fetch" crossorigin href="(\/api\/[^"]+)">/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift); // put there above

for (const path of pages) {
  test(`${path}: the style stands in the page under its nonce and nothing else blocks, and the largest thing is the server's and stays`, async ({ page }) => {
    await watch(page);
    const answer = await page.request.get(path);
    const text = await answer.text();
    const nonce = /'nonce-([\w-]+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1];
    expect(text).toContain(`<style nonce="${nonce}" data-href="/assets/`);
    expect(text).not.toContain('rel="stylesheet"');
    // Each file of the panel waits for its turn on the line: what two panels draw lies together.
    const scripts = text.match(/<link rel="preload"[^>]* href="\/assets\/[^"]+\.js"/g) ?? [];
    expect(scripts.length).toBeGreaterThan(path === '/' ? -1 : 3);
    expect(scripts.length).toBeLessThanOrEqual(path === '/' ? 0 : 14);
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
    expect(blocking).toEqual([]);
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

  test(`${path}: where the session has ended, nothing is asked for ahead, and a sign-in leads on at once`, async ({ page }) => {
    const { campaign, ...typed } = signIns[realmOf(path)];
    await page.request.post(`/api/site/${realmOf(path)}/login`, { data: { ...typed, campaign } });
    await settled(page, path);
    const cookies = await page.context().cookies();
    await page.request.post(`/api/site/${realmOf(path)}/logout`, { data: {} });
    await page.context().addCookies(cookies);
    const text = await (await page.request.get(path)).text();
    const [refused, violations]: [string[], string[]] = [[], []];
    page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text().slice(0, 100)));
    await page.goto(path, { waitUntil: 'networkidle' });
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    const panel = page.locator('#panel');
    await expect(panel.getByText('You were signed out')).toBeVisible();
    await panel.locator('input[type="email"]').fill(typed.email);
    await panel.locator('input[type="password"]').fill(typed.pw);
    await page.keyboard.press('Enter');
    await expect(panel.locator('input[type="password"]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await expect(panel.getByText('You were signed out')).toHaveCount(0);
    expect(refused).toEqual([]);
    expect(violations).toEqual([]);
    expect(hintedCalls(text)).toEqual([]);
  });

  test(`${path}: what somebody signed in needs is asked for by the page, once, and nothing moves when it comes`, async ({ page }) => {
    await page.request.post(`/api/site/${realmOf(path)}/login`, { data: signIns[realmOf(path)] });
    const text = await (await page.request.get(path)).text();
    const calls = hintedCalls(text);
    expect(calls[0]).toBe(`/api/site/${realmOf(path)}/me`);
    await watch(page);
    await settled(page, path);
    const taken = await page.evaluate(() => performance.getEntriesByType('resource').map((one) => [one.name.replace(location.origin, ''), (one as PerformanceResourceTiming).initiatorType])); // biome-ignore format: one line
    for (const call of calls) expect(taken, call).toContainEqual([call, 'link']);
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05);
  });
}

/** The address of the demo's draft that staff sent back. */
async function openDraft(page: Page): Promise<string> {
  await page.request.post('/api/site/applicant/login', { data: signIns.applicant });
  const { data } = (await (await page.request.get('/api/site/enrolments?campaign=ccdf15')).json()) as { data: { id: string; returnMsg: string }[] };
  return `/enroll/edit?campaign=ccdf15&id=${data.find(({ returnMsg }) => returnMsg)?.id}`;
}

/** Has calls that match wait for the function that it gives. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const placesOf = (page: Page, names: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.map((name) => {
        const { x = 0, y = 0, width = 0, height = 0 } = document.querySelector(name)?.getBoundingClientRect() ?? {};
        return [name, x, y + scrollY, width, height].map((one) => (typeof one === 'number' ? Math.round(one) : one)).join(' ');
      }),
    names,
  );

for (const lang of ['tw', 'en'])
  for (const width of [360, 1440]) {
    test(`an open draft says staff's note and its first step with the page, and the form draws them where they are (${lang}, ${width} px)`, async ({
      page,
      context,
      demo,
    }) => {
      await context.addCookies([{ name: 'lang', value: lang, url: demo.url }]);
      await page.setViewportSize({ width, height: 780 });
      const path = await openDraft(page);
      await watch(page);
      // Which faces are there is another matter.
      await page.route('**/type/*', (route) => route.abort());
      const release = await hold(page, /\/api\/site\/enrolments\//);
      const answer = await page.goto(path);
      expect(await answer?.text()).toMatch(/<div id="panel"[^>]*>.*<p class="enrol-text"[^>]*>[^<]+Please add a schedule.*<header class="enrol-step-head"/s);
      await expect(page.locator('.account-button')).toBeVisible();
      const names = ['.enrol-main', '.ui-notice', '.enrol-step-head', '.enrol-step-head h2', '.enrol-lead', '.enrol-step-head .ui-help'];
      const [before, top] = [await placesOf(page, names), await page.evaluate(() => scrollY)];
      release();
      await expect(page.locator('#step-title')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect((await placesOf(page, names)).map((place, index) => place.replace(/^\.enrol-main.*/, before[index] ?? ''))).toEqual(before);
      expect(await page.evaluate(() => scrollY)).toBe(top);
      expect(await page.evaluate(() => (window as unknown as { seen: { largest?: Element } }).seen.largest?.textContent)).toContain('Please add a schedule'); // put there above
      expect(await shiftOf(page)).toBeLessThanOrEqual(0.01);
    });

    test(`what is one's own on the page of sign-ins may come late, and nothing moves (${lang}, ${width} px)`, async ({ page, context, demo }) => {
      await context.addCookies([{ name: 'lang', value: lang, url: demo.url }]);
      await page.setViewportSize({ width, height: 780 });
      await page.request.post('/api/site/applicant/login', { data: signIns.applicant });
      await watch(page);
      await page.route('**/type/*', (route) => route.abort());
      const release = await hold(page, /\/api\/site\/enrolments\?/);
      await page.goto('/enroll');
      await expect(page.locator('#panel[aria-busy]')).toHaveCount(0);
      await expect(page.locator('#panel .bone').first()).toBeVisible();
      release();
      await expect(page.locator('.enrol-gate-list')).toBeVisible();
      expect(await shiftOf(page)).toBeLessThanOrEqual(0.01);
    });
  }

test('an open draft that is opened at another step says no other heading before that one', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const path = await openDraft(page);
  const release = await hold(page, /\/api\/site\/enrolments\//);
  await page.goto(`${path}#film`);
  await expect(page.locator('.account-button')).toBeVisible();
  await expect(page.locator('#panel .ui-notice')).toBeVisible();
  await expect(page.locator('.enrol-step-head h2')).toBeHidden();
  release();
  await expect(page.locator('#step-title')).toHaveText('Film');
  expect(problems).toEqual([]);
});

for (const [what, lang, width] of [
  ['an open draft', 'tw', 360],
  ['an open draft', 'en', 360],
  ['an open draft', 'tw', 700],
  ['a juror’s list', 'en', 600],
] as const)
  test(`${what} stays where it is when faces and names come late, in ${lang} at ${width} px`, async ({ page, context, demo }) => {
    await context.addCookies([{ name: 'lang', value: lang, url: demo.url }]);
    await page.setViewportSize({ width, height: 780 });
    const isList = what !== 'an open draft';
    const path = isList ? `/selection/edit${jury}` : await openDraft(page);
    if (isList) await page.request.post('/api/site/jury/login', { data: signIns.jury });
    const late = (address: string, ms: number) =>
      page.route(address, async (route) => {
        await new Promise((done) => setTimeout(done, ms));
        await route.continue();
      });
    await late('**/type/*.woff2', 1_000);
    await late(isList ? '**/api/site/jury/me' : '**/api/site/**', 2_500);
    await watch(page);
    await settled(page, path);
    await expect(page.locator(isList ? '.selection-list' : '#step-title')).toBeVisible();
    if (isList) await expect(page.locator('.account-button')).toBeVisible();
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05);
    // On a device without a Chinese face all of it fitted into one line until ours came.
    const [name, left] = [await page.locator('.desk h1').boundingBox(), await page.locator('.desk-window').boundingBox()];
    if (width >= 600) expect(left?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
  });

/** The running text's faces that were asked for, as they are. */
function textFaces(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/type/text-')) asked.push(pathname);
  });
  return asked;
}

test('on an open draft nothing takes the line from the script: no picture, and no faces of running text or of what it will say, whatever characters a note has', async ({
  page,
  context,
  demo,
}) => {
  await context.addCookies([{ name: 'lang', value: 'tw', url: demo.url }]);
  const path = await openDraft(page);
  const asked = textFaces(page);
  const release = await hold(page, /\/assets\/react-/);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#panel .ui-notice')).toBeVisible();
  const rules = await page.locator('style[data-later]').evaluate(({ textContent }) => textContent ?? '');
  const later = [...new Set([...rules.matchAll(/url\("([^"]+)"\)/g)].map(([, address = '']) => address))];
  const fetched = () => later.filter((address) => asked.includes(address));
  expect(later).toHaveLength(5);
  await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  expect(asked).toEqual([]);
  release();
  await expect.poll(fetched).toEqual(later);
});

for (const [path, isBroken] of [
  ['/', false],
  ['/', true],
  ['/vp/ccdf15?pg=1', false],
] as const)
  test(`${path}: the large picture has the line before the faces of running text, and they come ${isBroken ? 'where it does not' : 'after it'}`, async ({
    page,
  }) => {
    const asked = textFaces(page);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route(/\/get\/files\//, async (route) => {
      await held;
      await (isBroken ? route.abort() : route.continue());
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('h1')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(asked).toEqual([]);
    answer();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });

test('no framework comes where nothing is worked in: on home, a page that is read and a viewing wall, as it does on a sign-in', async ({ page }) => {
  const scriptsOf = async (path: string) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    return names.filter((name) => name.endsWith('.js'));
  };
  const isFramework = (name: string) => name.startsWith('/assets/react-');
  for (const path of ['/', '/info/about', '/vp/ccdf15?pg=1']) {
    const scripts = await scriptsOf(path);
    expect(scripts.length, path).toBeGreaterThan(3);
    expect(scripts.filter(isFramework), path).toEqual([]);
  }
  expect((await scriptsOf('/enroll')).filter(isFramework)).not.toEqual([]);
});

test('without a script the faces of running text come with the page', async ({ browser, demo }) => {
  for (const path of ['/', '/enroll']) {
    const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: false });
    const page = await context.newPage();
    const asked = textFaces(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(asked.length, path).toBeGreaterThan(0);
    await context.close();
  }
});

test('what is far below the screen is laid out when the first sight is over, or when it comes near', async ({ page }) => {
  const isLaidOut = () =>
    page
      .locator('.films figure')
      .first()
      .evaluate((figure) => figure.checkVisibility({ contentVisibilityAuto: true }));
  const release = await hold(page, /\/get\/files\//);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('h1')).toBeVisible();
  expect(await isLaidOut()).toBe(false);
  release();
  await expect.poll(isLaidOut).toBe(true);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await isLaidOut()).toBe(false);
  await page.locator('.films').scrollIntoViewIfNeeded();
  await expect.poll(isLaidOut).toBe(true);
});

for (const lang of ['tw', 'en'] as const)
  test(`titles in a list, and what staff wrote beside fields, come with the page and not in slices of a hundred characters (${lang})`, async ({
    page,
    demo,
    browser,
  }) => {
    const staff = await browser.newContext({ baseURL: demo.url, extraHTTPHeaders: { origin: demo.url } });
    await staff.request.post('/api/auth/login', { data: { id: 'admin', pw: 'demo-admin' } });
    const makers = await (await staff.request.get(`/api/pb/decision_maker?range=[0,0]&filter=${encodeURIComponent('{"cid":"market15"}')}`)).json();
    const made = await staff.request.post('/api/forum/market15/links', { data: { object: 'decision_maker', ids: [makers[0].id], endsAt: null } });
    const [personal = ''] = /\/my\/[\w-]+/.exec(await made.text()) ?? [];
    await staff.close();
    expect((await page.request.post('/api/site/jury/login', { data: signIns.jury, headers: { origin: demo.url } })).status()).toBe(200);
    await page.context().addCookies([{ name: 'lang', value: lang, url: demo.url }]);
    const slices: string[] = [];
    page.on('request', (request) => {
      const [, slice = ''] = /\/type\/([\w-]+\.\w+\.\d+)\.woff2$/.exec(request.url()) ?? [];
      if (slice) slices.push(slice);
    });
    for (const [path, title, most] of [
      [personal, '.my-other', 0],
      // What staff wrote of one's data stands beside the fields.
      ['/enroll/edit', '.privacy-line', 0],
      // A juror's own name is their own.
      [`/selection/edit${jury}`, '.selection-second', 2],
    ] as const) {
      slices.length = 0;
      const rules = page.waitForResponse((answer) => answer.url().endsWith('/type/running.css'));
      await page.goto(path);
      const welcome = page.locator('.selection-welcome .ui-button');
      await expect(page.locator(title).or(welcome).first()).toBeVisible();
      if (await welcome.isVisible()) await welcome.click();
      await expect(page.locator(title).first()).toBeVisible();
      await rules;
      await page.evaluate(() => document.fonts.ready);
      expect(slices.length, `${path}: ${slices.join(' ')}`).toBeLessThanOrEqual(most);
    }
  });

test('on a phone no word of a choice is broken', async ({ page }) => {
  await page.goto(await openDraft(page));
  await page.locator('.enrol-steps a[href="#film"]').click();
  await expect(page.locator('.enrol-card').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const [words, broken] = await page.locator('.enrol-card > span').evaluateAll((labels) => {
    const range = document.createRange();
    const words = labels.flatMap((label) =>
      [...(label.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
        range.setStart(label.firstChild as Text, index);
        range.setEnd(label.firstChild as Text, index + word.length);
        return { word, lines: range.getClientRects().length };
      }),
    );
    return [words.length, words.filter(({ lines }) => lines > 1).map(({ word }) => word)];
  });
  expect(words).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});

test('a page that is gone back to asks who is signed in, for it may be older than the sign-in', async ({ page }) => {
  await page.goto('/enroll');
  await expect(page.locator('.account-panel')).toBeVisible();
  await page.goto('/info/none');
  await page.request.post('/api/site/applicant/login', { data: signIns.applicant });
  await page.goBack();
  await expect(page.locator('.account-button')).toBeVisible();
});
