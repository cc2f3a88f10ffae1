import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { type Answer, create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { studioSchemas } from '../../../support/schemas/studio-schemas.ts';

const refusalOf = (answer: Answer) => [
  answer.status,
  answer.body.err?.code,
  ...(answer.body.err?.fields ?? []).map((field: { path: string; code: string }) => `${field.path} ${field.code}`),
];

describe.each(testDatabases)('what the records API refuses, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, studioSchemas);
    await create(admin(), 'reel', { id: 'r1', title: 'One', serial: 'S1', code: 'c1' }, { id: 'r2', title: 'Two', pin: 'secret' });
  });
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');

  it('refuses an unknown field with its name, nested ones too', async () => {
    expect(refusalOf(await admin().post('/reel', { id: 'x', title: 'x', colour: 1 }))).toEqual([422, 'msg.invalid', 'colour field.unknown']);
    expect(refusalOf(await admin().post('/reel', { id: 'x', title: 'x', extra: { z: 1 } }))).toEqual([422, 'msg.invalid', 'extra/z field.unknown']);
    expect(refusalOf(await admin().post('/reel', '{"id":"x","title":"x","__proto__":{"open":true}}'))).toEqual([422, 'msg.invalid', '__proto__ field.unknown']);
  });

  it('refuses changes of what only the server writes, but accepts the unchanged value', async () => {
    expect(refusalOf(await admin().put('/reel/r1', { fixed: 'mine', ver: 1 }))).toEqual([422, 'msg.invalid', 'fixed field.readonly']);
    expect(refusalOf(await admin().put('/reel/r1', { serial: 'S2', ver: 1 }))).toEqual([422, 'msg.invalid', 'serial field.once']);
    expect(refusalOf(await admin().put('/reel/r1', { id: 'other', ver: 1 }))).toEqual([422, 'msg.invalid', 'id field.once']);
    const row = (await admin().get('/reel/r1')).body;
    expect((await admin().put('/reel/r1', { ...row, title: 'One!' })).status).toBe(200);
    // A row from before titles were one line.
    await app.db.exec("UPDATE reel SET serial = 'S\n1' WHERE id = 'r1'");
    const older = (await admin().get('/reel/r1')).body;
    expect([older.serial, (await admin().put('/reel/r1', { ...older, title: 'One' })).status]).toEqual(['S\n1', 200]);
  });

  it('K20 V31 names every missing field at once', async () => {
    expect(refusalOf(await admin().post('/reel', {}))).toEqual([422, 'msg.blank', 'id field.required', 'title field.required']);
    expect(refusalOf(await admin().post('/reel', { id: '  ', title: ' ' }))).toEqual([422, 'msg.blank', 'id field.required', 'title field.required']);
    expect(refusalOf(await admin().post('/reel', { id: 'x', title: 'x', lines: [{ amount: 1 }] }))).toEqual([422, 'msg.blank', 'lines/0/what field.required']);
  });

  it('V35 refuses wrong types and values that no table can store, each with its field', async () => {
    const refused = async (row: object) => refusalOf(await admin().post('/reel', { id: 'x', title: 'x', ...row }));
    expect(await refused({ year: 'soon' })).toEqual([422, 'msg.invalid', expect.stringMatching(/^year field\.(integer|number|type)$/)]);
    expect(await refused({ year: 1950.5 })).toEqual([422, 'msg.invalid', 'year field.integer']);
    expect(await refused({ year: 1800 })).toEqual([422, 'msg.invalid', 'year field.range']);
    expect(await refused({ price: 1.005 })).toEqual([422, 'msg.invalid', 'price field.decimals']);
    expect(await refused({ title: 'a\u0000b' })).toEqual([422, 'msg.invalid', 'title field.invalid']);
    expect(refusalOf(await admin().post('/reel', '{"id":"x","title":"\\ud800"}'))).toEqual([422, 'msg.invalid', 'title field.invalid']);
    expect(refusalOf(await admin().post('/reel', '{"id":"x","title":"x","year":1e999}'))).toEqual([422, 'msg.invalid', 'year field.number']);
    expect(refusalOf(await admin().post('/reel', '{"id":"x","title":"x","year":99999999999999999999}'))).toEqual([422, 'msg.invalid', 'year field.range']);
    expect(await refused({ status: 'z' })).toEqual([422, 'msg.invalid', 'status field.option']);
    expect(await refused({ shown: '2026-02-30' })).toEqual([422, 'msg.invalid', 'shown field.date']);
    expect(refusalOf(await admin().post('/reel', [1]))).toEqual([400, 'msg.badrequest']);
  });

  it('requires the version on which a save is based', async () => {
    expect(refusalOf(await admin().put('/reel/r2', { title: 'x' }))).toEqual([428, 'msg.version', 'ver field.required']);
    expect(refusalOf(await admin().put('/reel/r2', { title: 'x' }, { 'if-match': 'soon' }))).toEqual([400, 'msg.badrequest', 'If-Match field.invalid']);
    expect(refusalOf(await admin().put('/reel/r2', { title: 'x', ver: 7 }))).toEqual([412, 'msg.datamodi']);
    expect(refusalOf(await admin().delete('/reel/r2', { 'if-match': '"7"' }))).toEqual([412, 'msg.datamodi']);
  });

  it('with If-Match: * a change applies to any version, in bulk to each', async () => {
    await create(admin(), 'reel', { id: 'any', title: 'Any' });
    const first = await admin().put('/reel/any', { title: 'One' }, { 'if-match': '*' });
    expect([first.status, first.body.ver]).toEqual([200, 2]);
    const saves = await Promise.all(['a', 'b', 'c'].map((title) => admin().put('/reel/any', { title }, { 'if-match': '*' })));
    expect(saves.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await admin().get('/reel/any')).body.ver).toBe(5);
    expect((await admin().put('/reel/nobody', { title: 'x' }, { 'if-match': '*' })).status).toBe(404);
    expect((await admin().delete('/reel/any', { 'if-match': '*' })).status).toBe(200);
  });

  it('K05 of two saves at the same time on one version exactly one is stored', async () => {
    await create(admin(), 'reel', { id: 'race', title: 'Race' });
    const saves = await Promise.all(['a', 'b', 'c', 'd'].map((title) => admin().put('/reel/race', { title, ver: 1 })));
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect((await admin().get('/reel/race/history')).body).toHaveLength(2);
  });

  it('K19 K24 distinguishes a taken key from another taken value', async () => {
    expect(refusalOf(await admin().post('/reel', { id: 'r1', title: 'x' }))).toEqual([422, 'msg.mid', 'id field.exists']);
    expect(refusalOf(await admin().post('/reel', { id: 'x', title: 'x', code: 'c1' }))).toEqual([422, 'msg.invalid', 'code field.unique']);
    expect(refusalOf(await admin().put('/reel/r2', { code: 'c1', ver: 1 }))).toEqual([422, 'msg.invalid', 'code field.unique']);
    // A key is read byte by byte, and no second one is made that differs by case only.
    expect(refusalOf(await admin().post('/reel', { id: 'R1', title: 'x' }))).toEqual([422, 'msg.mid', 'id field.exists']);
    expect((await admin().get('/reel/R1')).status).toBe(404);
    expect((await admin().get('/reel/Ｒ1')).status).toBe(404);
    expect((await admin().get('/reel/r1%20')).status).toBe(404);
  });

  it('E17 validates temp fields, stores none, and a change of them alone is no change', async () => {
    const same = await admin().put('/reel/r2', { _tmp: 5, ver: 1 });
    expect([same.status, same.body.ver]).toEqual([200, 1]);
    expect(refusalOf(await admin().put('/reel/r2', { _tmp: 'x', title: 'Twice', ver: 1 }))).toEqual([
      422,
      'msg.invalid',
      expect.stringMatching(/^_tmp field\./),
    ]);
    expect((await admin().get('/reel/r2')).body).not.toHaveProperty('_tmp');
  });

  it('stores passwords as hashes that are in no answer, filter, sort, history or export', async () => {
    const stored = async () => (await app.db.query('SELECT pin FROM reel WHERE id = ?', ['r2']))[0]?.pin;
    expect(await stored()).toBe(`hashed:${Buffer.from('secret').toString('hex')}`);
    expect((await admin().get('/reel/r2')).body).not.toHaveProperty('pin');
    expect(refusalOf(await admin().put('/reel/r2', { pin: 'abc', ver: 1 }))).toEqual([422, 'msg.invalid', 'pin field.short']);
    expect((await admin().put('/reel/r2', { pin: '', ver: 1 })).body).toMatchObject({ id: 'r2', ver: 1 });
    expect((await admin().put('/reel/r2', { pin: 'another', note: 'n', ver: 1 })).status).toBe(200);
    expect(await stored()).toBe(`hashed:${Buffer.from('another').toString('hex')}`);
    expect(refusalOf(await admin().get(`/reel${query({ filter: { pin: 0 } })}`))).toEqual([400, 'field.filter', 'pin field.filter']);
    expect(refusalOf(await admin().get(`/reel${query({ sort: ['pin', 'ASC'] })}`))).toEqual([400, 'field.sort', 'pin field.sort']);
    const everything = [
      (await admin().get('/reel/r2/history')).text,
      (await admin().get('/reel/export?format=json')).text,
      (await admin().get('/reel')).text,
    ].join();
    expect(everything).not.toMatch(/hashed|another|"pin"/);
    expect((await app.db.query('SELECT changes FROM _history')).map((row) => row.changes).join()).not.toMatch(/hashed|another/);
  });

  it('answers bad parameters with 400 and the name', async () => {
    const refused = async (parameters: Record<string, unknown>) => refusalOf(await admin().get(`/reel${query(parameters)}`));
    expect(await refused({ filter: { colour: 1 } })).toEqual([400, 'field.filter', 'colour field.filter']);
    expect(await refused({ filter: { 'year@near': 1 } })).toEqual([400, 'field.operator', 'year field.operator']);
    expect(await refused({ filter: { year: '2010' } })).toEqual([400, 'field.filter', 'year field.filter']);
    expect(await refused({ filter: { 'year@gt': null } })).toEqual([400, 'field.filter', 'year field.filter']);
    expect(await refused({ filter: { title: 0 } })).toEqual([400, 'field.filter', 'title field.filter']);
    expect(await refused({ filter: { title: { $ne: 1 } } })).toEqual([400, 'field.filter', 'title field.filter']);
    expect(await refused({ filter: { 'extra.a': 1 } })).toEqual([400, 'field.filter', 'extra.a field.filter']);
    expect(await refused({ filter: '{oops' })).toEqual([400, 'param.filter', ' param.filter']);
    expect(await refused({ filter: [1] })).toEqual([400, 'param.filter', ' param.filter']);
    expect(await refused({ sort: ['nowhere', 'ASC'] })).toEqual([400, 'field.sort', 'nowhere field.sort']);
    expect(await refused({ sort: ['title', 'UP'] })).toEqual([400, 'param.sort', ' param.sort']);
    expect(await refused({ range: [5, 1] })).toEqual([400, 'param.range', ' param.range']);
    expect(await refused({ range: [0, 1e300] })).toEqual([400, 'param.range', ' param.range']);
    expect(await refused({ after: 'xyz' })).toEqual([400, 'param.range', ' param.range']);
    expect(await refused({ filter: { 'title; DROP TABLE reel': 1 } })).toEqual([400, 'field.filter', 'title; DROP TABLE reel field.filter']);
  });

  it('cuts a page at 1,000 rows', async () => {
    expect((await admin().get(`/reel${query({ range: [0, 999_999] })}`)).headers.get('content-range')).toMatch(/^reel 0-\d+\/\d+$/);
  });

  it('gives numbers of a series without gaps, also to rows made at the same time, and ids that sort by time', async () => {
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((name) => admin().post('/ticket', { name })));
    expect(made.map(({ body }) => body.id).sort()).toEqual(['T-2026-001', 'T-2026-002', 'T-2026-003', 'T-2026-004']);
    expect(refusalOf(await admin().post('/ticket', { id: 'T-2026-009', name: 'x' }))).toEqual([422, 'msg.invalid', 'id field.readonly']);
    const [slip] = await create(admin(), 'slip', { name: 'one' });
    expect(slip?.id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('one Idempotency-Key creates one row', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const made = await Promise.all([1, 2, 3].map(() => admin().post('/slip', { name: 'once' }, headers)));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect((await admin().post('/slip', { name: 'other' }, headers)).body.err.code).toBe('msg.dataexists');
    expect((await app.as(['[]'], 'another').post('/slip', { name: 'once' }, headers)).body.id).not.toBe(made[0]?.body.id);
  });

  it('x-trash hides a deleted row, and restores it', async () => {
    await create(admin(), 'bin', { id: 'b1', name: 'Old paper' });
    expect((await admin().delete('/bin/b1')).status).toBe(200);
    expect((await admin().get('/bin/b1')).status).toBe(404);
    expect((await admin().get(`/bin${query({ filter: { q: 'paper' } })}`)).body).toEqual([]);
    expect((await admin().delete('/bin/b1')).status).toBe(404);
    expect((await admin().post('/bin/b1/restore', {})).body).toMatchObject({ id: 'b1', name: 'Old paper' });
    expect((await admin().get('/bin')).body).toHaveLength(1);
    expect((await admin().post('/bin/b1/restore', {})).status).toBe(404);
  });

  it('P01 gives no rights to an empty list of roles', async () => {
    expect(refusalOf(await app.as([]).get('/reel'))).toEqual([403, 'msg.forbidden']);
  });
});
