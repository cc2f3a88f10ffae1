/** Enrolment as an applicant meets it: on a phone and on a desktop, in both languages, over a line that breaks, with another tab and another device. */
import type { Locator } from '@playwright/test';
import en from '#locales/en/site-enrol.json' with { type: 'json' };
import enPart from '#locales/en/site-part.json' with { type: 'json' };
import siteTw from '#locales/tw/site.json' with { type: 'json' };
import tw from '#locales/tw/site-enrol.json' with { type: 'json' };
import twPart from '#locales/tw/site-part.json' with { type: 'json' };
import { picture } from '../../../support/files/pictures.ts';
import { takeAway, youngApis } from '../../../support/young-apis.ts';
import { enter, expect, expectAccessible, type Page, stamp, test } from '../../site.ts';
import { scriptWeight } from '../../weight.ts';

const texts = { tw, en };
const runs = [
  { lang: 'tw', viewport: { width: 360, height: 740 }, timezoneId: 'Asia/Taipei' },
  { lang: 'en', viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/London' },
] as const;

/** Some text of a template, up to its first placeholder. */
const head = (template: string) => template.split('{')[0] ?? '';
const field = (page: Page, path: string): Locator => page.locator(`[data-path="${path}"]`).locator('input:not([type="file"]), textarea, select').first();
const saved = (page: Page, t: typeof tw) => expect(page.locator('.enrol-saved')).toContainText(head(t.keep.saved).trim());

for (const { lang, viewport, timezoneId } of runs) {
  const t = texts[lang];

  test.describe(`enrolment in ${lang}, ${viewport.width} px`, () => {
    test.use({ viewport, timezoneId, locale: lang === 'tw' ? 'zh-TW' : 'en-GB' });
    // each screen is looked through by axe as well
    test.setTimeout(300_000);

    const go = async (page: Page, step: keyof typeof t.step) => {
      await page.locator(`.enrol-steps a[href="#${step}"]`).click();
      await expect(page.locator('#step-title')).toHaveText(t.step[step]);
    };
    const type = async (page: Page, path: string, text: string) => {
      await field(page, path).fill(text);
      await field(page, path).blur();
    };

    test(`R02 R03 V10 V15 V16 V17 S01 from the first press to the receipt (${lang})`, async ({ page, context, site, browser }) => {
      const session = await site.applicant(`lin-${lang}@example.com`);
      await enter(context, site.url, session, lang);
      // E2: once with the oldest browsers' APIs, all of the way.
      if (lang === 'en') await context.addInitScript(takeAway, youngApis);

      await page.goto('/enroll');
      await page.getByRole('button', { name: t.gate.begin }).waitFor();
      await expectAccessible(page, 'gate');
      await page.getByRole('button', { name: t.gate.begin }).click();
      await page.waitForURL(/enroll\/edit\?.*id=/);
      await page.locator('#step-title').waitFor();
      await expectAccessible(page, 'programs');

      // a condition shows a field, and takes it away
      await expect(field(page, 'ccifgName')).toHaveCount(0);
      await page.locator('[data-path="ccifg"]').getByText('CCDF').click();
      await expect(field(page, 'ccifgName')).toBeVisible();
      await page.locator('[data-path="ccifg"]').getByText('CCDF').click();
      await expect(field(page, 'ccifgName')).toHaveCount(0);
      await page.locator('[data-path="attProgram"]').getByText('IFG').click();

      await go(page, 'film');
      await type(page, 'cname', '河的記憶');
      await saved(page, t);
      await page.reload();
      await expect(field(page, 'cname')).toHaveValue('河的記憶');

      // typed a moment before the page goes: saved all the same
      await field(page, 'ename').fill('Memory of the River');
      await page.reload();
      await expect(field(page, 'ename')).toHaveValue('Memory of the River');
      await saved(page, t);

      // at most two genres
      const genres = page.locator('[data-path="genre"] input');
      for (const index of [0, 1, 2]) await genres.nth(index).click({ force: true });
      await expect(page.locator('[data-path="genre"] input:checked')).toHaveCount(2);

      // no line, and back
      await context.setOffline(true);
      await type(page, 'logline', '一條河，三代人。');
      await expect(page.locator('.enrol-saved')).toContainText(t.keep.offlineShort);
      await expectAccessible(page, 'offline');
      await context.setOffline(false);
      await saved(page, t);
      await expect(page.locator('.ui-notice')).toContainText([t.keep.back]);

      // another tab writes another field: announced, and there
      const tab = await context.newPage();
      await tab.goto(page.url());
      await type(tab, 'pname', '水的記憶');
      await saved(tab, t);
      await expect(page.locator('.ui-notice').filter({ hasText: head(t.keep.elsewhere) })).toBeVisible();
      await expect(field(page, 'pname')).toHaveValue('水的記憶');
      await tab.close();

      // another device writes the same field while this one has no line: both versions stay, and one is chosen
      const device = await browser.newContext({ viewport, locale: 'en-GB' });
      await enter(device, site.url, session, lang);
      const other = await device.newPage();
      await context.setOffline(true);
      await type(page, 'logline', '一條河，三代人，一個夏天。');
      await other.goto(page.url());
      await type(other, 'logline', '他們回到河邊。');
      await saved(other, t);
      await context.setOffline(false);
      const conflict = page.locator('.enrol-conflict');
      await expect(conflict).toContainText('他們回到河邊。');
      await expect(conflict).toContainText('一個夏天');
      await expectAccessible(page, 'conflict');
      await conflict.getByRole('button', { name: t.conflict.keepMine }).click();
      await expect(conflict).toHaveCount(0);
      await saved(page, t);
      await device.close();

      await page.locator('[data-path="len"] label').first().click();
      await page.locator('[data-path="stage"] label').nth(2).click();
      await expectAccessible(page, 'film');

      await go(page, 'team');
      await type(page, 'director/cname', '林小河');
      await page.locator('[data-path="director/newDirector"] label').click();
      await type(page, 'director/coDirectors', '陳大山');
      await type(page, 'producer/ename', 'Chen Hui');
      await page.locator('[data-path="producer/phone"] input').fill('0912 345 678');
      await expect(page.locator('[data-path="producer/phone"] select')).toHaveValue('TW');
      await expectAccessible(page, 'team');

      await go(page, 'materials');
      await type(page, 'trailer', 'vimeo.com/76979871');
      await expect(field(page, 'trailer')).toHaveValue('https://vimeo.com/76979871');
      await expect(page.locator('[data-path="trailer"]')).toContainText('Vimeo');
      // the line breaks within the upload
      let cuts = 0;
      await page.route('**/api/site/uploads/**', (route) => {
        if (route.request().method() !== 'PATCH' || cuts > 0) return route.continue();
        cuts += 1;
        return route.abort('connectionreset');
      });
      const still = await picture('jpeg', { width: 900, height: 600, noise: true });
      await page.locator('[data-path="stills"] input[type="file"]').setInputFiles([{ name: 'river.jpg', mimeType: 'image/jpeg', buffer: still }]);
      await expect(page.locator('[data-path="stills"] .enrol-file')).toContainText('river.jpg');
      await expect(page.locator('[data-path="stills"] img[src*="/get/files/"]')).toBeVisible();
      expect(cuts).toBe(1);
      // V18: what is too large is said before it is sent
      await page
        .locator('[data-path="stills"] input[type="file"]')
        .setInputFiles([{ name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(3_200_000) }]);
      await expect(page.locator('[data-path="stills"] .ui-error')).toContainText(['huge.jpg']);
      await expectAccessible(page, 'materials');

      // what is missing, and the way to it
      await go(page, 'rights');
      await expect(page.locator('.enrol-missing')).toBeVisible();
      await expectAccessible(page, 'missing');
      await page.locator('.enrol-missing a[href="#field-roughCut"]').click();
      await expect(field(page, 'roughCut')).toBeFocused();
      await type(page, 'roughCut', 'https://youtu.be/dQw4w9WgXcQ');
      await go(page, 'rights');
      await page.locator('[data-path="rights"] label').click();
      await page.locator('[data-path="agree"] label').click();
      await expect(page.locator('.enrol-missing')).toHaveCount(0);

      // the answer of the first try is lost: the second brings the receipt of the same submission
      let lost = 0;
      await page.route('**/submit', async (route) => {
        lost += 1;
        if (lost > 2) return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      });
      await page.getByRole('button', { name: t.review.submit }).click();
      await expectAccessible(page, 'confirmation');
      await page.getByRole('dialog').getByRole('button', { name: t.review.confirm, exact: true }).click();
      const isLost = page.getByRole('alert').filter({ hasText: head(t.review.lost) });
      const receipt = page.getByRole('heading', { name: t.receipt.title });
      // A page that gets the focus back asks how things stand, and may learn of the receipt before the answer is given up.
      await expect(isLost.or(receipt).first()).toBeVisible();
      // … or while the second try is confirmed
      const again = async () => {
        await page.getByRole('button', { name: t.review.submit }).click({ timeout: 5_000 });
        await page.getByRole('dialog').getByRole('button', { name: t.review.confirm, exact: true }).click({ timeout: 5_000 });
      };
      if (await isLost.isVisible()) await again().catch(() => undefined);
      await expect(receipt).toBeVisible();
      expect(lost).toBeGreaterThan(0);
      await expect(page.locator('.enrol-receipt')).toContainText('(GMT+8)');
      if (lang === 'en') await expect(page.locator('.enrol-receipt')).toContainText('(GMT)');
      await expect(page.locator('.enrol-receipt')).toContainText('river.jpg');
      const number = await page.locator('.enrol-receipt-no').textContent();
      await expectAccessible(page, 'receipt');
      const [pdf] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t.receipt.pdf }).click()]);
      expect((await pdf.path()).length).toBeGreaterThan(0);
      await expect.poll(() => site.mails.received.filter(({ recipients }) => recipients.includes(`lin-${lang}@example.com`)).length).toBe(1);

      // read-only ever after, with the same receipt
      await page.reload();
      await expect(page.locator('.enrol-state')).toHaveText(t.state.submitted);
      await expect(page.locator('.enrol-receipt-no')).toHaveText(number ?? '');
      await expect(page.locator('.enrol-content')).toContainText('Chen Hui');
      await expect(page.locator('.enrol-content input, .enrol-content textarea')).toHaveCount(0);
      await expectAccessible(page, 'read-only');

      // and withdrawn, with a reason
      await page.getByRole('button', { name: t.view.withdraw }).click();
      await page.getByRole('dialog').getByRole('button', { name: t.withdraw.confirm, exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText(t.withdraw.needReason);
      await page.getByLabel(t.withdraw.reason).fill('計畫有變');
      await page.getByRole('dialog').getByRole('button', { name: t.withdraw.confirm, exact: true }).click();
      await expect(page.locator('.enrol-state')).toHaveText(t.state.withdrawn);

      // and taken back: submitted as it was, with what happens next
      await expect(page.locator('.enrol-view > header')).toContainText('計畫有變');
      await page.getByRole('button', { name: t.restore.do }).click();
      await expect(page.locator('.enrol-state')).toHaveText(t.state.submitted);
      await expect(page.locator('.enrol-receipt-no')).toHaveText(number ?? '');
      await expect(page.getByRole('region', { name: t.next.title }).locator('[aria-current="step"]')).toContainText(t.next.check);
      await expectAccessible(page, 'taken back');

      await page.goto('/enroll/edit');
      await expect(page.locator('.enrol-item')).toHaveCount(1);
      await expectAccessible(page, 'list');
      await page.getByRole('button', { name: t.list.copy }).click();
      await page.waitForURL(/id=/);
      await go(page, 'film');
      await expect(field(page, 'cname')).toHaveValue('河的記憶');
    });

    test(`safety 8: a session that ends while somebody writes loses nothing (${lang})`, async ({ page, context, site }) => {
      const email = `end-${lang}@example.com`;
      await enter(context, site.url, await site.applicant(email), lang);
      await page.goto('/enroll');
      await page.getByRole('button', { name: t.gate.begin }).click();
      await page.waitForURL(/id=/);
      await go(page, 'film');
      await context.clearCookies({ name: /reelbase_applicant/ });
      await type(page, 'cname', '沒有掉的字');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t.signIn.text);
      await expectAccessible(page, 'signed out');
      await expect(dialog.locator('input[type="email"]')).toBeFocused();
      await dialog.locator('input[type="email"]').fill(email);
      await dialog.locator('input[type="password"]').fill('river-1234');
      await dialog.locator('form button[type="submit"]').click();
      await expect(dialog).toHaveCount(0);
      await expect(field(page, 'cname')).toHaveValue('沒有掉的字');
      await saved(page, t);
    });

    test(`S02 text typed when the window ends is stored and shown (${lang})`, async ({ page, context, site }) => {
      const id = `ends-late-${lang}`;
      await site.staff('POST', '/api/pb/campaign', { id, cna: id, edition: 14, maxSel: 2, cStart: stamp(-86_400_000), cEnd: stamp(86_400_000) });
      await enter(context, site.url, await site.applicant(`ends-late-${lang}@example.com`), lang);
      await page.goto(`/enroll?campaign=${id}`);
      await page.getByRole('button', { name: t.gate.begin }).click();
      await page.waitForURL(/id=/);
      await go(page, 'film');
      await type(page, 'cname', '趕不上');
      await saved(page, t);
      const [row] = await site.staff<{ id: string; ver: number }[]>('GET', `/api/pb/campaign?filter=${encodeURIComponent(JSON.stringify({ id }))}`);
      await site.staff('PUT', `/api/pb/campaign/${id}`, { cEnd: stamp(-3_600_000), ver: row?.ver });
      await type(page, 'ename', 'Too late by a word');
      await expect(page.locator('.ui-kept')).toContainText('Too late by a word');
      await expect(page.getByRole('button', { name: (lang === 'tw' ? twPart : enPart).download })).toBeVisible();
      await expect(page.locator('.enrol-content')).toContainText('趕不上');
      await expectAccessible(page, 'ended');
      await page.goto(`/enroll?campaign=${id}`);
      await expect(page.locator('.enrol-gate')).toContainText(t.gate.mine);
      await expectAccessible(page, 'gate, ended');
    });
  });
}

