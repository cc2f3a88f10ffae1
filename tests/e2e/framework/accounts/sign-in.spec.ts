import type { Request, Route } from '@playwright/test';
import { expect, password, signIn, test } from '../../reelbase.ts';

test.describe('sign-in', () => {
  test('R11 K01 a wrong password is refused in the language of the page, and the form still has the name', async ({ page }) => {
    await page.goto('/erp/login');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.locator('input[name="id"]').fill('admin');
    await page.locator('input[name="pw"]').fill('wrong');
    await page.locator('button[type="submit"]').click();
    await expect(page.getByRole('alert')).toContainText('帳號或密碼錯誤');
    await expect(page.locator('input[name="id"]')).toHaveValue('admin');

    // The texts of the other language are slow to come: what is asked meanwhile is answered in it, and the old sentence goes with its language.
    const held: Route[] = [];
    let isSlow = true;
    await page.route(/\/assets\/.*\.js/, (route) => (isSlow ? void held.push(route) : route.continue()));
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator('input[name="pw"]').fill('wrong again');
    const answered = page.waitForResponse('**/api/auth/login');
    await page.locator('button[type="submit"]').click();
    expect((await (await answered).json()).msg).toBe('Login failed');
    isSlow = false;
    for (const route of held) await route.continue();
    await expect(page.getByRole('alert')).toContainText('Login failed');
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('R11 a browser that blocks all data of the site shows the sign-in page, and says why nobody stays signed in', async ({ page }) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get, configurable: true });
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false });
    });
    await page.goto('/erp/login');
    await expect(page.locator('input[name="id"]')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Cookie');
  });

  test('E14 the signed-in user is in session storage while it passes the user schema, and is removed when it does not', async ({ page }) => {
    await signIn(page, 'admin', password);
    const stored = () => page.evaluate(() => ({ user: sessionStorage.getItem('user'), id: sessionStorage.getItem('userID') }));
    const { user, id } = await stored();
    expect(id).toContain('admin');
    expect(JSON.parse(user ?? '{}')).toMatchObject({ id: 'admin', roles: ['[]'] });
    expect(JSON.parse(user ?? '{}')).not.toHaveProperty('pw');

    await page.route('**/api/auth/me', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.email = 'not an address';
      await route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    await expect.poll(stored).toEqual({ user: null, id: null });
  });

  test('B01 the language is stored in a cookie for 365 days and both languages are complete', async ({ page, context }) => {
    await page.goto('/erp/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-TW');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    const cookie = (await context.cookies()).find(({ name }) => name === 'lang');
    expect(cookie?.value).toBe('en');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThanOrEqual(365);
  });

  test('a page that needs a sign-in is shown after it', async ({ page }) => {
    await page.goto('/erp/pb-company');
    await page.waitForURL(/\/erp\/login/);
    await page.locator('input[name="id"]').fill('admin');
    await page.locator('input[name="pw"]').fill(password);
    await page.locator('button[type="submit"]').click();
    await page.waitForURL(/\/erp\/pb-company/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('公司');
  });

  test('a stranger’s way in asks nothing that is refused; who has signed in at another tab is in here too', async ({ page, context }) => {
    const said: string[] = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    await page.goto('/erp/pb-company');
    await page.waitForURL(/\/erp\/login/);
    await expect(page.locator('input[name="id"]')).toBeVisible();
    expect(said).toEqual([]);
    const other = await context.newPage();
    await signIn(other, 'admin', password);
    await other.close();
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      history.pushState(null, '', '/erp/pb-company');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('公司');
  });

  test('one’s devices are named on the profile, and one signs out on all of them', async ({ page, browser, reelbase }) => {
    const admin = await reelbase.api();
    const account = { id: 'many_devices', name: 'Devices', email: 'many.devices@example.com', pw: password, roles: ['[gs]'] };
    await admin('/api/pb/user', { method: 'POST', body: JSON.stringify(account) });
    const context = await browser.newContext({
      baseURL: reelbase.url,
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/1 Safari/604.1',
    });
    const phone = await context.newPage();
    await signIn(phone, account.id, password);
    await signIn(page, account.id, password);
    await page.goto('/erp/profile');
    await expect(page.getByRole('table').getByText('Safari 17 · iPhone')).toBeVisible();
    await page.getByRole('button', { name: '在所有裝置登出' }).click();
    await page.waitForURL(/\/erp\/login/);
    await phone.reload();
    await phone.waitForURL(/\/erp\/login/);
    await context.close();
  });

  test('signing out ends the session', async ({ page: staff, reelbase }) => {
    const next = { id: 'next.person', name: 'Next', email: 'next@example.com', pw: password, roles: ['[gs]'] };
    await (await reelbase.api())('/api/pb/user', { method: 'POST', body: JSON.stringify(next) });
    await signIn(staff, 'admin', password);
    await staff.evaluate(() => sessionStorage.setItem('draft:film:f1:', '{}'));
    await staff.getByRole('banner').getByRole('button').last().click();
    await staff.getByRole('menuitem', { name: /登出|Sign out/ }).click();
    await staff.waitForURL(/\/erp\/login/);
    const answer = await staff.request.get(`${reelbase.url}/api/auth/me`);
    expect([401, 440]).toContain(answer.status());
    expect(await staff.evaluate(() => sessionStorage.getItem('user'))).toBeNull();
    // Whoever comes next at this computer finds nothing of what was typed.
    await signIn(staff, next.id, password);
    expect(await staff.evaluate(() => sessionStorage.getItem('draft:film:f1:'))).toBeNull();
  });
});

