/** What the workbench does about rows that are there: removed fields and objects come back with them or go for good, and rows in a plan's way are filled in. */
import { readFileSync } from 'node:fs';
import { fillTokens } from '#rules/words/fill.ts';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, type Page, type Reelbase, test } from '../../reelbase.ts';

const read = (lang: 'tw' | 'en', file: string) => JSON.parse(readFileSync(`locales/${lang}/${file}.json`, 'utf8'));
/** 'Restore %{fields}' with its names put in */
const put = (text: string, values: Record<string, string>) => fillTokens(text, /%\{(\w+)\}/g, (_all, name) => values[name] ?? '');

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/rows-${name}.png` });
}

const word = { type: 'string', maxLength: 40 };

/** Saves an object's schema as the workbench does, and enters rows. */
async function seed(reelbase: Reelbase, name: string, schema: object, labels: object, rows: object[] = []): Promise<void> {
  const api = await reelbase.api();
  const opened = await (await api(`/api/schemas/${name}`)).json();
  const texts = Object.fromEntries(Object.entries(labels).map(([lang, words]) => [lang, JSON.stringify(words, null, 2)]));
  const body = JSON.stringify({ files: { schema: JSON.stringify(schema, null, 2), labels: texts }, version: opened.data?.version ?? '' });
  expect((await api(`/api/schemas/${name}`, { method: 'PUT', body })).status).toBe(200);
  for (const row of rows) expect((await api(`/api/pb/${name}`, { method: 'POST', body: JSON.stringify(row) })).status).toBe(201);
}

for (const lang of ['tw', 'en'] as const) {
  test(`a removed field and a deleted object come back with their rows, or go for good, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = read(lang, 'workbench');
    const { system } = read(lang, 'admin');
    const name = `cabin_${lang}`;
    const api = await reelbase.api();
    const cabin = { title: 'Cabin', properties: { id: word, name: { title: 'Name', ...word }, door: { title: 'Door', ...word } } };
    const labels = { tw: { name: '小屋', fields: { name: '名稱', door: '門' } }, en: { name: 'Cabin', fields: { door: 'Front door' } } };
    const label = labels[lang].fields.door;
    await seed(reelbase, name, cabin, labels, [{ id: 'c1', name: 'Hut', door: 'red' }]);
    await staff.setViewportSize({ width: 1440, height: 900 });
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    const dialog = staff.getByRole('dialog');
    const archived = staff.getByRole('region', { name: say.archived.title });
    const removeDoor = async () => {
      await staff.goto(`/erp/schemas/${name}`);
      await staff.getByRole('button', { name: /door/ }).first().click();
      await staff.getByRole('button', { name: new RegExp(put(say.fields.remove, { name: `(door|${label})` })) }).click();
      await expect(staff.getByText(say.verdict.sound)).toBeVisible();
      await staff.getByRole('button', { name: say.save.open, exact: true }).click();
      await dialog.getByRole('button', { name: say.save.open, exact: true }).click();
      await expect(dialog).toHaveCount(0);
    };
    await removeDoor();
    await expect(archived).toContainText('door');
    await look(staff, `${lang}-archived`);
    expect(await anyFaults(staff)).toEqual([]);
    // The telephone has it too.
    await staff.setViewportSize({ width: 360, height: 740 });
    await staff.getByRole('tab', { name: say.faces.verdict }).click();
    await expect(archived).toContainText('door');
    await look(staff, `${lang}-archived-360`);
    await expectNoWider(staff);
    await staff.setViewportSize({ width: 1440, height: 900 });
    await archived.getByRole('button', { name: put(say.archived.restore_of, { fields: 'door' }) }).click();
    await expect(archived).toHaveCount(0);
    await expect(staff.getByRole('button', { name: /door/ }).first()).toContainText(label);
    expect(await (await api(`/api/pb/${name}/c1`)).json()).toMatchObject({ door: 'red' });

    // Gone for good, on the system page.
    await removeDoor();
    await archived.getByRole('link').click();
    const row = staff.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(/door/);
    await row.getByRole('button').click();
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: system.left_purge }).click();
    await expect(row).toHaveCount(0);
    await staff.goto(`/erp/schemas/${name}`);
    await expect(staff.getByText(say.verdict.sound)).toBeVisible();
    await expect(archived).toHaveCount(0);

    // The whole object.
    await staff.getByRole('button', { name: say.delete.open, exact: true }).click();
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: say.delete.open, exact: true }).click();
    await expect(staff).toHaveURL(/\/erp\/schemas$/);
    const gone = staff.getByRole('region', { name: say.gone.title });
    await expect(gone).toContainText(name);
    await look(staff, `${lang}-gone`);
    expect(await anyFaults(staff)).toEqual([]);
    await gone.getByRole('button', { name: put(say.archived.restore_of, { fields: name }) }).click();
    await expect(staff.getByRole('row').filter({ hasText: name }).getByRole('link')).toBeVisible();
    await expect(gone.getByText(name)).toHaveCount(0);
    await staff.goto(`/erp/pb-${name}`);
    await expect(staff.getByRole('table')).toContainText('Hut');
    const { version } = (await (await api(`/api/schemas/${name}`)).json()).data;
    expect((await api(`/api/schemas/${name}`, { method: 'DELETE', body: JSON.stringify({ version, typed: name }) })).status).toBe(200);
  });
}

