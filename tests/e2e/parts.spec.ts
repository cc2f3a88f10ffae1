/** G1: parts of the pages that are fetched apart. Each is refused; it comes by itself, or says what is missing until the line is back. */
import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import words from '#locales/en/site-part.json' with { type: 'json' };
import { enter, expect, type Page, stamp, test } from './site.ts';

type Manifest = Record<string, { file: string; isDynamicEntry?: boolean; isEntry?: boolean; imports?: string[] }>;

/** Files of the build that are fetched apart, of the modules whose names begin so. */
function partsBelow(...folders: string[]): string[] {
  const manifest = JSON.parse(readFileSync('dist/public/.vite/manifest.json', 'utf8')) as Manifest;
  return Object.entries(manifest)
    .filter(([name, { isDynamicEntry }]) => isDynamicEntry && folders.some((folder) => name.startsWith(folder)))
    .map(([, { file }]) => `/${file}`);
}

/** Refuses each of the files as often as told, from whichever page; gives what came in the end. */
async function refuse(context: BrowserContext, files: readonly string[], times: number): Promise<ReadonlySet<string>> {
  const left = new Map(files.map((file) => [file, times]));
  const came = new Set<string>();
  await context.route('**/assets/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const count = left.get(pathname) ?? 0;
    left.set(pathname, count - 1);
    return count > 0 ? route.abort('connectionfailed') : route.continue();
  });
  context.on('requestfinished', (request) => void came.add(new URL(request.url()).pathname));
  return came;
}

/** The line is away for what is fetched apart; the page's calls go through, so that each part is missing by itself. */
async function cut(page: Page, files: readonly string[]): Promise<() => Promise<void>> {
  const isApart = (url: URL) => files.includes(url.pathname) || url.pathname === '/favicon.svg';
  await page.route(isApart, (route) => route.abort('internetdisconnected'));
  return async () => {
    await page.unroute(isApart);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
}

const missing = (page: Page, part: keyof typeof words.what) => page.locator('.ui-notice', { hasText: words.away.replace('{what}', words.what[part]) });

async function newEnrolment(page: Page): Promise<void> {
  await page.goto('/enroll');
  await page.getByRole('button', { name: 'Begin an enrolment' }).click();
  await page.waitForURL(/enroll\/edit\?.*id=/);
}

test('G1 every part of the public pages that is fetched apart is refused once, and comes by itself', async ({ browser, site }) => {
  // The page names some ahead of their import, and that request fails as well.
  const files = partsBelow(
    'application/site/',
    'application/enrolment/site/',
    'application/jury/site/',
    'application/personal/',
    'framework/client/upload/',
    '../locales/en/site-',
  );
  expect(files.length).toBeGreaterThan(20);
  const context = await browser.newContext({ baseURL: site.url });
  await enter(context, site.url, await site.applicant('refused@example.com'), 'en');
  await site.staff('POST', '/api/pb/campaign', {
    id: 'refused',
    cna: '評選',
    enaName: 'Selection',
    edition: 14,
    maxSel: 2,
    sStart: stamp(-86_400_000),
    sEnd: stamp(86_400_000),
  });
  await site.staff('POST', '/api/pb/jury', { cid: 'refused', name: 'Juror', email: 'juror@refused.example', pw: 'juror-1234' });
  const came = await refuse(context, files, 2);
  const page = await context.newPage();
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const arrives = (part: string) =>
    expect.poll(() => [...came].some((path) => path.startsWith(`/assets/${part}-`)), { message: part, timeout: 30_000 }).toBe(true);
  await newEnrolment(page);
  for (const part of ['SignIn', 'ConflictBox', 'KeptText', 'send-resumable', 'View', 'AccountDialog']) await arrives(part);
  await page.goto('/selection?campaign=refused');
  await page.locator('input[type=email]').fill('juror@refused.example');
  await page.locator('input[type=password]').fill('juror-1234');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Start reading' }).click();
  await arrives('SelectionDesk');
  await page.locator('#panel:not([aria-busy])').waitFor();
  // Nothing was loaded anew: what is typed on a page stays there. /enroll, its form, the jury's door and desk.
  expect(loads).toHaveLength(4);
  const rest = files.filter((file) => !came.has(file));
  // The personal page is opened by a forum's link, which this campaign has none of: its parts come by the same `part`, and are not refused here.
  expect(rest.filter((file) => !/\/(?:MyDesk|site-my)-/.test(file))).toEqual([]);
  await context.close();
});

test('G1 a part that does not come says what is missing, and comes by itself when the line is back', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url });
  const session = await site.applicant('missing@example.com');
  await enter(context, site.url, session, 'en');
  const page = await context.newPage();
  const apart = partsBelow(
    'application/enrolment/site/fields/',
    'application/enrolment/site/screens/',
    'application/site/account/',
    'framework/client/upload/',
  ).filter((file) => !/\/(?:EnrolForm|List)-/.test(file));
  const back = await cut(page, apart);
  await newEnrolment(page);
  await page.locator('.enrol-steps a[href="#film"]').click();
  const field = (on: Page, path: string) => on.locator(`[data-path="${path}"]`).locator('input, textarea').first();
  await field(page, 'logline').fill('One river.');
  await field(page, 'logline').blur();
  await expect(page.locator('.enrol-saved')).toContainText('Saved');
  // The same field is written elsewhere while this page has no line; the chooser between the two is what does not come.
  await context.route('**/api/site/**', (route) => (route.request().frame().page() === page ? route.abort('internetdisconnected') : route.continue()));
  await field(page, 'logline').fill('One river, three people.');
  await field(page, 'logline').blur();
  const other = await context.newPage();
  await other.goto(page.url());
  await field(other, 'logline').fill('Two rivers.');
  await field(other, 'logline').blur();
  await expect(other.locator('.enrol-saved')).toContainText('Saved');
  await other.close();
  await context.unroute('**/api/site/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(missing(page, 'conflict')).toBeVisible();
  await expect(page.getByText('cannot be read')).toHaveCount(0);
  for (const [step, part] of [
    ['team', 'phone'],
    ['materials', 'files'],
    ['rights', 'review'],
  ] as const) {
    await page.locator(`.enrol-steps a[href="#${step}"]`).click();
    await expect(missing(page, part).first()).toBeVisible();
  }
  await page.getByRole('button', { name: /missing@example\.com|林小河/ }).click();
  await expect(missing(page, 'account')).toBeVisible();
  await back();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Submit/ })).toBeVisible();
  await page.locator('.enrol-steps a[href="#film"]').click();
  await expect(page.locator('.enrol-conflict')).toContainText('Two rivers.');
  await page.locator('.enrol-conflict').getByRole('button').first().click();
  await expect(page.locator('.enrol-conflict')).toHaveCount(0);
  await expect(page.locator('.ui-notice', { hasText: 'has not been loaded' })).toHaveCount(0);
  await context.close();
});

