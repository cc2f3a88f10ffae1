/** Accounts of the public site as an applicant and a juror meet them: on a telephone, in both languages, with the code from a real mail server. */
import { expect, expectAccessible, type Page, type Site, stamp, test } from '../../site.ts';

/** The code of the newest mail to the address, waited for. */
async function codeTo(site: Site, address: string, count = 1): Promise<string> {
  const found = () => site.mails.received.filter(({ recipients }) => recipients.includes(address));
  await expect.poll(() => found().length).toBe(count);
  return /\b\d{6}\b/.exec(found().at(-1)?.text ?? '')?.[0] ?? 'none';
}

const words = {
  tw: {
    register: '建立帳號',
    signIn: '登入',
    email: '電子郵件',
    pw: '密碼',
    newPw: '新密碼',
    confirm: '再輸入一次密碼',
    show: '顯示密碼',
    send: '寄送驗證碼',
    code: '六位數驗證碼',
    forgot: '忘記密碼？',
    first: '第一次登入或忘記密碼？',
    save: '儲存並登入',
    exists: '這個電子郵件已經有帳號，請直接登入',
    notExist: '找不到這個電子郵件的帳號',
    left: '驗證碼不符，還可以再試 4 次',
    failed: '帳號或密碼錯誤。請確認後再試，或重設密碼。',
    account: '帳號：',
    name: '姓名',
    saveProfile: '儲存',
    saved: '已儲存',
    newEmail: '新的電子郵件',
    old: '目前的密碼',
    confirmChange: '確認變更',
    changed: '密碼已變更，其他裝置已登出。',
    change: '變更密碼',
    signOut: '登出',
    data: '我的資料',
    sure: '我了解刪除後無法復原',
    erase: '刪除我的資料',
    erased: '您的資料已刪除',
    close: '關閉',
  },
  en: {
    register: 'Create account',
    signIn: 'Sign in',
    email: 'E-mail address',
    pw: 'Password',
    newPw: 'New password',
    confirm: 'Password again',
    show: 'Show password',
    send: 'Send me a code',
    code: 'Six-digit code',
    forgot: 'Forgotten your password?',
    first: 'First time here, or forgotten your password?',
    save: 'Save and sign in',
    exists: 'There is an account with this address already; please sign in',
    notExist: 'There is no account with this address',
    left: 'The code does not match; attempts left: 4',
    failed: 'Login failed. Check the address and the password, or reset the password.',
    account: 'Account: ',
    name: 'Name',
    saveProfile: 'Save',
    saved: 'Saved',
    newEmail: 'New e-mail address',
    old: 'Current password',
    confirmChange: 'Confirm the change',
    changed: 'Your password was changed, and other devices were signed out.',
    change: 'Change password',
    signOut: 'Sign out',
    data: 'My data',
    sure: 'I understand that this cannot be undone',
    erase: 'Erase my data',
    erased: 'Your data was erased',
    close: 'Close',
  },
};

const panel = (page: Page) => page.locator('.account-panel');
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });
/** The other tab: nobody has signed in on this device. */
const toSignIn = (page: Page, name: string) => panel(page).locator('.account-tabs').getByRole('button', { name, exact: true }).click();
const button = (page: Page, name: string) => panel(page).locator('form').getByRole('button', { name, exact: true });

