/** What the check on the tools page finds is repaired there: looked at, written, and found no more. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

const ferry = {
  title: 'Ferry',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 40 },
    seats: { type: 'integer' },
    fares: { type: 'integer', 'x-formula': 'seats * 2' },
  },
};

test('R31 sums that do not fit are repaired from the tools page, in both languages', async ({ staff: page, reelbase }) => {
  test.slow();
  const file = join(reelbase.schemasDir, 'ferry.json');
  const api = await reelbase.api();
  writeFileSync(file, JSON.stringify(ferry));
  try {
    await expect.poll(async () => (await api('/api/pb/ferry')).status).toBe(200);
    for (const id of ['f1', 'f2']) expect((await api('/api/pb/ferry', { method: 'POST', body: JSON.stringify({ id, seats: 10 }) })).status).toBe(201);
    for (const lang of ['tw', 'en'] as const) {
      const { tools } = JSON.parse(readFileSync(`locales/${lang}/admin.json`, 'utf8'));
      const messages = JSON.parse(readFileSync(`locales/${lang}/messages.json`, 'utf8'));
      const database = new DatabaseSync(reelbase.databaseUrl.replace('sqlite:', ''));
      database.exec("PRAGMA busy_timeout = 5000; UPDATE ferry SET fares = 3 WHERE id = 'f1'");
      database.close();
      await page.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/erp/toolman');
        await page.getByRole('button', { name: tools.check }).click();
        const repair = page.getByRole('button', { name: /Ferry/ });
        await expect(repair).toBeVisible();
        if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/repair-${width}-${lang}-found.png` });
        expect(await anyFaults(page)).toEqual([]);
        // What the person stopped is no error.
        await page.route('**/api/jobs/*', async (route) => {
          const answer = await route.fetch();
          const { data, ...rest } = await answer.json();
          await route.fulfill({ response: answer, json: { ...rest, data: { ...data, state: 'cancelled' } } });
        });
        await repair.click();
        await expect(page.locator('.notice-info')).toContainText(messages['job.cancelled']);
        await expect(page.locator('.notice-error')).toHaveCount(0);
        await page.unroute('**/api/jobs/*');
        await repair.click();
        const write = page.getByRole('dialog').getByRole('button', { name: tools.repair.write, exact: true });
        await expect(write).toBeEnabled();
        await expect(page.getByRole('dialog')).toContainText(/1/);
        if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/repair-${width}-${lang}-looked.png` });
        expect(await anyFaults(page)).toEqual([]);
        await expectNoWider(page);
        if (width === 1440) continue;
        await write.click();
        await expect(page.getByRole('dialog').getByRole('link', { name: 'f1' })).toBeVisible();
        if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/repair-${width}-${lang}-done.png` });
        expect((await (await api('/api/pb/ferry/f1')).json()).fares).toBe(20);
        await page.keyboard.press('Escape');
        await expect(repair).toHaveCount(0);
      }
    }
  } finally {
    rmSync(file);
  }
});
