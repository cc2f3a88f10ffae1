import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { publicRoutes } from '#application/site/rules/routes.ts';
import '#application/rules.ts';
import { staffScreens } from '#rules/site.ts';
import { expect, goWithin, isSave, type Page, startServer, test } from '../../reelbase.ts';

test.describe('routes of the back office', () => {
  test('R01 the public home opens in both languages and loads nothing of the back office', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-TW');
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('navigation', { name: 'Language' })).toBeVisible();
    expect(scripts.filter((url) => /admin|erp|mui|rjsf/i.test(url))).toEqual([]);
  });

  test('R42 an unmatched path is a page-not-found that carries the path, with status 404', async ({ staff }) => {
    const answer = await staff.goto('/erp/no-such-screen/at/all');
    expect(answer?.status()).toBe(404);
    await expect(staff.getByText('/erp/no-such-screen/at/all')).toBeVisible();
    await expect(staff.getByRole('link', { name: /首頁/ }).last()).toBeVisible();
    // Who is signed in is where they were, with the menu.
    await expect(staff.getByRole('navigation', { name: '主選單' })).toBeVisible();
  });

  test('R42 K06 a record that is not there is told by its object and id, with the ways on', async ({ staff }) => {
    await staff.goto('/erp/pb-film/edit?id=no-such-film');
    const told = staff.getByRole('alert');
    await expect(told.getByRole('heading', { name: '查無資料' })).toBeVisible();
    await expect(told).toContainText('影片沒有代碼為「no-such-film」的資料');
    await expect(told.getByRole('link', { name: '資源回收筒' })).toHaveAttribute('href', '/erp/trash');
    await told.getByRole('link', { name: '前往列表' }).click();
    await staff.waitForURL(/\/erp\/filmman/);
  });

  test('R43 the error page shows status, status text and message with a Home link to the root path', async ({ staff }) => {
    await staff.goto('/erp/pb-nosuchobject/edit');
    await expect(staff.locator('main')).toContainText('404');
    await expect(staff.locator('main')).toContainText('pb-nosuchobject');
    await expect(staff.locator('main a[href="/"]')).toBeVisible();
    await staff.locator('main a[href="/erp"]').click();
    await staff.waitForURL(/\/erp\/?$/);
  });

  test('R46 a page part that fails to load reloads the page, at most once in 10 s', async ({ staff }) => {
    let loads = 0;
    let isGone = true;
    await staff.route('**/assets/System-*.js', (route) => (isGone ? route.abort() : route.continue()));
    staff.on('load', () => loads++);
    await staff.goto('/erp/sysman');
    // The server answers, and has this part no more: what is missing is said, with its button.
    await expect(staff.getByRole('status').filter({ hasText: '無法載入這個畫面' })).toBeVisible();
    expect(loads).toBe(2);
    // It is there again from the reload on: before that the part would come by itself, and take the button along.
    staff.once('framenavigated', () => {
      isGone = false;
    });
    await staff.getByRole('button', { name: '重新載入網頁' }).click();
    await expect(staff.getByRole('heading', { name: /系統/ }).first()).toBeVisible();
  });

  test('G1 every separately fetched part of the back office fails once, and then appears by itself; without a connection it says what is missing', async ({
    staff,
    reelbase,
  }) => {
    const api = await reelbase.api();
    const row = (object: string, body: object) => api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(body) });
    await row('campaign', { id: 'parts15', cna: '零件', enaName: 'Parts', edition: 15, maxSel: 2 });
    await row('viewing_page', { cid: 'parts15', pg: '1', lang: 'tw', title: '零件', works: [], access: 'open' });
    for (const id of ['parts_one', 'parts_two']) await row('company', { id, name: `Parts ${id}`, type: 3 });
    await row('film', { id: 'parts-film', cname: '零件片', production: 'parts_one' });
    const manifest = JSON.parse(readFileSync('dist/public/.vite/manifest.json', 'utf8')) as Record<string, { file: string; isDynamicEntry?: boolean }>;
    // a screen's own file, and the shelves that its modules lie on together (vite.config.ts)
    const parts = Object.entries(manifest).filter(
      ([name, { isDynamicEntry }]) =>
        /^_(?:list|screens|fields|edit)-.*\.js$/.test(name) ||
        (isDynamicEntry && /^(?:framework\/(?:admin|form)|application\/(?!site\/|personal\/|\w+\/site\/|viewing\/page\/))/.test(name)),
    );
    const waiting = new Set(parts.map(([, { file }]) => `/${file}`));
    const came = new Set<string>();
    let isAway = false;
    const loads: string[] = [];
    await staff.route('**/assets/**', (route) => {
      const { pathname } = new URL(route.request().url());
      return isAway || waiting.delete(pathname) ? route.abort('connectionfailed') : route.continue();
    });
    staff.on('requestfinished', (request) => void came.add(new URL(request.url()).pathname));
    staff.on('load', () => loads.push(staff.url()));
    await staff.goto('/erp/pb-company');
    await staff.getByRole('button', { name: '篩選', exact: true }).click();
    await expect(staff.getByRole('dialog').or(staff.locator('.MuiPopover-paper'))).toBeVisible();
    await staff.keyboard.press('Escape');
    await staff.getByRole('button', { name: '匯入' }).click();
    await expect(staff.getByRole('dialog')).toBeVisible();
    await staff.keyboard.press('Escape');
    await staff.getByRole('button', { name: '篩選', exact: true }).click();
    await staff.getByRole('button', { name: '所有欄位與群組…' }).click();
    await expect(staff.getByRole('combobox', { name: '欄位' }).first()).toBeVisible();
    await staff.keyboard.press('Escape');
    await staff.getByRole('button', { name: /^檢視/ }).click();
    await expect(staff.getByRole('menu')).toBeVisible();
    await staff.keyboard.press('Escape');
    for (const [one, shown] of [
      [1, true],
      [0, false],
    ] as const) {
      await staff.getByRole('button', { name: '資料分組' }).click();
      await staff.getByRole('menuitemradio').nth(one).click();
      await expect(staff.locator('.rows-grouped')).toBeVisible({ visible: shown });
      if (!shown) continue;
      await staff.getByRole('combobox', { name: '橫向依' }).click();
      await staff.getByRole('option').nth(1).click();
      await expect(staff.locator('.cross')).toBeVisible();
    }
    for (const id of ['parts_one', 'parts_two']) await staff.getByRole('row').filter({ hasText: id }).getByRole('checkbox').check();
    for (const name of ['修改所選資料', '合併']) {
      await staff.getByRole('button', { name, exact: true }).click();
      await expect(staff.getByRole('dialog').getByRole('combobox').or(staff.getByRole('dialog').getByRole('radio')).first()).toBeVisible();
      await staff.keyboard.press('Escape');
      await expect(staff.getByRole('dialog')).toHaveCount(0);
    }
    await staff.keyboard.press('F2');
    await expect(staff.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await staff.keyboard.press('Escape');
    await expect(staff.getByRole('dialog')).toHaveCount(0);
    const tree = { type: 'object', properties: { name: { type: 'string' }, inner: { $ref: '#/definitions/tree' } } };
    const treeFile = join(reelbase.schemasDir, 'parts_tree.json');
    const state = { type: 'string', maxLength: 10, default: 'seed', oneOf: ['seed', 'wood'].map((value) => ({ const: value, title: value })) };
    const workflow = { field: 'state', states: ['seed', 'wood'], transitions: [{ name: 'grow', title: 'Grow', from: 'seed', to: 'wood', roles: ['[]'] }] };
    const properties = { state, tree: { $ref: '#/definitions/tree', title: 'Tree' } };
    writeFileSync(treeFile, JSON.stringify({ title: 'Tree', definitions: { tree }, 'x-workflow': workflow, properties }));
    const screens: [path: string, module: string][] = [
      ['', 'home/Home'],
      ['pb-company/edit', '_edit'],
      ['sysman', 'system/System'],
      ['permissions', 'permissions/Permissions'],
      ['profile', 'profile/Profile'],
      ['test', 'test/TestPage'],
      ['toolman', 'tools/Tools'],
      ['trash', 'trash/Trash'],
      ['changes', 'changes/Changes'],
      ['schemas', 'schemas/Schemas'],
      ['options', 'options/OptionLists'],
      ['options/company_type', 'options/OptionList'],
      ['schemas/company', 'schemas/Workbench'],
      ['schemas/company', 'schemas/PreviewPage'],
      ['oooman', 'pairing/Pairing'],
      ['ooosetup', 'forum/Forum'],
      ['ooorelease', 'release/Release'],
      ['ooday', 'forum-day/ForumDay'],
      ['ccdflayout', 'layout-images/LayoutImages'],
      ['vpman', 'viewing/VpMan'],
      ['ccdfdesk?campaign=parts15&tab=overview', 'campaign/overview/Overview'],
      ['ccdfdesk?campaign=parts15&tab=statistics', 'campaign/statistics/Statistics'],
      ['ccdfdesk?campaign=parts15&tab=ranking', 'jury/ranking/Ranking'],
      ['ccdfdesk?campaign=parts15&tab=jury', 'jury/jury/JuryProgress'],
      ['ccdfdesk?campaign=parts15&tab=assignment', 'jury/assign/Assignment'],
      ['ccdfdesk?campaign=parts15&tab=decisions', 'jury/decisions/Decisions'],
      ['ccdfdesk?campaign=parts15&tab=mails', 'mailing/Mailing'],
      ['vpman/vp-parts15-1.tw?tab=preview', 'viewing/Preview'],
      ['vpman/vp-parts15-1.tw?tab=links', 'viewing/links/Links'],
      ['vpman/vp-parts15-1.tw?tab=statistics', 'viewing/statistics/Statistics'],
      ['vpman/vp-parts15-1.tw?tab=meetings', 'viewing/statistics/Meetings'],
    ];
    for (const [path, module] of screens) {
      await goWithin(staff, `/erp/${path}`);
      const file = parts.find(([name]) => name.endsWith(`${module}.tsx`) || name.startsWith(`${module}-`))?.[1].file;
      await expect.poll(() => came.has(`/${file}`), { message: path }).toBe(true);
    }
    await staff.keyboard.press('Control+k');
    await expect(staff.getByRole('dialog', { name: '尋找任何項目' })).toBeVisible();
    await staff.keyboard.press('Escape');
    await expect(staff.getByRole('dialog')).toHaveCount(0);
    for (const [object, name, role] of [
      ['film', /^圖庫/, 'list'],
      ['film', /^行事曆/, 'region'],
      ['film', /^表格/, 'table'],
    ] as const) {
      await goWithin(staff, `/erp/pb-${object}`);
      await staff.getByRole('button', { name: '版面', exact: true }).click();
      await staff.getByRole('menuitemradio', { name }).first().click();
      await expect(role === 'table' ? staff.getByRole('menuitemradio') : staff.getByRole(role, { name })).toHaveCount(role === 'table' ? 0 : 1);
    }
    await goWithin(staff, '/erp/filmman/edit?id=parts-film');
    await staff.getByRole('button', { name: '留言' }).click();
    await expect(staff.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await staff.keyboard.press('Escape');
    await expect(staff.getByRole('dialog')).toHaveCount(0);
    await staff.getByRole('link', { name: /Parts parts_one/ }).hover();
    await expect(staff.getByRole('tooltip').filter({ hasText: 'parts_one' })).toBeVisible();
    await staff.keyboard.press('Escape');
    await staff.getByRole('combobox', { name: '發行公司' }).pressSequentially('zzz parts');
    await staff.getByRole('option', { name: /zzz parts/ }).click();
    await expect(staff.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await staff.getByRole('dialog').getByRole('button', { name: '取消' }).click();
    await staff.getByRole('button', { name: '捨棄' }).click();
    await expect(staff.getByRole('dialog')).toHaveCount(0);
    // A form inside a form is a part that only such an object has use for.
    await expect.poll(async () => (await api('/api/pb/parts_tree')).status).toBe(200);
    await row('parts_tree', { id: 't-1' });
    await goWithin(staff, '/erp/pb-parts_tree');
    await staff.getByRole('button', { name: '版面', exact: true }).click();
    await staff.getByRole('menuitemradio', { name: '看板' }).click();
    await expect(staff.getByRole('region', { name: '看板' })).toBeVisible();
    await goWithin(staff, '/erp/pb-parts_tree/edit');
    await staff.getByRole('button', { name: /^填寫/ }).click();
    await expect(staff.getByRole('dialog')).toBeVisible();
    await staff.keyboard.press('Escape');
    rmSync(treeFile);
    // What a person without a demanded second factor meets at sign-in: factor.spec.ts.
    const elsewhere = ['framework/admin/account/NewFactor.tsx'];
    await expect.poll(() => parts.filter(([name, { file }]) => !came.has(`/${file}`) && !elsewhere.includes(name)).map(([name]) => name)).toEqual([]);
    expect(loads).toHaveLength(1);
    // The line is away: the place of the part says so, and the part comes when it is back.
    await staff.route('**/favicon.svg', (route) => (isAway ? route.abort('connectionfailed') : route.continue()));
    await staff.goto('/erp/pb-company');
    // All that this screen needs is there: a script that is cut off between its fetch and its import is another case (R46).
    await expect(staff.getByRole('button', { name: '匯入' })).toBeVisible();
    await staff.waitForLoadState('networkidle');
    isAway = true;
    await goWithin(staff, '/erp/toolman');
    await expect(staff.getByRole('status').filter({ hasText: '無法載入這個畫面' })).toBeVisible();
    isAway = false;
    await staff.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(staff.getByRole('heading', { name: /工具/ }).first()).toBeVisible();
  });

  test('R44 the status texts of 120, 130, 440, 498 and 499 are those of the catalogue', async ({ staff, reelbase }) => {
    const answer = await staff.request.post(`${reelbase.url}/api/query`, { data: { options: { sql: '' }, log: {} }, headers: { origin: reelbase.url } });
    expect(answer.status()).toBe(499);
    const en = (await import('../../../../locales/en/messages.json', { with: { type: 'json' } })).default as Record<string, string>;
    expect([120, 130, 440, 498, 499].map((code) => en[`status.${code}`])).toEqual([
      'Client Error',
      'Unknown',
      'Login Time-out',
      'Invalid Token',
      'Token Required',
    ]);
  });

  test('K25 R44 an unhandled error is sent to the log as 120 or 130 with secret and log object (C06), then shown', async ({ staff }) => {
    await staff.goto('/erp');
    await staff.getByRole('navigation').first().waitFor();
    const logged = staff.waitForRequest((request) => request.url().endsWith('/api/log') && request.method() === 'POST');
    await staff.evaluate(() => {
      setTimeout(() => {
        throw new Error('a fault that nobody caught');
      });
    });
    const request = await logged;
    expect(request.headers().secret).toMatch(/^[\w-]{40,}$/);
    expect(request.postDataJSON()).toMatchObject({
      message: 'a fault that nobody caught',
      statusCode: 120,
      statusMessage: 'Client Error',
      log: { side: 'C', user: 'admin' },
    });
    await expect(staff.getByRole('alert')).toContainText('a fault that nobody caught');
    const other = staff.waitForRequest((one) => one.url().endsWith('/api/log') && one.postData()?.includes('no error at all') === true);
    await staff.evaluate(() => void Promise.reject('no error at all'));
    expect((await other).postDataJSON(), 'R44 what is no error').toMatchObject({ statusCode: 130, statusMessage: 'Unknown' });
    expect((await request.response())?.status()).toBe(200);
  });
});

