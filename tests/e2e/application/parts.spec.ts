/** G1: parts of the pages that are fetched apart. Each is refused; it comes by itself, or says what is missing until the line is back. */
import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import words from '#locales/en/site-part.json' with { type: 'json' };
import viewingWords from '#locales/en/viewing.json' with { type: 'json' };
import { campaignId, enter, expect, expectAccessible, type Page, type Site, stamp, test } from '../site.ts';

type Manifest = Record<string, { file: string; isDynamicEntry?: boolean; isEntry?: boolean; imports?: string[] }>;

/** Files of the build that are fetched apart, of the modules whose names begin so. */
function partsBelow(...folders: string[]): string[] {
  const manifest = JSON.parse(readFileSync('dist/public/.vite/manifest.json', 'utf8')) as Manifest;
  return Object.entries(manifest)
    .filter(([name, { isDynamicEntry }]) => isDynamicEntry && folders.some((folder) => name.startsWith(folder)))
    .map(([, { file }]) => `/${file}`);
}

/** Refuses each of the files as often as asked, from whichever page; gives what came in the end. */
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

/** A campaign in selection with a juror and a work to read, whose forum is to come: paths of the personal pages of a decision maker and of a pitch. */
async function makeForum({ staff }: Site, id: string): Promise<{ dm: string; pitch: string }> {
  const date = stamp(30 * 86_400_000).slice(0, 10);
  await staff('POST', '/api/pb/campaign', {
    id,
    cna: '評選',
    enaName: 'Selection',
    edition: 14,
    maxSel: 2,
    sStart: stamp(-86_400_000),
    sEnd: stamp(86_400_000),
    zone: 'GMT+8',
    wishUntil: stamp(10 * 86_400_000),
    days: [{ date, start: '10:00:00', end: '12:00:00', slot: 20, gap: 10, rooms: ['A'] }],
  });
  await staff('POST', '/api/pb/jury', { cid: id, name: 'Juror', email: `juror@${id}.example`, pw: 'juror-1234' });
  const project = { cname: '海的記憶', ename: 'Memory', logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1' };
  const { id: applicant } = await staff<{ id: string }>('POST', '/api/pb/applicant', { email: `maker@${id}.example`, name: 'Maker', verified: true });
  for (const cname of ['海的記憶', '山的記憶']) {
    let row = await staff<{ id: string; ver: number }>('POST', '/api/pb/enrolment', { cid: id, applicant, attProgram: ['C'], ...project, cname });
    for (const status of ['submitted', 'verified']) row = await staff('PUT', `/api/pb/enrolment/${row.id}`, { status, ver: row.ver });
  }
  await staff('POST', `/api/pb/campaign/${id}/actions/number`, {});
  let pitch = await staff<{ id: string; ver: number }>('POST', '/api/pb/pitch', { cid: id, attProgram: 'C', enrollid: 'C001', ...project });
  for (const status of ['submitted', 'verified']) pitch = await staff('PUT', `/api/pb/pitch/${pitch.id}`, { status, ver: pitch.ver });
  await staff('POST', `/api/pb/campaign/${id}/actions/export`, { confirm: id });
  const dm = await staff<{ id: string }>('POST', '/api/pb/decision_maker', { cid: id, name: '林美惠', ename: 'Mei-Hui Lin', email: `mei@${id}.example` });
  const path = async (object: string, row: string) => {
    const { data } = await staff<{ data: { people: { id: string; link: { url: string } | null }[] } }>('POST', `/api/forum/${id}/links`, {
      object,
      ids: [row],
    });
    return `${new URL(data.people.find((one) => one.id === row)?.link?.url ?? '').pathname}?lang=en`;
  };
  return { dm: await path('decision_maker', dm.id), pitch: await path('pitch', pitch.id) };
}

/** Signs the campaign's juror in, and goes to the list. */
async function readAsJuror(page: Page, campaign: string): Promise<void> {
  await page.goto(`/selection?campaign=${campaign}`);
  await page.locator('input[type=email]').fill(`juror@${campaign}.example`);
  await page.locator('input[type=password]').fill('juror-1234');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Start reading' }).click();
}

test('G1 every separately fetched part of the public pages fails once, and then appears by itself', async ({ browser, site }) => {
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
  const { dm } = await makeForum(site, 'refused');
  const came = await refuse(context, files, 2);
  const page = await context.newPage();
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const arrives = (part: string) => expect.poll(() => [...came].some((path) => path.startsWith(`/assets/${part}-`)), { message: part }).toBe(true);
  await newEnrolment(page);
  for (const part of ['SignIn', 'ConflictBox', 'UnsavedText', 'send-resumable', 'AccountDialog']) await arrives(part);
  await page.getByText('People who may write this', { exact: true }).click();
  await arrives('Writers');
  // Withdrawn on another device: it is there to be read.
  const id = new URL(page.url()).searchParams.get('id');
  await page.request.post(`/api/site/enrolments/${id}/withdraw`, { headers: { origin: site.url }, data: { reason: 'Another time.' } });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await arrives('View');
  await page.goto('/enroll/edit');
  await arrives('List');
  await page.goto('/enroll?invite=of-nobody');
  await arrives('Invitation');
  await readAsJuror(page, 'refused');
  await arrives('SelectionPage');
  await page.locator('#panel:not([aria-busy])').waitFor();
  await page.goto(dm);
  await arrives('PersonalPage');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  // Nothing was loaded anew: what is typed on a page stays there. /enroll, its form, its list, an invitation, the jury's sign-in and list, the personal page.
  expect(loads).toHaveLength(7);
  expect(files.filter((file) => !came.has(file))).toEqual([]);
  await context.close();
});

test('G1 a part that does not load says what is missing, and appears by itself when the connection is back', async ({ browser, site }) => {
  // Without the form's worker, which hands out what another tab has fetched (site-offline.spec.ts).
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
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
  await context.route('**/api/site/**', (route) => {
    // What the form's worker fetches is of no page.
    const isHere = !route.request().serviceWorker() && route.request().frame().page() === page;
    return isHere ? route.abort('internetdisconnected') : route.continue();
  });
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
  await expect(page.locator('.ui-notice', { hasText: 'could not be loaded' })).toHaveCount(0);
  await context.close();
});

test('G1 the panel itself: its place says what is missing, its button fetches it, and a page older than the server is reloaded', async ({ browser, site }) => {
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

/** Elements of this name cannot be drawn from now on: a fault of ours. The page that is loaded next is whole again. */
const breakOn = (page: Page, name: string) =>
  page.evaluate((broken) => {
    const refuse = (tag: string) => {
      if (tag === broken) throw new Error('a fault while drawing');
    };
    const [createElement, createElementNS] = [document.createElement.bind(document), document.createElementNS.bind(document)];
    document.createElement = ((tag: string, ...more: []) => {
      refuse(tag);
      return createElement(tag, ...more);
    }) as typeof document.createElement; // one of its overloads
    document.createElementNS = ((space: string, tag: string, ...more: []) => {
      refuse(tag);
      return createElementNS(space, tag, ...more);
    }) as typeof document.createElementNS; // one of its overloads
  }, name);

const brokenPart = (page: Page) => page.getByRole('alert').filter({ hasText: words.broken });
const reload = (page: Page) => Promise.all([page.waitForEvent('load'), brokenPart(page).getByRole('button', { name: words.reload }).click()]);

test('E2 a part that crashes says that the text is stored, and offers it', async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
  await enter(context, site.url, await site.applicant('broken@example.com'), 'en');
  const page = await context.newPage();
  await newEnrolment(page);
  await page.locator('.enrol-steps a[href="#film"]').click();
  await page.locator('[data-path="ename"] input').fill('Lanterns on the River');
  await page.locator('[data-path="ename"] input').blur();
  await expect(page.locator('.enrol-saved')).toContainText('Saved');
  await page.locator('[data-path="logline"]').locator('input, textarea').first().fill('A last word');
  await breakOn(page, 'input');
  await page.locator('.enrol-steps a[href="#team"]').click();
  const notice = brokenPart(page);
  await expect(notice).toContainText(words.brokenKept);
  await expect(notice.locator('.ui-kept')).toContainText('Lanterns on the River');
  await expect(notice.locator('.ui-kept')).toContainText('A last word');
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/broken.png`, fullPage: true });
  const [file] = await Promise.all([page.waitForEvent('download'), notice.getByRole('button', { name: words.download }).click()]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Lanterns on the River');
  await reload(page);
  await page.locator('.enrol-steps a[href="#film"]').click();
  await expect(page.locator('[data-path="logline"]').locator('input, textarea').first()).toHaveValue('A last word');
  await context.close();
});

test('E2 the crashed page of a juror offers all edits, and has them again after a reload', async ({ browser, site }) => {
  await makeForum(site, 'desk');
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
  await context.addCookies([{ name: 'lang', value: 'en', url: site.url }]);
  const page = await context.newPage();
  await readAsJuror(page, 'desk');
  const rows = page.locator('.selection-row a');
  await rows.first().click();
  await page.locator('.selection-weight label', { hasText: '4' }).click();
  await page.locator('.selection-choice label', { hasText: 'Primary' }).click();
  // The line is away, so that what stands here stands nowhere else.
  await page.route('**/api/site/selection/**', (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Comment').fill('A quiet film about salt.');
  await breakOn(page, 'fieldset');
  await page.goto(`${page.url().split('#')[0]}#`);
  await rows.last().click();
  const notice = brokenPart(page);
  await expect(notice).toContainText(words.brokenKept);
  for (const said of ['A quiet film about salt.', 'Primary', '4']) await expect(notice.locator('.ui-kept')).toContainText(said);
  await expectAccessible(page, 'the jury desk, broken');
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/broken-jury.png`, fullPage: true });
  const [file] = await Promise.all([page.waitForEvent('download'), notice.getByRole('button', { name: words.download }).click()]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('A quiet film about salt.');
  await page.unroute('**/api/site/selection/**');
  await reload(page);
  await page.goto(`${page.url().split('#')[0]}#`);
  await rows.first().click();
  await expect(page.getByLabel('Comment')).toHaveValue('A quiet film about salt.');
  await expect
    .poll(async () => (await site.staff<object[]>('GET', `/api/pb/selection?filter=${encodeURIComponent('{"comment":"A quiet film about salt."}')}`)).length)
    .toBe(1);
  await context.close();
});

for (const [side, tag] of [
  ['dm', 'li'],
  ['pitch', 'span'],
] as const)
  test(`E2 the crashed personal page of a ${side} offers its times and wishes, and has them again after a reload`, async ({ browser, site }) => {
    const paths = await makeForum(site, `own-${side}`);
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(paths[side]);
    const cells = page.getByRole('gridcell');
    // The page stands before it is broken: a fault of its first drawing would have nothing to keep.
    await expect(cells.first()).toBeVisible();
    await page.route('**/api/my/**', (route) => route.abort('internetdisconnected'));
    if (side === 'dm') await cells.first().click();
    await breakOn(page, tag);
    if (side === 'dm') await page.getByRole('button', { name: 'Add “Memory” to the list' }).click();
    else await cells.first().click();
    const notice = brokenPart(page);
    await expect(notice).toContainText(words.brokenKept);
    await expect(notice.locator('.ui-kept')).toContainText(/\d{4}-\d\d-\d\d 10:00–10:20/);
    if (side === 'dm') await expect(notice.locator('.ui-kept')).toContainText('1. C001 Memory');
    await expectAccessible(page, 'the personal page, broken');
    // What the server wrote around it goes on.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/broken-my-${side}.png`, fullPage: true });
    await page.unroute('**/api/my/**');
    await reload(page);
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1);
    if (side === 'dm') await expect(page.locator('[data-key]')).toHaveCount(1);
    // It is sent by itself now: a browser that never held it has it too.
    const other = await browser.newContext({ baseURL: site.url });
    const fresh = await other.newPage();
    await expect(async () => {
      await fresh.goto(paths[side]);
      await expect(fresh.getByRole('gridcell', { selected: true })).toHaveCount(1, { timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    await other.close();
    await context.close();
  });

test('E2 a crashed player of a viewing page says so in its place; wall, texts and other works go on', async ({ browser, site }) => {
  const trailer = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
  for (const [id, ename] of [
    ['first-room', 'First Room'],
    ['second-room', 'Second Room'],
  ])
    await site.staff('POST', '/api/pb/film', { id, cname: ename, ename, esynopsis: `The story of ${ename}.`, trailer });
  const works = ['first-room', 'second-room'].map((film) => ({ film, group: '', show: ['synopsis', 'trailer'] }));
  await site.staff('POST', '/api/pb/viewing_page', { cid: campaignId, pg: 'broken', lang: 'en', title: 'Screening room', works, access: 'open' });
  for (const width of [360, 1440]) {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width, height: 740 } });
    const page = await context.newPage();
    await page.goto(`/vp/${campaignId}?pg=broken&lang=en`);
    await page.waitForLoadState('load');
    await breakOn(page, 'svg');
    const [first, second] = await page.locator('[data-open]').all();
    await first?.click();
    const notice = page.getByRole('alert').filter({ hasText: viewingWords.player.broken });
    await expect(notice).toBeVisible();
    await expect(page.getByText('The story of First Room.')).toBeVisible();
    await expectAccessible(page, `a broken player at ${width} px`);
    if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/broken-viewing-${width}.png` });
    await page.keyboard.press('Escape');
    await second?.click();
    await expect(page.getByText('The story of Second Room.')).toBeVisible();
    await Promise.all([page.waitForEvent('load'), notice.getByRole('button').click()]);
    await expect(page.getByText('The story of Second Room.')).toBeVisible();
    await expect(notice).toHaveCount(0);
    await context.close();
  }
});
