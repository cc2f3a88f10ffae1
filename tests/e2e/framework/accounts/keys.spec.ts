/** API keys on the system page, a page of another origin that calls by one, and the reader of the API's description. */
import { createServer, type Server } from 'node:http';
import { seriousFaults } from '../../axe.ts';
import { corsOrigin, expect, expectNoWider, test } from '../../reelbase.ts';

/** A server of another origin with an empty page; where one listens there already, another worker's test has it. */
async function pagesAt(origin: string): Promise<Server> {
  const server = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Partner</title>'));
  await new Promise<void>((go) => server.once('error', () => go()).listen(Number(new URL(origin).port), 'localhost', go));
  return server;
}

test('an administrator makes a key, sees it once, and revokes it after a question', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/sysman?tab=keys');
  await staff.getByLabel('Purpose').fill('Nightly sync');
  await staff.getByLabel('Scope', { exact: true }).selectOption('some');
  await staff.getByRole('checkbox', { name: /\[op\]/ }).check();
  await staff.getByRole('group', { name: 'Objects' }).getByLabel('Company').selectOption('read');
  for (const width of [360, 1440]) {
    await staff.setViewportSize({ width, height: 900 });
    await expectNoWider(staff);
    expect([width, await seriousFaults(staff)]).toEqual([width, []]);
  }
  await staff.getByRole('button', { name: 'Create key' }).click();
  const token = (await staff.locator('.key-token').textContent()) ?? '';
  expect(token).toMatch(/^rb_[a-z2-7]{10}[\w-]{43}$/);
  const call = (path: string) => fetch(reelbase.url + path, { headers: { Authorization: `Bearer ${token}` } });
  expect([(await call('/api/pb/company')).status, (await call('/api/pb/film')).status]).toEqual([200, 403]);
  // An address without https has no clipboard of the newer kind: what is selected is copied, and a refusal shows the text.
  await staff.evaluate(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => {
      if (document.activeElement instanceof HTMLTextAreaElement) document.body.dataset.copied = document.activeElement.value;
    });
  });
  await staff.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(staff.getByText('Copied', { exact: true })).toBeVisible();
  expect(await staff.evaluate(() => document.body.dataset.copied)).toBe(token);
  await staff.evaluate(() => {
    document.execCommand = () => false;
  });
  await staff.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(staff.locator('.notices').getByText(/did not allow copying/)).toBeVisible();
  await expect(staff.locator('.notices')).toContainText(token);
  await staff.getByRole('button', { name: 'Hide' }).click();
  await staff.reload();
  await expect(staff.getByText(token.slice(0, 13))).toBeVisible();
  await expect(staff.getByText(token)).toHaveCount(0);
  await expect(staff.getByText('Company (Read)')).toBeVisible();
  await staff.getByRole('button', { name: 'Revoke the key “Nightly sync”' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(staff.getByText('Key revoked')).toBeVisible();
  expect((await call('/api/pb/company')).status).toBe(401);
  await staff.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
  await staff.goto('/erp/sysman?tab=keys');
  await expect(staff.getByRole('heading', { name: '新增金鑰' })).toBeVisible();
  await expect(staff.getByRole('heading', { name: 'API 金鑰' })).toBeVisible();
  await expect(staff.getByText(/已於 .+ 撤銷/)).toBeVisible();
  expect(await seriousFaults(staff)).toEqual([]);
});

test('a page of an allowed origin calls by a key and reads the answer; without one, or from elsewhere, the browser keeps it away', async ({
  page,
  reelbase,
}) => {
  const api = await reelbase.api();
  const made = await api('/api/keys', { method: 'POST', body: JSON.stringify({ name: 'Partner page', roles: ['[]'], scope: 'all' }) });
  const { token } = (await made.json()).data;
  await page.context().addCookies([{ ...reelbase.session, url: reelbase.url }]);
  const ask = async (origin: string, init: RequestInit, path = '/api/pb/company') => {
    await page.goto(`${origin}/`);
    return page.evaluate(
      async ([address, options]) => {
        try {
          const answer = await fetch(address, options);
          return { status: answer.status, range: answer.headers.get('Content-Range'), limit: answer.headers.get('RateLimit') };
        } catch {
          return 'refused';
        }
      },
      [reelbase.url + path, init] as const,
    );
  };
  const elsewhere = 'http://localhost:4998';
  const servers = await Promise.all([corsOrigin, elsewhere].map(pagesAt));
  const headers = { Authorization: `Bearer ${token}` };
  expect(await ask(corsOrigin, { headers })).toMatchObject({ status: 200, range: expect.stringMatching(/^company /), limit: expect.stringContaining('"key"') });
  const body = JSON.stringify({ id: 'from_partner', name: 'From a page elsewhere', type: 1 });
  expect(
    await ask(corsOrigin, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': 'partner-1' }, body }),
  ).toMatchObject({
    status: 201,
  });
  expect(await ask(corsOrigin, { headers: { Authorization: 'Bearer rb_none' } })).toMatchObject({ status: 401 });
  expect(await ask(corsOrigin, { credentials: 'include' })).toBe('refused');
  expect(await ask(corsOrigin, { headers, credentials: 'include' })).toBe('refused');
  expect(await ask(elsewhere, { headers })).toBe('refused');
  expect((await api('/api/pb/company/from_partner')).status).toBe(200);
  for (const server of servers) server.close();
});

test('the reader shows what can be called, from our own files alone and within the policy', async ({ staff, browser, reelbase }) => {
  const [problems, addresses]: [string[], string[]] = [[], []];
  staff.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  staff.on('request', (request) => addresses.push(request.url()));
  await staff.goto('/api/docs?lang=en');
  await expect(staff.getByRole('heading', { name: /Reelbase API/ })).toBeVisible();
  await staff.getByRole('link', { name: 'company', exact: true }).click();
  await staff.getByText('Company: change one').click();
  await expect(staff.getByText('If-Match').first()).toBeVisible();
  expect(addresses.filter((address) => !address.startsWith(reelbase.url) && !address.startsWith('data:'))).toEqual([]);
  expect(problems).toEqual([]);
  await staff.goto('/api/docs?lang=tw');
  await expect(staff.getByText(/API 金鑰/).first()).toBeVisible();
  const other = await (await browser.newContext({ baseURL: reelbase.url })).newPage();
  await other.goto('/api/docs');
  await expect(other).toHaveURL(/\/erp\/login/);
});
