/** A grid of lines (decision 057) on an object dropped in: keys, a block from a spreadsheet and its way back, what folds away behind a line. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { anyFaults } from '../axe.ts';
import { expect, expectNoWider, test } from '../reelbase.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const voyage = {
  title: 'Voyage',
  type: 'object',
  required: ['id'],
  'x-titleTemplate': '{id}',
  properties: {
    id: text('ID', { format: 'id', maxLength: 40 }),
    legs: {
      type: 'array',
      title: 'Legs',
      maxItems: 200,
      'x-ui': 'grid',
      items: {
        type: 'object',
        required: ['port'],
        properties: {
          port: text('Port'),
          cargo: {
            type: 'string',
            title: 'Cargo',
            oneOf: [
              { const: 'c', title: 'Coal' },
              { const: 't', title: 'Tea' },
            ],
          },
          tons: { type: 'integer', title: 'Tons', minimum: 0 },
          left: { type: 'string', format: 'date', title: 'Left on' },
          log: { type: 'string', title: 'Log', maxLength: 2000, 'x-ui': 'textarea' },
        },
      },
    },
  },
};

const say = (page: Page, url: string, value: 'en' | 'tw') => page.context().addCookies([{ name: 'lang', value, url }]);
const paste = (box: Locator, block: string) =>
  box.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, block);

test.beforeAll(async ({ reelbase }) => {
  writeFileSync(join(reelbase.schemasDir, 'voyage.json'), JSON.stringify(voyage));
  const api = await reelbase.api();
  await expect.poll(async () => (await api('/api/pb/voyage')).status).toBe(200);
});
test.afterAll(({ reelbase }) => rmSync(join(reelbase.schemasDir, 'voyage.json')));

test('a block is pasted into lines and taken back, by a key and by the notice; what is behind a line says how much', async ({ staff, reelbase }) => {
  await say(staff, reelbase.url, 'en');
  await staff.goto('/erp/pb-voyage/edit');
  await staff.getByRole('textbox', { name: 'ID' }).fill('v-1');
  await staff.getByRole('button', { name: 'Add an entry' }).click();
  const lines = staff.locator('[data-row]');
  const ports = lines.getByRole('textbox', { name: 'Port' });
  await expect(ports.first()).toBeFocused();
  await staff.keyboard.type('Oban');
  await staff.keyboard.press('Tab');
  await ports.first().focus();
  await paste(ports.first(), 'Leith\tTea\t12\nDover\tCoal\t7\n');
  await expect(lines).toHaveCount(2);
  await expect(staff.getByRole('status').filter({ hasText: '2 rows pasted.' })).toBeVisible();
  await expect(lines.nth(1).getByRole('combobox', { name: 'Cargo' })).toHaveValue('Coal');
  // What the line said before comes back, and the line that the block made goes.
  await staff.keyboard.press('Control+z');
  await expect(lines).toHaveCount(1);
  await expect(ports.first()).toHaveValue('Oban');
  await expect(ports.first()).toBeFocused();
  await expect(lines.first().getByRole('combobox', { name: 'Cargo' })).toHaveValue('');
  // Something typed since: the key is the box's own, the notice takes the block back and leaves the other lines.
  await paste(ports.first(), 'Leith\tTea\t12\nDover\tCoal\t7\n');
  await expect(lines).toHaveCount(2);
  await staff.getByRole('button', { name: 'Add an entry' }).click();
  await staff.keyboard.type('Calais');
  await paste(ports.first(), 'Bergen\nTrondheim\n');
  await expect(ports.nth(1)).toHaveValue('Trondheim');
  await ports.nth(2).fill('Brest');
  await staff.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(ports.nth(0)).toHaveValue('Leith');
  await expect(ports.nth(2)).toHaveValue('Brest');
  const more = lines.first().getByRole('button', { name: /^More fields of/ });
  await expect(more).toHaveAccessibleName('More fields of Leith');
  await more.click();
  await lines.first().getByRole('textbox', { name: 'Log' }).fill('Calm.');
  await expect(more).toHaveAccessibleName('More fields of Leith (1 filled in)');
  expect(await anyFaults(staff, { within: '[data-row]' })).toEqual([]);
  await staff.keyboard.press('Control+s');
  await expect(staff).toHaveURL(/edit\?id=v-1/);
  const row = await (await (await reelbase.api())('/api/pb/voyage/v-1')).json();
  expect(row.legs).toMatchObject([{ port: 'Leith', cargo: 't', tons: 12, log: 'Calm.' }, { port: 'Dover', cargo: 'c', tons: 7 }, { port: 'Brest' }]);
});

test('of a long list what is near is drawn: by keys, by scrolling and where a line is added', async ({ staff, reelbase }) => {
  await say(staff, reelbase.url, 'en');
  const legs = Array.from({ length: 150 }, (_, at) => ({ port: `Port ${at}`, tons: at }));
  const made = await (await reelbase.api())('/api/pb/voyage', { method: 'POST', body: JSON.stringify({ id: 'v-long', legs }) });
  expect(made.status).toBe(201);
  await staff.goto('/erp/pb-voyage/edit?id=v-long');
  const lines = staff.locator('[data-row]');
  const boxOf = (line: number) => lines.nth(line).getByRole('textbox', { name: 'Port' });
  await expect(boxOf(0)).toBeVisible();
  await expect(lines).toHaveCount(150);
  await expect(lines.nth(120)).toHaveText(/^121Port 120$/);
  await expect(boxOf(120)).toHaveCount(0);
  await boxOf(38).focus();
  for (let line = 38; line < 60; line += 1) await staff.keyboard.press('ArrowDown');
  await expect(boxOf(60)).toBeFocused();
  await expect(boxOf(130)).toHaveCount(0);
  await staff.getByRole('button', { name: 'Add an entry' }).click();
  await expect(boxOf(150)).toBeFocused();
  await staff.keyboard.type('Last');
  await lines.nth(100).scrollIntoViewIfNeeded();
  await boxOf(100).fill('Port of call');
  await staff.keyboard.press('Control+s');
  await expect(staff.locator('.notice-success')).toBeVisible();
  const row = await (await (await reelbase.api())('/api/pb/voyage/v-long')).json();
  expect(row.legs.map(({ port }: { port: string }) => port)).toEqual([...legs.map(({ port }, at) => (at === 100 ? 'Port of call' : port)), 'Last']);
});

test('its lines in Chinese, and on a phone as cards', async ({ staff, reelbase }) => {
  await say(staff, reelbase.url, 'tw');
  await staff.goto('/erp/pb-voyage/edit');
  await staff.getByRole('button', { name: '新增項目' }).click();
  const ports = staff.locator('[data-row]').getByRole('textbox', { name: 'Port' });
  await expect(ports.first()).toBeFocused();
  await paste(ports.first(), '基隆\n高雄\n');
  const told = staff.getByRole('status').filter({ hasText: '已貼上 2 列。' });
  await expect(told).toBeVisible();
  await expect(staff.getByRole('button', { name: '基隆的其他欄位' })).toBeVisible();
  await told.getByRole('button', { name: '復原' }).click();
  await expect(ports).toHaveCount(1);
  await expect(ports).toHaveValue('');
  await ports.fill('花蓮');
  await staff.setViewportSize({ width: 360, height: 740 });
  await expect(staff.getByRole('group', { name: '花蓮' })).toBeVisible();
  await expectNoWider(staff);
});

test('contracts are lines: their files fold away behind the line, which counts what is there', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  const contract = [{ name: 'Rights', date: '2026-01-01', comment: 'Three years.' }, { name: 'Prints' }];
  await api('/api/pb/company', { method: 'POST', body: JSON.stringify({ id: 'lines_co', name: 'Lines', type: 1, contract }) });
  await say(staff, reelbase.url, 'en');
  await staff.goto('/erp/pb-company/edit?id=lines_co');
  await staff.getByRole('tab', { name: 'Contracts' }).click();
  const lines = staff.locator('[data-row]');
  await expect(lines.getByRole('textbox', { name: 'Contract name' }).first()).toHaveValue('Rights');
  await lines.first().getByRole('button', { name: 'More fields of Rights (1 filled in)' }).click();
  await expect(lines.first().getByRole('textbox', { name: 'Comment' })).toHaveValue('Three years.');
  await lines.first().getByRole('button', { name: 'Add a link' }).click();
  await expect(staff.getByRole('button', { name: 'More fields of Prints' })).toHaveAttribute('aria-expanded', 'false');
});
