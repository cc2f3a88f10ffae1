/** Sales orders through the API, on both databases: sums by the server, serials, states, sums of a list (E09, S04). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const film = { id: 'tide-2019', cname: '潮汐', ename: 'Tide', commission: { T: 0.3, H: 0.25 } };
const company = { id: 'nova', name: 'Nova Pictures', type: 9, taxID: '12345678' };
const order = (more: Row = {}): Row => ({ date: '2026-03-01', customer: 'nova', currency: 'TWD', exchange: 1, ...more });
const line = (more: Row = {}): Row => ({ film: 'tide-2019', amount: 1010, taxRate: 0.05, ...more });

describe.each(testDatabases)('sales orders on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let year: number;
  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date('2026-12-31T18:00:00Z') }); // 2027 in Taipei
    year = 2027;
    admin = await server.signIn('admin');
    for (const [object, row] of [
      ['company', company],
      ['film', film],
    ] as const)
      expect((await admin(`/api/pb/${object}`, { method: 'POST', json: row })).status).toBe(201);
  });
  afterAll(async () => {
    await expectSound(server);
    await server?.stop();
  });

  const create = async (row: Row, client = admin): Promise<Row> => {
    const answer = await client('/api/pb/sales_order', { method: 'POST', json: row });
    expect(answer.status, await answer.clone().text()).toBe(201);
    return answer.json() as Promise<Row>;
  };
  const put = async (row: Row, change: Row, client = admin): Promise<{ status: number; body: Row }> => {
    const answer = await client(`/api/pb/sales_order/${String(row.id)}`, { method: 'PUT', json: change, headers: { 'if-match': `"${String(row.ver)}"` } });
    return { status: answer.status, body: (await answer.json()) as Row };
  };
  const saved = async (row: Row = order()): Promise<Row> => (await put(await create(row), { status: 'saved' })).body;
  const fieldsOf = (body: Row) => (body.err as { fields: { path: string; code: string }[] }).fields.map(({ path, code }) => `${path} ${code}`);

  it('E09 the server computes every sum, and ignores the sums in the request', async () => {
    const made = await create(
      order({
        currency: 'USD',
        exchange: 31.5,
        total: 1,
        localTotal: 2,
        lines: [
          line({ amount: 1234.55, branch: '[T]', comRate: 0.3, adminFee: 10.01, shareRate: 0.5, tax: 9999, commission: 0, share: 1 }),
          line({ amount: 0.1, taxRate: 0.05, film: '' }),
        ],
      }),
    );
    const lines = made.lines as Row[];
    expect(lines[0]).toMatchObject({ tax: 61.73, commission: 370.37, share: 427.09 });
    expect(lines[1]).toMatchObject({ tax: 0.01, commission: 0, share: 0 });
    expect(made).toMatchObject({ total: 1296.39, localTotal: 40836, status: 'draft', serial: '' });
    const read = (await (await admin(`/api/pb/sales_order/${String(made.id)}`)).json()) as Row;
    expect(read).toEqual(made);
    const later = await put(made, { currency: 'TWD', exchange: 1, lines: [line()], total: 5 });
    expect(later.body).toMatchObject({ total: 1061, localTotal: 1061 });
    expect((await put(later.body, { total: 7 })).body).toEqual(later.body);
  });

  it('E09 the commission rate of a line is the film’s for its branch, unless the line has its own', async () => {
    const made = await create(
      order({ lines: [line({ branch: '[T]' }), line({ branch: '[H]', comRate: 0.1 }), line({ branch: '[B]' }), line(), line({ branch: '[T]', comRate: 0 })] }),
    );
    expect((made.lines as Row[]).map(({ comRate, commission }) => [comRate, commission])).toEqual([
      [0.3, 303],
      [0.1, 101],
      [null, 0],
      [null, 0],
      [0, 0],
    ]);
    expect(made).toMatchObject({ invTitle: 'Nova Pictures', invTaxID: '12345678' });
  });

  it('E09 refuses amounts with too many digits for the currency, and sums that are too large for their column', async () => {
    const refused = async (row: Row) => {
      const answer = await admin('/api/pb/sales_order', { method: 'POST', json: row });
      return [answer.status, ...fieldsOf((await answer.json()) as Row)];
    };
    expect(await refused(order({ lines: [line({ amount: 10.5 })] }))).toEqual([422, 'lines/0/amount field.decimals']);
    expect(await refused(order({ exchange: 90_000_000, lines: [line({ amount: 9_999_999_999_999 })] }))).toContain('localTotal field.range');
  });

  it('S04 a draft has no serial; saving it gives the next one of the office’s year; a void order has its serial still and is read-only', async () => {
    const draft = await create(order({ lines: [line()] }));
    expect((await put(draft, { serial: 'SO-1' })).status).toBe(422);
    expect(fieldsOf((await put(draft, { status: 'void' })).body)).toEqual(['status field.option']);
    const first = await put(draft, { status: 'saved' });
    expect(first.body.serial).toMatch(new RegExp(`^SO-${year}-\\d{4}$`));
    const edited = await put(first.body, { comment: 'x', lines: [line({ amount: 2000 })] });
    expect(edited.body).toMatchObject({ serial: first.body.serial, total: 2100, ver: 3 });
    expect((await put(first.body, { comment: 'late' })).status).toBe(412);
    const operator = await server.signIn('op');
    expect((await put(edited.body, { status: 'void' }, operator)).status).toBe(422);
    const ended = await put(edited.body, { status: 'void' });
    expect(ended.body).toMatchObject({ status: 'void', serial: first.body.serial, total: 2100 });
    const changes: Row[] = [{ comment: 'y' }, { lines: [] }, { customer: '' }, { exchange: 2 }, { status: 'saved' }, { status: 'draft' }];
    for (const change of changes) expect((await put(ended.body, change)).status, JSON.stringify(change)).toBe(422);
    const history = (await (await admin(`/api/pb/sales_order/${String(draft.id)}/history`)).json()) as { changes: Row }[];
    expect(history.some(({ changes }) => JSON.stringify(changes.serial) === JSON.stringify(['', first.body.serial]))).toBe(true);
  });

  it('S04 an order can only be created as a draft', async () => {
    const answer = await admin('/api/pb/sales_order', { method: 'POST', json: order({ status: 'saved' }) });
    expect([answer.status, ...fieldsOf((await answer.json()) as Row)]).toEqual([422, 'status field.option']);
  });

  it('S04 K14 a draft may be deleted, an order with a serial may not', async () => {
    const remove = (row: Row) => admin(`/api/pb/sales_order/${String(row.id)}`, { method: 'DELETE' });
    expect((await remove(await create(order()))).status).toBe(200);
    const answer = await remove(await saved());
    expect([answer.status, ((await answer.json()) as Row).err]).toMatchObject([422, { code: 'msg.numbered' }]);
  });

  it('S04 20 saves at the same time get 20 consecutive serials, and one order saved 20 times at once gets one', async () => {
    const number = (row: Row) => Number(String(row.serial).slice(-4));
    const before = number(await saved());
    const drafts = await Promise.all(Array.from({ length: 20 }, () => create(order({ lines: [line()] }))));
    const results = await Promise.all(drafts.map((draft) => put(draft, { status: 'saved' })));
    expect(results.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(results.map(({ body }) => number(body)).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => before + 1 + index));
    const one = await create(order());
    const attempts = await Promise.all(Array.from({ length: 20 }, () => put(one, { status: 'saved' })));
    // one is saved; who comes late is told so, or to try again where the wait for the row was too long
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(attempts.filter(({ status }) => ![200, 412, 503].includes(status))).toEqual([]);
    expect(number(await saved())).toBe(before + 22); // no number was lost to those who came late
  });

  it('E09 the list’s sums are exact, by currency, for the filtered rows, and only for people who may list them', async () => {
    const sums = async (filter: Row, client = admin) => {
      const answer = await client(`/api/pb/sales_order/sums?filter=${encodeURIComponent(JSON.stringify(filter))}`);
      return { status: answer.status, body: (await answer.json()) as { field: string; by: string | null; groups: Row[]; counts?: Row }[] };
    };
    const date = '2031-05-05';
    for (let count = 0; count < 3; count += 1) await saved(order({ date, currency: 'EUR', exchange: 35.1, lines: [line({ amount: 0.1, taxRate: 0 })] }));
    for (let count = 0; count < 2; count += 1)
      await saved(order({ date, currency: 'EUR', exchange: 1, lines: [line({ amount: 9_999_999_999_999.25, taxRate: 0 })] }));
    await saved(order({ date, currency: 'JPY', exchange: 0.21, lines: [line({ amount: 1000, taxRate: 0.1 })] }));
    // What is not sold, or no more, is left out and reported.
    await create(order({ date, lines: [line({ amount: 77 })] }));
    await put(await saved(order({ date, currency: 'JPY', exchange: 0.21, lines: [line({ amount: 5 })] })), { status: 'void' });
    const counts = { filter: { status: 'saved' }, left: 2 };
    const { body } = await sums({ date });
    expect(body).toEqual([
      {
        field: 'total',
        by: 'currency',
        groups: [
          { value: 'EUR', count: 5, sum: '19999999999998.80' },
          { value: 'JPY', count: 1, sum: '1100.00' },
        ],
        counts,
      },
      { field: 'localTotal', by: null, groups: [{ value: null, count: 6, sum: '20000000000241.00' }], counts },
    ]);
    expect((await sums({ date, currency: 'JPY' })).body[0]?.groups).toEqual([{ value: 'JPY', count: 1, sum: '1100.00' }]);
    expect((await sums({ date: '1999-01-01' })).body.map(({ groups }) => groups)).toEqual([[], []]);
    expect((await sums({ date, status: 'void' })).body.map(({ groups, counts: counted }) => [groups, counted?.left])).toEqual([
      [[], 1],
      [[], 1],
    ]);
    expect((await sums({ nonsense: 1 })).status).toBe(400);
    expect((await sums({ date }, await server.signIn('gs'))).body).toEqual(body);
    expect((await server.anonymous('/api/pb/sales_order/sums?filter={}')).status).toBe(401);
    expect(((await (await admin('/api/pb/company/sums?filter={}')).json()) as unknown[]).length).toBe(0);
  });

  it('E09 a film shows its orders with their commissions, a company its orders and films; each only what the person may read', async () => {
    await admin('/api/pb/company', { method: 'POST', json: { id: 'seen_company', name: 'Seen', type: 2 } });
    for (const id of ['seen_film', 'other_film'])
      await admin('/api/pb/film', { method: 'POST', json: { id, cname: id, production: 'seen_company', agent: 'seen_company', commission: { T: 0.3 } } });
    const lines = [
      line({ film: 'seen_film', amount: 1000, branch: '[T]' }),
      line({ film: 'other_film', amount: 7, branch: '[T]' }),
      line({ film: 'seen_film', amount: 500, branch: '[T]' }),
    ];
    for (let count = 0; count < 7; count += 1) await create(order({ customer: 'seen_company', lines }));
    const valid = await saved(order({ customer: 'seen_company', currency: 'USD', exchange: 31, lines }));
    await put(await saved(order({ lines })), { status: 'void' });

    type Related = { object: string; field: string; count: number; filter: Row; rows: Row[]; sums?: { by: string[]; groups: Row[] } };
    const related = async (path: string, client = admin): Promise<Related[]> => {
      const answer = await client(`/api/pb/${path}/related`);
      expect(answer.status).toBe(200);
      return (await answer.json()) as Related[];
    };
    const of = (found: Related[], object: string, field: string) => found.find((one) => one.object === object && one.field === field);
    const orders = of(await related('film/seen_film'), 'sales_order', 'lines.film');
    expect([orders?.count, orders?.rows.length]).toEqual([9, 5]);
    expect(orders?.sums?.by).toEqual(['status', 'currency']);
    expect(orders?.sums?.groups).toEqual([
      expect.objectContaining({ values: ['draft', 'TWD'], count: 7, sums: expect.objectContaining({ amount: '10500.00', commission: '3150.00' }) }),
      expect.objectContaining({ values: ['saved', 'USD'], count: 1, sums: expect.objectContaining({ amount: '1500.00', commission: '450.00' }) }),
      expect.objectContaining({ values: ['void', 'TWD'], count: 1, sums: expect.objectContaining({ commission: '450.00' }) }),
    ]);
    const list = await admin(`/api/pb/sales_order?filter=${encodeURIComponent(JSON.stringify({ ...orders?.filter, status: 'saved' }))}`);
    expect(((await list.json()) as Row[]).map(({ id }) => id)).toEqual([valid.id]);
    const company = await related('company/seen_company', await server.signIn('gs'));
    expect([of(company, 'sales_order', 'customer')?.count, of(company, 'film', 'production')?.count, of(company, 'film', 'agent')?.count]).toEqual([8, 2, 2]);
    expect((await server.anonymous('/api/pb/film/seen_film/related')).status).toBe(401);
    expect((await admin('/api/pb/film/nothing/related')).status).toBe(404);
    for (const wrong of [{ 'lines.amount': 'x' }, { 'lines.nothing': 'x' }, { 'nothing.film': 'x' }])
      expect((await admin(`/api/pb/sales_order?filter=${encodeURIComponent(JSON.stringify(wrong))}`)).status, JSON.stringify(wrong)).toBe(400);
  });

  it('E09 the rows that refer to a row need as many statements for one row as for many', async () => {
    const tally = async (film: string) => (await statementsOf(server.db, () => admin(`/api/pb/film/${film}/related`))).length;
    for (const id of ['one_order', 'many_orders']) await admin('/api/pb/film', { method: 'POST', json: { id, cname: id } });
    await create(order({ lines: [line({ film: 'one_order' })] }));
    for (let index = 0; index < 12; index += 1) await create(order({ lines: [line({ film: 'many_orders' }), line({ film: 'many_orders' })] }));
    await tally('one_order'); // what is remembered for a moment is remembered for both
    expect(await tally('many_orders')).toBeGreaterThan(0);
    const [one, many] = [await tally('one_order'), await tally('many_orders')];
    expect(many).toBe(one);
  });
});

describe('the printed order', () => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer({ now: () => new Date('2026-06-01T00:00:00Z') });
    admin = await server.signIn('admin');
    await admin('/api/pb/company', { method: 'POST', json: { ...company, name: '新星電影', invAddr: '高雄市大勇路 88 號' } });
    await admin('/api/pb/film', { method: 'POST', json: film });
  });
  afterAll(() => server?.stop());

  const made = async (more: Row, states: string[] = []): Promise<Row> => {
    let row = (await (await admin('/api/pb/sales_order', { method: 'POST', json: order(more) })).json()) as Row;
    for (const status of states) {
      const answer = await admin(`/api/pb/sales_order/${String(row.id)}`, { method: 'PUT', json: { status, ver: row.ver } });
      row = (await answer.json()) as Row;
    }
    return row;
  };
  const printed = async (row: Row, lang: string): Promise<{ pages: string[]; answer: Response }> => {
    const answer = await admin(`/api/pb/sales_order/${String(row.id)}/print?lang=${lang}`);
    expect(answer.status).toBe(200);
    return { pages: await pagesOf(new Uint8Array(await answer.arrayBuffer())), answer };
  };

  it('E09 shows in Chinese what is bought and what it costs, and no commissions', async () => {
    const row = await made(
      { currency: 'USD', exchange: 31.5, lines: [line({ amount: 1234.55, branch: '[T]', right: '[TV]', adminFee: 77.07 }), line({ amount: 0.1 })] },
      ['saved'],
    );
    const { pages, answer } = await printed(row, 'tw');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''SO-2026-0001");
    const [text = ''] = pages;
    for (const word of [
      '島嶼潮汐影像有限公司',
      '銷售訂單 SO-2026-0001',
      '新星電影',
      '高雄市大勇路 88 號',
      '潮汐 Tide',
      '電視',
      '1,234.55',
      '61.73',
      '1,296.28',
      '1,296.39',
      '40,836',
      '第 1 頁，共 1 頁',
    ])
      expect(text, word).toContain(word);
    for (const word of ['佣金', '77.07', '370.37', '草稿', '作廢']) expect(text).not.toContain(word);
  });

  it('E09 S04 repeats the table head on every page, in English, and marks every page of a void order', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => line({ amount: 1000 * (index + 1), desc: `Right ${index + 1}` }));
    const row = await made({ lines }, ['saved', 'void']);
    const { pages } = await printed(row, 'en');
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain('VOID');
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const all = pages.join('\n');
    for (const { desc } of lines) expect(all).toContain(String(desc));
    expect(all).toContain('Tide 潮汐');
    expect(pages.slice(0, -1).every((text) => text.includes('Net amount'))).toBe(true);
    expect(pages.at(-1)).toContain('1,921,500'); // 1,830,000 and 5 % of it
    expect((await printed(await made({}), 'en')).pages[0]).toContain('DRAFT');
  });

  it('P01 needs permission to read the order, an existing language, and an object with a printed form', async () => {
    const row = await made({});
    const path = `/api/pb/sales_order/${String(row.id)}/print`;
    expect((await server.anonymous(path)).status).toBe(401);
    expect((await (await server.signIn('gs'))(path)).status).toBe(200);
    expect((await admin(`${path}?lang=fr`)).status).toBe(400);
    expect((await admin('/api/pb/sales_order/nothing/print')).status).toBe(404);
    expect((await admin('/api/pb/company/nova/print')).status).toBe(404);
  });
});

/** The text of each page, as another program reads it out of the file. */
async function pagesOf(data: Uint8Array): Promise<string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data, useSystemFonts: false, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await document.destroy();
  return pages;
}
