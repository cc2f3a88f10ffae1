import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { enrol, hour, makeForum, project } from '../../../support/forum/forum.ts';
import { type Answer, type Caller, create, query, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';

describe.each(testDatabases)('operations of the forum, on %s', (kind) => {
  let app: RecordsApp;
  let applicant: string;
  let admin: Caller;
  let op: Caller;

  beforeAll(async () => {
    app = await startRecordsApp(kind);
    admin = app.as(['[]'], 'root');
    op = app.as(['[op]'], 'olga');
    ({ applicant } = await makeForum(admin));
  });
  afterAll(async () => {
    await expectSound(app);
    await app?.stop();
  });
  beforeEach(() => app.counted());

  const act = (caller: Caller, path: string, body: object = {}, headers: Record<string, string> = {}) => caller.post(path, body, headers);
  const row = async (object: string, id: unknown) => (await admin.get(`/${object}/${id}`)).body as Row;
  const numbers = async () =>
    Object.fromEntries(((await admin.get(`/enrolment${query({ filter: { 'enrollid@ne': '' } })}`)).body as Row[]).map((one) => [one.id, one.enrollid]));
  const refusal = ({ status, body }: Answer) => [status, body.err?.code];

  it('S01 says what can be done now and by whom; sending back needs a message, stores it, and is in the history', async () => {
    const draft = await enrol(admin, applicant, 'draft');
    const open = await op.get(`/enrolment/${draft.id}/actions`);
    expect(open.body.data.actions.map(({ name, allowed }: { name: string; allowed: boolean }) => [name, allowed])).toEqual([
      ['submit', true],
      ['withdraw', true],
    ]);
    const sent = await act(op, `/enrolment/${draft.id}/actions/submit`, { ver: 1 });
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.data.row).toMatchObject({ status: 'submitted', submitAt: '2026-01-02 03:04:05', submitBy: 'olga', ver: 2 });
    const names = (await op.get(`/enrolment/${draft.id}/actions`)).body.data.actions.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['return', 'verify', 'withdraw']);
    const mute = await act(op, `/enrolment/${draft.id}/actions/return`, {});
    expect([...refusal(mute), mute.body.err.fields[0].path]).toEqual([422, 'msg.blank', 'returnMsg']);
    expect(refusal(await op.put(`/enrolment/${draft.id}`, { status: 'draft', ver: 2 }))).toEqual([422, 'msg.blank']);
    const back = await act(op, `/enrolment/${draft.id}/actions/return`, { input: { returnMsg: ' 請補粗剪 ' } });
    expect(back.body.data.row).toMatchObject({ status: 'draft', returnMsg: '請補粗剪', ver: 3 });
    expect((await op.get(`/enrolment/${draft.id}/history`)).body[0]).toMatchObject({
      action: 'return',
      by: 'olga',
      changes: { status: ['submitted', 'draft'] },
    });
  });

  it('S01 guards: no step out of order, no change after submission, no stale version, no step without permission', async () => {
    const draft = await enrol(admin, applicant, 'submitted');
    expect(refusal(await act(op, `/enrolment/${draft.id}/actions/select`))).toEqual([422, 'msg.state']);
    expect(refusal(await act(op, `/enrolment/${draft.id}/actions/verify`, { ver: 1 }))).toEqual([412, 'msg.datamodi']);
    expect(refusal(await op.put(`/enrolment/${draft.id}`, { cname: 'x', ver: 2 }))).toEqual([422, 'msg.invalid']);
    expect((await act(op, `/enrolment/${draft.id}/actions/verify`)).body.data.row).toMatchObject({
      status: 'verified',
      verifyAt: '2026-01-02 03:04:05',
      verifyBy: 'olga',
    });
    expect((await act(op, `/enrolment/${draft.id}/actions/select`)).body.data.row.status).toBe('selected');
    expect(refusal(await act(op, `/enrolment/${draft.id}/actions/deselect`))).toEqual([403, 'msg.admin']);
    expect(refusal(await act(app.as(['[gs]']), `/enrolment/${draft.id}/actions/number`))).toEqual([403, 'msg.forbidden']);
    expect(refusal(await act(op, `/enrolment/${draft.id}/actions/fly`))).toEqual([404, 'msg.notfound']);
  });

  it('S01 E04 a submitted pitch stays as submitted in every later state, and records who moved it when; sent back, it can be edited again', async () => {
    const { model } = app.registry.get('pitch')!;
    // Beside what was submitted stand the forum's own affairs: number, times, the videos of the viewing room, a comment.
    const open = ['enrollid', 'enrolment', 'unavailable', 'videos', 'subtitles', 'watermark', 'comment', 'status', 'cid'];
    const content = model.fields.filter(({ name, readOnly }) => !readOnly && !open.includes(name)).map(({ name }) => name);
    expect(content).toEqual(expect.arrayContaining(['attProgram', 'cname', 'trailer', 'roughCut', 'stills', 'proposal', 'director', 'producer']));
    const [made] = await create(admin, 'pitch', { cid: 'ccdf15', attProgram: 'C', ...project });
    const id = String(made?.id);
    const steps = { submit: ['submitted', 'submitAt', 'submitBy'], verify: ['verified', 'verifyAt', 'verifyBy'], select: ['selected', 'selectAt', 'selectBy'] };
    for (const [step, [state = '', at = '', by = '']] of Object.entries(steps)) {
      const moved = await act(op, `/pitch/${id}/actions/${step}`);
      expect(moved.body.data?.row, moved.text).toMatchObject({ status: state, [at]: '2026-01-02 03:04:05', [by]: 'olga' });
      const { ver } = moved.body.data.row;
      expect(model.workflow?.transitions.find(({ name }) => name === step)?.locks?.toSorted(), `${step} locks what is content`).toEqual(content.toSorted());
      for (const patch of [
        { cname: 'x' },
        { stage: 3 },
        { attProgram: 'I' },
        { genre: ['[CU]'] },
        { director: { cname: 'x' } },
        { trailer: 'https://video.example.com/2' },
      ])
        expect(refusal(await admin.put(`/pitch/${id}`, { ...patch, ver })), `${state} ${JSON.stringify(patch)}`).toEqual([422, 'msg.invalid']);
      expect(refusal(await admin.put(`/pitch/${id}`, { [by]: 'root', ver }))).toEqual([422, 'msg.invalid']);
      expect((await admin.put(`/pitch/${id}`, { comment: state, ver })).status, 'the comment is no content').toBe(200);
    }
    await act(admin, `/pitch/${id}/actions/deselect`);
    const back = await act(op, `/pitch/${id}/actions/return`);
    expect(back.body.data.row.status).toBe('draft');
    expect((await op.put(`/pitch/${id}`, { cname: 'Put right', ver: back.body.data.row.ver })).status).toBe(200);
    expect((await admin.delete(`/pitch/${id}`)).status).toBe(200);
  });

  it('S01 many at once: each is handled separately, each failure has its reason', async () => {
    const rows = [await enrol(admin, applicant, 'submitted'), await enrol(admin, applicant, 'draft'), await enrol(admin, applicant, 'submitted')];
    const answer = await act(op, '/enrolment/actions/verify', { ids: rows.map(({ id }) => id) });
    expect(answer.body.done).toBe(false);
    expect(answer.body.data.ids).toEqual([rows[0]?.id, rows[2]?.id]);
    expect(answer.body.data.failed).toEqual([{ id: rows[1]?.id, code: 'msg.state', message: expect.stringContaining('not possible') }]);
    expect(refusal(await act(op, '/enrolment/actions/verify', { ids: [] }))).toEqual([422, 'msg.noselect']);
  });

  it('K14 numbers are given once, in order, unique under parallel requests; numbered rows cannot be deleted', async () => {
    const two = await enrol(admin, applicant, 'verified', { attProgram: ['I', 'C'], roughCut: 'https://video.example.com/cut' });
    const ifg = await enrol(admin, applicant, 'verified', { attProgram: ['I'], roughCut: 'https://video.example.com/cut' });
    await Promise.all([two, ifg].map(({ id }) => act(op, `/enrolment/${id}/actions/number`)));
    await Promise.all([1, 2, 3].map(() => act(op, '/campaign/ccdf15/actions/number')));
    const given = await numbers();
    expect(String(given[String(two.id)])).toMatch(/^C\d{3}$/);
    expect(given[String(ifg.id)]).toBe('I001');
    const rows = (await admin.get(`/enrolment${query({ filter: { status: ['verified', 'selected'] } })}`)).body as Row[];
    expect(new Set(Object.values(given)).size).toBe(rows.length);
    expect(refusal(await act(op, `/enrolment/${ifg.id}/actions/number`))).toEqual([422, 'msg.state']);
    expect(refusal(await act(op, '/campaign/ccdf15/actions/number'))).toEqual([422, 'msg.nothing']);
    expect(refusal(await admin.delete(`/enrolment/${ifg.id}`))).toEqual([422, 'msg.numbered']);
  });

  it('S08 a reshuffle says what it will delete, needs the id typed, runs once, and can be undone with its selections', async () => {
    const before = await numbers();
    const [jury] = await create(admin, 'jury', { cid: 'ccdf15', name: 'Juror', email: 'juror@example.com' });
    const chosen = Object.keys(before).slice(0, 2);
    const selections = await create(
      admin,
      'selection',
      ...chosen.map((enrolment) => ({ jury: jury?.id as string, enrolment, weight: 4, choice: 'primary', comment: '好' })),
    );
    const preview = await admin.get('/campaign/ccdf15/actions/reshuffle');
    expect(preview.body.data.typed).toBe('ccdf15');
    expect(preview.body.data.effects).toContainEqual({ do: 'delete', object: 'selection', count: 2 });
    expect(await numbers()).toEqual(before);
    expect(refusal(await act(op, '/campaign/ccdf15/actions/reshuffle', { confirm: 'ccdf15' }))).toEqual([403, 'msg.admin']);
    const untyped = await act(admin, '/campaign/ccdf15/actions/reshuffle', { confirm: 'ccdf' });
    expect(refusal(untyped)).toEqual([422, 'msg.confirm']);
    expect(untyped.body.data.typed).toBe('ccdf15');
    const once = () =>
      act(admin, '/campaign/ccdf15/actions/reshuffle', { confirm: 'ccdf15' }, { 'idempotency-key': 'shuffle-1', 'x-changeset': crypto.randomUUID() });
    const answers = await Promise.all([once(), once(), once()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // It has a way back of its own, and offers no other.
    expect(answers.map(({ headers }) => headers.get('x-undoable'))).toEqual([null, null, null]);
    expect(await app.db.query('SELECT 1 AS one FROM `_change`')).toEqual([]);
    expect(answers[1]?.body.data.effects).toEqual(answers[0]?.body.data.effects);
    const after = await numbers();
    expect(await once().then(({ status }) => status)).toBe(200);
    expect(await numbers()).toEqual(after);
    expect(after).not.toEqual(before);
    expect(Object.values(after).sort()).toEqual(Object.values(before).sort());
    expect((await admin.get('/selection')).body).toEqual([]);
    expect((await admin.get('/campaign/ccdf15/history')).body[0]).toMatchObject({ action: 'reshuffle', by: 'root' });
    const newer = await create(admin, 'selection', { jury: jury?.id as string, enrolment: chosen[0] as string, weight: 1, choice: 'primary' });
    const undo = await act(admin, '/campaign/ccdf15/actions/undo_reshuffle', { confirm: 'ccdf15' });
    expect(undo.status, undo.text).toBe(200);
    expect(await numbers()).toEqual(before);
    const restored = (await admin.get(`/selection${query({ sort: ['id', 'ASC'] })}`)).body as Row[];
    expect(restored.map(({ id, weight, comment }) => [id, weight, comment])).toEqual(selections.map(({ id }) => [id, 4, '好']).sort());
    expect((await admin.get(`/selection/${newer[0]?.id}`)).status).toBe(404);
    expect(refusal(await act(admin, '/campaign/ccdf15/actions/undo_reshuffle', { confirm: 'ccdf15' }))).toEqual([422, 'msg.undo']);
  });

  it('E04 converts selected enrolments to pitches, one for each program, and never twice', async () => {
    const both = await enrol(admin, applicant, 'selected', { attProgram: ['C', 'I'], roughCut: 'https://video.example.com/cut', synopsis: '長故事' });
    await act(op, `/enrolment/${both.id}/actions/number`);
    const number = String((await row('enrolment', both.id)).enrollid);
    const answers = await Promise.all([1, 2, 3].map(() => act(op, `/enrolment/${both.id}/actions/convert`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusal(answers.find(({ status }) => status !== 200) as Answer)).toEqual([422, 'msg.nothing']);
    const pitches = (await admin.get(`/pitch${query({ filter: { enrolment: both.id }, sort: ['enrollid', 'ASC'] })}`)).body as Row[];
    expect(pitches.map(({ attProgram, dataSource, status, synopsis, cid }) => [attProgram, dataSource, status, synopsis, cid])).toEqual([
      ['C', 'enrolment', 'selected', '長故事', 'ccdf15'],
      ['I', 'enrolment', 'selected', '長故事', 'ccdf15'],
    ]);
    expect(pitches[0]?.enrollid).toBe(number);
    expect(String(pitches[1]?.enrollid)).toMatch(/^I\d{3}$/);
    const rest = await act(op, '/campaign/ccdf15/actions/convert');
    expect(rest.status === 200 || rest.body.err.code === 'msg.nothing').toBe(true);
    expect(refusal(await act(op, '/campaign/ccdf15/actions/convert'))).toEqual([422, 'msg.nothing']);
  });

  it('S08 pitches made before a reshuffle follow their enrolment’s number, also when it is undone', async () => {
    const pitches = async () => Object.fromEntries(((await admin.get('/pitch')).body as Row[]).map((one) => [one.id, one.enrollid]));
    const before = await pitches();
    await act(admin, '/campaign/ccdf15/actions/reshuffle', { confirm: 'ccdf15' });
    const given = await numbers();
    for (const pitch of (await admin.get(`/pitch${query({ filter: { attProgram: 'C' } })}`)).body as Row[])
      expect(pitch.enrollid).toBe(given[String(pitch.enrolment)]);
    await act(admin, '/campaign/ccdf15/actions/undo_reshuffle', { confirm: 'ccdf15' });
    expect(await pitches()).toEqual(before);
  });

  it('S07 S09 exporting deletes wishes and pairings, disabling deletes the person’s own; each says so first', async () => {
    const pitches = ((await admin.get(`/pitch${query({ sort: ['enrollid', 'ASC'] })}`)).body as Row[]).map(({ id }) => String(id));
    const [first, second] = pitches as [string, string];
    const dms = await create(
      admin,
      'decision_maker',
      ...['Ann', 'Ben'].map((name) => ({ cid: 'ccdf15', name, available: [hour(2, 8)], unavailable: [hour(3, 4)], priority: [first, second] })),
    );
    const [ann, ben] = dms as [Row, Row];
    const meet = (dm: Row, pitch: string, from: number) => ({ cid: 'ccdf15', dm: dm.id as string, pitch, ...hour(from, from + 1) });
    await create(admin, 'pairing', meet(ann, first, 2), meet(ann, second, 4), meet(ben, first, 5));
    expect((await admin.get(`/pitch/${first}/actions`)).body.data.locked).toEqual(['cid', 'attProgram', 'enrollid', 'enrolment']);

    const preview = await op.get(`/decision_maker/${ann.id}/actions/disable`);
    expect(preview.body.data).toEqual({
      typed: 'Ann',
      effects: [
        { do: 'delete', object: 'pairing', count: 2 },
        { do: 'clear', object: 'decision_maker', field: 'available', count: 1 },
        { do: 'clear', object: 'decision_maker', field: 'unavailable', count: 1 },
        { do: 'clear', object: 'decision_maker', field: 'priority', count: 2 },
        { do: 'change', object: 'decision_maker', field: 'enabled', count: 1 },
      ],
    });
    expect(refusal(await act(op, `/decision_maker/${ann.id}/actions/disable`, { confirm: 'Anne' }))).toEqual([422, 'msg.confirm']);
    expect((await act(op, `/decision_maker/${ann.id}/actions/disable`, { confirm: 'Ann' })).body.data.row).toMatchObject({
      enabled: false,
      available: [],
      priority: [],
    });
    expect(((await admin.get('/pairing')).body as Row[]).map(({ dm }) => dm)).toEqual([ben.id]);
    expect((await act(op, `/decision_maker/${ann.id}/actions/enable`)).body.data.row.enabled).toBe(true);

    const bulk = await act(op, '/decision_maker/actions/disable', { ids: [ann.id, ben.id] });
    expect(refusal(bulk)).toEqual([422, 'msg.confirm']);
    expect(bulk.body.data).toMatchObject({ typed: 'decision_maker', effects: expect.arrayContaining([{ do: 'delete', object: 'pairing', count: 1 }]) });

    const exported = await act(admin, '/campaign/ccdf15/actions/export', { confirm: 'ccdf15', ver: (await row('campaign', 'ccdf15')).ver });
    expect(exported.body.data.effects.slice(0, 2)).toEqual([
      { do: 'delete', object: 'pairing', count: 1 },
      { do: 'clear', object: 'decision_maker', field: 'priority', count: 2 },
    ]);
    expect(await row('decision_maker', ben.id)).toMatchObject({ priority: [], available: [hour(2, 8)] });
    expect((await admin.get('/pairing')).body).toEqual([]);
    expect((await row('pitch', first)).exportAt).toBe('2026-01-02 03:04:05');
    expect((await admin.get(`/decision_maker/${ben.id}/history`)).body[0]).toMatchObject({ action: 'export', changes: { priority: [[first, second], []] } });
  });

  it('S04 a sales order goes draft, saved, void by its transitions', async () => {
    await create(admin, 'company', { id: 'acme', type: 1, name: 'Acme' });
    const [order] = await create(admin, 'sales_order', { date: '2026-01-02', customer: 'acme', currency: 'TWD', exchange: 1, lines: [{ amount: 100 }] });
    const saved = await act(op, `/sales_order/${order?.id}/actions/save`);
    expect(saved.body.data?.row.status, saved.text).toBe('saved');
    expect(refusal(await act(op, `/sales_order/${order?.id}/actions/void`))).toEqual([403, 'msg.admin']);
    expect((await act(admin, `/sales_order/${order?.id}/actions/void`)).body.data.row.status).toBe('void');
    expect((await admin.get(`/sales_order/${order?.id}/actions`)).body.data.actions).toEqual([]);
  });

  it('S01 asking what can be done reads the row, with one statement', async () => {
    const [some] = (await admin.get('/enrolment')).body as Row[];
    app.counted();
    await admin.get(`/enrolment/${some?.id}/actions`);
    expect(app.counted()).toHaveLength(1);
  });
});
