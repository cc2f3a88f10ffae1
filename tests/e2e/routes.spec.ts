import { expect, startServer, test } from './reelbase.ts';

const screens: [id: string, path: string, heading: RegExp][] = [
  ['R10', '/erp', /您好|Hello|Good/],
  ['R18', '/erp/filmman', /影片/],
  ['R19', '/erp/filmman/edit', /影片/],
  ['R23', '/erp/pb-company', /公司/],
  ['R24', '/erp/pb-company/edit', /公司/],
  ['R12', '/erp/ccdfenroll', /報名/],
  ['R13', '/erp/ccdfenroll/edit', /報名/],
  ['R14', '/erp/ccdflayout', /版面圖片/],
  ['R15', '/erp/ccdfman', /活動/],
  ['R16', '/erp/dmman', /決策者/],
  ['R17', '/erp/dmman/edit', /決策者/],
  ['R20', '/erp/juryman', /評審/],
  ['R21', '/erp/juryman/edit', /評審/],
  ['R25', '/erp/pitchman', /提案/],
  ['R26', '/erp/pitchman/edit', /提案/],
  ['R27', '/erp/soman', /銷售訂單/],
  ['R28', '/erp/soman/edit', /銷售訂單/],
  ['R29', '/erp/sysman', /系統/],
  ['R31', '/erp/toolman', /工具/],
  ['R32', '/erp/userman', /使用者/],
  ['R33', '/erp/userman/edit', /使用者/],
];

test.describe('routes of the back office', () => {
  for (const [id, path, heading] of screens) {
    test(`${id} ${path} opens, from the address and after a reload`, async ({ staff }) => {
      await staff.goto(path);
      await expect(staff.getByRole('heading', { level: 1 })).toContainText(heading);
      await staff.reload();
      await expect(staff.getByRole('heading', { level: 1 })).toContainText(heading);
    });
  }

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
    await staff.route('**/assets/System-*.js', (route) => route.abort());
    staff.on('load', () => loads++);
    await staff.goto('/erp/sysman');
    await expect(staff.locator('main')).toContainText(/120|130/, { timeout: 8000 });
    await staff.waitForTimeout(1000);
    expect(loads).toBe(2);
  });

  test('R44 the status texts of 120, 130, 440, 498 and 499 are those of the catalogue', async ({ staff, reelbase }) => {
    const answer = await staff.request.post(`${reelbase.url}/api/query`, { data: { options: { sql: '' }, log: {} }, headers: { origin: reelbase.url } });
    expect(answer.status()).toBe(499);
    const en = (await import('../../locales/en/messages.json', { with: { type: 'json' } })).default as Record<string, string>;
    expect([120, 130, 440, 498, 499].map((code) => en[`status.${code}`])).toEqual([
      'Client Error',
      'Unknown',
      'Login Time-out',
      'Invalid Token',
      'Token Required',
    ]);
  });

  test('K25 an unhandled error goes to the log call with secret and log object (C06), then is shown', async ({ staff }) => {
    const logged = staff.waitForRequest((request) => request.url().endsWith('/api/log') && request.method() === 'POST');
    await staff.evaluate(() => {
      setTimeout(() => {
        throw new Error('a fault that nobody caught');
      });
    });
    const request = await logged;
    expect(request.headers().secret).toMatch(/^[\w-]{40,}$/);
    expect(request.postData()).toContain('a fault that nobody caught');
    expect((await request.response())?.status()).toBe(200);
    await expect(staff.getByRole('alert')).toContainText('a fault that nobody caught');
  });
});

test('R40 with a site mapping only the routes under its root are shown, the prefix removed', async ({ browser, reelbase }) => {
  const folder = `${reelbase.dataDir}/sites`;
  const server = await startServer({
    DATABASE_URL: `sqlite:${folder}/sites.sqlite`,
    DATA_DIR: folder,
    SCHEMAS_DIR: reelbase.schemasDir,
    ADMIN_PASSWORD: 'pw-of-sites',
    PORT: '0',
    SITES: JSON.stringify({ 'erp.example.com': '/erp', 'forum.example.com': '/' }),
  });
  const { port } = new URL(server.url);
  const page = await browser.newPage({ baseURL: `http://erp.example.com:${port}` });
  try {
    // names that resolve nowhere: the browser is told to find them here
    await page.route('**/*', async (route) => {
      const url = new URL(route.request().url());
      const answer = await route.fetch({
        url: `${server.url}${url.pathname}${url.search}`,
        headers: { ...route.request().headers(), host: url.host },
        maxRedirects: 0,
      });
      await route.fulfill({ response: answer });
    });
    await page.goto('/login');
    await page.locator('input[name="id"]').fill('admin');
    await page.locator('input[name="pw"]').fill('pw-of-sites');
    await page.locator('button[type="submit"]').click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/filmman');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('影片');
    expect((await page.goto('/erp/filmman'))?.status()).toBe(404);
    expect((await page.goto('/enroll'))?.status()).toBe(404);
    expect((await page.goto(`http://other.example.com:${port}/`))?.status()).toBe(404);
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
    expect((await fetch(`${server.url}/erp`)).status).toBe(404);
    expect((await fetch(`${server.url}/`)).status).toBe(404);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
