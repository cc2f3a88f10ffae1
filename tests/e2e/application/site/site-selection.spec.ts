/** The jury's pages as jurors use them: two devices at once, a tablet and a phone, both languages, a connection that breaks, the end of the window. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, stamp, test } from '../../site.ts';
import { device, forum, maxSel, phone, tablet } from '../jury-forum.ts';

const day = 86_400_000;

const words = {
  tw: {
    start: '開始閱讀',
    primary: '正選',
    alternative: '備選',
    comment: '評語',
    saved: /^已於 .+ 儲存$/,
    offline: '沒有連線，先存在這台裝置',
    next: '儲存並看下一件',
    full: `正選已有 ${maxSel} 件`,
    take: /^改為備選/,
    choose: '列為正選',
    count: (primary: number) => `正選 ${primary} / ${maxSel}`,
    read: (read: number, total: number) => `已讀 ${read} / ${total}`,
    declare: '聲明利益迴避',
    confirm: '聲明迴避',
    takeBack: '取消聲明',
    guideline: '評選準則',
    show: '顯示',
    unread: '尚未閱讀',
    over: '評選已經結束，這裡只能查看。',
    look: '查看我的選擇',
  },
  en: {
    start: 'Start reading',
    primary: 'Primary',
    alternative: 'Alternative',
    comment: 'Comment',
    saved: /^Saved at .+$/,
    offline: 'No connection; kept on this device',
    next: 'Save and next',
    full: `${maxSel} of ${maxSel} primary choices`,
    take: /^Make alternative/,
    choose: 'Make primary',
    count: (primary: number) => `Primary ${primary} of ${maxSel}`,
    read: (read: number, total: number) => `${read} / ${total} read`,
    declare: 'Declare a conflict of interest',
    confirm: 'Declare',
    takeBack: 'Take back',
    guideline: 'Guideline',
    show: 'Show',
    unread: 'Still to read',
    over: 'The selection has ended; this can only be read.',
    look: 'See my choices',
  },
};

const begin = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name }).click();
  await page.locator('.selection-row').first().waitFor();
};
const open = (page: Page, number: string) => page.locator('.selection-row a', { hasText: number }).click();
const choose = async (page: Page, choice: string, weight: number): Promise<void> => {
  await page.locator('.selection-weight label', { hasText: String(weight) }).click();
  await page.locator('.selection-choice label', { hasText: choice }).click();
};
const back = (page: Page) => page.goto(`${page.url().split('#')[0]}#`);

test('R04 R05 P04 a juror on a tablet: welcome, reading, a choice with the keyboard, save and next, filters', async ({ browser, site }) => {
  await forum(site, 'tablet1');
  const page = await device(browser, site, 'tablet1', 'tw', tablet);
  const t = words.tw;
  await expect(page.getByText('歡迎您', { exact: true })).toBeVisible();
  await expectAccessible(page, 'gate');
  await begin(page, t.start);
  await expect(page.getByText(t.read(0, 6))).toBeVisible();
  await expectAccessible(page, 'list');
  await open(page, 'C001');
  await expect(page.getByRole('heading', { name: '第1部' })).toBeVisible();
  await expect(page.locator('.selection-second').first()).toHaveAttribute('lang', 'en');
  await expect(page.getByText('生於海邊。')).toBeVisible();
  await expect(page.getByText(t.read(1, 6))).toBeVisible();
  expect(await page.content()).not.toContain('secret@');
  expect(await page.content()).not.toContain('不公開的名字');
  // Nothing of YouTube before it is wanted.
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: /播放預告片/ }).click();
  await expect(page.locator('iframe')).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ/);
  await expectAccessible(page, 'entry');
  // A choice without a weight does not count yet.
  await page.locator('.selection-choice label', { hasText: t.primary }).click();
  await expect(page.getByText('再給 1 到 5 分，這個選擇才算數。')).toBeVisible();
  await expect(page.getByTestId('primary')).toHaveText(t.count(0));
  await page.locator('.selection-entry h2').focus();
  await page.keyboard.press('4');
  await expect(page.getByTestId('primary')).toHaveText(t.count(1));
  await page.getByLabel(t.comment).fill('值得支持');
  await expect(page.getByText(t.saved)).toBeVisible();
  await page.getByRole('button', { name: t.next }).click();
  await expect(page.getByRole('heading', { name: '第2部' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: '第3部' })).toBeVisible();
  // Keys work from the moment at which a work is shown: these two are pressed before the browser has drawn it.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('.selection-entry h2')?.textContent !== '第2部') return;
      watch.disconnect();
      document.documentElement.dataset.pressed = '2';
      for (const key of ['2', 'ArrowRight']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('html[data-pressed]')).toBeAttached();
  await expect(page.getByRole('heading', { name: '第3部' })).toBeVisible();
  await page.getByRole('button', { name: t.guideline }).click();
  await expect(page.getByText('看題材與觀點')).toBeVisible();
  await page.keyboard.press('Escape');
  await back(page);
  await expect(page.locator('.selection-row', { hasText: 'C001' })).toContainText('4 分');
  await expect(page.locator('.selection-row', { hasText: 'C002' })).toContainText('2 分');
  await page.getByLabel(t.show, { exact: true }).selectOption({ label: t.unread });
  await expect(page.locator('.selection-row')).toHaveCount(3);
  await page.reload();
  await expect(page.getByTestId('primary')).toHaveText(t.count(1));
  await page.context().close();
});

test('V23 two devices at once: never more than the limit, with an explanation, a way to take one back, and an updated counter', async ({ browser, site }) => {
  await forum(site, 'twodev');
  const [one, two] = [await device(browser, site, 'twodev', 'en', tablet), await device(browser, site, 'twodev', 'tw', phone)];
  await begin(one, words.en.start);
  await begin(two, words.tw.start);
  await open(one, 'C001');
  await choose(one, words.en.primary, 5);
  await back(one);
  await open(one, 'C002');
  await choose(one, words.en.primary, 5);
  await expect(one.getByTestId('primary')).toHaveText(words.en.count(2));
  // One place is left, and each device wants it; the second has not heard of the first's two yet.
  await back(one);
  await open(one, 'C003');
  await open(two, 'C004');
  for (const page of [one, two]) await page.locator('.selection-weight label', { hasText: '3' }).click();
  await Promise.all([
    one.locator('.selection-choice label', { hasText: words.en.primary }).click(),
    two.locator('.selection-choice label', { hasText: words.tw.primary }).click(),
  ]);
  const dialogs = [one.getByRole('dialog'), two.getByRole('dialog')];
  await expect.poll(async () => (await Promise.all(dialogs.map((dialog) => dialog.count()))).join('')).toMatch(/^(10|01)$/);
  const isOne = (await dialogs[0]!.count()) === 1;
  const [loser, t] = isOne ? ([one, words.en] as const) : ([two, words.tw] as const);
  const [winner, w] = isOne ? ([two, words.tw] as const) : ([one, words.en] as const);
  await expect(loser.getByRole('dialog', { name: t.full })).toBeVisible();
  await expect(loser.getByRole('dialog').getByRole('listitem')).toHaveCount(maxSel);
  await expectAccessible(loser, 'full');
  await loser.getByRole('button', { name: t.take }).first().click();
  await loser.getByRole('button', { name: t.choose }).click();
  await expect(loser.getByTestId('primary')).toHaveText(t.count(3));
  await winner.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(winner.getByTestId('primary')).toHaveText(w.count(3));
  const [juror] = await site.staff<{ id: string }[]>('GET', `/api/pb/jury?filter=${encodeURIComponent('{"cid":"twodev"}')}`);
  const filter = JSON.stringify({ jury: juror?.id, choice: 'primary' });
  expect(await site.staff<object[]>('GET', `/api/pb/selection?filter=${encodeURIComponent(filter)}`)).toHaveLength(maxSel);
  for (const page of [one, two]) await page.context().close();
});

test('K05 the same enrolment on two devices: different parts are merged, the same part asks', async ({ browser, site }) => {
  await forum(site, 'meet');
  const t = words.en;
  const [one, two] = [await device(browser, site, 'meet', 'en', tablet), await device(browser, site, 'meet', 'en', tablet)];
  for (const page of [one, two]) {
    await begin(page, t.start);
    await open(page, 'C001');
    await page.locator('.selection-reading section').first().waitFor();
  }
  await choose(one, t.alternative, 2);
  await expect(one.getByText(t.saved)).toBeVisible();
  // The other has not looked yet: its comment and their weight both hold.
  await two.getByLabel(t.comment).fill('from the second');
  await expect(two.getByText(t.saved)).toBeVisible();
  await expect(two.locator('.selection-choice label', { hasText: t.alternative })).toHaveClass(/is-on/);
  // Both write a comment: the second is asked.
  await one.getByLabel(t.comment).fill('from the first');
  await expect(one.getByText('Another device says otherwise')).toBeVisible();
  await expectAccessible(one, 'meet');
  await expect(one.locator('.selection-sides')).toContainText('from the second');
  await one.getByRole('button', { name: 'Keep this device’s' }).click();
  await expect(one.getByText(t.saved)).toBeVisible();
  await expect(one.getByText('Another device says otherwise')).toHaveCount(0);
  const rows = await site.staff<{ comment: string }[]>('GET', `/api/pb/selection?filter=${encodeURIComponent('{"comment":"from the first"}')}`);
  expect(rows).toHaveLength(1);
  for (const page of [one, two]) await page.context().close();
});

test('E05 K05 two tabs of one browser: each shows the edits of the other, both are saved, the same field asks, a closed tab loses nothing', async ({
  browser,
  site,
}) => {
  await forum(site, 'tabs');
  const t = words.en;
  const one = await device(browser, site, 'tabs', 'en', tablet);
  await begin(one, t.start);
  await open(one, 'C001');
  await one.locator('.selection-reading section').first().waitFor();
  const two = await one.context().newPage();
  await two.goto(one.url());
  await two.locator('.selection-reading section').first().waitFor();
  const [comment, question] = [(page: Page) => page.getByLabel(t.comment), (page: Page) => page.getByText('Another device says otherwise')];
  const rows = async (said: object) => (await site.staff<object[]>('GET', `/api/pb/selection?filter=${encodeURIComponent(JSON.stringify(said))}`)).length;
  await choose(one, t.alternative, 2);
  await expect(two.locator('[id$="-weight-2"]')).toBeChecked();
  // At the same time, into the same work: the one a comment, the other a weight.
  await Promise.all([comment(one).pressSequentially('word by word', { delay: 40 }), two.locator('.selection-weight label', { hasText: '4' }).click()]);
  for (const page of [one, two]) {
    await expect(comment(page)).toHaveValue('word by word');
    await expect(page.locator('[id$="-weight-4"]')).toBeChecked();
    await expect(question(page)).toHaveCount(0);
  }
  await expect.poll(() => rows({ comment: 'word by word', weight: 4, choice: 'alternative' })).toBe(1);
  // The same comment in both, while only one of them has a line.
  await two.route('**/api/site/**', (route) => route.abort());
  await comment(two).fill('from the second tab');
  await comment(one).fill('from the first tab');
  await expect(question(two)).toBeVisible();
  await expect(comment(two)).toHaveValue('from the second tab');
  await expect(two.locator('.selection-sides')).toContainText('from the first tab');
  await expect(question(one)).toHaveCount(0);
  await two.unroute('**/api/site/**');
  await two.getByRole('button', { name: 'Keep this device’s' }).click();
  await expect(comment(one)).toHaveValue('from the second tab');
  await expect.poll(() => rows({ comment: 'from the second tab' })).toBe(1);
  // A tab that is closed without a line leaves its words to the other.
  await one.context().setOffline(true);
  await comment(two).fill('the last of the second tab');
  await two.close();
  await one.context().setOffline(false);
  await expect(async () => {
    await one.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(comment(one)).toHaveValue('the last of the second tab', { timeout: 1_000 });
  }).toPass();
  await expect.poll(() => rows({ comment: 'the last of the second tab' })).toBe(1);
  await one.context().close();
});

test('E05 without a connection choice and comment are stored on the phone and sent later, also after a reload', async ({ browser, site }) => {
  await forum(site, 'offline');
  const t = words.tw;
  const page = await device(browser, site, 'offline', 'tw', phone);
  await begin(page, t.start);
  await open(page, 'C002');
  await page.locator('.selection-reading section').first().waitFor();
  await expectAccessible(page, 'entry on a phone');
  await page.context().setOffline(true);
  await choose(page, t.primary, 5);
  await page.getByLabel(t.comment).fill('隧道裡寫的評語');
  await expect(page.getByText(t.offline)).toBeVisible();
  await back(page);
  await expect(page.locator('.selection-row', { hasText: 'C002' })).toContainText('待儲存');
  // The page is gone before the connection is back: the words are not.
  const storage = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(storage).toContain('隧道裡寫的評語');
  // A reading that was opened is read without the line, and after a reload that gets the page and nothing else.
  await open(page, 'C002');
  await back(page);
  await page.context().setOffline(false);
  await page.route('**/api/site/**', (route) => route.abort());
  await page.reload();
  await open(page, 'C002');
  await expect(page.locator('.selection-reading section').first()).toBeVisible();
  await expect(page.getByLabel(t.comment)).toHaveValue('隧道裡寫的評語');
  await page.unroute('**/api/site/**');
  await page.reload();
  await expect(page.getByTestId('primary')).toHaveText(t.count(1));
  await expect
    .poll(
      async () =>
        (await site.staff<object[]>('GET', `/api/pb/selection?filter=${encodeURIComponent('{"comment":"隧道裡寫的評語","choice":"primary"}')}`)).length,
    )
    .toBe(1);
  // What has arrived is shown as well where only the page comes.
  await page.route('**/api/site/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByLabel(t.comment)).toHaveValue('隧道裡寫的評語');
  await page.unroute('**/api/site/**');
  await page.reload();
  const held = (pattern: string) => page.evaluate((mark) => Object.keys(localStorage).filter((key) => key.startsWith(mark)).length, pattern);
  await expect.poll(() => held('reelbase.selection:')).toBe(0);
  expect(await held('reelbase.shelf:')).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^帳號/ }).click();
  await page.getByRole('button', { name: '登出' }).click();
  await page.waitForURL(/\/selection\?/);
  expect(await held('reelbase.shelf:')).toBe(0);
  await page.context().close();
});

