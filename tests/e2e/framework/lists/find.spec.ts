/** One box for everything, the records beside one, and a record begun after another: on an object dropped in. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, type Page, test } from '../../reelbase.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const girandole = {
  title: 'Girandole',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-search': ['name', 'note'],
  'x-indexes': [['name']],
  'x-list': { columns: ['name', 'note'], sort: ['name', 'ASC'] },
  properties: { id: text('ID', { format: 'id', maxLength: 40 }), name: text('Name'), note: text('Note') },
};
const box = (page: Page) => page.getByRole('dialog', { name: /Find anything|尋找任何項目/ });

test('everything is found from one box, and records follow each other as in their list', async ({ staff, reelbase }) => {
  const file = join(reelbase.schemasDir, 'girandole.json');
  const api = await reelbase.api();
  writeFileSync(file, JSON.stringify(girandole));
  try {
    await expect.poll(async () => (await api('/api/pb/girandole')).status).toBe(200);
    const rows = [
      { id: 'l-one', name: '臺灣燈', note: 'old' },
      { id: 'l-two', name: 'Storm girandole', note: 'from the quay' },
      { id: 'l-three', name: 'Quay', note: 'new' },
      { id: 'l-four', name: 'Attic', note: 'new' },
    ];
    for (const row of rows) {
      const answer = await api('/api/pb/girandole', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(row) });
      expect(answer.status).toBe(201);
    }
    await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);

    await test.step('records by words, the best first, opened by the keyboard alone', async () => {
      await staff.goto('/erp/');
      await expect(staff.getByRole('button', { name: 'Find anything' })).toBeVisible();
      await staff.keyboard.press('Control+k');
      await expect(box(staff)).toBeVisible();
      await staff.keyboard.type('quay');
      const found = box(staff).getByRole('option').filter({ hasText: 'Girandole' });
      await expect(found.first()).toHaveText(/^Quay/);
      await expect(found).toHaveCount(2);
      await staff.keyboard.press('Enter');
      await expect(staff).toHaveURL(/pb-girandole\/edit\?id=l-three/);
      await expect(staff.getByRole('textbox', { name: 'Name' })).toHaveValue('Quay');
      await expect(box(staff)).toHaveCount(0);
    });

    await test.step('what is typed before the box is there is its own, not the page’s', async () => {
      const isList = ({ pathname }: URL) => /\/FindBox-[^/]*\.js$/.test(pathname);
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((done) => {
        letGo = done;
      });
      await staff.route(isList, async (route) => {
        await held;
        await route.continue();
      });
      await staff.goto('/erp/pb-girandole');
      await expect(staff.getByRole('link', { name: 'Attic' })).toBeVisible();
      const [address, focused] = [staff.url(), await staff.evaluateHandle(() => document.activeElement)];
      await staff.keyboard.press('Control+k');
      await staff.keyboard.type('given up');
      await staff.keyboard.press('Escape');
      await staff.keyboard.press('Control+k');
      await staff.keyboard.type(' quayx');
      await staff.keyboard.press('Backspace');
      await expect(box(staff)).toHaveCount(0);
      expect([staff.url(), await focused.evaluate((was) => document.activeElement === was)]).toEqual([address, true]);
      letGo();
      await expect(box(staff).getByRole('combobox')).toHaveValue('quay');
      await expect(box(staff).getByRole('option').filter({ hasText: 'Girandole' })).toHaveCount(2);
      await staff.keyboard.type('s');
      await expect(box(staff).getByRole('combobox')).toHaveValue('quays');
      await staff.keyboard.press('Escape');
      await expect(box(staff)).toHaveCount(0);
      await staff.unroute(isList);
    });

    await test.step('simplified finds traditional; what nobody has is said', async () => {
      await staff.keyboard.press('Control+k');
      await staff.keyboard.type('台湾');
      await expect(box(staff).getByRole('option', { name: /臺灣燈/ })).toBeVisible();
      await staff.keyboard.press('Control+a');
      await staff.keyboard.type('nobody has this');
      await expect(box(staff)).toContainText('Nothing found.');
      await staff.keyboard.press('Escape');
      await expect(box(staff)).toHaveCount(0);
    });

    await test.step('next and previous record of the list, by its filter and order', async () => {
      await staff.goto('/erp/pb-girandole');
      await expect(staff.getByRole('link', { name: 'Attic' })).toBeVisible();
      await staff.goto('/erp/pb-girandole/edit?id=l-three');
      const name = staff.getByRole('textbox', { name: 'Name' });
      await expect(name).toHaveValue('Quay');
      await expect(staff.getByRole('button', { name: 'Next record' })).toBeEnabled();
      await staff.keyboard.press('Alt+j');
      await expect(name).toHaveValue('Storm girandole');
      await expect(staff.getByRole('button', { name: 'Previous record' })).toBeEnabled();
      await staff.keyboard.press('Alt+k');
      await expect(name).toHaveValue('Quay');
      await expect(staff.getByRole('button', { name: 'Previous record' })).toBeEnabled();
      await staff.getByRole('button', { name: 'Previous record' }).click();
      await expect(name).toHaveValue('Attic');
      await expect(staff.getByRole('button', { name: 'Previous record' })).toBeDisabled();
      // What is typed is not lost on the way.
      await name.fill('Attic lamp');
      await expect(staff.getByRole('button', { name: 'Next record' })).toBeEnabled();
      await staff.getByRole('button', { name: 'Next record' }).click();
      await expect(staff.getByRole('dialog')).toBeVisible();
      await staff.keyboard.press('Escape');
      await expect(name).toHaveValue('Attic lamp');
    });

    await test.step('save and new: the record is stored, and an empty form waits', async () => {
      const name = staff.getByRole('textbox', { name: 'Name' });
      await staff.keyboard.press('Control+Shift+s');
      await expect(staff).toHaveURL(/pb-girandole\/edit$/);
      await expect(name).toHaveValue('');
      await name.fill('Fifth');
      await staff.getByRole('textbox', { name: 'ID' }).fill('l-five');
      await staff.keyboard.press('Control+Shift+s');
      await expect(name).toHaveValue('');
      await expect.poll(async () => (await api('/api/pb/girandole/l-five')).status).toBe(200);
      expect(((await (await api('/api/pb/girandole/l-four')).json()) as { name: string }).name).toBe('Attic lamp');
    });

    await test.step('favourites and what was opened lately are there before anything is typed', async () => {
      await staff.goto('/erp/pb-girandole/edit?id=l-one');
      await staff.getByRole('button', { name: 'Favourite' }).click();
      await expect(staff.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true');
      await staff.goto('/erp/');
      await staff.getByRole('button', { name: 'Find anything' }).click();
      await expect(box(staff)).toContainText('Favourites');
      await expect(
        box(staff)
          .getByRole('option', { name: /臺灣燈/ })
          .first(),
      ).toBeVisible();
      await expect(box(staff)).toContainText('Opened recently');
      expect(await anyFaults(staff)).toEqual([]);
    });

    await test.step('the groups of the menu fold and stay so; words find a screen in a folded one', async () => {
      await staff.keyboard.press('Escape');
      const menu = staff.getByRole('navigation', { name: 'Menu' });
      const group = menu.locator('summary', { hasText: 'Master data' });
      await expect(menu.getByRole('link', { name: 'Girandoles' })).toBeVisible();
      await group.click();
      await expect(menu.getByRole('link', { name: 'Girandoles' })).toBeHidden();
      await staff.reload();
      await expect(group).toBeVisible();
      await expect(menu.getByRole('link', { name: 'Girandoles' })).toBeHidden();
      await menu.getByRole('searchbox', { name: 'Search the menu' }).fill('giran');
      await expect(menu.getByRole('link')).toHaveText(['Girandoles']);
      await menu.getByRole('searchbox', { name: 'Search the menu' }).fill('nobody');
      await expect(menu).toContainText('Nothing in the menu matches.');
      await staff.keyboard.press('Escape');
      await group.click();
      await expect(menu.getByRole('link', { name: 'Girandoles' })).toBeVisible();
    });

    await test.step('screens and commands in Chinese, on a phone', async () => {
      await staff.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await staff.setViewportSize({ width: 360, height: 740 });
      await staff.goto('/erp/');
      await staff.getByRole('button', { name: '尋找任何項目' }).click();
      await staff.keyboard.type('Girandole');
      await expect(box(staff).getByRole('option', { name: /新增.*Girandole/ })).toBeVisible();
      await expectNoWider(staff);
      await box(staff)
        .getByRole('option', { name: /新增.*Girandole/ })
        .click();
      await expect(staff).toHaveURL(/pb-girandole\/edit$/);
    });
  } finally {
    rmSync(file);
  }
});