/** Signs in, reads a list, makes a row by its form and changes it: links, assets and calls hold under the host's own addresses. */
async function walk(page: Page, { prefix, foreign, pw }: { prefix: string; foreign: string; pw: string }): Promise<void> {
  const broken: string[] = [];
  await page.goto(`${prefix}/login`);
  await page.locator('input[name="id"]').fill('admin');
  await page.locator('input[name="pw"]').fill(pw);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => url.pathname === (prefix || '/'));
  page.on('response', (response) => response.status() >= 400 && broken.push(`${response.status()} ${response.url()}`));
  await page.locator(`nav a[href="${prefix}/filmman"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('影片');
  await page
    .getByRole('button', { name: '新增' })
    .or(page.getByRole('link', { name: '新增' }))
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === `${prefix}/filmman/edit`);
  await page.locator('[data-field="id"] input').fill('host-film');
  await page.locator('[data-field="ename"] input').fill('First');
  await page.keyboard.press('Control+s');
  await page.waitForURL((url) => url.pathname === `${prefix}/filmman/edit` && url.searchParams.get('id') === 'host-film');
  await page.reload();
  const title = page.locator('[data-field="ename"] input');
  await expect(title).toHaveValue('First');
  await title.fill('Second');
  const saved = page.waitForResponse((response) => isSave(response.request()));
  await page.keyboard.press('Control+s');
  expect((await saved).status()).toBe(200);
  await page.goto(`${prefix}/filmman`);
  await page.locator('.rows .row-link', { hasText: 'host-film' }).click();
  await expect(title).toHaveValue('Second');
  const hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.length).toBeGreaterThan(10);
  expect(hrefs.filter((href) => href.startsWith(foreign) || !href.startsWith(prefix))).toEqual([]);
  expect(broken).toEqual([]);
}

/** Status of a route on a host, by the Host header that a browser would send. */
function statusAt(url: string, host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode ?? 0));
    sent.on('error', reject).end();
  });
}

const aliases = ['film', 'campaign', 'enrolment', 'pitch', 'jury', 'user', 'decision_maker', 'sales_order', 'layout_image'].map((object) => {
  const { 'x-entity': entity } = JSON.parse(readFileSync(`schemas/${object}.json`, 'utf8')) as { 'x-entity': { route: string } };
  return entity.route;
});
const staffRoutes = [...staffScreens(), ...aliases, ...aliases.map((route) => `${route}/edit`), '/erp/pb-company', '/erp/pb-company/edit'];

test('R40 with a site mapping only the routes under its root are shown, without the prefix: pages, links, assets, calls, sign-in and an edit', async ({
  browser,
  reelbase,
}) => {
  const folder = `${reelbase.dataDir}/sites`;
  const server = await startServer({
    DATABASE_URL: `sqlite:${folder}/sites.sqlite`,
    DATA_DIR: folder,
    SCHEMAS_DIR: reelbase.schemasDir,
    ADMIN_PASSWORD: 'pw-of-sites',
    PORT: '0',
    SITES: JSON.stringify({ 'erp.example.com': '/erp', 'forum.example.com': '/', 'enrol.example.com': '/enroll' }),
  });
  const { port } = new URL(server.url);
  const page = await browser.newPage({ baseURL: `http://erp.example.com:${port}` });
  try {
    const at = (host: string, path: string) => statusAt(server.url, `${host}:${port}`, path);
    for (const route of staffRoutes) {
      const statuses = [at('erp.example.com', route.slice('/erp'.length) || '/'), at('erp.example.com', route), at('forum.example.com', route)];
      expect([route, ...(await Promise.all([...statuses, at('enrol.example.com', route), at('other.example.com', route)]))]).toEqual([
        route,
        200,
        404,
        200,
        404,
        404,
      ]);
    }
    for (const route of publicRoutes.slice(1)) {
      const statuses = [at('forum.example.com', route), at('erp.example.com', route), at('other.example.com', route)];
      expect([route, ...(await Promise.all(statuses))]).toEqual([route, 200, 404, 404]);
    }
    expect(await Promise.all(['/', '/edit', '/enroll', '/selection'].map((path) => at('enrol.example.com', path)))).toEqual([200, 200, 404, 404]);
    // names that resolve nowhere: the browser's own resolver finds them here
    await page.route('**/*', async (route) => {
      const url = new URL(route.request().url());
      const answer = await route.fetch({
        url: `${server.url}${url.pathname}${url.search}`,
        headers: { ...route.request().headers(), host: url.host },
        maxRedirects: 0,
      });
      await route.fulfill({ response: answer });
    });
    await walk(page, { prefix: '', foreign: '/erp', pw: 'pw-of-sites' });
    expect((await page.goto('/erp/filmman'))?.status()).toBe(404);
    expect((await page.goto(`http://other.example.com:${port}/`))?.status()).toBe(404);
  } finally {
    await page.close();
    await server.stop();
  }
});

