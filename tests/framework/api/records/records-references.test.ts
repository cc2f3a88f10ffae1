import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { studioSchemas } from '../../../support/schemas/studio-schemas.ts';

describe.each(testDatabases)('references between records, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, studioSchemas);
  });
  afterAll(() => app?.stop());
  beforeEach(async () => {
    for (const table of ['_ref', 'reel__lines', 'reel', 'studio', '_history']) await app.db.run(`DELETE FROM \`${table}\``);
    if (kind === 'sqlite') for (const table of ['reel__q', 'studio__q']) await app.db.run(`DELETE FROM \`${table}\``);
    await create(admin(), 'studio', { id: 's1', name: 'Sun' }, { id: 's2', name: 'Moon' }, { id: 's3', name: 'Star' });
  });
  const admin = () => app.as(['[]'], 'root');

  it('refuses an id of no row, wherever it is, with its path', async () => {
    const row = {
      id: 'r',
      title: 'R',
      studio: 'no1',
      guests: ['s1', 'no2'],
      credits: [{ who: 'x', at: 's2' }, { at: 'no3' }],
      lines: [{ what: 'w', studio: 'no4' }],
    };
    const answer = await admin().post('/reel', row);
    expect(answer.body.err.fields.map((field: { path: string; code: string }) => `${field.path} ${field.code}`).sort()).toEqual(
      ['credits/1/at', 'guests/1', 'lines/0/studio', 'studio'].map((path) => `${path} field.reference`),
    );
  });

  it('refuses invalid single references at their fields, in new and changed rows, and stores nothing of them', async () => {
    await create(admin(), 'reel', { id: 'r', title: 'R', studio: 's1', owner: 's2' });
    const answers = [
      await admin().post('/reel', { id: 'x', title: 'X', studio: 'no1', sponsor: 's1', owner: 'no2' }, { 'idempotency-key': 'dead' }),
      await admin().put('/reel/r', { title: 'Q', studio: 'no1', owner: 'no2', ver: 1 }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.err.code]).toEqual([422, 'msg.invalid']);
      expect(body.err.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual([
        'studio field.reference',
        'owner field.reference',
      ]);
    }
    expect((await admin().get('/reel/x')).status).toBe(404);
    expect((await admin().get('/reel/r')).body).toMatchObject({ title: 'R', studio: 's1', owner: 's2', ver: 1 });
    expect((await admin().get('/reel/r/history')).body).toHaveLength(1);
    expect((await admin().post('/reel', { id: 'x', title: 'X', studio: 's3' }, { 'idempotency-key': 'dead' })).status).toBe(201);
  });

  it.runIf(kind === 'mariadb')('leaves single references to their foreign keys: no statement reads their targets', async () => {
    await create(admin(), 'reel', { id: 'first', title: 'F', studio: 's1' });
    app.counted();
    await create(admin(), 'reel', { id: 'second', title: 'S', studio: 's1', sponsor: 's2' });
    expect(app.counted().map(({ sql }) => sql.split(' (')[0])).toEqual(['insert into `reel`', 'insert into `_history`']);
  });

  it('K10 names the rows that prevent a deletion, however they refer to the row', async () => {
    await create(
      admin(),
      'reel',
      { id: 'r1', title: 'One', studio: 's1' },
      { id: 'r2', title: 'Two', guests: ['s2', 's1'] },
      { id: 'r3', title: 'Three', lines: [{ what: 'w', studio: 's1' }] },
    );
    const refused = await admin().delete('/studio/s1');
    expect([refused.status, refused.body.err.code]).toEqual([422, 'msg.referenced']);
    // in a user's words, whatever the number of references in one row
    expect(refused.body.msg).toMatch(/used by 3 reels$|仍被 3 筆 Reel 引用/);
    const blocking = refused.body.data.blocking as { id: string }[];
    expect(blocking.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { object: 'reel', id: 'r1', title: 'One' },
      { object: 'reel', id: 'r2', title: 'Two' },
      { object: 'reel', id: 'r3', title: 'Three' },
    ]);
    expect((await admin().get('/studio/s1')).status).toBe(200);
    for (const id of ['r1', 'r2', 'r3']) await admin().delete(`/reel/${id}`);
    expect((await admin().delete('/studio/s1')).status).toBe(200);
  });

  it('K10 names ten and counts the rest', async () => {
    for (let at = 0; at < 12; at += 1) await create(admin(), 'reel', { id: `r${at}`, title: `T${at}`, studio: 's1' });
    const { data } = (await admin().delete('/studio/s1')).body;
    expect([data.blocking.length, data.more]).toEqual([10, 2]);
  });

  it('onDelete null clears the reference and cascade deletes the row, in one transaction, each with its history', async () => {
    await create(
      admin(),
      'reel',
      {
        id: 'keep',
        title: 'Keep',
        sponsor: 's1',
        credits: [
          { who: 'a', at: 's1' },
          { who: 'b', at: 's2' },
        ],
      },
      { id: 'goes', title: 'Goes', owner: 's1', tags: ['x'] },
      { id: 'other', title: 'Other', owner: 's2' },
    );
    app.saved.splice(0);
    expect((await admin().delete('/studio/s1')).status).toBe(200);
    expect((await admin().get('/reel/keep')).body).toMatchObject({
      sponsor: '',
      ver: 3,
      credits: [
        { who: 'a', at: '' },
        { who: 'b', at: 's2' },
      ],
    });
    expect((await admin().get('/reel/goes')).status).toBe(404);
    expect((await admin().get('/reel/goes/history')).body[0]).toMatchObject({ action: 'delete' });
    expect((await admin().get('/reel/other')).status).toBe(200);
    expect(app.saved.map(({ object, id, action }) => `${action} ${object} ${id}`)).toEqual([
      'update reel keep',
      'delete reel goes',
      'update reel keep',
      'delete studio s1',
    ]);
  });

  it('a cascade that would meet a blocked row does nothing at all', async () => {
    await create(admin(), 'reel', { id: 'goes', title: 'Goes', owner: 's1' }, { id: 'stays', title: 'Stays', studio: 's1' });
    expect((await admin().delete('/studio/s1')).status).toBe(422);
    expect((await admin().get('/reel/goes')).status).toBe(200);
  });

  it('K09 a deletion that would include more than a thousand rows is refused, and nothing is deleted', async () => {
    await create(admin(), 'reel', { id: 'first', title: 'First', owner: 's1' });
    const names = Object.keys((await app.db.query('SELECT * FROM reel'))[0] ?? {}).filter(
      (name) => !['_rid', 'id', 'code'].includes(name) && !name.startsWith('_u_'),
    );
    for (let at = 0; at < 1001; at += 1) {
      const columns = names.map((name) => `\`${name}\``).join(', ');
      await app.db.run(`INSERT INTO reel (id, code, ${columns}) SELECT ?, ?, ${columns} FROM reel WHERE id = 'first'`, [`row${at}`, `code${at}`]);
    }
    const answer = await admin().delete('/studio/s1');
    expect([answer.status, answer.body.err.code]).toEqual([422, 'msg.nodelete']);
    expect((await admin().get('/studio/s1')).status).toBe(200);
    expect((await admin().get('/reel/row1000')).status).toBe(200);
  });

  it('finds rows by one of several references, and gives titles of referenced rows', async () => {
    await create(admin(), 'reel', { id: 'r1', title: 'One', guests: ['s1', 's2'] }, { id: 'r2', title: 'Two', guests: ['s2'] });
    const ids = async (filter: object) => (await admin().get(`/reel${query({ filter, sort: ['id', 'ASC'] })}`)).body.map((row: { id: string }) => row.id);
    expect(await ids({ guests: 's2' })).toEqual(['r1', 'r2']);
    expect(await ids({ 'guests@has': ['s1', 's3'] })).toEqual(['r1']);
    await admin().put('/reel/r1', { guests: ['s3'], ver: 1 });
    expect(await ids({ guests: 's2' })).toEqual(['r2']);
    const titles = await admin().get(`/studio${query({ filter: { id: ['s1', 's3', 'no'] }, fields: 'title' })}`);
    expect(titles.body.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 's1', title: 'Sun' },
      { id: 's3', title: 'Star' },
    ]);
  });

  it('child rows come back in their order, are saved with their parent and deleted with it', async () => {
    const lines = [
      { what: 'b', amount: 2.5, studio: 's1' },
      { what: 'a', amount: null, studio: '' },
      { what: 'c', amount: 0.1, studio: '' },
    ];
    await create(admin(), 'reel', { id: 'r', title: 'R', lines });
    const row = (await admin().get('/reel/r')).body;
    expect(row.lines).toEqual(lines);
    expect((await admin().put('/reel/r', row)).body).toEqual(row);
    await admin().put('/reel/r', { lines: [lines[2], lines[0]], ver: 1 });
    expect((await admin().get('/reel/r')).body.lines.map((line: { what: string }) => line.what)).toEqual(['c', 'b']);
    expect((await admin().get('/reel/r/history')).body[0].changes.lines[0]).toHaveLength(3);
    await admin().delete('/reel/r');
    expect(await app.db.query('SELECT * FROM reel__lines')).toEqual([]);
  });

  it('deletes several at once, each separately, and says which stayed and why', async () => {
    await create(admin(), 'reel', { id: 'r1', title: 'One', studio: 's1' });
    const answer = await admin().delete(`/studio${query({ filter: { id: ['s1', 's2', 'no'] } })}`);
    expect(answer.body).toMatchObject({ done: false, data: { deleted: ['s2'] } });
    expect(answer.body.data.failed).toEqual([
      { id: 's1', code: 'msg.referenced', message: expect.stringMatching(/\w/), data: { blocking: [{ object: 'reel', id: 'r1', title: 'One' }], more: 0 } },
      expect.objectContaining({ id: 'no', code: 'msg.notfound' }),
    ]);
    expect((await admin().delete('/studio')).body.err.code).toBe('msg.noselect');
  });
});
