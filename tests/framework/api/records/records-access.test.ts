import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChanges } from '#framework/data/rows/changes.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';
import { studioSchemas } from '../../../support/schemas/studio-schemas.ts';

describe.each(testDatabases)('what each role may see and do, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, studioSchemas);
    await create(admin(), 'studio', { id: 's1', name: 'Sun', budget: 1000.5 });
    await create(
      admin(),
      'reel',
      { id: 'open', title: 'Open', open: true, gossip: 'whisper', studio: 's1', credits: [{ who: 'a', fee: 7 }] },
      { id: 'shut', title: 'Shut', open: false, gossip: 'whisper', studio: 's1', note: 'hidden away' },
    );
  });
  afterAll(() => app?.stop());
  const admin = () => app.as(['[]'], 'root');
  const guest = () => app.as(['[gs]']);
  const own = () => app.as(['[own]']);
  const operator = () => app.as(['[op]']);
  const ids = (answer: { body: { id: string }[] }) => answer.body.map(({ id }) => id);

  it('P01 P02 calls are allowed by x-access', async () => {
    expect((await guest().post('/reel', { id: 'x', title: 'x' })).status).toBe(403);
    expect((await guest().delete('/reel/open')).body.err.code).toBe('msg.forbidden');
    expect((await operator().delete('/studio/s1')).body.err.code).toBe('msg.admin');
    expect((await app.as(['[other]']).get('/reel')).status).toBe(403);
  });

  it('the row rule applies to list, total, get, search, filter, history, export and update', async () => {
    const list = await guest().get(`/reel${query({ range: [0, 9] })}`);
    expect([ids(list), list.headers.get('content-range')]).toEqual([['open'], 'reel 0-0/1']);
    expect((await guest().get('/reel/shut')).status).toBe(404);
    expect((await guest().get('/reel/shut/history')).status).toBe(404);
    expect(ids(await guest().get(`/reel${query({ filter: { q: 'hidden' } })}`))).toEqual([]);
    expect(ids(await guest().get(`/reel${query({ filter: { id: ['shut', 'open'] } })}`))).toEqual(['open']);
    expect(ids(await guest().get(`/reel${query({ filter: { studio: 's1' } })}`))).toEqual(['open']);
    expect((await guest().get('/reel/export?format=csv')).text).not.toContain('Shut');
    expect((await own().put('/reel/shut', { note: 'x', ver: 1 })).status).toBe(404);
    expect(ids(await operator().get(`/reel${query({ filter: { q: 'hidden' } })}`))).toEqual(['shut']);
  });

  it('nobody can move a row where they could not reach it', async () => {
    expect((await own().put('/reel/open', { open: false, ver: 1 })).body.err.code).toBe('msg.forbidden');
    expect((await own().post('/reel', { id: 'new', title: 'x', open: false })).body.err.code).toBe('msg.forbidden');
    expect((await own().post('/reel', { id: 'mine', title: 'x', open: true })).status).toBe(201);
    await admin().delete('/reel/mine');
  });

  it('a guarded field is in no answer, filter, sort, search, history or export for others', async () => {
    const row = (await operator().get('/reel/open')).body;
    expect(row).not.toHaveProperty('gossip');
    expect(row.credits).toEqual([{ who: 'a', at: '' }]);
    expect((await operator().get(`/reel${query({ filter: { gossip: 'whisper' } })}`)).body.err.code).toBe('field.filter');
    expect((await operator().get(`/reel${query({ sort: ['gossip', 'ASC'] })}`)).body.err.code).toBe('field.sort');
    expect((await operator().get(`/reel${query({ filter: { q: 'whisper' } })}`)).body).toEqual([]);
    expect(ids(await admin().get(`/reel${query({ filter: { q: 'whis' }, sort: ['id', 'ASC'] })}`))).toEqual(['open', 'shut']);
    const changed = await admin().put('/reel/open', { gossip: 'louder', credits: [{ who: 'a', at: '', fee: 8 }], ver: row.ver });
    expect(changed.status).toBe(200);
    const texts = [await operator().get('/reel/open/history'), await operator().get('/reel/export?format=json'), await operator().get('/reel')].map(
      ({ text }) => text,
    );
    expect(texts.join()).not.toMatch(/louder|whisper|gossip|fee/);
  });

  it('a save of guarded fields alone is in no history, list of changes or home page of others, and takes no place of a page there', async () => {
    await create(admin(), 'reel', { id: 'calm', title: 'Calm', gossip: 'a' });
    for (const [index, more] of [{ gossip: 'b' }, { note: 'seen' }, { gossip: 'c' }, { gossip: 'd', note: 'both' }].entries())
      expect((await admin().put('/reel/calm', { ...more, ver: index + 1 })).status).toBe(200);
    const versions = (entries: { row?: string; ver: number }[]) => entries.filter(({ row = 'calm' }) => row === 'calm').map(({ ver }) => ver);
    expect(versions((await admin().get('/reel/calm/history')).body)).toEqual([5, 4, 3, 2, 1]);
    expect(versions((await operator().get('/reel/calm/history')).body)).toEqual([5, 3, 1]);
    const { registry, db } = app;
    const limits = { size: 3, looked: 100 };
    for (const [roles, seen] of [
      [['[]'], [5, 4, 3]],
      [['[op]'], [5, 3, 1]],
    ] as const) {
      const model = registry.get('reel')?.model;
      if (!model) throw new Error('no reel');
      const { entries } = await findChanges(db, new Map([['reel', readerFor(model, roles, db.kind)]]), { row: 'calm' }, limits, 'none');
      expect(versions(entries)).toEqual(seen);
    }
    await admin().delete('/reel/calm');
  });

  it('a read is answered 304 to whom has it, not to a role that reads other fields, and its mark will do for a write', async () => {
    await create(admin(), 'reel', { id: 'marked', title: 'Marked', gossip: 'whisper' });
    const asked = (caller: ReturnType<typeof admin>, mark: string) => caller.get('/reel/marked', { 'if-none-match': mark });
    const mark = (await admin().get('/reel/marked')).headers.get('etag') ?? '';
    expect(mark).toMatch(/^"1\.[\w-]{16}"$/);
    for (const known of [mark, `W/${mark}`, `"other", ${mark}`]) {
      const again = await asked(admin(), known);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', mark]);
    }
    expect((await asked(admin(), '"1"')).status).toBe(200);
    expect((await asked(operator(), mark)).status).toBe(200);
    expect((await asked(guest(), '*')).status).toBe(404);
    expect((await admin().put('/reel/marked', { title: 'Anew' }, { 'if-match': mark })).body).toMatchObject({ ver: 2 });
    expect((await admin().put('/reel/marked', { title: 'Too late' }, { 'if-match': mark })).status).toBe(412);
    expect((await asked(admin(), mark)).body).toMatchObject({ title: 'Anew', ver: 2 });
    await admin().delete('/reel/marked');
  });

  it('a guarded field can neither be written nor guessed, and is unchanged by the saves of others', async () => {
    const ver = (await admin().get('/reel/open')).body.ver;
    expect((await operator().put('/reel/open', { gossip: 'louder', ver })).body.err.fields).toMatchObject([{ path: 'gossip', code: 'field.unknown' }]);
    expect((await operator().put('/reel/open', { gossip: 'wrong', ver })).body.err.fields).toMatchObject([{ path: 'gossip', code: 'field.unknown' }]);
    expect((await operator().put('/reel/open', { credits: [{ who: 'b', fee: 8 }], ver })).body.err.fields).toMatchObject([
      { path: 'credits/0/fee', code: 'field.unknown' },
    ]);
    expect((await operator().put('/reel/open', { credits: [{ who: 'b' }], note: 'n', ver })).status).toBe(200);
    expect((await admin().get('/reel/open')).body).toMatchObject({ gossip: 'louder', credits: [{ who: 'b', fee: 8 }], note: 'n' });
  });

  it('what is hidden in a line goes with it when others are taken out or moved', async () => {
    const line = (who: string, fee?: number) => ({ who, at: '', ...(fee !== undefined && { fee }) });
    await create(admin(), 'reel', { id: 'lines', title: 'Lines', credits: [line('a', 1), line('b', 2), line('c', 3), line('c', 4)] });
    const save = async (...credits: object[]) => {
      const { ver } = (await admin().get('/reel/lines')).body;
      expect((await operator().put('/reel/lines', { credits, ver })).status).toBe(200);
      return (await admin().get('/reel/lines')).body.credits.map(({ who, fee }: { who: string; fee: number }) => `${who}${fee}`);
    };
    expect(await save(line('b'), line('c'), line('c'))).toEqual(['b2', 'c3', 'c4']);
    expect(await save(line('c'), line('b'), line('c'))).toEqual(['c3', 'b2', 'c4']);
    expect(await save(line('C'), line('b'), line('c'))).toEqual(['C3', 'b2', 'c4']);
    expect(await save(line('new'), line('C'), line('b'), line('c'))).toEqual([expect.stringMatching(/^new(0|null|)$/), 'C3', 'b2', 'c4']);
  });

  it('titles of referenced rows are sent to people who may read a row that refers to them, and to no others', async () => {
    const limited = await startRecordsApp(kind, {
      hidden: {
        title: 'Hidden',
        type: 'object',
        'x-titleTemplate': '{name}',
        'x-access': { '[gs]': [], '[op]': [] },
        properties: { id: { type: 'string', maxLength: 64 }, name: { type: 'string', maxLength: 50 }, more: { type: 'string', maxLength: 50 } },
      },
      front: {
        title: 'Front',
        type: 'object',
        'x-titleTemplate': '{id}',
        'x-access': { rows: { '[gs]': { properties: { open: { const: true } } } } },
        properties: { id: { type: 'string', maxLength: 64 }, open: { type: 'boolean' }, to: { type: 'string', 'x-relation': 'hidden' } },
      },
    });
    try {
      await create(limited.as(['[]']), 'hidden', { id: 'a', name: 'A' }, { id: 'b', name: 'B' }, { id: 'c', name: 'C' });
      await create(limited.as(['[]']), 'front', { id: '1', open: true, to: 'a' }, { id: '2', open: false, to: 'b' });
      const titles = await limited.as(['[gs]']).get(`/hidden${query({ filter: { id: ['a', 'b', 'c'] }, fields: 'title' })}`);
      expect(titles.body).toEqual([{ id: 'a', title: 'A' }]);
      expect((await limited.as(['[gs]']).get('/hidden/a')).status).toBe(403);
      expect((await limited.as(['[gs]']).get(`/hidden${query({ filter: { id: ['c'] }, fields: 'title' })}`)).status).toBe(403);
    } finally {
      await limited.stop();
    }
  });

  it('a row rule about a text compares its exact characters', async () => {
    const text = { type: 'string', maxLength: 50 };
    const rule = { properties: { team: { const: 'a' } } };
    const limited = await startRecordsApp(kind, {
      job: { title: 'Job', type: 'object', 'x-titleTemplate': '{id}', 'x-access': { rows: { '[gs]': rule } }, properties: { id: text, team: text } },
    });
    try {
      await create(limited.as(['[]']), 'job', { id: '1', team: 'a' }, { id: '2', team: 'A' }, { id: '3', team: 'á' });
      expect(ids(await limited.as(['[gs]']).get('/job'))).toEqual(['1']);
      expect(ids(await limited.as(['[]']).get(`/job${query({ filter: { team: 'A' }, sort: ['id', 'ASC'] })}`)).slice(0, 2)).toEqual(['1', '2']);
    } finally {
      await limited.stop();
    }
  });

  it('exports are safe for spreadsheets, and recorded where they carry personal data', async () => {
    await create(admin(), 'reel', { id: 'f', title: '=1+1', note: 'a "b", c', tags: ['x', 'y'] });
    const csv = (await admin().get(`/reel/export?format=csv&${query({ filter: { id: 'f' } }).slice(1)}`)).text;
    expect(csv.split('\r\n')[1]).toContain("'=1+1");
    expect(csv).toContain('"a ""b"", c"');
    expect(csv).toContain('x; y');
    expect((await admin().get('/reel/export?format=xml')).status).toBe(400);
    await admin().delete('/reel/f');
  });
});

describe('accounts', () => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp('sqlite');
    await create(app.as(['[]'], 'root'), 'user', { id: 'root', name: 'Root', pw: 'secret', email: 'root@example.com', roles: ['[]'] });
  });
  afterAll(() => app?.stop());
  const root = () => app.as(['[]'], 'root');

  it('K11 P03 nobody deletes their own account', async () => {
    expect((await root().delete('/user/root')).body.err.code).toBe('msg.ownaccount');
  });

  it('nobody can remove the administrator’s role, or the account, from themselves', async () => {
    expect((await root().put('/user/root', { roles: ['[gs]'], ver: 1 })).body.err.code).toBe('msg.ownrights');
    expect((await root().put('/user/root', { enabled: false, ver: 1 })).body.err.code).toBe('msg.ownrights');
  });

  it('an export of personal data is recorded', async () => {
    app.logged.splice(0);
    await root().get('/user/export?format=csv');
    expect(app.logged).toMatchObject([{ object: 'user', user: 'root', format: 'csv' }]);
  });
});
