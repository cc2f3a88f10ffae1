import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, type Page, password, signIn, test } from '../../reelbase.ts';

/** An object dropped in while the server runs: nothing knows of it. */
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const buoy = {
  title: 'Buoy',
  type: 'object',
  required: ['id', 'name'],
  'x-titleTemplate': '{name}',
  'x-list': { columns: ['id', 'name', 'colour', 'depth', 'checked', 'marks'], sort: ['id', 'ASC'], filters: ['colour'], pageSize: 25 },
  'x-workflow': {
    field: 'state',
    states: ['ashore', 'afloat', 'lost'],
    transitions: [
      { name: 'launch', title: 'Launch', from: 'ashore', to: 'afloat', roles: ['[]'], requires: { properties: { lit: { const: false } }, required: ['lit'] } },
      { name: 'lose', title: 'Lose', from: 'afloat', to: 'lost', roles: ['[]'], asks: ['reason'], confirm: 'A lost buoy is looked for.' },
    ],
  },
  properties: {
    state: {
      type: 'string',
      title: 'State',
      default: 'ashore',
      oneOf: [
        { const: 'ashore', title: 'Ashore' },
        { const: 'afloat', title: 'Afloat' },
        { const: 'lost', title: 'Lost' },
      ],
    },
    reason: text('Reason', { default: '' }),
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

/** The box above the rows, once there are some: before that there is nothing to check. */
async function checkAll(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).waitFor();
  await page.getByRole('checkbox').first().check();
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ reelbase }) => {
  writeFileSync(join(reelbase.schemasDir, 'buoy.json'), JSON.stringify(buoy));
  const api = await reelbase.api();
  await expect.poll(async () => (await api('/api/pb/buoy')).status).toBe(200);
  for (let n = 0; n < count; n += 1) {
    const id = `b-${String(n).padStart(3, '0')}`;
    const row = { id, name: `Buoy ${n}`, colour: n % 2 ? 'r' : 'g', depth: n % 10, lit: n === 3 };
    const made = await api('/api/pb/buoy', { method: 'POST', body: JSON.stringify(row) });
    expect([made.status, made.status === 201 ? '' : await made.text()]).toEqual([201, '']);
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
  await staff.getByRole('button', { name: 'Change the selected records' }).click();
  const dialog = staff.getByRole('dialog', { name: `Change ${count} buoys` });
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await staff.getByRole('option', { name: 'Checked on' }).click();
  await dialog.getByRole('textbox', { name: 'Checked on' }).fill('2026-05-01');
  await dialog.getByRole('button', { name: 'Add another field' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).last().click();
  await staff.getByRole('option', { name: 'Depth' }).click();
  await dialog.getByRole('textbox', { name: 'Depth' }).fill('7');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.locator('[data-fate="changed"]').first()).toContainText(`${count - 1} will change`);
  await expect(dialog.locator('.bulk-lines')).toContainText('Buoy 3 ');
  expect(await total({ depth: 7 })).toBe(6);
  expect(await anyFaults(staff, { within: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole('button', { name: `Change ${count - 1} records` }).click();
  await expect(dialog).toContainText(`${count - 1} changed`);
  const download = staff.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the report (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('buoy.csv');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await total({ depth: 7 })).toBe(count - 1);
  await staff.locator('.notices').getByRole('button', { name: 'Undo' }).click();
  await expect(staff.locator('.notices')).toContainText(`${count - 1} records were put back`);
  expect(await total({ depth: 7 })).toBe(6);
});

test('a transition is carried out on all that match: looked at at once, reported row by row, taken back; asked for what it asks, in Chinese and on a phone', async ({
  staff,
  reelbase,
}) => {
  const api = await reelbase.api();
  const state = async (id: string) => (await (await api(`/api/pb/buoy/${id}`)).json()).state;
  const open = async (lang: 'en' | 'tw', all: string, menu: string, name: string) => {
    await say(staff, reelbase.url, lang);
    await staff.goto('/erp/pb-buoy');
    await checkAll(staff);
    await staff.getByRole('button', { name: all }).click();
    await staff.getByRole('button', { name: menu, exact: true }).click();
    await staff.getByRole('menuitem', { name }).click();
  };
  await open('en', `Select all ${count} that match`, 'Operations', 'Launch');
  const dialog = staff.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName(`Launch: ${count} buoys`);
  await expect(dialog.locator('[data-fate="changed"]').first()).toContainText(`${count - 1} will be processed`);
  await expect(dialog.locator('.bulk-lines')).toContainText('Buoy 3 ');
  expect(await state('b-000')).toBe('ashore');
  await dialog.getByRole('button', { name: `Launch: ${count - 1} records` }).click();
  await expect(dialog).toContainText(`${count - 1} processed`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect([await state('b-000'), await state('b-003')]).toEqual(['afloat', 'ashore']);
  await open('tw', `選取符合條件的全部 ${count} 筆`, '作業', 'Lose');
  await expect(dialog).toContainText('A lost buoy is looked for.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Storm');
  await dialog.getByRole('button', { name: '預覽結果' }).click();
  await expect(dialog.locator('[data-fate="changed"]').first()).toContainText(`${count - 1} 筆將處理`);
  expect(await anyFaults(staff, { within: '[role="dialog"]' })).toEqual([]);
  await staff.setViewportSize({ width: 360, height: 740 });
  await expectNoWider(staff);
  await dialog.getByRole('button', { name: `Lose：${count - 1} 筆` }).click();
  await expect(dialog).toContainText(`${count - 1} 已處理`);
  await dialog.getByRole('button', { name: '關閉' }).click();
  expect((await (await api('/api/pb/buoy/b-001')).json()).reason).toBe('Storm');
  await staff.locator('.notices').getByRole('button', { name: '復原' }).click();
  await expect.poll(() => state('b-001')).toBe('afloat');
});

test('its dialog in Chinese, and on a phone no wider than it', async ({ staff, reelbase }) => {
  await say(staff, reelbase.url, 'tw');
  await staff.goto('/erp/pb-buoy');
  await checkAll(staff);
  await staff.getByRole('button', { name: `選取符合條件的全部 ${count} 筆` }).click();
  await staff.getByRole('button', { name: '修改所選資料' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '欄位' }).click();
  await staff.getByRole('option', { name: 'Marks' }).click();
  await dialog.getByRole('button', { name: '預覽結果' }).click();
  await expect(dialog.locator('[data-fate="same"]').first()).toContainText(`${count} 筆無須修改`);
  await staff.setViewportSize({ width: 360, height: 740 });
  await expectNoWider(staff);
});

test('a cell is edited in the list: by double click and by keys, with what is wrong said at it, and nobody else’s save written over unasked', async ({
  staff,
  reelbase,
}) => {
  const api = await reelbase.api();
  const read = async (id: string) => (await api(`/api/pb/buoy/${id}`)).json();
  await say(staff, reelbase.url, 'en');
  await staff.goto('/erp/pb-buoy');
  const row = staff.getByRole('row').filter({ hasText: 'Buoy 5' });
  await row.getByRole('cell', { name: 'Buoy 5', exact: true }).dblclick();
  const editor = staff.getByRole('dialog');
  await expect(editor.getByRole('textbox', { name: 'Name' })).toHaveValue('Buoy 5');
  await staff.keyboard.type('Buoy five');
  await staff.keyboard.press('Tab');
  await expect(staff.getByRole('dialog', { name: 'Colour' })).toBeVisible();
  expect((await read('b-005')).name).toBe('Buoy five');
  await staff.keyboard.press('Tab');
  await expect(editor.getByRole('textbox', { name: 'Depth' })).toBeFocused();
  await staff.keyboard.type('99');
  await staff.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toContainText('Depth is out of range');
  await staff.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  expect((await read('b-005')).depth).toBe(5);
  await expect(staff).toHaveURL(/pb-buoy(\?.*)?$/);

  await test.step('F2, a save of somebody else meanwhile, and a cell that stays as it is', async () => {
    await staff.keyboard.press('F2');
    await expect(editor.getByRole('textbox', { name: 'Depth' })).toBeFocused();
    const theirs = await read('b-005');
    await api('/api/pb/buoy/b-005', { method: 'PUT', body: JSON.stringify({ depth: 33 }), headers: { 'if-match': `"${theirs.ver}"` } });
    await staff.keyboard.type('8');
    await staff.keyboard.press('Enter');
    await expect(editor.getByRole('alert')).toContainText('33');
    await staff.keyboard.press('Enter');
    await expect(editor).toHaveCount(0);
    expect((await read('b-005')).depth).toBe(8);
    for (let step = 0; step < 3; step += 1) await staff.keyboard.press('ArrowLeft');
    await staff.keyboard.press('F2');
    await expect(staff.locator('.notices')).toContainText('This cell cannot be edited in the list');
  });

  await test.step('a slow save that was left does not close the cell that is open by then; refused, it says so', async () => {
    const nameOf = (id: string) => staff.locator('.rows tr', { hasText: id }).locator('td[data-column="1"]');
    const box = editor.getByRole('textbox', { name: 'Name' });
    for (const isRefused of [false, true]) {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await staff.route('**/api/pb/buoy/b-003', async (route) => {
        await held;
        await (isRefused ? route.abort() : route.continue());
      });
      await nameOf('b-003').dblclick();
      await box.fill(`Slow ${isRefused}`);
      await Promise.all([staff.waitForRequest((request) => request.method() === 'PUT'), staff.keyboard.press('Tab')]);
      await staff.keyboard.press('Escape');
      await expect(editor).toHaveCount(0);
      await nameOf('b-004').dblclick();
      await box.fill(`Next ${isRefused}`);
      release();
      if (isRefused) await expect(staff.locator('.notice-error')).toBeVisible();
      else await expect(nameOf('b-003')).toHaveText('Slow false');
      await expect(box).toHaveValue(`Next ${isRefused}`);
      await staff.keyboard.press('Enter');
      await expect(editor).toHaveCount(0);
      await expect.poll(async () => (await read('b-004')).name).toBe(`Next ${isRefused}`);
      await staff.unroute('**/api/pb/buoy/b-003');
    }
  });
});

test('a block of cells goes out as text, and one of a spreadsheet comes in after a look at it', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  const read = async (id: string) => (await api(`/api/pb/buoy/${id}`)).json();
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: reelbase.url });
  await say(staff, reelbase.url, 'en');
  await staff.goto('/erp/pb-buoy');
  await expect(staff.getByRole('row').filter({ hasText: 'b-000' })).toBeVisible();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown']) await staff.keyboard.press(key);
  await staff.keyboard.press('Control+c');
  expect(await staff.evaluate(() => navigator.clipboard.readText())).toBe('Green\t0\nRed\t1');
  await staff.evaluate(() => navigator.clipboard.writeText('Red\t12\nGreen\tmany\n'));
  await staff.keyboard.press('Control+v');
  const dialog = staff.getByRole('dialog', { name: 'Paste into 2 buoys' });
  await expect(dialog.locator('.bulk-lines')).toContainText('Buoy 1');
  await dialog.getByRole('button', { name: 'Change 1 record' }).click();
  await expect(dialog).toContainText('1 changed');
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await read('b-000')).toMatchObject({ colour: 'r', depth: 12 });
  expect(await read('b-001')).toMatchObject({ colour: 'r', depth: 1 });
  await staff.locator('.notices').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await read('b-000')).depth).toBe(0);
});

