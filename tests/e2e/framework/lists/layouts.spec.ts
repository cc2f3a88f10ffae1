/** Layouts of a list beside its table, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
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
    back: { type: 'string', format: 'date', title: 'Back' },
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

/** The month before 'YYYY-MM'. */
function before(of: string): string {
  return new Date(Date.parse(`${of}-01`) - 86_400_000).toISOString().slice(0, 7);
}

/** A place on a row that is over the second of its days, where it begins with one that is that wide. */
async function secondDay(row: Locator, day: number): Promise<{ x: number; y: number }> {
  const box = await row.boundingBox();
  return { x: Math.min(day * 1.4, (box?.width ?? 0) - 4), y: 8 };
}

test('a card is moved by its transition with Undo, by keys and where several lead there; a gallery; both on a phone', async ({ staff: page, reelbase }) => {
  // This month on the browser's clock, which is ahead of this process's.
  const { timezoneId } = test.info().project.use;
  const month = new Intl.DateTimeFormat('sv-SE', { timeZone: timezoneId, year: 'numeric', month: '2-digit' }).format(new Date());
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

    await test.step('renewed by hand', async () => {
      const headers = { 'content-type': 'application/json' };
      await api('/api/pb/sailplane', { method: 'POST', headers, body: JSON.stringify({ id: 'g-more', name: 'Glider more', metres: 20 }) });
      await page.getByRole('button', { name: /^Refresh|changed/ }).click();
      await expect(column('Planned 31')).toBeVisible();
      await api('/api/pb/sailplane/g-more', { method: 'DELETE' });
      await page.getByRole('button', { name: /^Refresh|changed/ }).click();
      await expect(column('Planned 30')).toBeVisible();
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
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('a row that lasts lies across its days, and is taken to others with its length: by a drag, by keys, and back', async () => {
      // Days after a Monday that has the whole of its week, and of the next, in this month.
      const monday = [6, 7, 8, 9, 10, 11, 12].find((day) => new Date(`${month}-${String(day).padStart(2, '0')}T00:00:00Z`).getUTCDay() === 1) ?? 6;
      const on = (days: number) => `${month}-${String(monday + days).padStart(2, '0')}`;
      const change = async (id: string, body: object) => {
        const { ver } = (await (await api(`/api/pb/sailplane/${id}`)).json()) as { ver: number };
        const headers = { 'content-type': 'application/json', 'if-match': `"${ver}"` };
        expect((await api(`/api/pb/sailplane/${id}`, { method: 'PUT', headers, body: JSON.stringify(body) })).status).toBe(200);
      };
      const stored = async (id: string) => {
        const { flown, back } = (await (await api(`/api/pb/sailplane/${id}`)).json()) as { flown: string; back: string };
        return `${flown} ${back}`;
      };
      await change('g-9', { flown: on(0), back: on(3) });
      await change('g-10', { flown: `${before(month)}-05`, back: `${month}-02` });
      await page.reload();
      const calendar = page.getByRole('region', { name: 'Calendar' });
      const cell = (days: number) => calendar.getByRole('cell').filter({ has: page.locator(`time[datetime="${on(days)}"]`) });
      const row = calendar.locator('[data-row="g-9"]');
      await expect(cell(0).getByRole('link', { name: 'Glider 9' })).toBeVisible();
      await expect(calendar.getByRole('link', { name: 'Glider 10' })).toBeHidden();
      await calendar.getByRole('combobox', { name: 'Until' }).click();
      await page.getByRole('option', { name: 'Back' }).click();
      await expect(calendar.getByRole('link', { name: 'Glider 10' }).first()).toBeVisible();
      const width = async (of = row) =>
        (await of.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width))).reduce((sum, one) => sum + one, 0);
      const day = (await cell(0).boundingBox())?.width ?? 0;
      expect(await width()).toBeGreaterThan(day * 3);
      expect(await width()).toBeLessThan(day * 4);
      expect(await anyFaults(page)).toEqual([]);

      // Taken at its second day and let go at a Tuesday: it begins on the Monday.
      await row.first().dragTo(cell(8), { sourcePosition: await secondDay(row.first(), day) });
      await expect(page.getByText(`“Glider 9” is on ${on(7)} now.`)).toBeVisible();
      expect(await stored('g-9')).toBe(`${on(7)} ${on(10)}`);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => stored('g-9')).toBe(`${on(0)} ${on(3)}`);
      await expect(cell(0).getByRole('link', { name: 'Glider 9' })).toBeVisible();

      await row.first().getByRole('button', { name: 'Move Glider 9' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'One week later' }).press('Enter');
      await expect(cell(7).getByRole('link', { name: 'Glider 9' })).toBeVisible();
      expect(await stored('g-9')).toBe(`${on(7)} ${on(10)}`);
      await expect(row.first().getByRole('button', { name: 'Move Glider 9' })).toBeFocused();

      // Somebody else was faster: said, and nothing is written over.
      await change('g-9', { name: 'Glider nine' });
      await row.first().getByRole('button', { name: 'Move Glider 9' }).press('Enter');
      await page.getByRole('menuitem', { name: 'One day later' }).press('Enter');
      await expect(row.first().getByRole('link', { name: 'Glider nine' })).toBeVisible();
      expect(await stored('g-9')).toBe(`${on(7)} ${on(10)}`);
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(row.first().getByText(`${on(7)} – ${on(10)}`)).toBeVisible();
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