test('C06 E14 a page asks for the objects once, and fetches no script again that came with it', async ({ staff }) => {
  const asked: string[] = [];
  staff.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  await staff.goto('/erp/filmman');
  await expect(staff.getByRole('main').locator('h1').first()).toBeVisible();
  await staff.waitForLoadState('networkidle');
  const own = await staff.locator('link[rel="modulepreload"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(own.length).toBeGreaterThan(3);
  expect(asked.filter((line) => line.endsWith(' /api/objects'))).toHaveLength(1);
  expect(own.filter((file) => asked.includes(`fetch ${file}`))).toEqual([]);
});

test('P01 what a screen needs first is on its way before the script runs, and is asked for once; a stranger’s page asks for nothing of anybody', async ({
  staff,
  playwright,
  reelbase,
}) => {
  const calls = ['/api/auth/me', '/api/objects', '/api/views'];
  for (const [path, part, rules] of [
    ['/erp/pb-film', 'list', ['user']],
    ['/erp/pb-film/edit', 'edit', ['user', 'film']],
    ['/erp/pb-film/edit', 'form-parts', ['user', 'film']],
    ['/erp/userman', 'list', ['user']],
    ['/erp/pb-sales_order', 'list', ['user', 'sales_order']],
    ['/erp', 'Home', ['user']],
  ] as const) {
    const asked: string[] = [];
    // A script is read from the cache by the import that follows its fetch.
    const note = (request: Request) => request.resourceType() !== 'script' && asked.push(new URL(request.url()).pathname);
    staff.on('request', note);
    await staff.goto(path);
    await expect(staff.locator('main h1').first()).toBeAttached();
    await staff.waitForLoadState('networkidle');
    staff.off('request', note);
    const hinted = await staff.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]) // of that type they are
        .filter(({ initiatorType }) => initiatorType === 'link')
        .map(({ name }) => new URL(name).pathname),
    );
    expect(hinted, path).toEqual(expect.arrayContaining([...calls, expect.stringMatching(/^\/assets\/texts-tw-/), expect.stringMatching(`^/assets/${part}-`)]));
    // Several are on their way at once, in no order.
    expect(hinted.flatMap((one) => /^\/api\/objects\/(\w+)\/validator-\w+\.js$/.exec(one)?.[1] ?? []).sort(), path).toEqual([...rules].sort());
    expect(
      hinted.filter((one) => asked.filter((other) => other === one).length !== 1),
      path,
    ).toEqual([]);
  }
  const stranger = await playwright.request.newContext({ baseURL: reelbase.url });
  const page = await (await stranger.get('/erp/pb-film')).text();
  expect(page).toContain('/assets/texts-tw-');
  expect(calls.filter((call) => page.includes(call))).toEqual([]);
  await stranger.dispose();
});

test('K01 where the session has ended, a page asks for nothing ahead, and a sign-in leads on at once', async ({ context, page, reelbase }) => {
  await signIn(page, 'admin', password);
  const cookies = await context.cookies();
  await page.request.post('/api/auth/logout', { data: {}, headers: { origin: reelbase.url } });
  await context.addCookies(cookies);
  const text = await (await page.request.get('/erp/pb-film')).text();
  await page.goto('/erp/pb-film', { waitUntil: 'networkidle' });
  await expect(page.getByRole('alert')).toBeVisible();
  await page.locator('input[name="id"]').fill('admin');
  await page.locator('input[name="pw"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/erp\/pb-film/);
  expect(text).not.toContain('href="/api/');
});
