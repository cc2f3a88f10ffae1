import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, type Page, test } from '../reelbase.ts';

/** Objects dropped in while the server runs: nothing knows of them. */
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const dyer = {
  title: 'Dyer',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-search': ['name', 'city'],
  properties: {
    id: text('ID', { format: 'id', maxLength: 40 }),
    name: text('Name'),
    city: text('City'),
    colours: { type: 'array', title: 'Colours', items: text('Colour') },
  },
};
const thread = {
  title: 'Thread',
  type: 'object',
  required: ['id'],
  'x-titleTemplate': '{id}',
  properties: { id: text('ID', { format: 'id', maxLength: 40 }), dyer: text('Dyer', { maxLength: 64, 'x-relation': { to: 'dyer', onDelete: 'restrict' } }) },
};

const language = async (page: Page, value: string, url: string) => page.context().addCookies([{ name: 'lang', value, url }]);
const notices = (page: Page) => page.locator('.notices');

test('records about the same thing are merged from the list and from a record, and Undo parts them: on objects dropped in', async ({ staff, reelbase }) => {
  const files = { dyer: join(reelbase.schemasDir, 'dyer.json'), thread: join(reelbase.schemasDir, 'thread.json') };
  const api = await reelbase.api();
  const make = async (object: string, json: object) => {
    const answer = await api(`/api/pb/${object}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
    expect(answer.status).toBe(201);
  };
  const read = async (path: string) => (await api(`/api/pb/${path}`)).json();
  const status = async (path: string) => (await api(`/api/pb/${path}`)).status;
  writeFileSync(files.dyer, JSON.stringify(dyer));
  writeFileSync(files.thread, JSON.stringify(thread));
  try {
    await expect.poll(() => status('dyer')).toBe(200);
    await expect.poll(() => status('thread')).toBe(200);
    await make('dyer', { id: 'd-one', name: 'Indigo House', city: 'Ulm', colours: ['blue'] });
    await make('dyer', { id: 'd-two', name: 'Indigo House Ltd', city: 'Bonn', colours: ['blue', 'grey'] });
    await make('dyer', { id: 'd-three', name: 'Indgo House' });
    for (const id of ['t-one', 't-two']) await make('thread', { id, dyer: 'd-two' });
    await language(staff, 'en', reelbase.url);

    await test.step('from the list: which stays, a choice for each field, the effects, then Undo', async () => {
      await staff.goto('/erp/pb-dyer');
      for (const id of ['d-two', 'd-one']) {
        await staff.getByRole('row').filter({ hasText: id }).getByRole('checkbox').check();
      }
      await staff.getByRole('button', { name: 'Merge', exact: true }).click();
      const dialog = staff.getByRole('dialog', { name: 'Merge: Dyers' });
      await dialog.getByRole('radiogroup', { name: 'Which record stays' }).getByRole('radio', { name: /d-one/ }).check();
      const city = dialog.getByRole('radiogroup', { name: 'City' });
      // What is proposed follows the one that stays.
      await expect(city.getByRole('radio', { name: 'Ulm' })).toBeChecked();
      await city.getByRole('radio', { name: 'Bonn' }).check();
      await dialog.getByRole('radiogroup', { name: 'Colours' }).getByRole('radio', { name: 'Keep all of them' }).check();
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Thread: Dyer: 2 changed' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Merge 2 records' }).click();
      await expect(notices(staff)).toContainText('2 records merged into “Indigo House');
      await expect(dialog).toBeHidden();
      expect(await read('dyer/d-one')).toMatchObject({ name: 'Indigo House', city: 'Bonn', colours: ['blue', 'grey'] });
      expect([(await read('thread/t-one')).dyer, (await read('thread/t-two')).dyer, await status('dyer/d-two')]).toEqual(['d-one', 'd-one', 404]);
      await notices(staff).getByRole('button', { name: 'Undo' }).click();
      await expect(notices(staff)).toContainText('records were put back');
      expect([(await read('thread/t-one')).dyer, (await read('dyer/d-two')).city, (await read('dyer/d-one')).city]).toEqual(['d-two', 'Bonn', 'Ulm']);
    });

    await test.step('from a record, on a phone, by keyboard and in Chinese: another one is looked for', async () => {
      await staff.setViewportSize({ width: 360, height: 800 });
      await language(staff, 'tw', reelbase.url);
      await staff.goto('/erp/pb-dyer/edit?id=d-two');
      await staff.getByRole('button', { name: '更多操作' }).click();
      await staff.getByRole('menuitem', { name: '與另一筆合併' }).click();
      const dialog = staff.getByRole('dialog');
      const find = dialog.getByRole('combobox', { name: '哪一筆是重複的資料？' });
      await find.press('ArrowDown');
      await find.pressSequentially('Indgo');
      await expect(staff.getByRole('option')).toHaveText([/^Indgo House/]);
      await find.press('Enter');
      await expect(dialog.getByRole('radiogroup', { name: '保留哪一筆' })).toBeVisible();
      await expectNoWider(staff, 'merge dialog at 360');
      expect(await seriousFaults(staff)).toEqual([]);
      const confirm = dialog.getByRole('button', { name: '合併 2 筆' });
      await confirm.focus();
      await staff.keyboard.press('Enter');
      await expect(notices(staff)).toContainText('已將 2 筆合併為「Indigo House Ltd');
      await expect.poll(() => status('dyer/d-three')).toBe(404);
      await expect(staff).toHaveURL(/id=d-two/);
    });
  } finally {
    for (const object of ['thread', 'dyer']) {
      for (const row of await (await api(`/api/pb/${object}`)).json()) await api(`/api/pb/${object}/${row.id}`, { method: 'DELETE' });
    }
    for (const file of [files.thread, files.dyer]) rmSync(file, { force: true });
    await expect.poll(() => status('dyer')).toBe(404);
  }
});
