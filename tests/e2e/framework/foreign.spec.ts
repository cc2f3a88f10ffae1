import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knotted } from '../../support/schemas/large-schemas.ts';
import { expect, test } from '../reelbase.ts';

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

test('an object of 61 shared shapes that refer to each other opens as a form; a shape is written as its JSON, saved, and there after a reload', async ({
  staff,
  reelbase,
}) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const api = await reelbase.api();
  const file = join(reelbase.schemasDir, 'knotted.json');
  writeFileSync(file, JSON.stringify(knotted(61)));
  await expect.poll(async () => (await api('/api/pb/knotted')).status).toBe(200);
  expect((await api('/api/pb/knotted', { method: 'POST', body: JSON.stringify({ id: 'knot', name: 'First' }) })).status).toBe(201);
  await staff.goto('/erp/pb-knotted/edit?id=knot');
  const shape = staff.getByRole('textbox', { name: 'Shape 7', exact: true });
  await expect(shape).toBeVisible();
  await shape.fill('{"name": "seven", "shape8": {"name": "eight", "shape7": {"name": "seven again"}}}');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await (await api('/api/pb/knotted/knot')).json()).shape7).toMatchObject({ shape8: { shape7: { name: 'seven again' } } });
  await staff.reload();
  await expect(shape).toContainText('seven again');
  // What the shapes say holds however deep it lies.
  await shape.fill('{"shape8": {"shape9": {"name": 5}}}');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(staff.getByRole('alert').first()).toBeVisible();
  expect((await (await api('/api/pb/knotted/knot')).json()).shape7.name).toBe('seven');
  rmSync(file);
  await expect.poll(async () => (await api('/api/pb/knotted')).status).toBe(404);
});
