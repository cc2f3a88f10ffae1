/** One film's way through a campaign, as its people go it: an account on a phone, a deadline, a juror's tablet, the dashboard, and the mails between them. */
import en from '#locales/en/site-enrol.json' with { type: 'json' };
import tw from '#locales/tw/site-enrol.json' with { type: 'json' };
import { picture } from '../../../support/files/pictures.ts';
import { password, signIn } from '../../reelbase.ts';
import { enter, expect, type Page, type Site, stamp, test } from '../../site.ts';

const day = 86_400_000;
const id = 'story15';
const address = 'river@example.com';

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`).locator('input:not([type="file"]), textarea, select').first();
const mailsTo = (site: Site, to: string) => site.mails.received.filter(({ recipients }) => recipients.includes(to));

async function type(page: Page, path: string, text: string): Promise<void> {
  await field(page, path).fill(text);
  await field(page, path).blur();
}

async function openCampaign({ staff }: Site): Promise<void> {
  await staff('POST', '/api/pb/campaign', {
    id,
    cna: '第十五屆河岸提案大會',
    enaName: 'Riverbank Forum 15',
    edition: 14,
    maxSel: 1,
    cStart: stamp(-day),
    cEnd: stamp(day / 24),
    sStart: stamp(5 * day),
    sEnd: stamp(15 * day),
  });
}

/** P04: the account, with the code from the mail. */
async function register(page: Page, site: Site): Promise<void> {
  const panel = page.locator('#panel');
  await page.goto(`/enroll?campaign=${id}`);
  // On a device where nobody has signed in yet, the registration stands first.
  await panel.getByLabel('姓名', { exact: true }).fill('林美');
  await panel.getByLabel('電子郵件', { exact: true }).fill(address);
  await panel.getByLabel('密碼', { exact: true }).fill('tide');
  await panel.getByLabel('再輸入一次密碼', { exact: true }).fill('tide');
  await panel.getByRole('button', { name: '寄送驗證碼' }).click();
  await expect.poll(() => mailsTo(site, address).length).toBe(1);
  const code = /\b\d{6}\b/.exec(mailsTo(site, address)[0]?.text ?? '')?.[0] ?? '';
  await panel.getByLabel('六位數驗證碼', { exact: true }).fill(code);
  await page.getByRole('button', { name: tw.gate.begin }).click();
  await page.waitForURL(/enroll\/edit\?.*id=/);
}

/** Everything that a submission needs; the line breaks within the upload. */
async function fillIn(page: Page): Promise<void> {
  const go = async (step: keyof typeof tw.step) => {
    await page.locator(`.enrol-steps a[href="#${step}"]`).click();
    await expect(page.locator('#step-title')).toHaveText(tw.step[step]);
  };
  await page.locator('[data-path="attProgram"]').getByText('CCDF').click();
  await go('film');
  await type(page, 'cname', '河的記憶');
  await type(page, 'ename', 'Memory of the River');
  await type(page, 'logline', '一條河，三代人。');
  await page.locator('[data-path="genre"] input').first().click({ force: true });
  await page.locator('[data-path="len"] label').first().click();
  await page.locator('[data-path="stage"] label').nth(1).click();
  await go('team');
  await type(page, 'director/cname', '林小河');
  await type(page, 'producer/cname', '陳大山');
  await go('materials');
  await type(page, 'trailer', 'https://vimeo.com/76979871');
  let cuts = 0;
  await page.route('**/api/site/uploads/**', (route) => {
    if (route.request().method() !== 'PATCH' || cuts > 0) return route.continue();
    cuts += 1;
    return route.abort('connectionreset');
  });
  const still = await picture('jpeg', { width: 800, height: 500, noise: true });
  await page.locator('[data-path="stills"] input[type="file"]').setInputFiles([{ name: 'river.jpg', mimeType: 'image/jpeg', buffer: still }]);
  await expect(page.locator('[data-path="stills"] img[src*="/get/files/"]')).toBeVisible();
  expect(cuts).toBe(1);
  await go('rights');
  await page.locator('[data-path="rights"] label').click();
  await page.locator('[data-path="agree"] label').click();
  await expect(page.locator('.enrol-saved')).toContainText((tw.keep.saved.split('{')[0] ?? '').trim());
}

test('S02 S03 P04 V23 registered, submitted after the end in the grace, judged, selected, informed', async ({ browser, page, site }) => {
  await openCampaign(site);
  await page.setViewportSize({ width: 360, height: 740 });
  await register(page, site);
  await fillIn(page);

  // The window closes while the draft is open: what was begun before may still be finished.
  const { ver } = await site.staff<{ ver: number }>('GET', `/api/pb/campaign/${id}`);
  await site.staff('PUT', `/api/pb/campaign/${id}`, { cEnd: stamp(-1000), ver });
  await page.getByRole('button', { name: tw.review.submit }).click();
  await page.getByRole('dialog').getByRole('button', { name: tw.review.confirm, exact: true }).click();
  await expect(page.getByRole('heading', { name: tw.receipt.title })).toBeVisible();
  const receipt = (await page.locator('.enrol-receipt-no').textContent()) ?? 'none';
  await expect.poll(() => mailsTo(site, address).length).toBe(2);
  expect(mailsTo(site, address)[1]?.text).toContain(receipt.trim());

  // Nobody begins anything any more.
  const late = await browser.newContext({ baseURL: site.url });
  await enter(late, site.url, await site.applicant('late@example.com'), 'en');
  const refused = await late.request.post('/api/site/enrolments', { data: { campaign: id }, headers: { origin: site.url } });
  expect([refused.status(), (await refused.json()).err.code]).toEqual([422, 'msg.window']);
  await late.close();

  // Staff verify and number; the selection opens.
  const [row] = await site.staff<{ id: string; ver: number }[]>('GET', `/api/pb/enrolment?filter={"cid":"${id}"}`);
  await site.staff('PUT', `/api/pb/enrolment/${row?.id}`, { status: 'verified', ver: row?.ver });
  await site.staff('POST', `/api/pb/campaign/${id}/actions/number`, {});
  const next = await site.staff<{ ver: number }>('GET', `/api/pb/campaign/${id}`);
  await site.staff('PUT', `/api/pb/campaign/${id}`, { sStart: stamp(-1000), ver: next.ver });
  await site.staff('POST', '/api/pb/jury', { cid: id, name: '王評審', email: 'judge@example.com', pw: 'juror-1234' });

  const tablet = await browser.newContext({ viewport: { width: 820, height: 1180 }, baseURL: site.url });
  await tablet.addCookies([{ name: 'lang', value: 'tw', url: site.url }]);
  const jury = await tablet.newPage();
  await jury.goto(`/selection?campaign=${id}`);
  await jury.locator('input[type=email]').fill('judge@example.com');
  await jury.locator('input[type=password]').fill('juror-1234');
  await jury.keyboard.press('Enter');
  await jury.getByRole('link', { name: '開始閱讀' }).click();
  await jury.locator('.selection-row a', { hasText: 'C001' }).click();
  await expect(jury.getByRole('heading', { name: '河的記憶' })).toBeVisible();
  await jury.locator('.selection-weight label', { hasText: '5' }).click();
  await jury.locator('.selection-choice label', { hasText: '正選' }).click();
  await expect(jury.getByTestId('primary')).toHaveText('正選 1 / 1');
  await tablet.close();

  // The dashboard: ranked, decided, released; the mail is in the applicant's language.
  const office = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url });
  await office.addCookies([{ name: 'lang', value: 'en', url: site.url }]);
  const dashboard = await office.newPage();
  await signIn(dashboard, 'admin', password);
  await dashboard.goto(`/erp/ccdfdesk?campaign=${id}&tab=ranking`);
  await dashboard.getByLabel('Select C001 Memory of the River').check();
  await dashboard.getByRole('button', { name: 'Mark as selected (pending)' }).click();
  await dashboard.getByRole('tab', { name: 'Decisions' }).click();
  await dashboard.getByRole('button', { name: 'Release the decisions' }).click();
  await dashboard.getByRole('dialog').getByRole('textbox').fill(id);
  await dashboard.getByRole('dialog').getByRole('button', { name: 'Release and send the mails' }).click();
  await expect.poll(() => mailsTo(site, address).length).toBe(3);
  expect(mailsTo(site, address)[2]?.text).toContain('河的記憶');
  await office.close();

  await page.reload();
  await expect(page.locator('.enrol-state')).toHaveText(tw.state.selected);
  await page.goto(`/enroll/edit?campaign=${id}&lang=en`);
  await expect(page.locator('.enrol-item')).toContainText(en.state.selected);
});