test('G1 the island itself: its place says what is missing, its button fetches it, and a page older than the server is loaded anew', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
  await context.addCookies([{ name: 'lang', value: 'en', url: site.url }]);
  const page = await context.newPage();
  const island = partsBelow('application/site/island');
  await cut(page, island);
  await page.goto('/enroll');
  await expect(missing(page, 'page')).toBeVisible();
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/island-away.png` });
  await page.unrouteAll();
  await page.getByRole('button', { name: words.again }).click();
  await expect(page.locator('input[type=email]')).toBeVisible();
  await expect(missing(page, 'page')).toHaveCount(0);
  // The server answers, and has this part no more.
  const gone = (url: URL) => /\/SignIn-/.test(url.pathname);
  let isGone = true;
  await page.route(gone, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto('/enroll');
  await expect(page.locator('.ui-notice', { hasText: words.gone.replace('{what}', words.what.signin) })).toBeVisible();
  // It is there again from the reload on: before that the part would come by itself, and take the button along.
  page.once('framenavigated', () => {
    isGone = false;
  });
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: words.reload }).click()]);
  await expect(page.locator('input[type=email]')).toBeVisible();
  await context.close();
});

/** No box to type into can be drawn any more: a fault of ours. */
const breakInputs = (page: Page) =>
  page.evaluate(() => {
    const create = document.createElement.bind(document);
    // React draws a second time what broke once, and says nothing.
    document.createElement = (name: string) => {
      if (name === 'input') throw new Error('a fault while drawing');
      return create(name);
    };
  });

test('E2 a part that breaks says that what was written is kept, and offers it', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
  await enter(context, site.url, await site.applicant('broken@example.com'), 'en');
  const page = await context.newPage();
  await newEnrolment(page);
  await page.locator('.enrol-steps a[href="#film"]').click();
  await page.locator('[data-path="ename"] input').fill('Lanterns on the River');
  await page.locator('[data-path="ename"] input').blur();
  await expect(page.locator('.enrol-saved')).toContainText('Saved');
  await page.locator('[data-path="logline"]').locator('input, textarea').first().fill('A last word');
  await breakInputs(page);
  await page.locator('.enrol-steps a[href="#team"]').click();
  const notice = page.getByRole('alert').filter({ hasText: words.broken });
  await expect(notice).toContainText(words.brokenKept);
  await expect(notice.locator('.ui-kept')).toContainText('Lanterns on the River');
  await expect(notice.locator('.ui-kept')).toContainText('A last word');
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/broken.png`, fullPage: true });
  const [file] = await Promise.all([page.waitForEvent('download'), notice.getByRole('button', { name: words.download }).click()]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Lanterns on the River');
  await Promise.all([page.waitForEvent('load'), notice.getByRole('button', { name: words.reload }).click()]);
  await page.locator('.enrol-steps a[href="#film"]').click();
  await expect(page.locator('[data-path="logline"]').locator('input, textarea').first()).toHaveValue('A last word');
  await context.close();
});