test('where the session has ended, a cell and a dialog offer to sign in beside the page, and what is typed or chosen there is still sent', async ({
  page,
  reelbase,
}) => {
  const api = await reelbase.api();
  await signIn(page, 'admin', password);
  await say(page, reelbase.url, 'tw');
  await page.goto('/erp/pb-buoy');
  const signInBeside = async () => {
    const beside = page.context().waitForEvent('page');
    await page.getByRole('link', { name: '在新分頁登入' }).last().click();
    const tab = await beside;
    await tab.locator('input[name="id"]').fill('admin');
    await tab.locator('input[name="pw"]').fill(password);
    await tab.locator('button[type="submit"]').click();
    await tab.waitForURL(/\/erp\/?$/);
    await tab.close();
  };
  const endSession = () => page.context().clearCookies({ name: /staff/ });
  const cell = page.getByRole('dialog', { name: 'Name' });
  await page.getByRole('cell', { name: 'Buoy 10', exact: true }).dblclick();
  await cell.getByRole('textbox').fill('Buoy of the strait');
  await endSession();
  await page.keyboard.press('Enter');
  await expect(cell.getByRole('alert')).toContainText('請先登入');
  await signInBeside();
  await cell.getByRole('textbox').press('Enter');
  await expect(cell).toHaveCount(0);
  expect((await (await api('/api/pb/buoy/b-010')).json()).name).toBe('Buoy of the strait');

  await checkAll(page);
  await page.getByRole('button', { name: '修改所選資料' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '欄位' }).click();
  await page.getByRole('option', { name: 'Depth' }).click();
  await dialog.getByRole('textbox', { name: 'Depth' }).fill('9');
  await endSession();
  await dialog.getByRole('button', { name: '預覽結果' }).click();
  await expect(dialog.getByRole('alert')).toContainText('請先登入');
  await signInBeside();
  await dialog.getByRole('button', { name: '預覽結果' }).click();
  await expect(dialog.locator('[data-fate="changed"]').first()).toContainText('將');
  await dialog.getByRole('button', { name: '取消' }).click();

  await endSession();
  await page.getByRole('button', { name: '匯出' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).last().click();
  await expect(page.getByRole('alert').filter({ hasText: '匯出失敗' })).toContainText('請先登入');
  await signInBeside();
});

test('a server that starts anew while many records are changed is waited for, and the report comes', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  const deep = async () => Number((await api('/api/pb/buoy?range=[0,0]&filter={"depth":13}')).headers.get('content-range')?.split('/')[1]);
  await say(staff, reelbase.url, 'en');
  await staff.goto('/erp/pb-buoy');
  await checkAll(staff);
  await staff.getByRole('button', { name: 'Change the selected records' }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await staff.getByRole('option', { name: 'Depth' }).click();
  await dialog.getByRole('textbox', { name: 'Depth' }).fill('13');
  const breakOff = async (route: Route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    Object.assign(body.data ?? body, { state: 'interrupted', message: '' });
    await route.fulfill({ response: answer, json: body });
  };
  await staff.route('**/api/jobs/*', breakOff);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const cut = dialog.getByRole('alert').filter({ hasText: /^The server stopped in the middle/ });
  await expect(cut).toBeVisible();
  await staff.unroute('**/api/jobs/*');
  const look = async () => {
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.locator('[data-fate="changed"]').first()).toContainText('25');
  };
  const carryOut = dialog.getByRole('button', { name: /^Change \d+ records$/ });
  await look();
  // What was written before its end can be taken back.
  await staff.route('**/api/jobs/*', breakOff);
  await carryOut.click();
  await expect(cut).toBeVisible();
  await staff.unroute('**/api/jobs/*');
  await expect.poll(deep).toBe(25);
  await staff.locator('.notices').getByRole('button', { name: 'Undo' }).click();
  await expect(staff.locator('.notices')).toContainText('25 records were put back');
  expect(await deep()).toBe(0);
  await look();
  let away = 4;
  await staff.route('**/api/jobs/*', (route) => {
    away -= 1;
    return away < 0 ? route.continue() : away % 2 ? route.fulfill({ status: 503, body: '' }) : route.abort();
  });
  await carryOut.click();
  await expect(dialog).toContainText('25 changed');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  expect(away).toBeLessThan(0);
});
