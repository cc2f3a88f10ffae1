/** The filter builder on an object that was dropped in: any field, groups, days by today, by keyboard, on a phone, in both languages. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../../axe.ts';
import { expect, type Page, test } from '../../reelbase.ts';

const orchard = {
  title: 'Harvest',
  type: 'object',
  'x-titleTemplate': '{plot}',
  'x-list': { columns: ['plot', 'picked', 'weight', 'grade'], filters: ['plot', 'picked'], sort: ['plot', 'ASC'] },
  properties: {
    id: { type: 'string', title: 'ID', maxLength: 40 },
    plot: { type: 'string', title: 'Plot', maxLength: 40 },
    picked: { type: 'string', title: 'Picked on', format: 'date' },
    weight: { type: 'number', title: 'Weight', multipleOf: 0.1 },
    grade: {
      type: 'string',
      title: 'Grade',
      oneOf: [
        { const: 'a', title: 'Finest' },
        { const: 'b', title: 'Good' },
      ],
    },
    box: { type: 'object', title: 'Box', properties: { mark: { type: 'string', title: 'Mark', maxLength: 20 } } },
  },
};

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const rows = [
  { id: 'h1', plot: 'North', picked: day(-400), weight: 10.5, grade: 'a', box: { mark: 'red' } },
  { id: 'h2', plot: 'East', picked: day(-3), weight: 2.5, grade: 'b', box: { mark: 'blue' } },
  { id: 'h3', plot: 'South', picked: day(-400), weight: 7, grade: 'b', box: { mark: 'blue' } },
  { id: 'h4', plot: 'West', picked: '', weight: null, grade: '-', box: {} },
];

const shown = (page: Page) => page.getByRole('row').filter({ hasText: /North|East|South|West/ });

test('a filter is built over any field in groups, by keyboard, and stands above the list in words', async ({ staff, reelbase }) => {
  const file = join(reelbase.schemasDir, 'harvest_note.json');
  writeFileSync(file, JSON.stringify(orchard));
  const api = await reelbase.api();
  await expect.poll(async () => (await api('/api/pb/harvest_note')).status).toBe(200);
  for (const row of rows) expect((await api('/api/pb/harvest_note', { method: 'POST', body: JSON.stringify(row) })).status).toBe(201);
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);

  await test.step('a field inside an object, and a group of which one part has to hold', async () => {
    await staff.goto('/erp/pb-harvest_note');
    await expect(shown(staff)).toHaveCount(4);
    await staff.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await staff.getByRole('button', { name: 'All fields and groups…' }).press('Enter');
    const builder = staff.getByRole('dialog', { name: 'Filter by any field' });
    await choose(staff, builder.getByRole('combobox', { name: 'Field' }).first(), 'Box: Mark');
    await builder.getByRole('textbox', { name: 'Value' }).fill('blue');
    await builder.getByRole('button', { name: 'Add group' }).press('Enter');
    const group = builder.getByRole('group', { name: 'Group of conditions' }).last();
    await choose(staff, group.getByRole('combobox', { name: 'Field' }), 'Picked on');
    await pick(staff, group.getByRole('combobox', { name: 'Condition' }), 'is in');
    await pick(staff, group.getByRole('combobox', { name: 'Date' }), 'the last…');
    await group.getByRole('button', { name: 'Add condition' }).press('Enter');
    await expect(group.getByRole('combobox', { name: 'Field' }).last()).toBeFocused();
    await choose(staff, group.getByRole('combobox', { name: 'Field' }).last(), 'Grade');
    await group.getByRole('checkbox', { name: 'Finest' }).press('Space');
    expect(await anyFaults(staff)).toEqual([]);
    await builder.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(shown(staff)).toHaveText([/East/]);
    await expect(staff.getByRole('toolbar').getByText('Box: Mark contains “blue”')).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Picked on: the last 7 days or Grade: Finest' })).toBeVisible();
  });

  await test.step('the address holds it, in the other language too, and a part is taken away', async () => {
    await staff.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
    await staff.reload();
    await expect(staff.getByRole('button', { name: 'Picked on：最近 7 天或Grade：Finest' })).toBeVisible();
    await staff.getByRole('button', { name: '移除此篩選' }).last().press('Enter');
    await expect(shown(staff)).toHaveCount(2);
  });

  await test.step('a figure of a column is chosen, and is of the filtered rows', async () => {
    await staff.getByRole('button', { name: '篩選資料的統計' }).press('Enter');
    await pick(staff, staff.getByRole('combobox', { name: 'Weight' }), '平均');
    await staff.keyboard.press('Escape');
    await expect(staff.locator('[data-figure=weight]')).toHaveText('平均 Weight4.75');
    await staff.getByRole('button', { name: '移除此篩選' }).press('Enter');
    await expect(staff.locator('[data-figure=weight]')).toHaveText('平均 Weight6.667');
  });

  await test.step('on a phone', async () => {
    await staff.setViewportSize({ width: 360, height: 740 });
    await staff.goto(`/erp/pb-harvest_note?filter=${encodeURIComponent(JSON.stringify({ $or: [{ 'weight@gte': 7 }, { picked: 'this-year', grade: 'b' }] }))}`);
    await expect(staff.getByText('North')).toBeVisible();
    await staff.getByRole('button', { name: 'Weight：7 起或（Picked on：今年且Grade：Good）' }).click();
    const builder = staff.getByRole('dialog', { name: '依任何欄位篩選' });
    await expect(builder.getByRole('combobox', { name: '欄位' })).toHaveCount(3);
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await builder.getByRole('button', { name: '移除群組' }).click();
    await builder.getByRole('button', { name: '套用' }).click();
    await expect(staff.getByText('East')).toHaveCount(0);
    await expect(staff.getByText('North')).toBeVisible();
  });
  rmSync(file);
});

/** Types a field's name and takes it. */
async function choose(page: Page, box: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  await box.fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

async function pick(page: Page, box: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  await box.press('Enter');
  await page.getByRole('option', { name, exact: true }).click();
}