for (const lang of ['tw', 'en'] as const) {
  test(`rows in the way of a plan are counted, filled in and the plan is applied, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = read(lang, 'workbench');
    const { system } = read(lang, 'admin');
    const name = `crate_${lang}`;
    const api = await reelbase.api();
    const crate = { title: 'Crate', properties: { id: word, mark: { title: 'Mark', ...word }, size: { title: 'Size', ...word } } };
    await seed(reelbase, name, crate, {}, [
      { id: 'c1', mark: 'oak', size: 'big' },
      { id: 'c2', mark: 'fir' },
      { id: 'c3', mark: 'elm' },
    ]);
    const sizes = async () => {
      const rows: { id: string; size?: string }[] = await (await api(`/api/pb/${name}?sort=["id","ASC"]`)).json();
      return rows.map(({ size }) => size ?? '');
    };
    await staff.setViewportSize({ width: 1440, height: 900 });
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    await staff.goto(`/erp/schemas/${name}`);
    await staff.getByRole('button', { name: /size/ }).first().click();
    await staff.getByRole('checkbox', { name: say.field.required, exact: true }).check();
    await expect(staff.locator('.bench-verdict').getByRole('link', { name: 'c2' })).toBeVisible();
    await staff.getByRole('button', { name: say.save.open, exact: true }).click();
    const dialog = staff.getByRole('dialog');
    await expect(dialog).toContainText(say.save.needsData);
    await dialog.getByRole('button', { name: say.save.open, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(staff.getByText(say.states.waiting)).toBeVisible();
    const waiting = staff.locator('.bench-waiting');
    await expect(waiting.getByRole('combobox', { name: say.waiting.from })).toHaveText(say.waiting.typed);
    await waiting.getByRole('textbox', { name: say.waiting.value }).fill('small');
    await waiting.getByRole('button', { name: say.waiting.count }).click();
    await expect(waiting.getByRole('status')).toContainText('2');
    expect(await sizes()).toEqual(['big', '', '']);
    await look(staff, `${lang}-waiting`);
    // What may be pressed again has its colours again.
    await expect(waiting.getByRole('button', { name: say.waiting.fill })).toBeEnabled();
    expect(await anyFaults(staff)).toEqual([]);
    await staff.setViewportSize({ width: 360, height: 740 });
    await look(staff, `${lang}-waiting-360`);
    await expectNoWider(staff);
    await staff.setViewportSize({ width: 1440, height: 900 });
    // A value that the field does not take fills in nothing, and is not said to.
    await waiting.getByRole('textbox', { name: say.waiting.value }).fill('x'.repeat(2000));
    await waiting.getByRole('button', { name: say.waiting.fill }).click();
    await expect(staff.locator('.notice-error')).toContainText(put(say.waiting.left.split(' |||| ').at(-1), { smart_count: '2' }));
    await expect(staff.locator('.notice-success')).toHaveCount(0);
    await waiting.getByRole('textbox', { name: say.waiting.value }).fill('small');
    await waiting.getByRole('button', { name: say.waiting.fill }).click();
    await expect.poll(sizes).toEqual(['big', 'small', 'small']);
    await waiting.getByRole('button', { name: system.apply }).click();
    await expect(waiting).toHaveCount(0);
    await expect(staff.getByText(say.states.serving)).toBeVisible();
    await look(staff, `${lang}-applied`);
    expect((await api(`/api/pb/${name}`, { method: 'POST', body: JSON.stringify({ id: 'c4', mark: 'ash' }) })).status, 'it is required now').toBe(422);
    const { version } = (await (await api(`/api/schemas/${name}`)).json()).data;
    expect((await api(`/api/schemas/${name}`, { method: 'DELETE', body: JSON.stringify({ version, typed: name }) })).status).toBe(200);
  });
}
