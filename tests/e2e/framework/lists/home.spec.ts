/** What waits for who looks at the home page, on an object dropped in while the server runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../../support/browser.ts';
import { anyFaults } from '../../axe.ts';
import { expect, expectNoWider, test } from '../../reelbase.ts';

const date = (title: string) => ({ type: 'string', title, format: 'date' });
const permit = {
  title: 'Permit',
  type: 'object',
  required: ['id', 'name'],
  'x-entity': { group: 'master', icon: 'business' },
  'x-titleTemplate': '{name}',
  'x-reminders': [
    { name: 'ends', title: 'Permit ends', when: { field: 'ends', days: -30 } },
    { name: 'unpaid', title: 'Fee unpaid', when: { field: 'billed', days: 60 }, filter: { paid: false }, for: '[]' },
  ],
  'x-views': [{ key: 'unpaid', title: 'Unpaid permits', filter: { paid: false }, columns: ['name', 'fee'] }],
  properties: {
    id: { type: 'string', title: 'ID', format: 'id', maxLength: 40 },
    name: { type: 'string', title: 'Name', maxLength: 80 },
    state: {
      type: 'string',
      title: 'State',
      oneOf: [
        { const: 'asked', title: 'Asked' },
        { const: 'given', title: 'Given' },
      ],
      default: 'asked',
    },
    fee: { type: 'integer', title: 'Fee' },
    ends: date('Ends'),
    billed: date('Billed'),
    paid: { type: 'boolean', title: 'Paid', default: false },
  },
};

/** Of another name: a file that comes back at once is none that was dropped in. */
const charter = { ...permit, title: 'Charter', 'x-views': [{ ...permit['x-views'][0], title: 'Unpaid charters' }] };

/** So many days from today in Taipei. */
const day = (from: number) => new Date(Date.now() + 8 * 3_600_000 + from * 86_400_000).toISOString().slice(0, 10);

test('R10 what waits is grouped by how far away it is, put off, dealt with, and comes back with another date', async ({ staff: page, reelbase }) => {
  const file = join(reelbase.schemasDir, 'permit.json');
  const api = await reelbase.api();
  const send = (path: string, method: string, body: object) =>
    api(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  writeFileSync(file, JSON.stringify(permit));
  try {
    await expect.poll(async () => (await api('/api/pb/permit')).status).toBe(200);
    for (const [id, dates] of Object.entries({ 'p-today': { ends: day(0) }, 'p-later': { ends: day(20) }, 'p-due': { billed: day(-70) } }))
      await send('/api/pb/permit', 'POST', { id, name: `Permit ${id}`, fee: 10, ...dates });
    await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const waits = page.getByRole('region', { name: 'My tasks' });
    const group = (name: RegExp) => waits.getByRole('list', { name });
    const putOff = async (title: string, how: string) => {
      await waits.getByRole('button', { name: `Postpone “${title}”` }).press('Enter');
      await page.getByRole('menuitem', { name: how }).press('Enter');
    };

    await test.step('each stands under its day, with a link to its record', async () => {
      await page.goto('/erp/');
      await expect(group(/^Overdue/).getByRole('link', { name: 'Permit p-due' })).toBeVisible();
      await expect(
        group(/^Today/)
          .getByRole('listitem')
          .filter({ hasText: 'Permit p-today' }),
      ).toContainText('Permit ends');
      await expect(group(/^Later/).getByRole('link', { name: 'Permit p-later' })).toHaveAttribute('href', '/erp/pb-permit/edit?id=p-later');
      await expectNoWider(page);
      expect(await anyFaults(page)).toEqual([]);
    });

    await test.step('put off, back by Undo; dealt with, back with another date', async () => {
      await putOff('Permit p-today', 'Until tomorrow');
      await expect(waits.getByRole('link', { name: 'Permit p-today' })).toHaveCount(0);
      await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();
      await expect(waits.getByRole('link', { name: 'Permit p-today' })).toBeVisible();
      await putOff('Permit p-later', 'Done');
      await expect(waits.getByRole('link', { name: 'Permit p-later' })).toHaveCount(0);
      const { ver } = (await (await api('/api/pb/permit/p-later')).json()) as { ver: number };
      await send('/api/pb/permit/p-later', 'PUT', { ends: day(21), ver });
      await page.reload();
      await expect(waits.getByRole('link', { name: 'Permit p-later' })).toBeVisible();
    });

    await test.step('on a phone, and in Chinese', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await page.reload();
      const own = page.getByRole('region', { name: '待我處理' });
      await expect(own.getByRole('list', { name: /^已逾期/ }).getByRole('link', { name: 'Permit p-due' })).toBeVisible();
      await expectNoWider(page);
      await own.getByRole('button', { name: '延後「Permit p-due」' }).press('Enter');
      await expect(page.getByRole('menuitem', { name: '已處理' })).toBeVisible();
    });
  } finally {
    rmSync(file);
  }
});

