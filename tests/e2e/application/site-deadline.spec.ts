/** Staff give one applicant another end and withdraw an enrolment in the form; the applicant is told by mail and reads it on their pages (decision 121). */
import { AxeBuilder } from '../axe.ts';
import { password, signIn } from '../reelbase.ts';
import { campaignId, enter, expect, expectAccessible, stamp, test } from '../site.ts';

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
    deadline: 'Own deadline',
    why: 'Why the deadline was put off',
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
    const { violations } = await new AxeBuilder({ page: staff }).withTags(['wcag2a', 'wcag2aa']).analyze();
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual([]);
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
