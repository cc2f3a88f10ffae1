/** What waits for who looks at the home page, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '../axe.ts';
import { expect, expectNoWider, test } from '../reelbase.ts';

const date = (title: string) => ({ type: 'string', title, format: 'date' });
const permit = {
  title: 'Permit',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-reminders': [
    { name: 'ends', title: 'Permit ends', when: { field: 'ends', days: -30 } },
    { name: 'unpaid', title: 'Fee unpaid', when: { field: 'billed', days: 60 }, filter: { paid: false }, for: '[]' },
  ],
  'x-views': [{ key: 'unpaid', title: 'Unpaid permits', filter: { paid: false }, columns: ['name', 'fee'] }],
  properties: {
    id: { type: 'string', title: 'ID', format: 'id', maxLength: 40 },
    name: { type: 'string', title: 'Name', maxLength: 80 },
    state: {
      type: 'string',
      title: 'State',
      oneOf: [
        { const: 'asked', title: 'Asked' },
        { const: 'given', title: 'Given' },
      ],
      default: 'asked',
    },
    fee: { type: 'integer', title: 'Fee' },
    ends: date('Ends'),
    billed: date('Billed'),
    paid: { type: 'boolean', title: 'Paid', default: false },
  },
};

/** So many days from today in Taipei. */
const day = (from: number) => new Date(Date.now() + 8 * 3_600_000 + from * 86_400_000).toISOString().slice(0, 10);

test('R10 what waits is grouped by how far away it is, put off, dealt with, and comes back with another date', async ({ staff: page, reelbase }) => {
  test.setTimeout(120_000);
  const file = join(reelbase.schemasDir, 'permit.json');
  const api = await reelbase.api();
  const send = (path: string, method: string, body: object) =>
    api(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  writeFileSync(file, JSON.stringify(permit));
  try {
    await expect.poll(async () => (await api('/api/pb/permit')).status).toBe(200);
    for (const [id, dates] of Object.entries({ 'p-today': { ends: day(0) }, 'p-later': { ends: day(20) }, 'p-due': { billed: day(-70) } }))
      await send('/api/pb/permit', 'POST', { id, name: `Permit ${id}`, fee: 10, ...dates });
    await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const waits = page.getByRole('region', { name: 'What waits for me' });
    const group = (name: RegExp) => waits.getByRole('list', { name });
    const putOff = async (title: string, how: string) => {
      await waits.getByRole('button', { name: `Put off: ${title}` }).press('Enter');
      await page.getByRole('menuitem', { name: how }).press('Enter');
    };

    await test.step('each stands under its day, with a link to its record', async () => {
      await page.goto('/erp/');
      await expect(group(/^Overdue/).getByRole('link', { name: 'Permit p-due' })).toBeVisible();
      await expect(
        group(/^Today/)
          .getByRole('listitem')
          .filter({ hasText: 'Permit p-today' }),
      ).toContainText('Permit ends');
      await expect(group(/^Later/).getByRole('link', { name: 'Permit p-later' })).toHaveAttribute('href', '/erp/pb-permit/edit?id=p-later');
      await expectNoWider(page);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    });

    await test.step('put off, back by Undo; dealt with, back with another date', async () => {
      await putOff('Permit p-today', 'Until tomorrow');
      await expect(waits.getByRole('link', { name: 'Permit p-today' })).toHaveCount(0);
      await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();
      await expect(waits.getByRole('link', { name: 'Permit p-today' })).toBeVisible();
      await putOff('Permit p-later', 'Dealt with');
      await expect(waits.getByRole('link', { name: 'Permit p-later' })).toHaveCount(0);
      const { ver } = (await (await api('/api/pb/permit/p-later')).json()) as { ver: number };
      await send('/api/pb/permit/p-later', 'PUT', { ends: day(21), ver });
      await page.reload();
      await expect(waits.getByRole('link', { name: 'Permit p-later' })).toBeVisible();
    });

    await test.step('on a phone, and in Chinese', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await page.reload();
      const own = page.getByRole('region', { name: '待我處理' });
      await expect(own.getByRole('list', { name: /^已逾期/ }).getByRole('link', { name: 'Permit p-due' })).toBeVisible();
      await expectNoWider(page);
      await own.getByRole('button', { name: '延後：Permit p-due' }).press('Enter');
      await expect(page.getByRole('menuitem', { name: '已處理' })).toBeVisible();
    });
  } finally {
    rmSync(file);
  }
});
