/** Comments, mentions, assignments, following and notices, over HTTP, on an object that nobody prepared for them. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notice, Talk } from '#framework/comments/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const kiln = {
  title: 'Kiln',
  type: 'object',
  required: ['name'],
  'x-titleTemplate': '{name}',
  'x-access': { '[gs]': ['list', 'read'], '[op]': 'all', '[]': 'all', rows: { '[gs]': { properties: { state: { const: 'open' } }, required: ['state'] } } },
  properties: {
    id: { type: 'string', maxLength: 40, readOnly: true },
    name: { type: 'string', maxLength: 80 },
    state: { type: 'string', enum: ['open', 'shut'], default: 'open' },
  },
};
const brief = {
  title: 'Brief',
  type: 'object',
  required: ['id'],
  'x-trash': false,
  'x-access': { '[op]': 'all', '[]': 'all' },
  properties: { id: { type: 'string', maxLength: 40 } },
};

describe.each(testDatabases)('comments on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'comments-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let guest: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'kiln.json'), JSON.stringify(kiln));
    writeFileSync(join(root, 'brief.json'), JSON.stringify(brief));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    [admin, op, guest] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (row: object, object = 'kiln'): Promise<string> => {
    const answer = await admin(`/api/pb/${object}`, { method: 'POST', json: row });
    expect(answer.status).toBe(201);
    return (await answer.json()).id;
  };
  const say = (client: Client, id: string, text: string, headers: Record<string, string> = {}) =>
    client(`/api/pb/kiln/${id}/comments`, { method: 'POST', json: { text }, headers });
  const said = async (client: Client, id: string, text: string): Promise<number> => {
    const answer = await say(client, id, text);
    expect(answer.status).toBe(200);
    return (await answer.json()).data.id;
  };
  const talk = async (client: Client, id: string): Promise<Talk> => (await (await client(`/api/pb/kiln/${id}/comments`)).json()).data;
  const texts = async (client: Client, id: string) => (await talk(client, id)).comments.map(({ text }) => text);
  const notices = async (client: Client, id?: string): Promise<Notice[]> =>
    (await (await client('/api/notices')).json()).data.notices.filter((one: Notice) => id === undefined || one.id === id);
  const kinds = async (client: Client, id: string) => (await notices(client, id)).map((one) => one.kind);
  const assign = (client: Client, id: string, json: object) => client(`/api/pb/kiln/${id}/assignment`, { method: 'PUT', json });
  const follow = (client: Client, id: string, follows: boolean) => client(`/api/pb/kiln/${id}/follow`, { method: 'PUT', json: { follows } });
  const remove = (id: string, object = 'kiln') => admin(`/api/pb/${object}/${id}`, { method: 'DELETE' });
  const problem = async (answer: Response) => [answer.status, (await answer.json()).err?.code];
  const stored = async (id: string) =>
    Promise.all(['_comment', '_involved', '_notice'].map(async (name) => (await server.db.query(`SELECT * FROM ${name} WHERE row_id = ?`, [id])).length));

  it('are read and written by who may read the row, and by nobody else', async () => {
    const [open, shut] = [await make({ name: 'open' }), await make({ name: 'shut', state: 'shut' })];
    await said(guest, open, 'It smokes.\n<b>Really</b>');
    expect(await texts(op, open)).toEqual(['It smokes.\n<b>Really</b>']);
    await said(op, shut, 'not for guests');
    for (const path of ['comments', 'people']) expect((await guest(`/api/pb/kiln/${shut}/${path}`)).status).toBe(404);
    expect((await say(guest, shut, 'x')).status).toBe(404);
    expect((await follow(guest, shut, true)).status).toBe(404);
    expect((await assign(guest, shut, { account: 'op', due: '', is: 'open' })).status).toBe(404);
    for (const text of ['', '  ', 'x'.repeat(4_001)]) expect((await say(op, open, text)).status).toBe(422);
    expect((await say(op, open, 'x'.repeat(4_000))).status).toBe(200);
    expect((await op(`/api/pb/kiln/${open}/comments`, { method: 'POST', json: { text: 7 } })).status).toBe(400);
    expect((await admin('/api/pb/nothing/1/comments')).status).toBe(404);
  });

  it('are changed by their author alone, and removed by the author or an administrator', async () => {
    const id = await make({ name: 'own' });
    const first = await said(op, id, 'wrogn');
    const at = (comment: number) => `/api/pb/kiln/${id}/comments/${comment}`;
    expect((await admin(at(first), { method: 'PUT', json: { text: 'mine now' } })).status).toBe(403);
    expect((await guest(at(first), { method: 'DELETE' })).status).toBe(403);
    expect((await op(at(first), { method: 'PUT', json: { text: 'wrong' } })).status).toBe(200);
    expect((await talk(guest, id)).comments).toMatchObject([{ text: 'wrong', by: 'op', mayChange: false, mayRemove: false }]);
    expect((await talk(guest, id)).comments[0]?.editedAt).toBeGreaterThan(0);
    expect((await talk(admin, id)).comments).toMatchObject([{ mayChange: false, mayRemove: true }]);
    const other = await make({ name: 'other' });
    expect((await op(`/api/pb/kiln/${other}/comments/${first}`, { method: 'DELETE' })).status).toBe(404);
    expect((await admin(at(first), { method: 'DELETE' })).status).toBe(200);
    expect((await admin(at(first), { method: 'DELETE' })).status).toBe(404);
    expect(await talk(op, id)).toMatchObject({ comments: [], count: 0 });
  });

  it('name people who may read the row, by their account, and they get one notice', async () => {
    const [id, shut] = [await make({ name: 'named' }), await make({ name: 'hidden', state: 'shut' })];
    const people = async (row: string) => (await (await op(`/api/pb/kiln/${row}/people`)).json()).data.map((one: { id: string }) => one.id);
    expect(await people(id)).toEqual(expect.arrayContaining(['admin', 'op', 'gs']));
    expect(await people(shut)).not.toContain('gs');
    expect(await problem(await say(op, shut, 'look @[gs]'))).toEqual([422, 'msg.noreader']);
    expect(await problem(await say(op, id, '@[nobody]'))).toEqual([422, 'msg.noreader']);
    expect(await talk(op, shut)).toMatchObject({ comments: [] });
    const comment = await said(op, id, 'look @[gs] and @[gs], @[op]');
    expect(await notices(guest, id)).toMatchObject([{ kind: 'mention', object: 'kiln', title: 'named', by: 'op', isRead: false }]);
    const [{ text } = { text: '' }] = await notices(guest, id);
    expect(text).not.toContain('@[');
    expect(await notices(op, id)).toEqual([]);
    expect(Object.keys((await talk(op, id)).names).sort()).toEqual(['gs', 'op']);
    await op(`/api/pb/kiln/${id}/comments/${comment}`, { method: 'PUT', json: { text: 'look @[gs] and @[admin]' } });
    expect([await kinds(guest, id), await kinds(admin, id)]).toEqual([['mention'], ['mention']]);
    await op(`/api/pb/kiln/${id}/comments/${comment}`, { method: 'DELETE' });
    expect([await kinds(guest, id), await kinds(admin, id)]).toEqual([[], []]);
  });

  it('are followed by who wrote one or asked to, until they say otherwise', async () => {
    const id = await make({ name: 'followed' });
    await said(op, id, 'first');
    await follow(guest, id, true);
    expect([(await talk(op, id)).follows, (await talk(guest, id)).follows, (await talk(admin, id)).follows]).toEqual([true, true, false]);
    await said(admin, id, 'second, @[gs]');
    expect([await kinds(op, id), await kinds(guest, id), await kinds(admin, id)]).toEqual([['comment'], ['mention'], []]);
    await follow(op, id, false);
    await said(op, id, 'third');
    await said(admin, id, 'fourth');
    expect((await talk(op, id)).follows).toBe(false);
    expect(await kinds(op, id)).toEqual(['comment']);
  });

  it('a row is assigned with a day, dealt with, and taken back', async () => {
    const [id, shut] = [await make({ name: 'assigned' }), await make({ name: 'hidden', state: 'shut' })];
    expect(await problem(await assign(op, shut, { account: 'gs', due: '', is: 'open' }))).toEqual([422, 'msg.noreader']);
    for (const json of [
      { account: 'gs', due: 'soon', is: 'open' },
      { account: '', is: 'open' },
      { account: 'gs', is: 'perhaps' },
    ])
      expect((await assign(op, id, json)).status).toBe(400);
    expect((await assign(op, id, { account: 'gs', is: 'done' })).status).toBe(404);
    await assign(op, id, { account: 'gs', due: '2026-12-01', is: 'open' });
    await assign(admin, id, { account: 'gs', due: '2026-12-01', is: 'open' });
    expect(await notices(guest, id)).toMatchObject([{ kind: 'assigned', due: '2026-12-01', by: 'op' }]);
    expect((await talk(guest, id)).follows).toBe(true);
    const waits = async () => (await (await guest('/api/reminders')).json()).data.due.filter((one: { id: string }) => one.id === id);
    expect(await waits()).toMatchObject([{ object: 'kiln', title: 'assigned', name: '', day: '2026-12-01' }]);
    await assign(guest, id, { account: 'gs', is: 'done' });
    expect(await waits()).toEqual([]);
    const [one] = (await talk(op, id)).assignments;
    expect(one).toMatchObject({ account: 'gs', by: 'op', due: '2026-12-01' });
    expect(one?.doneAt).toBeGreaterThan(0);
    await assign(op, id, { account: 'gs', is: 'none' });
    expect((await talk(op, id)).assignments).toEqual([]);
    await assign(op, id, { account: 'op', due: '', is: 'open' });
    expect(await kinds(op, id)).toEqual([]);
  });

  it('notices are one’s own, of what one may still read, and are read off', async () => {
    const id = await make({ name: 'noticed' });
    const comment = await said(op, id, 'look @[gs]');
    const [notice] = await notices(guest, id);
    expect((await op('/api/notices/read', { method: 'POST', json: { ids: [notice?.notice] } })).status).toBe(200);
    expect(await notices(guest, id)).toMatchObject([{ isRead: false }]);
    const { ver } = await (await admin(`/api/pb/kiln/${id}`)).json();
    const changed = await admin(`/api/pb/kiln/${id}`, { method: 'PUT', json: { name: 'noticed', state: 'shut', ver } });
    expect(changed.status).toBe(200);
    expect(await notices(guest, id)).toEqual([]);
    await admin(`/api/pb/kiln/${id}`, { method: 'PUT', json: { name: 'noticed', state: 'open', ver: ver + 1 } });
    await guest('/api/notices/read', { method: 'POST', json: { ids: [notice?.notice] } });
    expect(await notices(guest, id)).toMatchObject([{ isRead: true }]);
    await said(op, id, 'again @[gs]');
    await guest('/api/notices/read', { method: 'POST', json: {} });
    expect((await (await guest('/api/notices')).json()).data.unread).toBe(0);
    expect((await guest('/api/notices/read', { method: 'POST', json: { ids: ['1'] } })).status).toBe(400);
    expect(comment).toBeGreaterThan(0);
  });

  it('are said once where a request comes twice', async () => {
    const id = await make({ name: 'twice' });
    const key = { 'Idempotency-Key': `once-${id}` };
    const both = await Promise.all([say(op, id, 'one', key), say(op, id, 'one', key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await say(op, id, 'one', key)).status).toBe(200);
    expect((await say(op, id, 'two', key)).status).toBe(400);
    expect(await texts(op, id)).toEqual(['one']);
  });

  it('come fifty at a time', async () => {
    const id = await make({ name: 'long' });
    for (let at = 0; at < 53; at += 1) await said(op, id, `n${at}`);
    const newest = await talk(op, id);
    expect([newest.count, newest.more, newest.comments.length, newest.comments.at(-1)?.text]).toEqual([53, true, 50, 'n52']);
    const older = (await (await op(`/api/pb/kiln/${id}/comments?below=${newest.comments[0]?.id}`)).json()).data;
    expect([older.more, older.comments.map(({ text }: { text: string }) => text)]).toEqual([false, ['n0', 'n1', 'n2']]);
  });

  it('wait in the trash with their row, and go with it', async () => {
    const id = await make({ name: 'gone' });
    await said(op, id, 'look @[gs]');
    await assign(op, id, { account: 'gs', due: '', is: 'open' });
    await remove(id);
    expect([await notices(guest, id), (await op(`/api/pb/kiln/${id}/comments`)).status]).toEqual([[], 404]);
    expect((await admin(`/api/pb/kiln/${id}/restore`, { method: 'POST', json: {} })).status).toBe(200);
    expect([await texts(op, id), (await kinds(guest, id)).sort()]).toEqual([['look @[gs]'], ['assigned', 'mention']]);
    const stays = await make({ name: 'stays' });
    await said(op, stays, 'here');
    await remove(id);
    expect((await admin('/api/trash/empty', { method: 'POST', json: {} })).status).toBe(200);
    expect(await stored(id)).toEqual([0, 0, 0]);
    expect(await texts(op, stays)).toEqual(['here']);
    const brief = await make({ id: 'b1' }, 'brief');
    expect((await op(`/api/pb/brief/${brief}/comments`, { method: 'POST', json: { text: 'short' } })).status).toBe(200);
    await remove(brief, 'brief');
    expect(await stored(brief)).toEqual([0, 0, 0]);
  });

  it('of records that are merged are those of the one that stays', async () => {
    const [stays, goes] = [await make({ name: 'stays' }), await make({ name: 'goes' })];
    await said(op, goes, 'of the other @[gs]');
    await said(op, stays, 'of this one');
    await assign(admin, goes, { account: 'op', due: '2026-12-24', is: 'open' });
    const merged = await admin(`/api/pb/kiln/${stays}/merge`, { method: 'POST', json: { from: [{ id: goes }] } });
    expect(merged.status).toBe(200);
    expect(await texts(op, stays)).toEqual(['of the other @[gs]', 'of this one']);
    expect(await talk(op, stays)).toMatchObject({ follows: true, assignments: [{ account: 'op', due: '2026-12-24' }] });
    expect(await kinds(guest, stays)).toEqual(['mention']);
    expect(await stored(goes)).toEqual([0, 0, 0]);
  });

  it('ask as many statements however many they are', async () => {
    const statements = async (act: () => Promise<unknown>) => (await statementsOf(server.db, act)).length;
    const [one, many] = [await make({ name: 'one' }), await make({ name: 'many' })];
    await said(op, one, 'look @[gs]');
    for (let at = 0; at < 12; at += 1) await said(at % 2 ? op : admin, many, `look @[gs] @[admin] ${at}`);
    const read = (id: string) => statements(() => talk(guest, id));
    expect(await read(many)).toBe(await read(one));
    await guest('/api/notices/read', { method: 'POST', json: {} });
    const before = await statements(() => notices(guest));
    for (let at = 0; at < 5; at += 1) await said(op, many, `look @[gs] ${at}`);
    expect(await statements(() => notices(guest))).toBe(before);
  });
});
