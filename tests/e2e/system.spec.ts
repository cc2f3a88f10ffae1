import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, password, signIn, test } from './reelbase.ts';

const phone = { width: 360, height: 740 };
const isNarrowEnough = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
async function hasNothingSerious(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('R29 the system page: sessions, mails, errors with their stack, a backup made and downloaded', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/sysman');
  await expect(staff.getByRole('heading', { name: 'Storage' })).toBeVisible();
  await staff.evaluate(() => setTimeout(() => Promise.reject(new Error('the browser test broke it')), 0));
  await staff.getByRole('tab', { name: 'Sign-ins' }).click();
  await expect(staff.getByText('This one')).toBeVisible();
  await staff.getByRole('tab', { name: 'Mail' }).click();
  await staff.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect(staff.getByRole('cell', { name: 'Reelbase' })).toBeVisible();
  await staff.getByRole('tab', { name: 'Errors' }).click();
  await staff.getByRole('button', { name: /the browser test broke it/ }).click();
  await expect(staff.getByRole('region', { name: 'Stack' })).toContainText('Error');
  await staff.getByRole('tab', { name: 'Jobs and backup' }).click();
  await staff.getByRole('button', { name: 'Make a backup now' }).click();
  await expect(staff.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 20_000 });
  const [download] = await Promise.all([staff.waitForEvent('download'), staff.getByRole('link', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^reelbase-\d{8}-\d{6}\.tar\.gz$/);
  await staff.setViewportSize(phone);
  for (const tab of ['', '?tab=people', '?tab=mail', '?tab=errors', '?tab=jobs']) {
    await staff.goto(`/erp/sysman${tab}`);
    await expect(staff.getByRole('heading', { name: 'System' })).toBeVisible();
    await staff.waitForTimeout(500);
    expect([tab, await isNarrowEnough(staff)]).toEqual([tab, true]);
    expect([tab, await hasNothingSerious(staff)]).toEqual([tab, []]);
  }
});

test('P01 P02 the permission matrix, and a look at the system as a guest', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/permissions');
  await expect(staff.getByRole('columnheader', { name: /Guest/ })).toBeVisible();
  await staff.getByLabel('Filter').fill('password');
  await staff.getByLabel('Object').selectOption('user');
  await expect(staff.getByRole('row', { name: /^Password \(pw\)/ })).toContainText('w');
  expect(await hasNothingSerious(staff)).toEqual([]);
  await staff.setViewportSize(phone);
  expect(await isNarrowEnough(staff)).toBe(true);
  await staff.setViewportSize({ width: 1280, height: 800 });
  await staff.getByRole('button', { name: 'View as Guest' }).click();
  await expect(staff.getByText('You view the system as Guest.')).toBeVisible();
  await expect(staff.getByRole('link', { name: 'System' })).toHaveCount(0);
  await staff.goto('/erp/filmman');
  await expect(staff.getByText('You view the system as Guest.')).toBeVisible();
  await staff.getByRole('button', { name: 'Back to my own rights' }).click();
  await expect(staff.getByRole('link', { name: 'System' })).toBeVisible();
});

test('R11 a link that is handed over sets a password; a one-time password asks for another; the profile keeps menu and language', async ({
  page,
  reelbase,
  context,
}) => {
  await context.addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const admin = await reelbase.api();
  const made = await admin('/api/pb/user', {
    method: 'POST',
    body: JSON.stringify({ id: 'newcomer', name: 'Newcomer', email: 'newcomer@example.com', pw: 'given once', pwOnce: true, roles: ['[gs]'], lang: 'en' }),
  });
  expect(made.status).toBe(201);
  const { data } = await (await admin('/api/pb/user/newcomer/reset-link', { method: 'POST', body: '{}' })).json();
  // What the administrator hands over is opened in a browser that is signed in nowhere.
  await page.goto(data.link);
  await expect(page.getByText('Choose a new password.')).toBeVisible();
  expect(page.url()).not.toContain('reset=');
  await page.getByLabel('New password', { exact: true }).fill('own choice 1');
  await page.getByLabel('New password once more').fill('own choice 1');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Your new password is set.')).toBeVisible();
  const ver = (await (await admin('/api/pb/user/newcomer')).json()).ver;
  await admin('/api/pb/user/newcomer', { method: 'PUT', body: JSON.stringify({ pw: 'given again', pwOnce: true, ver }) });
  await page.locator('input[name="pw"]').fill('given again');
  await page.locator('button[type="submit"]').click();
  await expect(page.getByText('please choose your own')).toBeVisible();
  expect(await hasNothingSerious(page)).toEqual([]);
  await page.locator('input[name="old"]').fill('given again');
  await page.locator('input[name="pw"]').fill('own choice 2');
  await page.locator('input[name="confirm"]').fill('own choice 2');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.getByRole('button', { name: 'Newcomer' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Newcomer Chen');
  await page.getByLabel('Menu', { exact: true }).selectOption('2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.top-menu')).toBeVisible();
  expect(await hasNothingSerious(page)).toEqual([]);
  await page.getByLabel('Menu', { exact: true }).selectOption('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.frame-narrow')).toBeVisible();
  await page.setViewportSize(phone);
  expect(await isNarrowEnough(page)).toBe(true);
});

test('K03 a forgotten password is asked for on the sign-in page; a wrong code is told', async ({ page, reelbase, context }) => {
  await context.addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/login');
  await page.getByRole('button', { name: 'Forgotten password?' }).click();
  await page.locator('input[name="id"]').fill('admin');
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.locator('input[name="code"]').fill('000000');
  await page.locator('input[name="pw"]').fill('something else');
  await page.locator('input[name="confirm"]').fill('something else');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await signIn(page, 'admin', password);
});
