/** What is stored beside a row by the name of its field goes on once the field is renamed: files, references and what points back. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema, Row } from '#codegen/model.ts';
import { lookAtDates } from '#framework/automations/look-at-dates.ts';
import { isHeldFile } from '#framework/data/system/files/files.ts';
import { today } from '#rules/queries/relative-day.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = { type: 'string', maxLength: 64 };
const files = { type: 'array', 'x-file': { purpose: 'photo', kinds: ['image'], size: '1MB', count: 4 }, items: { type: 'object' } };
const singer = {
  title: 'Singer',
  type: 'object',
  'x-titleTemplate': '{name}',
  'x-access': { '[op]': 'all', '[]': 'all' },
  properties: { id: text, name: text },
};
const one = { ...text, 'x-relation': 'singer' };
/** The album with each of its fields under the name it is given, and what it was called before. */
const album = (name: (field: string) => JsonSchema & { at: string }): JsonSchema => {
  const put = (field: string, schema: JsonSchema) => {
    const { at, ...was } = name(field);
    return { [at]: { ...schema, ...was } };
  };
  return {
    title: 'Album',
    type: 'object',
    'x-titleTemplate': '{title}',
    'x-access': { '[op]': 'all', '[]': 'all' },
    properties: {
      id: text,
      title: text,
      ...put('photos', files),
      ...put('notes', { type: 'object', properties: put('papers', files) }),
      ...put('friends', { type: 'array', items: { type: 'string' }, 'x-relation': { to: 'singer', many: true } }),
      ...put('box', { type: 'object', properties: put('owner', one) }),
      ...put('songs', { type: 'array', items: { type: 'object', properties: put('voice', one) } }),
      ...put('tracks', { type: 'array', 'x-child': true, items: { type: 'object', properties: put('lead', one) } }),
    },
  };
};
const first = album((field) => ({ at: field }));
const renamed = album((field) => ({ at: `the_${field}`, 'x-was': field }));