for (const lang of ['tw', 'en'] as const) {
  const t = words[lang];
  const address = `mei-${lang}@example.com`;

  test.describe(`accounts of the public site in ${lang}, on a telephone`, () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
    test.describe.configure({ mode: 'serial' });

    test.beforeEach(async ({ context, site }) => {
      await context.addCookies([{ name: 'lang', value: lang, url: site.url }]);
    });

    test(`P04 V14 K03 somebody registers with the mailed code (${lang})`, async ({ page, site }) => {
      await page.goto('/enroll');
      // The first tab of a first visitor.
      await expect(panel(page).locator('.account-tabs button')).toHaveText([t.register, t.signIn]);
      await expectAccessible(page, `registering in ${lang}`);
      // V11-V13: all that is wrong at once, the first field has the focus, nothing is lost.
      await field(page, t.name).fill('Mei');
      await field(page, t.email).fill('mei');
      await field(page, t.pw).fill('abc');
      await field(page, t.confirm).fill('abd');
      await button(page, t.send).click();
      await expect(panel(page).locator('.ui-error')).toHaveCount(3);
      await expect(field(page, t.email)).toBeFocused();
      await expect(field(page, t.email)).toHaveValue('mei');
      await expectAccessible(page, `registering, refused in ${lang}`);
      await field(page, t.email).fill(address.toUpperCase());
      await field(page, t.pw).fill('tide');
      await field(page, t.confirm).fill('tide');
      await expect(field(page, t.pw)).toHaveAttribute('autocomplete', 'new-password');
      await panel(page).getByLabel(t.show).check();
      await expect(field(page, t.pw)).toHaveAttribute('type', 'text');
      await button(page, t.send).click();
      await expect(panel(page)).toContainText(address);
      const code = await codeTo(site, address);
      await expect(field(page, t.code)).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(field(page, t.code)).toHaveAttribute('inputmode', 'numeric');
      await field(page, t.code).fill(code === '000000' ? '000001' : '000000');
      await expect(panel(page)).toContainText(t.left);
      await expectAccessible(page, `the code, refused in ${lang}`);
      // The telephone threw the page away while the mail was looked at.
      await page.reload();
      await expect(panel(page)).toContainText(address);
      // Pasted with what stands around it.
      await field(page, t.code).fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
      await expect(panel(page)).toHaveCount(0);
      const me = await page.request.get('/api/site/applicant/me');
      expect((await me.json()).data).toMatchObject({ email: address, lang });
    });

    test(`K01 K02 wrong passwords and taken addresses are explained in words (${lang})`, async ({ page }) => {
      await page.goto('/enroll');
      await toSignIn(page, t.signIn);
      await field(page, t.email).fill(address);
      await field(page, t.pw).fill('wrong');
      await expect(field(page, t.pw)).toHaveAttribute('autocomplete', 'current-password');
      await expect(field(page, t.email)).toHaveAttribute('autocomplete', 'username');
      await button(page, t.signIn).click();
      await expect(panel(page).getByRole('alert')).toHaveText(t.failed);
      await expect(field(page, t.pw)).toHaveValue('wrong');
      await panel(page).getByRole('button', { name: t.register, exact: true }).first().click();
      await expect(field(page, t.email)).toHaveValue(address);
      await field(page, t.name).fill('Mei');
      await field(page, t.pw).fill('other');
      await field(page, t.confirm).fill('other');
      await button(page, t.send).click();
      await expect(panel(page)).toContainText(t.exists);
      await expectAccessible(page, `a taken address in ${lang}`);
    });

    test(`P04 K02 K04 a forgotten password is replaced with the mailed code (${lang})`, async ({ page, site }) => {
      await page.goto('/enroll');
      await toSignIn(page, t.signIn);
      await button(page, t.forgot).click();
      await field(page, t.email).fill('nobody@example.com');
      await button(page, t.send).click();
      await expect(panel(page)).toContainText(t.notExist);
      await field(page, t.email).fill(address);
      await button(page, t.send).click();
      const code = await codeTo(site, address, 2);
      await field(page, t.code).fill(code);
      await field(page, t.newPw).fill('newer');
      await field(page, t.confirm).fill('newest');
      await button(page, t.save).click();
      await expect(field(page, t.confirm)).toBeFocused();
      await expect(field(page, t.code)).toHaveValue(code);
      await expectAccessible(page, `a reset, refused in ${lang}`);
      await field(page, t.confirm).fill('newer');
      await button(page, t.save).click();
      await expect(panel(page)).toHaveCount(0);
    });

    test(`P04 no typed text is lost when the connection is (${lang})`, async ({ page, context }) => {
      await page.goto('/enroll');
      await toSignIn(page, t.signIn);
      await field(page, t.email).fill(address);
      await field(page, t.pw).fill('newer');
      await context.setOffline(true);
      await button(page, t.signIn).click();
      await expect(panel(page).getByRole('alert')).toBeVisible();
      await expect(field(page, t.pw)).toHaveValue('newer');
      await context.setOffline(false);
      await button(page, t.signIn).click();
      await expect(panel(page)).toHaveCount(0);
    });

    test(`P04 people change their own profile, address and password, download their data and have it erased (${lang})`, async ({ page, site }) => {
      await page.goto('/enroll');
      await toSignIn(page, t.signIn);
      await field(page, t.email).fill(address);
      await field(page, t.pw).fill('newer');
      await button(page, t.signIn).click();
      await page.getByRole('button', { name: `${t.account}Mei` }).click();
      const dialog = page.getByRole('dialog');
      const typed = (label: string) => dialog.getByLabel(label, { exact: true }).locator('visible=true');
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).locator('visible=true').last().click();
      await typed(t.name).fill('林美惠');
      await press(t.saveProfile);
      await expect(dialog.getByRole('status')).toHaveText(t.saved);
      await expectAccessible(page, `the profile in ${lang}`);
      expect((await (await page.request.get('/api/site/applicant/me')).json()).data.name).toBe('林美惠');
      await press(lang === 'en' ? 'E-mail' : t.email);
      await typed(t.newEmail).fill(`new-${address}`);
      await typed(t.old).fill('newer');
      await expectAccessible(page, `another address in ${lang}`);
      await press(t.send);
      await typed(t.code).fill(await codeTo(site, `new-${address}`));
      await press(t.confirmChange);
      await expect(dialog.locator('.account-who')).toContainText(`new-${address}`);
      await press(t.pw);
      await typed(t.old).fill('newer');
      await typed(t.newPw).fill('third');
      await typed(t.confirm).fill('third');
      await press(t.change);
      await expect(dialog.getByText(t.changed)).toBeVisible();
      await expectAccessible(page, `another password in ${lang}`);
      await press(t.data);
      for (const [index, ending] of ['zip', 'json'].entries()) {
        const [download] = await Promise.all([page.waitForEvent('download'), dialog.locator('a[download]').nth(index).click()]);
        expect(download.suggestedFilename()).toMatch(new RegExp(`^my-data-.*[.]${ending}$`));
      }
      await press(t.erase);
      await expect(dialog.locator('.ui-error')).toHaveCount(2);
      await expectAccessible(page, `erasing, refused in ${lang}`);
      if (lang === 'en') await press(t.signOut);
      else {
        await dialog.getByLabel(t.sure).check();
        await typed(t.old).fill('third');
        await press(t.erase);
        await expect(dialog).toContainText(t.erased);
        await press(t.close);
      }
      await expect(panel(page)).toBeVisible();
      expect((await page.request.get('/api/site/applicant/me')).status()).toBe(401);
    });
  });
}

