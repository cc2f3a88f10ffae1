/** An import as a job of work: columns matched and remembered, new or changed rows only, the sheet marked and sent again, its template; on an object dropped in. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const text = (title: string, more: object = {}) => ({ type: 'string', title, maxLength: 80, ...more });
const smith = {
  title: '工匠',
  type: 'object',
  'x-titleTemplate': '{name}',
  required: ['id'],
  properties: { id: text('代號', { maxLength: 40 }), name: text('姓名') },
};
const lantern = {
  title: '燈籠',
  type: 'object',
  'x-titleTemplate': '{name}',
  'x-uniques': [['code']],
  required: ['id', 'name'],
  properties: {
    id: text('代號', { maxLength: 40 }),
    name: text('燈籠名稱', { 'x-was': 'old_name' }),
    code: text('貨號', { maxLength: 40 }),
    height: { type: 'integer', title: '高度', maximum: 300 },
    lit: { type: 'boolean', title: '點亮' },
    paper: { type: 'string', title: '紙', enum: ['rice', 'wax'], default: 'rice' },
    made: text('製作日', { format: 'date' }),
    by: text('工匠', { maxLength: 64, 'x-relation': 'smith' }),
    marks: { type: 'array', title: '標記', items: { type: 'string' } },
  },
};

const member = {
  title: 'Member',
  type: 'object',
  required: ['id', 'name'],
  properties: { id: text('ID', { maxLength: 40 }), name: text('Name'), mail: text('Mail', { format: 'email', 'x-db': { unique: true } }) },
};

describe.each(testDatabases)('an import as a job of work, on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'import-job-'));
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    cpSync(new URL('../../../../schemas', import.meta.url).pathname, folder, { recursive: true });
    for (const [name, schema] of Object.entries({ smith, lantern, member })) writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema));
    server = await startServer({ kind, schemasDir: folder });
    expect(server.registry.quarantined()).toEqual([]);
    admin = await server.signIn('admin');
    expect((await admin('/api/pb/smith', { method: 'POST', json: { id: 's1', name: '阿明' } })).status).toBe(201);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (as: Client, path: string, content: string | Uint8Array, lang = 'en') =>
    as(path, {
      method: 'POST',
      body: Buffer.from(content as Uint8Array),
      headers: { 'content-type': 'application/octet-stream', cookie: `${as.cookie}; lang=${lang}` },
    });
  const send = async (content: string | Uint8Array, query: string, as = admin, object = 'lantern') => {
    const answer = (await (await post(as, `/api/pb/${object}/import?${query}`, content)).json()) as { data: { job: string } };
    await server.tools.jobs.settled(answer.data.job);
    const { data } = (await (await as(`/api/jobs/${answer.data.job}`)).json()) as { data: { state: string; result: ImportReport } };
    expect(data.state).toBe('done');
    return { job: answer.data.job, report: data.result };
  };
  const marked = async (content: string | Uint8Array, job: string, more = '') => {
    const answer = await post(admin, `/api/pb/lantern/import/marked?job=${job}${more}`, content);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const faultsOf = (report: ImportReport) => report.lines.map(({ line, problems }) => [line, ...problems.map(({ path, code }) => `${path} ${code}`)]);

  it('matches columns by name, label, former name and likeness, shows what is in them, and tells the fields that are missing', async () => {
    const { report } = await send('ID,OLD NAME,ｈｅｉｇｈｔ,货号,Papper,none\na,Moon,12,K1,wax,x\nb,Sun,13,K2,,y\n', 'mode=check');
    expect(report.columns).toMatchObject([
      { field: 'id', by: 'name' },
      { field: 'name', by: 'like' },
      { field: 'height', by: 'like' },
      { field: 'code', by: 'like' },
      { field: 'paper', by: 'near' },
      { field: '', why: 'unknown', samples: ['x', 'y'] },
    ]);
    expect(report.missing).toEqual([]);
    expect((await send('代號,高度\na,1\n', 'mode=check')).report.missing).toEqual(['name']);
    // A guess is for somebody to look at: what is written without a look takes none.
    expect((await send('id,name,Papper,code\na0,Moon,wax,K0\n', 'mode=write')).report.columns[2]).toMatchObject({ field: '', why: 'unknown' });
  });

  it('leaves rows without a business key alone: they are not each other', async () => {
    const make = async (id: string, code: string) => (await admin('/api/pb/lantern', { method: 'POST', json: { id, name: 'Moon', code } })).status;
    expect([await make('u1', ''), await make('u2', ''), await make('u3', 'U'), await make('u4', 'U')]).toEqual([201, 201, 201, 422]);
    expect((await send('id,name,code\nu5,Moon,\nu6,Moon,\n', 'mode=write')).report.counts).toMatchObject({ create: 2, refused: 0 });
  });

  it('takes the columns that a person names, remembers them for them, and forgets on request', async () => {
    const sheet = 'Nummer,Bezeichnung,Cm\nm1,Mond,20\n';
    expect((await send(sheet, 'mode=check')).report).toMatchObject({ counts: { create: 0, refused: 0 }, missing: ['id', 'name'] });
    expect((await post(admin, '/api/pb/lantern/import?mode=write', sheet)).status).toBe(422);
    const columns = encodeURIComponent(JSON.stringify({ 0: 'id', 1: 'name', 2: 'height' }));
    expect((await send(sheet, `mode=write&columns=${columns}`)).report.counts).toMatchObject({ create: 1 });
    expect(await (await admin('/api/pb/lantern/m1')).json()).toMatchObject({ name: 'Mond', height: 20 });
    const again = (await send('Nummer,Bezeichnung,Cm\nm2,Stern,21\n', 'mode=check')).report;
    expect(again).toMatchObject({ isRemembered: true, counts: { create: 1 }, columns: [{ by: 'remembered' }, { by: 'remembered' }, { by: 'remembered' }] });
    const leaving = encodeURIComponent(JSON.stringify({ 2: '' }));
    expect((await send(sheet, `mode=check&columns=${leaving}`)).report.columns[2]).toMatchObject({ field: '', why: 'left' });
    const op = await server.signIn('op');
    const others = await post(op, '/api/pb/lantern/import?mode=check', sheet);
    if (others.status === 200) {
      const { data } = (await others.json()) as { data: { job: string } };
      await server.tools.jobs.settled(data.job);
      expect(((await (await op(`/api/jobs/${data.job}`)).json()) as { data: { result: ImportReport } }).data.result.isRemembered).toBe(false);
    }
    expect((await send(sheet, 'mode=check&forget=1')).report).toMatchObject({ isRemembered: false, missing: ['id', 'name'] });
    expect((await send(sheet, 'mode=check')).report.isRemembered).toBe(false);
    expect((await post(admin, '/api/pb/lantern/import?mode=check&columns=[1]', sheet)).status).toBe(400);
  });

  it('takes only new rows, only changes, or both, told apart by the key or by a unique field', async () => {
    await send('id,name,code\nt1,One,C1\nt2,Two,C2\n', 'mode=write');
    const sheet = 'id,name,code\nt1,One more,C1\nt3,Three,C3\n';
    expect(faultsOf((await send(sheet, 'mode=check&take=new')).report)).toEqual([[2, 'id import.exists'], [3]]);
    expect(faultsOf((await send(sheet, 'mode=check&take=change')).report)).toEqual([[2], [3, 'id import.absent']]);
    const byCode = 'name,code\nTwo by code,C2\nFour,C4\nFive,\n';
    expect((await send(byCode, 'mode=check&by=code')).report.counts).toMatchObject({ update: 1 });
    const changes = (await send(byCode, 'mode=write&by=code&take=change')).report;
    expect(changes.counts).toMatchObject({ update: 1, refused: 2 });
    expect(faultsOf(changes).slice(1)).toEqual([
      [3, 'code import.absent'],
      [4, 'code import.nokey'],
    ]);
    expect(changes.missing).toEqual([]);
    expect(await (await admin('/api/pb/lantern/t2')).json()).toMatchObject({ name: 'Two by code' });
    expect((await post(admin, '/api/pb/lantern/import?mode=check&by=name', sheet)).status).toBe(400);
    expect((await post(admin, '/api/pb/lantern/import?mode=check&take=some', sheet)).status).toBe(400);
  });

  it('an address that identifies a row is the same however it is typed', async () => {
    await send('id,name,mail\nm1,One,one@example.com\n', 'mode=write', admin, 'member');
    const sheet = 'name,mail\nOne by mail, One@Example.com \nAgain,ONE@example.com\n';
    expect(faultsOf((await send(sheet, 'mode=write&by=mail&take=change', admin, 'member')).report)).toEqual([[2], [3, 'mail import.twice']]);
    expect(await (await admin('/api/pb/member/m1')).json()).toMatchObject({ name: 'One by mail', mail: 'one@example.com' });
  });

  it('gives the same workbook with the faults marked; mended and sent again it is taken, and the marks go', async () => {
    const book = await writeWorkbook([
      {
        name: 'lanterns',
        heads: ['id', 'name', 'height', 'paper', 'code'],
        rows: [
          ['w1', 'Good', 10, 'rice', 'W1'],
          ['w2', null, 999, 'tin', 'W2'],
          ['w3', 'Fine', 30, 'wax', 'W3'],
        ],
      },
      { name: 'notes', heads: ['mine'], rows: [['a & b']] },
    ]);
    const { job, report } = await send(book, 'mode=write');
    expect(report.counts).toEqual({ create: 2, update: 0, same: 0, refused: 1 });
    const answer = await marked(book, job);
    const parts = unzipSync(answer);
    const xml = (path: string) => strFromU8(parts[path]!);
    expect(await readSheet(answer)).toEqual(await readSheet(book));
    expect(xml('xl/worksheets/sheet2.xml')).toBe(strFromU8(unzipSync(book)['xl/worksheets/sheet2.xml']!));
    expect([...xml('xl/comments1.xml').matchAll(/<comment ref="(\w+)"/g)].map(([, ref]) => ref).sort()).toEqual(['B3', 'C3', 'D3']);
    expect(xml('xl/comments1.xml')).toContain('高度');
    const cells = [...xml('xl/worksheets/sheet1.xml').matchAll(/<c [^>]*?>/g)].map(([cell]) => cell);
    const styleOf = (ref: string) => /\bs="(\d+)"/.exec(cells.find((cell) => cell.includes(`"${ref}"`)) ?? '')?.[1];
    expect(styleOf('B3')).toBeDefined();
    expect([styleOf('C3') === styleOf('C2'), styleOf('A3') === styleOf('A2')]).toEqual([false, true]);
    // Only what is to be mended: the lines keep their numbers, the others are empty and hidden.
    const rest = await marked(book, job, '&only=1');
    const rows = await readSheet(rest);
    expect([rows[0]?.[0], rows[1]?.every((cell) => cell === null), rows[2]?.[0], rows.length]).toEqual(['id', true, 'w2', 3]);
    expect(strFromU8(unzipSync(rest)['xl/worksheets/sheet1.xml']!)).toMatch(/<row r="2" hidden="1"\/>/);
    // Marked once more it carries the new faults only.
    const twice = await marked(answer, (await send(answer, 'mode=check')).job);
    expect(strFromU8(unzipSync(twice)['xl/comments1.xml']!).match(/<comment /g)).toHaveLength(3);
    // In Chinese the notes are in Chinese.
    const tw = (await (await post(admin, '/api/pb/lantern/import?mode=check', book, 'tw')).json()) as { data: { job: string } };
    await server.tools.jobs.settled(tw.data.job);
    expect(strFromU8(unzipSync(await marked(book, tw.data.job))['xl/comments1.xml']!)).toMatch(/\p{Script=Han}/u);
    const mended = await writeWorkbook([{ name: 'lanterns', heads: ['id', 'name', 'height', 'paper', 'code'], rows: [['w2', 'Mended', 99, 'wax', 'W2']] }]);
    expect((await send(mended, 'mode=write')).report.counts).toMatchObject({ create: 1, refused: 0 });
  });

  it('gives a text its last column of faults, which is nothing to import', async () => {
    const sheet = 'id;name;marks\r\nc1;"semi; ""colon""";a\r\nc2;;"b\r\nc"\r\nc3;Fine\r\n';
    const { job, report } = await send(sheet, 'mode=check');
    expect([report.encoding, report.counts.create, report.counts.refused]).toEqual(['utf-8', 2, 1]);
    const answer = await marked(sheet, job);
    const lines = await readSheet(answer);
    expect(lines.map((cells) => cells.length)).toEqual([4, 4, 4, 4]);
    expect(lines[0]?.[3]).toBe('Errors');
    expect([lines[1]?.[1], lines[1]?.[3], lines[2]?.[2], lines[3]?.[3]]).toEqual(['semi; "colon"', '', 'b\r\nc', '']);
    expect(lines[2]?.[3]).not.toBe('');
    const second = await send(answer, 'mode=check');
    expect(second.report.columns[3]).toMatchObject({ why: 'blank' });
    expect((await readSheet(await marked(answer, second.job)))[0]).toEqual(['id', 'name', 'marks', 'Errors']);
    expect(await readSheet(await marked(sheet, job, '&only=1'))).toHaveLength(2);
  });

  it('ends where it is told to: what was written stays, and the rest comes back to be sent again', async () => {
    const sheet = `id,name,code\n${Array.from({ length: 4_000 }, (_, at) => `x${at},Lantern ${at},X${at}`).join('\n')}\n`;
    const { data } = (await (await post(admin, '/api/pb/lantern/import?mode=write', sheet)).json()) as { data: { job: string } };
    expect((await admin(`/api/jobs/${data.job}/cancel`, { method: 'POST', json: {} })).status).toBe(200);
    await server.tools.jobs.settled(data.job);
    const { result } = ((await (await admin(`/api/jobs/${data.job}`)).json()) as { data: { result: ImportReport } }).data;
    expect(result.cutAt).toBeGreaterThan(1);
    expect(result.counts.create).toBe(result.cutAt - 2);
    const rest = await readSheet(await marked(sheet, data.job, '&only=1'));
    expect([rest.length - 1, rest[1]?.[0]]).toEqual([4_000 - result.counts.create, `x${result.counts.create}`]);
  });

  it('reads a text in the encoding that is named', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id,name\ne1,月\n', 'utf16le')]);
    expect((await send(utf16, 'mode=check')).report).toMatchObject({ encoding: 'utf-16le', lines: [{ title: '月' }] });
    const big5 = Buffer.concat([Buffer.from('id,name\ne2,'), Buffer.from([0xa4, 0xeb]), Buffer.from('\n')]);
    expect((await send(big5, 'mode=check')).report).toMatchObject({ encoding: 'big5', lines: [{ title: '月' }] });
    expect((await send(big5, 'mode=check&encoding=gb18030')).report.lines[0]?.title).not.toBe('月');
    expect((await post(admin, '/api/pb/lantern/import?mode=check&encoding=utf-8', big5)).status).toBe(422);
  });

  it('a template has labels, drop-downs, notes and an example that is not imported; filled in, it comes back', async () => {
    for (const lang of ['en', 'tw']) {
      const answer = await admin('/api/pb/lantern/import/template', { headers: { cookie: `${admin.cookie}; lang=${lang}` } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const parts = unzipSync(bytes);
      const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
      expect(sheet.match(/<dataValidation /g)).toHaveLength(3);
      expect(strFromU8(parts['xl/workbook.xml']!)).toMatch(/<sheet[^>]*state="hidden"/);
      expect(strFromU8(parts['xl/worksheets/sheet3.xml']!) + strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array())).toContain('阿明 [s1]');
      expect(strFromU8(parts['xl/comments1.xml']!).match(/ref="\w+"/g)).toEqual(['ref="A1"', 'ref="B1"', 'ref="A2"']);
      const { report } = await send(bytes, 'mode=check');
      expect([report.counts, report.columns.every(({ field }) => field !== '')]).toEqual([{ create: 0, update: 0, same: 0, refused: 0 }, true]);
      const [heads = [], example = []] = await readSheet(bytes);
      expect(heads).toContain('燈籠名稱');
      const own = { name: `Own ${lang}`, id: `own-${lang}` };
      const filled = example.map((cell, at) => {
        const field = report.columns[at]?.field;
        return field === 'name' ? own.name : field === 'id' ? own.id : field === 'by' ? '阿明 [s1]' : (cell as string | number | null);
      });
      const written = await send(await writeWorkbook([{ name: 'own', heads: heads.map(String), rows: [filled] }]), 'mode=write');
      expect(faultsOf(written.report)).toEqual([[2]]);
      expect(await (await admin(`/api/pb/lantern/own-${lang}`)).json()).toMatchObject({ name: own.name, by: 's1', made: '2026-01-31', lit: true });
    }
  });
});
