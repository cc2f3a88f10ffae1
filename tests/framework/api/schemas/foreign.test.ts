/** Schemas from elsewhere as they are: dropped in, their own samples stored and given back, found, changed, exported, brought in again, and in the history (issue 13.1). */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const samples: Record<string, { rows: Row[]; wrong: [Row, path: RegExp][]; found: [filter: Row, ids: (string | number)[]][] }> = {
  npm_package: {
    rows: [
      {
        id: 'p1',
        name: '@example/lantern',
        version: '1.2.0',
        keywords: ['light', 'night'],
        author: 'Ann Example <ann@example.com>',
        contributors: [{ name: 'Ben Example', url: 'https://example.com/ben' }, 'Cas Example'],
        bin: { lantern: 'bin/lantern.js' },
        exports: { '.': '../records/index.js', './deep': { import: '../records/deep.mjs' } },
        'dist-tags': { latest: '1.2.0' },
        dependencies: { 'left-pad': '^1.0.0' },
        private: 'true',
        publishConfig: { access: 'public', registry: 'https://example.org/' },
        sort: 'by name',
      },
      { id: 'p2', name: 'shade', bin: '../records/shade.js', exports: '../records/shade.js', private: false, sort: 'none' },
    ],
    wrong: [
      [{ id: 'p3', name: 'x', bin: 12 }, /^bin/],
      [{ id: 'p3', name: 'x', exports: { deep: '../records/x.js' } }, /^exports/],
      [{ id: 'p3', name: 'x', 'dist-tags': { latest: 1 } }, /^dist-tags/],
    ],
    found: [
      [{ sort: 'none' }, ['p2']],
      [{ q: 'lantern' }, ['p1']],
      [{ 'sort@starts': 'by' }, ['p1']],
    ],
  },
  geo_feature: {
    rows: [
      { id: 'g1', type: 'Feature', properties: { name: '港口', floors: 3 }, geometry: { type: 'Point', coordinates: [121.5, 25.04] }, bbox: [1, 2, 3, 4] },
      {
        id: 'g2',
        type: 'Feature',
        properties: { of: [1, [2, 3]] },
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4, 5],
          ],
        },
      },
    ],
    wrong: [
      [{ id: 'g3', type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: ['1', 2] } }, /^geometry/],
      [{ id: 'g3', type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2], more: 1 } }, /^geometry/],
    ],
    found: [[{ type: 'Feature' }, ['g1', 'g2']]],
  },
  linked_data: {
    rows: [
      {
        id: 'l1',
        '@context': 'https://schema.org',
        '@type': 'Festival',
        片名: '海邊的一天',
        'start-date': '2026-03-01',
        '$comment-of': 'l2',
        場地: { 名稱: '中山堂', 'post-code': '100' },
        select: 4,
        票價: [
          { 種類: '全票', NT$: 300 },
          { 種類: '學生', NT$: 200 },
        ],
        anything: [null, { deep: true }],
        tree: { label: 'root', below: [{ label: 'leaf' }], extra: 'yes' },
      },
      { id: 'l2', '@type': 'ScreeningEvent', 片名: 'One day', select: 7, anything: 'text' },
    ],
    wrong: [
      [{ id: 'l3', '@context': 'https://example.com' }, /^@context/],
      [{ id: 'l3', tree: { below: [{ label: 3 }] } }, /^tree/],
      [{ id: 'l3', 'start-date': 'soon' }, /^start-date/],
    ],
    found: [
      [{ '@type': 'Festival' }, ['l1']],
      [{ '@type@ne': 'Festival' }, ['l2']],
      [{ '片名@like': '一天' }, ['l1']],
      [{ 'select@gte': 5 }, ['l2']],
      [{ '場地.post-code': '100' }, ['l1']],
      [{ '票價.NT$@lt': 250 }, ['l1']],
      [{ q: '海邊' }, ['l1']],
    ],
  },
};

/** More of them, each with its samples beside it: what is stored, what is refused and where, what filters find. */
for (const file of readdirSync('tests/foreign-samples')) {
  const { rows, wrong, found } = JSON.parse(readFileSync(`tests/foreign-samples/${file}`, 'utf8')) as {
    rows: Row[];
    wrong: [Row, string][];
    found: [Row, (string | number)[]][];
  }; // files of this repository
  samples[file.slice(0, -'.json'.length)] = { rows, wrong: wrong.map(([row, path]) => [row, new RegExp(path)]), found };
}

