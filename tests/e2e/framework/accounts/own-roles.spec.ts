import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seriousFaults } from '../../axe.ts';
import { expect, expectNoWider, signIn, test } from '../../reelbase.ts';

const text = { type: 'string', maxLength: 60 };
const gong = {
  title: 'Gong',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id', 'name'],
  'x-access': { '[gs]': [], '[op]': [], '[]': 'all' },
  'x-list': { columns: ['id', 'name', 'colour'] },
  properties: { id: { type: 'string', maxLength: 40 }, name: text, colour: { ...text, title: 'Colour' }, cost: { ...text, title: 'Cost' } },
};
const pw = 'carried around 3';

test('P01 P02 a role of the house’s own is made on the permission page, given to somebody, widened, and deleted', async ({ staff, reelbase, browser }) => {
  writeFileSync(join(reelbase.schemasDir, 'gong.json'), JSON.stringify(gong));
  const admin = await reelbase.api();
  await expect.poll(async () => (await admin('/api/pb/gong')).status).toBe(200);
  await admin('/api/pb/gong', { method: 'POST', body: JSON.stringify({ id: 'b1', name: 'Bell', colour: 'red', cost: '900' }) });
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.setViewportSize({ width: 360, height: 800 });
  await staff.goto('/erp/permissions');
  await staff.getByRole('button', { name: 'New role' }).click();
  await staff.keyboard.type('keeper');
  await staff.getByLabel('Name (Chinese)').fill('看守');
  await staff.getByLabel('Name (English)').fill('Keeper');
  await staff.getByLabel('Object', { exact: true }).selectOption('gong');
  for (const box of ['List: allowed', 'Read: allowed', 'Colour (colour): read']) {
    await staff.getByRole('checkbox', { name: `Gong: ${box}` }).focus();
    await staff.keyboard.press('Space');
  }
  await expectNoWider(staff);
  expect(await seriousFaults(staff)).toEqual([]);
  await staff.getByRole('button', { name: 'Save the role' }).click();
  await expect(staff.getByText('Role saved')).toBeVisible();

  // the account's form knows it
  const person = { id: 'lighthouse', name: 'Light', email: 'lighthouse@example.com', pw, roles: ['[gs]'] };
  await admin('/api/pb/user', { method: 'POST', body: JSON.stringify(person) });
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.goto('/erp/userman/edit?id=lighthouse');
  await staff.getByRole('combobox', { name: /Roles/ }).fill('Keep');
  await staff.getByRole('option', { name: 'Keeper' }).click();
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await (await admin('/api/pb/user/lighthouse')).json()).roles).toContain('[keeper]');

  const context = await browser.newContext({ baseURL: reelbase.url });
  await context.addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const page = await context.newPage();
  await signIn(page, 'lighthouse', pw);
  await page.goto('/erp/pb-gong/edit?id=b1');
  await expect(page.getByText('Colour').first()).toBeVisible();
  await expect(page.getByText('Cost')).toHaveCount(0);
  await context.close();

  // widened: the history says by whom
  await staff.goto('/erp/permissions');
  await staff.getByRole('button', { name: 'Change “Keeper”' }).click();
  await staff.getByLabel('Object', { exact: true }).selectOption('gong');
  await staff.getByRole('checkbox', { name: 'Gong: Cost (cost): read' }).check();
  await staff.getByRole('button', { name: 'Save the role' }).click();
  await staff.getByRole('button', { name: 'Change “Keeper”' }).click();
  await staff.getByText('History of the role').click();
  await expect(staff.getByRole('form', { name: 'Custom role' }).getByRole('listitem').first()).toContainText('admin + gong.cost:read');
  // held by somebody, it stays
  await staff.getByRole('button', { name: 'Delete the role' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Delete the role' }).click();
  await expect(staff.getByText('Accounts still have this role')).toBeVisible();
  expect((await admin('/api/pb/user/lighthouse', { method: 'DELETE' })).status).toBe(200);
  await staff.getByRole('button', { name: 'Delete the role' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Delete the role' }).click();
  await expect(staff.getByText('Role deleted')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Change “Keeper”' })).toHaveCount(0);
});

test('P01 P02 a role of the house’s own is changed in Chinese too', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
  await staff.goto('/erp/permissions');
  await staff.getByRole('button', { name: '新增角色' }).click();
  await expect(staff.getByLabel('名稱（中文）')).toBeVisible();
  await expect(staff.getByRole('button', { name: '儲存角色' })).toBeVisible();
  await expectNoWider(staff);
});
