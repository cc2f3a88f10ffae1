/** The schema workbench over HTTP: files listed, opened, checked as they are typed, saved, taken back, deleted; on both databases (issue 13.2). */
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import type { BulkReport } from '#framework/bulk/wire.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import type { ArchivedPart } from '#framework/system/wire.ts';
import type { CheckedSchema, GuessedSchema, ListedTable, OpenSchema, SavedSchema, SchemaList, SchemaVersion } from '#framework/workbench/wire.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const boat = {
  title: 'Boat',
  properties: {
    id: { type: 'string', maxLength: 64 },
    name: { title: 'Name', type: 'string', maxLength: 80 },
    length: { title: 'Length', type: 'number', minimum: 0 },
    berth: { title: 'Berth', type: 'string', maxLength: 20 },
  },
  required: ['name'],
};
const text = (schema: unknown) => JSON.stringify(schema, null, 2);

describe.each(testDatabases)('the schema workbench on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const folder = mkdtempSync(join(tmpdir(), 'workbench-'));
  const [schemasDir, localesDir] = [join(folder, 'schemas'), join(folder, 'locales')];
  const fileOf = (name: string) => join(schemasDir, `${name}.json`);

  beforeAll(async () => {
    cpSync('schemas', schemasDir, { recursive: true });
    cpSync('locales', localesDir, { recursive: true });
    server = await startServer({ kind, schemasDir, env: { LOCALES_DIR: localesDir } });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const call = async <T>(method: string, path: string, json?: unknown, who = admin): Promise<{ status: number; data: T; code?: string; fields?: unknown }> => {
    const answer = await who(path, { method, ...(json !== undefined && { json }) });
    const body = (await answer.json()) as { data: T; err?: { code: string; fields: { path: string }[] } };
    return { status: answer.status, data: body.data, code: body.err?.code, fields: body.err?.fields?.map(({ path: at }) => at) };
  };
  const check = (name: string, schema: unknown, labels = {}) =>
    call<CheckedSchema>('POST', '/api/workbench/check', { name, files: { schema: typeof schema === 'string' ? schema : text(schema), labels } });
  const open = async (name: string) => (await call<OpenSchema>('GET', `/api/schemas/${name}`)).data;
  const save = async (name: string, schema: unknown, labels = {}, version?: string) =>
    call<SavedSchema>('PUT', `/api/schemas/${name}`, {
      files: { schema: typeof schema === 'string' ? schema : text(schema), labels },
      version: version ?? (existsSync(fileOf(name)) ? (await open(name)).version : ''),
    });

  it('lists the shipped objects, opens one with its texts, and a save without a change writes nothing', async () => {
    const { status, data } = await call<SchemaList>('GET', '/api/schemas');
    expect([status, data.isWritable]).toEqual([200, true]);
    const user = data.files.find(({ name }) => name === 'user');
    expect(user).toMatchObject({ state: 'serving', rows: { count: 3, estimated: false }, findings: [] });
    const company = await open('company');
    expect(company.files.schema).toBe(readFileSync('schemas/company.json', 'utf8'));
    expect(company.files.labels.tw).toBe(readFileSync('locales/tw/company.json', 'utf8'));
    const saved = await call<SavedSchema>('PUT', '/api/schemas/company', { files: company.files, version: company.version });
    expect(saved.data).toMatchObject({ version: company.version, state: 'serving', waiting: [] });
    expect(readFileSync(fileOf('company'), 'utf8')).toBe(company.files.schema);
  });

  it('a check says what is wrong and where, and writes nothing', async () => {
    const wrong = `{\n  "title": "Boat",\n  "properties": {\n    "id": { "type": "string" },\n    "name": {\n      "type": "string",\n      "maxLenght": 80\n    }\n  }\n}`;
    const { data } = await check('boat', wrong);
    expect(data.findings.find(({ level }) => level === 'error')).toMatchObject({ file: 'schemas/boat.json', field: 'name', line: 7, column: 7 });
    expect(data.entry).toBeNull();
    const broken = await check('boat', '{\n  "title": }');
    expect(broken.data.findings[0]).toMatchObject({ line: 2, column: 12, level: 'error' });
    const labels = await check('boat', boat, { tw: '{ "name": }' });
    expect(labels.data.findings[0]).toMatchObject({ file: 'locales/tw/boat.json', line: 1, column: 11 });
    const good = await check('boat', boat, { tw: text({ name: '船', fields: { name: '船名' } }) });
    expect(good.data.findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect(good.data.entry?.model.label.tw).toBe('船');
    expect([good.data.areReal, good.data.samples.length, new Set(good.data.samples.map((row: Row) => row.id)).size]).toEqual([false, 8, 8]);
    expect(good.data.samples.every((row: Row) => typeof row.name === 'string' && row.name !== '')).toBe(true);
    expect(good.data.plan.steps.map((step) => step.kind)).toContain('createTable');
    const validator = await admin(good.data.entry?.validator ?? '');
    expect([validator.status, (await validator.text()).includes('export')]).toEqual([200, true]);
    expect(existsSync(fileOf('boat'))).toBe(false);
  });

  it('a new object is saved as a file, serves at once, and its next version says what it would do to the rows', async () => {
    const made = await save('boat', boat, { tw: text({ name: '船' }), en: text({ name: 'Boat' }) });
    expect([made.status, made.data.state]).toEqual([200, 'serving']);
    const written = readFileSync(fileOf('boat'), 'utf8');
    expect(written).toContain('    "id": { "type": "string", "maxLength": 64 },\n');
    expect([JSON.parse(written), written.endsWith('}\n'), made.data.files.schema]).toEqual([boat, true, written]);
    for (const row of [
      { id: 'b1', name: 'Gull', length: 7.5, berth: 'A1' },
      { id: 'b2', name: 'Tern', length: 12 },
    ])
      expect((await admin('/api/pb/boat', { method: 'POST', json: row })).status).toBe(201);

    const stricter = { ...boat, required: ['name', 'berth'], properties: { ...boat.properties, berth: { ...boat.properties.berth, minLength: 2 } } };
    const { data } = await check('boat', stricter);
    const refused = data.plan.steps.find((step) => step.refused)?.refused;
    expect(refused).toMatchObject({ count: 1, rows: [{ id: 'b2' }] });
    expect(refused?.rows[0]?.problems[0]?.path).toBe('berth');
    expect([data.areReal, data.samples.map((row: Row) => row.name).sort()]).toEqual([true, ['Gull', 'Tern']]);
    expect((await open('boat')).state).toBe('serving');

    const saved = await save('boat', stricter);
    expect([saved.status, saved.data.state, saved.data.waiting.length > 0]).toEqual([200, 'waiting', true]);
    // The labels were not given again: their files are gone.
    expect(existsSync(join(localesDir, 'tw', 'boat.json'))).toBe(false);
  });

  it('whoever was first wins: an older version is answered with what is there', async () => {
    const { version, files } = await open('boat');
    writeFileSync(fileOf('boat'), text({ ...boat, title: 'Vessel' }));
    const late = await call<{ files: { schema: string } }>('PUT', '/api/schemas/boat', { files, version });
    expect([late.status, late.code, late.data.files.schema]).toEqual([412, 'msg.datamodi', text({ ...boat, title: 'Vessel' })]);
    await server.registry.reload();
  });

  it('the history has every version, those of the folder too, and each can be had again', async () => {
    const { data } = await call<SchemaVersion[]>('GET', '/api/schemas/boat/history');
    expect(data.map(({ action, by }) => [action, by])).toEqual([
      ['found', ''],
      ['update', 'admin'],
      ['create', 'admin'],
    ]);
    const first = data.at(-1);
    const back = await call<SavedSchema>('POST', '/api/schemas/boat/revert', { to: first?.id, version: (await open('boat')).version });
    expect([back.status, back.data.files]).toEqual([200, first?.files]);
    expect(existsSync(join(localesDir, 'tw', 'boat.json'))).toBe(true);
    expect((await call<SchemaVersion[]>('GET', '/api/schemas/boat/history')).data[0]).toMatchObject({ action: 'revert', by: 'admin' });
    expect((await open('boat')).state).toBe('serving');
  });

  it('what has errors is refused with its findings, and so are names that lead elsewhere or are words of the program', async () => {
    const refused = await save('boat', { ...boat, properties: { ...boat.properties, name: { type: 'text' } } });
    expect([refused.status, refused.code]).toEqual([422, 'msg.schemaerrors']);
    for (const name of ['..%2Fevil', '%2e%2e%2fevil', 'Boat', 'a.b', 'a%00b', 'x'.repeat(80)])
      expect([name, (await call('PUT', `/api/schemas/${name}`, { files: { schema: text(boat), labels: {} }, version: '' })).status]).toEqual([name, 422]);
    const words = await call('PUT', '/api/schemas/messages', { files: { schema: text(boat), labels: { tw: '{}' } }, version: '' });
    expect([words.status, words.fields]).toEqual([422, ['name']]);
  });

  it('an object is deleted by its name, its rows stay, and it comes back with them', async () => {
    const { version, files } = await open('boat');
    expect((await call('DELETE', '/api/schemas/boat', { version, typed: 'boot' })).code).toBe('msg.confirm');
    expect((await call('DELETE', '/api/schemas/user', { version: (await open('user')).version, typed: 'user' })).code).toBe('msg.nodelete');
    // Films name companies.
    expect((await call('DELETE', '/api/schemas/company', { version: (await open('company')).version, typed: 'company' })).code).toBe('msg.schemaerrors');
    expect((await call('DELETE', '/api/schemas/boat', { version, typed: 'boat' })).status).toBe(200);
    expect([existsSync(fileOf('boat')), server.registry.get('boat')]).toEqual([false, undefined]);
    expect((await call<SchemaVersion[]>('GET', '/api/schemas/boat/history')).data[0]).toMatchObject({ action: 'delete', files: null });
    expect((await call<SchemaList>('GET', '/api/schemas')).data.gone).toMatchObject([{ name: 'boat', by: 'admin' }]);
    const stored = (await call<SchemaVersion[]>('GET', '/api/schemas/boat/history')).data.find((version) => version.files);
    const back = await call<SavedSchema>('POST', '/api/schemas/boat/revert', { to: stored?.id, version: '' });
    expect([back.status, back.data.state, back.data.files]).toEqual([200, 'serving', files]);
    expect((await call<SchemaList>('GET', '/api/schemas')).data.gone).toEqual([]);
    // Gone by hand, its labels left behind.
    rmSync(fileOf('boat'));
    await server.registry.reload();
    expect((await call('PUT', '/api/schemas/boat', { files, version: '' })).status).toBe(200);
    expect(((await (await admin('/api/pb/boat')).json()) as Row[]).length).toBe(2);
  });

  const guess = (json: object) => call<GuessedSchema>('POST', '/api/workbench/guess', json);
  const bytes = async (path: string, body: Uint8Array<ArrayBuffer>) => {
    const answer = await admin(path, { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } });
    return (await answer.json()) as { data: never; err: unknown };
  };
  const settled = async (job: string): Promise<ImportReport> => {
    await server.tools.jobs.settled(job);
    return (await call<{ result: ImportReport }>('GET', `/api/jobs/${job}`)).data.result;
  };

  it('a sheet becomes an object: kinds, options, key and what is needed, heads of any script; its rows come in at once', async () => {
    const kinds = ['紀錄片', '劇情片', '動畫'];
    const lines = Array.from({ length: 12 }, (_, at) =>
      [
        `F-00${at}`,
        `影片 ${at}`,
        kinds[at % 3],
        60 + at,
        `${at}.25`,
        `2026/1/${at + 1}`,
        `2026-03-0${(at % 9) + 1} 09:30`,
        at % 2 ? '是' : '否',
        `a${at}@example.com`,
        at ? 'https://example.com/x' : '',
      ].join(','),
    );
    const sheet = ['片號,片名,類型,Minutes,Fee (NT$),首映日,Last seen,完成,聯絡 E-mail,link', ...lines].join('\r\n');
    const { data } = (await bytes('/api/workbench/guess/sheet?name=Film%20list.csv', new Uint8Array(Buffer.from(sheet)))) as { data: GuessedSchema };
    expect([data.name, data.rows, data.notes.filter(({ level }) => level === 'error')]).toEqual(['film_list', 12, []]);
    const schema = JSON.parse(data.files.schema);
    expect(schema.properties).toMatchObject({
      id: { title: '片號' },
      片名: { title: '片名', type: 'string' },
      類型: { enum: [...kinds].sort() },
      Minutes: { type: 'integer', minimum: 0 },
      Fee_NT$: { title: 'Fee (NT$)', type: 'number', multipleOf: 0.01 },
      首映日: { format: 'date' },
      Last_seen: { format: 'date-time' },
      完成: { type: 'boolean' },
      '聯絡_E-mail': { format: 'email' },
      link: { format: 'uri' },
    });
    expect(schema.required).toContain('片名');
    expect(schema.required).not.toContain('link');
    expect((await save(data.name, data.files.schema)).data.state).toBe('serving');
    const { data: job } = (await bytes(`/api/pb/${data.name}/import?mode=write`, new Uint8Array(Buffer.from(sheet)))) as { data: { job: string } };
    const report = await settled(job.job);
    expect([report.counts, report.lines.flatMap(({ problems }) => problems)]).toEqual([{ create: 12, update: 0, same: 0, refused: 0 }, []]);
    const rows = (await (await admin(`/api/pb/${data.name}?filter=${encodeURIComponent('{"片名":"影片 3"}')}`)).json()) as Row[];
    expect(rows[0]).toMatchObject({ 類型: '紀錄片', Minutes: 63, Fee_NT$: 3.25, 首映日: '2026-01-04', 完成: true });
  });

  it('a column that is not what it looked like becomes text, and a column of codes the key', async () => {
    const sheet = 'code,phone,day\nA1,0912345678,2026-02-01\nA2,0987654321,2026-02-31\n';
    const { data } = (await bytes('/api/workbench/guess/sheet?name=contacts', new Uint8Array(Buffer.from(sheet)))) as { data: GuessedSchema };
    const schema = JSON.parse(data.files.schema);
    expect([schema.properties.id, schema.properties.phone.type, schema.properties.day.type]).toEqual([
      { title: 'code', type: 'string', maxLength: 64 },
      'string',
      'string',
    ]);
    expect((await save(data.name, data.files.schema)).status).toBe(200);
  });

  it('starts from nothing, from a sample, from a schema of somewhere else', async () => {
    expect((await guess({ from: 'empty', name: 'Visit' })).data).toMatchObject({ name: 'visit', notes: [] });
    const sample = [
      { id: 7, name: 'Ann', tags: ['a'], address: { city: 'Taipei', zip: '100' }, at: '2026-01-05T09:30:00Z', lines: [{ qty: 1, price: 2.5 }], odd: 1 },
      { id: 8, name: 'Ben', tags: [], address: { city: 'Tainan' }, at: '2026-01-06T09:30:00Z', lines: [], odd: { deep: true } },
    ];
    const guessed = (await guess({ from: 'sample', text: text(sample), name: 'person' })).data;
    expect(guessed).toMatchObject({ name: 'person', rows: 2 });
    expect(guessed.notes.filter(({ level }) => level === 'error')).toEqual([]);
    expect(JSON.parse(guessed.files.schema).properties).toMatchObject({
      id: { type: 'string' },
      address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
      lines: { type: 'array', items: { properties: { qty: { type: 'integer' }, price: { type: 'number' } } } },
      odd: { 'x-json': {} },
    });
    // One of them has no lines, no tags: neither is required, or it could not be entered.
    expect(JSON.parse(guessed.files.schema).required).toEqual(['id', 'name', 'address', 'at', 'odd']);
    expect((await save('person', guessed.files.schema)).data.state).toBe('serving');
    expect((await admin('/api/pb/person', { method: 'POST', json: { ...sample[0], id: 'p7', at: '2026-01-05 09:30:00' } })).status).toBe(201);
    const foreign = readFileSync('tests/foreign/npm_package.json', 'utf8');
    const pasted = await guess({ from: 'schema', text: foreign, name: 'package' });
    expect(pasted.data).toMatchObject({ name: 'package', files: { schema: foreign } });
    expect(
      (await guess({ from: 'schema', text: '{"$id": "https://example.com/invoice.schema.json", "properties": {"no": {"type": "string"}}}' })).data.name,
    ).toBe('invoice');
    const broken = await guess({ from: 'sample', text: '[{]' });
    expect([broken.status, broken.fields]).toEqual([422, ['text']]);
  });

  it('a table that somebody else has made becomes an object, and its rows are copied into it', async () => {
    const serial = kind === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'INT NOT NULL PRIMARY KEY';
    await server.db.exec(`CREATE TABLE shops (shop_id ${serial}, name VARCHAR(80) NOT NULL, opened DATE, rent DECIMAL(10,2), open_now BOOLEAN, photo BLOB)`);
    await server.db.run("INSERT INTO shops VALUES (1, '海邊書店', '2020-05-01', 1200.5, 1, NULL), (2, 'Corner', NULL, NULL, 0, NULL)");
    const tables = await call<ListedTable[]>('GET', '/api/workbench/tables');
    expect(tables.data).toEqual([{ table: 'shops', columns: ['shop_id', 'name', 'opened', 'rent', 'open_now', 'photo'], rows: 2 }]);
    const { data } = await guess({ from: 'table', table: 'shops' });
    expect(data).toMatchObject({ name: 'shop', rows: 2, left: ['photo'] });
    expect(JSON.parse(data.files.schema)).toMatchObject({
      properties: {
        id: { title: 'shop_id' },
        name: { type: 'string', maxLength: 80 },
        opened: { format: 'date' },
        rent: { type: 'number', multipleOf: 0.01 },
        open_now: { type: 'boolean' },
      },
      required: ['name'],
    });
    expect((await save('shop', data.files.schema)).data.state).toBe('serving');
    const { data: job } = await call<{ job: string }>('POST', '/api/workbench/tables/shops/copy', { object: 'shop' });
    const report = await settled(job.job);
    expect([report.counts, report.lines.flatMap(({ problems }) => problems)]).toEqual([{ create: 2, update: 0, same: 0, refused: 0 }, []]);
    expect(await (await admin('/api/pb/shop/1')).json()).toMatchObject({ id: '1', name: '海邊書店', opened: '2020-05-01', rent: 1200.5, open_now: true });
    expect((await server.db.query('SELECT name FROM shops')).length).toBe(2);
    expect((await guess({ from: 'table', table: 'user' })).status).toBe(404);
  });

  it('rows that a waiting step refuses get a value, in just those rows, and back again; then the plan is applied', async () => {
    const word = (maxLength: number) => ({ type: 'string', maxLength });
    const crate = { title: 'Crate', properties: { id: word(20), mark: word(40), size: word(20) } };
    await save('crate', crate);
    for (const row of [
      { id: 'c1', mark: 'oak', size: 'big' },
      { id: 'c2', mark: 'fir' },
      { id: 'c3', mark: 'elm' },
    ])
      expect((await admin('/api/pb/crate', { method: 'POST', json: row })).status).toBe(201);
    const sizes = async () => ((await (await admin('/api/pb/crate?sort=["id","ASC"]')).json()) as Row[]).map(({ size }) => size);
    expect((await call('POST', '/api/schemas/crate/backfill', { field: 'size', mode: 'check', value: 'x' })).code).toBe('msg.nothing');
    expect((await save('crate', { ...crate, required: ['size'] })).data).toMatchObject({ state: 'waiting' });
    const apply = () => call('POST', '/api/system/apply', { object: 'crate' });
    expect((await apply()).code).toBe('msg.needsmigration');
    const fill = async (json: object, changeset?: string) => {
      const answer = await admin('/api/schemas/crate/backfill', { method: 'POST', json, headers: changeset ? { 'x-changeset': changeset } : {} });
      const { data } = (await answer.json()) as { data: { job: string; count: number } };
      await server.tools.jobs.settled(data.job);
      return { count: data.count, report: (await call<{ result: BulkReport }>('GET', `/api/jobs/${data.job}`)).data.result };
    };
    const looked = await fill({ field: 'size', mode: 'check', value: 'small' });
    expect([looked.count, looked.report.counts, await sizes()]).toEqual([2, { changed: 2, same: 0, refused: 0 }, ['big', '', '']]);
    const changeset = '01234567-89ab-cdef-0123-456789abcdef';
    const written = await fill({ field: 'size', mode: 'write', from: 'mark' }, changeset);
    expect([written.report.counts.changed, written.report.isUndoable, await sizes()]).toEqual([2, true, ['big', 'fir', 'elm']]);
    // The rule is the newer file's: with the former one the rows may be what they were.
    await save('crate', crate);
    expect((await call('POST', `/api/changes/${changeset}/undo`, {})).status).toBe(200);
    expect(await sizes()).toEqual(['big', '', '']);
    await save('crate', { ...crate, required: ['size'] });
    await fill({ field: 'size', mode: 'write', value: 'small' });
    expect([(await apply()).status, await sizes()]).toEqual([200, ['big', 'small', 'small']]);
    expect((await open('crate')).state).toBe('serving');
  });

  it('a step that holds the object up is filled in the same way: values that are no options of it any more', async () => {
    const kindOf = (options: string[]) => ({
      title: 'Tile',
      properties: { id: { type: 'string', maxLength: 20 }, kind: { type: 'string', maxLength: 20, enum: options } },
    });
    await save('tile', kindOf(['stone', 'wood', 'glass']));
    for (const [id, of] of [
      ['t1', 'stone'],
      ['t2', 'glass'],
    ] as const)
      await admin('/api/pb/tile', { method: 'POST', json: { id, kind: of } });
    const saved = await save('tile', kindOf(['stone', 'wood']));
    expect(saved.data.state).toBe('waiting');
    const answer = await call<{ job: string; count: number }>('POST', '/api/schemas/tile/backfill', { field: 'kind', mode: 'write', value: 'wood' });
    expect(answer.data.count).toBe(1);
    await server.tools.jobs.settled(answer.data.job);
    expect((await call('POST', '/api/system/apply', { object: 'tile' })).status).toBe(200);
    expect(await (await admin('/api/pb/tile/t2')).json()).toMatchObject({ kind: 'wood' });
  });

  it('a removed field comes back into the schema as it was, and its values with it', async () => {
    const word = { type: 'string', maxLength: 40 };
    const shed = { title: 'Shed', properties: { id: word, door: { title: 'Door', ...word }, box: { type: 'object', properties: { top: word, low: word } } } };
    const labels = { tw: text({ name: '棚', fields: { door: '門', 'box.low': '下層', 'box.top': '上層' } }) };
    await save('shed', shed, labels);
    await admin('/api/pb/shed', { method: 'POST', json: { id: 's1', door: 'red', box: { top: 'hat', low: 'shoe' } } });
    await save(
      'shed',
      { ...shed, properties: { id: word, box: { type: 'object', properties: { top: word } } } },
      { tw: text({ name: '棚', fields: { 'box.top': '頂層' } }) },
    );
    expect(await (await admin('/api/pb/shed/s1')).json()).not.toHaveProperty('door');
    const parts = async () => (await call<ArchivedPart[]>('GET', '/api/system/archived')).data.filter(({ object }) => object === 'shed');
    expect((await call('POST', '/api/schemas/shed/restore', { key: 'none', version: (await open('shed')).version })).status).toBe(404);
    for (const { key } of await parts()) {
      const back = await call<SavedSchema>('POST', '/api/schemas/shed/restore', { key, version: (await open('shed')).version });
      expect([back.status, back.data.state]).toEqual([200, 'serving']);
    }
    const { files } = await open('shed');
    expect(JSON.parse(files.schema)).toEqual(shed);
    expect(JSON.parse(files.labels.tw ?? '')).toEqual({ name: '棚', fields: { door: '門', 'box.low': '下層', 'box.top': '頂層' } });
    expect(await (await admin('/api/pb/shed/s1')).json()).toMatchObject({ door: 'red', box: { top: 'hat', low: 'shoe' } });
    expect(await parts()).toEqual([]);
  });

  it('nobody but administrators, none of whom looks on as another role; and nothing where it is off', async () => {
    const op = await server.signIn('op');
    expect((await call('GET', '/api/schemas', undefined, op)).status).toBe(403);
    const other = await server.signIn('admin');
    await call('POST', '/api/auth/view-as', { role: '[op]' }, other);
    expect((await call('PUT', '/api/schemas/boat', { files: { schema: text(boat) }, version: '' }, other)).status).toBe(403);
    const { version, files } = await open('boat');
    if (process.getuid?.() !== 0) {
      chmodSync(schemasDir, 0o555);
      expect((await call<SchemaList>('GET', '/api/schemas')).data).toMatchObject({ isWritable: false, why: 'folder' });
      chmodSync(schemasDir, 0o755);
    }
    server.tools.config.schemasEdit = false;
    expect((await call<SchemaList>('GET', '/api/schemas')).data).toMatchObject({ isWritable: false, why: 'setting' });
    expect((await call('PUT', '/api/schemas/boat', { files, version })).code).toBe('msg.schemasoff');
    server.tools.config.schemasEdit = true;
  });
});
