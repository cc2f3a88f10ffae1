/** R34, R35: staff compose a viewing page with the keyboard and by dragging, look at it as a visitor, make links, and read the curve. */
import { seriousFaults } from '../axe.ts';
import { looks } from '../looks.ts';
import { expect, expectNoWider, type Page, test } from '../reelbase.ts';

const serious = async (page: Page, where: string) => {
  expect(await seriousFaults(page, { without: 'iframe' }), where).toEqual([]);
};

test.beforeAll(async ({ reelbase }) => {
  const admin = await reelbase.api();
  const make = async (object: string, row: object) => {
    const answer = await admin(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
    if (!answer.ok && !(await answer.clone().text()).includes('msg.mid')) throw new Error(await answer.text());
    return (await answer.json()) as { id: string };
  };
  await make('campaign', { id: 'vpforum', cna: '觀影大會', enaName: 'Viewing Forum', edition: 15, maxSel: 3 });
  for (const [cname, ename] of [
    ['海的記憶', 'Memory of the Sea'],
    ['山', 'Mountain'],
    ['河', ''],
  ])
    await make('pitch', { cid: 'vpforum', attProgram: 'C', cname, ename, logline: '一條河的故事。', trailer: 'https://vimeo.com/1' });
  await make('decision_maker', { cid: 'vpforum', name: '李安', ename: 'Ann Lee', lang: 'en', email: 'ann@example.com' });
});

test('R34 R35 a page is made, sorted by keyboard and dragging, saved, copied, viewed as a visitor', async ({ staff: page }) => {
  await page.goto('/erp/vpman/vp-vpforum-1.tw');
  await page.getByRole('button', { name: '建立這一頁' }).click();
  await page.getByLabel('標題').first().fill('線上觀影');
  await page.getByRole('button', { name: '加入作品' }).click();
  await page.getByRole('button', { name: '全部加入（3）' }).click();
  const cards = page.locator('.vpman-work');
  await expect(cards).toHaveCount(3);
  const first = async () => (await cards.first().locator('.vpman-own > span').first().textContent()) ?? '';
  const begun = await first();
  await cards.first().getByRole('button', { name: /^移動/ }).focus();
  await page.keyboard.press('End');
  await expect.poll(first).not.toBe(begun);
  await expect(page.getByText(`《${begun}》移到第 3 位，共 3 部`)).toBeAttached();
  // The last one is dragged back to the top; on a loaded machine a drag may be over before the page has drawn its middle, so it may be done again.
  await expect(async () => {
    const handle = page.getByRole('button', { name: new RegExp(`^移動.*${begun}`) });
    await handle.scrollIntoViewIfNeeded();
    const [from, to] = [await handle.boundingBox(), await cards.first().boundingBox()];
    await page.mouse.move(from!.x + 8, from!.y + 8);
    await page.mouse.down();
    await page.mouse.move(to!.x + 10, to!.y + 30, { steps: 6 });
    await page.mouse.move(to!.x + 10, to!.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(first, { timeout: 3_000 }).toBe(begun);
  }).toPass({ timeout: 30_000 });
  await cards.nth(1).getByLabel('分組').fill('第一天');
  await cards.nth(2).getByRole('button', { name: /^移除/ }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: /^復原移除/ }).click();
  await expect(cards).toHaveCount(3);
  await page.getByRole('button', { name: '建立頁面' }).click();
  await expect(page.getByRole('tab', { name: '預覽' })).toBeVisible();

  await page.goto('/erp/vpman');
  // Other campaigns may have pages too.
  const own = page.getByRole('region', { name: /vpforum/ });
  await own.getByRole('button', { name: '複製另一語言' }).click();
  await expect(own.getByRole('article', { name: '1 英文' })).toContainText('停用');
  await own.getByRole('article', { name: '1 英文' }).getByRole('link', { name: /缺少/ }).click();
  await expect(page.getByRole('heading', { name: /英文缺少/ })).toBeVisible();
  await expect(page.locator('.vpman-missing')).toContainText(['河 沒有片名'].map((text) => new RegExp(text.replace(' ', '.*'))));
  await page.goto('/erp/vpman/vp-vpforum-1.tw?tab=preview');
  await expect(page.frameLocator('iframe').getByRole('heading', { name: '線上觀影' }).first()).toBeVisible();
});

test('R35 leaving with unsaved edits asks first; an address in another form is not found', async ({ staff: page }) => {
  await page.goto('/erp/vpman/vp-vpforum-1.tw');
  await page.getByLabel('標題').first().fill('改了標題');
  await page.getByRole('link', { name: '線上觀影', exact: true }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(page.getByLabel('標題').first()).toHaveValue('改了標題');
  for (const wrong of ['vp-vpforum-1.de', 'vp-vp_forum-1.tw', 'vp-vpforum-1']) {
    const answer = await page.request.get(`/erp/vpman/${wrong}`);
    expect(answer.status(), wrong).toBe(404);
  }
});

test('R35 links are made and revoked; viewing is shown in the curve', async ({ staff: page, reelbase }) => {
  const admin = await reelbase.api();
  await page.goto('/erp/vpman/vp-vpforum-1.tw?tab=links');
  await page.getByRole('button', { name: '建立連結' }).click();
  await page.getByRole('button', { name: '建立 1 個連結' }).click();
  const row = page.getByRole('row', { name: /李安/ });
  await expect(row).toContainText('有效');
  const { data } = (await (await admin('/api/vpman/vpforum/1/links')).json()) as { data: { links: { url: string }[] } };
  const token = new URL(data.links[0]!.url).searchParams.get('link') ?? '';
  const visitor = await page.context().browser()!.newContext({ baseURL: reelbase.url });
  const watching = await visitor.newPage();
  await watching.goto(`/vp/vpforum?pg=1&lang=tw&link=${token}`);
  const works = ((await (await admin('/api/vpman/vpforum/1')).json()) as { data: { works: { key: string }[] } }).data.works;
  const beat = { work: works[0]!.key, video: 'https://vimeo.com/1', spans: [[0, 60]], at: 60, duration: 120 };
  const answer = await watching.request.post('/api/vp/vpforum/1/tw/watch', { data: beat, headers: { origin: reelbase.url } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await visitor.close();
  await page.goto('/erp/vpman/vp-vpforum-1.tw?tab=statistics');
  await page.getByRole('rowheader').getByRole('button').first().click();
  await expect(page.getByRole('img', { name: /觀看曲線/ })).toBeVisible();
  await page.getByText('以表格顯示').click();
  await expect(page.getByRole('table').filter({ hasText: '看過的比例' })).toBeVisible();
  await page.goto('/erp/vpman/vp-vpforum-1.tw?tab=links');
  await row.getByRole('button', { name: /^撤銷/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤銷' }).click();
  await expect(row).toContainText('已撤銷');
});

for (const { lang, width, colorScheme } of looks)
  test(`R34 R35 accessible: ${lang}, ${width} px, ${colorScheme}`, async ({ staff: page, reelbase }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    for (const path of ['', '/vp-vpforum-1.tw', '/vp-vpforum-1.tw?tab=links', '/vp-vpforum-1.tw?tab=statistics', '/vp-vpforum-1.tw?tab=meetings']) {
      await page.goto(`/erp/vpman${path}`);
      await page.locator('.vpman h1').waitFor();
      await page.waitForLoadState('networkidle');
      await serious(page, `${path} ${lang}`);
      await expectNoWider(page, path);
    }
  });
