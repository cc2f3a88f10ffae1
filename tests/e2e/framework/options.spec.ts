/** Lists of options in a real browser (issue 14.3): found, changed, sorted, retired, from a sheet; an open page has the new option without a reload. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFaults } from '../axe.ts';
import { expect, expectNoWider, signIn, test } from '../reelbase.ts';

const glider = {
  title: 'Glider',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id', 'name'],
  'x-access': { '[op]': ['list', 'read', 'create', 'update'], '[gs]': ['list', 'read'], '[]': 'all' },
  'x-list': { columns: ['id', 'name', 'cloth'] },
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: { type: 'string', maxLength: 60 },
    cloth: { title: 'Cloth', type: 'string', 'x-codes': 'cloth' },
  },
};

const pw = 'lists and kites 9';

// A save reads all schemas anew, which takes its time on a busy machine.
test.setTimeout(240_000);
const patient = { timeout: 60_000 };

test('an operator changes a list of a dropped-in object; a form that stands open offers the new option', async ({ staff, reelbase, browser }) => {
  writeFileSync(join(reelbase.schemasDir, 'codes/cloth.json'), JSON.stringify({ codes: ['silk', 'paper', 'foil'].map((code) => ({ code })) }));
  writeFileSync(join(reelbase.schemasDir, 'glider.json'), JSON.stringify(glider));
  const admin = await reelbase.api();
  await expect.poll(async () => (await admin('/api/pb/glider')).status, { timeout: 60_000 }).toBe(200);
  await admin('/api/pb/glider', { method: 'POST', body: JSON.stringify({ id: 'k1', name: 'Dragon', cloth: 'paper' }) });
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);

  const context = await browser.newContext({ baseURL: reelbase.url, viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const operator = await context.newPage();
  await admin('/api/pb/user', {
    method: 'POST',
    body: JSON.stringify({ id: 'coordinator', name: 'Coordinator', email: 'c@example.com', pw, roles: ['[op]'] }),
  });
  await signIn(operator, 'coordinator', pw);
  await operator.goto('/erp/options');
  await operator.getByLabel('Search', { exact: true }).fill('cloth');
  await operator.getByRole('table').getByRole('link', { name: 'Cloth' }).click();
  await expect(operator.getByRole('heading', { name: 'Cloth' })).toBeVisible();

  // an open form of somebody else
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.goto('/erp/pb-glider/edit?id=k1');
  await expect(staff.getByRole('combobox', { name: /Cloth/ })).toHaveText('paper');

  await operator.getByRole('button', { name: 'Add an option' }).click();
  await operator.keyboard.type('nylon');
  await operator.getByLabel('English: nylon').fill('Ripstop nylon');
  await operator.getByLabel('繁體中文: nylon').fill('尼龍布');
  for (let step = 0; step < 3; step += 1) await operator.getByRole('button', { name: 'Move nylon up' }).click();
  await operator.getByRole('checkbox', { name: 'Retire paper' }).check();
  await expect(operator.getByText('Not saved')).toBeVisible();
  await operator.screenshot({ path: test.info().outputPath('options-wide.png') });
  await operator.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(operator.getByText('List saved and in effect')).toBeVisible(patient);
  await operator.locator('#screen').getByText('History').click();
  await expect(operator.getByText('nylon: – → ')).toBeVisible();

  await staff.bringToFront();
  // Whatever the page asks next tells it of the new list.
  await staff.keyboard.press('Control+k');
  await staff.keyboard.type('dragon');
  await expect(staff.getByRole('option', { name: /Dragon/ }).first()).toBeVisible();
  await staff.keyboard.press('Escape');
  await expect
    .poll(
      async () => {
        await staff.getByRole('combobox', { name: /Cloth/ }).click();
        await expect(staff.getByRole('option').first()).toBeVisible();
        const offered = await staff.getByRole('option').allInnerTexts();
        await staff.keyboard.press('Escape');
        return offered.join();
      },
      { timeout: 45_000, intervals: [1_000] },
    )
    .toContain('Ripstop nylon');

  // what is wrong is said at its line, and is not saved
  await operator.getByRole('button', { name: 'Add an option' }).click();
  await operator.keyboard.type('silk');
  await expect(operator.getByText('Duplicate code')).toBeVisible();
  await expect(operator.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  expect(await seriousFaults(operator)).toEqual([]);
  await operator.setViewportSize({ width: 360, height: 800 });
  await expectNoWider(operator);
  await operator.screenshot({ path: test.info().outputPath('options-phone.png') });
  await operator.getByRole('button', { name: 'Discard changes' }).click();

  // a sheet is looked over before it is saved
  await operator
    .getByLabel('Import a spreadsheet')
    .setInputFiles({ name: 'cloth.csv', mimeType: 'text/csv', buffer: Buffer.from('code,English\nfoil,Mylar foil\nhemp,Hemp\n') });
  await expect(operator.getByLabel('English: foil')).toHaveValue('Mylar foil');
  await operator.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(operator.getByText('List saved and in effect').first()).toBeVisible(patient);
  await context.close();
});

test('a code in use is refused with its object, a list that the program goes by keeps its codes', async ({ staff, reelbase }) => {
  const admin = await reelbase.api();
  await admin('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'used_type', name: 'Used', type: 7 }) });
  await staff.goto('/erp/options/company_type');
  await staff.getByRole('button', { name: '移除 7', exact: true }).click();
  await staff.getByRole('button', { name: '儲存', exact: true }).click();
  await expect(staff.getByText('只能停用，不能移除')).toBeVisible(patient);
  await staff.getByRole('button', { name: '捨棄修改' }).click();
  await staff.goto('/erp/options/role');
  await expect(staff.getByText('程式依這些代碼運作')).toBeVisible();
  await expect(staff.getByRole('button', { name: '新增選項' })).toHaveCount(0);
});

test('K23 a list of options that cannot be read is no page that is missing: its own status is shown', async ({ staff }) => {
  for (const [path, call] of [
    ['/erp/options/company_type', '**/api/options/company_type'],
    ['/erp/options', '**/api/options'],
  ] as const) {
    await staff.route(call, (route) =>
      route.fulfill({ status: 403, json: { done: false, msg: 'Not yours', err: { code: 'msg.forbidden', message: 'Not yours', fields: [] } } }),
    );
    await staff.goto(path);
    await expect(staff.locator('.error-page').getByText('403')).toBeVisible();
    await staff.unroute(call);
  }
  await staff.goto('/erp/options/no_such_list');
  await expect(staff.locator('.error-page').getByText('404')).toBeVisible();
});

