import { Secret, TOTP } from 'otpauth';
import { seriousFaults } from '../../axe.ts';
import { looks } from '../../looks.ts';
import { expect, expectNoWider, type Page, signIn, test } from '../../reelbase.ts';

const pw = 'carried around 3';
/** Half a minute ahead of what was used last: no code opens twice, and the server takes the neighbouring ones. */
const shown = (key: string, off = 0) => new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + off * 30_000 });

async function speakEnglish(page: Page): Promise<void> {
  await page.goto('/erp/login');
  await page.getByRole('button', { name: 'English' }).click();
}

async function typePassword(page: Page, id: string): Promise<void> {
  await page.locator('input[name="id"]').fill(id);
  await page.locator('input[name="pw"]').fill(pw);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: /登出|Sign out/ }).click();
  await page.waitForURL(/\/erp\/login/);
}

test.describe('the second factor', () => {
  test('is set up on the profile, asked for at sign-in, opened by a recovery code, and reset by an administrator', async ({ page, reelbase, browser }) => {
    const id = 'factor_setter';
    const admin = await reelbase.api();
    await admin('/api/pb/user', { method: 'POST', body: JSON.stringify({ id, name: 'Setter', email: `${id}@example.com`, pw, roles: ['[gs]'] }) });
    await speakEnglish(page);
    await signIn(page, id, pw);
    await page.goto('/erp/profile');
    const panel = page.locator('section.panel').filter({ has: page.getByRole('heading', { name: 'Two-step verification' }) });
    await expect(panel).toContainText('Not set up.');
    await panel.getByRole('button', { name: 'Set up' }).click();
    await panel.getByLabel('Current password').fill(pw);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
    const key = await panel.getByLabel('Key', { exact: true }).inputValue();
    await panel.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('alert')).toBeVisible();
    await panel.getByLabel('Code', { exact: true }).fill(shown(key));
    await page.keyboard.press('Enter');
    await expect(panel.locator('code')).toHaveCount(10);
    const codes = await panel.locator('code').allTextContents();
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save as a file' }).click();
    expect((await download).suggestedFilename()).toBe('reelbase-recovery-codes.txt');
    await panel.getByRole('button', { name: 'I have saved them' }).click();
    await expect(panel).toContainText('10 recovery codes left');

    await signOut(page);
    await typePassword(page, id);
    await expect(page.getByText('Your password is right')).toBeVisible();
    await expect(page.locator('input[name="code"]')).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('The code is not right');
    await page.locator('input[name="code"]').fill(shown(key, 1));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/erp\/?$/);

    await signOut(page);
    await typePassword(page, id);
    await page.locator('input[name="code"]').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/erp\/?$/);

    const context = await browser.newContext();
    await context.addCookies([
      { ...reelbase.session, url: reelbase.url, httpOnly: true, sameSite: 'Lax' },
      { name: 'lang', value: 'en', url: reelbase.url },
    ]);
    const staff = await context.newPage();
    await staff.goto(`${reelbase.url}/erp/userman/edit?id=${id}`);
    await staff.getByRole('button', { name: 'Reset two-step verification' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Reset two-step verification' }).click();
    await expect(staff.getByText('Two-step verification was reset')).toBeVisible();
    await context.close();
    await page.reload();
    await page.waitForURL(/\/erp\/login/);
    await typePassword(page, id);
    await page.waitForURL(/\/erp\/?$/);
  });

  test('its steps are whole in both languages, on a phone and a desktop, and axe finds nothing', async ({ browser, reelbase }) => {
    const id = 'factor_looker';
    const admin = await reelbase.api();
    await admin('/api/pb/user', { method: 'POST', body: JSON.stringify({ id, name: 'Looker', email: `${id}@example.com`, pw, roles: ['[gs]'] }) });
    for (const { lang, width, colorScheme } of looks) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, baseURL: reelbase.url });
      await context.addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      const page = await context.newPage();
      await signIn(page, id, pw);
      await page.goto('/erp/profile');
      await page.getByRole('button', { name: lang === 'tw' ? '開始設定' : 'Set up' }).click();
      await page.locator('input[name="old"]').last().fill(pw);
      await page.keyboard.press('Enter');
      await expect(page.locator('.factor-qr')).toBeVisible();
      await expectNoWider(page);
      expect(await seriousFaults(page)).toEqual([]);
      await context.close();
    }
  });
});
