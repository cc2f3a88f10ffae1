import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './reelbase.ts';

const foreign = readdirSync('tests/foreign', { encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -5));
const shipped = readdirSync('schemas', { encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -5));

test('there are at least ten foreign schemas', () => {
  expect(foreign.length).toBeGreaterThanOrEqual(10);
});

for (const name of [...shipped, ...foreign]) {
  test(`${foreign.includes(name) ? 'the foreign schema' : 'the object'} ${name} renders as list and form in both languages without an error`, async ({
    staff,
    reelbase,
  }) => {
    const api = await reelbase.api();
    if (foreign.includes(name)) {
      for (const file of foreign) copyFileSync(join('tests/foreign', `${file}.json`), join(reelbase.schemasDir, `${file}.json`));
      await expect.poll(async () => (await api(`/api/pb/${name}`)).status, { timeout: 20_000 }).toBe(200);
    }
    const faults: string[] = [];
    staff.on('pageerror', (error) => faults.push(error.message));
    staff.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    for (const lang of ['tw', 'en']) {
      await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      await staff.goto(`/erp/pb-${name}`);
      await expect(staff.getByRole('heading', { level: 1 })).toBeVisible();
      await staff.goto(`/erp/pb-${name}/edit`);
      await expect(staff.locator('main form')).toBeVisible();
      for (const tab of await staff.getByRole('tab').all()) {
        await tab.click();
        await expect(staff.getByRole('tabpanel').first()).toBeVisible();
      }
    }
    expect(faults).toEqual([]);
  });
}
