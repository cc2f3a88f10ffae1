/**
 * Every staff screen does what it is for (R10-R35, section 2). One line a screen: a new route without a line fails.
 * A screen of records lists a row, opens it with its fields, saves one of them, and shows it after a reload and in the list.
 */
import { readdirSync, readFileSync } from 'node:fs';
import '#application/rules.ts';
import { staffScreens } from '#rules/site.ts';
import { expect, goWithin, isSave, type Page, type Reelbase, test } from '../reelbase.ts';

type Row = Record<string, unknown>;

interface Screen {
  ids: string;
  /** a screen of records: the object, a row of it, what its line in the list shows, fields that this row's form does not show, and the field that is changed */
  records?: { object: string; row: (ground: Ground) => Row; shows: string[]; tab?: string; hidden?: string[]; field: string; typed: string };
  /** what else the screen is for, on the row that was made, or on a screen of another kind */
  purpose?: (page: Page, id: string, ground: Ground) => Promise<void>;
  /** the spec file and the checklist id in a title there: what this screen is for has a story of its own */
  reported?: [file: string, id: string];
}

/** What the rows of this file hang on. */
interface Ground {
  campaign: string;
  applicant: string;
  customer: string;
  pitches: string[];
}

/** Route of the specification, or of ours → its line. */
const screens: Record<string, Screen> = {
  '/erp': {
    ids: 'R10',
    purpose: async (page, _id, { customer }) => {
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Administrator');
      await page.locator(`.home-items a[href="/erp/pb-company/edit?id=${customer}"]`).click();
      await expect(field(page, 'id')).toHaveValue(customer);
      await page.goBack();
      await page.locator('.home-counts a[href="/erp/filmman"]').click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('影片');
    },
  },
  '/erp/login': { ids: 'R11', reported: ['framework/accounts/sign-in.spec.ts', 'R11'] },
  '/erp/ccdfenroll': {
    ids: 'R12 R13',
    records: {
      object: 'enrolment',
      row: ({ campaign, applicant }) => ({ cid: campaign, applicant, attProgram: ['C'], cname: '螢火蟲的路', ename: 'Path of Fireflies' }),
      shows: ['螢火蟲的路', 'Path of Fireflies', '銀幕測試展', '草稿', 'CCDF'],
      tab: 'project',
      hidden: ['ccifgName'],
      field: 'ename',
      typed: 'Road of Fireflies',
    },
  },
  '/erp/ccdflayout': { ids: 'R14', reported: ['framework/files.spec.ts', 'R14'] },
  '/erp/ccdfman': {
    ids: 'R15',
    records: {
      object: 'campaign',
      row: () => ({
        id: 'screens99',
        cna: '第九十九屆',
        enaName: 'Ninety-ninth',
        edition: 99,
        maxSel: 7,
        readBy: 'assigned',
        cStart: '2031-01-01 00:00:00',
        cEnd: '2031-02-01 00:00:00',
      }),
      shows: ['screens99', '第九十九屆', '99', '7'],
      field: 'cna',
      typed: '第九十九屆增訂',
    },
  },
  '/erp/dmman': {
    ids: 'R16 R17',
    records: {
      object: 'decision_maker',
      row: ({ campaign, pitches }) => ({ cid: campaign, name: '高橋真由', ename: 'Mayu Takahashi', org: '北極光頻道', priority: [...pitches].reverse() }),
      shows: ['高橋真由', 'Mayu Takahashi', '北極光頻道', '銀幕測試展'],
      field: 'org',
      typed: '南極光頻道',
    },
    purpose: async (page) => {
      await page.locator('#tab-wishes').click();
      await expect(page.getByRole('list', { name: /志願/ }).getByRole('listitem')).toContainText(['提案乙', '提案甲']);
    },
  },
  '/erp/filmman': {
    ids: 'R18 R19',
    records: {
      object: 'film',
      row: () => ({ id: 'screens-film', cname: '雪線以上', ename: 'Above the Snow Line', year: 2024, director: '羅一' }),
      shows: ['screens-film', '雪線以上', 'Above the Snow Line', '2024', '羅一'],
      field: 'director',
      typed: '羅一、羅二',
    },
  },
  '/erp/juryman': {
    ids: 'R20 R21',
    records: {
      object: 'jury',
      row: ({ campaign }) => ({ cid: campaign, name: '范評審', ename: 'Fan', org: '影評人協會', email: 'fan.juror@example.com' }),
      shows: ['范評審', '影評人協會', 'fan.juror@example.com', '銀幕測試展'],
      field: 'org',
      typed: '紀錄片協會',
    },
  },
  '/erp/ccdfpages': {
    ids: 'Site pages',
    records: {
      object: 'site_page',
      row: ({ campaign }) => ({ cid: campaign, kind: 'about', slug: 'about', titleTw: '關於影展', titleEn: 'About us' }),
      shows: ['關於影展', 'About us', 'about', '銀幕測試展', '草稿'],
      field: 'titleEn',
      typed: 'About the forum',
    },
  },
  '/erp/oooman': { ids: 'R22', reported: ['application/pairing.spec.ts', 'R22'] },
  '/erp/pb-{obj}': {
    ids: 'R23 R24',
    records: {
      object: 'company',
      row: () => ({ id: 'screens_co', name: '島嶼發行公司', abbrName: '島嶼', type: 4, taxID: '87654321' }),
      shows: ['screens_co', '島嶼發行公司', '島嶼', '87654321'],
      field: 'abbrName',
      typed: '島嶼行',
    },
  },
  '/erp/pitchman': {
    ids: 'R25 R26',
    records: {
      object: 'pitch',
      row: ({ campaign }) => ({ cid: campaign, attProgram: 'I', enrollid: 'I071', cname: '鹽田的孩子', ename: 'Children of Salt' }),
      shows: ['I071', '鹽田的孩子', 'Children of Salt', 'IFG', '草稿'],
      tab: 'project',
      hidden: ['ccifgName'],
      field: 'ename',
      typed: 'Children of the Salt Fields',
    },
  },
  '/erp/soman': {
    ids: 'R27 R28',
    records: {
      object: 'sales_order',
      row: ({ customer }) => ({ date: '2026-04-05', customer, currency: 'TWD', exchange: 1, lines: [{ amount: 1200, taxRate: 0.05 }] }),
      shows: ['2026-04-05', '銀幕客戶', '草稿', '1,260'],
      hidden: ['ver'],
      field: 'date',
      typed: '2026-04-06',
    },
  },
  '/erp/sysman': {
    ids: 'R29',
    purpose: async (page) => {
      const facts = page.locator('.system-facts');
      await expect(facts.first()).toContainText(/SQLite|sqlite/);
      await expect(facts.first()).toContainText(process.version);
      await page.locator('#system-tab-jobs').click();
      await expect(page.getByRole('button', { name: '立即備份' })).toBeEnabled();
    },
    reported: ['framework/system/system.spec.ts', 'R29'],
  },
  '/erp/test': { ids: 'R30', reported: ['framework/workbench/test-page.spec.ts', 'R30'] },
  '/erp/toolman': { ids: 'R31', reported: ['application/operations.spec.ts', 'R31'] },
  '/erp/userman': {
    ids: 'R32 R33',
    records: {
      object: 'user',
      row: () => ({ id: 'screens.user', name: '江同仁', pw: 'correct horse 12', email: 'chiang@example.com', roles: ['[op]'] }),
      shows: ['screens.user', '江同仁', 'chiang@example.com', '操作員'],
      field: 'name',
      typed: '江資深同仁',
    },
  },
  '/erp/vpman': { ids: 'R34', reported: ['application/vpman.spec.ts', 'R34'] },
  '/erp/vpman/vp-{cp}-{pg}.{lang}': { ids: 'R35', reported: ['application/vpman.spec.ts', 'R35'] },
  // Ours beyond the specification.
  '/erp/permissions': { ids: 'P01', reported: ['framework/system/system.spec.ts', 'P01'] },
  '/erp/profile': { ids: 'R11', reported: ['framework/system/system.spec.ts', 'R11'] },
  '/erp/schemas': { ids: 'P01', reported: ['framework/workbench/workbench.spec.ts', ''] },
  '/erp/options': { ids: 'P01', reported: ['framework/options.spec.ts', ''] },
  '/erp/schema-preview': { ids: 'P01', reported: ['framework/workbench/workbench.spec.ts', ''] },
  '/erp/changes': { ids: 'C07', reported: ['framework/changes.spec.ts', ''] },
  '/erp/trash': { ids: 'K09', reported: ['framework/lists/trash.spec.ts', ''] },
  '/erp/ccdfdesk': { ids: 'R12', reported: ['application/dashboard.spec.ts', ''] },
  '/erp/ooosetup': { ids: 'R22', reported: ['application/forum-setup.spec.ts', ''] },
  '/erp/ooorelease': { ids: 'R22', reported: ['application/release.spec.ts', ''] },
  '/erp/ooday': { ids: 'R22', reported: ['application/forum-day.spec.ts', ''] },
};

