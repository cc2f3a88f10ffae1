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
