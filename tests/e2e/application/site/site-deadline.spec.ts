/** Staff give one applicant another end and withdraw an enrolment in the form; the applicant is told by mail and reads it on their pages (decision 121). */
import { seriousFaults } from '../../axe.ts';
import { password, signIn } from '../../reelbase.ts';
import { campaignId, enter, expect, expectAccessible, stamp, test } from '../../site.ts';

const day = 86_400_000;

const words = {
  tw: {
    deadline: '個別期限',
    why: '延長期限的原因',
    withdraw: '撤回',
    reason: '撤回原因',
    moved: '報名截止時間已調整：潮間帶',
    withdrew: '報名已撤回：潮間帶',
    own: '您的報名期限已延長',
    state: '已撤回',
  },
  en: {
    deadline: 'Individual deadline',
    why: 'Reason for the extension',
    withdraw: 'Withdraw',
    reason: 'Reason for withdrawing',
    moved: 'Another deadline for your enrolment: 潮間帶',
    withdrew: 'Your enrolment was withdrawn: 潮間帶',
    own: 'Your deadline was extended',
    state: 'Withdrawn',
  },
};

for (const [lang, width] of [
  ['tw', 360],
  ['en', 1280],
] as const) {
  const w = words[lang];
  test(`S02 an own deadline and a withdrawal by staff: the form, the mails, and what the applicant sees (${lang}, ${width} px)`, async ({ browser, site }) => {
    const size = { width, height: 800 };
    const email = `late-${lang}@example.com`;
    const session = await site.applicant(email);
    const theirs = await browser.newContext({ baseURL: site.url, viewport: size });
    await enter(theirs, site.url, session, lang);
    const headers = { origin: site.url };
    await theirs.request.put('/api/site/applicant/profile', { data: { ver: 1, lang }, headers });
    const { data: made } = await (await theirs.request.post('/api/site/enrolments', { data: { campaign: campaignId }, headers })).json();
    await theirs.request.patch(`/api/site/enrolments/${made.id}`, { data: { changes: [{ path: 'cname', from: '', to: '潮間帶' }] }, headers });
    const mail = (subject: string) => site.mails.received.find((one) => one.recipients.includes(email) && one.subject === subject)?.text;

    const office = await browser.newContext({ baseURL: site.url, viewport: size });
    await office.addCookies([{ name: 'lang', value: lang, url: site.url }]);
    const staff = await office.newPage();
    await signIn(staff, 'admin', password);
    await staff.goto(`/erp/ccdfenroll/edit?id=${made.id}`);
    // Typed and shown on the clock of Taiwan, which is the campaign’s: later than its end of 20 days.
    const until = stamp(30 * day).slice(0, 13);
    await staff.getByRole('textbox', { name: w.deadline }).fill(`${until}:00`);
    await staff.getByRole('textbox', { name: w.why }).fill('颱風停電');
    expect(await seriousFaults(staff)).toEqual([]);
    await staff.keyboard.press('Control+s');
    await expect.poll(() => mail(w.moved)).toContain(`${until}:00`);
    expect(mail(w.moved)).not.toContain('颱風停電');

    const page = await theirs.newPage();
    await page.goto(`/enroll/edit?campaign=${campaignId}&id=${made.id}#film`);
    await expect(page.getByText(w.own)).toBeVisible();
    await expect(page.getByText(`${until}:00`).first()).toBeVisible();
    await expectAccessible(page, `own deadline ${lang}`);
    await page.goto(`/enroll/edit?campaign=${campaignId}`);
    await expect(page.getByText(`${until}:00`).first()).toBeVisible();
    await expectAccessible(page, `own deadline in the list ${lang}`);

    await staff.goto(`/erp/ccdfenroll/edit?id=${made.id}`);
    await staff.getByRole('button', { name: w.withdraw, exact: true }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByLabel(w.reason).fill('重複報名');
    await dialog.getByRole('button', { name: w.withdraw, exact: true }).click();
    await expect.poll(() => mail(w.withdrew)).toContain('重複報名');
    await page.reload();
    await expect(page.locator('.enrol-item').getByText(w.state, { exact: true })).toBeVisible();
    await expectAccessible(page, `withdrawn in the list ${lang}`);
    await page.locator('.enrol-item h3 a').click();
    await expect(page.getByText('重複報名')).toBeVisible();
    await expectAccessible(page, `withdrawn ${lang}`);
    await office.close();
    await theirs.close();
  });
}

for (const [lang, width, w] of [
  ['tw', 360, { late: '報名已截止；您仍可開始報名', begin: '開始報名', list: '新增一件報名', mail: '您仍可報名：第十六屆' }],
  ['en', 1280, { late: 'Enrolment has ended; you may still begin', begin: 'Begin an enrolment', list: 'New enrolment', mail: 'You may still enrol: The 16th' }],
] as const) {
  test(`S02 whom staff gave a late start begins after the end, from the page and from the list (${lang}, ${width} px)`, async ({ browser, site }) => {
    const [id, email] = [`late-${lang}`, `begins-late-${lang}@example.com`];
    const ended = { cStart: stamp(-20 * day), cEnd: stamp(-day), sStart: stamp(30 * day), sEnd: stamp(40 * day) };
    await site.staff('POST', '/api/pb/campaign', { id, cna: '第十六屆', enaName: 'The 16th', edition: 14, maxSel: 2, ...ended });
    const context = await browser.newContext({ baseURL: site.url, viewport: { width, height: 800 } });
    await enter(context, site.url, await site.applicant(email), lang);
    const headers = { origin: site.url };
    await context.request.put('/api/site/applicant/profile', { data: { ver: 1, lang }, headers });
    const page = await context.newPage();
    await page.goto(`/enroll?campaign=${id}`);
    await expect(page.locator('.enrol-gate')).toBeVisible();
    await expect(page.getByRole('button', { name: w.begin })).toHaveCount(0);
    const [who] = await site.staff<{ id: string }[]>('GET', `/api/pb/applicant?filter=${encodeURIComponent(JSON.stringify({ email }))}`);
    await site.staff('POST', '/api/pb/enrolment_extension', { cid: id, applicant: who?.id, until: stamp(3 * day), why: '颱風停電' });
    await expect.poll(() => site.mails.received.find((one) => one.recipients.includes(email) && one.subject === w.mail)?.text).toBeTruthy();
    await page.goto(`/enroll/edit?campaign=${id}`);
    await expect(page.getByText(w.late)).toBeVisible();
    await expect(page.getByRole('button', { name: w.list })).toBeVisible();
    await expectAccessible(page, `late start in the list ${lang}`);
    await page.goto(`/enroll?campaign=${id}`);
    await expect(page.getByText(w.late)).toBeVisible();
    await expectAccessible(page, `late start ${lang}`);
    await page.getByRole('button', { name: w.begin }).click();
    await expect(page).toHaveURL(/\/enroll\/edit\?.*id=/);
    await page.getByRole('main').locator('form, .enrol-form').first().waitFor();
    await context.close();
  });
}
