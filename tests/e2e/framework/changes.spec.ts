import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, type Page, test } from '../reelbase.ts';

/** An object dropped in while the server runs: nothing knows of it. */
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const loom = {
  title: 'Loom',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-workflow': { field: 'state', states: ['new', 'worn'], transitions: [{ name: 'wear', title: 'Wear', from: 'new', to: 'worn', roles: ['[]'] }] },
  properties: {
    id: text('ID', { format: 'id', maxLength: 40 }),
    name: text('Name'),
    maker: text('Maker', { 'x-pii': true }),
    threads: { type: 'integer', title: 'Threads', minimum: 0, maximum: 9_999 },
    state: {
      type: 'string',
      title: 'State',
      oneOf: [
        { const: 'new', title: 'New' },
        { const: 'worn', title: 'Worn' },
      ],
      default: 'new',
    },
  },
};

const english = async (page: Page, url: string) => page.context().addCookies([{ name: 'lang', value: 'en', url }]);
const notices = (page: Page) => page.locator('.notices');
const noSerious = async (page: Page) => {
  expect(await seriousFaults(page)).toEqual([]);
};

test('C07 versions of a record are compared and come back, a field or the whole, and all changes are found: on an object dropped in', async ({
  staff,
  reelbase,
}) => {
  const file = join(reelbase.schemasDir, 'loom.json');
  const api = await reelbase.api();
  const send = async (method: string, path: string, json: object) => {
    const answer = await api(path, { method, headers: { 'content-type': 'application/json', 'if-match': '*' }, body: JSON.stringify(json) });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  };
  const read = async (id: string) => (await api(`/api/pb/loom/${id}`)).json();
  writeFileSync(file, JSON.stringify(loom));
  try {
    await expect.poll(async () => (await api('/api/pb/loom')).status).toBe(200);
    await send('POST', '/api/pb/loom', { id: 'l-one', name: 'Old loom', maker: 'Wu', threads: 40 });
    await send('PUT', '/api/pb/loom/l-one', { name: 'New loom', threads: 60 });
    await send('POST', '/api/pb/loom/l-one/actions/wear', {});
    await send('PUT', '/api/pb/loom/l-one', { threads: 80 });
    await english(staff, reelbase.url);
    await staff.goto('/erp/pb-loom/edit?id=l-one');
    const panel = staff.getByRole('dialog', { name: 'History' });
    const compare = panel.getByRole('region', { name: 'Compare versions' });
    const fieldOf = (name: string) => compare.locator(`[data-changed="${name}"]`);

    await test.step('the first version beside the present one, opened and chosen by keyboard', async () => {
      await staff.getByRole('button', { name: 'History' }).press('Enter');
      await expect(panel.getByRole('article')).toHaveCount(4);
      await panel
        .getByRole('article')
        .last()
        .getByRole('button', { name: /^Compare .* with the current version$/ })
        .press('Enter');
      await expect(compare.getByRole('combobox', { name: 'Version' })).toBeFocused();
      await expect(fieldOf('name')).toContainText('Old loom → New loom');
      await expect(fieldOf('threads')).toContainText('40 → 80');
      await expect(fieldOf('state'), 'a state is reached by its steps').toContainText('New → Worn');
      await expect(fieldOf('state').getByRole('button')).toHaveCount(0);
      await noSerious(staff);
    });

    await test.step('any two versions: the second beside the present one, and beside the first', async () => {
      await compare.getByRole('combobox', { name: 'Version' }).selectOption({ index: 3 });
      await expect(fieldOf('threads')).toContainText('60 → 80');
      await expect(fieldOf('name')).toHaveCount(0);
      await compare.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 4 });
      await expect(fieldOf('threads')).toContainText('60 → 40');
      await expect(compare.getByRole('button', { name: /Revert|values/ }), 'back goes from the present version alone').toHaveCount(0);
    });

    await test.step('a field goes back, and its Undo forth', async () => {
      await compare.getByRole('combobox', { name: 'Version' }).selectOption({ index: 4 });
      await compare.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 0 });
      await compare.getByRole('button', { name: 'Revert “Threads”' }).click();
      await expect(notices(staff)).toContainText('“Threads” was reverted to its earlier value');
      await expect(panel.getByRole('article').first()).toContainText('reverted to an earlier version');
      expect(await read('l-one')).toMatchObject({ threads: 40, name: 'New loom', ver: 5 });
      await notices(staff).getByRole('button', { name: 'Undo' }).click();
      await expect(notices(staff)).toContainText('1 record was put back');
      expect(await read('l-one')).toMatchObject({ threads: 80, ver: 6 });
    });

    await test.step('the record goes back, but for its state; the form has it', async () => {
      await panel
        .getByRole('article')
        .last()
        .getByRole('button', { name: /^Compare .* with the current version$/ })
        .click();
      await compare.getByRole('button', { name: 'Revert to this version' }).click();
      await expect(notices(staff)).toContainText('These fields stay as they are: State');
      await panel.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(staff.getByRole('textbox', { name: 'Name' })).toHaveValue('Old loom');
      expect(await read('l-one')).toMatchObject({ name: 'Old loom', threads: 40, state: 'worn', ver: 7 });
    });

    await test.step('what is typed is not lost by going back, nor by its Undo', async () => {
      await staff.getByRole('textbox', { name: 'Maker' }).fill('Lin');
      await staff.getByRole('textbox', { name: 'Maker' }).blur();
      await expect.poll(() => staff.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('Lin');
      await notices(staff).getByRole('button', { name: 'Undo' }).click();
      await expect(notices(staff)).toContainText('1 record was put back');
      await expect(staff.getByRole('textbox', { name: 'Name' })).toHaveValue('New loom');
      await expect(staff.getByRole('textbox', { name: 'Maker' })).toHaveValue('Lin');
      await staff.getByRole('button', { name: 'History' }).click();
      await panel
        .getByRole('article')
        .nth(1)
        .getByRole('button', { name: /^Compare .* with the current version$/ })
        .click();
      await expect(compare).toContainText('Save or discard what you have typed');
      await expect(compare.getByRole('button', { name: 'Revert to this version' })).toBeDisabled();
      await panel.getByRole('button', { name: 'Close', exact: true }).click();
      await staff.getByRole('textbox', { name: 'Maker' }).fill('Wu');
    });

    await test.step('all changes: by object, field and person; the export among them; axe finds nothing, and a phone shows it whole', async () => {
      expect((await api('/api/pb/loom/export?format=csv')).status).toBe(200);
      await staff.goto('/erp/changes');
      await expect(staff.getByRole('heading', { level: 1 })).toHaveText('History');
      await staff.getByRole('combobox', { name: 'Object' }).click();
      await staff.getByRole('option', { name: 'Loom' }).click();
      await expect(staff).toHaveURL(/object=loom/);
      const rows = staff.locator('[data-change^="loom"]');
      await expect(rows).toHaveCount(9);
      await expect(rows.first()).toContainText('exported personal data');
      await expect(rows.first()).toContainText('CSV · 1 record');
      for (const width of [1440, 360]) {
        await staff.setViewportSize({ width, height: 800 });
        await expectNoWider(staff, `/erp/changes at ${width}`);
        await noSerious(staff);
      }
      await staff.getByRole('combobox', { name: 'Field' }).click();
      await staff.getByRole('option', { name: 'Name' }).click();
      await expect(rows).toHaveCount(3);
      await expect(rows.first()).toContainText('Old loom → New loom');
      await rows.first().getByRole('button', { name: 'All changes to “New loom”' }).click();
      await expect(staff).toHaveURL(/row=l-one/);
      await expect(rows).toHaveCount(8);
      await staff.getByRole('combobox', { name: 'Person (account)' }).fill('nobody');
      await staff.getByRole('combobox', { name: 'Person (account)' }).press('Enter');
      await expect(staff.getByText('No changes match.')).toBeVisible();
      await staff.getByRole('button', { name: 'Clear filters' }).click();
      await rows.getByRole('link', { name: 'New loom' }).first().click();
      await expect(staff).toHaveURL(/\/erp\/pb-loom\/edit\?id=l-one/);
    });
  } finally {
    await api('/api/pb/loom/l-one', { method: 'DELETE' });
    rmSync(file, { force: true });
    await expect.poll(async () => (await api('/api/pb/loom')).status).toBe(404);
  }
});

test('K23 a screen whose call is refused because the session has ended offers to sign in beside it', async ({ staff }) => {
  const refusal = { done: false, msg: '請先登入', err: { code: 'msg.session', message: '請先登入', fields: [] }, data: null };
  await staff.route('**/api/changes?**', (route) => route.fulfill({ status: 401, json: refusal }));
  await staff.route('**/api/changes', (route) => route.fulfill({ status: 401, json: refusal }));
  await staff.goto('/erp/changes');
  await expect(staff.getByRole('alert').filter({ hasText: '請先登入' }).getByRole('link', { name: '在新分頁登入' })).toBeVisible();
});
