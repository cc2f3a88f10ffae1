/** Who reads what, over HTTP: the plan, what is saved of it, by hand and back, and what it means to jurors and their reminders (E05, P01, P04). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '#application/campaign/rules/invariants.ts';
import type { JuryProgress } from '#application/campaign/wire.ts';
import type { AssignmentFacts, AssignmentPlan } from '#application/jury/wire.ts';
import type { SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { asked, during, entered, put, selecting } from '../../../support/forum/jury.ts';
import { addJuror, signInJuror } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

interface Saved {
  item: SelectionItem;
  progress: SelectionProgress;
}

const changeset = '6f6b1f7e-0000-4000-8000-00000000000a';

describe.each(testDatabases)('who reads what on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let gs: Client;
  let one: Client;
  const jurors: Record<string, string> = {};

  const order = { perPitch: 2, seed: 3, program: '', group: '', isFilling: false, avoidsHints: true };
  const read = async (): Promise<AssignmentFacts> => (await asked<AssignmentFacts>(op, '/api/desk/assigned1/assignment')).data;
  const plan = (more: Row = {}, client = op) =>
    asked<AssignmentPlan>(client, '/api/desk/assigned1/assignment/plan', { method: 'POST', json: { ...order, ...more } });
  const save = (more: Row, client = op) =>
    asked<{ changed: number }>(client, '/api/desk/assigned1/assignment', { method: 'PUT', json: { ...order, ...more }, headers: { 'X-Changeset': changeset } });
  const readersOf = async (id: string) => ((await (await op(`/api/pb/enrolment/${id}`)).json()) as { readers: string[] }).readers;
  const list = async () => (await asked<SelectionFacts>(one, '/api/site/selection')).data.items.map(({ enrolment }) => enrolment);

  beforeAll(async () => {
    server = await startServer({ kind, now: () => during });
    [op, gs] = [await server.signIn('op'), await server.signIn('gs')];
    await put(server, 'campaign', selecting('assigned1', { perPitch: 2 }), selecting('elsewhere'));
    await put(server, 'applicant', { id: 'maker', email: 'maker@example.com', verified: true });
    const company = { producer: { cname: '', ename: '', bio: '', company: '鹿港影像有限公司', email: '', phone: '' } };
    await put(
      server,
      'enrolment',
      ...['e1', 'e2', 'e3', 'e4', 'e5'].map((id) => entered('assigned1', id, id === 'e5' ? company : {})),
      entered('assigned1', 'e6', { attProgram: ['I'], enrollid: 'I006', roughCut: 'https://vimeo.com/1' }),
      entered('assigned1', 'e7', { status: 'submitted', enrollid: '' }),
      entered('elsewhere', 'e8'),
    );
    const people: [name: string, more: Row][] = [
      ['one', { group: 'A' }],
      ['two', { group: 'A' }],
      ['three', { group: 'B', org: '鹿港影像' }],
      ['four', { group: 'B', programs: ['C'] }],
      ['off', { enabled: false }],
    ];
    for (const [name, more] of people) jurors[name] = await addJuror(server, 'assigned1', `${name}@example.com`, { programs: ['C', 'I'], ...more });
    one = await signInJuror(server, 'one@example.com');
  });
  afterAll(() => server.stop());

  it('E05 a plan writes nothing: readers for each, even loads, no disabled juror, no hint at a conflict; the same seed gives the same', async () => {
    const { data } = await plan();
    expect(data.changes.map(({ enrolment }) => enrolment).sort()).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
    expect(data.changes.every(({ added, removed }) => added.length === 2 && removed.length === 0)).toBe(true);
    expect(data.loads.map(({ before, after }) => [before, after])).toEqual([
      [0, 3],
      [0, 3],
      [0, 3],
      [0, 3],
    ]);
    expect(data.changes.find(({ enrolment }) => enrolment === 'e5')?.readers).not.toContain(jurors.three);
    expect(data.changes.find(({ enrolment }) => enrolment === 'e6')?.readers).not.toContain(jurors.four);
    expect((await plan()).data).toEqual(data);
    expect((await read()).lines.flatMap(({ readers }) => readers)).toEqual([]);
    expect((await plan({ perPitch: 4 })).data.short).toEqual([
      { enrolment: 'e5', has: 3, wanted: 4 },
      { enrolment: 'e6', has: 3, wanted: 4 },
    ]);
  });

  it('P01 guests look and do not assign; wrong and unknown values are refused', async () => {
    const { data } = await plan({}, gs);
    expect((await save({ mark: data.mark }, gs)).status).toBe(403);
    expect((await plan({ perPitch: -1 })).err?.fields).toMatchObject([{ path: 'perPitch', code: 'field.range' }]);
    expect((await plan({ juror: 'x' })).err?.fields).toMatchObject([{ path: 'juror', code: 'field.unknown' }]);
    expect((await plan({ group: 'Z' })).err?.code).toBe('msg.noselect');
    expect((await asked(op, '/api/desk/nowhere/assignment')).status).toBe(404);
    expect((await save({ mark: 'another' })).err?.code).toBe('msg.datamodi');
    expect((await asked(op, '/api/desk/assigned1/assignment', { method: 'PUT' })).status).toBeLessThan(500);
  });

  it('E05 what was seen is saved, with history, and counts for jurors once the campaign assigns readers', async () => {
    const before = await list();
    const { data } = await plan();
    const saved = await save({ mark: data.mark });
    expect([saved.status, saved.data]).toEqual([200, { changed: 6 }]);
    const mine = data.changes.filter(({ readers }) => readers.includes(jurors.one!)).map(({ enrolment }) => enrolment);
    expect((await read()).jurors.find(({ id }) => id === jurors.one)).toMatchObject({ load: 3, open: 3, group: 'A' });
    expect(await (await op('/api/pb/enrolment/e1/history')).text()).toContain('"assign"');
    expect(await list()).toEqual(before);
    const { ver } = (await (await op('/api/pb/campaign/assigned1')).json()) as Row;
    const admin = await server.signIn('admin');
    const turned = await admin('/api/pb/campaign/assigned1', { method: 'PUT', json: { readBy: 'assigned', ver } });
    expect(turned.status, await turned.text()).toBe(200);
    expect((await list()).sort()).toEqual([...mine].sort());
    const other = before.find((id) => !mine.includes(id))!;
    for (const path of [other, `${other}/conflict`])
      expect((await asked(one, `/api/site/selection/${path}`, path === other ? {} : { method: 'POST', json: { declared: true } })).status).toBe(404);
    expect((await asked(one, '/api/site/selection')).text + (await asked(one, `/api/site/selection/${mine[0]}`)).text).not.toContain('readers');
    const { data: progress } = await asked<JuryProgress>(op, '/api/desk/assigned1/jurors');
    expect(progress.lines.find(({ id }) => id === jurors.one)).toMatchObject({ total: 3, read: 1 });
    expect((await plan()).data.changes).toEqual([]);
    expect((await save({ mark: (await plan()).data.mark })).err?.code).toBe('msg.nothing');
  });

  it('E05 what is begun stays with its reader, a conflict is taken off them; a group fills up what is missing', async () => {
    const [opened, conflicted] = await list();
    await asked(one, `/api/site/selection/${opened}`);
    await asked(one, `/api/site/selection/${conflicted}/conflict`, { method: 'POST', json: { declared: true } });
    const { data } = await plan({ group: 'B', perPitch: 3, isFilling: true });
    expect(data.changes.find(({ enrolment }) => enrolment === conflicted)).toMatchObject({ removed: [jurors.one] });
    expect(data.changes.filter(({ enrolment }) => enrolment !== conflicted).every(({ removed }) => removed.length === 0)).toBe(true);
    expect(data.changes.flatMap(({ added }) => added).every((id) => id === jurors.three || id === jurors.four)).toBe(true);
    const moved = (await plan({ group: 'B', perPitch: 1 })).data;
    expect(moved.changes.some(({ enrolment, removed }) => enrolment === opened && removed.includes(jurors.one!))).toBe(false);
    expect(data.short.every(({ wanted }) => wanted === 3)).toBe(true);
  });

  it('E05 by hand it is a field of the enrolment; what a plan did is taken back at once', async () => {
    const { ver } = (await (await op('/api/pb/enrolment/e1')).json()) as Row;
    const before = await readersOf('e2');
    const answer = await op('/api/pb/enrolment/e1', { method: 'PUT', json: { readers: [jurors.one], ver } });
    expect(answer.status, await answer.text()).toBe(200);
    expect(await readersOf('e1')).toEqual([jurors.one]);
    const undone = await op(`/api/changes/${changeset}/undo`, { method: 'POST', json: {} });
    const body = (await undone.json()) as { data: { count: number; refused: number } };
    expect([undone.status, body.data.count, body.data.refused], JSON.stringify(body)).toEqual([200, 5, 1]); // e1 was written to since
    expect([before.length, await readersOf('e2')]).toEqual([2, []]);
  });

  it('E05 only those who have something left to read are reminded, and nobody who has declared that they are done', async () => {
    const { data } = await plan({ perPitch: 1 });
    expect((await save({ perPitch: 1, mark: data.mark })).status).toBe(200);
    const remind = async () =>
      (
        await asked<{ about: string }[]>(op, '/api/desk/mails/recipients', {
          method: 'POST',
          json: { campaign: 'assigned1', kind: 'reminder-juror', whom: { unfinished: true } },
        })
      ).data.map(({ about }) => about);
    const waiting = await remind();
    expect(waiting).not.toContain(jurors.off);
    expect(waiting).toContain(jurors.two);
    const two = await signInJuror(server, 'two@example.com');
    expect((await asked(two, '/api/site/selection/done', { method: 'POST', json: { done: true } })).status).toBe(200);
    expect(await remind()).toEqual(waiting.filter((id) => id !== jurors.two));
  });

  it('V23 E05 what was given to another reader takes no place and no part of the progress: the juror, staff, the reminder and the check of all rows count alike', async () => {
    await put(server, 'campaign', selecting('moved1', { maxSel: 2, readBy: 'assigned' }));
    const [old, other] = [await addJuror(server, 'moved1', 'old@example.com'), await addJuror(server, 'moved1', 'other@example.com')];
    const ids = ['m1', 'm2', 'm3', 'm4'];
    await put(server, 'enrolment', ...ids.map((id) => entered('moved1', id, { readers: [old] })));
    const juror = await signInJuror(server, 'old@example.com');
    const choose = (id: string) =>
      asked<Saved>(juror, `/api/site/selection/${id}`, { method: 'PUT', json: { choice: 'primary', weight: 4, comment: '', ver: 0 } });
    for (const id of ids) await asked(juror, `/api/site/selection/${id}`);
    expect([(await choose('m1')).status, (await choose('m2')).status, (await choose('m3')).err?.code]).toEqual([200, 200, 'rule.maxsel']);
    await put(server, 'enrolment', entered('moved1', 'm5', { readers: [old] }));
    for (const id of ['m1', 'm2']) {
      const { ver } = (await (await op(`/api/pb/enrolment/${id}`)).json()) as Row;
      expect((await asked(op, `/api/pb/enrolment/${id}`, { method: 'PUT', json: { readers: [other], ver } })).status).toBe(200);
    }
    expect((await asked<SelectionFacts>(juror, '/api/site/selection')).data.progress).toEqual({ total: 3, read: 2, primary: 0, maxSel: 2 });
    const line = async () => (await asked<JuryProgress>(op, '/api/desk/moved1/jurors')).data.lines.find(({ id }) => id === old);
    expect(await line()).toMatchObject({ total: 3, read: 2, rated: 0, primary: 0 });
    const recipients = await asked<{ about: string }[]>(op, '/api/desk/mails/recipients', {
      method: 'POST',
      json: { campaign: 'moved1', kind: 'reminder-juror', whom: { unfinished: true } },
    });
    expect(recipients.data.map(({ about }) => about).sort()).toEqual([old, other].sort());
    expect([(await choose('m3')).status, (await choose('m4')).status, (await choose('m5')).err?.code]).toEqual([200, 200, 'rule.maxsel']);
    expect(await line()).toMatchObject({ total: 3, read: 2, rated: 2, primary: 2 });
    const all = async (object: 'jury' | 'campaign' | 'selection' | 'enrolment') => loadWith(server.db, server.registry).rows(object, { kind: 'and', of: [] });
    expect((await violationsOf(all as Parameters<typeof violationsOf>[0])).filter(({ id }) => id === old)).toEqual([]);
    // Given back, they count again.
    const { ver } = (await (await op('/api/pb/enrolment/m1')).json()) as Row;
    await asked(op, '/api/pb/enrolment/m1', { method: 'PUT', json: { readers: [old], ver } });
    expect((await asked<SelectionFacts>(juror, '/api/site/selection')).data.progress).toMatchObject({ primary: 3 });
    expect((await violationsOf(all as Parameters<typeof violationsOf>[0])).filter(({ id }) => id === old)).toMatchObject([{ about: '3 > 2' }]);
  });

  it('E05 a juror who has chosen stays with the campaign, whose ranking counts what they chose; one who has not may go', async () => {
    await put(server, 'campaign', selecting('home1'));
    const [judge, idle] = [await addJuror(server, 'home1', 'judge@example.com'), await addJuror(server, 'home1', 'idle@example.com')];
    await put(server, 'enrolment', entered('home1', 'h1'));
    await put(server, 'selection', { id: 'sh1', jury: judge, enrolment: 'h1', choice: 'primary', weight: 5 });
    const give = (id: string) => asked(op, `/api/pb/jury/${id}`, { method: 'PUT', json: { cid: 'elsewhere', ver: 1 } });
    const refused = await give(judge);
    expect([refused.status, refused.err?.fields.map(({ path, code }) => `${path} ${code}`)]).toEqual([422, ['cid rule.voted']]);
    expect((await asked<{ votes: number }>(op, '/api/desk/home1/ranking?by=sum&top=3')).data.votes).toBe(1);
    expect((await give(idle)).status).toBe(200);
  });
});
