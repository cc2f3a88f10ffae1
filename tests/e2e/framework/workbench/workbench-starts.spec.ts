/** The workbench's other beginnings, each to its end: a pasted JSON Schema, a sample, and a table of the database become an object with a row in its list. */
import { DatabaseSync } from '@photostructure/sqlite';
import { connect } from '#framework/data/engine/connect.ts';
import { anyFaults } from '../../axe.ts';
import { expect, type Page, test } from '../../reelbase.ts';

const words = {
  tw: {
    new: '新增物件',
    begin: '開始',
    from: '從何開始',
    starts: { schema: 'JSON Schema', sample: 'JSON 範例', table: '資料庫的資料表' },
    box: { schema: 'JSON Schema 內容', sample: /^範例/ },
    table: '資料表',
    title: '標題',
    file: '檔名',
    sound: '物件檔無誤。',
    save: '儲存',
    same: '資料表維持原樣。',
    open: '開啟列表',
    rows: '匯入 2 筆資料',
    done: '已匯入 2 筆',
  },
  en: {
    new: 'New object',
    begin: 'Begin',
    from: 'Start from',
    starts: { schema: 'A JSON Schema', sample: 'A JSON sample', table: 'A database table' },
    box: { schema: 'The JSON Schema', sample: /^The sample/ },
    table: 'Table',
    title: 'Title',
    file: 'File name',
    sound: 'The schema file is correct.',
    save: 'Save',
    same: 'The tables stay as they are.',
    open: 'Open its list',
    rows: 'Import 2 records',
    done: '2 records imported',
  },
};