describe.each(testDatabases)('schemas from elsewhere on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const schemasDir = mkdtempSync(join(tmpdir(), 'foreign-'));
  beforeAll(async () => {
    cpSync('schemas', schemasDir, { recursive: true });
    for (const name of Object.keys(samples)) cpSync(`tests/foreign/${name}.json`, join(schemasDir, `${name}.json`));
    server = await startServer({ kind, schemasDir });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(schemasDir, { recursive: true });
  });

  it.each(Object.entries(samples))('%s is taken as it is, and its samples go all the ways', async (name, { rows, wrong, found }) => {
    const json = async (path: string, init: Parameters<Client>[1] = {}) => {
      const answer = await admin(path, init);
      return { status: answer.status, body: await answer.json() };
    };
    for (const row of rows) {
      const made = await json(`/api/pb/${name}`, { method: 'POST', json: row });
      expect([made.status, made.body.err ?? null]).toEqual([201, null]);
      expect(made.body).toMatchObject(row);
      expect((await json(`/api/pb/${name}/${row.id}`)).body).toMatchObject(row);
    }
    for (const [row, path] of wrong) {
      const { status, body } = await json(`/api/pb/${name}`, { method: 'POST', json: row });
      expect([status, body.err?.fields?.map((field: { path: string }) => field.path)]).toEqual([422, expect.arrayContaining([expect.stringMatching(path)])]);
    }
    for (const [filter, ids] of found) {
      const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '["id","ASC"]' });
      const { status, body } = await json(`/api/pb/${name}?${query}`);
      expect([filter, status, status === 200 ? body.map((row: Row) => row.id) : body]).toEqual([filter, 200, ids]);
    }
    const [first] = rows as [Row, ...Row[]];
    // In the order of each field that can be sorted by.
    const { body: objects } = await json('/api/objects');
    const { model } = (objects.data ?? objects).find((one: { name: string }) => one.name === name);
    for (const field of model.fields.filter(({ surfaces }: { surfaces: { sort: boolean } }) => surfaces.sort)) {
      const query = new URLSearchParams({ sort: JSON.stringify([field.name, 'DESC']) });
      expect([field.name, (await json(`/api/pb/${name}?${query}`)).status]).toEqual([field.name, 200]);
    }
    const field = Object.keys(first).find(
      (key) => key !== 'id' && typeof first[key] === 'string' && typeof rows[1]?.[key] === 'string' && first[key] !== rows[1]?.[key],
    );
    const read = (await json(`/api/pb/${name}/${first.id}`)).body;
    if (field) {
      const changed = await json(`/api/pb/${name}/${first.id}`, {
        method: 'PUT',
        json: { [field]: rows[1]?.[field] },
        headers: { 'if-match': `"${read.ver}"` },
      });
      expect([changed.status, changed.body[field]]).toEqual([200, rows[1]?.[field]]);
      const { body: history } = await json(`/api/pb/${name}/${first.id}/history`);
      expect(JSON.stringify(history)).toContain(JSON.stringify({ [field]: [first[field], rows[1]?.[field]] }).slice(1, -1));
      await json(`/api/pb/${name}/${first.id}`, { method: 'PUT', json: { [field]: first[field] }, headers: { 'if-match': `"${changed.body.ver}"` } });
    }
    // As a sheet, and back: nothing is changed by it.
    const all = async () => (await json(`/api/pb/${name}?sort=["id","ASC"]`)).body as Row[];
    const before = await all();
    for (const format of ['csv', 'xlsx']) {
      const sheet = Buffer.from(await (await admin(`/api/pb/${name}/export?format=${format}`)).arrayBuffer());
      const { body } = await json(`/api/pb/${name}/import?mode=write`, {
        method: 'POST',
        body: new Uint8Array(sheet),
        headers: { 'content-type': 'application/octet-stream' },
      });
      await server.tools.jobs.settled(body.data.job);
      const { result } = (await json(`/api/jobs/${body.data.job}`)).body.data;
      expect([format, result.counts]).toEqual([format, { create: 0, update: 0, same: rows.length, refused: 0 }]);
      expect([format, await all()]).toEqual([format, before]);
    }

    const gone = await admin(`/api/pb/${name}/${first.id}`, { method: 'DELETE' });
    expect(gone.status).toBe(200);
    expect((await json(`/api/pb/${name}/${first.id}`)).status).toBe(404);
  });

  it('rows with numbers for ids lie in their order, page by page, are referred to, and take their number as a text', async () => {
    const file = join(schemasDir, 'item_note.json');
    writeFileSync(
      file,
      JSON.stringify({
        type: 'object',
        'x-entity': { group: 'master' },
        properties: { id: { type: 'string', format: 'id', maxLength: 40 }, item: { type: 'string', maxLength: 64, 'x-relation': 'numbered_item' } },
      }),
    );
    await server.registry.reload();
    const post = (object: string, json: Row) => admin(`/api/pb/${object}`, { method: 'POST', json });
    for (const id of [100, 20, 3]) expect((await post('numbered_item', { id, label: `item ${id}` })).status).toBe(201);
    expect((await post('numbered_item', { id: '3', label: 'again' })).status).toBe(422);
    expect((await (await post('numbered_item', { id: '4', label: 'as a text' })).json()).id).toBe(4);
    const shown: number[] = [];
    let query = `sort=${encodeURIComponent('["id","DESC"]')}&range=${encodeURIComponent('[0,1]')}&filter=${encodeURIComponent('{"id@lte":100}')}`;
    for (let page = 0; page < 4; page += 1) {
      const answer = await admin(`/api/pb/numbered_item?${query}`);
      const rows = (await answer.json()) as { id: number }[];
      shown.push(...rows.map(({ id }) => id));
      const next = answer.headers.get('x-next-cursor');
      if (!next) break;
      query = `${query.replace(/&after=.*/, '')}&after=${encodeURIComponent(next)}`;
    }
    expect(shown.filter((id) => [100, 20, 4, 3].includes(id))).toEqual([100, 20, 4, 3]);
    expect(shown).toEqual([...shown].sort((a, b) => b - a));
    expect((await post('item_note', { id: 'n1', item: '20' })).status).toBe(201);
    expect((await post('item_note', { id: 'n2', item: '21' })).status).toBe(422);
    const related = await (await admin('/api/pb/numbered_item/20/related')).json();
    expect(related[0]).toMatchObject({ object: 'item_note', count: 1 });
    const expanded = await (await admin('/api/pb/item_note?expand=item')).json();
    expect(expanded[0]).toMatchObject({ item: '20', _expand: { item: { id: 20, label: 'item 20' } } });
    expect((await admin('/api/pb/numbered_item/20', { method: 'DELETE' })).status).toBe(422);
    rmSync(file);
    await server.registry.reload();
  });

  it('what a row has beside its fields is changed where it stands, in its field or whole, and a row is sent back as it was read', async () => {
    const at = '/api/pb/open_badge/beside';
    const put = async (change: (row: Row) => Row) => {
      const row = (await (await admin(at)).json()) as Row;
      const answer = await admin(at, { method: 'PUT', json: change(row), headers: { 'if-match': `"${row.ver}"` } });
      const { ver: _v, create_at: _c, update_at: _u, update_by: _b, ...read } = (await (await admin(at)).json()) as Row;
      return [answer.status, read];
    };
    const has = (others: Row) => ({ id: 'beside', name: 'Light', level: null, $others: others, ...others });
    const made = await admin('/api/pb/open_badge', { method: 'POST', json: { id: 'beside', name: 'Light', colour: 'red', size: 3 } });
    expect([made.status, await made.json()]).toEqual([201, expect.objectContaining(has({ colour: 'red', size: 3 }))]);
    expect(await put((row) => row)).toEqual([200, has({ colour: 'red', size: 3 })]);
    expect(((await (await admin(at)).json()) as Row).ver).toBe(1);
    expect(await put((row) => ({ ...row, colour: 'blue' }))).toEqual([200, has({ colour: 'blue', size: 3 })]);
    expect(await put(() => ({ shape: 'round' }))).toEqual([200, has({ colour: 'blue', size: 3, shape: 'round' })]);
    expect(await put((row) => ({ ...row, $others: { size: 4 } }))).toEqual([200, has({ size: 4 })]);
    expect(await put((row) => ({ ...row, $others: null }))).toEqual([200, has({})]);
    const listed = (await (await admin(`/api/pb/open_badge?filter=${encodeURIComponent('{"id":["b1","beside"]}')}`)).json()) as Row[];
    expect(listed.map(({ id }) => id)).toContain('beside');
    await admin(at, { method: 'DELETE' });
  });

  it('a file that contradicts itself stays refused, in words', async () => {
    const text = readFileSync(join(schemasDir, 'linked_data.json'), 'utf8').replace('"type": "integer"', '"type": "whole"');
    cpSync(join(schemasDir, 'linked_data.json'), join(schemasDir, 'linked_twice.json'));
    writeFileSync(join(schemasDir, 'linked_twice.json'), text);
    await server.registry.reload();
    expect(JSON.stringify(server.registry.quarantined().find(({ file }) => file.includes('linked_twice'))?.findings)).toMatch(/select.*type/);
    rmSync(join(schemasDir, 'linked_twice.json'));
    await server.registry.reload();
  });
});
