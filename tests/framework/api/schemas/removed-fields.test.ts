/** What a removed field held stays out of sight and comes back with it, whatever is saved and read again meanwhile. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 64 };
const box = (properties: object) => ({ box: { type: 'object', properties } });

describe.each(testDatabases)('removed fields on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'removed-'));
  let server: TestServer;
  let admin: Client;
  const put = async (name: string, properties: object, more: object = {}) => {
    writeFileSync(
      join(root, `${name}.json`),
      JSON.stringify({ title: name, type: 'object', 'x-titleTemplate': '{id}', 'x-access': { '[]': 'all' }, properties: { id: text, ...properties }, ...more }),
    );
    await server.registry.reload();
    expect(server.registry.quarantined()).toEqual([]);
  };
  const send = async (method: string, path: string, json: Row) => {
    const answer = await admin(`/api/pb/${path}`, { method, json, headers: { 'if-match': '*' } });
    expect([answer.status < 300, await answer.text()]).toEqual([true, expect.any(String)]);
  };
  const read = async (path: string) => (await admin(`/api/pb/${path}`)).json();

  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    server = await startServer({ kind, schemasDir: root, env: { WEBHOOK_PRIVATE: '1' } });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('inside nested values and lists hold what they held, after another file was read again too', async () => {
    const lines = (properties: object) => ({ lines: { type: 'array', 'x-child': true, items: { type: 'object', properties } } });
    const both = { ...box({ a: text, b: text }), ...lines({ a: text, b: text, ...box({ c: text, d: text }) }) };
    await put('locker', both);
    await send('POST', 'locker', { id: 'l1', box: { a: 'x', b: 'old' }, lines: [{ a: 'x', b: 'old', box: { c: 'x', d: 'old' } }] });
    await put('locker', { ...box({ a: text }), ...lines({ a: text, ...box({ c: text }) }) });
    await put('shelf', {});
    expect(await read('locker/l1')).toMatchObject({ box: { a: 'x' }, lines: [{ a: 'x', box: { c: 'x' } }] });
    expect(JSON.stringify(await read('locker/l1'))).not.toContain('old');
    await send('PUT', 'locker/l1', { box: { a: 'y' }, lines: [{ a: 'y', box: { c: 'x' } }] });
    await put('locker', both);
    expect(await read('locker/l1')).toMatchObject({ box: { a: 'y', b: 'old' }, lines: [{ a: 'y', b: 'old', box: { c: 'x', d: 'old' } }] });
  });

  it('leave their table while rows are read and written, and nobody is refused for it', async () => {
    await put('chest', { a: text, b: text });
    await send('POST', 'chest', { id: 'c', a: 'x', b: 'y' });
    const refused: unknown[] = [];
    let isOver = false;
    const work = async (worker: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        const [a, headers] = [`${worker}-${turn}`, { 'if-match': '*' }];
        const answers = [
          await admin('/api/pb/chest?range=[0,4]'),
          await admin('/api/pb/chest', { method: 'POST', json: { id: a, a } }),
          await admin(`/api/pb/chest/${a}`, { method: 'PUT', json: { a: 'y' }, headers }),
        ];
        for (const answer of answers) if (answer.status > 299) refused.push([answer.status, await answer.text()]);
      }
    };
    const workers = [0, 1, 2, 3].map(work);
    for (const properties of [{ a: text }, { a: text, b: text }, { a: text }]) await put('chest', properties);
    isOver = true;
    await Promise.all(workers);
    expect(refused).toEqual([]);
  });

  it('a member is renamed as often as its file says so', async () => {
    const first = box({ a: { ...text, 'x-was': 'c' } });
    const second = box({ c: { ...text, 'x-was': 'a' } });
    await put('drawer', first);
    await send('POST', 'drawer', { id: 'd1', box: { a: 'x' } });
    for (let time = 0; time < 3; time += 1) {
      await put('drawer', second);
      expect((await read('drawer/d1')).box, `time ${time}`).toEqual({ c: 'x' });
      await put('drawer', first);
      expect((await read('drawer/d1')).box, `time ${time}`).toEqual({ a: 'x' });
    }
  });

  it('a webhook that names an object and a role that are gone, and asks of a removed field, is changed and switched off still', async () => {
    await put('tour', { fee: { type: 'integer' } });
    await put('stop', {});
    const role = (ver: number) => ({ title: { tw: '巡演', en: 'Tours' }, grants: ['tour:list', 'tour:read'], ver });
    expect((await admin('/api/permissions/roles/touring', { method: 'PUT', json: role(0) })).status).toBe(200);
    const hook = {
      ...{ name: 'Road', url: 'https://hooks.example.org/in', isOn: true, roles: ['[]', '[touring]'] },
      ...{ events: { tour: ['update'], stop: ['create'] }, when: { tour: 'fee > 3', stop: "id != 'x'" } },
    };
    const made = (await (await admin('/api/webhooks', { method: 'POST', json: hook })).json()).data as { id: string };
    await put('tour', {});
    rmSync(join(root, 'stop.json'));
    await server.registry.reload();
    expect((await admin('/api/permissions/roles/touring', { method: 'DELETE' })).status).toBe(200);
    const save = async (more: object) => {
      const answer = await admin(`/api/webhooks/${made.id}`, { method: 'PUT', json: { ...hook, ...more } });
      return { status: answer.status, fields: ((await answer.json()).err?.fields ?? []).map(({ path }: Row) => path) };
    };
    const listed = async () => ((await (await admin('/api/webhooks')).json()).data.hooks as Row[]).find(({ id }) => id === made.id);
    expect(await listed()).toMatchObject({ unfit: ['tour', 'stop'] });
    // What it asks of a field that is gone is true of nothing: whoever lets it go on is told.
    expect(await save({ name: 'Still' })).toEqual({ status: 422, fields: ['when.tour'] });
    expect(await save({ isOn: false })).toEqual({ status: 200, fields: [] });
    expect(await listed()).toMatchObject({ ...hook, isOn: false });
    const rest = { name: 'Still', when: { stop: hook.when.stop } };
    expect(await save(rest)).toEqual({ status: 200, fields: [] });
    expect(await save({ ...rest, events: { tour: ['update'] }, roles: ['[]'] })).toEqual({ status: 200, fields: [] });
    expect(await listed()).toMatchObject({ name: 'Still', isOn: true, unfit: [], events: { tour: ['update'] } });
    // What was taken off it does not come back.
    expect(await save(rest)).toEqual({ status: 422, fields: ['events', 'roles'] });
  });

  it('an object whose rows are dropped for good leaves none of them with automations and webhooks', async () => {
    await put('spark', { of: text });
    await put('beacon', { word: text }, { 'x-on': [{ name: 'gone', when: 'deleted', do: [{ create: { object: 'spark', values: { of: 'word' } } }] }] });
    const hook = { name: 'Coast', url: 'http://127.0.0.1:1/', events: { beacon: ['create'], spark: ['create'] }, when: {}, roles: ['[]'] };
    expect((await admin('/api/webhooks', { method: 'POST', json: hook })).status).toBe(200);
    await send('POST', 'beacon', { id: 'b1', word: 'between us' });
    expect((await admin('/api/pb/beacon/b1', { method: 'DELETE' })).status).toBe(200);
    await send('POST', 'beacon', { id: 'b2', word: 'between us' });
    const held = async () => {
      const [runs, told] = [await server.db.query('SELECT data FROM _automation_run'), await server.db.query('SELECT type, body FROM _webhook_delivery')];
      return [runs.length > 0, told.some(({ type }) => type === 'beacon.create'), JSON.stringify([runs, told]).includes('between us')];
    };
    await expect.poll(held, { timeout: 20_000 }).toEqual([true, true, true]);
    rmSync(join(root, 'beacon.json'));
    await server.registry.reload();
    expect((await admin('/api/system/purge', { method: 'POST', json: { object: 'beacon', typed: 'beacon' } })).status).toBe(200);
    expect(await held()).toEqual([false, false, false]);
  });

  describe('a list goes where its field goes', () => {
    const entries = { type: 'array', items: { type: 'object', properties: { a: text } } };
    const table = { ...entries, 'x-child': true };
    const was = { 'x-was': 'sap.lines' };
    const one = [{ a: 'one' }];
    let trunks = 0;
    const apply = async (object: string) => {
      await server.registry.reload();
      if (server.registry.quarantined().length) expect((await admin('/api/system/apply', { method: 'POST', json: { object } })).status).toBe(200);
    };
    const file = (name: string, properties: object) =>
      writeFileSync(
        join(root, `${name}.json`),
        JSON.stringify({ title: name, type: 'object', 'x-access': { '[]': 'all' }, properties: { id: text, ...properties } }),
      );

    it.each<[string, object, object[], object]>([
      ['removed and back', { 'sap.lines': table }, [{}, { 'sap.lines': table }], { 'sap.lines': one }],
      ['removed as a table and back in a column', { 'sap.lines': table }, [{}, { 'sap.lines': entries }], { 'sap.lines': one }],
      ['renamed', { 'sap.lines': table }, [{ lines: { ...table, ...was } }], { lines: one }],
      ['renamed to another such name', { 'sap.lines': table }, [{ 'sap.more': { ...table, ...was } }], { 'sap.more': one }],
      ['into a column', { 'sap.lines': table }, [{ 'sap.lines': entries }], { 'sap.lines': one }],
      ['into a column of another name', { 'sap.lines': table }, [{ lines: { ...entries, ...was } }], { lines: one }],
      ['out of a column', { 'sap.lines': entries }, [{ 'sap.lines': table }], { 'sap.lines': one }],
      ['out of a column of another name', { 'sap.lines': entries }, [{ lines: { ...table, ...was } }], { lines: one }],
    ])('whose name no database takes: %s', async (_, first, then, wanted) => {
      trunks += 1;
      const object = `trunk${trunks}`;
      file(object, first);
      await apply(object);
      await send('POST', object, { id: 't1', 'sap.lines': one });
      for (const next of then) {
        file(object, next);
        await apply(object);
      }
      expect(server.registry.quarantined()).toEqual([]);
      expect(await read(`${object}/t1`)).toMatchObject(wanted);
    });

    it('whose name is long, and is not another’s that begins like it', async () => {
      const [object, stem] = [`o${'b'.repeat(20)}`, `l${'c'.repeat(32)}`];
      const both = { [`${stem}one`]: table, [`${stem}two`]: table };
      await put(object, both);
      const row = { id: 'x', [`${stem}one`]: one, [`${stem}two`]: [{ a: 'two' }] };
      await send('POST', object, row);
      await put(object, {});
      await put(object, { [`${stem}one`]: table });
      expect(await read(`${object}/x`)).toMatchObject({ [`${stem}one`]: one });
      await put(object, both);
      expect(await read(`${object}/x`)).toMatchObject(row);
    });
  });
});
