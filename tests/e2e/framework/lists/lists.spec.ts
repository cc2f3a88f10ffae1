/** Every object's list, with rows in each: a link to every row, and what a screen of 1440 px shows of it. On the demo's data, and on a schema that was dropped in. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { seriousFaults } from '../../axe.ts';
import { test as base, expect, goWithin, type Page, password, signInByHttp, startServer } from '../../reelbase.ts';

interface Demo {
  url: string;
  cookie: string;
  objects: ObjectModel[];
}

/** Each column leads to other rows, by references or by addresses of mail: none is left for the row's own. */
const seat = {
  title: 'Seat',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    film: { type: 'string', title: 'Film', maxLength: 64, 'x-relation': 'film' },
    companies: { type: 'array', title: 'Companies', items: { type: 'string', maxLength: 64 }, 'x-relation': { to: 'company', many: true } },
    note: { type: 'string', title: 'Note', maxLength: 80 },
  },
  'x-list': { columns: ['film', 'companies'], sort: ['film', 'ASC'] },
  'x-titleTemplate': '{note}',
};
const guest = {
  title: 'Guest',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    email: { type: 'string', format: 'email', title: 'Email', maxLength: 120 },
    page: { type: 'string', format: 'uri', title: 'Page', maxLength: 200 },
  },
  'x-list': { columns: ['email', 'page'], sort: ['email', 'ASC'] },
};

const test = base.extend<object, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'lists-e2e-'));
      const schemas = join(folder, 'schemas');
      cpSync('schemas', schemas, { recursive: true });
      const server = await startServer(
        { DATABASE_URL: `sqlite:${join(folder, 'lists.sqlite')}`, DATA_DIR: folder, SCHEMAS_DIR: schemas, ADMIN_PASSWORD: password, PORT: '0', DEMO: '1' },
        { entry: 'demo' },
      );
      const cookie = await signInByHttp(server.url, 'admin', password);
      const call = async (path: string, init: RequestInit = {}) =>
        (await fetch(server.url + path, { ...init, headers: { 'content-type': 'application/json', origin: server.url, cookie } })).json();
      const post = async (object: string, row: object): Promise<Row> => {
        const made = await call(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
        if (!made.id) throw new Error(`${object}: ${JSON.stringify(made)}`);
        return made;
      };
      for (const [name, schema] of Object.entries({ seat, guest })) writeFileSync(join(schemas, `${name}.json`), JSON.stringify(schema));
      const read = async () => ((await call('/api/objects')) as { model: ObjectModel }[]).map(({ model }) => model);
      await expect.poll(async () => (await read()).filter(({ name }) => name in { seat, guest }).length).toBe(2);
      await post('film', { id: 'seen', cname: '看見' });
      await post('company', { id: 'seats', name: 'Seats', type: 2 });
      await post('seat', { id: 's1', film: 'seen', companies: ['seats'], note: 'A1' });
      await post('seat', { id: 's2', note: 'A2' });
      await post('guest', { id: 'g1', email: 'guest@example.com', page: 'https://example.com/guest' });
      const objects: ObjectModel[] = [];
      // The log has no row while nothing goes wrong.
      for (const model of await read()) if (!model.entity.virtual && (await call(`/api/pb/${model.name}?range=[0,0]`)).length) objects.push(model);
      expect(objects.length).toBeGreaterThan(12);
      await use({ url: server.url, cookie, objects });
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ demo }, run) => run(demo.url),
});

async function enter(page: Page, { url, cookie }: Demo, lang: 'tw' | 'en'): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([
    { name, value, url, httpOnly: true, sameSite: 'Lax' },
    { name: 'lang', value: lang, url },
  ]);
}

/** The object's list, with its rows: the first one is loaded, the others are gone to from there. */
async function open(page: Page, { name, plural }: ObjectModel, lang: 'tw' | 'en'): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(`/erp/pb-${name}`);
  else await goWithin(page, `/erp/pb-${name}`);
  await expect(page.getByRole('heading', { level: 1 }), name).toContainText(plural[lang]);
  await expect(page.locator('.rows tbody tr').first(), `${name} has rows`).toBeVisible();
  await expect(page.locator('.rows .bone, .rows .cell-wait')).toHaveCount(0);
}

