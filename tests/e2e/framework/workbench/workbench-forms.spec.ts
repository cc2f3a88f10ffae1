/** The workbench's forms of what used to be JSON alone: layout, views, conditions, workflow, formulas, rules, automations (issue 13.2). */
import { readFileSync } from 'node:fs';
import { anyFaults } from '../../axe.ts';
import { expectNoWider, type Page, expect as plainExpect, test } from '../../reelbase.ts';

/** Each check of the texts goes through the whole pipeline, which a busy machine takes long for. */
const expect = plainExpect.configure({ timeout: 60_000 });

const lang = 'tw';
const say = JSON.parse(readFileSync(`locales/${lang}/workbench.json`, 'utf8'));

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/forms-${name}.png`, fullPage: true });
}

const lamp = {
  title: 'Lamp',
  type: 'object',
  'x-titleTemplate': '{name}',
  properties: {
    id: { type: 'string', maxLength: 40 },
    name: { type: 'string', title: 'Name', maxLength: 80 },
    state: { type: 'string', title: 'State', enum: ['new', 'lit', 'broken'], default: 'new' },
    price: { type: 'number', title: 'Price', multipleOf: 0.01, minimum: 0, maximum: 100_000 },
    pieces: { type: 'integer', title: 'Pieces', minimum: 0, maximum: 1000 },
    total: { type: 'number', title: 'Total', multipleOf: 0.01 },
    due: { type: 'string', title: 'Due', format: 'date' },
    note: { type: 'string', title: 'Note', maxLength: 200 },
  },
};

test('what an object does by itself is written in forms, tried on a row, saved and done', async ({ staff, reelbase }) => {
  test.setTimeout(300_000);
  const name = 'lamp';
  const api = await reelbase.api();
  const send = (path: string, method: string, body: unknown) => api(path, { method, body: JSON.stringify(body) });
  const row = async (id: string) => (await api(`/api/pb/${name}/${id}`)).json();
  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
  staff.setDefaultTimeout(60_000);
  const faults: string[] = [];
  staff.on('pageerror', (error) => faults.push(error.message));
  staff.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  expect((await send(`/api/schemas/${name}`, 'PUT', { files: { schema: JSON.stringify(lamp), labels: {} }, version: '' })).status).toBe(200);
  await expect.poll(async () => (await send(`/api/pb/${name}`, 'POST', { id: 'one', name: 'Harbour light', price: 12.5, pieces: 4 })).status).toBe(201);

  await staff.goto(`/erp/schemas/${name}`);
  const panel = staff.locator('#bench-panel');
  const tab = (face: string) => staff.getByRole('tab', { name: say.faces[face], exact: true }).click();
  const entry = (legend: string) => panel.getByRole('group', { name: legend, exact: true }).last();
  const write = async (box: ReturnType<Page['getByRole']>, text: string) => {
    await expect(box).toHaveAttribute('contenteditable', 'true');
    await box.fill(''); // the browser gives styles, which may not be set, to what it puts in the place of coloured words
    await box.fill(text);
  };
  const pick = async (label: string, option: string | RegExp, within = panel) => {
    await within.getByRole('combobox', { name: label, exact: true }).click();
    await staff.getByRole('option', { name: option }).first().click();
    await staff.keyboard.press('Escape');
  };
  await expect(staff.getByText(say.verdict.sound)).toBeVisible();

  // A formula: what it gives over the row is there at once, a wrong name too, in the page's language.
  await staff.locator('.bench-field-list').getByRole('button', { name: /total/ }).click();
  await panel.getByText(say.behaviour.field).click();
  const formula = panel.getByRole('textbox', { name: say.behaviour.formula });
  await write(formula, 'prise * pieces');
  await expect(panel.locator('.bench-faults').first()).toContainText('沒有欄位「prise」');
  await look(staff, 'wrong');
  await formula.fill('');
  await formula.pressSequentially('pri');
  // A click just as the words come up is passed over.
  const offered = staff.locator('.cm-tooltip-autocomplete li').filter({ hasText: 'price' });
  await offered.waitFor();
  await expect(async () => {
    if (await offered.isVisible()) await offered.click();
    await expect(formula).toHaveText('price', { timeout: 1_000 });
  }).toPass();
  await formula.pressSequentially(' * pieces');
  await expect(panel.locator('.bench-tried output').first()).toHaveText('50');
  await expect(staff.getByText(say.verdict.sound)).toBeVisible();

  // A condition, made in the builder of the lists.
  await staff.locator('.bench-field-list').getByRole('button', { name: /note/ }).click();
  await panel.getByText(say.behaviour.field).click();
  await panel.getByRole('button', { name: say.condition.change_of.replace('%{label}', say.behaviour['x-visibleWhen']) }).click();
  const dialog = staff.getByRole('dialog');
  await dialog.getByRole('combobox').nth(1).click();
  await staff.getByRole('option', { name: 'State' }).click();
  await dialog.getByRole('checkbox', { name: 'broken' }).check();
  await look(staff, 'builder');
  await dialog.locator('button[type="submit"]').click();
  await expect(panel.locator('.bench-said').first()).toContainText('broken');

  // Tabs and sections of the form.
  await tab('layout');
  await panel.getByRole('button', { name: say.layout.addtab }).click();
  await pick(say.layout.fields, /^Due/);
  await look(staff, 'layout');

  // What the menu shows of it.
  await tab('object');
  await pick(say.object.icon, say.icons.trophy);
  await pick(say.entry.more, /^Name/, panel.getByRole('group', { name: say.object.columns }));
  await pick(say.views.sort, /^Due/);
  await pick(say.object.duplicates, /^Name/);
  await look(staff, 'object');

  // A quick filter and a view of the list.
  await tab('views');
  await panel.getByRole('button', { name: say.quick.add }).click();
  await panel.getByRole('textbox', { name: say.field.title, exact: true }).fill('Lit ones');
  await panel.getByRole('button', { name: say.condition.change_of.replace('%{label}', say.views.filter) }).click();
  await dialog.getByRole('combobox').nth(1).click();
  await staff.getByRole('option', { name: 'State' }).click();
  await dialog.getByRole('checkbox', { name: 'lit' }).check();
  await dialog.locator('button[type="submit"]').click();
  await expect(panel.locator('.bench-said').first()).toContainText('lit');
  await panel.getByRole('button', { name: say.views.add }).click();
  await entry(say.views.title).getByRole('textbox', { name: say.field.title, exact: true }).fill('Dear ones');
  await pick(say.entry.more, /^Name/, panel.getByRole('group', { name: say.views.columns }));
  await pick(say.views.sort, /^Price/);
  await pick(say.views.group, /^State/);
  await pick(say.views.across, /^Due/);
  await panel.getByRole('combobox', { name: say.views.acrossstep }).click();
  await staff.getByRole('option', { name: say.views.steps.quarter, exact: true }).click();
  await look(staff, 'views');

  // A workflow, a rule, an automation with two steps.
  await tab('behaviour');
  await panel.getByRole('button', { name: say.workflow.begin }).click();
  await panel.getByRole('button', { name: say.workflow.add }).click();
  await entry(say.workflow.steps).getByRole('textbox', { name: say.entry.name }).fill('light');
  await entry(say.workflow.steps).getByRole('textbox', { name: say.entry.name }).blur();
  await pick(say.workflow.locks, /^Price/);
  await panel.getByRole('button', { name: say.rules.add }).click();
  const rules = entry(say.rules.title);
  await write(rules.getByRole('textbox', { name: say.rules.rule }), 'price * pieces < 1000');
  await expect(rules.locator('.bench-tried output').first()).toHaveText('是');
  await pick(say.rules.field, /^Price/, rules);
  await rules.getByRole('textbox', { name: say.rules.message.replace('%{language}', '繁體中文') }).fill('太貴了');
  await rules.getByRole('textbox', { name: say.rules.message.replace('%{language}', 'English') }).fill('Too dear');
  await panel.getByRole('button', { name: say.on.add }).click();
  const on = entry(say.on.title);
  await on.getByRole('combobox', { name: say.on.when }).click();
  await staff.getByRole('option', { name: say.on.moments.changed }).click();
  await write(on.getByRole('textbox', { name: say.on.if }), 'old.pieces < pieces');
  await on.locator('summary').last().click();
  await on.getByRole('combobox', { name: say.on.action }).click();
  await staff.getByRole('option', { name: say.on.actions.set }).click();
  await pick(say.on.value, /^Note/, on);
  await write(on.getByRole('textbox', { name: /Note/ }), "'grown to ' + text(pieces)");
  await on.getByRole('button', { name: say.fields.remove.replace('%{name}', 'Name') }).click();
  await expect(staff.getByText(say.verdict.sound)).toBeVisible();
  await look(staff, 'behaviour');
  // The preview's form asks the rule that nobody has saved.
  const frame = staff.frameLocator('iframe');
  await staff.getByRole('button', { name: say.preview.form, exact: true }).click();
  // Once, beside two other tests, the finding never came; why was not seen. Likely the last of what was written above came late, and the form began anew with it.
  await expect(async () => {
    await frame.locator('[data-field="price"] input').fill('99');
    await frame.locator('[data-field="pieces"] input').fill('900');
    await frame.locator('[data-field="pieces"] input').blur();
    await expect(frame.getByText('太貴了').first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await staff.setViewportSize({ width: 360, height: 740 });
  await expectNoWider(staff);
  await look(staff, '360');
  expect(await anyFaults(staff)).toEqual([]);
  await staff.setViewportSize({ width: 1440, height: 900 });

  // Form and JSON are one document.
  await tab('json');
  const code = staff.getByRole('textbox', { name: `schemas/${name}.json` });
  await code.press('Control+End'); // what is out of sight is not drawn
  await expect(code).toContainText('old.pieces < pieces');
  await staff.getByRole('button', { name: say.save.open, exact: true }).click();
  await dialog.getByRole('button', { name: say.save.open, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const saved = JSON.parse((await (await api(`/api/schemas/${name}`)).json()).data.files.schema);
  expect(saved).toMatchObject({
    'x-entity': { icon: 'trophy' },
    'x-list': { columns: ['name'], sort: ['due', 'ASC'], quick: [{ key: 'quick', title: 'Lit ones', filter: { 'state@in': ['lit'] } }] },
    'x-duplicates': ['name'],
    properties: { total: { 'x-formula': 'price * pieces' }, note: { 'x-visibleWhen': { properties: { state: { const: 'broken' } }, required: ['state'] } } },
    'x-form': { tabs: [{ key: 'main' }, { key: 'more', fields: ['due'] }] },
    'x-views': [
      { key: 'view', title: 'Dear ones', columns: ['name'], sort: ['price', 'ASC'], group: { path: 'state', across: { path: 'due', step: 'quarter' } } },
    ],
    'x-workflow': { field: 'state', transitions: [{ name: 'light', from: 'new', to: 'lit', locks: ['price'] }] },
    'x-rules': [{ rule: 'price * pieces < 1000', field: 'price', message: { tw: '太貴了', en: 'Too dear' } }],
    'x-on': [{ when: 'changed', if: 'old.pieces < pieces', do: [{ set: { note: "'grown to ' + text(pieces)" } }] }],
  });

  // What was written is done.
  await expect.poll(async () => (await row('one')).total).toBe(50);
  const { ver } = await row('one');
  const refused = await send(`/api/pb/${name}/one`, 'PUT', { pieces: 900, ver });
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([422, expect.stringContaining('太貴了')]);
  expect((await send(`/api/pb/${name}/one`, 'PUT', { pieces: 6, ver })).status).toBe(200);
  await expect.poll(async () => (await row('one')).note).toBe('grown to 6');
  expect(faults.filter((fault) => !/404|409|412|422/.test(fault))).toEqual([]);
  const { version } = (await (await api(`/api/schemas/${name}`)).json()).data;
  expect((await send(`/api/schemas/${name}`, 'DELETE', { version, typed: name })).status).toBe(200);
});