describe.each(testDatabases)('a renamed field on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'renamed-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, root, { recursive: true });
    writeFileSync(join(root, 'singer.json'), JSON.stringify(singer));
    writeFileSync(join(root, 'album.json'), JSON.stringify(first));
    server = await startServer({ kind, schemasDir: root });
    expect(server.registry.quarantined()).toEqual([]);
    [admin, op] = [await server.signIn('admin'), await server.signIn('op')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('shows its files to who may read it, and is found from what it refers to', async () => {
    for (const id of ['many', 'box', 'song', 'track']) expect((await admin('/api/pb/singer', { method: 'POST', json: { id, name: id } })).status).toBe(201);
    const upload = async (field: string) => {
      const { body } = await uploader(server)(admin, {
        di: 'photo',
        pl: { object: 'album', id: '', field },
        files: [{ name: 'a.png', bytes: await picture('png') }],
      });
      expect(body.done, JSON.stringify(body)).toBe(true);
      return body.data?.[0] as Row & { link: string };
    };
    const [photo, paper] = [await upload('photos'), await upload('notes.papers')];
    const row = {
      id: 'a1',
      title: 'First',
      photos: [photo],
      notes: { papers: [paper] },
      friends: ['many'],
      box: { owner: 'box' },
      songs: [{ voice: 'song' }],
      tracks: [{ lead: 'track' }],
    };
    const made = await admin('/api/pb/album', { method: 'POST', json: row });
    expect([made.status, await made.text()]).toEqual([201, expect.any(String)]);
    const seen = async () => ({
      files: await Promise.all([photo, paper].map(async ({ link }) => (await op(link)).status)),
      related: await Promise.all(
        ['many', 'box', 'song', 'track'].map(async (id) => {
          const related = (await (await op(`/api/pb/singer/${id}/related`)).json()) as { object: string; count: number }[];
          return related.filter(({ object }) => object === 'album').reduce((sum, { count }) => sum + count, 0);
        }),
      ),
      deletion: await Promise.all(['many', 'box', 'song', 'track'].map(async (id) => (await admin(`/api/pb/singer/${id}`, { method: 'DELETE' })).status)),
    });
    const before = await seen();
    expect(before).toEqual({ files: [200, 200], related: [1, 1, 1, 1], deletion: [422, 422, 422, 422] });
    writeFileSync(join(root, 'album.json'), JSON.stringify(renamed));
    await server.registry.reload();
    expect(server.registry.quarantined()).toEqual([]);
    const after = (await (await admin('/api/pb/album/a1')).json()) as Row;
    expect(after).toMatchObject({
      the_friends: ['many'],
      the_box: { the_owner: 'box' },
      the_songs: [{ the_voice: 'song' }],
      the_tracks: [{ the_lead: 'track' }],
    });
    expect(await seen()).toEqual(before);
    await expectSound(server.tools);
  });

  it('and one that refers to another object from now on is found from there, with the rows that there were', async () => {
    const many = { type: 'array', items: { type: 'string' } };
    const plain = {
      id: text,
      friends: many,
      box: { type: 'object', properties: { owner: text } },
      songs: { type: 'array', items: { type: 'object', properties: { voice: text } } },
      chief: one,
    };
    const to = { to: 'singer', many: true };
    const wired = {
      id: text,
      friends: { ...many, 'x-relation': to },
      box: { type: 'object', properties: { owner: one } },
      songs: { type: 'array', items: { type: 'object', properties: { voice: one } } },
      chief: { ...many, 'x-relation': to },
    };
    const store = async (properties: JsonSchema) => {
      writeFileSync(join(root, 'choir.json'), JSON.stringify({ title: 'Choir', type: 'object', 'x-access': { '[op]': 'all', '[]': 'all' }, properties }));
      await server.registry.reload();
    };
    await store(plain);
    const ids = ['x-many', 'x-box', 'x-song', 'x-chief'];
    for (const id of ids) expect((await admin('/api/pb/singer', { method: 'POST', json: { id, name: id } })).status).toBe(201);
    const row = { id: 'c1', friends: ['x-many'], box: { owner: 'x-box' }, songs: [{ voice: 'x-song' }], chief: 'x-chief' };
    expect((await admin('/api/pb/choir', { method: 'POST', json: row })).status).toBe(201);
    await store(wired);
    // What a single value becomes is a person's to allow.
    expect((await admin('/api/system/apply', { method: 'POST', json: { object: 'choir' } })).status).toBe(200);
    await server.registry.reload();
    expect(server.registry.quarantined()).toEqual([]);
    expect(await (await admin('/api/pb/choir/c1')).json()).toMatchObject({ ...row, chief: ['x-chief'] });
    for (const id of ids) {
      const related = (await (await op(`/api/pb/singer/${id}/related`)).json()) as { object: string; count: number }[];
      expect(related.filter(({ object, count }) => object === 'choir' && count === 1).length, id).toBe(1);
      expect((await admin(`/api/pb/singer/${id}`, { method: 'DELETE' })).status, id).toBe(422);
    }
    await expectSound(server.tools);
  });

  it('and a renamed object stay open to the roles and keys that they were open to, and told by the hooks that told of them', async () => {
    const store = async (name: string, schema: JsonSchema) => {
      const base = { title: 'Tour', type: 'object', 'x-access': { '[]': 'all' } };
      writeFileSync(join(root, `${name}.json`), JSON.stringify({ ...base, ...schema }));
      await server.registry.reload();
      expect(server.registry.quarantined()).toEqual([]);
    };
    const fee = { type: 'integer', 'x-access': { read: ['[]'], write: ['[]'] } };
    await store('tour', { properties: { id: text, city: text, fee } });
    expect((await admin('/api/pb/tour', { method: 'POST', json: { id: 't1', city: 'Hualien', fee: 5 } })).status).toBe(201);
    const grants = ['tour:list', 'tour:read', 'tour.id:read', 'tour.fee:read'];
    const role = { title: { tw: '巡演', en: 'Tours' }, grants, ver: 0 };
    expect((await admin('/api/permissions/roles/touring', { method: 'PUT', json: role })).status).toBe(200);
    await server.addUser('road', ['[touring]']);
    const road = await server.signIn('road');
    const key = (await (await admin('/api/keys', { method: 'POST', json: { name: 'Sync', roles: ['[]'], scope: { tour: 'read' } } })).json()).data as {
      token: string;
    };
    const hook = {
      name: 'Road',
      url: 'https://hooks.example.org/in',
      events: { tour: ['update'] },
      when: { tour: 'fee > 3 && old.city != city' },
      roles: ['[]'],
    };
    const made = await admin('/api/webhooks', { method: 'POST', json: hook });
    expect([made.status, await made.text()]).toEqual([200, expect.any(String)]);
    const seen = async (object: string) => ({
      role: await (await road(`/api/pb/${object}/t1`)).json(),
      key: (await server.anonymous(`/api/pb/${object}/t1`, { headers: { authorization: `Bearer ${key.token}` } })).status,
      hook: ((await (await admin('/api/webhooks')).json()).data.hooks as Row[]).map(({ events, when }) => ({ events, when })),
    });
    expect(await seen('tour')).toMatchObject({ role: { id: 't1', fee: 5 }, key: 200 });
    await store('tour', { properties: { id: text, place: { ...text, 'x-was': 'city' }, price: { ...fee, 'x-was': 'fee' } } });
    expect(await seen('tour')).toMatchObject({
      role: { id: 't1', price: 5 },
      key: 200,
      hook: [{ events: { tour: ['update'] }, when: { tour: 'price > 3 && old.place != place' } }],
    });
    rmSync(join(root, 'tour.json'));
    await store('journey', { 'x-was': 'tour', properties: { id: text, place: text, price: fee } });
    // A key is looked up once a second.
    await expect.poll(async () => (await seen('journey')).key).toBe(200);
    expect(await seen('journey')).toMatchObject({
      role: { id: 't1', price: 5 },
      key: 200,
      hook: [{ events: { journey: ['update'] }, when: { journey: 'price > 3 && old.place != place' } }],
    });
    expect(((await (await road('/api/pb/journey/t1')).json()) as Row).place).toBeUndefined();
  });

  it('and a removed one keeps its files until what it held is dropped for good', async () => {
    const store = async (properties: JsonSchema) => {
      writeFileSync(join(root, 'poster.json'), JSON.stringify({ title: 'Poster', type: 'object', 'x-access': { '[]': 'all' }, properties }));
      await server.registry.reload();
      expect(server.registry.quarantined()).toEqual([]);
    };
    const box = { type: 'object', properties: { word: text, papers: files } };
    const lines = { type: 'array', 'x-child': true, items: { type: 'object', properties: { word: text, stills: files } } };
    await store({ id: text, photos: files, box, lines });
    const upload = async (field: string) => {
      const { body } = await uploader(server)(admin, {
        di: 'photo',
        pl: { object: 'poster', id: '', field },
        files: [{ name: 'a.png', bytes: await picture('png') }],
      });
      return body.data?.[0] as Row & { link: string };
    };
    const [photo, paper, still] = [await upload('photos'), await upload('box.papers'), await upload('lines.stills')];
    const row = { id: 'p1', photos: [photo], box: { papers: [paper] }, lines: [{ word: 'a', stills: [still] }] };
    expect((await admin('/api/pb/poster', { method: 'POST', json: row })).status).toBe(201);
    const held = async () => Promise.all([photo, paper, still].map(({ link }) => isHeldFile(server.db, link.replace('/get/files/', ''))));
    expect(await held()).toEqual([true, true, true]);
    await store({ id: text, box: { type: 'object', properties: { word: text } } });
    expect(await held()).toEqual([true, true, true]);
    await expectSound(server.tools);
    // Back as it was.
    await store({ id: text, photos: files, box, lines });
    expect(await (await admin('/api/pb/poster/p1')).json()).toMatchObject({ photos: [{ link: photo.link }], box: { papers: [{ link: paper.link }] } });
    await expectSound(server.tools);
    await store({ id: text, box: { type: 'object', properties: { word: text } } });
    const parts = (await (await admin('/api/system/archived')).json()).data as { object: string; key: string }[];
    const own = parts.filter(({ object }) => object === 'poster');
    expect(own).toHaveLength(3);
    for (const { key } of own)
      expect((await admin('/api/system/archived/purge', { method: 'POST', json: { object: 'poster', key, typed: 'poster' } })).status, key).toBe(200);
    expect(await held()).toEqual([false, false, false]);
  });

  it('and what was written in it is taken back under its present name', async () => {
    const store = async (properties: JsonSchema) => {
      writeFileSync(join(root, 'ticket.json'), JSON.stringify({ title: 'Ticket', type: 'object', 'x-access': { '[]': 'all' }, properties }));
      await server.registry.reload();
      expect(server.registry.quarantined()).toEqual([]);
    };
    await store({ id: text, seat: text, row: text, box: { type: 'object', properties: { word: text } } });
    for (const id of ['k1', 'k2'])
      expect((await admin('/api/pb/ticket', { method: 'POST', json: { id, seat: '1', row: 'A', box: { word: 'x' } } })).status).toBe(201);
    const set = (digit: string) => `${digit.repeat(8)}-1111-1111-1111-${digit.repeat(12)}`;
    const write = async (id: string, json: Row, digit: string) => {
      const { ver } = (await (await admin(`/api/pb/ticket/${id}`)).json()) as Row;
      const headers = { 'if-match': `"${String(ver)}"`, 'X-Changeset': set(digit) };
      expect((await admin(`/api/pb/ticket/${id}`, { method: 'PUT', json, headers })).status).toBe(200);
    };
    const undo = async (digit: string) => (await (await admin(`/api/changes/${set(digit)}/undo`, { method: 'POST', json: {} })).json()).data as Row;
    await write('k2', { row: 'B' }, 'b');
    await write('k1', { seat: '2', box: { word: 'y' } }, 'a');
    await store({ id: text, place: { ...text, 'x-was': 'seat' }, box: { type: 'object', properties: { text: { ...text, 'x-was': 'word' } } } });
    expect(await (await admin('/api/pb/ticket/k1')).json()).toMatchObject({ place: '2', box: { text: 'y' } });
    expect(await undo('a')).toMatchObject({ count: 1, refused: 0 });
    expect(await (await admin('/api/pb/ticket/k1')).json()).toMatchObject({ place: '1', box: { text: 'x' } });
    // Of a field that is gone nothing can be taken back.
    expect(await undo('b')).toMatchObject({ count: 0, refused: 1, failed: [{ id: 'k2' }] });
  });

  it('and is filled by the sheets whose columns somebody has named', async () => {
    const store = async (properties: JsonSchema) => {
      writeFileSync(join(root, 'stamp.json'), JSON.stringify({ title: 'Stamp', type: 'object', 'x-access': { '[]': 'all' }, properties }));
      await server.registry.reload();
      expect(server.registry.quarantined()).toEqual([]);
    };
    const send = async (sheet: string, query: string) => {
      const headers = { 'content-type': 'application/octet-stream', cookie: `${admin.cookie}; lang=en` };
      const answer = await fetch(new URL(`/api/pb/stamp/import?${query}`, server.url), {
        method: 'POST',
        body: sheet,
        headers: { ...headers, origin: server.url },
      });
      const { data } = (await answer.json()) as { data: { job: string } };
      await server.tools.jobs.settled(data.job);
      return ((await (await admin(`/api/jobs/${data.job}`)).json()) as { data: { result: { columns: Row[] } } }).data.result;
    };
    await store({ id: text, motif: text });
    await send('Nummer,Bild\ns1,Mond\n', `mode=write&columns=${encodeURIComponent(JSON.stringify({ 0: 'id', 1: 'motif' }))}`);
    await store({ id: text, picture: { ...text, 'x-was': 'motif' } });
    expect((await send('Nummer,Bild\ns2,Stern\n', 'mode=check')).columns).toMatchObject([
      { field: 'id', by: 'remembered' },
      { field: 'picture', by: 'remembered' },
    ]);
  });

  it('and what a date or the clock sets off is not set off once more under an object’s new name', async () => {
    const access = { type: 'object', 'x-access': { '[]': 'all' } };
    const store = async (name: string, more: object) => {
      const flash = (lamp: string) => [{ create: { object: 'flash', values: { lamp } } }];
      const on = [
        { name: 'lit', when: { field: 'due', days: 0 }, do: flash('id') },
        { name: 'daily', when: { every: 'day', at: '08:30' }, do: flash("'clock'") },
      ];
      const properties = { id: text, due: { type: 'string', format: 'date' } };
      writeFileSync(join(root, `${name}.json`), JSON.stringify({ title: 'Lamp', ...access, ...more, properties, 'x-on': on }));
      await server.registry.reload();
      expect(server.registry.quarantined()).toEqual([]);
    };
    writeFileSync(join(root, 'flash.json'), JSON.stringify({ title: 'Flash', ...access, properties: { id: text, lamp: text } }));
    await store('lamp', {});
    expect((await admin('/api/pb/lamp', { method: 'POST', json: { id: 'b1', due: today(server.tools.now()) } })).status).toBe(201);
    await lookAtDates(server.tools);
    const planned = async () => (await server.db.query('SELECT rule, object FROM _automation_run ORDER BY rule')).map((run) => ({ ...run }));
    expect(await planned()).toEqual(['daily', 'lit'].map((rule) => ({ rule, object: 'lamp' })));
    rmSync(join(root, 'lamp.json'));
    await store('lantern', { 'x-was': 'lamp' });
    await lookAtDates(server.tools);
    expect(await planned()).toEqual(['daily', 'lit'].map((rule) => ({ rule, object: 'lantern' })));
  });
});
