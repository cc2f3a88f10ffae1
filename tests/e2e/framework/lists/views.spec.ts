/** Views of a list and its cards on a phone, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const anvil = {
  title: 'Anvil',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-views': [
    { key: 'heavy', title: 'Heavy ones', filter: { 'kilos@gte': 50 }, sort: ['kilos', 'DESC'], columns: [{ path: 'name', width: 240, pin: true }, 'kilos'] },
  ],
  properties: { id: text('ID', { format: 'id', maxLength: 40 }), name: text('Name'), maker: text('Maker'), kilos: { type: 'integer', title: 'Kilos' } },
};

test('a view is chosen, changed, saved, shared by its address, deleted and brought back; rows are cards on a phone', async ({ staff: page, reelbase }) => {
  const file = join(reelbase.schemasDir, 'anvil.json');
  const api = await reelbase.api();
  writeFileSync(file, JSON.stringify(anvil));
  try {
    await expect.poll(async () => (await api('/api/pb/anvil')).status).toBe(200);
    for (const [id, kilos] of [
      ['a-light', 5],
      ['b-heavy', 80],
      ['c-heavier', 120],
    ] as const)
      await api('/api/pb/anvil', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, name: `Anvil ${id}`, maker: 'Forge', kilos }),
      });
    await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const rows = page.locator('.rows tbody tr[class], .rows tbody tr:has(a.row-link)');
    const switcher = page.getByRole('button', { name: /^View: / });
    const pick = async (name: string | RegExp) => {
      await switcher.click();
      await page.getByRole('menuitem', { name }).click();
    };

    await test.step('the schema’s own view, from the menu', async () => {
      await page.goto('/erp/pb-anvil');
      await expect(rows).toHaveCount(3);
      await page.getByRole('button', { name: 'Views of Anvils' }).click();
      await page.getByRole('link', { name: /Heavy ones/ }).click();
      await expect(rows).toHaveCount(2);
      await expect(rows.first()).toContainText('c-heavier');
      await expect(page.getByRole('columnheader', { name: 'Maker' })).toHaveCount(0);
      await expect(switcher).toHaveAccessibleName('View: Heavy ones');
    });

    await test.step('changed, saved as one’s own, and found at its address', async () => {
      await page.getByRole('columnheader', { name: 'Kilos' }).getByRole('button').click();
      await expect(switcher).toHaveAccessibleName('View: Heavy ones (changed)');
      await pick('Save as a new view…');
      await page.getByRole('dialog').getByLabel('Name').fill('Mine');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(switcher).toHaveAccessibleName('View: Mine');
      const address = `/erp/pb-anvil?view=${new URL(page.url()).searchParams.get('view')}`;
      await pick('No view');
      await expect(rows).toHaveCount(3);
      await page.goto(address);
      await expect(rows).toHaveCount(2);
      await expect(rows.first()).toContainText('b-heavy');
    });

    await test.step('mailed by the clock, at another time, and no longer', async () => {
      const item = page.getByRole('menuitem', { name: 'Mail it to me…' });
      const dialog = page.getByRole('dialog', { name: '“Mine” by mail' });
      const choose = async (box: string, option: string) => {
        await dialog.getByRole('combobox', { name: new RegExp(`^${box}`) }).click();
        await page.getByRole('option', { name: option }).click();
      };
      await pick('Mail it to me…');
      await expect(dialog).toContainText('no mail where there are none');
      await choose('On', 'Friday');
      await dialog.getByRole('textbox', { name: /^At/ }).fill('25:00');
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
      await dialog.getByRole('textbox', { name: /^At/ }).fill('9:30');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.locator('.notices')).toContainText(/Next mail: .* 09:30/);
      await switcher.click();
      await expect(item).toContainText('Every week on Friday at 09:30');
      await item.click();
      await choose('How often', 'Every month');
      await choose('On', '31');
      await expect(dialog).toContainText('The last day of shorter months');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await switcher.click();
      await expect(item).toContainText('Every month on day 31 at 09:30');
      await item.click();
      await choose('How often', 'Never');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.locator('.notices')).toContainText('“Mine” is no longer mailed.');
      await switcher.click();
      await expect(item).toHaveText('Mail it to me…');
      await page.keyboard.press('Escape');
    });

    await test.step('deleted, and back by Undo', async () => {
      await pick('Delete');
      await expect(switcher).toHaveAccessibleName('View: No view');
      await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('link', { name: 'Mine' })).toBeVisible();
    });

    await test.step('cards on a phone, selected as in the table', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/erp/pb-anvil?view=');
      await expect(rows).toHaveCount(3);
      await expectNoWider(page);
      // The way to a new row stands beside the view and takes no line of its own.
      const [view, create] = await Promise.all([switcher, page.getByRole('button', { name: 'New', exact: true })].map((one) => one.boundingBox()));
      expect(create?.y).toBeLessThan((view?.y ?? 0) + (view?.height ?? 0));
      const card = rows.filter({ hasText: 'a-light' });
      expect((await card.boundingBox())?.height).toBeGreaterThan(60);
      await card.getByRole('checkbox').check();
      await expect(page.getByRole('button', { name: /1 selected/ })).toBeVisible();
      expect(await anyFaults(page)).toEqual([]);
      await card.getByRole('link').first().click();
      await expect(page).toHaveURL(/edit\?id=a-light/);
    });
  } finally {
    rmSync(file, { force: true });
  }
});
