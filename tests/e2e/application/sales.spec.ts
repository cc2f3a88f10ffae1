/** A sales order from draft to paper to void, as the one who sells sees it (R27, R28, E09, S04). */
import { expect, type Reelbase, test } from '../reelbase.ts';

async function master(reelbase: Reelbase, name: string): Promise<void> {
  const api = await reelbase.api();
  const send = async (object: string, row: object) => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await send('company', { id: `buyer_${name}`, name: `新星電影 ${name}`, type: 9, taxID: '12345678' });
  await send('film', { id: `film-${name}`, cname: `潮汐之間 ${name}`, ename: 'Between the Tides', commission: { T: 0.3, H: 0.25 } });
}

test('R27 R28 E09 S04 an order goes from draft to saved with its serial, to a PDF, to void', async ({ staff: page, reelbase }) => {
  const name = Math.random().toString(36).slice(2, 7);
  await master(reelbase, name);
  await page.goto('/erp/soman/edit');
  await page.getByRole('textbox', { name: '日期' }).fill('2026-03-01');
  const choose = async (label: string, text: string, scope = page.locator('body')) => {
    await scope.getByRole('combobox', { name: label }).fill(text);
    await page.getByRole('option', { name: text }).first().click();
  };
  await choose('客戶', `新星電影 ${name}`);
  await expect(page.getByRole('textbox', { name: '發票抬頭' })).toHaveValue(`新星電影 ${name}`);
  await expect(page.getByRole('textbox', { name: '統一編號' })).toHaveValue('12345678');

  // Two lines: the film's rate for the branch is copied, and every sum follows what is typed.
  const table = page.getByRole('group', { name: '明細' }).locator('table');
  await page.getByRole('button', { name: '新增項目' }).click();
  const first = table.locator('tbody tr').first();
  await choose('影片', `潮汐之間 ${name}`, first);
  await first.getByRole('textbox', { name: '未稅金額' }).fill('1010');
  await first.getByRole('combobox', { name: '分公司' }).click();
  await page
    .getByRole('option', { name: '台北' })
    .or(page.getByRole('option', { name: '臺北' }))
    .click();
  await expect(first.getByRole('textbox', { name: '佣金比率' })).toHaveValue('30');
  await expect(first.getByRole('group', { name: '稅額' })).toHaveText('51');
  await expect(table.locator('[data-sum="commission"]')).toHaveText('303');
  // A rate is typed as percent; what stands in the row is the fraction.
  await first.getByRole('textbox', { name: '稅率' }).fill('5.25%');
  await expect(first.getByRole('group', { name: '稅額' })).toHaveText('53');
  await first.getByRole('textbox', { name: '稅率' }).fill('5');
  await expect(first.getByRole('group', { name: '稅額' })).toHaveText('51');
  await page.getByRole('button', { name: '新增項目' }).click();
  const second = table.locator('tbody tr').nth(1);
  await second.getByRole('textbox', { name: '未稅金額' }).fill('2000');
  await expect(table.locator('[data-sum="amount"]')).toHaveText('3,010');
  await expect(table.locator('[data-sum="tax"]')).toHaveText('151');
  await expect(page.getByRole('textbox', { name: '總額', exact: true })).toHaveValue('3,161');

  // An amount that cannot be paid in the currency is reported before it is sent.
  await second.getByRole('textbox', { name: '未稅金額' }).fill('2000.5');
  await second.getByRole('textbox', { name: '稅率' }).focus();
  await expect(second).toContainText('小數');
  await second.getByRole('textbox', { name: '未稅金額' }).fill('2000');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/edit\?id=/);
  const stored = async () => (await reelbase.api())(`/api/pb/sales_order/${new URL(page.url()).searchParams.get('id')}`);
  expect(((await (await stored()).json()) as { lines: object[] }).lines[0]).toMatchObject({ taxRate: 0.05, comRate: 0.3, tax: 51, commission: 303 });

  const here = page.getByRole('list', { name: /狀態/ }).locator('[aria-current="step"]');
  await expect(here).toHaveText('草稿');
  await page.getByRole('button', { name: '存檔給號' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '存檔給號' }).click();
  await expect(here).toHaveText('已存檔');
  const serial = page.getByRole('textbox', { name: '單號' });
  await expect(serial).toHaveValue(/^SO-\d{4}-\d{4}$/);
  const given = await serial.inputValue();

  const paper = page.waitForEvent('download');
  await page.getByRole('button', { name: '列印' }).click();
  expect((await paper).suggestedFilename()).toMatch(/\.pdf$/);
  const id = new URL(page.url()).searchParams.get('id');
  const pdf = await page.request.get(`/api/pb/sales_order/${id}/print?lang=tw`);
  expect([pdf.status(), pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-']);

  await page.getByRole('button', { name: '作廢' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '作廢' }).click();
  await expect(here).toHaveText('作廢');
  await expect(serial).toHaveValue(given);
  await expect(page.getByRole('textbox', { name: '發票抬頭' })).toHaveAttribute('readonly', '');
  await expect(page.getByRole('button', { name: '新增項目' })).toBeHidden();

  // The list: colours of states, the sum of what is filtered.
  await page.goto(`/erp/soman?filter=${encodeURIComponent(JSON.stringify({ serial: given }))}`);
  await expect(page.locator('.rows tbody tr')).toHaveCount(1);
  await expect(page.locator('.rows .badge')).toHaveText('作廢');
  await expect(page.locator('.rows .badge')).toHaveAttribute('data-color', 'error');
  // A void order adds nothing to the totals, and they say so.
  await expect(page.locator('[data-sum="total"]')).toContainText('0');
  await expect(page.locator('[data-sum="localTotal"]')).toContainText('狀態：已存檔 · 另有 1 筆不計入');

  // Bad news covers neither the totals nor the page's place.
  await page.getByRole('button', { name: '刪除' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(async () => {
    const boxes = await Promise.all(['.notices', '.sums', '.pager'].map((part) => page.locator(part).boundingBox()));
    const [notice, ...under] = boxes.map((box) => ({ top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
    for (const part of under) expect(part.bottom <= (notice?.top ?? 0) || part.top >= (notice?.bottom ?? 0)).toBe(true);
  }).toPass({ timeout: 10_000 });

  // The film and the company show it.
  await page.goto(`/erp/filmman/edit?id=film-${name}`);
  const related = page.locator('[data-related="sales_order.lines.film"]');
  await expect(related).toContainText(given);
  await expect(related.locator('[data-sum="commission"]')).toHaveText('303');
  await related.getByRole('link', { name: /全部/ }).click();
  await expect(page.locator('.rows tbody tr')).toHaveCount(1);
  await page.goto(`/erp/pb-company/edit?id=buyer_${name}`);
  await expect(page.locator('[data-related="sales_order.customer"]')).toContainText(given);
});
