/** An order by the keyboard alone (decision 057): how many keys it takes, and what the grid of its lines does with them. */
import type { Page } from '@playwright/test';
import { expect, type Reelbase, test } from '../reelbase.ts';

async function master(reelbase: Reelbase, name: string): Promise<void> {
  const api = await reelbase.api();
  const send = async (object: string, row: object) => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await send('company', { id: `buyer_${name}`, name: `${name} Pictures`, type: 9, taxID: '12345678' });
  for (const at of [1, 2, 3, 4, 5]) await send('film', { id: `film-${name}${at}`, cname: `潮汐 ${name}${at}`, commission: { T: at / 10, H: at / 20 } });
}

/** Presses keys and counts them: a letter is one, a key with Ctrl too. */
function keyboard(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(...keys: string[]) {
      for (const key of keys) {
        await page.keyboard.press(key);
        count++;
      }
    },
    async type(text: string) {
      for (const letter of text) {
        await page.keyboard.type(letter);
        count++;
      }
    },
  };
}

test('an order of five lines, each with film, right, amount and branch, takes 77 keys, at most 90', async ({ staff: page, reelbase }) => {
  const name = `q${String.fromCharCode(97 + Math.floor(Math.random() * 26))}`;
  await master(reelbase, name);
  await page.goto('/erp/soman/edit');
  const keys = keyboard(page);
  // The cursor stands in the first box, which is today already.
  await expect(page.getByRole('textbox', { name: '日期' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: '日期' })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await keys.press('Tab');
  await keys.type(name);
  await keys.press('Enter');
  await expect(page.getByRole('textbox', { name: '發票抬頭' })).toHaveValue(`${name} Pictures`);
  // Past what is filled in already, to the button of the lines.
  const add = page.getByRole('button', { name: '新增項目' });
  for (let at = 0; at < 8 && !(await add.evaluate((button) => button === document.activeElement)); at++) await keys.press('Tab');
  await keys.press('Enter');
  for (const at of [1, 2, 3, 4, 5]) {
    const line = page.locator('[data-row]').nth(at - 1);
    const box = (label: string) => line.getByRole('combobox', { name: label }).or(line.getByRole('textbox', { name: label }));
    await expect(box('影片')).toBeFocused();
    await keys.type(`${name}${at}`);
    await keys.press('Enter');
    await expect(box('權利')).toBeFocused();
    await expect(box('影片')).toHaveValue(new RegExp(`${name}${at}`));
    if (at === 1) await keys.type('電');
    else await keys.press('Control+d');
    await keys.press('Enter');
    await expect(box('未稅金額')).toBeFocused();
    await keys.type(`${at}00`);
    await keys.press('Enter', 'Enter');
    await expect(box('分公司')).toBeFocused();
    if (at === 1) {
      await keys.type('北');
      await keys.press('Enter');
      await expect(box('佣金比率')).toBeFocused();
    } else await keys.press('Control+d');
    await expect(box('分公司')).toHaveValue('台北');
    if (at < 5) await keys.press('Shift+Enter');
  }
  await keys.press('Control+s');
  await expect(page).toHaveURL(/edit\?id=/);
  const id = new URL(page.url()).searchParams.get('id');
  const row = (await (await (await reelbase.api())(`/api/pb/sales_order/${id}`)).json()) as { lines: object[] };
  expect(row.lines).toMatchObject([1, 2, 3, 4, 5].map((at) => ({ film: `film-${name}${at}`, right: '[TV]', amount: at * 100, branch: '[T]', taxRate: 0.05 })));
  test.info().annotations.push({ type: 'keys', description: String(keys.count()) });
  expect(keys.count()).toBeLessThanOrEqual(90);
});

test('lines move, go and come back, and a block of a spreadsheet makes lines, by the keyboard; the rest folds behind the line', async ({
  staff: page,
  reelbase,
}) => {
  const name = `z${String.fromCharCode(97 + Math.floor(Math.random() * 26))}`;
  await master(reelbase, name);
  await page.goto('/erp/soman/edit');
  await page.getByRole('button', { name: '新增項目' }).click();
  const lines = page.locator('[data-row]');
  const films = lines.getByRole('combobox', { name: '影片' });
  const amounts = lines.getByRole('textbox', { name: '未稅金額' });
  await expect(films.first()).toBeFocused();
  await films.first().evaluate((box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `${name}1\t電視\t1,000\t15%\n${name}2\t院線\t2000\t15\n${name}3\t\tabc\t5\n`);
  await expect(lines).toHaveCount(3);
  await expect(films.nth(1)).toHaveValue(new RegExp(`${name}2`));
  await expect(lines.nth(1).getByRole('combobox', { name: '權利' })).toHaveValue('院線');
  await expect(lines.getByRole('textbox', { name: '稅率', exact: true }).nth(0)).toHaveValue('15');
  await expect(lines.getByRole('textbox', { name: '稅率', exact: true }).nth(1)).toHaveValue('15');
  // What cannot be read stands there to be mended.
  await expect(amounts.nth(2)).toHaveValue('abc');
  await amounts.nth(2).fill('3000');
  await page.keyboard.press('ArrowUp');
  await expect(amounts.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(lines.nth(2).getByRole('combobox', { name: '權利' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(amounts.nth(1)).toHaveValue('3000');
  await expect(amounts.nth(1)).toBeFocused();
  await page.keyboard.press('Control+Delete');
  await expect(lines).toHaveCount(2);
  await expect(amounts.nth(1)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(lines).toHaveCount(3);
  await expect(page.locator('[data-sum="amount"]')).toHaveText('6,000');
  // Rarely used fields are behind the line.
  await expect(lines.first().getByRole('textbox', { name: '說明' })).toBeHidden();
  await lines
    .first()
    .getByRole('button', { name: /其他欄位/ })
    .click();
  await lines.first().getByRole('textbox', { name: '說明' }).fill('two prints');
  // Enter at the end of a line goes to the next, at the end of the last makes one.
  await lines.nth(2).getByRole('textbox', { name: '佣金比率' }).press('Enter');
  await expect(films.nth(3)).toBeFocused();
  await expect(lines).toHaveCount(4);
});