test('what is typed into an open list stays where it is looked at again: in vain, and where somebody else saved meanwhile', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  const address = '/api/options/company_type';
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/options/company_type');
  const label = staff.getByLabel('English: 0', { exact: true });
  await label.fill('Typed here');
  const lookAgain = async () => {
    const asked = staff.waitForResponse(`**${address}`);
    await staff.context().setOffline(true);
    await staff.context().setOffline(false);
    await asked;
  };
  // A refusal, which is not tried again.
  await staff.route(`**${address}`, (route) =>
    route.fulfill({ status: 403, json: { done: false, msg: '', err: { code: 'msg.forbidden', message: '', fields: [] } } }),
  );
  await lookAgain();
  await expect(label).toHaveValue('Typed here');
  await staff.unroute(`**${address}`);

  const { data } = await (await api(address)).json();
  const [first, ...others] = data.options;
  const before = first.labels.en;
  const theirs = { ver: data.ver, options: [{ ...first, labels: { ...first.labels, en: 'Theirs' } }, ...others] };
  expect((await api(address, { method: 'PUT', body: JSON.stringify(theirs) })).status).toBe(200);
  await lookAgain();
  await expect(label).toHaveValue('Typed here');
  await staff.getByRole('button', { name: 'Discard changes' }).click();
  await expect(label).toHaveValue('Theirs');
  await label.fill(before);
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(staff.getByText('List saved and in effect')).toBeVisible(patient);
  const sheet = staff.waitForEvent('download');
  await staff.getByRole('button', { name: 'Export' }).click();
  expect((await sheet).suggestedFilename()).toBe('company_type.xlsx');
});