test('E05 declaring a conflict of interest asks first, takes the enrolment off the list, and can be undone', async ({ browser, site }) => {
  await forum(site, 'conflict');
  const t = words.tw;
  const page = await device(browser, site, 'conflict', 'tw', tablet);
  await begin(page, t.start);
  await open(page, 'C003');
  await page.getByRole('button', { name: t.declare }).click();
  await expectAccessible(page, 'conflict');
  await page.getByRole('dialog').getByRole('button', { name: t.confirm }).click();
  await expect(page.locator('.selection-row')).toHaveCount(5);
  await expect(page.locator('.selection-row', { hasText: 'C003' })).toHaveCount(0);
  await page.getByRole('button', { name: t.takeBack }).click();
  await expect(page.locator('.selection-row')).toHaveCount(6);
  await page.context().close();
});

test('S03 when the window ends during the work, the page is read-only with the message, and unsent edits are still shown', async ({ browser, site }) => {
  await forum(site, 'ends');
  const t = words.en;
  const page = await device(browser, site, 'ends', 'en', tablet);
  await begin(page, t.start);
  await open(page, 'C001');
  await choose(page, t.primary, 4);
  await expect(page.getByText(t.saved)).toBeVisible();
  const [row] = await site.staff<{ ver: number }[]>('GET', `/api/pb/campaign?filter=${encodeURIComponent('{"id":"ends"}')}`);
  await site.staff('PUT', '/api/pb/campaign/ends', { sStart: stamp(-2 * day), sEnd: stamp(-day), ver: row?.ver });
  await page.getByLabel(t.comment).fill('a moment too late');
  await expect(page.getByText(t.over)).toBeVisible();
  await expect(page.getByLabel(t.comment)).toHaveValue('a moment too late');
  await expect(page.getByText(/^Not saved:/)).toBeVisible();
  await page.goto('/selection?campaign=ends');
  await expect(page.getByText('Thank you, jurors')).toBeVisible();
  await page.getByRole('link', { name: t.look }).click();
  await open(page, 'C001');
  await expect(page.getByText(t.over)).toBeVisible();
  await expect(page.locator('[id$="-weight-4"]')).toBeDisabled();
  await expect(page.getByRole('button', { name: t.next })).toHaveCount(0);
  await expectAccessible(page, 'ended');
  await page.context().close();
});
