/** Layouts of a list beside its table, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const roles = ['[op]', '[]'];
const glider = {
  title: 'Glider',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-search': ['name'],
  'x-list': { columns: ['name', 'metres', 'state'] },
  'x-views': [{ key: 'desk', title: 'Desk', layout: { kind: 'board', field: 'state' }, columns: ['name', 'metres'] }],
  'x-workflow': {
    field: 'state',
    states: ['plan', 'air', 'tree'],
    transitions: [
      { name: 'fly', title: 'Fly', from: 'plan', to: 'air', roles, requires: { properties: { metres: { minimum: 1 } }, required: ['metres'] } },
      { name: 'crash', title: 'Crash', from: 'air', to: 'tree', roles },
      { name: 'land', title: 'Land in it', from: 'air', to: 'tree', roles },
    ],
  },
  properties: {
    id: text('ID', { format: 'id', maxLength: 40 }),
    name: text('Name'),
    metres: { type: 'integer', title: 'Metres' },
    flown: { type: 'string', format: 'date', title: 'Flown' },
    state: {
      type: 'string',
      title: 'State',
      maxLength: 10,
      default: 'plan',
      oneOf: [
        { const: 'plan', title: 'Planned' },
        { const: 'air', title: 'In the air', 'x-color': 'success' },
        { const: 'tree', title: 'In a tree' },
      ],
    },
    photos: { type: 'array', title: 'Photos', 'x-file': { purpose: 'photo', kinds: ['image'], size: '2MB', count: 2 }, items: { type: 'object' } },
  },
};

/** This month, on the clock that the browser has too. */
const month = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 7);

test('a card is moved by its transition with Undo, by keys and where several lead there; a gallery; both on a phone', async ({ staff: page, reelbase }) => {
  const file = join(reelbase.schemasDir, 'sailplane.json');
  const api = await reelbase.api();
  writeFileSync(file, JSON.stringify(glider));
  try {
    await expect.poll(async () => (await api('/api/pb/sailplane')).status).toBe(200);
    for (let number = 0; number < 30; number += 1) {
      const body = JSON.stringify({ id: `g-${number}`, name: `Glider ${number}`, metres: number === 29 ? 0 : 20, ...(number < 6 && { flown: `${month}-15` }) });
      await api('/api/pb/sailplane', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }
    await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
    const layout = async (name: string) => {
      await page.getByRole('button', { name: 'Layout', exact: true }).click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
    };

    await test.step('a board by the chooser: a column a state, 25 cards and the rest behind a press', async () => {
      await page.goto('/erp/pb-sailplane');
      await layout('Board');
      await expect(column('Planned 30').getByRole('link')).toHaveCount(25);
      await column('Planned 30').getByRole('button', { name: 'Show more (25 of 30)' }).click();
      await expect(column('Planned 30').getByRole('link')).toHaveCount(30);
      await expect(column('In a tree 0')).toBeVisible();
    });

    await test.step('dragged where a transition leads, and taken back', async () => {
      await card('Glider 28').dragTo(column('In the air 0'));
      await expect(column('In the air 1').getByRole('link', { name: 'Glider 28' })).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(column('Planned 30').getByRole('link', { name: 'Glider 28' })).toBeVisible();
      await expect(column('In the air 0')).toBeVisible();
    });

    await test.step('refused: said, and the card is where it was; nowhere that no transition leads', async () => {
      await card('Glider 29').dragTo(column('In the air 0'));
      await expect(page.getByRole('alert').filter({ hasText: 'Fly' })).toBeVisible();
      await expect(column('Planned 30').getByRole('link', { name: 'Glider 29' })).toBeVisible();
      await card('Glider 27').dragTo(column('In a tree 0'));
      await expect(column('Planned 30').getByRole('link', { name: 'Glider 27' })).toBeVisible();
    });

    await test.step('by keys, then where two transitions lead', async () => {
      await card('Glider 27').getByRole('button', { name: 'Move Glider 27' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Fly → In the air' }).press('Enter');
      await expect(column('In the air 1').getByRole('link', { name: 'Glider 27' })).toBeVisible();
      await card('Glider 27').dragTo(column('In a tree 0'));
      await page.getByRole('menuitem', { name: 'Land in it → In a tree' }).click();
      await expect(column('In a tree 1').getByRole('link', { name: 'Glider 27' })).toBeVisible();
      expect(await anyFaults(page)).toEqual([]);
    });

    await test.step('a gallery is the page of the list, with its selection', async () => {
      await layout('Gallery');
      const gallery = page.getByRole('list', { name: 'Gallery' });
      await expect(gallery.getByRole('link')).toHaveCount(25);
      await gallery.getByRole('checkbox').first().check();
      await expect(page.getByRole('button', { name: '1 selected' })).toBeVisible();
      expect(await anyFaults(page)).toEqual([]);
    });

    await test.step('a calendar: rows on their day, a new one of a day, other months, a way back', async () => {
      await page.getByRole('button', { name: 'Layout', exact: true }).click();
      await page.getByRole('menuitemradio', { name: /^Calendar.*Flown/ }).click();
      const calendar = page.getByRole('region', { name: 'Calendar' });
      const day = calendar.getByRole('cell').filter({ has: page.locator(`time[datetime="${month}-15"]`) });
      await expect(day.getByRole('link', { name: /^Glider/ })).toHaveCount(4);
      await day.getByRole('button', { name: '2 more' }).click();
      await expect(day.getByRole('link', { name: /^Glider/ })).toHaveCount(6);
      expect(await anyFaults(page)).toEqual([]);
      await calendar.getByRole('button', { name: 'Next month' }).click();
      await expect(calendar.getByText('No records in this month.')).toBeVisible();
      const heading = await calendar.getByRole('heading').textContent();
      await calendar.getByRole('link', { name: /^New record on .*-20$/ }).click();
      await expect(page.getByRole('textbox', { name: 'Flown' })).toHaveValue(/-20$/);
      await page.goBack();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /iscard|eave/ })
        .click();
      await expect(calendar.getByRole('heading')).toHaveText(heading ?? '');
      await calendar.getByRole('button', { name: 'Today' }).click();
      await expect(day.getByRole('link', { name: /^Glider/ }).first()).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(calendar.getByRole('link', { name: 'Glider 0' })).toBeVisible();
      await expectNoWider(page);
    });

    await test.step('a view of the schema, in Chinese, on a phone no wider than it', async () => {
      await page.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/erp/pb-sailplane?view=desk');
      await expect(column('In a tree 1')).toBeVisible();
      await expect(page.getByRole('button', { name: '移動 Glider 28' })).toBeVisible();
      await expectNoWider(page);
    });
  } finally {
    rmSync(file);
  }
});
