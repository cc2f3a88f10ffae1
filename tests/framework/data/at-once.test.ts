/** Many saves at the same moment, which may go to the database together: each has its own answer, and nothing of one is another's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../support/schemas/records-app.ts';

const text = (maxLength: number, more: object = {}) => ({ type: 'string', maxLength, ...more });
const granary = { title: 'Granary', type: 'object', required: ['id'], properties: { id: text(40), name: text(40) } };
const sack = {
  title: 'Sack',
  type: 'object',
  required: ['id', 'label'],
  'x-search': ['label'],
  properties: {
    id: text(40),
    label: text(40, { minLength: 1 }),
    seal: text(40, { 'x-db': { unique: true } }),
    granary: { 'x-relation': 'granary' },
    notes: text(80_000, { 'x-widget': 'textarea' }),
    marks: { type: 'array', 'x-child': true, items: { type: 'object', properties: { mark: text(20) } } },
  },
};

describe.each(testDatabases)('saves at the same moment, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, { granary, sack });
    await create(app.as(['[]']), 'granary', { id: 'north' }, { id: 'south' });
  });
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');
  const history = async (id: string) =>
    (await admin().get(`/sack/${id}/history`)).body.map((one: { action: string; ver: number }) => `${one.action} ${one.ver}`);
  const code = (answer: { status: number; body: { err: { code: string; fields: { path: string; code: string }[] } } }) => {
    const { err } = answer.body;
    return [answer.status, err.code, ...err.fields.map(({ path, code: of }) => `${path} ${of}`)];
  };

  it('a bad record among many is told at its field, and the others are made, each as its own', async () => {
    await create(admin(), 'sack', { id: 'first', label: 'first', seal: 'wax' });
    app.saved.length = 0;
    const good = Array.from({ length: 24 }, (_, n) => ({
      ...{ id: `good-${n}`, label: `barley${n + 10}`, seal: `s-${n}`, granary: n % 2 ? 'north' : 'south', notes: `${n} `.repeat(n) },
      marks: Array.from({ length: n % 3 }, (_one, at) => ({ mark: `${n}-${at}` })),
    }));
    const bad = [
      { id: 'first', label: 'taken' },
      { id: 'b-seal', label: 'sealed', seal: 'wax' },
      { id: 'b-dead', label: 'dead', granary: 'west' },
      { id: 'b-blank', label: '' },
    ];
    const twins = [1, 2].map((n) => ({ id: 'twin', label: `twin ${n}`, seal: `twin ${n}` }));
    const all = [...good.slice(0, 9), ...bad, ...good.slice(9), ...twins];
    const answers = new Map(await Promise.all(all.map(async (row) => [row, await admin().post('/sack', row)] as const)));
    for (const row of good) {
      const made = answers.get(row);
      expect([made?.status, made?.body], made?.text).toEqual([201, expect.objectContaining({ ...row, notes: row.notes.trim(), ver: 1 })]);
      expect((await admin().get(`/sack/${row.id}`)).body).toEqual(made?.body);
      expect(await history(row.id)).toEqual(['create 1']);
      expect((await admin().get(`/sack${query({ filter: { q: row.label } })}`)).body.map(({ id }: { id: string }) => id)).toEqual([row.id]);
    }
    expect(bad.map((row) => code(answers.get(row)!))).toEqual([
      [422, 'msg.mid', 'id field.exists'],
      [422, 'msg.invalid', 'seal field.unique'],
      [422, 'msg.invalid', 'granary field.reference'],
      [422, 'msg.blank', 'label field.required'],
    ]);
    expect(twins.map((row) => answers.get(row)?.status).sort()).toEqual([201, 422]);
    const twin = twins.find((row) => answers.get(row)?.status === 201);
    expect((await admin().get('/sack/twin')).body).toMatchObject({ ...twin });
    expect(await history('twin')).toEqual(['create 1']);
    expect(await app.db.query("SELECT 1 FROM `_history` WHERE row_id LIKE 'b-%'")).toEqual([]);
    expect(app.saved.map(({ id }) => id).sort()).toEqual([...good.map(({ id }) => id), 'twin'].sort());
  });

  it('K05 of changes of many rows each is stored once, and of two of one version one is told the row as it is now', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `c-${n}`);
    await create(admin(), 'sack', ...ids.map((id) => ({ id, label: id, seal: id, notes: 'old' })));
    app.saved.length = 0;
    const change = (id: string, notes: string) => admin().put(`/sack/${id}`, { notes }, { 'if-match': '"1"' });
    const [twice = '', ...once] = ids;
    const [one, two, ...others] = await Promise.all([change(twice, 'one'), change(twice, 'two'), ...once.map((id) => change(id, `of ${id}`))]);
    expect(others.map(({ status, body }) => [status, body.notes, body.ver])).toEqual(once.map((id) => [200, `of ${id}`, 2]));
    const [won, lost] = one?.status === 200 ? [one, two] : [two, one];
    expect([won?.status, lost?.status, lost?.body.err.code]).toEqual([200, 412, 'msg.datamodi']);
    expect(lost?.body.data).toMatchObject({ id: twice, notes: won?.body.notes, ver: 2 });
    for (const id of ids) expect(await history(id)).toEqual(['update 2', 'create 1']);
    expect(app.saved.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const dead = await Promise.all(once.map((id, n) => admin().put(`/sack/${id}`, { granary: n === 5 ? 'west' : 'north' }, { 'if-match': '"2"' })));
    expect(dead.map(({ status }) => status)).toEqual(once.map((_id, n) => (n === 5 ? 422 : 200)));
    expect(code(dead[5]!)).toEqual([422, 'msg.invalid', 'granary field.reference']);
  });

  it('large rows are stored whole beside small ones', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({ id: `l-${n}`, label: 'long', seal: `l-${n}`, notes: n % 3 ? 'x' : `${n}海`.repeat(6_000) }));
    const answers = await Promise.all(rows.map((row) => admin().post('/sack', row)));
    expect(answers.map(({ status }) => status)).toEqual(rows.map(() => 201));
    for (const row of rows) expect((await admin().get(`/sack/${row.id}`)).body.notes).toBe(row.notes);
  });

  it.runIf(kind === 'mariadb')('one that waits for a row that somebody holds keeps none of the others from being stored', async () => {
    let held!: () => void; // set as the promise is made
    let free!: () => void;
    const isHeld = new Promise<void>((done) => {
      held = done;
    });
    const isFree = new Promise<void>((done) => {
      free = done;
    });
    const holder = app.db.transaction(async (tx) => {
      await tx.run("UPDATE `granary` SET `name` = 'held' WHERE id = 'south'");
      held();
      await isFree;
      throw new Error('given up');
    });
    await isHeld;
    const row = (n: number, granary = '') => ({ id: `w-${n}`, label: 'w', seal: `w-${n}`, granary });
    const waiting = admin().post('/sack', row(0, 'south'));
    const others = await Promise.all([1, 2, 3, 4, 5].map((n) => admin().post('/sack', row(n))));
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await admin().get('/sack/w-0')).status).toBe(404);
    free();
    await expect(holder).rejects.toThrow('given up');
    expect((await waiting).status).toBe(201);
  });
});
