import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProviderProcess, runProvider } from '../../../support/network/provider.ts';
import { expect, expectNoWider, startServer, test } from '../../reelbase.ts';

test.describe('sign-in with the house’s provider', () => {
  let provider: ProviderProcess;
  let server: Awaited<ReturnType<typeof startServer>>;
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-oidc-'));

  test.beforeAll(async () => {
    provider = await runProvider({ boss: { email: 'admin@example.com', email_verified: true }, stranger: { email: 'x@example.com', email_verified: true } });
    server = await startServer({ DATA_DIR: folder, PORT: '0', ADMIN_PASSWORD: 'not asked for 1', LOG_LEVEL: 'warn', ...provider.env });
  });
  test.afterAll(async () => {
    await server.stop();
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const { lang, button, refusal } of [
    { lang: 'tw', button: '以 Example Directory 登入', refusal: '沒有使用您電子郵件的帳號' },
    { lang: 'en', button: 'Sign in with Example Directory', refusal: 'There is no account with your e-mail address' },
  ]) {
    test(`by the button, and where it leads nowhere, why (${lang})`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
      await context.addCookies([{ name: 'lang', value: lang, url: server.url }]);
      const page = await context.newPage();
      const signIn = async (name: string) => {
        await page.getByRole('link', { name: button }).click();
        await page.locator('input[name="login"]').fill(name);
        await page.locator('input[name="password"]').fill('any');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Continue' }).click();
      };
      await page.goto(`${server.url}/erp/login`);
      await expectNoWider(page);
      await signIn('stranger');
      await expect(page.getByRole('alert')).toContainText(refusal);
      await expect(page).toHaveURL(`${server.url}/erp/login`);
      await context.clearCookies({ name: /^_/ }); // the provider remembers who that was
      await page.goto(`${server.url}/erp/profile`);
      await page.waitForURL(/\/erp\/login/);
      await signIn('boss');
      await page.waitForURL(/\/erp\/profile/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('admin');
      await context.close();
    });
  }
});
