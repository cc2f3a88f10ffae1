/** C3: a value of a shared shape is filled in by forms, level by level, without writing JSON. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import en from '#locales/en/form.json' with { type: 'json' };
import tw from '#locales/tw/form.json' with { type: 'json' };
import { knotted } from '../../../support/schemas/large-schemas.ts';
import { expect, type Page, type Reelbase, test } from '../../reelbase.ts';

const words = { tw, en };

/** A recursive shape: branches of branches. */
const grove = {
  title: 'Grove',
  required: ['name'],
  'x-titleTemplate': '{name}',
  definitions: {
    branch: {
      type: 'object',
      title: 'Branch',
      required: ['name'],
      properties: {
        name: { type: 'string', title: 'Name of the branch', maxLength: 12 },
        weight: { type: 'integer', title: 'Weight', maximum: 100 },
        since: { type: 'string', title: 'Since', format: 'date' },
        twin: { title: 'Twin', $ref: '#/definitions/branch' },
        branches: { type: 'array', title: 'Branches', maxItems: 3, items: { $ref: '#/definitions/branch' } },
      },
    },
  },
  properties: { name: { type: 'string', title: 'Name', maxLength: 40 }, main: { $ref: '#/definitions/branch' } },
};

async function drop(reelbase: Reelbase, name: string, schema: object): Promise<() => void> {
  const file = join(reelbase.schemasDir, `${name}.json`);
  writeFileSync(file, JSON.stringify(schema));
  const api = await reelbase.api();
  await expect.poll(async () => (await api(`/api/pb/${name}`)).status, { timeout: 60_000 }).toBe(200);
  return () => rmSync(file);
}

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/shapes-${name}.png` });
}

function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

test('C3 one of 61 shapes that refer to each other is filled in two levels deep without JSON, saved, and there after a reload', async ({ staff, reelbase }) => {
  const takeAway = await drop(reelbase, 'knotted', knotted(61));
  const api = await reelbase.api();
  expect((await api('/api/pb/knotted', { method: 'POST', body: JSON.stringify({ id: 'filled', name: 'First' }) })).status).toBe(201);
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  const faults = faultsOf(staff);
  // The dialog is fetched when it is asked for, and tried again by itself.
  const fetched: string[] = [];
  await staff.route('**/assets/ShapeDialog-*.js', (route) => {
    fetched.push(route.request().url());
    return fetched.length === 1 ? route.abort('connectionfailed') : route.continue();
  });
  await staff.goto('/erp/pb-knotted/edit?id=filled');
  const open = staff.getByRole('button', { name: 'Fill in Shape 7', exact: true });
  await expect(open).toBeVisible();
  expect(fetched).toEqual([]);
  await open.click();
  const outer = staff.getByRole('dialog', { name: 'Shape 7', exact: true });
  const name = outer.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeFocused();
  await look(staff, 'first-en');
  await name.fill('seven');
  await outer.getByRole('button', { name: 'Fill in Shape 8', exact: true }).click();
  const inner = staff.getByRole('dialog', { name: 'Shape 7 Shape 8', exact: true });
  const innerName = inner.getByRole('textbox', { name: 'Name', exact: true });
  await expect(innerName).toBeFocused();
  await innerName.fill('eight');
  await look(staff, 'second-en');
  await staff.keyboard.press('Control+Enter');
  await expect(inner).toHaveCount(0);
  await expect(outer.getByRole('textbox', { name: 'Shape 8', exact: true })).toContainText('"eight"');
  await expect(outer.getByRole('button', { name: 'Fill in Shape 8', exact: true })).toBeFocused();
  await outer.getByRole('button', { name: 'Apply' }).click();
  await expect(outer).toHaveCount(0);
  await expect(staff.getByRole('textbox', { name: 'Shape 7', exact: true })).toContainText('"eight"');
  // Nothing is stored before the record is.
  expect((await (await api('/api/pb/knotted/filled')).json()).shape7).toEqual({});
  await staff.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => (await (await api('/api/pb/knotted/filled')).json()).shape7).toEqual({ name: 'seven', shape8: { name: 'eight' } });
  await staff.reload();
  await open.click();
  await expect(name).toHaveValue('seven');
  await outer.getByRole('button', { name: 'Fill in Shape 8', exact: true }).click();
  await expect(innerName).toHaveValue('eight');
  await staff.keyboard.press('Escape');
  await staff.keyboard.press('Escape');
  await expect(staff.getByRole('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
  expect(faults.filter((fault) => !fault.includes('ERR_CONNECTION_FAILED'))).toEqual([]);
  takeAway();
  await expect.poll(async () => (await api('/api/pb/knotted')).status).toBe(404);
});

for (const lang of ['tw', 'en'] as const) {
  const say =
    lang === 'tw'
      ? { fill: '填寫', apply: '套用', add: '新增項目', cancel: '取消', drop: '不套用就關閉嗎？', discard: '捨棄', save: '儲存' }
      : {
          fill: 'Fill in',
          apply: 'Apply',
          add: 'Add an entry',
          cancel: 'Cancel',
          drop: 'Close without applying?',
          discard: 'Discard',
          save: 'Save',
          saved: /saved/,
        };

  test(`C3 a tree of branches is filled in on a phone (${lang}): a wrong value names its field, and losing typed values asks first`, async ({
    staff,
    reelbase,
  }) => {
    const takeAway = await drop(reelbase, `grove_${lang}`, grove);
    const api = await reelbase.api();
    const stored = async () => (await (await api(`/api/pb/grove_${lang}/oak`)).json()).main;
    const first = { id: 'oak', name: 'Oak', main: { name: 'stem' } };
    expect((await api(`/api/pb/grove_${lang}`, { method: 'POST', body: JSON.stringify(first) })).status).toBe(201);
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    const faults = faultsOf(staff);
    await staff.goto(`/erp/pb-grove_${lang}`);
    await staff.locator('a.row-link[href*="id=oak"]').click();
    await staff.setViewportSize({ width: 360, height: 740 });
    const open = staff.getByRole('button', { name: `${say.fill} Branches`, exact: true });
    await open.scrollIntoViewIfNeeded();
    await look(staff, `phone-form-${lang}`);
    await open.click();
    const branches = staff.getByRole('dialog', { name: 'Branches', exact: true });
    await branches.getByRole('button', { name: say.add }).click();
    const name = branches.getByRole('textbox', { name: 'Name of the branch' });
    await expect(name).toBeFocused();
    await branches.getByRole('textbox', { name: 'Weight' }).fill('500');
    await branches.getByRole('button', { name: say.apply }).click();
    const notice = branches.getByRole('alert');
    await expect(notice).toContainText('Name of the branch');
    await expect(notice).toContainText('Weight');
    await look(staff, `phone-wrong-${lang}`);
    await name.fill('left');
    await branches.getByRole('textbox', { name: 'Weight' }).fill('50');
    await expect(notice).toHaveCount(0);
    await branches.getByRole('button', { name: `${say.fill} Twin`, exact: true }).click();
    const twin = staff.getByRole('dialog', { name: 'Branches Twin', exact: true });
    await twin.getByRole('textbox', { name: 'Name of the branch' }).fill('right');
    await look(staff, `phone-deep-${lang}`);
    expect(await twin.evaluate((box) => box.scrollWidth <= box.clientWidth), 'nothing wider than the phone').toBe(true);
    // What was typed would be lost: asked, and left as it is when the answer is no.
    await staff.keyboard.press('Escape');
    const question = staff.getByRole('dialog', { name: say.drop });
    await question.getByRole('button', { name: say.cancel }).click();
    await expect(twin.getByRole('textbox', { name: 'Name of the branch' })).toHaveValue('right');
    await twin.getByRole('button', { name: say.cancel }).click();
    await question.getByRole('button', { name: say.discard }).click();
    await expect(twin).toHaveCount(0);
    await branches.getByRole('button', { name: `${say.fill} Twin`, exact: true }).click();
    await expect(twin.getByRole('textbox', { name: 'Name of the branch' })).toHaveValue('');
    await twin.getByRole('textbox', { name: 'Name of the branch' }).fill('other');
    await twin.getByRole('button', { name: say.apply }).click();
    // Leaving with the dialog open asks as well.
    await staff.goBack();
    await staff.getByRole('dialog', { name: words[lang].form.leave.dirty }).getByRole('button', { name: say.cancel }).click();
    await branches.getByRole('button', { name: say.apply }).click();
    await expect(branches).toHaveCount(0);
    expect(await stored()).not.toHaveProperty('branches.0');
    await staff.getByRole('button', { name: say.save, exact: true }).click();
    await expect.poll(stored).toMatchObject({ name: 'stem', branches: [{ name: 'left', weight: 50, twin: { name: 'other' } }] });
    await staff.reload();
    await open.click();
    await expect(name).toHaveValue('left');
    // A value typed as JSON is looked at to its last level, and its field named.
    const json = branches.getByRole('textbox', { name: 'Twin', exact: true }).and(branches.locator('.cm-content'));
    await json.click();
    await staff.keyboard.press('ControlOrMeta+a');
    const apply = branches.getByRole('button', { name: say.apply });
    // Pressed at once: on a slow device a click comes before React has time for what the editor has told it.
    await apply.evaluate(async (button) => {
      document.execCommand('insertText', false, '{"name": "other", "twin": {"name": "a name that is too long"}}');
      await Promise.resolve();
      (button as HTMLButtonElement).click(); // found by its role
    });
    await expect(branches.getByRole('alert')).toContainText(/Twin.*name/);
    await staff.keyboard.press('Escape');
    await question.getByRole('button', { name: say.discard }).click();
    await expect(open).toBeFocused();
    expect(faults).toEqual([]);
    takeAway();
    await expect.poll(async () => (await api(`/api/pb/grove_${lang}`)).status).toBe(404);
  });
}

test('C3 a person who may only read can look inside the shapes but not change them', async ({ staff, reelbase }) => {
  const takeAway = await drop(reelbase, 'grove_read', {
    ...grove,
    properties: { ...grove.properties, main: { $ref: '#/definitions/branch', readOnly: true } },
  });
  const api = await reelbase.api();
  await api('/api/pb/grove_read', { method: 'POST', body: JSON.stringify({ id: 'elm', name: 'Elm' }) });
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/pb-grove_read/edit?id=elm');
  await staff.getByRole('button', { name: 'View content Twin', exact: true }).click();
  const twin = staff.getByRole('dialog', { name: 'Twin', exact: true });
  await expect(twin.getByRole('textbox', { name: 'Name of the branch' })).toHaveAttribute('readonly');
  await expect(twin.getByRole('button', { name: 'Apply' })).toHaveCount(0);
  await twin.getByRole('button', { name: 'Close' }).click();
  await expect(twin).toHaveCount(0);
  takeAway();
  await expect.poll(async () => (await api('/api/pb/grove_read')).status).toBe(404);
});
