/** Sheets name records by key, title or unique field, tell all faults of a line at once, and may be Big5; on objects dropped in. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '#framework/import/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const harbour = {
  title: 'Harbour',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id'],
  'x-uniques': [['code']],
  properties: { id: text('ID', { maxLength: 40 }), name: text('Name'), code: text('Code') },
};
const boat = {
  title: 'Boat',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id', 'name'],
  properties: {
    id: text('ID', { maxLength: 40 }),
    name: text('Name', { minLength: 3 }),
    home: text('Home', { maxLength: 64, 'x-relation': 'harbour' }),
    calls: { type: 'array', title: 'Calls', items: { type: 'string', maxLength: 64 }, 'x-relation': 'harbour' },
    length: { type: 'integer', title: 'Length', maximum: 100 },
    built: text('Built', { format: 'date' }),
  },
};

describe.each(testDatabases)('what sheets say of records, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'import-schemas-'));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries({ harbour, boat })) writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    for (const [id, name, code] of [
      ['h1', '基隆港', 'KEE'],
      ['h2', 'Tallinn', 'TLL'],
      ['h3', 'Newport', 'NP1'],
      ['h4', 'Newport', 'NP2'],
      ['Tallinn2', 'Other', 'OTH'],
    ])
      expect((await admin('/api/pb/harbour', { method: 'POST', json: { id, name, code } })).status).toBe(201);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const imported = async (content: string | Uint8Array<ArrayBuffer>, mode = 'write') => {
    const body = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const answer = await admin(`/api/pb/boat/import?mode=${mode}`, { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } });
    const { data } = (await answer.json()) as { data: { job: string } };
    await server.tools.jobs.settled(data.job);
    return ((await (await admin(`/api/jobs/${data.job}`)).json()) as { data: { result: ImportReport } }).data.result;
  };
  const boatOf = async (id: string) => (await (await admin(`/api/pb/boat/${id}`)).json()) as { home: string; calls: string[]; name: string };

  it('takes a record by its key, by title and key as an export writes them, by a unique field, and by its title', async () => {
    const report = await imported('id,name,home,calls\nb1,Gull,h1,h1; TLL\nb2,Tern,Tallinn [h2],tallinn\nb3,Auk,KEE,\nb4,Skua,基隆港,基隆港; Tallinn [h2]\n');
    expect(report.lines.flatMap(({ problems }) => problems)).toEqual([]);
    expect(report.counts).toEqual({ create: 4, update: 0, same: 0, refused: 0 });
    expect(await boatOf('b1')).toMatchObject({ home: 'h1', calls: ['h1', 'h2'] });
    expect(await boatOf('b2')).toMatchObject({ home: 'h2', calls: ['h2'] });
    expect(await boatOf('b3')).toMatchObject({ home: 'h1', calls: [] });
    expect(await boatOf('b4')).toMatchObject({ home: 'h1', calls: ['h1', 'h2'] });
  });

  it('a title of several records is a fault that names them; one of none is refused as before', async () => {
    const { lines } = await imported('id,name,home\nb5,Petrel,Newport\nb6,Puffin,Nowhere\n', 'check');
    expect(lines.map(({ problems }) => problems.map(({ path, code }) => `${path} ${code}`))).toEqual([['home import.ambiguous'], ['home field.reference']]);
    expect(lines[0]?.problems[0]?.message).toMatch(/h3、h4/);
  });

  it('tells all faults of a line at once', async () => {
    const { lines } = await imported('id,name,home,length,built\nb7,ab,Newport,200,no day\n', 'check');
    expect(lines[0]?.problems.map(({ path }) => path).sort()).toEqual(['built', 'home', 'length', 'name']);
    const again = await imported('id,name,length,built\nb1,ab,x,no day\n', 'check');
    expect(again.lines[0]?.problems.map(({ path }) => path).sort()).toEqual(['built', 'length', 'name']);
  });

  it('reads Big5 as spreadsheets of Taiwan save it', async () => {
    // 'id,name\nb8,海鷗號\n'
    const bytes = Uint8Array.from([...Buffer.from('id,name\nb8,'), 0xae, 0xfc, 0xc5, 0xc6, 0xb8, 0xb9, 0x0a]);
    expect((await imported(bytes)).counts.create).toBe(1);
    expect((await boatOf('b8')).name).toBe(new TextDecoder('big5').decode(bytes.slice(11, 17)));
    expect((await boatOf('b8')).name).toMatch(/^海.號$/);
  });
});