interface Schema {
  'x-entity'?: { route?: string };
  'x-list'?: { columns: string[] };
  'x-form'?: { tabs?: { key: string; fields?: string[]; sections?: { fields: string[] }[] }[] };
}

/** What the server says of an object, as far as the lists are read here. */
interface Model {
  plural: { tw: string };
  fields: { name: string; label: { tw: string } }[];
}

const objectNames = readdirSync('schemas')
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

const schemaOf = (object: string) => JSON.parse(readFileSync(`schemas/${object}.json`, 'utf8')) as Schema;

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`).locator('input, textarea').first();

test('R10-R35 every staff route has a line here: those of the router, the schemas and the specification', () => {
  const aliases = objectNames.flatMap((name) => schemaOf(name)['x-entity']?.route ?? []);
  const routes = new Set([...staffScreens(), ...aliases, '/erp/pb-{obj}', '/erp/vpman/vp-{cp}-{pg}.{lang}']);
  expect(Object.keys(screens).sort()).toEqual([...routes].sort());
  const proven = Object.values(screens).flatMap(({ ids }) => ids.split(' '));
  for (let number = 10; number <= 35; number += 1) expect(proven).toContain(`R${number}`);
  for (const [route, { records, purpose, reported }] of Object.entries(screens)) {
    expect(records || purpose || reported, route).toBeTruthy();
    if (!reported) continue;
    const titles = [...readFileSync(`tests/e2e/${reported[0]}`, 'utf8').matchAll(/\btest(?:\.\w+)?\((['"`])(.*?)\1/g)].map(([, , title]) => title ?? '');
    expect(titles.some((title) => title.split(' ').includes(reported[1]) || reported[1] === '') && titles.length > 0, `${route}: ${reported.join(' ')}`).toBe(
      true,
    );
  }
});

