import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, test } from '../reelbase.ts';

/** Objects dropped in while the server runs: nothing knows of them. */
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const vine = {
  title: 'Vine',
  type: 'object',
  required: ['id', 'name', 'slope'],
  'x-titleTemplate': '{name}',
  'x-search': ['name'],
  properties: { id: text('ID', { format: 'id', maxLength: 40 }), name: text('Name'), slope: text('Slope'), soil: text('Soil') },
};
const press = {
  title: 'Press',
  type: 'object',
  required: ['id'],
  'x-titleTemplate': '{id}',
  'x-search': ['id', 'note'],
  properties: {
    id: text('ID', { format: 'id', maxLength: 40 }),
    vine: text('Vine', { maxLength: 64, 'x-relation': { to: 'vine', onDelete: 'null' } }),
    others: { type: 'array', title: 'Others', items: { type: 'string' }, 'x-relation': { to: 'vine', many: true, onDelete: 'null' } },
    note: text('Note'),
  },
};

test('a reference is made in place, looked at without leaving, and what refers here is a list: on objects dropped in', async ({ staff, reelbase }) => {
  const files = { vine: join(reelbase.schemasDir, 'vine.json'), press: join(reelbase.schemasDir, 'press.json') };
  const api = await reelbase.api();
  const make = async (object: string, json: object) => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
    expect(answer.status).toBe(201);
  };
  const read = async (path: string) => (await api(`/api/pb/${path}`)).json();
  const status = async (path: string) => (await api(`/api/pb/${path}`)).status;
  const expectNothingSerious = async () => {
    expect(await seriousFaults(staff)).toEqual([]);
  };
  writeFileSync(files.vine, JSON.stringify(vine));
  writeFileSync(files.press, JSON.stringify(press));
  try {
    await expect.poll(() => status('vine')).toBe(200);
    await expect.poll(() => status('press')).toBe(200);
    await make('vine', { id: 'v-old', name: 'Old vine', slope: 'South', soil: 'Slate' });
    for (let index = 1; index <= 12; index += 1) await make('press', { id: `p-${index}`, vine: 'v-old', note: index % 2 ? 'odd' : 'even' });
    await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);

    await test.step('made in place by keyboard: what was typed becomes its title, what is open below stays as it is', async () => {
      await staff.goto('/erp/pb-press/edit');
      await staff.getByRole('textbox', { name: 'ID' }).fill('p-new');
      await staff.getByRole('textbox', { name: 'Note' }).fill('Unsaved words');
      const box = staff.getByRole('combobox', { name: 'Vine' });
      await box.pressSequentially('Young vine');
      await staff.getByRole('option', { name: 'New Vine: “Young vine”' }).waitFor();
      await box.press('Enter');
      const dialog = staff.getByRole('dialog', { name: 'New: Vine' });
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Young vine');
      await expectNothingSerious();
      // The ordinary form: its checks, too.
      await dialog.getByRole('textbox', { name: 'ID' }).fill('v-young');
      await dialog.getByRole('button', { name: 'Create and select' }).click();
      await expect(dialog.getByText(/Slope/).first()).toBeVisible();
      await expect(dialog).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Slope' }).fill('North');
      await staff.keyboard.press('Control+s');
      await expect(dialog).toBeHidden();
      await expect(box).toHaveValue('Young vine');
      await expect(staff.getByRole('textbox', { name: 'Note' })).toHaveValue('Unsaved words');
      expect(await status('press/p-new')).toBe(404);
      const others = staff.getByRole('combobox', { name: 'Others' });
      await others.pressSequentially('Third');
      await staff.getByRole('option', { name: 'New Vine: “Third”' }).click();
      await dialog.getByRole('textbox', { name: 'ID' }).fill('v-third');
      await dialog.getByRole('textbox', { name: 'Slope' }).fill('West');
      await dialog.getByRole('button', { name: 'Create and select' }).click();
      await expect(dialog).toBeHidden();
      await staff.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => status('press/p-new')).toBe(200);
      expect(await read('press/p-new')).toMatchObject({ vine: 'v-young', others: ['v-third'], note: 'Unsaved words' });
      expect(await read('vine/v-young')).toMatchObject({ name: 'Young vine', slope: 'North' });
    });

    await test.step('looked at by pointer and by keyboard', async () => {
      await staff.goto('/erp/pb-press/edit?id=p-1');
      const open = staff.getByRole('link', { name: /Old vine/ }).first();
      await open.hover();
      await expect(staff.getByRole('tooltip')).toContainText('Slate');
      await expect(staff.getByRole('tooltip')).toContainText('South');
      await staff.keyboard.press('Escape');
      await expect(staff.getByRole('tooltip')).toBeHidden();
      await staff.mouse.move(0, 0);
      await staff.getByRole('combobox', { name: 'Vine' }).focus();
      await staff.keyboard.press('Tab');
      await expect(staff.getByRole('tooltip')).toContainText('Slate');
      await expectNothingSerious();
    });

    await test.step('what refers here: pages, search, and the whole list with that search', async () => {
      await staff.goto('/erp/pb-vine/edit?id=v-old');
      const related = staff.locator('[data-related="press.vine"]');
      await expect(related.getByRole('status')).toHaveText('1–5 of 12');
      await related.getByRole('button', { name: 'Next page' }).click();
      await expect(related.getByRole('status')).toHaveText('6–10 of 12');
      await related.getByRole('searchbox').fill('even');
      await expect(related.getByRole('status')).toHaveText('1–5 of 6');
      await expect(related.locator('tbody tr')).toHaveCount(5);
      await staff.setViewportSize({ width: 360, height: 800 });
      await expectNoWider(staff, 'related records at 360');
      await staff.setViewportSize({ width: 1280, height: 720 });
      await related.getByRole('link', { name: 'All 6' }).click();
      await expect(staff).toHaveURL(/pb-press\?.*v-old.*even/);
      await expect(staff.getByText('1–6 of 6')).toBeVisible();
    });
  } finally {
    for (const object of ['press', 'vine']) {
      for (const row of await (await api(`/api/pb/${object}`)).json()) await api(`/api/pb/${object}/${row.id}`, { method: 'DELETE' });
    }
    for (const file of [files.press, files.vine]) rmSync(file, { force: true });
    await expect.poll(() => status('vine')).toBe(404);
  }
});