test('cards are added, moved by the keyboard, removed and brought back, stored, made a role’s default, and say when their view is gone', async ({
  staff: page,
  reelbase,
}) => {
  const file = join(reelbase.schemasDir, 'charter.json');
  const api = await reelbase.api();
  writeFileSync(file, JSON.stringify(charter));
  try {
    await expect.poll(async () => (await api('/api/pb/charter')).status).toBe(200);
    for (const [id, row] of Object.entries({
      'c-one': { fee: 30, state: 'given', paid: true },
      'c-two': { fee: 12, ends: '2026-01-05' },
      'c-three': { fee: 8 },
    }))
      await api('/api/pb/charter', { method: 'POST', body: JSON.stringify({ id, name: `Charter ${id}`, ...row }) });
    const { total, unpaid } = await (async () => {
      const rows = (await (await api('/api/pb/charter')).json()) as { paid: boolean; fee: number | null }[];
      return { total: rows.reduce((sum, { fee }) => sum + (fee ?? 0), 0), unpaid: rows.filter(({ paid }) => !paid).length };
    })();
    const made = await api('/api/views', {
      method: 'POST',
      body: JSON.stringify({ object: 'charter', name: 'Passing', scope: 'me', settings: { filter: {}, columns: [], density: 'normal' } }),
    });
    const { id: passing } = ((await made.json()) as { data: { id: string } }).data;
    await page.context().addCookies([{ name: 'lang', value: 'en', url: reelbase.url }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/erp/');
    const cards = page.getByRole('list', { name: 'My cards' });
    const pick = async (label: string, name: string | RegExp) => {
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: new RegExp(`^${label} `) })
        .press('Enter');
      // By a key: a press of the mouse goes beside an option that still moves to its place.
      await page.getByRole('option', { name, exact: true }).press('Enter');
      // A list that closes gives the focus back: the next key would open it again.
      await expect(page.getByRole('listbox')).toHaveCount(0);
    };
    const add = async (what: string, view: string, field?: string, measure?: string) => {
      await page.getByRole('button', { name: 'Add a card' }).click();
      await pick('Content', what);
      await pick('Records', 'Charters');
      await pick('View', view);
      if (field) await pick('Field', field);
      if (measure) await pick('Bars show', measure);
      await page.getByRole('dialog').getByRole('button', { name: 'Add a card' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };

    await test.step('those that come with the house are there at first', async () => {
      await expect(cards.getByRole('heading', { name: 'Recent changes' })).toBeVisible();
      await expect(cards.getByRole('heading', { name: 'Number of records' })).toBeVisible();
      // Both columns begin on one line, below the heading.
      const tops = await page
        .locator('.home-grid > * .panel:visible')
        .evaluateAll((panels) => panels.map((panel) => panel.getBoundingClientRect()).map(({ left, top }) => [left, top]));
      const firstOf = (left: number) => Math.min(...tops.filter(([at]) => at === left).map(([, top]) => top ?? 0));
      const [one = 0, two = 0, ...more] = [...new Set(tops.map(([left]) => left ?? 0))];
      expect([more, firstOf(two)]).toEqual([[], firstOf(one)]);
    });

    await test.step('a number, rows, a figure and bars of views', async () => {
      await page.getByRole('button', { name: 'Arrange cards' }).click();
      await add('Number of records', 'Unpaid charters');
      await expect(cards.getByRole('region', { name: 'Unpaid charters' }).getByRole('link')).toHaveText(String(unpaid));
      await add('First records', 'Passing');
      await expect(cards.getByRole('region', { name: 'Passing' }).getByRole('link', { name: 'Charter c-one' })).toBeVisible();
      await add('Total or average', 'No view', 'Fee');
      await expect(cards.getByRole('region', { name: 'Charters: Total Fee' })).toContainText(String(total));
      await add('Bar chart', 'No view', 'State');
      const bars = cards.getByRole('region', { name: 'Charters by State' });
      await expect(bars.getByRole('listitem').filter({ hasText: 'Given' })).toContainText('1');
      await add('Bar chart', 'No view', 'State', 'Sum of Fee');
      const summed = cards.getByRole('region', { name: 'Charters: sum of Fee by State' });
      await expect(summed.getByRole('listitem').filter({ hasText: 'Given' })).toContainText('30');
      await expect(summed.getByRole('listitem').filter({ hasText: 'Asked' })).toContainText(String(total - 30));
      await add('Bar chart', 'No view', 'Ends', 'Sum of Fee');
      const byMonth = cards.getByRole('region', { name: 'Charters: sum of Fee by Ends' });
      await byMonth.getByText('Show as a table').click();
      await expect(byMonth.getByRole('row', { name: /2026-01/ })).toContainText('12');
      await add('Bar chart', 'Unpaid charters', 'Ends');
      const months = cards.getByRole('region', { name: 'Unpaid charters by Ends' });
      await months.getByText('Show as a table').click();
      await expect(months.getByRole('row', { name: /2026-01/ })).toContainText('1');
      expect(await anyFaults(page)).toEqual([]);
    });

    await test.step('moved by the arrow keys, removed, back by Undo, and there after a reload', async () => {
      const handle = (place: number) => cards.getByRole('button', { name: `“Unpaid charters by Ends”, place ${place}:` });
      const places = await cards.locator(':scope > li').count();
      await handle(places).focus();
      for (let at = places - 1; at > 0; at -= 1) {
        await page.keyboard.press('ArrowUp');
        await expect(handle(at)).toBeFocused();
      }
      await expect(page.getByRole('status').filter({ hasText: '“Unpaid charters by Ends” is now at place 1 of' })).toHaveCount(1);
      const down = cards.getByRole('button', { name: 'Move “Number of records” down' });
      await down.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: '“Number of records” is now at place' })).toHaveCount(1);
      await expect(down).toBeFocused();
      const remove = cards.getByRole('button', { name: 'Remove “Recent changes”' });
      await remove.click();
      await expect(remove).toHaveCount(0);
      await page.locator('.notices').getByRole('button', { name: 'Undo' }).last().click();
      await expect(remove).toBeVisible();
      await page.reload();
      await expect(cards.locator(':scope > li').first().getByRole('region', { name: 'Unpaid charters by Ends' })).toBeVisible();
    });

    await test.step('default of a role', async () => {
      await page.getByRole('button', { name: 'Arrange cards' }).click();
      await page.getByRole('button', { name: 'Default for a role…' }).click();
      await page.getByRole('menuitem', { name: 'Make these cards the default for Operator' }).click();
      await expect(page.locator('.notices')).toContainText('default for Operator');
    });

    await test.step('a view that is gone is said, on a phone and in Chinese', async () => {
      await api(`/api/views/${passing}`, { method: 'DELETE' });
      await page.context().addCookies([{ name: 'lang', value: 'tw', url: reelbase.url }]);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.reload();
      const own = page.getByRole('list', { name: '自選卡片' });
      await expect(own.getByText('這張卡片的內容已不存在，或您無權檢視。')).toBeVisible();
      await expectNoWider(page);
      expect(await anyFaults(page)).toEqual([]);
      await page.getByRole('button', { name: '編排卡片' }).click();
      await expectNoWider(page);
      await page.getByRole('button', { name: '恢復預設' }).click();
      await expect(own.getByRole('button', { name: '移除「最近的修改」' })).toBeVisible();
      await expect(own.getByText('這張卡片的內容已不存在，或您無權檢視。')).toHaveCount(0);
    });
  } finally {
    await api('/api/home', { method: 'PUT', body: JSON.stringify({ cards: null }) });
    await api('/api/home', { method: 'PUT', body: JSON.stringify({ cards: null, role: '[op]' }) });
    rmSync(file);
  }
});

test('Chinese is readable on a device without a Chinese face: what was drawn first has its glyphs too', async ({ browserName, playwright, reelbase }) => {
  const { executablePath, args } = await findBrowser();
  const { FONTCONFIG_FILE, ...env } = process.env; // what global-setup.ts gives the others
  const device = await playwright[browserName].launch({ executablePath, args, env });
  const context = await device.newContext({ baseURL: reelbase.url });
  await context.addCookies([{ ...reelbase.session, url: reelbase.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto('/erp/filmman');
  await expect(page.locator('main h1').first()).toBeAttached();
  await expect(page.locator('nav a').first()).toBeAttached();
  const session = await context.newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const facesOf = async (selector: string) => {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    return (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts.map(({ familyName }) => familyName);
  };
  for (const selector of ['main h1', '.skip', 'nav a'])
    await expect.poll(() => facesOf(selector), selector).toEqual([expect.stringMatching(/^(Noto Sans (CJK )?TC|PingFang TC|Microsoft JhengHei)/)]);
  await device.close();
});