test('R03 an open form loads at most 150 kB of compressed script: React, the form and its compiled validator', async ({ page, context, site }) => {
  await enter(context, site.url, await site.applicant('weight@example.com'), 'en');
  await page.goto('/enroll');
  await page.getByRole('button', { name: en.gate.begin }).click();
  await page.waitForURL(/enroll\/edit\?.*id=/);
  const form = page.url();
  const weight = await scriptWeight(page, async () => {
    await page.goto(form);
    await page.locator('#step-title').waitFor();
    await page.waitForLoadState('networkidle');
  });
  expect(weight).toBeGreaterThan(60); // React is in it
  expect(weight).toBeLessThanOrEqual(150);
});

test('S02 before the window opens the page says what to prepare', async ({ page, context, site }) => {
  await site.staff('POST', '/api/pb/campaign', { id: 'next-one', cna: '下一屆', edition: 14, maxSel: 2, cStart: stamp(86_400_000), cEnd: stamp(172_800_000) });
  await enter(context, site.url, await site.applicant('early@example.com'), 'tw');
  await page.goto('/enroll?campaign=next-one');
  await expect(page.locator('.asked')).toContainText(siteTw.asked.heading);
  await expect(page.getByRole('button', { name: tw.gate.begin })).toHaveCount(0);
});

