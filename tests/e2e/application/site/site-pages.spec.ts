import { seriousFaults } from '../../axe.ts';
import { expect, expectNoWider, type Page, type Reelbase, test } from '../../reelbase.ts';
import { scriptWeight } from '../../weight.ts';

const hour = 3_600_000;
const day = 24 * hour;
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** A campaign of one's own, so that what other tests make does not matter: its windows in ms from now. */
async function makeCampaign(reelbase: Reelbase, id: string, windows: Partial<Record<'cStart' | 'cEnd' | 'sStart' | 'sEnd', number>>): Promise<void> {
  const api = await reelbase.api();
  const row: Record<string, unknown> = {
    id,
    cna: '潮間帶紀錄片提案大會',
    enaName: 'Intertidal Documentary Forum',
    edition: 14,
    maxSel: 3,
    cAfter: { tw: '<p>報名結束，感謝大家。</p>', en: '<p>Enrolment is over, thank you.</p>' },
    ppurl: 'https://www.example.com/template.docx',
  };
  for (const [field, from] of Object.entries(windows)) row[field] = stamp(Date.now() + from);
  const answer = await api('/api/pb/campaign', { method: 'POST', body: JSON.stringify(row) });
  expect(answer.status, await answer.text()).toBe(201);
}

async function once(reelbase: Reelbase, id: string, windows: Parameters<typeof makeCampaign>[2]): Promise<void> {
  const api = await reelbase.api();
  if ((await api(`/api/pb/campaign/${id}`)).status === 404) await makeCampaign(reelbase, id, windows);
}

const paths = ['/', '/enroll', '/enroll/edit', '/selection', '/selection/edit', '/no-such-page'];

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('R01-R05 B01 title, state, dates and the next step are there, and the language changes by a link', async ({ page, reelbase }) => {
    await once(reelbase, 'pages-open', { cStart: -10 * day, cEnd: 30 * hour, sStart: 10 * day, sEnd: 20 * day });
    await page.goto('/?campaign=pages-open');
    await expect(page).toHaveTitle('潮間帶紀錄片提案大會');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('潮間帶紀錄片提案大會');
    await expect(page.getByText('報名即將截止').first()).toBeVisible();
    await expect(page.getByText('GMT+8').first()).toBeVisible();
    await page.getByRole('link', { name: '我要報名' }).first().click();
    expect(new URL(page.url()).pathname).toBe('/enroll');
    await expect(page.locator('.noscript')).toBeVisible();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Intertidal Documentary Forum');
    await expect(page.getByText('Enrolment closes soon')).toBeVisible();
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'lang');
    expect(cookie?.value).toBe('en');
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
    await page.goto('/selection/edit?campaign=pages-open');
    await expect(page).toHaveTitle(/^Selection \| Intertidal/);
    await expect(page.getByText('Selection has not started yet').first()).toBeVisible();
    await expect(page.locator('.noscript')).toContainText('needs JavaScript');
  });
});

for (const lang of ['tw', 'en'] as const) {
  for (const width of [360, 1440]) {
    test(`R01-R05 axe finds nothing serious, and no page is wider than the screen: ${lang}, ${width} px`, async ({ page, reelbase }) => {
      await once(reelbase, 'pages-open', { cStart: -10 * day, cEnd: 30 * hour, sStart: 10 * day, sEnd: 20 * day });
      await page.setViewportSize({ width, height: 800 });
      await page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      for (const path of paths) {
        await page.goto(`${path}?campaign=pages-open`);
        await page.waitForLoadState('networkidle');
        expect(await seriousFaults(page), path).toEqual([]);
        await expectNoWider(page, path);
        expect(await smallTargets(page), path).toEqual([]);
      }
    });
  }
}

