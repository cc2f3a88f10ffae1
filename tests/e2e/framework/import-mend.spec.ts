import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import en from '#locales/en/admin.json' with { type: 'json' };
import tw from '#locales/tw/admin.json' with { type: 'json' };
import { anyFaults } from '../axe.ts';
import { expect, expectNoWider, type Page, test } from '../reelbase.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** An object dropped in while the server runs: nothing knows of it. */
const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const kite = {
  title: 'Kite',
  type: 'object',
  required: ['id', 'name'],
  'x-titleTemplate': '{name}',
  properties: {
    id: text('ID', { maxLength: 40 }),
    name: text('Name'),
    tail: { type: 'integer', title: 'Tail', maximum: 9 },
    sewn: text('Sewn on', { format: 'date' }),
  },
};

const say = (page: Page, url: string, value: 'en' | 'tw') => page.context().addCookies([{ name: 'lang', value, url }]);
const one = (words: string, count: number) => (words.split(' |||| ')[count === 1 ? 0 : 1] ?? words).replace('%{smart_count}', String(count));

test.beforeAll(async ({ reelbase }) => {
  writeFileSync(join(reelbase.schemasDir, 'kite.json'), JSON.stringify(kite));
  const api = await reelbase.api();
  await expect.poll(async () => (await api('/api/pb/kite')).status).toBe(200);
});
test.afterAll(({ reelbase }) => rmSync(join(reelbase.schemasDir, 'kite.json')));

test('a file with faults comes back with them marked, is mended and sent again, and what was imported is taken back', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  const names = async () => ((await (await api('/api/pb/kite?sort=["id","ASC"]')).json()) as { name: string }[]).map(({ name }) => name);
  await say(staff, reelbase.url, 'en');
  await staff.goto('/erp/pb-kite');
  await staff.getByRole('button', { name: en.list.import }).click();
  const dialog = staff.getByRole('dialog');
  const book = (rows: (string | number | null)[][]) => writeWorkbook([{ name: 'kites', heads: ['id', 'Nmae', 'Tail', 'Weaver'], rows }]);
  const choose = (buffer: Buffer) => dialog.locator('input[type="file"]').setInputFiles({ name: 'kites.xlsx', mimeType: xlsx, buffer });
  await choose(
    await book([
      ['k1', 'Swallow', 3, '2026-03-01'],
      ['k2', 'Falcon', 99, 'soon'],
      ['k3', null, 1, '2026-03-03'],
    ]),
  );
  // A guess is shown as one, and what is unknown can be said.
  const column = (head: string) => dialog.getByRole('combobox', { name: `${en.import.columns.field}: ${head}` });
  await expect(column('Nmae')).toHaveValue('name');
  await expect(dialog.locator('[data-column="1"]')).toContainText(en.import.columns.by.near);
  await expect(dialog.locator('[data-column="3"]')).toContainText('2026-03-01');
  await column('Weaver').selectOption({ label: 'Sewn on' });
  await expect(dialog.getByRole('button', { name: one(en.import.write, 1) })).toBeHidden();
  await dialog.getByRole('button', { name: en.import.look }).click();
  await expect(dialog.locator('li[data-outcome="refused"]')).toContainText('2');
  await staff.setViewportSize({ width: 360, height: 740 });
  await staff.screenshot({ path: '/tmp/shot-en-360.png' });
  expect(await anyFaults(staff, { within: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole('button', { name: one(en.import.write, 1) }).click();
  await expect(dialog.getByRole('heading', { name: en.import.report.write })).toBeVisible();
  expect(await names()).toEqual(['Swallow']);

  const coming = staff.waitForEvent('download');
  await dialog.getByRole('button', { name: en.import.marked }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('kites-errors.xlsx');
  const marked = readFileSync(await download.path());
  expect(
    strFromU8(unzipSync(marked)['xl/comments1.xml']!)
      .match(/ref="\w+"/g)
      ?.sort(),
  ).toEqual(['ref="B4"', 'ref="C3"', 'ref="D3"']);
  const rows = (await readSheet(marked)).filter((cells) => cells.some((cell) => cell !== null));
  expect(rows.map(([id]) => id)).toEqual(['id', 'k2', 'k3']);

  await choose(
    await book([
      ['k2', 'Falcon', 9, '2026-03-02'],
      ['k3', 'Hawk', 1, '2026-03-03'],
    ]),
  );
  await expect(dialog).toContainText(en.import.remembered);
  await dialog.getByRole('button', { name: one(en.import.write, 2) }).click();
  await expect(dialog.getByRole('heading', { name: en.import.report.write })).toBeVisible();
  expect(await names()).toEqual(['Swallow', 'Falcon', 'Hawk']);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await staff.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual([]);
});

test('the same in Chinese on a phone: which rows are taken, by what they are found, in which encoding', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  expect((await api('/api/pb/kite', { method: 'POST', body: JSON.stringify({ id: 'old', name: 'Old' }) })).status).toBe(201);
  await say(staff, reelbase.url, 'tw');
  await staff.setViewportSize({ width: 360, height: 740 });
  await staff.goto('/erp/pb-kite');
  await staff.getByRole('button', { name: tw.list.import }).click();
  const dialog = staff.getByRole('dialog');
  // '月' in Big5
  const buffer = Buffer.concat([Buffer.from('id,name\nold,'), Buffer.from([0xa4, 0xeb]), Buffer.from('\nnew,'), Buffer.from([0xa4, 0xeb]), Buffer.from('\n')]);
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'kites.csv', mimeType: 'text/csv', buffer });
  await dialog.getByText(tw.import.settings).click();
  await expect(dialog.getByRole('combobox', { name: tw.import.encoding.label })).toContainText('Big5');
  await dialog.getByRole('combobox', { name: tw.import.take.label }).click();
  await staff.getByRole('option', { name: tw.import.take.new }).click();
  await dialog.getByRole('button', { name: tw.import.look }).click();
  await expect(dialog.locator('tr[data-outcome="refused"]')).toContainText('old');
  await expect(dialog.locator('tr[data-outcome="create"]')).toContainText('月');
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.screenshot({ path: '/tmp/shot-tw-1440.png' });
  await expectNoWider(staff);
  expect(await anyFaults(staff, { within: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole('button', { name: tw.import.write.replace('%{smart_count}', ' 1 ') }).click();
  await expect(dialog.getByRole('heading', { name: tw.import.report.write })).toBeVisible();
  const coming = staff.waitForEvent('download');
  await dialog.getByRole('button', { name: tw.import.marked }).click();
  const [heads = [], ...lines] = await readSheet(readFileSync(await (await coming).path()));
  expect([heads, lines.map(([id]) => id)]).toEqual([['id', 'name', '錯誤說明'], ['old']]);
});