type Lang = keyof typeof words;
type Api = (path: string, init?: RequestInit) => Promise<Response>;

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/start-${name}.png` });
}

/** The dialog of a new object, at what it starts from. */
async function begin(staff: Page, lang: Lang, url: string, start: keyof (typeof words)['en']['starts']) {
  const say = words[lang];
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.context().addCookies([{ name: 'lang', value: lang, url }]);
  await staff.goto('/erp/schemas');
  await staff.getByRole('button', { name: say.new }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('combobox', { name: say.from }).click();
  await staff.getByRole('option', { name: say.starts[start], exact: true }).click();
  return dialog;
}

/** Saves what is open, and waits until it serves. */
async function save(staff: Page, lang: Lang): Promise<void> {
  const say = words[lang];
  const dialog = staff.getByRole('dialog');
  await expect(staff.getByText(say.sound)).toBeVisible();
  await staff.getByRole('button', { name: say.save, exact: true }).click();
  await dialog.getByRole('button', { name: say.save, exact: true }).click();
  await expect(staff.getByRole('link', { name: say.open })).toBeVisible();
  await expect(staff.getByText(say.same)).toBeVisible();
}

/** As somebody else does it, beside the server; which does not let another one of its kind at an embedded database. */
async function fill(url: string, statements: readonly string[]): Promise<void> {
  const isEmbedded = url.startsWith('sqlite:');
  const database = isEmbedded ? new DatabaseSync(url.replace('sqlite:', '')) : await connect(url);
  for (const statement of isEmbedded ? ['PRAGMA busy_timeout = 5000', ...statements] : statements) await database.exec(statement);
  await database.close();
}

async function remove(api: Api, name: string): Promise<void> {
  const answer = await (await api(`/api/schemas/${name}`)).json();
  const { version } = answer.data ?? answer;
  expect((await api(`/api/schemas/${name}`, { method: 'DELETE', body: JSON.stringify({ version, typed: name }) })).status).toBe(200);
}

/** As somebody else wrote it: no widths, no id, no words of ours. */
const pasted = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://example.com/otter.schema.json',
  type: 'object',
  required: ['nickname'],
  properties: {
    nickname: { type: 'string', description: 'What the keepers call it' },
    river: { enum: ['Tamsui', 'Zhuoshui'] },
    weight: { type: 'number', minimum: 0 },
    sightings: { type: 'array', items: { type: 'object', properties: { on: { type: 'string', format: 'date' }, pups: { type: 'integer' } } } },
  },
};

for (const lang of ['tw', 'en'] as const) {
  test(`an object begins with a JSON Schema from elsewhere, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = words[lang];
    const name = `otter_${lang}`;
    const api = await reelbase.api();
    const dialog = await begin(staff, lang, reelbase.url, 'schema');
    const box = dialog.getByRole('textbox', { name: say.box.schema });
    await box.fill('{"type": ');
    await expect(box).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox', { name: say.file }).fill(name);
    await expect(dialog.getByRole('button', { name: say.begin })).toBeDisabled();
    await box.fill(JSON.stringify(pasted));
    await dialog.getByRole('textbox', { name: say.title }).fill('Otter');
    await look(staff, `${lang}-schema`);
    expect(await anyFaults(staff)).toEqual([]);
    await dialog.getByRole('button', { name: say.begin }).click();
    await save(staff, lang);
    await look(staff, `${lang}-schema-saved`);
    await staff.goto(`/erp/pb-${name}/edit`);
    const id = staff.locator('[data-field="id"] input');
    await expect(staff.locator('[data-field="nickname"]')).toBeVisible();
    if (await id.isVisible()) await id.fill('o1');
    await staff.locator('[data-field="nickname"]').locator('input, textarea').first().fill('Bubbles');
    await staff.locator('[data-field="river"]').getByRole('combobox').click();
    await staff.getByRole('option', { name: 'Tamsui' }).click();
    await staff.locator('[data-field="weight"] input').fill('7.5');
    await staff.getByRole('button', { name: say.save, exact: true }).click();
    await expect.poll(async () => (await (await api(`/api/pb/${name}`)).json())[0]).toMatchObject({ nickname: 'Bubbles', river: 'Tamsui', weight: 7.5 });
    await staff.goto(`/erp/pb-${name}`);
    await expect(staff.getByRole('table')).toContainText('Bubbles');
    await look(staff, `${lang}-schema-list`);
    await remove(api, name);
  });

  test(`an object begins with a sample, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = words[lang];
    const name = `kiln_${lang}`;
    const api = await reelbase.api();
    const dialog = await begin(staff, lang, reelbase.url, 'sample');
    const sample = [
      { name: 'Old kiln', lit: '2024-02-01', heat: 1240, gas: false, pots: [{ glaze: 'ash', count: 12 }] },
      { name: 'New kiln', lit: '2025-08-12', heat: 1180, gas: true, pots: [] },
    ];
    await dialog.getByRole('textbox', { name: say.box.sample }).fill(JSON.stringify(sample));
    await dialog.getByRole('textbox', { name: say.title }).fill('Kiln');
    await dialog.getByRole('textbox', { name: say.file }).fill(name);
    await dialog.getByRole('button', { name: say.begin }).click();
    await save(staff, lang);
    await look(staff, `${lang}-sample-saved`);
    await staff.goto(`/erp/pb-${name}/edit`);
    const id = staff.locator('[data-field="id"] input');
    await expect(staff.locator('[data-field="heat"]')).toBeVisible();
    if (await id.isVisible()) await id.fill('k1');
    await staff.locator('[data-field="name"] input').fill('Hill kiln');
    await staff.locator('[data-field="lit"] input[type="text"]').fill('2026-05-04');
    await staff.locator('[data-field="heat"] input').fill('1210');
    await staff.getByRole('button', { name: say.save, exact: true }).click();
    await expect.poll(async () => (await (await api(`/api/pb/${name}`)).json())[0]).toMatchObject({ name: 'Hill kiln', heat: 1210 });
    await staff.goto(`/erp/pb-${name}`);
    await expect(staff.getByRole('table')).toContainText('Hill kiln');
    await look(staff, `${lang}-sample-list`);
    await remove(api, name);
  });

  test(`an object begins with a table of the database, and its rows are copied, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = words[lang];
    const name = `stall_${lang}`;
    const table = `stalls_of_${lang}`;
    const api = await reelbase.api();
    await fill(reelbase.databaseUrl, [
      `CREATE TABLE ${table} (no INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL, opened DATE, rent DECIMAL(10,2))`,
      `INSERT INTO ${table} VALUES (1, '海邊書攤', '2020-05-01', 1200.5), (2, 'Corner', NULL, NULL)`,
    ]);
    const dialog = await begin(staff, lang, reelbase.url, 'table');
    await dialog.getByRole('combobox', { name: say.table, exact: true }).click();
    await staff.getByRole('option', { name: new RegExp(table) }).click();
    await dialog.getByRole('textbox', { name: say.title }).fill('Stall');
    await dialog.getByRole('textbox', { name: say.file }).fill(name);
    await look(staff, `${lang}-table`);
    await dialog.getByRole('button', { name: say.begin }).click();
    await save(staff, lang);
    await look(staff, `${lang}-table-saved`);
    await staff.getByRole('button', { name: say.rows }).click();
    await expect(staff.getByText(say.done)).toBeVisible();
    await staff.goto(`/erp/pb-${name}`);
    await expect(staff.getByRole('table')).toContainText('海邊書攤');
    await expect(staff.getByRole('table')).toContainText('Corner');
    await look(staff, `${lang}-table-list`);
    expect(await (await api(`/api/pb/${name}/1`)).json()).toMatchObject({ name: '海邊書攤', opened: '2020-05-01', rent: 1200.5 });
    await remove(api, name);
  });
}
