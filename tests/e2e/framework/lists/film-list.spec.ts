import { loadMovies } from '../../../support/schemas/movies.ts';
import { expect, type Page, type Reelbase, test } from '../../reelbase.ts';

/** 3,200 real films of vega-datasets, once a worker, through the API. */
async function load({ url }: Reelbase, api: Awaited<ReturnType<Reelbase['api']>>): Promise<void> {
  const there = await api('/api/pb/film?range=[0,0]');
  if (Number(there.headers.get('content-range')?.split('/')[1]) > 3000) return;
  const result = await loadMovies({ url, fetch: (input, init) => api(String(input).slice(url.length), init) });
  expect(result.refused).toEqual([]);
}

test.describe('the list on real films', () => {
  test.beforeEach(async ({ reelbase }, info) => {
    // 3,201 films one by one: on a machine with other work it takes minutes.
    info.setTimeout(300_000);
    await load(reelbase, await reelbase.api());
  });

  test('R18 E08 counts, sorts and pages through 3,201 films, in both languages', async ({ staff, reelbase }) => {
    // other tests of this worker add films of their own
    const total = Number((await (await reelbase.api())('/api/pb/film?range=[0,0]')).headers.get('content-range')?.split('/')[1]);
    expect(total).toBeGreaterThanOrEqual(3201);
    await staff.goto('/erp/filmman');
    await expect(staff.getByText(`共 ${total.toLocaleString('en')} 筆`)).toBeVisible();
    const first = staff.getByRole('row').nth(1);

    await staff.getByRole('columnheader', { name: '年份' }).getByRole('button').click();
    await expect(staff).toHaveURL(/year/);
    await expect(staff.getByRole('columnheader', { name: '年份' })).toHaveAttribute('aria-sort', /ascending|descending/);
    const before = (await first.textContent()) ?? '';
    await staff.getByRole('columnheader', { name: '年份' }).getByRole('button').click();
    await expect(first).not.toHaveText(before);

    // Whatever a film's id looks like: others' films stand among them.
    const links = staff.getByRole('row').locator('a[href*="/filmman/edit?id="]');
    const seen = new Set<string>();
    for (let page = 0; page < 3; page++) {
      await expect(links).toHaveCount(25);
      const ids = await links.allTextContents();
      for (const id of ids) seen.add(id);
      await staff.getByRole('button', { name: /下一頁/ }).click();
      await expect(links.first()).not.toHaveText(ids[0] ?? '');
    }
    expect(seen.size).toBe(75);

    await staff.getByRole('button', { name: 'English' }).click();
    await expect(staff.getByRole('columnheader', { name: 'Year' })).toBeVisible();
    await expect(staff.getByRole('heading', { level: 1 })).toContainText(/Films?/);
  });

  test('searches while typing, and says so when nothing matches', async ({ staff }) => {
    await staff.goto('/erp/filmman');
    await expect(staff.getByRole('table')).toBeVisible();
    await staff.keyboard.press('/');
    await staff.keyboard.type('godfather');
    await expect.poll(() => staff.getByRole('row').count()).toBeLessThan(12);
    await expect(staff.getByRole('row').filter({ hasText: 'mv-', hasNotText: /godfather/i })).toHaveCount(0);
    await staff.locator('#list-search').fill('zzzz no such film');
    await expect(staff.locator('main')).toContainText(/沒有符合|找不到|查無/);
    await expect(staff.locator('.pager').getByRole('status')).toHaveText('共 0 筆');
  });

  test('a filter narrows the list, is shown as a chip, survives a reload and is removed there', async ({ staff, reelbase }) => {
    const api = await reelbase.api();
    const expected = Number(
      (await api(`/api/pb/film?range=[0,0]&filter=${encodeURIComponent('{"year@gte":2005,"rating":"[G]"}')}`)).headers.get('content-range')?.split('/')[1],
    );
    expect(expected).toBeGreaterThan(5);
    await staff.goto(`/erp/filmman?filter=${encodeURIComponent('{"year@gte":2005,"rating":"[G]"}')}`);
    await expect(staff.locator('main')).toContainText(`共 ${expected} 筆`);
    await staff.reload();
    await expect(staff.locator('main')).toContainText(`共 ${expected} 筆`);
  });

  test('columns are chosen, and the choice is remembered', async ({ staff }) => {
    await staff.goto('/erp/filmman');
    await expect(staff.getByRole('columnheader', { name: '導演' })).toBeVisible();
    await staff.getByRole('button', { name: '欄位', exact: true }).click();
    await staff.getByRole('checkbox', { name: '導演' }).uncheck();
    await staff.keyboard.press('Escape');
    await expect(staff.getByRole('columnheader', { name: '導演' })).toHaveCount(0);
    await staff.reload();
    await expect(staff.getByRole('table')).toBeVisible();
    await expect(staff.getByRole('columnheader', { name: '導演' })).toHaveCount(0);
    await staff.getByRole('button', { name: '欄位', exact: true }).click();
    await staff.getByRole('checkbox', { name: '導演' }).check();
  });

  test('K07 deleting without a selection says that no record is selected; with one it asks, deletes and reports', async ({ staff, reelbase }) => {
    const api = await reelbase.api();
    const made = [1, 2].map((n) => `gone-${test.info().workerIndex}-${n}`);
    for (const id of made) expect((await api('/api/pb/film', { method: 'POST', body: JSON.stringify({ id, ename: `Passing ${id}` }) })).status).toBe(201);
    await staff.goto('/erp/filmman');
    await staff.getByRole('button', { name: '刪除' }).first().click();
    await expect(staff.getByRole('alert')).toContainText(/未選取|沒有選取|尚未選/);
    // What was said in one language goes with it.
    await staff.getByRole('button', { name: 'English' }).click();
    await expect(staff.getByRole('alert')).toHaveCount(0);
    await staff.getByRole('button', { name: '中文' }).click();
    await staff.locator('#list-search').fill('Passing gone');
    await expect(staff.getByRole('row').filter({ hasText: 'gone-' })).toHaveCount(2);
    await staff.getByRole('checkbox', { name: '全選' }).check();
    await staff.getByRole('button', { name: /刪除/ }).first().click();
    const dialog = staff.getByRole('dialog').or(staff.getByRole('alertdialog'));
    await expect(dialog).toContainText('2');
    await dialog
      .getByRole('button', { name: /刪除|確認/ })
      .last()
      .click();
    await expect(staff.getByRole('row').filter({ hasText: 'gone-' })).toHaveCount(0);
    for (const id of made) await expect.poll(async () => (await api(`/api/pb/film/${id}`)).status).toBe(404);
  });

  test('with the keyboard alone one can move, open a row and come back', async ({ staff }) => {
    await staff.goto('/erp/filmman');
    await expect(staff.getByRole('row').nth(1)).toBeVisible();
    await staff.keyboard.press('j');
    await staff.keyboard.press('j');
    await staff.keyboard.press('Enter');
    await staff.waitForURL(/edit\?id=/);
    await expect(staff.getByRole('button', { name: '儲存', exact: true })).toBeVisible();
    await staff.keyboard.press('Escape');
    await staff.waitForURL(/filmman(\?|$)/);
  });

  test('E08 fits a screen of 1440 px with its sorted column visible; the name stays while the others scroll', async ({ staff }) => {
    await staff.setViewportSize({ width: 1440, height: 900 });
    await staff.goto('/erp/filmman');
    const box = staff.locator('.table-box');
    await expect(staff.getByRole('row').nth(20)).toBeVisible();
    await expect.poll(() => box.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
    await expect(staff.locator('th[aria-sort]')).toBeInViewport({ ratio: 1 });
    await staff.setViewportSize({ width: 700, height: 900 });
    const name = staff.getByRole('row').nth(1).locator('[data-name]');
    await box.evaluate((table) => table.scrollTo({ left: table.scrollWidth }));
    await expect.poll(async () => Math.round(((await name.boundingBox())?.x ?? -1) - ((await box.boundingBox())?.x ?? 0))).toBe(0);
    await expect(name).toHaveText(/\S/);
  });

  test('B01 names and counts follow the language: the menu, a reference, an empty list', async ({ staff, reelbase }) => {
    const api = await reelbase.api();
    const post = async (object: string, row: object) =>
      expect((await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) })).status).toBe(201);
    const cid = `named${test.info().workerIndex}`;
    await post('campaign', { id: cid, cna: '第十六屆提案大會', enaName: 'Sixteenth Pitch Forum', maxSel: 3 });
    await post('jury', { cid, name: 'Mei Lin', email: `${cid}@example.com` });
    await staff.goto(`/erp/pb-jury?filter=${encodeURIComponent(JSON.stringify({ cid }))}`);
    await expect(staff.locator('.rows')).toContainText('第十六屆提案大會');
    await staff.getByRole('button', { name: 'English' }).click();
    await expect(staff.locator('.rows')).toContainText('Sixteenth Pitch Forum');
    await expect(staff.locator('.rows')).not.toContainText('第十六屆');
    await expect(staff.getByRole('navigation').getByRole('link', { name: 'Companies' })).toBeVisible();
    await expect(staff.getByRole('navigation').getByRole('link', { name: 'Jurors' })).toBeVisible();
    await staff.goto('/erp/pb-company?filter=%7B%22q%22%3A%22nosuchcompany%22%7D');
    await expect(staff.getByText('No matching companies')).toBeVisible();
    await expect(staff.locator('.pager').getByRole('status')).toHaveText('0 found');
    await staff.getByRole('button', { name: '中文' }).click();
  });

  // What is typed beside the rows reaches the address late: on leaving the box, or after a pause. It must never reach the address of the next screen.
  for (const [name, type] of [
    [
      'jumping to a page',
      async (page: Page) => {
        await page.getByLabel('頁次').press('Enter');
        await expect(page.locator('.pager')).toContainText('51–75');
      },
    ],
    ['typing a page', async () => undefined],
    ['searching', async (page: Page) => page.locator('#list-search').pressSequentially('a')],
    ['sorting', async (page: Page) => page.getByRole('columnheader', { name: '年份' }).getByRole('button').click()],
  ] as const)
    test(`${name}, then opening a row at once, opens that row`, async ({ staff }) => {
      await staff.goto('/erp/filmman');
      await expect(staff.getByRole('row').nth(1)).toBeVisible();
      // the edit screen comes late the first time, as on a poor line: the list stands until then
      await staff.route('**/assets/ObjectEdit*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 600));
        await route.continue();
      });
      if (/page/.test(name)) await staff.getByLabel('頁次').fill('3');
      await type(staff);
      // In one moment: leaving the box, and pressing the row that stands there then.
      const id = await staff.locator('.rows').evaluate((table) => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        const line = table.querySelectorAll('tbody tr')[1];
        line?.querySelectorAll('td')[3]?.click();
        return line?.querySelector('a')?.textContent;
      });
      expect(id).toMatch(/\S/);
      await expect(staff.getByRole('textbox', { name: '影片代碼' })).toHaveValue(id ?? '');
    });
});
