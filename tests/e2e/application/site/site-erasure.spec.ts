/** Somebody's data erased as people meet it: asked for on the public site, carried out by staff with a name typed, told by a last mail (issue 14.1, decision 146). */
import { expectNoWider, password, signIn } from '../../reelbase.ts';
import { applicantPassword, campaignId, enter, expect, expectAccessible, test } from '../../site.ts';

const project = {
  cname: '霜降',
  ename: 'First Frost',
  logline: 'A line.',
  genre: ['[AR]'],
  len: '[FL]',
  stage: 2,
  trailer: 'https://video.example.com/1',
};

const words = {
  tw: {
    account: '帳號：季霜',
    data: '我的資料',
    sure: '我了解刪除後無法復原',
    old: '目前的密碼',
    ask: '請求刪除我的資料',
    asked: '提出刪除請求',
    takeBack: '取消刪除請求',
    takenBack: '已取消請求',
    waiting: '請求刪除資料',
    erase: '刪除個人資料',
    effect: '報名：中文片名：清除 1 筆',
    typed: '請輸入「季霜」以確認',
    subject: '已依您的請求刪除個人資料',
  },
  en: {
    account: 'Account: 季霜',
    data: 'My data',
    sure: 'I understand that this cannot be undone',
    old: 'Current password',
    ask: 'Ask for my data to be erased',
    asked: 'You asked for this on',
    takeBack: 'Take this back',
    takenBack: 'Your data stays as it is',
    waiting: 'Erasure requested',
    erase: 'Erase personal data',
    effect: 'Enrolment: Title in Chinese: 1 cleared',
    typed: 'Type “季霜” to confirm',
    subject: 'Your personal data was erased, as you asked',
  },
};

for (const lang of ['tw', 'en'] as const) {
  const t = words[lang];
  const email = `leaves-${lang}@example.com`;

  test(`P02 P04 somebody asks for it during a campaign, staff erase it with the name typed, and a last mail says so (${lang})`, async ({
    page,
    browser,
    site,
  }) => {
    const session = await site.applicant(email);
    const [{ id, ver }] = await site.staff<[{ id: string; ver: number }]>('GET', `/api/pb/applicant?filter=${encodeURIComponent(JSON.stringify({ email }))}`);
    await site.staff('PUT', `/api/pb/applicant/${id}`, { name: '季霜', lang, ver });
    const draft = await site.staff<{ id: string; ver: number }>('POST', '/api/pb/enrolment', { cid: campaignId, applicant: id, attProgram: ['C'], ...project });
    await site.staff('PUT', `/api/pb/enrolment/${draft.id}`, { status: 'submitted', ver: draft.ver });

    await page.setViewportSize({ width: 360, height: 740 });
    await enter(page.context(), site.url, session, lang);
    await page.goto('/enroll');
    await page.getByRole('button', { name: t.account }).click();
    const own = page.getByRole('dialog');
    await own.getByRole('button', { name: t.data, exact: true }).click();
    const ask = async () => {
      await own.getByLabel(t.sure).check();
      await own.getByLabel(t.old, { exact: true }).locator('visible=true').fill(applicantPassword);
      await own.getByRole('button', { name: t.ask }).click();
      await expect(own.getByText(t.asked)).toBeVisible();
    };
    await ask();
    await expectAccessible(page, `an erasure asked for in ${lang}`);
    // Taken back it is as if it had not been asked for, and can be asked for anew.
    await own.getByRole('button', { name: t.takeBack }).click();
    await expect(own.getByText(t.takenBack)).toBeVisible();
    await expectAccessible(page, `an erasure taken back in ${lang}`);
    await ask();

    const staff = await (await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } })).newPage();
    await staff.context().addCookies([{ name: 'lang', value: lang, url: site.url }]);
    await signIn(staff, 'admin', password, site.url);
    await staff.goto('/erp/pb-applicant');
    await staff.getByRole('button', { name: t.waiting }).click();
    await expect(staff.locator('tbody tr')).toHaveCount(1);
    await staff
      .getByRole('link', { name: email })
      .or(staff.getByRole('cell', { name: email }))
      .first()
      .click();
    await staff.getByRole('button', { name: t.erase }).click();
    const dialog = staff.getByRole('dialog');
    await expect(dialog.getByText(t.effect)).toBeVisible();
    const confirm = dialog.getByRole('button', { name: t.erase });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel(t.typed).fill('季霜');
    await expectNoWider(staff, `erasing in ${lang}`);
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(staff.getByText(email)).toHaveCount(0);
    await staff.context().close();

    const mails = () => site.mails.received.filter(({ recipients }) => recipients.includes(email));
    await expect.poll(() => mails().map(({ subject }) => subject)).toEqual([t.subject]);
    await page.reload();
    await expect(page.locator('.account-panel')).toBeVisible();
    expect(
      (
        await page.request.post('/api/site/applicant/login', { data: { email, pw: applicantPassword, campaign: campaignId }, headers: { origin: site.url } })
      ).status(),
    ).toBe(401);
  });
}
