import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '../../reelbase.ts';

/** A schema that nobody prepared for: no locale file, no test data, no code that knows it. */
const venue = {
  title: 'Lantern store',
  type: 'object',
  required: ['id', 'warden'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{warden}',
  'x-list': { columns: ['id', 'warden', 'opened', 'owner'], filters: ['opened', 'owner'], sort: ['update_at', 'DESC'] },
  'x-search': ['warden'],
  properties: {
    id: { type: 'string', title: 'ID', format: 'id', minLength: 3, maxLength: 40 },
    warden: { type: 'string', title: 'Keeper of lanterns', maxLength: 80 },
    opened: { type: 'string', title: 'Opened on', format: 'date', 'x-db': { index: true } },
    owner: { type: 'string', title: 'Owner', maxLength: 64, 'x-relation': 'company' },
  },
};

test('a schema file dropped into the running production server becomes menu entry, list, form, API and table; changes follow; a broken file does no harm', async ({
  staff,
  reelbase,
}) => {
  const file = join(reelbase.schemasDir, 'lantern_store.json');
  const write = (schema: unknown) => writeFileSync(file, typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2));
  const api = await reelbase.api();
  await staff.goto('/erp');
  await expect(staff.getByRole('link', { name: 'Lantern store' })).toHaveCount(0);

  await test.step('the file appears', async () => {
    write(venue);
    await expect.poll(async () => (await api('/api/pb/lantern_store')).status).toBe(200);
    await staff.goto('/erp/pb-company');
    await staff.getByRole('navigation').getByRole('link', { name: 'Lantern store' }).click();
    await expect(staff).toHaveURL(/\/erp\/pb-lantern_store$/);
    await expect(staff.getByRole('heading', { level: 1 })).toContainText('Lantern store');
  });

  await test.step('a row is created in its form, and the rule of the schema applies there', async () => {
    await staff.goto('/erp/pb-lantern_store/edit');
    await staff.getByRole('textbox', { name: /^(ID|代碼)/ }).fill('lamp-1');
    await staff.keyboard.press('Control+s');
    await expect(staff.getByText(/Keeper of lanterns 為必填|Keeper of lanterns is required|Keeper of lanterns.*必填/).first()).toBeVisible();
    await staff.getByRole('textbox', { name: 'Keeper of lanterns' }).fill('Wick');
    await staff.keyboard.press('Control+s');
    await expect(staff.getByRole('status').filter({ hasText: 'Wick' })).toBeVisible();
    await staff.goto('/erp/pb-lantern_store');
    await expect(staff.getByRole('row').filter({ hasText: 'lamp-1' })).toContainText('Wick');
  });

  await test.step('an edit of the file changes table, form and API', async () => {
    write({ ...venue, properties: { ...venue.properties, oil: { type: 'integer', title: 'Oil in stock', minimum: 0, maximum: 9000 } } });
    await expect.poll(async () => 'oil' in (await (await api('/api/pb/lantern_store/lamp-1')).json())).toBe(true);
    await staff.goto('/erp/pb-lantern_store/edit?id=lamp-1');
    const oil = staff.getByRole('textbox', { name: 'Oil in stock' }).or(staff.getByRole('spinbutton', { name: 'Oil in stock' }));
    await oil.fill('12');
    await staff.keyboard.press('Control+s');
    await expect.poll(async () => (await (await api('/api/pb/lantern_store/lamp-1')).json()).oil).toBe(12);
  });

  await test.step('a broken file is quarantined with its message; its last good version and everything else keep working', async () => {
    write({ ...venue, properties: { ...venue.properties, warden: { type: 'string', maxLength: 80, maxLenght: 3 } } });
    await staff.goto('/erp/sysman');
    await expect.poll(() => systemText(staff), { timeout: 15_000, intervals: [1000] }).toContain('maxLenght');
    await expect(staff.locator('main')).toContainText('lantern_store.json');
    await expect(staff.locator('main')).toContainText('warden');
    expect((await api('/api/pb/lantern_store/lamp-1')).status).toBe(200);
    expect((await api('/api/pb/company')).status).toBe(200);
    write('{ "title": "cut off');
    await expect.poll(() => systemText(staff), { timeout: 15_000, intervals: [1000] }).not.toContain('maxLenght');
    await expect(staff.locator('main')).toContainText('lantern_store.json');
    expect((await api('/api/pb/lantern_store/lamp-1')).status).toBe(200);
  });

  await test.step('corrected, it leaves quarantine; removed, the object disappears and its table stays', async () => {
    write(venue);
    await expect.poll(() => systemText(staff), { timeout: 15_000, intervals: [1000] }).not.toContain('lantern_store.json');
    copyFileSync(file, `${file}.kept`);
    rmSync(file);
    await expect.poll(async () => (await api('/api/pb/lantern_store')).status).toBe(404);
    copyFileSync(`${file}.kept`, file);
    await expect.poll(async () => (await api('/api/pb/lantern_store/lamp-1')).status).toBe(200);
    rmSync(`${file}.kept`);
  });
});

/** What the system page says now, once it has been drawn. */
async function systemText(page: Page): Promise<string> {
  await page.reload();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  return (await page.locator('main').textContent()) ?? '';
}
