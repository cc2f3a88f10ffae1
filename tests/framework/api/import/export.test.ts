/** Lists as files: everything by its codes, taken back unchanged by an import, or what the list shows in the page's words; on objects dropped in. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '#codegen/model.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 200, ...more });
const yard = {
  title: 'Yard',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id'],
  properties: { id: text('ID', { maxLength: 40 }), name: text('Name') },
};
const crate = {
  title: 'Crate',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id'],
  'x-access': { '[gs]': ['list', 'read', 'export'], '[op]': 'all', '[]': 'all' },
  properties: {
    id: text('ID', { maxLength: 40 }),
    name: text('Name'),
    note: text('Note', { maxLength: 2000, 'x-ui': 'textarea' }),
    pieces: { type: 'integer', title: 'Pieces', minimum: -1_000_000, maximum: 1_000_000 },
    price: { type: 'number', title: 'Price', multipleOf: 0.01, minimum: 0, maximum: 100_000_000 },
    full: { type: 'boolean', title: 'Full' },
    any: { title: 'Any' },
    twin: text('Twin'),
    other: text('Twin'),
    'dot.ted': text('Dotted'),
    wood: {
      type: 'string',
      title: 'Wood',
      oneOf: [
        { const: 'oak', title: 'Oak' },
        { const: 'ash', title: 'Ash' },
      ],
    },
    grade: {
      type: 'string',
      title: 'Grade',
      oneOf: ['a', 'A', 'b;c', '=d', 'Of A', '7'].map((code) => ({ const: code, title: code === '7' ? 'a' : `Of ${code}` })),
    },
    grades: { type: 'array', title: 'Grades', items: { type: 'string', enum: ['a', 'A', 'b;c', '=d'] } },
    day: { type: 'string', title: 'Day', format: 'date' },
    yard: text('Yard', { maxLength: 64, 'x-relation': 'yard' }),
    yards: { type: 'array', title: 'Yards', items: { type: 'string', maxLength: 64 }, 'x-relation': 'yard' },
    marks: { type: 'array', title: 'Marks', items: { type: 'string', maxLength: 40 } },
    closed: text('Closed', { 'x-access': ['[]'] }),
    owner: text('Owner', { 'x-pii': true }),
    rate: { type: 'number', title: 'Rate', multipleOf: 0.0001, minimum: 0, maximum: 1, 'x-display': 'percent' },
    tiny: { type: 'number', title: 'Tiny' },
    seen: { type: 'string', title: 'Seen', format: 'date-time' },
    opens: { type: 'string', title: 'Opens', format: 'time' },
    body: { type: 'string', title: 'Body', 'x-ui': 'html', maxLength: 2000 },
    story: { type: 'string', title: 'Story', 'x-ui': 'textarea', maxLength: 60_000 },
    lines: {
      type: 'array',
      title: 'Lines',
      items: {
        type: 'object',
        properties: { what: text('What'), count: { type: 'integer', title: 'Count' }, due: { type: 'string', title: 'Due', format: 'date' } },
      },
    },
    photos: { type: 'array', title: 'Photos', 'x-file': { purpose: 'photo', kinds: ['image'], size: '2MB', count: 2 }, items: { type: 'object' } },
    size: { type: 'object', title: 'Size', properties: { wide: { type: 'integer', title: 'Wide' }, high: { type: 'integer', title: 'High' } } },
  },
};
interface Report {
  counts: Record<string, number>;
  lines: { problems: object[] }[];
}

describe.each(testDatabases)('exports, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'export-schemas-'));
  let server: TestServer;
  let admin: Client;
  let guest: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries({ yard, crate })) writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    guest = await server.signIn('gs');
    for (const [id, name] of [
      ['y1', 'North yard'],
      ['y2', '港口'],
    ])
      expect((await admin('/api/pb/yard', { method: 'POST', json: { id, name } })).status).toBe(201);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const make = async (json: object) => expect((await admin('/api/pb/crate', { method: 'POST', json })).status).toBe(201);
  const file = async (query: Record<string, string>, client = admin, lang = 'en') => {
    const answer = await client(`/api/pb/crate/export?${new URLSearchParams(query)}`, { headers: { cookie: `${client.cookie}; lang=${lang}` } });
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const sheet = async (query: Record<string, string>, client = admin, lang = 'en') => readSheet((await file(query, client, lang)).bytes);
  const imported = async (bytes: Buffer, mode = 'write') => {
    const answer = await admin(`/api/pb/crate/import?mode=${mode}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { data } = (await answer.json()) as { data: { job: string } };
    await server.tools.jobs.settled(data.job);
    return ((await (await admin(`/api/jobs/${data.job}`)).json()) as { data: { result: Report } }).data.result;
  };

  it('shows what the list shows: its columns in their order, labels of the language, references by title and key, days and money as such', async () => {
    await make({
      id: 'c1',
      name: '=SUM(A1)',
      pieces: 3,
      price: 1234.5,
      full: true,
      wood: 'oak',
      day: '2026-03-01',
      yard: 'y2',
      yards: ['y1', 'y2'],
      size: { wide: 4 },
      owner: 'Ann',
    });
    const columns = JSON.stringify(['wood', 'name', 'price', 'day', 'yard', 'yards', 'size.wide', 'closed', 'nothing']);
    const filter = JSON.stringify({ id: 'c1' });
    const [heads, row] = await sheet({ format: 'xlsx', style: 'seen', columns, filter });
    expect(heads).toEqual(['Wood', 'Name', 'Price', 'Day', 'Yard', 'Yards', 'Size › Wide', 'Closed']);
    expect(row?.slice(0, 7)).toEqual(['Oak', '=SUM(A1)', 1234.5, new Date('2026-03-01T00:00:00Z'), '港口 [y2]', 'North yard [y1]; 港口 [y2]', 4]);
    const tw = await admin(`/api/pb/company/export?${new URLSearchParams({ format: 'csv', style: 'seen', columns: '["name","type"]' })}`, {
      headers: { cookie: `${admin.cookie}; lang=tw` },
    });
    expect((await tw.text()).split('\r\n')[0]).toBe('名稱,類型');
    // No spreadsheet takes the text for a formula, in either format.
    expect((await file({ format: 'csv', style: 'seen', columns, filter })).bytes.toString()).toContain("'=SUM(A1)");
    // Fields that the role may not read are in no file.
    expect((await sheet({ format: 'xlsx', style: 'seen', columns, filter }, guest))[0]).not.toContain('Closed');
    expect((await sheet({ format: 'csv' }, guest))[0]).not.toContain('closed');
  });

  it('refuses what it cannot write, and names it', async () => {
    const refused = async (query: Record<string, string>) => {
      const { status, bytes } = await file(query);
      return [status, (JSON.parse(bytes.toString()) as { err: { code: string } }).err.code];
    };
    expect(await refused({ format: 'pdf' })).toEqual([400, 'msg.badrequest']);
    expect(await refused({ format: 'csv', columns: 'x' })).toEqual([400, 'msg.badrequest']);
    expect(await refused({ format: 'csv', columns: '[]' })).toEqual([400, 'msg.badrequest']);
  });

  it('a file of everything, sent back unchanged, changes nothing', async () => {
    const row = fc.record({
      name: fc.string({ unit: 'grapheme', maxLength: 20 }).map((name) => name.replace(/\p{Cc}/gu, '').trim()),
      pieces: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 })),
      price: fc.option(fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100)),
      full: fc.boolean(),
      wood: fc.constantFrom('oak', 'ash'),
      // Of a slide show a line break within a paragraph is a vertical tab.
      note: fc.constantFrom('', 'one\u000btwo', '\u0001\u001f', 'a\r\nb', '_x000B_', '\u0085\ufffe'),
      grade: fc.constantFrom('a', 'A', 'b;c', '=d', 'Of A', '7'),
      grades: fc.uniqueArray(fc.constantFrom('a', 'A', 'b;c', '=d')),
      twin: fc.constantFrom('', 'left'),
      other: fc.constantFrom('', 'right'),
      any: fc.constantFrom<JsonValue>(null, '', '1', 1, 0, 'text', true, 'true', [1, 'a'], ['a'], { a: [] }, 'null'),
      'dot.ted': fc.constantFrom('', 'x'),
      day: fc.constantFrom('', '2026-03-01', '1999-12-31', '2024-02-29'),
      yard: fc.constantFrom('', 'y1', 'y2'),
      yards: fc.constantFrom([], ['y1'], ['y2', 'y1']),
      marks: fc.uniqueArray(fc.constantFrom('a', 'a b', 'x;y', '全；形', 'two\nlines', '"quoted"', 'say "hi"', "='", '=1+1'), { maxLength: 4 }),
      rate: fc.option(fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)),
      tiny: fc.option(fc.constantFrom(1e-7, -2.5e-10, 1e21, 0.1, 123_456.789)),
      seen: fc.constantFrom('', '2026-03-01 09:30:15', '1999-12-31 23:59:59', '1890-01-01 00:00:00'),
      opens: fc.constantFrom('', '09:05:00', '00:00:00', '23:59:59'),
      body: fc.constantFrom('', '<p>Hi &amp; <strong>there</strong></p>', '<p>海<br>港; "x"</p>\n<ul><li>one</li></ul>'),
      size: fc.record({ wide: fc.option(fc.nat(9)), high: fc.option(fc.nat(9)) }),
      lines: fc.array(fc.record({ what: fc.constantFrom('', 'a;b', 'c "d"', '=x'), count: fc.option(fc.nat(9)), due: fc.constantFrom('', '2026-03-01') }), {
        maxLength: 3,
      }),
    });
    const rows = fc.sample(row, { numRuns: 40, seed: 12 });
    const { body } = await uploader(server)(admin, {
      di: 'photo',
      pl: { object: 'crate', id: '', field: 'photos' },
      files: [{ name: 'crate.jpg', bytes: await picture() }],
    });
    expect(body.done).toBe(true);
    await make({ id: 'r-photo', photos: body.data });
    for (const [index, one] of rows.entries()) await make({ ...one, id: `r${String(index).padStart(3, '0')}` });
    const filter = JSON.stringify({ 'id@starts': 'r' });
    const before = await (await admin(`/api/pb/crate?filter=${encodeURIComponent(filter)}&range=[0,99]`)).text();
    for (const format of ['csv', 'xlsx']) {
      const report = await imported((await file({ format, filter })).bytes);
      expect([format, report.counts, report.lines.flatMap(({ problems }) => problems)]).toEqual([format, { create: 0, update: 0, same: 41, refused: 0 }, []]);
    }
    expect(await (await admin(`/api/pb/crate?filter=${encodeURIComponent(filter)}&range=[0,99]`)).text()).toBe(before);
  });

  it('what the list shows, sent back unchanged, changes nothing: several records, texts and options in a cell, moments on the clock that the head names, labels that two share', async () => {
    const shown = {
      yard: 'y2',
      yards: ['y1', 'y2'],
      marks: ['a', 'b; c', 'd, e', '、'],
      grades: ['A', 'a', 'b;c'],
      seen: '2026-03-04 20:00:00',
      other: 'right',
      any: '1',
    };
    for (const [at, grade] of ['a', 'A', 'b;c', '=d', 'Of A', '7'].entries()) await make({ ...shown, id: `s${at}`, name: `S ${at}`, grade });
    const filter = JSON.stringify({ 'id@starts': 's' });
    const paths = ['id', 'other', 'yard', 'yards', 'marks', 'grade', 'grades', 'seen', 'day', 'full', 'rate', 'any'];
    const columns = JSON.stringify(paths);
    const rows = async () => (await admin(`/api/pb/crate?filter=${encodeURIComponent(filter)}&range=[0,99]`)).text();
    const before = await rows();
    for (const format of ['csv', 'xlsx'])
      for (const lang of ['en', 'tw']) {
        const { bytes } = await file({ format, style: 'seen', columns, filter }, admin, lang);
        const report = await imported(bytes);
        expect([format, lang, report.counts, report.lines.flatMap(({ problems }) => problems)]).toEqual([
          format,
          lang,
          { create: 0, update: 0, same: 6, refused: 0 },
          [],
        ]);
      }
    expect(await rows()).toBe(before);
    const [heads, first] = await sheet({ format: 'csv', style: 'seen', columns, filter });
    expect([heads?.[1], heads?.[7], first?.[7]]).toEqual(['other', 'Seen (GMT+8)', '2026-03-05 04:00:00']);
    // Typed on another clock, or with a clock of its own.
    const typed = async (text: string) => {
      await imported(Buffer.from(text));
      return ((await (await admin('/api/pb/crate/s0')).json()) as { seen: string }).seen;
    };
    expect(await typed('id,seen (UTC+9)\ns0,2026/3/5 9:00\n')).toBe('2026-03-05 00:00:00');
    expect(await typed('id,seen (GMT+9)\ns0,2026-03-05T09:00Z\n')).toBe('2026-03-05 09:00:00');
    expect(await typed('id,seen\ns0,2026-03-05 09:30\n')).toBe('2026-03-05 09:30:00');
  });

  it('a text that is too long for a cell is cut where it is shown, and the rest of it is not lost on the way back', async () => {
    const story = 'word '.repeat(8_000).trim();
    await make({ id: 't1', story });
    const { bytes } = await file({ format: 'xlsx', style: 'seen', columns: JSON.stringify(['id', 'story']), filter: JSON.stringify({ id: 't1' }) });
    const report = await imported(bytes);
    expect([report.counts, report.lines[0]?.problems]).toEqual([
      { create: 0, update: 0, same: 0, refused: 1 },
      [expect.objectContaining({ path: 'story', code: 'field.invalid' })],
    ]);
    expect(((await (await admin('/api/pb/crate/t1')).json()) as { story: string }).story).toBe(story);
  });

  it('as JSON a part of an object, and a field with a dot in its name, have their values', async () => {
    await make({ id: 'j1', size: { wide: 4 }, 'dot.ted': 'x' });
    const columns = JSON.stringify(['id', 'size.wide', 'dot~2eted']);
    const { bytes } = await file({ format: 'json', columns, filter: JSON.stringify({ id: 'j1' }) });
    expect(JSON.parse(bytes.toString())).toEqual([{ id: 'j1', 'size.wide': 4, 'dot.ted': 'x' }]);
  });
});
