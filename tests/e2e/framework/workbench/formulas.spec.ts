/** A form of an object dropped in: its formulas follow what is typed, and its rules answer in the page's language before anything is sent. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

const money = (title: string) => ({ type: 'number', title, multipleOf: 0.01 });
const date = (title: string) => ({ type: 'string', title, format: 'date' });
const charterparty = {
  title: 'Charterparty',
  type: 'object',
  required: ['id'],
  'x-titleTemplate': '{id}',
  properties: {
    id: { type: 'string', title: 'ID', format: 'id', maxLength: 40 },
    price: money('Price'),
    quantity: { type: 'integer', title: 'Quantity' },
    amount: { ...money('Amount'), 'x-formula': 'price * quantity' },
    most: money('Most'),
    parts: { type: 'integer', title: 'Parts', 'x-formula': 'size(children("charterparty", "of"))' },
    of: { type: 'string', title: 'Part of', 'x-relation': 'charterparty' },
    whole: { ...money('Whole'), 'x-formula': 'of.amount' },
    begun: { ...date('Begun'), 'x-default': 'today()' },
    note: { type: 'string', title: 'Note', maxLength: 40, 'x-default': '"Q" + text(quantity)' },
  },
  'x-rules': [{ name: 'most', rule: 'amount <= most', field: 'most', message: { tw: '金額超過上限', en: 'The amount is above it' } }],
};

test('R10 a formula follows the keys, and a rule speaks the page’s language', async ({ staff: page, reelbase }) => {
  const file = join(reelbase.schemasDir, 'charterparty.json');
  const api = await reelbase.api();
  const speak = (lang: string) => page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
  writeFileSync(file, JSON.stringify(charterparty));
  try {
    await expect.poll(async () => (await api('/api/pb/charterparty')).status).toBe(200);
    for (const [lang, said, saved] of [
      ['en', 'The amount is above it', 'updated when they are saved'],
      ['tw', '金額超過上限', '儲存後隨即更新'],
    ] as const) {
      await speak(lang);
      await page.goto('/erp/pb-charterparty/edit');
      await expect(page.locator('[data-field="parts"]')).toContainText(saved);
      await page.getByLabel('Price').fill('0.1');
      await page.getByLabel('Quantity').fill('3');
      await expect(page.getByLabel('Amount')).toHaveValue('0.30');
      await page.getByLabel('Quantity').fill('30');
      await expect(page.getByLabel('Amount')).toHaveValue('3.00');
      // What a field begins with follows the fields that it is made of, until somebody writes there.
      await expect(page.getByLabel('Note')).toHaveValue('Q30');
      await page.getByLabel('Note').fill('mine');
      await page.getByLabel('Quantity').fill('3');
      await page.getByLabel('Quantity').fill('30');
      await expect(page.getByLabel('Note')).toHaveValue('mine');
      await page.getByLabel('Most').fill('2');
      await page.locator('[data-field="id"]').getByRole('textbox').fill(`c-${lang}`);
      await expect(page.getByText(said).first()).toBeVisible();
      await page.getByLabel('Most').fill('4');
      await page.getByLabel('Price').click();
      await expect(page.getByText(said)).toHaveCount(0);
    }
    // What the row that a reference names says is there as soon as it is named.
    expect((await api('/api/pb/charterparty', { method: 'POST', body: JSON.stringify({ id: 'all-of-it', price: 2, quantity: 5, most: 99 }) })).status).toBe(
      201,
    );
    await page.getByLabel('Part of').fill('all-of-it');
    await page.getByRole('option', { name: 'all-of-it', exact: true }).click();
    await expect(page.getByLabel('Whole')).toHaveValue('10.00');
    await expectNoWider(page);
    expect(await anyFaults(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('form.png') });
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await api('/api/pb/charterparty/c-tw')).status).toBe(200);
    expect(await (await api('/api/pb/charterparty/c-tw')).json()).toMatchObject({ amount: 3, whole: 10, begun: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) });

    // What is saved elsewhere is in the sums of an open form, and what is typed there stays and is saved without a question.
    await page.goto('/erp/pb-charterparty/edit?id=all-of-it');
    await expect(page.getByLabel('Parts')).toHaveValue('1');
    await page.getByLabel('Note').fill('typed meanwhile');
    expect(
      (await api('/api/pb/charterparty', { method: 'POST', body: JSON.stringify({ id: 'child', price: 1, quantity: 1, most: 9, of: 'all-of-it' }) })).status,
    ).toBe(201);
    await expect(page.getByLabel('Parts')).toHaveValue('2');
    await expect(page.getByLabel('Note')).toHaveValue('typed meanwhile');
    await expect(page.getByLabel('Note')).toBeFocused();
    expect((await api('/api/pb/charterparty/child', { method: 'DELETE' })).status).toBeLessThan(300);
    await expect(page.getByLabel('Parts')).toHaveValue('1');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await (await api('/api/pb/charterparty/all-of-it')).json()).note).toBe('typed meanwhile');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await (await api('/api/pb/charterparty/all-of-it')).json()).parts).toBe(1);
    // So is what a reference names, through the form of the row that names it.
    await page.goto('/erp/pb-charterparty/edit?id=c-tw');
    await expect(page.getByLabel('Whole')).toHaveValue('10.00');
    const { ver } = await (await api('/api/pb/charterparty/all-of-it')).json();
    expect((await api('/api/pb/charterparty/all-of-it', { method: 'PUT', body: JSON.stringify({ quantity: 6, ver }) })).status).toBe(200);
    await expect(page.getByLabel('Whole')).toHaveValue('12.00');
  } finally {
    rmSync(file);
  }
});
