/** What is deleted goes to the trash and comes back whole: on schemas that nobody prepared for it, over HTTP. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { sweepFiles } from '#framework/files/sweep-files.ts';
import { sweep } from '#framework/system/sweep.ts';
import { moveFormerTrash } from '#framework/trash/move-former-trash.ts';
import type { TrashPage } from '#framework/trash/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { pdf } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (maxLength = 80) => ({ type: 'string', maxLength });
const papers = {
  type: 'array',
  items: { $ref: 'parts/attachment.json' },
  'x-file': { purpose: 'paper', kinds: ['pdf'], size: '1MB', count: 3, public: false },
};
const everybody = { '[gs]': ['list', 'read'], '[op]': ['list', 'read', 'create', 'update', 'delete'], '[]': ['list', 'read', 'create', 'update', 'delete'] };
const schemas = {
  harbour: {
    title: 'Harbour',
    type: 'object',
    'x-titleTemplate': '{name}',
    required: ['id', 'name'],
    'x-access': everybody,
    properties: {
      id: text(40),
      name: text(),
      code: { ...text(20), 'x-db': { unique: true } },
      secret: { ...text(), 'x-access': { read: ['[]'], write: ['[]'] } },
      depths: { type: 'array', 'x-child': true, items: { type: 'object', properties: { at: text(), metres: { type: 'number', multipleOf: 0.01 } } } },
      more: { type: 'object', properties: { a: text(), deep: { type: 'object', properties: { n: { type: 'integer' } } } } },
      tags: { type: 'array', items: text(), 'x-db': { index: true } },
      papers,
      twin: { type: 'string', 'x-relation': { to: 'harbour', onDelete: 'null' } },
    },
  },
  berth: {
    title: 'Berth',
    type: 'object',
    'x-titleTemplate': '{name}',
    required: ['id'],
    'x-access': { ...everybody, '[op]': ['list', 'read'] },
    properties: { id: text(40), name: text(), harbour: { type: 'string', 'x-relation': { to: 'harbour', onDelete: 'cascade' } } },
  },
  ferry: {
    title: 'Ferry',
    type: 'object',
    'x-titleTemplate': '{id}',
    required: ['id'],
    properties: {
      id: text(40),
      home: { type: 'string', 'x-relation': { to: 'harbour', onDelete: 'null' } },
      calls: { type: 'array', items: { type: 'string' }, 'x-relation': { to: 'harbour', many: true, onDelete: 'null' } },
    },
  },
  buoy: { title: 'Buoy', type: 'object', 'x-trash': false, required: ['id'], properties: { id: text(40), name: text() } },
};

describe.each(testDatabases)('the trash on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'trash-schemas-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let gs: Client;
  let now = Date.parse('2026-03-01T10:00:00Z');
  // A session does not outlive the days that pass here.
  const signIn = async () => {
    admin = await server.signIn('admin');
    op = await server.signIn('op');
    gs = await server.signIn('gs');
  };
  const write = (name: string, schema: object) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries(schemas)) write(name, schema);
    server = await startServer({ kind, schemasDir: folder, now: () => new Date(now) });
    expect(server.registry.quarantined()).toEqual([]);
    await signIn();
  });
  afterAll(async () => {
    await expectSound(server?.tools);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const make = async (object: string, json: Row, client = admin): Promise<Row> => {
    const answer = await client(`/api/pb/${object}`, { method: 'POST', json });
    const row = await answer.json();
    expect([answer.status, row]).toEqual([201, expect.anything()]);
    return row;
  };
  const read = async (object: string, id: string, client = admin) => (await client(`/api/pb/${object}/${id}`)).json();
  const remove = async (object: string, id: string, client = admin) => (await client(`/api/pb/${object}/${id}`, { method: 'DELETE' })).status;
  const trash = async (client = admin, query = ''): Promise<TrashPage> => (await (await client(`/api/trash${query}`)).json()).data;
  const entryOf = async (id: string, client = admin) => (await trash(client)).entries.find(({ row }) => row === id);
  const restore = async (id: string, client = admin) => {
    const ids = [(await entryOf(id))?.id ?? 0];
    return (await (await client('/api/trash/restore', { method: 'POST', json: { ids } })).json()).data;
  };
  const withoutVersion = ({ ver: _, ...row }: Row) => row;

  it('gives back the equal row: children, nested values, files, what it took along and what pointed at it', async () => {
    const { body } = await uploader(server)(op, {
      di: 'paper',
      pl: { object: 'harbour', id: '', field: 'papers' },
      files: [{ name: 'chart.pdf', bytes: pdf }],
    });
    const row = await make(
      'harbour',
      {
        id: 'keelung',
        name: '基隆',
        code: 'KEL',
        depths: [
          { at: 'pier 1', metres: 9.5 },
          { at: 'pier 2', metres: 0.25 },
        ],
        more: { a: 'x', deep: { n: 3 } },
        tags: ['deep', '北'],
        papers: body.data ?? [],
      },
      op,
    );
    const link = String((row.papers as Row[])[0]?.link);
    const berths = [await make('berth', { id: 'b1', name: 'East', harbour: 'keelung' }), await make('berth', { id: 'b2', name: 'West', harbour: 'keelung' })];
    const ferry = await make('ferry', { id: 'f1', home: 'keelung', calls: ['keelung'] });
    await make('harbour', { id: 'hualien', name: 'Hualien' });
    const before = await read('harbour', 'keelung');
    expect(await remove('harbour', 'keelung', op)).toBe(200);
    expect([(await admin('/api/pb/harbour/keelung')).status, (await admin('/api/pb/berth/b1')).status]).toEqual([404, 404]);
    expect(await read('ferry', 'f1')).toMatchObject({ home: '', calls: [] });
    expect(await entryOf('keelung')).toMatchObject({
      object: 'harbour',
      title: '基隆',
      by: 'op',
      at: '2026-03-01 10:00:00',
      taken: [{ object: 'berth', count: 2 }],
    });
    // Long enough for a file that no row shows to be swept, and its key is free meanwhile.
    now += 29 * 86_400_000;
    await sweepFiles(server.tools);
    now += 0.5 * 86_400_000;
    await sweepFiles(server.tools);
    await signIn();
    expect(await restore('keelung')).toEqual({ restored: [{ object: 'harbour', id: 'keelung', title: '基隆', count: 3, left: [] }], failed: [] });
    expect(withoutVersion(await read('harbour', 'keelung'))).toEqual(withoutVersion(before));
    for (const berth of berths) expect(withoutVersion(await read('berth', String(berth.id)))).toEqual(withoutVersion(berth));
    expect(await read('ferry', 'f1')).toMatchObject({ home: 'keelung', calls: ['keelung'], ver: Number(ferry.ver) + 4 });
    expect((await admin(link)).status).toBe(200);
    expect(await entryOf('keelung')).toBeUndefined();
    const history = await read('harbour', 'keelung/history');
    expect(history.map(({ action, ver }: Row) => [action, ver])).toEqual([
      ['restore', 2],
      ['delete', 1],
      ['create', 1],
    ]);
    expect((await (await admin(`/api/pb/harbour?filter=${encodeURIComponent('{"tags":"北"}')}`)).json()).length).toBe(1);
  });

  it('keeps the files of what lies in it, and lets them go once it is emptied', async () => {
    now = Date.parse('2027-01-01T00:00:00Z');
    await signIn();
    const files = async () => (await server.db.query("SELECT name FROM `_file` WHERE file_name = 'old.pdf'")).length;
    const { body } = await uploader(server)(op, { di: 'paper', pl: { object: 'harbour', id: '', field: 'papers' }, files: [{ name: 'old.pdf', bytes: pdf }] });
    await make('harbour', { id: 'old', name: 'Old', papers: body.data ?? [] }, op);
    await remove('harbour', 'old');
    const passing = async (days: number) => {
      now += days * 86_400_000;
      await sweep(server.tools);
      await sweepFiles(server.tools, 0);
      await signIn();
    };
    await passing(0);
    await passing(29);
    expect([await files(), (await trash()).entries.some(({ row }) => row === 'old')]).toEqual([1, true]);
    await passing(2);
    expect([await files(), (await server.db.query('SELECT 1 AS one FROM `_trash`')).length]).toEqual([1, 0]);
    await passing(31);
    expect(await files()).toBe(0);
  });

  it('refuses what clashes, by field and row, and writes nothing', async () => {
    await make('harbour', { id: 'one', name: 'One', code: 'C1' });
    await make('berth', { id: 'one-berth', name: 'Berth', harbour: 'one' });
    await remove('harbour', 'one');
    await make('harbour', { id: 'other', name: 'Other', code: 'C1' });
    const reason = async (id: string) => (await restore(id)).failed[0]?.message;
    expect(await reason('one')).toContain('Other');
    expect((await admin('/api/pb/berth/one-berth')).status).toBe(404);
    expect(await remove('harbour', 'other')).toBe(200);
    await make('harbour', { id: 'one', name: 'Second' });
    expect(await reason('one')).toContain('Second');
    await remove('harbour', 'one');
    // The newest of one key comes back first.
    expect((await (await admin('/api/pb/harbour/one/restore', { method: 'POST', json: {} })).json()).name).toBe('Second');
    await make('berth', { id: 'lonely', harbour: 'one' });
    await remove('berth', 'lonely');
    await remove('harbour', 'one');
    expect(await reason('lonely')).toContain('Second');
    await restore('one');
    expect((await restore('lonely')).failed).toEqual([]);
  });

  it('leaves a reference alone that somebody has written over, and says so', async () => {
    await make('harbour', { id: 'left', name: 'Left' });
    await make('harbour', { id: 'right', name: 'Right' });
    await make('ferry', { id: 'f2', home: 'left' });
    await remove('harbour', 'left');
    const { ver } = await read('ferry', 'f2');
    await admin('/api/pb/ferry/f2', { method: 'PUT', json: { home: 'right', ver } });
    expect((await restore('left')).restored[0].left).toEqual([{ object: 'ferry', id: 'f2', title: 'f2', fields: ['home'], why: 'changed' }]);
    expect((await read('ferry', 'f2')).home).toBe('right');
  });

  it('shows and gives back to those who may delete, their fields only', async () => {
    await make('harbour', { id: 'shown', name: 'Shown', secret: 'treasure' });
    await make('berth', { id: 'hidden', name: 'Hidden' });
    await remove('harbour', 'shown');
    await remove('berth', 'hidden');
    expect((await entryOf('shown', op))?.title).toBe('Shown');
    expect(await entryOf('hidden', op)).toBeUndefined();
    expect((await trash(gs)).entries).toEqual([]);
    expect((await trash(op)).objects).not.toContain('berth');
    const ids = [(await entryOf('hidden'))?.id];
    const refused = await (await op('/api/trash/restore', { method: 'POST', json: { ids } })).json();
    expect(refused.data.failed).toMatchObject([{ code: 'msg.admin' }]);
    expect(JSON.stringify(await (await op('/api/pb/harbour/shown/restore', { method: 'POST', json: {} })).json())).not.toContain('treasure');
    expect((await read('harbour', 'shown')).secret).toBe('treasure');
    expect((await op('/api/trash/empty', { method: 'POST', json: {} })).status).toBe(403);
  });

  it('is filtered by object, person and day, page by page; x-trash: false keeps nothing', async () => {
    await make('buoy', { id: 'gone' });
    await remove('buoy', 'gone');
    expect(await entryOf('gone')).toBeUndefined();
    expect((await admin('/api/pb/buoy/gone/restore', { method: 'POST', json: {} })).status).toBe(404);
    for (let index = 0; index < 60; index += 1) await make('berth', { id: `many-${index}` });
    const filter = encodeURIComponent(JSON.stringify({ id: Array.from({ length: 60 }, (_, index) => `many-${index}`) }));
    expect((await (await admin(`/api/pb/berth?filter=${filter}`, { method: 'DELETE' })).json()).data.deleted).toHaveLength(60);
    const first = await trash(admin, '?object=berth&by=admin');
    expect([first.entries.length, first.people, first.days]).toEqual([50, expect.arrayContaining(['admin']), 30]);
    const second = await trash(admin, `?object=berth&by=admin&below=${first.next}`);
    expect(second.next).toBeNull();
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(first.entries.length + second.entries.length);
    expect((await trash(admin, '?object=berth&by=op')).entries).toEqual([]);
    expect((await trash(admin, `?since=${now + 1}`)).entries).toEqual([]);
    expect((await trash(admin, `?since=${now}&before=${now + 1}&object=berth`)).entries).toHaveLength(50);
    expect((await admin('/api/trash?since=x')).status).toBe(400);
  });

  it('follows renamed fields and objects, and says what has no place any more', async () => {
    // Tables are renamed by the machine's clock.
    now = Date.now() - 60_000;
    await signIn();
    await make('harbour', { id: 'moved', name: 'Moved', code: 'M1', tags: ['a'], more: { a: 'kept', deep: { n: 1 } } });
    await remove('harbour', 'moved');
    const { code, tags: _, ...rest } = schemas.harbour.properties;
    write('harbour', { ...schemas.harbour, properties: { ...rest, mark: { ...code, 'x-was': 'code' }, fresh: { type: 'integer', default: 7 } } });
    await server.registry.reload();
    expect((await restore('moved')).restored).toMatchObject([{ id: 'moved', left: [{ fields: ['tags'], why: 'schema' }] }]);
    expect(await read('harbour', 'moved')).toMatchObject({ mark: 'M1', fresh: 7, more: { a: 'kept', deep: { n: 1 } } });
    const present = { ...rest, mark: { ...code, 'x-was': 'code' }, fresh: { type: 'integer', default: 7 } };
    await make('harbour', { id: 'strict', name: 'Strict', mark: 'M2' });
    await remove('harbour', 'strict');
    const stricter = { ...present, mark: { ...present.mark, pattern: '^[A-Z]{4}$' } };
    write('harbour', { ...schemas.harbour, required: ['id', 'name', 'mark'], properties: stricter });
    await admin('/api/pb/harbour/moved', { method: 'PUT', json: { mark: 'MMMM' }, headers: { 'if-match': '*' } });
    await server.registry.reload();
    expect((await restore('strict')).failed[0]?.message).toContain('待物件檔再次允許時即可還原');
    write('harbour', { ...schemas.harbour, properties: stricter });
    await server.registry.reload();
    expect((await restore('strict')).restored).toMatchObject([{ id: 'strict', left: [{ fields: ['mark'], why: 'unmet' }] }]);
    expect((await read('harbour', 'strict')).mark).toBe('');
    await make('ferry', { id: 'renamed' });
    await remove('ferry', 'renamed');
    rmSync(join(folder, 'ferry.json'));
    await server.registry.reload();
    expect(await entryOf('renamed')).toMatchObject({ isKnown: false });
    expect((await restore('renamed')).failed).toMatchObject([{ code: 'trash.object' }]);
    write('boat', { ...schemas.ferry, 'x-was': 'ferry' });
    await server.registry.reload();
    expect((await restore('renamed')).restored).toMatchObject([{ object: 'boat', id: 'renamed' }]);
  });

  it('is emptied by an administrator', async () => {
    expect((await (await admin('/api/trash/empty', { method: 'POST', json: {} })).json()).data.count).toBeGreaterThan(0);
    expect((await trash()).entries).toEqual([]);
    expect((await server.db.query("SELECT 1 AS one FROM `_ref` WHERE obj = '_trash'")).length).toBe(0);
  });

  it('takes over what an earlier version stored in the table', async () => {
    const model = server.registry.get('berth')!.model; // written above
    await make('berth', { id: 'former', name: 'Former' });
    await make('berth', { id: 'present', name: 'Present' });
    await server.db.exec(`ALTER TABLE berth ADD COLUMN \`_trash\` ${kind === 'sqlite' ? 'TEXT' : 'DATETIME'}`);
    await server.db.run("UPDATE berth SET `_trash` = '2025-12-24 18:00:00' WHERE id = 'former'");
    expect(await moveFormerTrash(server.tools, [model])).toEqual([]);
    expect([(await admin('/api/pb/berth/former')).status, (await admin('/api/pb/berth/present')).status]).toEqual([404, 200]);
    expect(await entryOf('former')).toMatchObject({ title: 'Former', at: '2025-12-24 18:00:00', by: 'admin' });
    expect((await restore('former')).failed).toEqual([]);
    expect(await moveFormerTrash(server.tools, [model])).toEqual([]);
  });
});
