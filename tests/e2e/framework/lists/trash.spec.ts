import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFaults } from '../../axe.ts';
import { expect, expectNoWider, type Page, test } from '../../reelbase.ts';

/** Objects dropped in while the server runs: nothing knows of them. */
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const kiln = {
  title: 'Kiln',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  properties: { id: text('ID', { format: 'id', maxLength: 40 }), name: text('Name') },
};
const brick = {
  title: 'Brick',
  type: 'object',
  required: ['id'],
  'x-titleTemplate': '{id}',
  properties: { id: text('ID', { format: 'id', maxLength: 40 }), kiln: text('Kiln', { maxLength: 64, 'x-relation': { to: 'kiln', onDelete: 'cascade' } }) },
};

const english = async (page: Page, url: string) => page.context().addCookies([{ name: 'lang', value: 'en', url }]);
const notices = (page: Page) => page.locator('.notices');

test('what is deleted is said before, offered back in the notice, and found in the trash: on objects dropped in', async ({ staff, reelbase }) => {
  const files = { kiln: join(reelbase.schemasDir, 'kiln.json'), brick: join(reelbase.schemasDir, 'brick.json') };
  const api = await reelbase.api();
  const make = async (object: string, json: object) => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
    expect(answer.status).toBe(201);
  };
  const status = async (path: string) => (await api(`/api/pb/${path}`)).status;
  writeFileSync(files.kiln, JSON.stringify(kiln));
  writeFileSync(files.brick, JSON.stringify(brick));
  try {
    await expect.poll(() => status('kiln')).toBe(200);
    await expect.poll(() => status('brick')).toBe(200);
    for (const id of ['k-one', 'k-two', 'k-three']) await make('kiln', { id, name: `Kiln ${id}` });
    for (const id of ['b-one', 'b-two']) await make('brick', { id, kiln: 'k-one' });
    await english(staff, reelbase.url);

    await test.step('one row: the dialog says what goes along, Undo brings all of it back', async () => {
      await staff.goto('/erp/pb-kiln/edit?id=k-one');
      await expect(staff.getByRole('textbox', { name: 'Name' })).toHaveValue('Kiln k-one');
      await staff.getByRole('button', { name: 'Delete' }).click();
      const dialog = staff.getByRole('dialog');
      await expect(dialog).toContainText(/2 bricks: b-(one, b-two|two, b-one)/);
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(staff).toHaveURL(/\/erp\/pb-kiln(\?.*)?$/);
      expect([await status('kiln/k-one'), await status('brick/b-two')]).toEqual([404, 404]);
      await notices(staff).getByRole('button', { name: 'Undo' }).click();
      await expect(notices(staff)).toContainText('1 record was put back');
      await expect(staff.getByRole('row').filter({ hasText: 'Kiln k-one' })).toBeVisible();
      expect([await status('kiln/k-one'), await status('brick/b-two')]).toEqual([200, 200]);
    });

    await test.step('many rows: one Undo for all, and a row that was made anew meanwhile is named', async () => {
      await staff.goto('/erp/pb-kiln');
      const all = staff.getByRole('checkbox', { name: 'Select all' });
      const isHalf = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
      await staff.getByRole('row').filter({ hasText: 'Kiln k-two' }).getByRole('checkbox').check();
      await expect.poll(isHalf).toBe(true);
      await all.check();
      await expect.poll(isHalf).toBe(false);
      await staff.getByRole('button', { name: 'Delete' }).click();
      await staff.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => status('kiln/k-two')).toBe(404);
      await make('kiln', { id: 'k-two', name: 'Another' });
      await notices(staff).getByRole('button', { name: 'Undo' }).click();
      await expect(notices(staff)).toContainText('2 records were put back');
      await expect(notices(staff)).toContainText('Another');
      expect([await status('kiln/k-one'), await status('kiln/k-three'), await status('brick/b-one')]).toEqual([200, 200, 200]);
    });

    await test.step('the trash: by object, restored by its button; axe finds nothing, and a phone shows it whole', async () => {
      await api('/api/pb/kiln/k-two', { method: 'DELETE' });
      await staff.goto('/erp/trash');
      await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Trash');
      await staff.getByRole('combobox', { name: 'Object' }).click();
      await staff.getByRole('option', { name: 'Kiln' }).click();
      await expect(staff).toHaveURL(/object=kiln/);
      const rows = staff.locator('[data-trash="k-two"]');
      await expect(rows).toHaveCount(2);
      await expect(rows.first()).toContainText('Another');
      for (const width of [1440, 360]) {
        await staff.setViewportSize({ width, height: 800 });
        await expectNoWider(staff, `/erp/trash at ${width}`);
        expect(await seriousFaults(staff)).toEqual([]);
      }
      await rows.nth(1).getByRole('button', { name: 'Restore “Kiln k-two”' }).click();
      await expect(notices(staff)).toContainText('“Kiln k-two” restored');
      await expect(rows).toHaveCount(1);
      await rows.getByRole('button', { name: 'Restore “Another”' }).click();
      await expect(notices(staff)).toContainText('“Another” was not restored: ID: this value is now used by “Kiln k-two”');
    });
  } finally {
    for (const object of ['brick', 'kiln']) {
      for (const row of await (await api(`/api/pb/${object}`)).json()) await api(`/api/pb/${object}/${row.id}`, { method: 'DELETE' });
    }
    for (const file of [files.brick, files.kiln]) rmSync(file, { force: true });
    await expect.poll(() => status('kiln')).toBe(404);
  }
});
