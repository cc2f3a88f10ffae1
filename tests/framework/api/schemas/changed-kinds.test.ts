/** What was written while a field was of another kind, or had another name: it comes out of the trash, the history and a changeset as the columns took theirs over. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue, Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 64 };
const whole = { type: 'integer' };
const many = { type: 'array', items: { type: 'string' } };
const moment = { type: 'string', format: 'date-time' };
const day = { type: 'string', format: 'date' };
const ref = { ...text, 'x-relation': 'crew' };
const box = { type: 'object', properties: { a: text } };
const list = { type: 'array', items: { type: 'object', properties: { a: text } } };
const child = (inner: object) => ({ type: 'array', 'x-child': true, items: { type: 'object', properties: { n: inner } } });
/** field → its kind before and after, what was written, what it was changed to before the kind changed, what comes back of the former */
const kinds: Record<string, [object, object, JsonValue, JsonValue, JsonValue]> = {
  decks: [text, whole, '4', '5', 4],
  berth: [whole, text, 4, 5, '4'],
  captain: [ref, { ...many, 'x-relation': { to: 'crew', many: true } }, 'c1', 'c2', ['c1']],
  built: [day, moment, '2026-01-02', '2026-01-03', '2026-01-02 00:00:00'],
  docked: [moment, day, '2026-01-02 00:00:00', '2026-01-03 00:00:00', '2026-01-02'],
  hold: [box, list, { a: 'x' }, { a: 'y' }, [{ a: 'x' }]],
  cargo: [list, box, [{ a: 'x' }], [{ a: 'y' }], { a: 'x' }],
  flag: [many, text, ['w'], ['v'], 'w'],
  marks: [text, many, 'w', 'v', ['w']],
  towed: [text, { type: 'boolean' }, '1', '0', true],
  stops: [child(text), child(whole), [{ n: '7' }], [{ n: '8' }], [{ n: 7 }]],
};
const fieldsOf = (at: 0 | 1) => Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind[at]]));
const valuesOf = (at: 2 | 3 | 4): Row => Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, kind[at]]));

