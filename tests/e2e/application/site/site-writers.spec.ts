/** Two people write one enrolment: invited by mail, registered by its link, both at work, and one of them removed (issue 14.4, decision 132). */
import type { Locator } from '@playwright/test';
import { password, signIn } from '../../reelbase.ts';
import { campaignId, enter, expect, expectAccessible, type Page, test } from '../../site.ts';

const field = (page: Page, path: string): Locator => page.locator(`[data-path="${path}"]`).locator('input, textarea').first();

const words = {
  tw: {
    open: '可以填寫這份報名的人',
    email: '電子郵件',
    invite: '寄出邀請',
    sent: '已寄出邀請給',
    name: '姓名',
    pw: '密碼',
    confirm: '再輸入一次密碼',
    register: '註冊並開始填寫',
    changed: 'Gus 剛修改了：',
    isOthers: '您正在和林小河一起填寫這份報名',
    only: '只有林小河可以送出這份報名。',
    joined: '和您一起填寫',
    remove: '移除',
    gone: '您不能再填寫這份報名',
    list: '我的報名',
    rights: '權利與送出',
  },
  en: {
    open: 'People who may write this',
    email: 'E-mail address',
    invite: 'Send the invitation',
    sent: 'The invitation to',
    name: 'Name',
    pw: 'Password',
    confirm: 'Password again',
    register: 'Register and write',
    changed: 'Changed meanwhile by Gus: ',
    isOthers: 'You write 林小河’s enrolment with them',
    only: 'Only 林小河 can submit this enrolment.',
    joined: 'writes with you',
    remove: 'Remove',
    gone: 'You may not write this enrolment any more',
    list: 'My enrolments',
    rights: 'Rights and submission',
  },
};

for (const [lang, width] of [
  ['tw', 360],
  ['en', 1280],
] as const) {
  const w = words[lang];
  test(`the applicant invites, the invited registers by the link and writes, and both see it (${lang}, ${width} px)`, async ({
    context,
    page,
    site,
    browser,
  }) => {
    const session = await site.applicant(`owner-${lang}@example.com`);
    const guest = `guest-${lang}@example.com`;
    await page.setViewportSize({ width, height: 800 });
    await enter(context, site.url, session, lang);
    const headers = { 'content-type': 'application/json', cookie: session };
    const made = await fetch(`${site.url}/api/site/enrolments`, { method: 'POST', headers, body: JSON.stringify({ campaign: campaignId }) });
    const { id } = ((await made.json()) as { data: { id: string } }).data;
    await page.goto(`/enroll/edit?campaign=${campaignId}&id=${id}#film`);
    await field(page, 'cname').fill('潮間帶');
    await page.getByText(w.open, { exact: true }).click();
    const part = page.getByRole('region', { name: w.open });
    await part.getByLabel(w.email).fill(guest);
    await part.getByRole('button', { name: w.invite }).click();
    await expect(part.getByRole('status')).toContainText(w.sent);
    await expectAccessible(page, `invited ${lang}`);

    const mail = () => site.mails.received.find(({ recipients }) => recipients.includes(guest))?.text ?? '';
    await expect.poll(mail).toContain('invite=');
    const link = /https?:\/\/\S+invite=[\w-]+/.exec(mail())?.[0] ?? '';
    const other = await browser.newContext({ baseURL: site.url, viewport: { width, height: 800 } });
    await other.addCookies([{ name: 'lang', value: lang, url: site.url }]);
    const theirs = await other.newPage();
    await theirs.goto(new URL(link).pathname + new URL(link).search);
    await theirs.getByLabel(w.name, { exact: true }).fill('Gus');
    await expectAccessible(theirs, `invitation ${lang}`);
    await theirs.getByLabel(w.pw, { exact: true }).fill('river-9876');
    await theirs.getByLabel(w.confirm, { exact: true }).fill('river-9876');
    await theirs.getByRole('button', { name: w.register }).click();
    await theirs.waitForURL(/enroll\/edit/);
    await expect(theirs.getByText(w.isOthers)).toBeVisible();
    await theirs.goto(`/enroll/edit?campaign=${campaignId}&id=${id}#film`);
    await theirs.reload();
    await field(theirs, 'pname').fill('共同的片名');
    await expectAccessible(theirs, `co-writer ${lang}`);
    await expect(theirs.getByText(w.open)).toHaveCount(0);
    await expect(field(page, 'pname')).toHaveValue('共同的片名', { timeout: 60_000 });
    await expect(page.locator('.ui-notice').filter({ hasText: w.changed })).toBeVisible();

    // Staff see them below the form of the enrolment.
    const office = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
    await office.addCookies([{ name: 'lang', value: lang, url: site.url }]);
    const staff = await office.newPage();
    await signIn(staff, 'admin', password);
    await staff.goto(`/erp/ccdfenroll/edit?id=${id}`);
    await expect(staff.locator('[data-related="enrolment_writer.enrolment"]')).toContainText(guest);
    await office.close();

    // Only the applicant submits.
    await theirs.goto(`/enroll/edit?campaign=${campaignId}&id=${id}#rights`);
    await theirs.reload();
    await expect(theirs.getByText(w.only)).toBeVisible();
    await theirs.goto(`/enroll/edit?campaign=${campaignId}`);
    await expect(theirs.getByText(lang === 'tw' ? '林小河的報名' : '林小河’s enrolment')).toBeVisible();
    await expectAccessible(theirs, `list ${lang}`);

    // Removed while they write: what they typed stays with them.
    await theirs.goto(`/enroll/edit?campaign=${campaignId}&id=${id}#film`);
    await field(theirs, 'logline').waitFor();
    await page.reload();
    await page.getByText(w.open, { exact: true }).click();
    await expect(part.getByText(w.joined, { exact: true })).toBeVisible();
    await part.getByRole('button', { name: w.remove }).click();
    await expect(part.getByText('Gus')).toHaveCount(0);
    await field(theirs, 'logline').fill('沒有存到的一句話');
    await expect(theirs.getByText(w.gone)).toBeVisible();
    await expect(theirs.getByText('沒有存到的一句話')).toBeVisible();
    await expectAccessible(theirs, `removed ${lang}`);
    await expect(theirs.getByRole('main').getByRole('link', { name: w.list })).toHaveAttribute('href', /enroll\/edit/);
    await other.close();
  });
}