test('E6 every row of every list has one link to itself, with a name, none of them inside another; the keyboard reaches it', async ({ page, demo }) => {
  await enter(page, demo, 'en');
  for (const model of demo.objects) {
    await open(page, model, 'en');
    const rows = await page.locator('.rows tbody tr').evaluateAll((lines) =>
      lines.map((line) => {
        const links = [...line.querySelectorAll<HTMLAnchorElement>('a.row-link')];
        return { to: links.map((link) => link.getAttribute('href')), nested: line.querySelectorAll('a a').length };
      }),
    );
    for (const { to, nested } of rows) expect([model.name, to.length, nested]).toEqual([model.name, 1, 0]);
    expect(new Set(rows.flatMap(({ to }) => to)).size, model.name).toBe(rows.length);
    const unnamed = page.locator('.rows tbody').getByRole('link', { name: /^\s*$/ });
    expect(await unnamed.count(), `${model.name}: links without a name`).toBe(0);
    expect(await seriousFaults(page, { within: '.rows' }), model.name).toEqual([]);
    const link = page.locator('.rows tbody tr').first().locator('a.row-link');
    const to = new URL((await link.getAttribute('href')) ?? '', demo.url).searchParams.get('id');
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/edit\?/);
    expect(new URL(page.url()).searchParams.get('id'), model.name).toBe(to);
  }
});

for (const lang of ['tw', 'en'] as const)
  test(`E6 every list shows its sorted column on a screen of 1440 px, and the row's name while the others scroll, in ${lang}`, async ({ page, demo }) => {
    await enter(page, demo, lang);
    const found: Record<string, unknown>[] = [];
    for (const model of demo.objects) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, model, lang);
      const box = page.locator('.table-box');
      const sorted = page.locator('th[aria-sort]');
      const width = await box.evaluate((table) => table.scrollWidth - table.clientWidth);
      const seen = (await sorted.count()) ? await sorted.evaluate((head) => head.getBoundingClientRect().right <= innerWidth) : undefined;
      if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/list-${model.name}-${lang}-1440.png` });
      for (const narrow of [700, 360]) {
        await page.setViewportSize({ width: narrow, height: 900 });
        const name = page.locator('.rows tbody tr').first().locator('[data-name]');
        const place = async () => Math.round((await name.boundingBox())?.x ?? -1);
        // Again where the page had not taken the new width yet.
        await expect(async () => {
          await box.evaluate((table) => table.scrollTo({ left: 0 }));
          const before = await place();
          await box.evaluate((table) => table.scrollTo({ left: table.scrollWidth }));
          await expect.poll(place, { message: `${model.name} ${narrow}`, timeout: 5_000 }).toBeLessThanOrEqual(before);
        }).toPass({ timeout: 40_000 });
        expect(await place(), `${model.name} ${narrow}`).toBeGreaterThanOrEqual(Math.round((await box.boundingBox())?.x ?? 0));
        await expect(name, model.name).toHaveText(/\S/);
        const card = page.locator('.rows tbody tr').first().locator('td[data-card]').filter({ visible: true });
        const widths = await card.evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)));
        // It leaves space for the others. A card's fields have its whole width, whatever a column of their kind has.
        if (narrow === 360) expect(new Set(widths).size, `${model.name}: ${widths.join(', ')}`).toBe(1);
        if (narrow === 360) {
          const lines = page.locator('.rows tbody td[data-card="more"]').filter({ visible: true });
          const words = await lines.evaluateAll((cells) => cells.map((cell) => cell.innerHTML));
          expect(
            words.filter((word) => !word),
            `${model.name}: a label with nothing after it`,
          ).toEqual([]);
          const weights = await page
            .locator('.rows td[data-card="title"]')
            .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell.querySelector('a') ?? cell).fontWeight));
          expect([...new Set(weights)], `${model.name}: titles`).toEqual(['600']);
        } else expect(await name.evaluate((cell) => cell.getBoundingClientRect().width / innerWidth), `${model.name} at ${narrow} px`).toBeLessThan(0.6);
        if (process.env.LOOKS && narrow === 360) await page.screenshot({ path: `${process.env.LOOKS}/list-${model.name}-${lang}-360.png` });
      }
      found.push({ name: model.name, sort: model.list.sort?.field, seen, width });
    }
    if (process.env.LOOKS) console.log(found);
    expect(found.filter(({ seen }) => !seen)).toEqual([]);
  });
