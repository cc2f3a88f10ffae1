import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knotted } from '../../../support/schemas/large-schemas.ts';
import { expect, goWithin, test } from '../../reelbase.ts';

const foreign = readdirSync('tests/foreign', { encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -5));
const shipped = readdirSync('schemas', { encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -5));

test('there are at least ten foreign schemas', () => {
  expect(foreign.length).toBeGreaterThanOrEqual(10);
});

for (const lang of ['tw', 'en'])
  for (const [whose, names] of Object.entries({ 'each of our objects': shipped, 'every foreign schema': foreign }))
    test(`${whose} renders as list and form without an error (${lang})`, async ({ staff, reelbase }) => {
      test.setTimeout(300_000);
      const api = await reelbase.api();
      const files = names === foreign ? foreign : [];
      for (const file of files) copyFileSync(join('tests/foreign', `${file}.json`), join(reelbase.schemasDir, `${file}.json`));
      for (const name of names) await expect.poll(async () => (await api(`/api/pb/${name}`)).status).toBe(200);
      let place = '';
      const faults: string[] = [];
      staff.on('pageerror', (error) => faults.push(`${place}: ${error.message}`));
      staff.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${place}: ${message.text()}`);
      });
      await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
      await staff.goto('/erp/profile');
      await expect(staff.locator('main h1')).toBeVisible();
      // one load for all: a screen is reached as by a link
      const go = (path: string) => {
        place = path;
        return goWithin(staff, path);
      };
      for (const name of names) {
        const rows = staff.waitForResponse((answer) => new URL(answer.url()).pathname === `/api/pb/${name}`);
        await go(`/erp/pb-${name}`);
        expect((await rows).status(), name).toBeLessThan(300);
        await expect(staff.locator('main h1'), name).toBeVisible();
        await expect(staff.locator('main .bone'), name).toHaveCount(0);
        await go(`/erp/pb-${name}/edit`);
        await expect(staff.locator('main form'), name).toBeVisible();
        await expect(staff.locator('main .bone'), name).toHaveCount(0);
        for (const tab of await staff.getByRole('tab').all()) {
          await tab.click();
          await expect(staff.getByRole('tabpanel').first()).toBeVisible();
        }
      }
      expect(faults).toEqual([]);
      // the worker's next files are not asked with these as well
      for (const file of files) rmSync(join(reelbase.schemasDir, `${file}.json`));
      for (const file of files) await expect.poll(async () => (await api(`/api/pb/${file}`)).status).toBe(404);
    });

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
  // The code editor has taken the plain box's place, and the page has heard of all that it asks at first.
  await expect(staff.locator('.code-editor').first()).toBeVisible();
  await staff.waitForLoadState('networkidle');
  await shape.fill('{"name": "seven", "shape8": {"name": "eight", "shape7": {"name": "seven again"}}}');
  await expect(shape).toContainText('seven again');
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

test('options of several types are chosen in the form and stored as what they are', async ({ staff, reelbase }) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const api = await reelbase.api();
  const file = join(reelbase.schemasDir, 'rule_setting.json');
  copyFileSync('tests/foreign/rule_setting.json', file);
  await expect.poll(async () => (await api('/api/pb/rule_setting')).status).toBe(200);
  const row = { id: 'typed', name: 'Typed', fix: 'always', level: 'auto', report: true };
  expect((await api('/api/pb/rule_setting', { method: 'POST', body: JSON.stringify(row) })).status).toBe(201);
  const stored = async () => (await api('/api/pb/rule_setting/typed')).json();
  await staff.goto('/erp/pb-rule_setting/edit?id=typed');
  const choose = async (field: string, option: string) => {
    await staff.getByRole('combobox', { name: field }).click();
    await staff.getByRole('option', { name: option, exact: true }).click();
  };
  await expect(staff.getByRole('combobox', { name: 'Report' })).toContainText('Yes');
  await choose('Fix', 'false');
  await choose('Level', '1');
  await choose('Report', '–');
  await choose('Targets', 'true');
  await staff.keyboard.press('Escape');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(stored).toMatchObject({ fix: false, level: 1, report: null, targets: [true] });
  await staff.reload();
  await expect(staff.getByRole('combobox', { name: 'Fix' })).toContainText('false');
  rmSync(file);
  await expect.poll(async () => (await api('/api/pb/rule_setting')).status).toBe(404);
});

test('a text that has to be given is asked for in a new record, and one that was given empty stays so while others are changed', async ({
  staff,
  reelbase,
}) => {
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const api = await reelbase.api();
  const file = join(reelbase.schemasDir, 'blank_letter.json');
  copyFileSync('tests/foreign/blank_letter.json', file);
  await expect.poll(async () => (await api('/api/pb/blank_letter')).status).toBe(200);
  const given = { id: 'L-1', subject: '', parts: [{ heading: '' }], sender: { name: '' }, marks: ['', 'a', 'a'] };
  expect((await api('/api/pb/blank_letter', { method: 'POST', body: JSON.stringify(given) })).status).toBe(201);
  await staff.goto('/erp/pb-blank_letter/edit?id=L-1');
  await staff.getByLabel('Greeting').fill('Hello');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  const stored = async (id: string) => (await api(`/api/pb/blank_letter/${id}`)).json();
  await expect.poll(() => stored('L-1')).toMatchObject({ ...given, greeting: 'Hello' });

  await staff.goto('/erp/pb-blank_letter/edit');
  await staff.getByRole('textbox', { name: /^Id\b/ }).fill('L-2');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(staff.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('aria-invalid', 'true');
  await staff.getByRole('textbox', { name: 'Subject' }).fill('Thanks');
  await staff.getByRole('textbox', { name: 'Name' }).fill('Ann Example');
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => stored('L-2')).toMatchObject({ subject: 'Thanks', sender: { name: 'Ann Example' } });
  rmSync(file);
  await expect.poll(async () => (await api('/api/pb/blank_letter')).status).toBe(404);
});