/** One a worker: tests of one file may run in two. */
let ground: Promise<Ground> | undefined;

async function makeGround(reelbase: Reelbase): Promise<Ground> {
  const campaign = 'screens';
  await create(reelbase, 'campaign', { id: campaign, cna: '銀幕測試展', enaName: 'Screens', edition: 14, maxSel: 3 });
  const applicant = await create(reelbase, 'applicant', { email: 'screens@example.com', name: '報名者' });
  const customer = await create(reelbase, 'company', { id: 'screens_buyer', name: '銀幕客戶', type: 9 });
  const content = { logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1' };
  const pitches = [];
  for (const [index, cname] of ['提案甲', '提案乙'].entries())
    pitches.push(await create(reelbase, 'pitch', { cid: campaign, attProgram: 'C', enrollid: `C00${index + 1}`, cname, ename: `Pitch ${index}`, ...content }));
  return { campaign, applicant, customer, pitches };
}

async function create(reelbase: Reelbase, object: string, row: Row): Promise<string> {
  const answer = await (await reelbase.api())(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

for (const [route, { ids, records, purpose }] of Object.entries(screens)) {
  if (records)
    test(`${ids} ${route} lists a row, opens it with its fields, saves one and shows it after a reload`, async ({ staff: page, reelbase }) => {
      ground ??= makeGround(reelbase);
      const { object, shows, tab, hidden = [], field: name, typed } = records;
      const row = records.row(await ground);
      const id = await create(reelbase, object, row);
      const list = `${route.replace('{obj}', object)}?filter=${encodeURIComponent(JSON.stringify({ id }))}`;
      await page.goto(list);
      const line = page.locator('.rows tbody tr');
      await expect(line).toHaveCount(1);
      for (const text of shows) await expect(line).toContainText(text);

      await line.locator('.row-link').click();
      await page.waitForURL((url) => url.pathname === `${route.replace('{obj}', object)}/edit` && url.searchParams.get('id') === id);
      const tabs = schemaOf(object)['x-form']?.tabs ?? [];
      const open = async (key = tabs[0]?.key) => {
        // one tab stands without a bar
        if (tabs.length > 1) await page.locator(`#tab-${key}`).click();
      };
      await expect(page.locator('[data-field]').first()).toBeVisible();
      const reported = new Set<string>();
      for (const { key, fields, sections } of tabs) {
        await open(key);
        for (const one of fields ?? sections?.flatMap((section) => section.fields) ?? []) {
          const places = page.locator(`[data-field="${one}"], [data-field^="${one}."], [id^="field-${one}"]`);
          if (hidden.includes(one)) await expect(places, one).toHaveCount(0);
          else await expect.poll(() => places.count(), one).toBeGreaterThan(0);
          reported.add(one);
        }
      }
      expect(
        hidden.filter((one) => !reported.has(one)),
        'hidden fields stand in a tab',
      ).toEqual([]);
      await open(tab);
      const box = field(page, name);
      await expect(box).toHaveValue(String(row[name]));
      await box.fill(typed);
      const answered = page.waitForResponse((response) => isSave(response.request()));
      await page.keyboard.press('Control+s');
      expect((await answered).status()).toBe(200);
      await page.reload();
      await open(tab);
      await expect(box).toHaveValue(typed);
      await purpose?.(page, id, await ground);
      await page.goto(list);
      await expect(line).toHaveCount(1);
      await expect(line).toContainText(typed);
    });
  else if (purpose)
    test(`${ids} ${route} does its work, from the address and after a reload`, async ({ staff: page, reelbase }) => {
      ground ??= makeGround(reelbase);
      const made = await ground;
      await page.goto(route);
      await page.reload();
      await purpose(page, '', made);
    });
}

test('R23 every object of schemas/ has its generic list under its own name, with the columns of its schema', async ({ staff: page, reelbase }) => {
  ground ??= makeGround(reelbase);
  await ground;
  await page.goto('/erp/pb-company');
  await expect(page.locator('.rows tbody .row-link').first()).toBeVisible();
  const answer = await (await reelbase.api())('/api/objects');
  const objects = (await answer.json()) as { name: string; model: Model }[];
  // Other tests of this server may have dropped in objects of their own.
  expect(objects.map(({ name }) => name)).toEqual(expect.arrayContaining(objectNames));
  for (const { name, model } of objects.filter((one) => objectNames.includes(one.name))) {
    await goWithin(page, `/erp/pb-${name}`);
    await expect(page.getByRole('heading', { level: 1 }), name).toContainText(model.plural.tw);
    // The first column may be a reference, whose link leads elsewhere.
    const list = page.locator('.rows tbody tr').first();
    await expect(list.or(page.locator('.list-empty')), name).toBeVisible();
    // A list on its way shows the bones of rows, also where there will be none.
    await expect(page.locator('.rows .bone'), name).toHaveCount(0);
    if (!(await list.isVisible())) continue;
    const labels = (schemaOf(name)['x-list']?.columns ?? []).map((column) => model.fields.find((one) => one.name === column)?.label.tw ?? `no field ${column}`);
    // Asked of the head as it stands, for the list may be drawn anew under the reader.
    for (const label of labels) await expect.soft(page.locator('.rows thead'), `${name}: ${label}`).toContainText(label);
  }
});