test('a character that the page did not bring has its glyph, on a device without a Chinese face too', async ({ page, site }) => {
  await site.staff('POST', '/api/pb/campaign', { id: 'typed', cna: '第 17 屆', edition: 15, maxSel: 2, cStart: stamp(-86_400_000), cEnd: stamp(86_400_000) });
  await page.goto('/enroll?campaign=typed');
  const faces = () => page.evaluate(async () => (await document.fonts.load('16px "Reel Slices"', '鱻')).map(({ status }) => status));
  await expect.poll(faces).toContain('loaded');
});

test('P04 who registers reads what the privacy notice says, and goes to it', async ({ page, site }) => {
  const day = 86_400_000;
  await site.staff('POST', '/api/pb/campaign', { id: 'noticed', cna: '第 16 屆', edition: 15, maxSel: 2, cStart: stamp(-day), cEnd: stamp(9 * day) });
  const [titleTw, leadTw] = ['個人資料告知', '您的資料保存到該屆結束後兩年。'];
  const made = await site.staff<{ id: string; ver: number }>('POST', '/api/pb/site_page', {
    cid: 'noticed',
    kind: 'privacy',
    slug: 'privacy',
    titleTw,
    leadTw,
  });
  await site.staff('POST', `/api/pb/site_page/${made.id}/actions/publish`, { ver: made.ver });
  await page.goto('/enroll?campaign=noticed');
  await panel(page).getByRole('button', { name: words.tw.register, exact: true }).first().click();
  await expect(panel(page).locator('.privacy-line')).toHaveText(`${leadTw} ${titleTw}`);
  await expectAccessible(page, 'registering beside the notice');
  const [notice] = await Promise.all([page.waitForEvent('popup'), panel(page).getByRole('link', { name: titleTw }).click()]);
  await expect(notice.getByRole('heading', { level: 1 })).toHaveText(titleTw);
});

test('P04 a juror sets the first password with the mailed code and is signed in', async ({ page, site }) => {
  const day = 86_400_000;
  const window = { cStart: stamp(-9 * day), cEnd: stamp(-5 * day), sStart: stamp(-day), sEnd: stamp(30 * day) };
  await site.staff('POST', '/api/pb/campaign', { id: 'reading', cna: '評選中', edition: 14, maxSel: 2, ...window });
  await site.staff('POST', '/api/pb/jury', { cid: 'reading', name: '陳評審', ename: 'Juror Chen', email: 'juror@example.com' });
  await page.goto('/selection?campaign=reading');
  const t = words.tw;
  await button(page, t.first).click();
  await field(page, t.email).fill('juror@example.com');
  await button(page, t.send).click();
  await field(page, t.code).fill(await codeTo(site, 'juror@example.com'));
  await field(page, t.newPw).fill('read60');
  await field(page, t.confirm).fill('read60');
  await button(page, t.save).click();
  await expect(panel(page)).toHaveCount(0);
  expect((await (await page.request.get('/api/site/jury/me')).json()).data).toMatchObject({ campaign: 'reading', name: '陳評審' });
  // On an English page by the English name.
  await expect(page.getByRole('button', { name: '帳號：陳評審' })).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Account: Juror Chen' })).toBeVisible();
});
