import english from 'ra-language-english';
import { writeWorkbook } from '#framework/export/workbook.ts';
import en from '#locales/en/admin.json' with { type: 'json' };
import { anyFaults } from '../axe.ts';
import { expect, test } from '../reelbase.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('R18 a filled-in spreadsheet is checked line by line, then imported; the list shows it', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/pb-company');
  await staff.getByRole('button', { name: en.list.import }).click();
  const dialog = staff.getByRole('dialog');
  const template = staff.waitForEvent('download');
  await dialog.getByRole('button', { name: en.import.template }).click();
  expect((await template).suggestedFilename()).toBe('company.xlsx');
  const buffer = await writeWorkbook([
    {
      name: 'companies',
      heads: ['id', 'type', 'name', 'No such column'],
      rows: [
        ['northstar', 1, 'North Star', 'x'],
        ['noname', 1, null, null],
      ],
    },
  ]);
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'companies.xlsx', mimeType: xlsx, buffer });
  await expect(dialog.locator('[data-outcome="create"]').first()).toContainText('1');
  await expect(dialog.locator('li[data-outcome="refused"]')).toContainText('1');
  await expect(dialog).toContainText('No such column');
  await expect(dialog.locator('tr[data-outcome="refused"]')).toContainText('3');
  expect(await anyFaults(staff, { within: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole('button', { name: en.import.write.split(' |||| ')[0]!.replace('%{smart_count}', '1') }).click();
  await expect(dialog.getByRole('heading', { name: en.import.report.write })).toBeVisible();
  await dialog.getByRole('button', { name: english.ra.action.close }).click();
  await expect(staff.getByRole('table').or(staff.getByRole('grid')).first()).toContainText('North Star');
});

test('a list that was exported, filled in and sent after a colleague changed a record keeps what they did, and asks where both did', async ({
  staff: page,
  reelbase,
}) => {
  const api = await reelbase.api();
  const headers = { 'content-type': 'application/json' };
  const write = async (method: string, path: string, body: object) => expect((await api(path, { method, headers, body: JSON.stringify(body) })).ok).toBe(true);
  for (const id of ['over_a', 'over_b']) await write('POST', '/api/pb/company', { id, type: 1, name: `Company ${id}` });
  const columns = encodeURIComponent(JSON.stringify(['id', 'name', 'abbrName', 'update_at']));
  const [heads = '', ...lines] = (await (await api(`/api/pb/company/export?format=csv&columns=${columns}`)).text()).split(/\r?\n/);
  const line = (id: string) => (lines.find((one) => one.startsWith(id)) ?? '').split(',');
  // The moment of a change is told in seconds.
  await new Promise((done) => setTimeout(done, 1_100));
  const { ver } = (await (await api('/api/pb/company/over_a')).json()) as { ver: number };
  await write('PUT', '/api/pb/company/over_a', { abbrName: 'By a colleague', ver });
  const filled = (id: string, place: number, value: string) => line(id).with(place, value).join(',');
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/pb-company');
  await page.getByRole('button', { name: en.list.import }).click();
  const dialog = page.getByRole('dialog');
  const choose = (text: string) =>
    dialog.locator('input[type="file"]').setInputFiles({ name: 'companies.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose([heads, filled('over_a', 2, 'By me'), filled('over_b', 2, 'By me')].join('\n'));
  await expect(dialog).toContainText('“update_at” shows what has been changed since: that is left as it is.');
  await expect(dialog.locator('tr[data-outcome="refused"]')).toContainText('clear “update_at” in this row to let the file win');
  await expect(dialog.locator('li[data-outcome="update"]')).toContainText('1');
  await choose([heads, filled('over_a', 1, 'Renamed by me')].join('\n'));
  await expect(dialog.locator('li[data-outcome="refused"]')).toContainText('0');
  await dialog.getByRole('button', { name: en.import.write.split(' |||| ')[0]!.replace('%{smart_count}', '1') }).click();
  await expect(dialog.getByRole('heading', { name: en.import.report.write })).toBeVisible();
  expect(await (await api('/api/pb/company/over_a')).json()).toMatchObject({ name: 'Renamed by me', abbrName: 'By a colleague' });
});

test('R18 two sheets in one dialog, the third only looked over: Undo names and takes back what was written of both', async ({ staff: page, reelbase }) => {
  const api = await reelbase.api();
  await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await page.goto('/erp/pb-company');
  await page.getByRole('button', { name: en.list.import }).click();
  const dialog = page.getByRole('dialog');
  const choose = (id: string) =>
    dialog.locator('input[type="file"]').setInputFiles({ name: `${id}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`id,type,name\n${id},1,Sheet ${id}\n`) });
  for (const id of ['twice_a', 'twice_b']) {
    await choose(id);
    await dialog.getByRole('button', { name: en.import.write.split(' |||| ')[0]!.replace('%{smart_count}', '1') }).click();
    await expect(dialog.getByRole('heading', { name: en.import.report.write })).toBeVisible();
  }
  await choose('twice_c');
  await expect(dialog.locator('li[data-outcome="create"]')).toContainText('1');
  await dialog.getByRole('button', { name: english.ra.action.close }).click();
  await expect(page.locator('.notices')).toContainText(en.import.done.split(' |||| ')[1]!.replace('%{smart_count}', '2'));
  await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();
  for (const id of ['twice_a', 'twice_b']) await expect.poll(async () => (await api(`/api/pb/company/${id}`)).status).toBe(404);
});