test('S02 for a campaign that has not opened yet, the list of enrolments says so too, and not that it has ended', async ({ page, context, site }) => {
  const cid = 'soon-one';
  await site.staff('POST', '/api/pb/campaign', { id: cid, cna: '再下一屆', edition: 14, maxSel: 2, cStart: stamp(86_400_000), cEnd: stamp(172_800_000) });
  await enter(context, site.url, await site.applicant('soon@example.com'), 'tw');
  const list = page.locator('.enrol-list');
  const isRight = async (says: (t: typeof tw) => [right: string, wrong: string]) => {
    for (const [lang, t] of [
      ['en', en],
      ['tw', tw],
    ] as const) {
      await context.addCookies([{ name: 'lang', value: lang, url: site.url }]);
      await page.goto(`/enroll/edit?campaign=${cid}`);
      const [right, wrong] = says(t);
      await expect(list).toContainText(right);
      await expect(list).not.toContainText(wrong);
      await expect(list.getByRole('button', { name: t.list.new })).toHaveCount(0);
    }
  };
  await isRight((t) => [t.list.emptyEarly, t.list.emptyEnded]);
  const [owner] = await site.staff<{ id: string }[]>('GET', `/api/pb/applicant?filter=${encodeURIComponent('{"email":"soon@example.com"}')}`);
  await site.staff('POST', '/api/pb/enrolment', { cid, applicant: owner?.id, cname: '還沒開始的海' });
  await isRight((t) => [t.stateMeans.draftEarly, t.stateMeans.draftEnded]);
});