describe.each(testDatabases)('fields of another kind than they were on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'kinds-'));
  let server: TestServer;
  let admin: Client;
  const put = (name: string, properties: object, more: object = {}) =>
    writeFileSync(
      join(root, `${name}.json`),
      JSON.stringify({ title: name, type: 'object', 'x-titleTemplate': '{id}', 'x-access': { '[]': 'all' }, properties: { id: text, ...properties }, ...more }),
    );
  const reload = async () => {
    await server.registry.reload();
    for (const { file } of server.registry.quarantined()) {
      const object = file.replace(/^schemas\/|\.json$/g, '');
      const applied = await admin('/api/system/apply', { method: 'POST', json: { object, allow: ['destructive'], typedName: object } });
      expect([applied.status, await applied.text()], object).toEqual([200, expect.any(String)]);
    }
    await server.registry.reload();
    expect(server.registry.quarantined()).toEqual([]);
  };
  const send = async (method: string, path: string, json: object, headers: Record<string, string> = {}) => {
    const answer = await admin(`/api/${path}`, { method, json, headers });
    const body = await answer.json();
    expect([answer.status < 300, body], `${method} ${path}`).toEqual([true, expect.anything()]);
    return body;
  };
  const read = async (path: string) => (await admin(`/api/pb/${path}`)).json();
  const restore = async (object: string, id: string) => {
    const { entries } = (await (await admin(`/api/trash?object=${object}`)).json()).data as { entries: { id: number; row: string }[] };
    return (await send('POST', 'trash/restore', { ids: [entries.find(({ row }) => row === id)?.id] })).data;
  };
  const set = (digit: string) => `${digit.repeat(8)}-1111-1111-1111-${digit.repeat(12)}`;

  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    put('crew', {});
    put('ship', fieldsOf(0));
    put('buoy', { note: text, depth: text });
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    for (const id of ['c1', 'c2']) await send('POST', 'pb/crew', { id });
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('come back out of the trash, the history and what is taken back as what they are now', async () => {
    for (const id of ['live', 'undone', 'gone', 'deleted']) await send('POST', 'pb/ship', { id, ...valuesOf(2) });
    await send('PUT', 'pb/ship/live', valuesOf(3), { 'if-match': '*' });
    await send('PUT', 'pb/ship/undone', valuesOf(3), { 'if-match': '*', 'X-Changeset': set('a') });
    await send('DELETE', 'pb/ship/gone', {});
    await send('DELETE', 'pb/ship/deleted', {}, { 'X-Changeset': set('b') });
    put('ship', fieldsOf(1));
    await reload();
    expect(await restore('ship', 'gone')).toMatchObject({ restored: [{ id: 'gone', left: [] }], failed: [] });
    expect((await send('POST', `changes/${set('b')}/undo`, {})).data).toMatchObject({ count: 1, refused: 0 });
    expect((await send('POST', `changes/${set('a')}/undo`, {})).data).toMatchObject({ count: 1, refused: 0 });
    const [first] = ((await read('ship/live/history')) as { entry: number }[]).slice(-1);
    const { ver } = await read('ship/live');
    expect((await send('POST', 'pb/ship/live/revert', { to: first?.entry }, { 'if-match': `"${ver}"` })).data.left).toEqual([]);
    for (const id of ['gone', 'deleted', 'undone', 'live']) expect(await read(`ship/${id}`), id).toMatchObject(valuesOf(4));
  });

  it('and what has no equal does not keep the rest from coming back', async () => {
    for (const id of ['live', 'undone', 'gone']) await send('POST', 'pb/buoy', { id, note: 'first', depth: 'deep' });
    await send('PUT', 'pb/buoy/live', { note: 'second', depth: '5' }, { 'if-match': '*' });
    await send('PUT', 'pb/buoy/undone', { note: 'second', depth: '5' }, { 'if-match': '*', 'X-Changeset': set('c') });
    await send('DELETE', 'pb/buoy/gone', {});
    put('buoy', { note: text, depth: whole });
    await reload();
    expect(await restore('buoy', 'gone')).toMatchObject({ restored: [{ id: 'gone', left: [{ id: 'gone', fields: ['depth'], why: 'schema' }] }], failed: [] });
    expect(await read('buoy/gone')).toMatchObject({ note: 'first', depth: null });
    // A change is taken back whole or not at all.
    expect((await send('POST', `changes/${set('c')}/undo`, {})).data).toMatchObject({ count: 0, failed: [{ id: 'undone', code: 'msg.invalid' }] });
    const [first] = ((await read('buoy/live/history')) as { entry: number }[]).slice(-1);
    const revert = async (more: object) => {
      const headers = { 'if-match': `"${(await read('buoy/live')).ver}"` };
      return (await admin('/api/pb/buoy/live/revert', { method: 'POST', json: { to: first?.entry, ...more }, headers })).json();
    };
    expect((await revert({ fields: ['depth'] })).err).toMatchObject({ code: 'msg.invalid', fields: [{ path: 'depth', code: 'field.integer' }] });
    expect((await revert({})).data).toMatchObject({ row: { note: 'first', depth: 5 }, left: ['depth'] });
    expect((await revert({})).err).toMatchObject({ code: 'msg.invalid', fields: [{ path: 'depth', code: 'field.integer' }] });
  });

  it('an earlier version of a nested value is had again without the members that no field has any more', async () => {
    put('locker', { box: { type: 'object', properties: { a: text, b: text } } });
    await reload();
    await send('POST', 'pb/locker', { id: 'l1', box: { a: 'x', b: 'old' } });
    await send('PUT', 'pb/locker/l1', { box: { a: 'y', b: 'old' } }, { 'if-match': '*' });
    put('locker', { box: { type: 'object', properties: { a: text } } });
    await reload();
    const [first] = ((await read('locker/l1/history')) as { entry: number }[]).slice(-1);
    await send('POST', 'pb/locker/l1/revert', { to: first?.entry }, { 'if-match': '"2"' });
    expect((await read('locker/l1')).box).toEqual({ a: 'x' });
    put('locker', { box: { type: 'object', properties: { a: text, b: text } } });
    await reload();
    expect((await read('locker/l1')).box).toEqual({ a: 'x', b: 'old' });
  });

  it('what a deletion emptied points again by its field’s and its object’s present name and kind', async () => {
    const to = { ...text, 'x-relation': { to: 'pier', onDelete: 'null' } };
    const lines = (field: object) => ({ type: 'array', items: { type: 'object', properties: field } });
    put('pier', {});
    put('boat', { home: to, spare: to, gone: to, trips: lines({ at: to }) });
    await reload();
    await send('POST', 'pb/pier', { id: 'p1' });
    await send('POST', 'pb/boat', { id: 'b1', home: 'p1', spare: 'p1', gone: 'p1', trips: [{ at: 'p1' }] });
    await send('DELETE', 'pb/pier/p1', {});
    expect(await read('boat/b1')).toMatchObject({ home: '', spare: '', gone: '', trips: [{ at: '' }] });
    put('boat', {
      harbour: { ...to, 'x-was': 'home' },
      spare: { ...many, 'x-relation': { to: 'pier', many: true, onDelete: 'null' } },
      trips: lines({ from: { ...to, 'x-was': 'at' } }),
    });
    await reload();
    rmSync(join(root, 'boat.json'));
    put(
      'ferry',
      { harbour: to, spare: { ...many, 'x-relation': { to: 'pier', many: true, onDelete: 'null' } }, trips: lines({ from: to }) },
      { 'x-was': 'boat' },
    );
    await reload();
    expect(await restore('pier', 'p1')).toMatchObject({
      restored: [{ id: 'p1', left: [{ object: 'ferry', id: 'b1', fields: ['gone'], why: 'schema' }] }],
      failed: [],
    });
    expect(await read('ferry/b1')).toMatchObject({ harbour: 'p1', spare: ['p1'], trips: [{ from: 'p1' }] });
  });

  it('a text that becomes a reference, and one of them leads nowhere: the rows are named, and files are read on', async () => {
    put('mast', { flag: text });
    await reload();
    for (const [id, flag] of Object.entries({ m1: 'c1', m2: 'nobody' })) await send('POST', 'pb/mast', { id, flag });
    put('mast', { flag: ref });
    await server.registry.reload();
    put('oar', {});
    await server.registry.reload();
    await send('POST', 'pb/oar', { id: 'o1' });
    const refused = await (await admin('/api/system/apply', { method: 'POST', json: { object: 'mast' } })).json();
    expect(refused.data.refused).toMatchObject([{ fields: ['flag'], count: 1, rows: [{ id: 'm2', problems: [{ path: 'flag', code: 'field.reference' }] }] }]);
    expect(await read('mast/m2')).toMatchObject({ flag: 'nobody' });
    await send('PUT', 'pb/mast/m2', { flag: 'c2' }, { 'if-match': '*' });
    expect((await admin('/api/system/apply', { method: 'POST', json: { object: 'mast' } })).status).toBe(200);
  });
});
