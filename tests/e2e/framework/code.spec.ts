/** The code editor of fields that hold JSON: words offered by the field's own schema, slips and problems marked at their place, by keyboard, at 360 px, in both languages. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../axe.ts';
import { expect, type Page, test } from '../reelbase.ts';

const words = {
  tw: { save: '儲存', hint: /按 Tab 離開/, broken: '不是有效的 JSON' },
  en: { save: 'Save', hint: /Tab leaves the editor/, broken: 'This is not valid JSON' },
};

const kiln = {
  title: 'Kiln',
  required: ['name'],
  'x-titleTemplate': '{name}',
  properties: {
    name: { type: 'string', title: 'Name', maxLength: 40 },
    firing: {
      title: 'Firing',
      'x-json': {
        type: 'object',
        required: ['cone'],
        properties: {
          cone: { type: 'integer', description: 'How hot', minimum: 1, maximum: 14 },
          glaze: { enum: ['celadon', 'tenmoku'] },
          steps: { type: 'array', items: { type: 'object', properties: { hours: { type: 'number', maximum: 48 } } } },
        },
        additionalProperties: false,
      },
    },
    note: { type: 'string', title: 'Note', maxLength: 40 },
  },
};

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/code-${name}.png` });
}

for (const lang of ['tw', 'en'] as const) {
  test(`a field that holds JSON is written in the code editor, in ${lang}`, async ({ staff, reelbase }) => {
    const say = words[lang];
    const name = `potter_${lang}`;
    const file = join(reelbase.schemasDir, `${name}.json`);
    writeFileSync(file, JSON.stringify(kiln));
    const api = await reelbase.api();
    await expect.poll(async () => (await api(`/api/pb/${name}`)).status, { timeout: 60_000 }).toBe(200);
    expect((await api(`/api/pb/${name}`, { method: 'POST', body: JSON.stringify({ id: 'one', name: 'One', firing: { cone: 6 } }) })).status).toBe(201);
    const stored = async () => (await (await api(`/api/pb/${name}/one`)).json()).firing;
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    const faults: string[] = [];
    staff.on('pageerror', (error) => faults.push(error.message));
    staff.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await staff.goto(`/erp/pb-${name}/edit?id=one`);
    const box = staff.getByRole('textbox', { name: 'Firing', exact: true });
    await expect(box).toHaveAttribute('contenteditable', 'true');
    await expect(box).toContainText('"cone": 6');
    // The label's click puts the cursor into it; Tab leaves it.
    await staff.getByText('Firing', { exact: true }).click();
    await expect(box).toBeFocused();
    await expect(staff.getByText(say.hint)).toBeVisible();
    await staff.keyboard.press('Tab');
    await expect(box).not.toBeFocused();
    // Words that the field's own schema has.
    await box.focus();
    await staff.keyboard.press('ControlOrMeta+Home');
    await staff.keyboard.press('ArrowRight');
    await staff.keyboard.press('Enter');
    await staff.keyboard.type('"gl');
    const offered = staff.getByRole('listbox').getByRole('option');
    await expect(offered).toHaveText([/glaze/]);
    await look(staff, `${lang}-keys`);
    // What is pressed the moment a list opens was not meant for it.
    await staff.waitForTimeout(150);
    await staff.keyboard.press('Enter');
    await expect(offered).toHaveText([/celadon/, /tenmoku/]);
    await staff.waitForTimeout(150);
    await staff.keyboard.press('ArrowDown');
    await staff.keyboard.press('Enter');
    await staff.keyboard.type(',');
    await expect(box).toContainText('"glaze": "tenmoku",');
    await expect(staff.locator('.cm-lint-marker-error')).toHaveCount(0);
    // What its schema forbids is marked at its line and told.
    await box.fill('{\n  "cone": 6,\n  "steps": [{ "hours": 60 }]\n}');
    await staff.getByRole('button', { name: say.save, exact: true }).click();
    await expect(staff.locator('.cm-lint-marker-error')).toHaveCount(1);
    await expect(staff.locator('.cm-lintRange-error')).toHaveText('"hours"');
    await look(staff, `${lang}-invalid`);
    expect(await anyFaults(staff)).toEqual([]);
    expect(await stored()).toEqual({ cone: 6 });
    // Broken text stays, is told, and is taken back by undo.
    await box.focus();
    await staff.keyboard.press('ControlOrMeta+End');
    await staff.keyboard.type('x');
    await expect(staff.locator('[data-field="firing"]')).toContainText(say.broken);
    await staff.keyboard.press('ControlOrMeta+z');
    await expect(staff.locator('[data-field="firing"]')).not.toContainText(say.broken);
    await staff.setViewportSize({ width: 360, height: 740 });
    await box.fill('{ "cone": 9, "glaze": "celadon" }');
    await look(staff, `${lang}-360`);
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await staff.getByRole('button', { name: say.save, exact: true }).click();
    await expect.poll(stored).toEqual({ cone: 9, glaze: 'celadon' });
    await staff.setViewportSize({ width: 1440, height: 900 });
    // What was typed outlives a reload before it is saved.
    await box.fill('{ "cone": 10 }');
    staff.on('dialog', (asked) => void asked.accept());
    await staff.reload();
    await staff.getByRole('alert').getByRole('button').first().click();
    await expect(box).toContainText('"cone": 10');
    expect(faults).toEqual([]);
    rmSync(file);
    await expect.poll(async () => (await api(`/api/pb/${name}`)).status).toBe(404);
  });
}

test('nothing below a field that holds JSON moves when its editor comes, be the text short or long', async ({ staff, reelbase }) => {
  const file = join(reelbase.schemasDir, 'stove.json');
  writeFileSync(file, JSON.stringify({ ...kiln, title: 'Stove' }));
  const api = await reelbase.api();
  await expect.poll(async () => (await api('/api/pb/stove')).status, { timeout: 60_000 }).toBe(200);
  const steps = (count: number) => ({ cone: 6, steps: Array.from({ length: count }, (_, hours) => ({ hours })) });
  const rows = { empty: undefined, short: { cone: 6 }, middle: steps(3), long: steps(30) };
  for (const [id, firing] of Object.entries(rows))
    expect((await api('/api/pb/stove', { method: 'POST', body: JSON.stringify({ id, name: id, firing }) })).status, id).toBe(201);
  let held = Promise.resolve();
  await staff.route('**/assets/editor-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const heights: Record<string, number[]> = {};
  for (const id of Object.keys(rows)) {
    let come = () => {};
    held = new Promise((resolve) => {
      come = resolve;
    });
    await staff.goto(`/erp/pb-stove/edit?id=${id}`, { waitUntil: 'commit' });
    const box = (name: string) => staff.getByRole('textbox', { name, exact: true });
    await expect(box('Firing')).not.toHaveAttribute('contenteditable');
    const place = async () => Math.round(((await box('Note').boundingBox())?.y ?? 0) - ((await box('Name').boundingBox())?.y ?? 0));
    const before = await place();
    come();
    await expect(box('Firing')).toHaveAttribute('contenteditable', 'true');
    heights[id] = [before, await place()];
  }
  // The editor's lines are whole pixels.
  expect(Object.entries(heights).filter(([, [before = 0, after = 0]]) => Math.abs(before - after) > 3)).toEqual([]);
  rmSync(file);
  await expect.poll(async () => (await api('/api/pb/stove')).status).toBe(404);
});