/** What is pressed and is under 44 px high; links inside of a sentence may be. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'header a, footer a, .actions a, button, select, input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"])',
      ),
    ]
      .filter((element) => element.offsetParent !== null && element.getBoundingClientRect().height < 43.5)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

test('S02 the countdown uses the server’s clock, however wrong the visitor’s is', async ({ page, reelbase }) => {
  await once(reelbase, 'pages-open', { cStart: -10 * day, cEnd: 30 * hour, sStart: 10 * day, sEnd: 20 * day });
  await page.clock.install({ time: new Date(Date.now() + 400 * day) });
  await page.goto('/?campaign=pages-open');
  const until = Date.parse((await page.locator('.countdown').getAttribute('data-until')) ?? '');
  await page.clock.runFor(3_000);
  const shown = await page.locator('[data-unit]').allTextContents();
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = shown.map(Number);
  const left = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  expect(Math.abs(until - Date.now() - left)).toBeLessThan(20_000);
});

test('S02 at the end the open page updates by itself, and the rest of the page stays', async ({ page, reelbase }) => {
  await makeCampaign(reelbase, 'pages-turn', { cStart: -day, cEnd: 6_000 });
  await page.goto('/enroll?campaign=pages-turn');
  await expect(page.locator('#state')).toContainText('報名即將截止');
  await page.evaluate(() => Object.assign(window, { still: true }));
  await expect(page.locator('#slate')).toContainText('報名結束，感謝大家。');
  await expect(page.locator('#state')).toContainText('報名已截止');
  expect(await page.evaluate(() => 'still' in window), 'the page was not loaded anew').toBe(true);
});

for (const [zone, shown] of [
  ['Asia/Tokyo', 'GMT+9'],
  ['Asia/Kolkata', 'GMT+5:30'],
  ['Asia/Taipei', ''],
] as const) {
  test.describe(`a visitor in ${zone}`, () => {
    test.use({ timezoneId: zone });
    test(`S02 sees the campaign’s zone and ${shown || 'no other'}`, async ({ page, reelbase }) => {
      await once(reelbase, 'pages-open', { cStart: -10 * day, cEnd: 30 * hour, sStart: 10 * day, sEnd: 20 * day });
      await page.goto('/?campaign=pages-open');
      await expect(page.locator('.window').first()).toContainText('GMT+8');
      await expect(page.locator('.own').first()).toHaveText(
        shown ? new RegExp(`^您的當地時間 \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d ${shown.replace('+', '\\+')}$`) : '',
      );
    });
  });
}

test('R01 R03 the public pages stay light: home within 20 kB of script, sign-in and lists within 120 kB', async ({ page, reelbase }) => {
  await once(reelbase, 'pages-open', { cStart: -10 * day, cEnd: 30 * hour, sStart: 10 * day, sEnd: 20 * day });
  const weigh = (path: string) => scriptWeight(page, () => page.goto(path, { waitUntil: 'networkidle' }));
  expect(await weigh('/?campaign=pages-open')).toBeLessThan(20);
  for (const path of ['/enroll', '/enroll/edit', '/selection', '/selection/edit']) expect(await weigh(`${path}?campaign=pages-open`), path).toBeLessThan(120);
});

test('B05 staff rehearse the moment that they typed on the dashboard, another by the links of the bar, and leave the rehearsal', async ({
  staff,
  reelbase,
}) => {
  await once(reelbase, 'pages-open', { cStart: -10 * day, cEnd: 30 * hour, sStart: 10 * day, sEnd: 20 * day });
  await staff.goto('/erp/ccdfdesk?campaign=pages-open');
  await staff.getByRole('textbox', { name: /預演時刻/ }).fill('2020-01-01 08:00');
  await staff.getByRole('textbox', { name: /預演時刻/ }).blur();
  const address = await staff.getByRole('link', { name: '開啟預演' }).getAttribute('href');
  await staff.goto(String(address));
  const bar = staff.getByRole('complementary', { name: '預演' });
  await expect(bar).toContainText('2020-01-01 08:00（GMT+8）');
  await expect(staff.locator('#state')).toContainText('報名尚未開始');
  await bar.getByRole('link', { name: '結束後' }).first().click();
  await expect(staff.locator('#slate')).toContainText('報名結束，感謝大家。');
  await bar.getByRole('link', { name: '進行中' }).nth(1).click();
  expect(new URL(staff.url()).pathname, 'the page stays the same one').toBe('/enroll');
  await bar.getByLabel(/換一個時間/).fill('2019-05-06T07:08');
  await bar.getByRole('button', { name: '前往' }).click();
  await expect(bar).toContainText('2019-05-06 07:08（GMT+8）');
  await bar.getByRole('link', { name: '結束預演' }).click();
  await expect(bar).toHaveCount(0);
  await expect(staff.locator('#state')).toContainText('報名即將截止');
});
