import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '../axe.ts';
import { expect, expectNoWider, type Page, test } from '../reelbase.ts';

/** An object dropped in while the server runs: nothing knows of it. */
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const buoy = {
  title: 'Buoy',
  type: 'object',
  required: ['id', 'name'],
  'x-titleTemplate': '{name}',
  'x-list': { columns: ['id', 'name', 'colour', 'depth', 'checked', 'marks'], sort: ['id', 'ASC'], filters: ['colour'], pageSize: 25 },
  properties: {
    id: text('ID', { format: 'id', maxLength: 40 }),
    name: text('Name'),
    colour: {
      type: 'string',
      title: 'Colour',
      oneOf: [
        { const: 'r', title: 'Red' },
        { const: 'g', title: 'Green' },
      ],
    },
    depth: { type: 'integer', title: 'Depth', minimum: 0, maximum: 50 },
    lit: { type: 'boolean', title: 'Lit', default: false },
    checked: { type: 'string', format: 'date', title: 'Checked on', 'x-readOnlyWhen': { properties: { lit: { const: true } } } },
    marks: { type: 'array', title: 'Marks', items: text('Mark'), 'x-ui': 'tags' },
  },
};

const say = (page: Page, url: string, value: 'en' | 'tw') => page.context().addCookies([{ name: 'lang', value, url }]);
const count = 60;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ reelbase }) => {
  writeFileSync(join(reelbase.schemasDir, 'buoy.json'), JSON.stringify(buoy));
  const api = await reelbase.api();
  await expect.poll(async () => (await api('/api/pb/buoy')).status).toBe(200);
  for (let n = 0; n < count; n += 1) {
    const id = `b-${String(n).padStart(3, '0')}`;
    const row = { id, name: `Buoy ${n}`, colour: n % 2 ? 'r' : 'g', depth: n % 10, lit: n === 3 };
    expect((await api('/api/pb/buoy', { method: 'POST', body: JSON.stringify(row) })).status).toBe(201);
  }
});
test.afterAll(({ reelbase }) => rmSync(join(reelbase.schemasDir, 'buoy.json')));

test('all that match are selected, a field is set after a look at the effect, the report names what was refused, and Undo takes it back', async ({
  staff,
  reelbase,
}) => {
  const api = await reelbase.api();
  const total = async (filter: object) => {
    const answer = await api(`/api/pb/buoy?range=[0,0]&filter=${encodeURIComponent(JSON.stringify(filter))}`);
    return Number(answer.headers.get('content-range')?.split('/')[1]);
  };
  await say(staff, reelbase.url, 'en');
  await staff.goto('/erp/pb-buoy');
  await staff.getByRole('checkbox', { name: 'Select all' }).check();
  await staff.getByRole('button', { name: `Select all ${count} that match` }).click();
  await expect(staff.locator('.selection-bar')).toContainText(`All records that match are selected (${count}).`);
  await staff.getByRole('button', { name: 'Change fields of the selected records' }).click();
  const dialog = staff.getByRole('dialog', { name: `Change ${count} buoys` });
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await staff.getByRole('option', { name: 'Checked on' }).click();
  await dialog.getByRole('textbox', { name: 'Checked on' }).fill('2026-05-01');
  await dialog.getByRole('button', { name: 'Another field' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).last().click();
  await staff.getByRole('option', { name: 'Depth' }).click();
  await dialog.getByRole('textbox', { name: 'Depth' }).fill('7');
  await dialog.getByRole('button', { name: 'Look at the effect' }).click();
  await expect(dialog.locator('[data-fate="changed"]').first()).toContainText(`${count - 1} will change`);
  await expect(dialog.locator('.bulk-lines')).toContainText('Buoy 3 ');
  expect(await total({ depth: 7 })).toBe(6);
  expect((await new AxeBuilder({ page: staff }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: `Change ${count - 1} records` }).click();
  await expect(dialog).toContainText(`${count - 1} changed`);
  const download = staff.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Report as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('buoy.csv');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await total({ depth: 7 })).toBe(count - 1);
  await staff.locator('.notices').getByRole('button', { name: 'Undo' }).click();
  await expect(staff.locator('.notices')).toContainText(`${count - 1} records are as they were`);
  expect(await total({ depth: 7 })).toBe(6);
});

test('its dialog in Chinese, and on a phone no wider than it', async ({ staff, reelbase }) => {
  await say(staff, reelbase.url, 'tw');
  await staff.goto('/erp/pb-buoy');
  await staff.getByRole('checkbox').first().check();
  await staff.getByRole('button', { name: `選取符合條件的全部 ${count} 筆` }).click();
  await staff.getByRole('button', { name: '更改所選資料的欄位' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '欄位' }).click();
  await staff.getByRole('option', { name: 'Marks' }).click();
  await dialog.getByRole('button', { name: '預覽結果' }).click();
  await expect(dialog.locator('[data-fate="same"]').first()).toContainText(`${count} 筆已是如此`);
  await staff.setViewportSize({ width: 360, height: 740 });
  await expectNoWider(staff);
});
