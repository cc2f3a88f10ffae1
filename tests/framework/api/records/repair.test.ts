/** What the check of invariants finds and has one right repair is looked at, then written with history; what only a person can decide stays (decision 140). */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { BulkReport } from '#framework/bulk/wire.ts';
import type { Findings, ShownJob } from '#framework/system/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 80 };
const id = { type: 'string', maxLength: 40 };
const many = { type: 'array', items: { type: 'string', maxLength: 40 } };
const crew = { title: 'Crew', properties: { id, name: text } };
const ship = {
  title: 'Ship',
  properties: {
    id,
    name: text,
    aboard: { type: 'integer', 'x-formula': 'size(children("berth", "ship"))' },
    hands: { ...many, 'x-relation': { to: 'crew', onDelete: 'null' } },
    watch: { ...many, minItems: 1, 'x-relation': 'crew' },
  },
  required: ['watch'],
};
const berth = { title: 'Berth', properties: { id, ship: { type: 'string', maxLength: 40, 'x-relation': { to: 'ship', onDelete: 'null' } } } };

describe.each(testDatabases)('a repair of what does not fit, on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'repair-'));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync('schemas', root, { recursive: true });
    for (const [name, schema] of Object.entries({ crew, ship, berth })) writeFileSync(join(root, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    for (const [object, row] of [
      ['crew', { id: 'ann' }],
      ['crew', { id: 'bo' }],
      ['ship', { id: 'gull', hands: ['ann', 'bo'], watch: ['ann'] }],
      ['ship', { id: 'tern', hands: ['bo'], watch: ['bo'] }],
      ['berth', { id: 'one', ship: 'gull' }],
    ] as const)
      expect((await admin(`/api/pb/${object}`, { method: 'POST', json: row })).status).toBe(201);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const found = async () => {
    const { data } = (await (await admin('/api/invariants')).json()) as { data: Findings };
    return data.violations.filter(({ object }) => object === 'ship').map(({ invariant, id: row, about }) => `${invariant} ${row} ${about}`);
  };
  const order = async (invariant: string, mode: string, seen?: string) => {
    const answer = await admin('/api/invariants/repair', { method: 'POST', json: { invariant, object: 'ship', mode, ...(seen !== undefined && { seen }) } });
    return { status: answer.status, ...((await answer.json()) as { data: { job: string; count: number }; err?: { code: string } }) };
  };
  const repair = async (invariant: string, mode: string, seen?: string): Promise<BulkReport> => {
    const { data } = await order(invariant, mode, seen);
    await server.tools.jobs.settled(data.job);
    const job = (await (await admin(`/api/jobs/${data.job}`)).json()) as { data: ShownJob<BulkReport> };
    expect(job.data).toMatchObject({ kind: 'repair', state: 'done' });
    return job.data.result;
  };
  const read = async (row: string): Promise<Row> => (await admin(`/api/pb/ship/${row}`)).json();

  it('a sum behind the rules’ back is looked at, written, and in the history', async () => {
    expect(await found()).toEqual([]);
    expect((await order('totals', 'check')).err?.code).toBe('msg.nothing');
    await server.db.run("UPDATE ship SET aboard = 7 WHERE id IN ('gull', 'tern')");
    expect(await found()).toEqual(['totals gull aboard', 'totals tern aboard']);
    const looked = await repair('totals', 'check');
    expect([looked.counts, looked.lines.map(({ id: row, do: fate }) => [row, fate])]).toEqual([
      { changed: 2, same: 0, refused: 0 },
      [
        ['gull', 'changed'],
        ['tern', 'changed'],
      ],
    ]);
    expect((await read('gull')).aboard).toBe(7);
    // Not the rows that were looked at any more.
    expect((await order('totals', 'write', `${looked.seen}x`)).err?.code).toBe('msg.selection');
    expect((await repair('totals', 'write', looked.seen)).counts).toEqual({ changed: 2, same: 0, refused: 0 });
    expect([await found(), (await read('gull')).aboard, (await read('tern')).aboard]).toEqual([[], 1, 0]);
    const history = (await (await admin('/api/pb/ship/gull/history')).json()) as { data?: Row[] } | Row[];
    const [last] = Array.isArray(history) ? history : (history.data ?? []);
    expect(last).toMatchObject({ action: 'repair', by: 'admin', changes: { aboard: [7, 1] } });
  });

  it('a reference to a row that is gone leaves its list; one that is required stays for a person', async () => {
    await server.db.run("DELETE FROM crew WHERE id = 'bo'");
    expect((await found()).sort()).toEqual(['references gull hands', 'references tern hands', 'references tern watch']);
    const looked = await repair('references', 'check');
    expect(looked.counts).toEqual({ changed: 1, same: 0, refused: 1 });
    expect(looked.lines.find(({ do: fate }) => fate === 'refused')).toMatchObject({ id: 'tern', problems: [{ path: 'watch', code: 'field.required' }] });
    expect((await repair('references', 'write', looked.seen)).counts).toEqual({ changed: 1, same: 0, refused: 1 });
    expect((await read('gull')).hands).toEqual(['ann']);
    expect((await found()).sort()).toEqual(['references tern hands', 'references tern watch']);
    // Only what is noted beside the row is wrong: it is made of the row again, which stays in its version.
    const { ver } = await read('gull');
    await server.db.run("UPDATE _ref SET to_id = 'nobody' WHERE obj = 'ship' AND row_id = 'gull' AND field = 'hands'");
    expect(await found()).toEqual(expect.arrayContaining(['references gull hands', 'noted gull hands']));
    expect((await repair('noted', 'write')).counts).toEqual({ changed: 1, same: 0, refused: 0 });
    expect([await read('gull'), await found()]).toEqual([
      expect.objectContaining({ ver, hands: ['ann'] }),
      expect.not.arrayContaining(['references gull hands']),
    ]);
    // Nothing is noted, as of a field that was called otherwise.
    await server.db.run("UPDATE _ref SET field = 'arms' WHERE obj = 'ship' AND row_id = 'gull' AND field = 'hands'");
    expect((await found()).filter((one) => one.startsWith('noted'))).toEqual(['noted gull hands']);
    expect((await repair('noted', 'write')).counts).toEqual({ changed: 1, same: 0, refused: 0 });
    expect((await found()).filter((one) => one.startsWith('noted'))).toEqual([]);
  });

  it('is an administrator’s', async () => {
    const op = await server.signIn('op');
    expect((await op('/api/invariants/repair', { method: 'POST', json: { invariant: 'totals', object: 'ship', mode: 'check' } })).status).toBe(403);
  });
});
