/** Objects whose keys are chosen are filled in as pairs: key and value boxes, told at their row, by keyboard, at 360 px, in both languages (issue 13.1). */
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../axe.ts';
import { expect, type Page, test } from '../reelbase.ts';

const words = {
  en: {
    save: 'Save',
    add: (of: string) => `Add a pair (${of})`,
    key: (n: number) => `Key ${n}`,
    value: (key: string) => `Value of “${key}”`,
    remove: (key: string) => `Remove ${key}`,
    wrong: 'This key is not allowed here',
    twice: 'This key is already used',
    blank: 'Enter a key',
    shown: 'tier: web, on-call: Ann',
    code: 'Edit as JSON',
    list: 'Edit as a list',
  },
  tw: {
    save: '儲存',
    add: (of: string) => `新增一組 (${of})`,
    key: (n: number) => `鍵 ${n}`,
    value: (key: string) => `「${key}」的值`,
    remove: (key: string) => `移除 ${key}`,
    wrong: '這裡不能使用這個鍵',
    twice: '這個鍵已經有了',
    blank: '請填寫鍵',
    shown: 'tier：web、on-call：Ann',
    code: '以 JSON 編輯',
    list: '以清單編輯',
  },
};

const lamp = {
  title: 'Lamp',
  required: ['name'],
  'x-titleTemplate': '{name}',
  'x-list': { columns: ['name', 'labels'] },
  properties: {
    name: { type: 'string', title: 'Name', maxLength: 40 },
    labels: {
      title: 'Labels',
      'x-surfaces': { list: true },
      'x-json': { type: 'object', additionalProperties: { type: 'string', maxLength: 8 }, propertyNames: { pattern: '^[a-z-]+$' } },
    },
    limits: {
      title: 'Limits',
      'x-json': {
        type: 'object',
        patternProperties: {
          '^max': { type: 'integer', minimum: 1 },
          '^mode': { enum: ['slow', 'fast'] },
          '^on': { type: 'boolean' },
          '^day': { type: 'string', format: 'date' },
          '^any': {},
          '^port': {
            type: 'object',
            required: ['number'],
            properties: {
              number: { type: 'integer', title: 'Number', maximum: 65535 },
              open: { type: 'boolean', title: 'Open' },
              note: { type: 'string', title: 'Note' },
            },
          },
        },
        additionalProperties: false,
      },
    },
  },
};

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/pairs-${name}.png`, fullPage: true });
}

for (const lang of ['en', 'tw'] as const) {
  test(`an object whose keys are chosen is filled in as pairs, in ${lang}`, async ({ staff, reelbase }) => {
    const say = words[lang];
    const name = `sconce_${lang}`;
    const file = join(reelbase.schemasDir, `${name}.json`);
    writeFileSync(file, JSON.stringify(lamp));
    const api = await reelbase.api();
    await expect.poll(async () => (await api(`/api/pb/${name}`)).status, { timeout: 60_000 }).toBe(200);
    const first = { id: 'one', name: 'One', labels: { tier: 'web', owner: 'Ben' }, limits: { max: 4, on_hold: false, any: { deep: [1, null] } } };
    expect((await api(`/api/pb/${name}`, { method: 'POST', body: JSON.stringify(first) })).status).toBe(201);
    const stored = async (): Promise<{ labels: object; limits: object }> => (await api(`/api/pb/${name}/one`)).json();
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    const faults: string[] = [];
    staff.on('pageerror', (error) => faults.push(error.message));
    staff.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await staff.goto(`/erp/pb-${name}/edit?id=one`);
    const labels = staff.getByRole('group', { name: 'Labels', exact: true });
    const limits = staff.getByRole('group', { name: 'Limits', exact: true });
    const box = (within: typeof labels, of: string) => within.getByRole('textbox', { name: of, exact: true });
    const save = staff.getByRole('button', { name: say.save, exact: true });
    await expect(box(labels, say.key(1))).toHaveValue('tier');
    await expect(box(labels, say.value('tier'))).toHaveValue('web');
    await expect(limits.getByRole('switch', { name: say.value('on_hold') }).or(limits.getByRole('checkbox', { name: say.value('on_hold') }))).not.toBeChecked();

    // By keyboard: a pair is added, its key is told to be wrong and to stand twice as it is typed.
    await labels.getByRole('button', { name: say.add('Labels'), exact: true }).focus();
    await staff.keyboard.press('Enter');
    await expect(box(labels, say.key(3))).toBeFocused();
    await staff.keyboard.type('Tier');
    await expect(labels.getByText(say.wrong)).toBeVisible();
    await staff.keyboard.press('ControlOrMeta+a');
    await staff.keyboard.type('tier');
    await expect(labels.getByText(say.twice)).toBeVisible();
    await save.click();
    await expect(box(labels, say.key(3))).toBeFocused();
    expect((await stored()).labels).toEqual(first.labels);
    await staff.keyboard.press('ControlOrMeta+a');
    await staff.keyboard.press('Delete');
    await staff.keyboard.press('Tab');
    await staff.keyboard.press('Shift+Tab');
    await staff.keyboard.type('on-call');
    await expect(labels.getByText(say.twice)).toHaveCount(0);
    await staff.keyboard.press('Tab');
    await expect(box(labels, say.value('on-call'))).toBeFocused();
    await staff.keyboard.type('far too long');
    await save.click();
    const row = labels.getByRole('group', { name: 'on-call', exact: true });
    await expect(row).toContainText('8');
    await expect(box(labels, say.value('on-call'))).toHaveAttribute('aria-invalid', 'true');
    await look(staff, `${lang}-wrong`);
    expect(await anyFaults(staff)).toEqual([]);
    await box(labels, say.value('on-call')).fill('Ann');
    await labels.getByRole('button', { name: say.remove('owner'), exact: true }).click();
    await save.click();
    await expect.poll(async () => JSON.stringify((await stored()).labels)).toBe('{"tier":"web","on-call":"Ann"}');

    // Each value by its kind, and what has no box as JSON; a key of none of the patterns is told.
    const add = async (key: string) => {
      await limits.getByRole('button', { name: say.add('Limits'), exact: true }).click();
      await expect(limits.locator('input:focus')).toHaveValue('');
      await staff.keyboard.type(key);
    };
    await add('least');
    await expect(limits.getByText(say.wrong)).toBeVisible();
    await staff.keyboard.press('ControlOrMeta+a');
    await staff.keyboard.type('max_jobs');
    await box(limits, say.value('max_jobs')).fill('900');
    await add('mode');
    await limits.getByRole('combobox', { name: say.value('mode'), exact: true }).click();
    await staff.getByRole('option', { name: 'fast', exact: true }).click();
    await add('day');
    await limits.getByLabel(say.value('day'), { exact: true }).first().fill('2026-03-01');
    await add('port');
    const port = limits.getByRole('group', { name: say.value('port'), exact: true });
    await box(port, 'Number').fill('80');
    await box(port, 'Note').fill('the first');
    await expect(limits.getByRole('textbox', { name: say.value('any'), exact: true })).toContainText('deep');
    await save.click();
    const wanted = { ...first.limits, max_jobs: 900, mode: 'fast', day: '2026-03-01', port: { number: 80, note: 'the first' } };
    await expect.poll(async () => (await stored()).limits).toEqual(wanted);
    await staff.reload();
    await expect(box(limits, say.value('max_jobs'))).toHaveValue('900');
    await expect(box(labels, say.value('on-call'))).toHaveValue('Ann');
    await look(staff, `${lang}-1440`);
    expect(await anyFaults(staff)).toEqual([]);

    // The whole as JSON, and back.
    await staff.locator('[data-field="labels"]').getByRole('button', { name: say.code, exact: true }).click();
    await staff.getByRole('textbox', { name: 'Labels', exact: true }).fill('{ "tier": "web", "on-call": "Ann", "floor": "2" }');
    await staff.locator('[data-field="labels"]').getByRole('button', { name: say.list, exact: true }).click();
    await expect(box(labels, say.value('floor'))).toHaveValue('2');
    await staff.setViewportSize({ width: 360, height: 740 });
    await look(staff, `${lang}-360`);
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await labels.getByRole('button', { name: say.remove('floor'), exact: true }).click();
    await staff.setViewportSize({ width: 1440, height: 900 });
    await staff.goto(`/erp/pb-${name}`);
    await expect(staff.locator('main')).toContainText(say.shown);
    await look(staff, `${lang}-list`);
    expect(faults).toEqual([]);
    rmSync(file);
    await expect.poll(async () => (await api(`/api/pb/${name}`)).status).toBe(404);
  });
}

test('a file that is a map of the whole record is filled in as pairs, which stand beside its fields', async ({ staff, reelbase }) => {
  const api = await reelbase.api();
  const file = join(reelbase.schemasDir, 'word_map.json');
  copyFileSync('tests/foreign/word_map.json', file);
  await expect.poll(async () => (await api('/api/pb/word_map')).status).toBe(200);
  const row = JSON.stringify({ id: 'first', hello: 'hallo', 'good-bye': 'tschüss' });
  expect((await api('/api/pb/word_map', { method: 'POST', body: row })).status).toBe(201);
  await staff.goto('/erp/pb-word_map/edit?id=first');
  await staff.getByLabel(words.tw.value('hello')).fill('guten Tag');
  await staff.getByLabel(words.tw.key(2)).fill('bye');
  await staff.getByRole('button', { name: words.tw.save, exact: true }).click();
  await expect.poll(async () => (await api('/api/pb/word_map/first')).json()).toMatchObject({ hello: 'guten Tag', bye: 'tschüss', ver: 2 });
  expect(await (await api('/api/pb/word_map/first')).json()).not.toHaveProperty('good-bye');
  rmSync(file);
  await expect.poll(async () => (await api('/api/pb/word_map')).status).toBe(404);
});
