/** Many rows in one order: rehearsed, written row by row with a report, taken back as a whole; on an object that nothing else names. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { BulkOrder, BulkReport } from '#framework/bulk/wire.ts';
import { type Transaction, Unavailable } from '#framework/data/engine/connect.ts';
import type { FieldChanges } from '#rules/records/bulk.ts';
import { Refusal } from '#rules/words/problem.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (maxLength = 80) => ({ type: 'string', maxLength });
const tram = {
  title: 'Tram',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id', 'name'],
  'x-access': {
    '[op]': ['list', 'read', 'create', 'update', 'delete', 'import'],
    '[gs]': ['list', 'read'],
    '[]': 'all',
    rows: { '[op]': { properties: { depot: { enum: ['north', 'south', ''] } } } },
  },
  'x-workflow': {
    field: 'state',
    states: ['new', 'runs', 'scrap'],
    transitions: [
      {
        name: 'start',
        title: 'Start',
        from: 'new',
        to: 'runs',
        roles: ['[op]', '[]'],
        requires: { properties: { seats: { minimum: 1 } }, required: ['seats'] },
      },
      { name: 'scrap', title: 'Scrap', from: 'runs', to: 'scrap', roles: ['[]'], asks: ['reason'] },
    ],
  },
  properties: {
    id: text(40),
    name: text(),
    depot: { ...text(), 'x-db': { index: true } },
    seats: { type: 'integer', minimum: 0, maximum: 200 },
    plate: { ...text(20), 'x-db': { unique: true } },
    sealed: { type: 'boolean', default: false },
    wear: { type: 'string', format: 'date', 'x-readOnlyWhen': { properties: { sealed: { const: true } } } },
    lines: { type: 'array', items: text(), 'x-ui': 'tags' },
    secret: { ...text(), 'x-access': { read: ['[]'], write: ['[]'] } },
    serial: { ...text(), 'x-setOnce': true },
    twin: { type: 'string', 'x-relation': 'tram' },
    friends: { type: 'array', items: { type: 'string' }, 'x-relation': 'tram' },
    state: {
      type: 'string',
      oneOf: [
        { const: 'new', title: 'New' },
        { const: 'runs', title: 'Runs' },
        { const: 'scrap', title: 'Scrap' },
      ],
      default: 'new',
    },
    reason: { ...text(), default: '' },
    stops: { type: 'array', 'x-child': true, items: { type: 'object', properties: { at: text() } } },
  },
};

describe.each(testDatabases)('many rows on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'bulk-schemas-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let last = 0;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    writeFileSync(join(folder, 'tram.json'), JSON.stringify(tram));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    op = await server.signIn('op');
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const changeset = () => {
    last += 1;
    return `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
  };
  const make = async (...rows: Row[]) => {
    const csv = [Object.keys(rows[0] ?? {}).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n');
    const started = await admin('/api/pb/tram/import?mode=write', { method: 'POST', body: csv, headers: { 'content-type': 'application/octet-stream' } });
    const { job } = (await started.json()).data;
    await server.tools.jobs.settled(job);
    expect((await (await admin(`/api/jobs/${job}`)).json()).data.result.counts).toMatchObject({ create: rows.length, refused: 0 });
  };
  const read = async (id: string) => (await (await admin(`/api/pb/tram/${id}`)).json()) as Row;
  const send = (client: Client, order: unknown, headers = {}) => client('/api/pb/tram/bulk', { method: 'POST', json: order, headers });
  const resultOf = async <T>(client: Client, job: string): Promise<T> => {
    await server.tools.jobs.settled(job);
    const { data } = await (await client(`/api/jobs/${job}`)).json();
    expect(data).toMatchObject({ state: 'done', by: client === op ? 'op' : 'admin' });
    return data.result;
  };
  const bulk = async (client: Client, order: BulkOrder, headers = {}): Promise<BulkReport & { chosen: number }> => {
    const answer = await (await send(client, order, headers)).json();
    expect(answer.err).toBeNull();
    return { ...(await resultOf<BulkReport>(client, answer.data.job)), chosen: answer.data.count };
  };
  const fates = ({ lines }: BulkReport) => lines.map((line) => [line.id, line.do, ...line.problems.map(({ path, code }) => `${path} ${code}`)]);

  it('rehearses exactly what it then writes: changed, the same, and refused with the reason; each a version of its own', async () => {
    await make(
      { id: 'a1', name: 'A1', depot: 'north', seats: 10, sealed: 'no', lines: 'x; y' },
      { id: 'a2', name: 'A2', depot: 'north', seats: 20, sealed: 'yes', lines: '' },
      { id: 'a3', name: 'A3', depot: 'north', seats: 10, sealed: 'no', lines: 'y' },
      { id: 'a4', name: 'A4', depot: 'east', seats: 10, sealed: 'no', lines: '' },
    );
    const changes: FieldChanges = { wear: { do: 'set', value: '2026-05-01' }, lines: { do: 'add', values: ['z', 'x'] } };
    const order = { filter: { 'id@starts': 'a' }, sort: ['id', 'ASC'] as [string, string], changes };
    const check = await bulk(admin, { mode: 'check', ...order });
    expect(check).toMatchObject({ chosen: 4, counts: { changed: 3, same: 0, refused: 1 }, left: 0 });
    expect(fates(check)).toEqual([
      ['a1', 'changed'],
      ['a2', 'refused', 'wear field.readonly'],
      ['a3', 'changed'],
      ['a4', 'changed'],
    ]);
    expect(check.lines[1]).toMatchObject({ title: 'A2', problems: [{ message: expect.stringContaining('Wear') }] });
    expect(await read('a1')).toMatchObject({ ver: 1, wear: '', lines: ['x', 'y'] });
    const written = await bulk(admin, { mode: 'write', seen: check.seen, ...order });
    expect(fates(written)).toEqual(fates(check));
    expect(await read('a1')).toMatchObject({ ver: 2, wear: '2026-05-01', lines: ['x', 'y', 'z'], update_by: 'admin' });
    expect(await (await admin('/api/pb/tram/a1/history')).json()).toMatchObject([
      { action: 'update', changes: { wear: ['', '2026-05-01'] } },
      { action: 'create' },
    ]);
    // Once more: what is so already has no new version.
    expect((await bulk(admin, { mode: 'write', ...order })).counts).toEqual({ changed: 0, same: 3, refused: 1 });
    expect((await read('a1')).ver).toBe(2);
    expect(
      (await bulk(admin, { mode: 'write', ids: ['a1', 'a3'], changes: { wear: { do: 'empty' }, lines: { do: 'remove', values: ['y'] } } })).counts.changed,
    ).toBe(2);
    expect(await read('a1')).toMatchObject({ ver: 3, wear: '', lines: ['x', 'z'] });
  });

  it('takes the first of a list in its order, and refuses rows that are not those looked at', async () => {
    await make(...['b1', 'b2', 'b3'].map((id, index) => ({ id, name: id.toUpperCase(), seats: index })));
    const order = {
      filter: { 'id@starts': 'b' },
      sort: ['seats', 'DESC'] as [string, string],
      first: 2,
      changes: { depot: { do: 'set', value: 'south' } } as const,
    };
    const check = await bulk(admin, { mode: 'check', ...order });
    expect(check.lines.map(({ id }) => id)).toEqual(['b3', 'b2']);
    await make({ id: 'b4', name: 'B4', seats: 9 });
    const answer = await (await send(admin, { mode: 'write', seen: check.seen, ...order })).json();
    expect(answer.err).toMatchObject({ code: 'msg.selection', message: expect.stringMatching(/2/) });
    expect((await read('b3')).depot).toBe('');
  });

  it('P01 is each row’s own save: rights to fields and rows, unique values, dead references; a refused row takes no other with it', async () => {
    await make(
      { id: 'c1', name: 'C1', depot: 'north', plate: 'P1' },
      { id: 'c2', name: 'C2', depot: 'east', plate: 'P2' },
      { id: 'c3', name: 'C3', depot: 'south', plate: 'P3' },
    );
    const problems = async (client: Client, order: unknown) => {
      const { err } = await (await send(client, order)).json();
      return [err.code, ...err.fields.map((field: Row) => `${field.path} ${field.code}`)];
    };
    const set = (name: string, value: unknown) => ({ mode: 'write', ids: ['c1'], changes: { [name]: { do: 'set', value } } });
    expect(await problems(op, set('secret', 'x'))).toEqual(['msg.invalid', 'secret field.readonly']);
    expect(await problems(op, set('serial', 'x'))).toEqual(['msg.invalid', 'serial field.readonly']);
    expect(await problems(op, set('plate', 'x'))).toEqual(['msg.invalid', 'plate field.readonly']);
    expect(await problems(op, set('nothing', 'x'))).toEqual(['msg.invalid', 'nothing field.unknown']);
    expect(await problems(op, { mode: 'write', ids: ['c1'], changes: { name: { do: 'empty' } } })).toEqual(['msg.blank', 'name field.required']);
    const guest = await server.signIn('gs');
    expect((await send(guest, set('name', 'x'))).status).toBe(403);
    // Rows that the operator does not see are none of theirs; a depot out of their reach neither.
    const report = await bulk(op, { mode: 'write', ids: ['c1', 'c2', 'c3', 'none'], changes: { seats: { do: 'set', value: 300 } } });
    expect(fates(report)).toEqual([
      ['c1', 'refused', 'seats field.range'],
      ['c2', 'refused', ' msg.notfound'],
      ['c3', 'refused', 'seats field.range'],
      ['none', 'refused', ' msg.notfound'],
    ]);
    expect((await bulk(op, { mode: 'check', ids: ['c1'], changes: { depot: { do: 'set', value: 'east' } } })).lines[0]?.problems[0]?.code).toBe(
      'msg.forbidden',
    );
    expect((await bulk(op, { mode: 'check', ids: ['c1'], changes: { twin: { do: 'set', value: 'gone' } } })).lines[0]?.problems[0]).toMatchObject({
      path: 'twin',
      code: 'field.reference',
    });
    // Pasted cells are a row's own: the second wants a value that another row has.
    const pasted = await bulk(admin, {
      mode: 'write',
      rows: [
        { id: 'c1', ver: 1, cells: { seats: '12', lines: 'p; q', stops: 'x' } },
        { id: 'c2', ver: 1, cells: { plate: 'P3', seats: '1' } },
        { id: 'c3', ver: 7, cells: { seats: '1' } },
      ],
    });
    expect(fates(pasted)).toEqual([
      ['c1', 'refused', 'stops field.invalid'],
      ['c2', 'refused', 'plate field.unique'],
      ['c3', 'refused', ' msg.datamodi'],
    ]);
    const again = await bulk(admin, {
      mode: 'write',
      rows: [
        { id: 'c1', ver: 1, cells: { seats: '12', lines: 'p; q' } },
        { id: 'c2', cells: { plate: 'P3' } },
        { id: 'c3', cells: { seats: '' } },
      ],
    });
    expect(again.lines.map((line) => line.do)).toEqual(['changed', 'refused', 'same']);
    expect(await read('c1')).toMatchObject({ seats: 12, lines: ['p', 'q'], ver: 2 });
  });

  it('deletes all that a filter finds, and brings them back', async () => {
    await make(...['d1', 'd2', 'd3'].map((id) => ({ id, name: id, twin: '' })), { id: 'e1', name: 'E1', twin: 'd2' });
    const id = changeset();
    const order = { filter: { 'id@starts': 'd' }, sort: ['id', 'ASC'] as [string, string], remove: true } as const;
    expect(fates(await bulk(admin, { mode: 'check', ...order }))).toEqual([
      ['d1', 'changed'],
      ['d2', 'refused', ' msg.referenced'],
      ['d3', 'changed'],
    ]);
    await bulk(admin, { mode: 'write', ...order }, { 'x-changeset': id });
    expect([await read('d1'), (await read('d2')).id]).toEqual([expect.objectContaining({ done: false }), 'd2']);
    expect((await (await admin(`/api/changes/${id}/undo`, { method: 'POST', json: {} })).json()).data).toMatchObject({ count: 2, refused: 0 });
    expect((await read('d1')).ver).toBe(2);
  });

  it('carries a transition out on all that match, as a job: looked at first, refused where the state has it closed, and taken back', async () => {
    await make(...['f1', 'f2', 'f3', 'f4'].map((id, index) => ({ id, name: id.toUpperCase(), depot: index === 3 ? 'east' : 'north', seats: index })));
    const order = { filter: { 'id@starts': 'f' }, sort: ['id', 'ASC'] as [string, string], act: 'start' };
    const check = await bulk(op, { mode: 'check', ...order });
    expect(fates(check)).toEqual([
      ['f1', 'refused', ' msg.state'],
      ['f2', 'changed'],
      ['f3', 'changed'],
    ]);
    expect([check.isUndoable, (await read('f2')).state]).toEqual([false, 'new']);
    const id = changeset();
    const written = await bulk(op, { mode: 'write', seen: check.seen, ...order }, { 'x-changeset': id });
    expect(fates(written)).toEqual(fates(check));
    expect([written.isUndoable, written.effects]).toEqual([true, []]);
    expect(await read('f2')).toMatchObject({ state: 'runs', ver: 2, update_by: 'op' });
    expect(await (await admin('/api/pb/tram/f2/history')).json()).toMatchObject([{ action: 'start', changes: { state: ['new', 'runs'] } }, {}]);
    // Those that run already are closed to it; what it asks for has to be given.
    expect(fates(await bulk(op, { mode: 'write', ids: ['f2'], act: 'start' }))).toEqual([['f2', 'refused', ' msg.state']]);
    expect(fates(await bulk(admin, { mode: 'check', ids: ['f3'], act: 'scrap' }))).toEqual([['f3', 'refused', 'reason field.required']]);
    expect(fates(await bulk(admin, { mode: 'write', ids: ['f3'], act: 'scrap', input: { reason: 'Rust' } }))).toEqual([['f3', 'changed']]);
    expect((await (await op(`/api/changes/${id}/undo`, { method: 'POST', json: {} })).json()).data).toMatchObject({ count: 1, refused: 1 });
    expect([await read('f2'), await read('f3')]).toMatchObject([{ state: 'new' }, { state: 'scrap', reason: 'Rust' }]);
    // Who may not take it, and what is none.
    const code = async (client: Client, more: object) => (await (await send(client, { mode: 'write', ids: ['f2'], ...more })).json()).err.code;
    expect([await code(op, { act: 'scrap' }), await code(op, { act: 'nothing' }), await code(op, { act: 7 })]).toEqual([
      'msg.admin',
      'msg.notfound',
      'msg.badrequest',
    ]);
    expect((await send(await server.signIn('gs'), { mode: 'check', ids: ['f2'], act: 'start' })).status).toBe(403);
  });

  it('a row that is refused after it was written takes nothing with it, in the history neither', async () => {
    await make({ id: 'g1', name: 'G1', plate: 'G1' }, { id: 'g2', name: 'G2', plate: 'G2' }, { id: 'g3', name: 'G3', plate: 'G3' });
    // Where the second row points is refused once the row itself is written.
    const transaction = server.db.transaction;
    server.db.transaction = (work) =>
      transaction.call(server.db, (tx) => {
        const run: Transaction['run'] = async (sql, params = []) => {
          if (/insert into ._ref/i.test(sql) && params.includes('g2')) throw new Refusal('msg.forbidden');
          return tx.run(sql, params);
        };
        return work(Object.create(tx, { run: { value: run } }));
      }) as ReturnType<typeof work>;
    const id = changeset();
    const changes: FieldChanges = { seats: { do: 'set', value: 7 }, friends: { do: 'add', values: ['g1'] } };
    const report = await bulk(admin, { mode: 'write', filter: { 'id@starts': 'g' }, changes }, { 'x-changeset': id });
    server.db.transaction = transaction;
    expect(report.counts).toEqual({ changed: 2, same: 0, refused: 1 });
    expect([await read('g1'), await read('g2'), await read('g3')].map(({ ver, seats }) => [ver, seats ?? null])).toEqual([
      [2, 7],
      [1, null],
      [2, 7],
    ]);
    const entries = async (one: string) => (await (await admin(`/api/pb/tram/${one}/history`)).json()).length;
    expect([await entries('g1'), await entries('g2'), await entries('g3')]).toEqual([2, 1, 2]);
    expect((await (await admin(`/api/changes/${id}/undo`, { method: 'POST', json: {} })).json()).data).toMatchObject({ count: 2, refused: 0 });
  });

  it('takes 1,000 rows back as a job, however often the database is away in between, with few statements a row', async () => {
    const count = 1_000;
    await make(...Array.from({ length: count }, (_, index) => ({ id: `m${index}`, name: `M${index}`, depot: 'north' })));
    const id = changeset();
    const run = server.db.transaction;
    let statements = 0;
    server.db.transaction = (work) =>
      run.call(server.db, (tx) => {
        const counting = (name: 'run' | 'query') => ({
          value: (sql: string, params: never) => {
            statements += 1;
            return tx[name](sql, params);
          },
        });
        return work(Object.create(tx, { run: counting('run'), query: counting('query') }));
      }) as ReturnType<typeof work>;
    const written = await bulk(admin, { mode: 'write', filter: { 'id@starts': 'm' }, changes: { seats: { do: 'set', value: 44 } } }, { 'x-changeset': id });
    expect(written.counts).toEqual({ changed: count, same: 0, refused: 0 });
    // the row; and of every 25 one reading, with its child rows, one note of what was written in the history and one to take it back by
    expect(statements / count).toBeLessThan(1.3);
    // Away for a moment at every 300th transaction.
    let times = 0;
    server.db.transaction = (work) => {
      times += 1;
      return (times % 300 === 0 ? Promise.reject(new Unavailable('away')) : run.call(server.db, work)) as ReturnType<typeof work>;
    };
    const { data } = await (await admin(`/api/changes/${id}/undo`, { method: 'POST', json: {} })).json();
    expect(await resultOf(admin, data.job)).toMatchObject({ count, refused: 0, left: 0, failed: [] });
    server.db.transaction = run;
    const [row] = await server.db.query("SELECT COUNT(*) AS n FROM tram WHERE id LIKE 'm%' AND seats IS NULL");
    expect(Number(row?.n)).toBe(count);
    expect((await (await admin(`/api/changes/${id}/undo`, { method: 'POST', json: {} })).json()).err.code).toBe('msg.undo');
  });

  it('stops where it is asked to, and says what is left', async () => {
    await make(...Array.from({ length: 300 }, (_, index) => ({ id: `s${index}`, name: `S${index}` })));
    const answer = await (await send(admin, { mode: 'write', filter: { 'id@starts': 's' }, changes: { seats: { do: 'set', value: 1 } } })).json();
    await admin(`/api/jobs/${answer.data.job}/cancel`, { method: 'POST', json: {} });
    const report = await resultOf<BulkReport>(admin, answer.data.job);
    expect(report.counts.changed + report.left).toBe(300);
    const [row] = await server.db.query("SELECT COUNT(*) AS n FROM tram WHERE id LIKE 's%' AND seats = 1");
    expect(Number(row?.n)).toBe(report.counts.changed);
  });
});
