/** Layouts of a list beside its table, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '../axe.ts';
import { expect, expectNoWider, test } from '../reelbase.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const roles = ['[op]', '[]'];
const kite = {
  title: 'Kite',
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

test('a card is moved by its transition with Undo, by keys and where several lead there; a gallery; both on a phone', async ({ staff: page, reelbase }) => {
  test.setTimeout(120_000);
  const file = join(reelbase.schemasDir, 'kite.json');
  const api = await reelbase.api();
  writeFileSync(file, JSON.stringify(kite));
  try {
    await expect.poll(async () => (await api('/api/pb/kite')).status).toBe(200);
    for (let number = 0; number < 30; number += 1) {
      const body = JSON.stringify({ id: `k-${number}`, name: `Kite ${number}`, metres: number === 29 ? 0 : 20 });
      await api('/api/pb/kite', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
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
      await page.goto('/erp/pb-kite');
      await layout('Board');
      await expect(column('Planned 30').getByRole('link')).toHaveCount(25);
      await column('Planned 30').getByRole('button', { name: 'Show more (25 of 30)' }).click();
      await expect(column('Planned 30').getByRole('link')).toHaveCount(30);
      await expect(column('In a tree 0')).toBeVisible();
    });

    await test.step('dragged where a transition leads, and taken back', async () => {
      await card('Kite 28').dragTo(column('In the air 0'));
      await expect(column('In the air 1').getByRole('link', { name: 'Kite 28' })).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(column('Planned 30').getByRole('link', { name: 'Kite 28' })).toBeVisible();
      await expect(column('In the air 0')).toBeVisible();
    });

    await test.step('refused: said, and the card is where it was; nowhere that no transition leads', async () => {
      await card('Kite 29').dragTo(column('In the air 0'));
      await expect(page.getByRole('alert').filter({ hasText: 'Fly' })).toBeVisible();
      await expect(column('Planned 30').getByRole('link', { name: 'Kite 29' })).toBeVisible();
      await card('Kite 27').dragTo(column('In a tree 0'));
      await expect(column('Planned 30').getByRole('link', { name: 'Kite 27' })).toBeVisible();
    });

    await test.step('by keys, then where two transitions lead', async () => {
      await card('Kite 27').getByRole('button', { name: 'Move Kite 27' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Fly → In the air' }).press('Enter');
      await expect(column('In the air 1').getByRole('link', { name: 'Kite 27' })).toBeVisible();
      await card('Kite 27').dragTo(column('In a tree 0'));
      await page.getByRole('menuitem', { name: 'Land in it → In a tree' }).click();
      await expect(column('In a tree 1').getByRole('link', { name: 'Kite 27' })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    });

    await test.step('a gallery is the page of the list, with its selection', async () => {
      await layout('Gallery');
      const gallery = page.getByRole('list', { name: 'Gallery' });
      await expect(gallery.getByRole('link')).toHaveCount(25);
      await gallery.getByRole('checkbox').first().check();
      await expect(page.getByRole('button', { name: '1 selected' })).toBeVisible();
      expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    });

    await test.step('a view of the schema, in Chinese, on a phone no wider than it', async () => {
      await page.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/erp/pb-kite?view=desk');
      await expect(column('In a tree 1')).toBeVisible();
      await expect(page.getByRole('button', { name: '移動 Kite 28' })).toBeVisible();
      await expectNoWider(page);
    });
  } finally {
    rmSync(file);
  }
});
