/** The workbench of schemas: an object is made, changed, looked at before it is saved, saved, gone back on and deleted, all in the browser. */
import { anyFaults } from '../../axe.ts';
import { expect, type Page, test } from '../../reelbase.ts';

const say = {
  new: '新增物件',
  begin: '開始',
  title: '標題',
  file: '檔名',
  add: '新增欄位',
  kind: '種類',
  kinds: { date: '日期', select: '單選', integer: '整數' },
  options: '選項',
  required: '必填',
  name: '欄位代號',
  own: '名稱（繁體中文）',
  json: 'JSON',
  first: '名稱',
  fields: '欄位',
  object: '物件',
  columns: '列表欄',
  group: '選單群組',
  more: '加入',
  undo: '復原',
  redo: '重做',
  form: '表單',
  save: '儲存',
  open: '開啟列表',
  history: '修改紀錄',
  revert: '回復成這個版本',
  remove: '刪除物件',
  wrong: /有 1 處錯誤/,
  sound: '物件檔無誤。',
  restored: /重新載入前/,
  cancel: '取消',
};

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/bench-${name}.png` });
}

test('an object begins empty, gets fields as a form and as JSON, is saved, gone back on and deleted', async ({ staff, reelbase }) => {
  test.slow();
  const name = 'orchard';
  const api = await reelbase.api();
  const send = (path: string, method: string, body: unknown) => api(path, { method, body: JSON.stringify(body) });
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
  const faults: string[] = [];
  staff.on('pageerror', (error) => faults.push(error.message));
  staff.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  staff.on('dialog', (asked) => void asked.accept());
  await staff.goto('/erp/schemas');
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(staff.getByRole('button', { name: say.new })).toBeVisible();
  await look(staff, 'list');
  await staff.getByRole('button', { name: say.new }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say.title }).fill('Orchard');
  await dialog.getByRole('textbox', { name: say.file }).fill(name);
  await dialog.getByRole('button', { name: say.begin }).click();
  await expect(staff).toHaveURL(new RegExp(`/erp/schemas/${name}$`));
  await expect(staff.getByText(say.sound)).toBeVisible();
  await expect(staff.getByRole('button', { name: `${say.first} *` })).toBeVisible();

  /** the text that is edited, unsaved */
  const stored = () => staff.evaluate((key) => JSON.parse(sessionStorage.getItem(key) ?? '{}').texts.schema as string, `workbench:${name}`);
  const add = async (title: string, kind?: string) => {
    await staff.getByRole('button', { name: say.add }).click();
    await dialog.getByRole('textbox', { name: say.title }).fill(title);
    if (kind) {
      await dialog.getByRole('combobox', { name: say.kind }).click();
      await staff.getByRole('option', { name: kind, exact: true }).click();
    }
    await dialog.getByRole('button', { name: say.add }).click();
    await expect(dialog).toHaveCount(0);
  };
  await add('Planted', say.kinds.date);
  await add('Fruit', say.kinds.select);
  await staff.getByRole('textbox', { name: say.options }).fill('apple = Apple\npear = Pear');
  await staff.getByRole('textbox', { name: say.own }).fill('水果');
  await staff.getByRole('checkbox', { name: say.required }).check();
  await add('Trees', say.kinds.integer);
  // Another name goes everywhere; undo and redo bring it back and forth.
  await staff.getByRole('textbox', { name: say.name }).fill('tree_count');
  await staff.getByRole('textbox', { name: say.name }).blur();
  await expect(staff.getByRole('button', { name: /tree_count/ })).toBeVisible();
  await staff.getByRole('button', { name: say.undo, exact: true }).click();
  await expect(staff.getByRole('button', { name: /tree_count/ })).toHaveCount(0);
  await staff.getByRole('button', { name: say.redo, exact: true }).click();
  await staff.getByRole('tab', { name: say.object, exact: true }).click();
  // The menu's groups are offered by what they are called; another one is taken as it is typed.
  const group = staff.getByRole('combobox', { name: say.group, exact: true });
  for (const [typed, code] of [
    ['果園', '果園'],
    ['銷售', 'sales'],
  ] as const) {
    await group.fill(typed);
    await expect.poll(async () => JSON.parse(await stored())['x-entity'].group).toBe(code);
  }
  // The list's columns are chosen, and put in another order by the keyboard.
  const columns = staff.getByRole('group', { name: say.columns });
  for (const typed of ['name', 'planted', 'tree', 'fruit']) {
    await columns.getByRole('combobox', { name: say.more }).fill(typed);
    await staff.keyboard.press('Enter');
  }
  await columns.getByRole('button', { name: /水果/ }).first().press('Home');
  await expect(columns.getByRole('listitem')).toHaveText([/水果/, /^名稱/, /planted/, /tree_count/]);
  await look(staff, 'object');

  // The list and the form that it will have.
  const frame = staff.frameLocator('iframe');
  await expect(frame.getByRole('columnheader', { name: '水果' })).toBeVisible();
  await look(staff, 'preview');
  await staff.getByRole('button', { name: say.form, exact: true }).click();
  await expect(frame.locator('[data-field="fruit"]')).toBeVisible();
  await expect(frame.locator('[data-field="tree_count"]')).toBeVisible();
  await look(staff, 'form');
  expect((await api(`/api/pb/${name}`)).status).toBe(404);

  // The same document as JSON: words of the meta-schema, what is wrong at its line, and what was typed there in the form.
  await staff.getByRole('tab', { name: say.json, exact: true }).click();
  const code = staff.getByRole('textbox', { name: `schemas/${name}.json` });
  // A box that is typed in before the editor has come stays as it is until it is left.
  await expect(code).toHaveAttribute('contenteditable', 'true');
  await expect(code).toContainText('"tree_count"');
  const text = await stored();
  await code.fill(text.replace('"type": "integer"', '"type": "integr"'));
  await expect(staff.getByText(say.wrong)).toBeVisible();
  await expect(staff.locator('.cm-lint-marker-error').first()).toBeVisible();
  await look(staff, 'json');
  await code.fill(text.replace('"type": "integer"', '"type": "integer", "minimum": 1'));
  await expect(staff.getByText(say.sound)).toBeVisible();
  await staff.getByRole('tab', { name: say.fields, exact: true }).click();
  await staff.getByRole('button', { name: /tree_count/ }).click();
  await expect(staff.locator('input[type="number"]').first()).toHaveValue('1');

  // What is not saved outlives a reload.
  await staff.reload();
  await expect(staff.getByText(say.restored)).toBeVisible();
  await staff.getByRole('button', { name: say.save, exact: true }).click();
  await expect(dialog).toBeVisible();
  await look(staff, 'save');
  await dialog.getByRole('button', { name: say.save, exact: true }).click();
  await expect(staff.getByRole('link', { name: say.open })).toHaveAttribute('href', new RegExp(`/erp/pb-${name}$`));
  await expect.poll(async () => (await send(`/api/pb/${name}`, 'POST', { id: 'first', name: 'South slope', fruit: 'pear', tree_count: 40 })).status).toBe(201);

  // A change that rows are in the way of is told with them before it is saved.
  await staff.getByRole('tab', { name: say.json, exact: true }).click();
  await expect(code).toHaveAttribute('contenteditable', 'true');
  await expect(code).toContainText('"minimum": 1');
  await code.fill(text.replace('"type": "integer"', '"type": "integer", "minimum": 50'));
  await expect(staff.locator('.bench-verdict').getByRole('link', { name: 'first' })).toBeVisible();
  await look(staff, 'plan');
  await staff.setViewportSize({ width: 360, height: 740 });
  await look(staff, '360');
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await anyFaults(staff)).toEqual([]);
  await staff.setViewportSize({ width: 1440, height: 900 });

  // Somebody else was quicker: both versions are shown.
  const { data: opened } = await (await api(`/api/schemas/${name}`)).json();
  await code.fill(text.replace('"type": "integer"', '"type": "integer", "maximum": 900'));
  await expect(staff.getByText(say.sound)).toBeVisible();
  const theirs = { ...opened.files, schema: opened.files.schema.replace('"Orchard"', '"Their orchard"') };
  expect((await send(`/api/schemas/${name}`, 'PUT', { files: theirs, version: opened.version })).status).toBe(200);
  await staff.getByRole('button', { name: say.save, exact: true }).click();
  await dialog.getByRole('button', { name: say.save, exact: true }).click();
  await expect(dialog).toContainText('Their orchard');
  await expect(dialog).toContainText('"maximum": 900');
  await look(staff, 'conflict');
  await dialog.getByRole('button', { name: say.cancel }).click();

  // Its versions, and the way back.
  await staff.reload();
  await staff.getByRole('button', { name: say.history, exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: say.revert }).click();
  await expect(dialog).toHaveCount(0);
  expect((await (await api(`/api/schemas/${name}`)).json()).data.files.schema).toContain('"Orchard"');
  expect(faults.filter((fault) => !/404|409|412/.test(fault))).toEqual([]);

  await staff.getByRole('button', { name: say.remove, exact: true }).click();
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: say.remove, exact: true }).click();
  await expect(staff).toHaveURL(/\/erp\/schemas$/);
  await expect.poll(async () => (await api(`/api/pb/${name}`)).status).toBe(404);
});

test('an object begins with a sheet, and its rows are in the new list, in English', async ({ staff, reelbase }) => {
  test.slow();
  const other = { from: 'Start from', sheet: 'A spreadsheet (XLSX, CSV)', rows: /Import 3 records/, done: /3 records imported/ };
  const [open, begin, save, title, file, sound] = ['New object', 'Begin', 'Save', 'Title', 'File name', 'The schema file is correct.'] as const;
  const name = 'hives';
  const api = await reelbase.api();
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
  await staff.goto('/erp/schemas');
  await staff.getByRole('button', { name: open }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('combobox', { name: other.from }).click();
  await staff.getByRole('option', { name: other.sheet }).click();
  const csv = 'Name,Since,Frames,Strong\nMeadow,2024-03-01,10,true\nOrchard,2025-04-12,8,false\nRiver,2026-05-20,12,true\n';
  await dialog.locator('input[type="file"]').setInputFiles({ name: 'hives.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByRole('textbox', { name: title }).fill('Hive');
  await dialog.getByRole('textbox', { name: file }).fill(name);
  await dialog.getByRole('button', { name: begin }).click();
  await expect(staff.getByText(sound)).toBeVisible();
  await look(staff, 'sheet');
  await staff.getByRole('button', { name: save, exact: true }).click();
  await dialog.getByRole('button', { name: save, exact: true }).click();
  await staff.getByRole('button', { name: other.rows }).click();
  await expect(staff.getByText(other.done)).toBeVisible();
  await staff.goto(`/erp/pb-${name}`);
  await expect(staff.getByRole('table')).toContainText('Meadow');
  await expect(staff.getByRole('table')).toContainText('River');
  await look(staff, 'sheet-list');
  const answer = await (await api(`/api/schemas/${name}`)).json();
  const { version } = answer.data ?? answer;
  expect((await api(`/api/schemas/${name}`, { method: 'DELETE', body: JSON.stringify({ version, typed: name }) })).status).toBe(200);
});
