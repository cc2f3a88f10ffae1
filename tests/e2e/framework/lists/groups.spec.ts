/** Rows of a list in groups, with their figures, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const weave = ['Net', 'Cloth'].map((title) => ({ const: title.toLowerCase(), title }));
const hammock = {
  title: 'Hammock',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-search': ['name'],
  'x-list': {
    quick: [
      { key: 'nets', title: 'Nets', filter: { weave: 'net' } },
      { key: 'late', title: 'Late', filter: { 'made@gte': '2026-01-01' } },
    ],
  },
  'x-views': [{ key: 'by-weave', title: 'By weave', group: { path: 'weave' }, columns: ['name', 'kilos'] }],
  properties: {
    id: text('ID', { format: 'id', maxLength: 40 }),
    name: text('Name'),
    weave: { type: 'string', title: 'Weave', maxLength: 10, oneOf: weave },
    made: { type: 'string', format: 'date', title: 'Made' },
    kilos: { type: 'integer', title: 'Kilos' },
  },
};

test('rows stand in groups with their sums, by keys too, in a view of the schema, and as cards on a phone', async ({ staff: page, reelbase }) => {
  const file = join(reelbase.schemasDir, 'hammock.json');
  const api = await reelbase.api();
  writeFileSync(file, JSON.stringify(hammock));
  try {
    await expect.poll(async () => (await api('/api/pb/hammock')).status).toBe(200);
    for (let number = 0; number < 70; number += 1) {
      const made = number < 60 ? `2026-0${1 + (number % 3)}-10` : '2025-12-31';
      const body = JSON.stringify({
        id: `h-${number}`,
        name: `Hammock ${number}`,
        weave: number < 30 ? 'net' : number < 69 ? 'cloth' : undefined,
        made,
        kilos: 2,
      });
      await api('/api/pb/hammock', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }
    await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const head = (name: string | RegExp) => page.getByRole('rowheader').filter({ hasText: name });
    const rows = page.locator('.rows-grouped a.row-link');
    const group = async (name: string) => {
      await page.getByRole('button', { name: 'Group records' }).click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
    };

    await test.step('quick filters say how many they would leave of what is shown', async () => {
      await page.goto('/erp/pb-hammock');
      await expect(page.getByRole('button', { name: 'Nets 30' })).toBeVisible();
      await page.getByRole('button', { name: 'Late 60' }).click();
      await expect(page.getByRole('button', { name: 'Late 60', pressed: true })).toBeVisible();
      await page.getByRole('button', { name: 'Nets 30' }).click();
      await page.getByRole('button', { name: 'Late 30', pressed: true }).click();
      await page.getByRole('button', { name: 'Nets 30', pressed: true }).click();
      await expect(page.getByRole('button', { name: 'Late 60', pressed: false })).toBeVisible();
    });

    await test.step('by the month of a day, the latest first', async () => {
      // What was filtered a moment ago is remembered a moment later: the address says that nothing is.
      await page.goto('/erp/pb-hammock?filter=%7B%7D');
      await group('Made');
      await expect(page.getByRole('rowheader')).toHaveText([/2026-03.*20 records/, /2026-02.*20 records/, /2026-01.*20 records/, /2025-12.*10 records/]);
      await expect(rows).toHaveCount(20);
      await group('By quarter');
      await expect(page.getByRole('rowheader')).toHaveText([/2026, quarter 1.*60 records/, /2025, quarter 4.*10 records/]);
      await page.getByRole('button', { name: 'Show more (25 of 60)' }).click();
      await expect(rows).toHaveCount(60);
    });

    await test.step('in a view, folded by keys, with a sum, of what is filtered', async () => {
      await page.goto('/erp/pb-hammock?view=by-weave');
      await expect(page.getByRole('rowheader')).toHaveText([/Net.*30 records/, /Cloth.*39 records/, /Not filled in.*1 record/]);
      await head('Net').getByRole('button').focus();
      await page.keyboard.press('Enter');
      await expect(head('Net').getByRole('button')).toHaveAttribute('aria-expanded', 'false');
      await expect(rows).toHaveCount(0);
      await head('Not filled in').getByRole('button').click();
      await expect(rows).toHaveCount(1);
      await page.getByRole('button', { name: 'Figures for the filtered records' }).click();
      await page.getByRole('combobox', { name: 'Kilos' }).click();
      await page.getByRole('option', { name: 'Total' }).click();
      await page.keyboard.press('Escape');
      await expect(head('Cloth')).toContainText('Total Kilos 78');
      await page.locator('#list-search').fill('69');
      await expect(page.getByRole('rowheader')).toHaveText([/Not filled in.*1 record/]);
      expect(await anyFaults(page)).toEqual([]);
    });

    await test.step('across a second field: both with their totals and sums, the rows of a cell, a copy for a spreadsheet, in a view', async () => {
      await page.locator('#list-search').fill('');
      await expect(head('Net')).toContainText('30 records');
      const across = async (name: string) => {
        await page.getByRole('combobox', { name: 'Across by' }).click();
        await page.getByRole('option', { name, exact: true }).click();
      };
      await across('Made: By quarter');
      const table = page.getByRole('table', { name: 'Hammocks', exact: true });
      const line = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
      await expect(table.getByRole('columnheader')).toHaveText(['Weave × Made', '2025, quarter 4', '2026, quarter 1', 'Total']);
      await expect(line('Net').getByRole('cell')).toHaveText(['', '30 60', '30 60']);
      await expect(line('Cloth').getByRole('cell')).toHaveText(['9 18', '30 60', '39 78']);
      await expect(line('Not filled in').getByRole('cell')).toHaveText(['1 2', '', '1 2']);
      await expect(line('Total').getByRole('cell')).toHaveText(['10 20', '60 120', '70']);
      const cell = line('Cloth').getByRole('button', { name: /^9/ });
      await cell.press('Enter');
      await expect(cell).toHaveAttribute('aria-pressed', 'true');
      await expect(rows).toHaveCount(9);
      await expect(rows.first()).toBeInViewport();
      await line('Total').getByRole('button', { name: /^60/ }).click();
      await expect(rows).toHaveCount(25);
      await page.getByRole('button', { name: 'Show more (25 of 60)' }).click();
      await expect(rows).toHaveCount(60);
      expect(await anyFaults(page)).toEqual([]);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy table' }).click();
      await expect(page.getByText('Table copied; it can be pasted into a spreadsheet.')).toBeVisible();
      expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')[2]).toBe('Cloth\t9 18\t30 60\t39 78');

      await page.getByRole('button', { name: /^View:/ }).click();
      await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Weave by quarter');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('button', { name: 'View: Weave by quarter', exact: true })).toBeVisible();
      const address = `/erp/pb-hammock?view=${new URL(page.url()).searchParams.get('view')}`;
      await across('Nothing across');
      await expect(head('Cloth')).toContainText('39 records');
      await page.goto(address);
      await expect(line('Cloth').getByRole('cell')).toHaveText(['9 18', '30 60', '39 78']);
      await page.setViewportSize({ width: 360, height: 740 });
      await expectNoWider(page);
    });

    await test.step('renewed by hand; what cannot be had is said, asked for again, and takes away nothing that is there', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/erp/pb-hammock?view=by-weave');
      await expect(head('Net')).toContainText('30 records');
      const headers = { 'content-type': 'application/json' };
      await api('/api/pb/hammock', { method: 'POST', headers, body: JSON.stringify({ id: 'h-more', name: 'Hammock more', weave: 'net' }) });
      await page.getByRole('button', { name: /^Refresh|changed/ }).click();
      await expect(head('Net')).toContainText('31 records');

      const groups = /\/api\/pb\/hammock\/groups/;
      const broken = (url: RegExp) => page.route(url, (route) => route.fulfill({ status: 500, body: '{}' }));
      await broken(groups);
      let failures = 0;
      page.on('response', (response) => {
        if (groups.test(response.url()) && response.status() === 500) failures += 1;
      });
      await page.getByRole('button', { name: 'Refresh' }).click();
      // Asked once more before it is given up; then nothing else comes that could be waited for.
      await expect.poll(() => failures).toBe(2);
      await page.waitForTimeout(500);
      await expect(head('Net')).toContainText('31 records');
      await page.goto('/erp/pb-hammock?view=by-weave');
      const failed = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry' }) });
      await expect(failed).toContainText('Internal Server Error');
      await page.unroute(groups);
      await failed.getByRole('button').click();
      await expect(head('Net')).toContainText('31 records');

      // The rows of one group alone.
      const ofGroup = /\/api\/pb\/hammock\?.*cloth/;
      await broken(ofGroup);
      await head('Cloth').getByRole('button').click();
      await expect(failed).toBeVisible();
      const before = await rows.count();
      await page.unroute(ofGroup);
      await failed.getByRole('button').click();
      await expect(rows).toHaveCount(before + 25);
      await api('/api/pb/hammock/h-more', { method: 'DELETE' });
    });

    await test.step('in Chinese, on a phone no wider than it', async () => {
      await page.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/erp/pb-hammock?view=by-weave');
      await expect(head('Cloth')).toContainText('39 筆');
      await expectNoWider(page);
      await page.getByRole('button', { name: '資料分組' }).click();
      await page.getByRole('menuitemradio', { name: '不分組' }).click();
      await expect(page.locator('.rows-grouped')).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^檢視/ })).toHaveAccessibleName(/已修改/);
    });
  } finally {
    rmSync(file);
  }
});