test('R41 without a mapping and with IP access the first segments are the base of every link and call', async ({ browser, reelbase }) => {
  const folder = `${reelbase.dataDir}/open`;
  const server = await startServer({
    DATABASE_URL: `sqlite:${folder}/open.sqlite`,
    DATA_DIR: folder,
    SCHEMAS_DIR: reelbase.schemasDir,
    ADMIN_PASSWORD: 'pw-of-open',
    PORT: '0',
  });
  const page = await browser.newPage({ baseURL: server.url });
  try {
    const at = (path: string) => statusAt(server.url, new URL(server.url).host, path);
    for (const route of [...staffRoutes, ...publicRoutes]) expect([route, await at(route)]).toEqual([route, 200]);
    for (const route of staffRoutes.filter((one) => one !== '/erp')) expect([route, await at(route.slice('/erp'.length))]).toEqual([route, 404]);
    await walk(page, { prefix: '/erp', foreign: '/erp/erp', pw: 'pw-of-open' });
  } finally {
    await page.close();
    await server.stop();
  }
});

test('R41 without a mapping and without IP access no route is shown', async ({ reelbase }) => {
  const folder = `${reelbase.dataDir}/closed`;
  const server = await startServer({
    DATABASE_URL: `sqlite:${folder}/closed.sqlite`,
    DATA_DIR: folder,
    SCHEMAS_DIR: reelbase.schemasDir,
    PORT: '0',
    IP_ACCESS: '0',
  });
  try {
    for (const route of [...staffRoutes, ...publicRoutes, '/vp/ccdf15', '/api/auth/me', '/api/site'])
      expect([route, (await fetch(server.url + route)).status]).toEqual([route, 404]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
