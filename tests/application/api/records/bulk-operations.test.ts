/** An operation on all that match, as a job: what it would do in all, the name that is typed once, and the way back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkReport } from '#framework/bulk/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { campaign, hour } from '../../../support/forum/forum.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('operations on all that match, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer({ kind });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
  });
  const send = async (order: object, headers = {}) => (await admin('/api/pb/decision_maker/bulk', { method: 'POST', json: order, headers })).json();
  const bulk = async (order: object, headers = {}): Promise<BulkReport> => {
    const { data, err } = await send(order, headers);
    expect(err).toBeNull();
    await server.tools.jobs.settled(data.job);
    return (await (await admin(`/api/jobs/${data.job}`)).json()).data.result;
  };

  it('S09 many are disabled at once: the effects of all are told before, the object’s name is typed, and Undo brings back what was cleared', async () => {
    const count = 60;
    await admin('/api/pb/campaign', { method: 'POST', json: campaign });
    for (let index = 0; index < count; index += 1) {
      const enabled = index !== 7;
      const json = { cid: campaign.id, name: `P${String(index).padStart(2, '0')}`, enabled, available: enabled ? [hour(2, 8)] : [] };
      const made = await admin('/api/pb/decision_maker', { method: 'POST', json });
      expect(made.status, await made.text()).toBe(201);
    }
    const people = async () => {
      const range = encodeURIComponent('[0,99]');
      const rows: { name: string; enabled: boolean; available: unknown[] }[] = await (await admin(`/api/pb/decision_maker?range=${range}`)).json();
      return rows.map(({ enabled, available }) => `${enabled} ${available.length}`).sort();
    };
    const before = await people();
    const order = { filter: { cid: campaign.id }, sort: ['name', 'ASC'], act: 'disable' };
    const check = await bulk({ mode: 'check', ...order });
    expect(check.counts).toEqual({ changed: count - 1, same: 0, refused: 1 });
    expect(check.lines[7]).toMatchObject({ do: 'refused', title: 'P07', problems: [{ code: 'msg.state' }] });
    expect(check.effects).toEqual([
      { do: 'clear', object: 'decision_maker', field: 'available', count: count - 1 },
      { do: 'change', object: 'decision_maker', field: 'enabled', count: count - 1 },
    ]);
    expect(await people()).toEqual(before);
    expect((await send({ mode: 'write', seen: check.seen, ...order })).err).toMatchObject({ code: 'msg.confirm' });
    const id = '00000000-0000-4000-8000-000000000012';
    const written = await bulk({ mode: 'write', seen: check.seen, confirm: 'decision_maker', ...order }, { 'x-changeset': id });
    expect([written.counts, written.effects, written.isUndoable]).toEqual([check.counts, check.effects, true]);
    expect(new Set(await people())).toEqual(new Set(['false 0']));
    const { data } = await (await admin(`/api/changes/${id}/undo`, { method: 'POST', json: {} })).json();
    expect(data).toMatchObject({ count: count - 1, refused: 0 });
    expect(await people()).toEqual(before);
    expect((await send({ mode: 'check', ids: ['x'], act: 'nothing' })).err.code).toBe('msg.notfound');
  });
});
