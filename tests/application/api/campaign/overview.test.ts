/** What the home page shows beyond counts and changes, on both databases, for every role. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overview } from '#application/overview/wire.ts';
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import type { Due } from '#framework/reminders/wire.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('the home page on %s', (kind) => {
  let server: TestServer;
  const now = new Date('2026-11-21T08:30:00Z');
  const overview = async (client: Client): Promise<Overview> => (await (await client('/api/overview')).json()).data;
  const due = async (client: Client): Promise<Due[]> => (await (await client('/api/reminders')).json()).data.due;
  /** A row as it stands after whatever brought it there. */
  const put = async (object: string, row: Row) => {
    const { model } = server.registry.get(object)!;
    const stamps = { ver: 1, create_at: '2026-11-01 00:00:00', update_at: '2026-11-01 00:00:00', update_by: 'admin' };
    await server.db.transaction((tx) => insertRow(tx, model, { ...completeRow({ ...defaultsOf(model), ...row }, model.fields), ...stamps, ...row }));
  };

  beforeAll(async () => {
    server = await startServer({ kind, now: () => now });
  });
  afterAll(() => server.stop());

  it('R10 leaves out what does not exist', async () => {
    const { waiting, enrolments, sales } = await overview(await server.signIn('admin'));
    expect([waiting, enrolments, await due(await server.signIn('admin'))]).toEqual([[], undefined, []]);
    expect(sales).toHaveLength(24);
    expect(sales!.every(({ orders, total }) => orders === 0 && total === 0)).toBe(true);
  });

  it('R10 shows what needs attention, which windows open or end within three days, enrolments by day and hour, sales by month', async () => {
    await put('campaign', {
      id: 'open',
      cna: 'Open',
      maxSel: 3,
      zone: 'GMT+8',
      cStart: '2026-11-10 16:00:00',
      cEnd: '2026-11-23 15:59:59',
      sStart: '2026-12-01 00:00:00',
    });
    await put('campaign', { id: 'older', cna: 'Older', maxSel: 3, cStart: '2025-11-10 16:00:00', cEnd: '2025-11-23 15:59:59', sEnd: '2026-11-24 08:30:00' });
    await put('campaign', { id: 'next', cna: 'Next', maxSel: 3, cStart: '2026-11-24 16:00:00' });
    const people = { applicant: 'ann', attProgram: ['C'], genre: [], cname: 'X' };
    await put('applicant', { id: 'ann', email: 'ann@example.com' });
    const sent = { ...people, cid: 'open', status: 'submitted' };
    await put('enrolment', { id: 'e1', ...sent, create_at: '2026-11-11 01:00:00', submitAt: '2026-11-21 07:10:00' });
    await put('enrolment', { id: 'e2', ...sent, create_at: '2026-11-20 17:00:00', submitAt: '2026-11-21 07:59:59' });
    await put('enrolment', { id: 'e3', ...people, cid: 'open', status: 'draft', create_at: '2026-11-21 08:00:00' });
    await put('enrolment', { id: 'e4', ...people, cid: 'older', status: 'verified', create_at: '2025-11-21 08:00:00' });
    await put('company', { id: 'buyer', name: 'Buyer', type: 1 });
    for (const [id, date, status, localTotal] of [
      ['o1', '2026-11-02', 'saved', 100.25],
      ['o2', '2026-11-20', 'saved', 200.5],
      ['o3', '2026-11-20', 'draft', 999],
      ['o4', '2025-11-05', 'saved', 50],
      ['o5', '2024-11-05', 'saved', 7],
      ['o6', '2026-11-05', 'void', 8],
    ] as const)
      await put('sales_order', { id, date, status, localTotal, customer: 'buyer', currency: 'TWD', exchange: 1 });
    await put('mail', { id: 'm1', to: 'a@example.com', subject: 'Lost', status: 'failed' });

    const admin = await server.signIn('admin');
    const found = await overview(admin);
    expect(found.waiting.map(({ what, count }) => [what, count])).toEqual([
      ['submitted', 2],
      ['drafts', 1],
      ['mails', 1],
    ]);
    // The link's filter finds as many rows as the number says.
    for (const { object, filter, count } of found.waiting)
      expect(await (await admin(`/api/pb/${object}?filter=${encodeURIComponent(JSON.stringify(filter))}`)).json()).toHaveLength(count);
    expect((await due(admin)).filter(({ object }) => object === 'campaign').map(({ id, name, at }) => [id, name, at])).toEqual([
      ['open', 'entries-close', '2026-11-23 15:59:59'],
      ['older', 'jury-closes', '2026-11-24 08:30:00'],
    ]);
    const { campaign, days, hours } = found.enrolments!;
    expect(campaign).toEqual({ id: 'open', title: 'Open' });
    expect([days[0]!.at, days.at(-1)!.at, days.length]).toEqual(['2026-11-11', '2026-11-21', 11]);
    expect(days.filter(({ begun, submitted }) => begun || submitted)).toEqual([
      { at: '2026-11-11', begun: 1, submitted: 0 },
      { at: '2026-11-21', begun: 2, submitted: 2 },
    ]);
    expect(hours).toHaveLength(48);
    expect(hours.slice(-2)).toEqual([
      { at: '2026-11-21 15', begun: 0, submitted: 2 },
      { at: '2026-11-21 16', begun: 1, submitted: 0 },
    ]);
    expect(found.sales!.filter(({ orders }) => orders)).toEqual([
      { at: '2025-11', orders: 1, total: 50 },
      { at: '2026-11', orders: 2, total: 300.75 },
    ]);
    // Home and list count the same orders.
    const since = encodeURIComponent(JSON.stringify({ 'date@gte': `${found.sales![0]!.at}-01` }));
    const sums = (await (await admin(`/api/pb/sales_order/sums?filter=${since}`)).json()) as { field: string; groups: { sum: string }[] }[];
    const home = found.sales!.reduce((sum, { total }) => sum + total, 0);
    expect(sums.find(({ field }) => field === 'localTotal')?.groups.map(({ sum }) => Number(sum))).toEqual([home]);
  });

  it('P01 a guest sees what the role may list, and no mails', async () => {
    const { waiting, enrolments } = await overview(await server.signIn('gs'));
    expect(waiting.map(({ what }) => what)).toEqual(['submitted', 'drafts']);
    expect(enrolments!.campaign.id).toBe('open');
  });

  it('R10 needs as many statements for many rows as for few', async () => {
    const admin = await server.signIn('admin');
    const statements = async () => (await statementsOf(server.db, () => admin('/api/overview'))).length;
    await overview(admin); // its session is noted as seen
    const few = await statements();
    for (let index = 0; index < 30; index += 1) {
      await put('enrolment', { id: `more${index}`, applicant: 'ann', cid: 'open', status: 'submitted', cname: 'Y', create_at: '2026-11-20 01:00:00' });
      await put('campaign', { id: `soon${index}`, cna: `Soon ${index}`, maxSel: 3, sStart: '2026-11-22 00:00:00' });
    }
    expect(await statements()).toBe(few);
  });
});
