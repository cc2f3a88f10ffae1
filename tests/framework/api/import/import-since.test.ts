/** A sheet that was exported, filled in, and sent after others had changed its rows: on an object dropped in, over HTTP. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '#framework/import/wire.ts';
import { readCsvLines } from '#rules/values/csv.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const kettle = {
  title: 'Kettle',
  type: 'object',
  required: ['id', 'name'],
  'x-list': { columns: ['id', 'name', 'litres', 'marks', 'update_at'] },
  properties: {
    id: text('ID', { maxLength: 40 }),
    name: text('Name'),
    litres: { type: 'integer', title: 'Litres' },
    marks: { type: 'array', title: 'Marks', items: { type: 'string' } },
  },
};

describe.each(testDatabases)('a sheet that others have overtaken, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'import-since-'));
  let server: TestServer;
  let admin: Client;
  let op: Client;
  let now = new Date('2026-05-20T04:00:32.500Z');
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    writeFileSync(join(folder, 'kettle.json'), JSON.stringify(kettle));
    server = await startServer({ kind, schemasDir: folder, now: () => now });
    expect(server.registry.quarantined()).toEqual([]);
    [admin, op] = [await server.signIn('admin'), await server.signIn('op')];
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const make = async (id: string) =>
    expect((await admin('/api/pb/kettle', { method: 'POST', json: { id, name: `Kettle ${id}`, litres: 2, marks: ['old', 'iron'] } })).status).toBe(201);
  const rowOf = async (id: string) => (await (await admin(`/api/pb/kettle/${id}`)).json()) as Record<string, unknown> & { ver: number };
  const change = async (who: Client, id: string, values: object) =>
    expect((await who(`/api/pb/kettle/${id}`, { method: 'PUT', json: { ...values, ver: (await rowOf(id)).ver } })).status).toBe(200);
  const exported = async (query: string) => {
    const answer = await admin(`/api/pb/kettle/export?format=csv${query}`, { headers: { cookie: `${admin.cookie}; lang=en` } });
    expect(answer.status).toBe(200);
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    return readCsvLines(text.replace('\ufeff', '')).map(({ cells }) => cells);
  };
  const sheetOf = (lines: string[][]) => lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
  const send = async (lines: string[][], mode = 'write') => {
    const answer = await admin(`/api/pb/kettle/import?mode=${mode}`, {
      method: 'POST',
      body: Buffer.from(sheetOf(lines)),
      headers: { 'content-type': 'application/octet-stream', cookie: `${admin.cookie}; lang=en` },
    });
    const { job } = ((await answer.json()) as { data: { job: string } }).data;
    await server.tools.jobs.settled(job);
    return ((await (await admin(`/api/jobs/${job}`)).json()) as { data: { result: ImportReport } }).data.result;
  };

  it.each(['', '&style=seen&columns=["id","name","litres","marks","update_at"]'])(
    'keeps what was changed meanwhile, and refuses what two have changed (%s)',
    async (query) => {
      const at = query ? 'b' : 'a';
      for (const n of [1, 2, 3, 4]) await make(`${at}${n}`);
      later(5);
      const sheet = await exported(query);
      const [heads = [], ...all] = sheet;
      const place = (name: string) => heads.findIndex((head) => head.toLowerCase().startsWith(name));
      const line = (n: number) => all.find((cells) => cells[place('id')] === `${at}${n}`) ?? [];
      expect(heads.join()).toContain(query ? '(GMT' : 'update_at');
      later(5);
      // Of 1 another field, of 2 the same field, of 3 the same to the same, of 4 nothing.
      await change(op, `${at}1`, { marks: ['new'], litres: 5 });
      await change(op, `${at}2`, { name: 'Theirs' });
      await change(op, `${at}3`, { name: 'Agreed' });
      for (const [n, name] of [
        [1, 'Mine'],
        [2, 'Mine'],
        [3, 'Agreed'],
        [4, 'Mine'],
      ] as const)
        line(n)[place('name')] = name;
      const lines = [heads, line(1), line(2), line(3), line(4)];
      const checked = await send(lines, 'check');
      expect(checked.columns[place(query ? 'changed' : 'update_at')]).toMatchObject({ field: '', why: 'since' });
      const written = await send(lines);
      expect([checked.counts, written.counts]).toEqual([written.counts, { create: 0, update: 2, same: 1, refused: 1 }]);
      expect(written.lines.find((one) => one.do === 'refused')).toMatchObject({
        line: 3,
        problems: [{ path: 'name', code: 'import.outdated', message: expect.stringContaining(`“${heads[place(query ? 'changed' : 'update_at')]}”`) }],
      });
      expect(await rowOf(`${at}1`)).toMatchObject({ name: 'Mine', litres: 5, marks: ['new'] });
      expect(await rowOf(`${at}2`)).toMatchObject({ name: 'Theirs', litres: 2 });
      expect(await rowOf(`${at}4`)).toMatchObject({ name: 'Mine', litres: 2 });
      // The same file again is nobody's fault: what it made is not the work of others.
      later(5);
      expect((await send(lines)).counts).toEqual({ create: 0, update: 0, same: 3, refused: 1 });
      // Without the moment the file wins, as whoever cleared it says.
      line(2)[place(query ? 'changed' : 'update_at')] = '';
      expect((await send([heads, line(2)])).counts).toMatchObject({ update: 1, refused: 0 });
      expect(await rowOf(`${at}2`)).toMatchObject({ name: 'Mine' });
    },
  );

  it('takes a moment without its seconds for the whole minute', async () => {
    await make('c1');
    await change(op, 'c1', { name: 'Renamed' });
    const [heads = [], ...all] = await exported('');
    const cells = all.find(([id]) => id === 'c1') ?? [];
    const [at, name] = [heads.indexOf('update_at'), heads.indexOf('name')];
    cells[at] = `${(cells[at] ?? '').slice(0, 16).replaceAll('-', '/')}`;
    cells[name] = 'Typed';
    expect((await send([heads, cells])).counts).toMatchObject({ update: 1, refused: 0 });
  });
});
