import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { holdRow } from '../../../support/database/hold.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

/** Somebody else holds the row for `ms` while the work begins: of SQLite all of the file, from the moment at which it has begun. */
async function heldFor<T>({ tools }: TestServer, id: string, ms: number, begin: () => Promise<T>): Promise<T> {
  const isFile = tools.db.kind === 'sqlite';
  const early = isFile ? await begin() : undefined;
  const letGo = await holdRow(tools.config.databaseUrl, 'company', id);
  const begun = early ?? (await begin());
  await new Promise((later) => setTimeout(later, ms));
  await letGo();
  return begun;
}

describe.each(testDatabases)('import of filled-in sheets, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  beforeAll(async () => {
    server = await startServer({ kind });
    op = await server.signIn('op');
  });
  afterAll(() => server?.stop());

  const send = (as: Client, object: string, mode: string, bytes: Buffer | string) =>
    as(`/api/pb/${object}/import?mode=${mode}`, { method: 'POST', body: Buffer.from(bytes), headers: { 'content-type': 'application/octet-stream' } });
  const imported = async (object: string, mode: string, bytes: Buffer | string) => {
    const answer = await (await send(op, object, mode, bytes)).json();
    expect(answer).toMatchObject({ done: true });
    await server.tools.jobs.settled(answer.data.job);
    const { data } = await (await op(`/api/jobs/${answer.data.job}`)).json();
    expect(data).toMatchObject({ kind: 'import', state: 'done' });
    return data.result;
  };
  const sheet = () =>
    writeWorkbook([
      {
        name: 'companies',
        heads: ['id', 'Type', '公司名稱', 'tag', 'No such column', 'update_by'],
        rows: [
          ['acme', 3, 'Acme 海', 'doc; 紀錄', 'x', 'root'],
          ['beta', 'no such type', 'Beta', null, null, null],
          ['gamma', 1, null, null, null, null],
          [null, null, null, null, null, null],
          ['acme', 3, 'Acme again', null, null, null],
        ],
      },
    ]);

  it('B05 refuses a spreadsheet of more than 18278 columns, and says so', async () => {
    const heads = Array.from({ length: 18_279 }, (_, index) => `h${index}`).join(',');
    const answer = await send(op, 'company', 'check', `${heads}\n`);
    expect([answer.status, (await answer.json()).err.code]).toEqual([422, 'msg.columns']);
  });

  it('C09 a word in the last corner of a sheet is named and refused; it does not end the process', async () => {
    const { 'xl/worksheets/sheet1.xml': plain, ...others } = unzipSync(await sheet());
    const far = '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row></sheetData>';
    const bytes = zipSync({ ...others, 'xl/worksheets/sheet1.xml': strToU8(strFromU8(plain!).replace('</sheetData>', far)) });
    const answer = await send(op, 'company', 'check', Buffer.from(bytes));
    expect([answer.status, (await answer.json()).err]).toEqual([
      422,
      expect.objectContaining({ code: 'msg.sheetfar', message: expect.stringContaining('XFD1048576') }),
    ]);
  });

  it('checks line by line: what would be created, what is refused and why, which columns are ignored', async () => {
    const model = server.registry.get('company')!.model;
    const bytes = await writeWorkbook([
      {
        name: 'companies',
        heads: ['id', model.fields.find(({ name }) => name === 'type')!.label.tw, 'name', 'tag', 'No such column', 'update_by'],
        rows: (await readSheet(await sheet())).slice(1) as (string | number | null)[][],
      },
    ]);
    const report = await imported('company', 'check', bytes);
    expect(report.columns).toMatchObject([{ field: 'id' }, { field: 'type' }, { field: 'name' }, { field: 'tag' }, { why: 'unknown' }, { why: 'closed' }]);
    expect(report.counts).toEqual({ create: 1, update: 0, same: 0, refused: 3 });
    expect(report.lines).toMatchObject([
      { line: 2, do: 'create', id: 'acme', title: 'Acme 海' },
      { line: 3, do: 'refused', problems: [{ path: 'type', code: 'field.option' }] },
      { line: 4, do: 'refused', problems: [{ path: 'name', code: 'field.required' }] },
      { line: 6, do: 'refused', problems: [{ path: 'id', code: 'import.twice' }] },
    ]);
    expect(report.lines[1].problems[0].message).not.toBe('');
    expect((await op('/api/pb/company/acme')).status).toBe(404);
  });

  it('writes in the same way as a save: history, defaults, and importing the same file again changes nothing', async () => {
    const lines = 'id,type,name,tag\r\nacme,3,Acme 海,doc; 紀錄\r\ndelta,1,Delta,\r\n';
    expect((await imported('company', 'write', lines)).counts).toEqual({ create: 2, update: 0, same: 0, refused: 0 });
    expect(await (await op('/api/pb/company/acme')).json()).toMatchObject({ name: 'Acme 海', type: 3, tag: ['doc', '紀錄'], country: 'TW', update_by: 'op' });
    expect((await imported('company', 'write', lines)).counts).toEqual({ create: 0, update: 0, same: 2, refused: 0 });
    const changed = 'id,name,tag\r\nacme,Acme Sea,\r\n';
    expect((await imported('company', 'check', changed)).counts).toMatchObject({ update: 1 });
    expect((await imported('company', 'write', changed)).counts).toMatchObject({ update: 1 });
    expect(await (await op('/api/pb/company/acme')).json()).toMatchObject({ name: 'Acme Sea', type: 3, tag: [], ver: 2 });
    expect(await (await op('/api/pb/company/acme/history')).json()).toMatchObject([{ action: 'update' }, { action: 'create' }]);
  });

  it('takes no line whose comma nobody quoted, and nothing of a text that was cut off', async () => {
    const admin = await server.signIn('admin');
    const report = await imported('company', 'write', 'id,type,name,tag\r\nsplit,3,Gull, Ltd,doc\r\nwhole,3,"Tern, Ltd",doc\r\n');
    expect(report.counts).toMatchObject({ create: 1, refused: 1 });
    expect(report.lines[0]).toMatchObject({ line: 2, do: 'refused', problems: [{ path: '', code: 'import.cells' }] });
    expect([(await op('/api/pb/company/split')).status, (await (await op('/api/pb/company/whole')).json()).name]).toEqual([404, 'Tern, Ltd']);
    const cut = await send(op, 'company', 'write', 'id,type,name,tag\r\nwhole,3,"Tern\r\nother,1,Auk,\r\n');
    expect([cut.status, (await cut.json()).err]).toEqual([422, expect.objectContaining({ code: 'msg.sheetquote', message: expect.stringContaining('2') })]);
    expect((await admin('/api/pb/company/whole', { method: 'DELETE', headers: { 'if-match': '*' } })).status).toBeLessThan(300);
  });

  it('accepts its own export without a change', async () => {
    const csv = await (await op('/api/pb/company/export?format=csv')).text();
    const report = await imported('company', 'check', csv);
    expect(report.counts).toEqual({ create: 0, update: 0, same: 2, refused: 0 });
  });

  it('gives a template whose column names it understands', async () => {
    const answer = await op('/api/pb/film/import/template');
    expect(answer.headers.get('content-disposition')).toContain('film.xlsx');
    const { model } = server.registry.get('film')!;
    const labelOf = (name: string) => model.fields.find((field) => field.name === name)!.label.tw;
    const [heads = []] = await readSheet(Buffer.from(await answer.arrayBuffer()));
    expect(heads).toContain(labelOf('cname'));
    expect(heads).not.toContain(labelOf('ver'));
  });

  it('P01 safety 3: only people with permission; a missing spreadsheet, column names or mode are refused in words', async () => {
    const gs = await server.signIn('gs');
    expect((await send(gs, 'company', 'check', 'id\na')).status).toBe(403);
    expect((await gs('/api/pb/company/import/template')).status).toBe(403);
    expect((await send(server.anonymous, 'company', 'check', 'id\na')).status).toBe(401);
    const code = async (answer: Response) => [answer.status, (await answer.json()).err.code];
    expect(await code(await send(op, 'company', 'check', 'PK\x03\x04'))).toEqual([422, 'msg.sheet']);
    expect(await code(await send(op, 'company', 'write', 'nothing,here\n1,2'))).toEqual([422, 'msg.sheethead']);
    expect(await code(await send(op, 'company', 'all', 'id\na'))).toEqual([400, 'msg.badrequest']);
    const long = await send(op, 'company', 'check', `id\n${'a\n'.repeat(10_001)}`);
    expect([long.status, (await long.json()).err]).toMatchObject([422, { code: 'msg.sheetrows', message: expect.stringMatching(/10,?000.*10,?001/) }]);
    const json = await op('/api/pb/company/import?mode=check', { method: 'POST', json: {} });
    expect([json.status, (await json.json()).err]).toMatchObject([
      415,
      { code: 'msg.mediatype', message: expect.stringContaining('application/octet-stream') },
    ]);
    expect((await send(op, 'company', 'check', Buffer.alloc(11 * 1024 * 1024, 'a'))).status).toBe(413);
  });

  it('C09 a line that meets a locked database is tried again; one that still fails is reported as our fault, with the lines that are left', async () => {
    const ids = Array.from({ length: 400 }, (_, index) => `row${String(index).padStart(3, '0')}`);
    const sheetOf = (word: string) => `id,type,name\r\n${ids.map((id) => `${id},1,${word} ${id}`).join('\r\n')}\r\n`;
    expect((await imported('company', 'write', sheetOf('first'))).counts).toMatchObject({ create: 400 });
    const names = async () => (await server.db.query<{ name: string }>("SELECT name FROM company WHERE id LIKE 'row%' ORDER BY id")).map(({ name }) => name);
    const all = (word: string) => ids.map((id) => `${word} ${id}`);
    const run = async (word: string, ms: number) => {
      const begin = async () => (await (await send(op, 'company', 'write', sheetOf(word))).json()).data.job as string;
      const job = await heldFor(server, 'row010', ms, begin);
      await server.tools.jobs.settled(job);
      return (await (await op(`/api/jobs/${job}`)).json()).data;
    };
    // Released within the second try: nothing of it is reported.
    const brief = await run('second', 4_500);
    expect(brief).toMatchObject({ state: 'done', result: { counts: { update: 400, refused: 0 }, left: { count: 0, lines: '' } } });
    expect(await names()).toEqual(all('second'));
    // Held all the while.
    const { state, result } = await run('third', 26_000);
    expect(state).toBe('done');
    expect(result.counts).toMatchObject({ create: 0, same: 0, refused: 0, update: 400 - result.left.count });
    expect(result.lines.filter((line: { do: string }) => line.do === 'refused')).toEqual([]);
    // Of MariaDB it is a row, of SQLite the file.
    if (kind === 'mariadb') expect(result.left).toEqual({ count: 1, lines: '12' });
    else expect(result.left.lines).toBe(`${402 - result.left.count}-401`);
    expect(result.left.count).toBeGreaterThan(0);
    const answer = await (
      await op(`/api/pb/company/import?mode=write&only=${result.left.lines}`, {
        method: 'POST',
        body: Buffer.from(sheetOf('third')),
        headers: { 'content-type': 'application/octet-stream' },
      })
    ).json();
    await server.tools.jobs.settled(answer.data.job);
    const rest = (await (await op(`/api/jobs/${answer.data.job}`)).json()).data.result;
    expect([rest.counts.update, rest.counts.same, rest.left.count]).toEqual([result.left.count, 0, 0]);
    expect(await names()).toEqual(all('third'));
  }, 120_000);
});
