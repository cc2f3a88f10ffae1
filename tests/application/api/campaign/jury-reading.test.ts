/** How a campaign lets its jury read, over HTTP: criteria, what is hidden at every door, the order of the list, 'I am done' (P04, S03, V23, E05). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SelectionEntry, SelectionFacts, SelectionItem } from '#application/site/wire.ts';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf, picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { project } from '../../../support/forum/forum.ts';
import { asked, during, entered, put, selecting } from '../../../support/forum/jury.ts';
import { addApplicant, addJuror, signInJuror } from '../../../support/forum/site.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const criteria: Row[] = [
  { key: 'vision', cna: '觀點', ename: 'Vision', weight: 3, hint: '', ehint: '', steps: [{ cna: '薄弱', ename: 'weak' }] },
  { key: 'craft', cna: '手法', ename: 'Craft', weight: 1, hint: '', ehint: '', steps: [] },
];

const people: Row = {
  synopsis: '林大同回到海邊。',
  director: { cname: '林大同', ename: 'Lin Ta-tung', bio: '林大同生於花蓮。', newDirector: true, coDirectors: [] },
  producer: { cname: '王小美', ename: 'Wang', bio: 'Bio', company: '鹿港影像', email: 'maker@secret.example', phone: '' },
};

describe.each(testDatabases)('how a jury reads on %s', (kind) => {
  let server: TestServer;
  let clock = during;
  let admin: Client;
  let juror: Client;
  let other: Client;
  let id = '';

  const list = async (client: Client): Promise<SelectionFacts> => (await asked<SelectionFacts>(client, '/api/site/selection')).data;
  const entry = (client: Client, of: string) => asked<SelectionEntry>(client, `/api/site/selection/${of}`);
  const choose = (client: Client, of: string, more: Row = {}) =>
    asked<{ item: SelectionItem }>(client, `/api/site/selection/${of}`, { method: 'PUT', json: { choice: 'none', weight: 0, comment: '', ver: 0, ...more } });
  const done = (client: Client, json: unknown) => asked<SelectionFacts>(client, '/api/site/selection/done', { method: 'POST', json });
  const set = async (values: Row) => {
    const { ver } = (await (await admin('/api/pb/campaign/read')).json()) as Row;
    const answer = await admin('/api/pb/campaign/read', { method: 'PUT', json: { ...values, ver } });
    return { status: answer.status, body: (await answer.json()) as Row };
  };

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock });
    admin = await server.signIn('admin');
    await put(server, 'campaign', selecting('read', { criteria }));
    await addApplicant(server, 'maker@secret.example', { id: 'maker' });
    await put(server, 'enrolment', ...['e1', 'e2', 'e3', 'e4', 'e5'].map((of) => entered('read', of, people)));
    id = await addJuror(server, 'read', 'one@example.com', { programs: ['C'] });
    await addJuror(server, 'read', 'two@example.com', { programs: ['C'] });
    juror = await signInJuror(server, 'one@example.com');
    other = await signInJuror(server, 'two@example.com');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock = during;
    await server.db.run('DELETE FROM selection');
    await server.db.run('DELETE FROM _reading');
  });

  it('E05 a juror rates by the campaign’s criteria; what an older page does not send stays', async () => {
    expect((await list(juror)).criteria).toMatchObject([
      { key: 'vision', name: { en: 'Vision' }, weight: 3, steps: [{ tw: '薄弱', en: 'weak' }] },
      { key: 'craft' },
    ]);
    const first = await choose(juror, 'e1', { scores: { vision: 4, craft: 2 } });
    expect(first.data.item.own).toMatchObject({ scores: { vision: 4, craft: 2 }, choice: 'none', weight: 0, ver: 1 });
    expect((await choose(juror, 'e1', { scores: { vision: 4, craft: 2 } })).data.item.own.ver).toBe(1);
    expect((await choose(juror, 'e1', { comment: 'later', ver: 1 })).data.item.own).toMatchObject({
      scores: { vision: 4, craft: 2 },
      comment: 'later',
      ver: 2,
    });
    expect((await choose(juror, 'e1', { scores: { vision: 0, craft: 5 }, comment: 'later', ver: 2 })).data.item.own.scores).toEqual({ craft: 5 });
    const seen = (await (await admin('/api/pb/selection?filter={"enrolment":"e1"}')).json()) as Row[];
    expect(seen[0]).toMatchObject({ scores: [{ criterion: 'craft', score: 5 }], update_by: id });
  });

  it('E05 refuses ratings by an unknown criterion and steps outside of 1-5', async () => {
    const codes = async (scores: unknown) => {
      const answer = await choose(juror, 'e1', { scores } as Row);
      return [answer.status, ...(answer.err?.fields ?? []).map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await codes({ vision: 6 })).toEqual([422, 'scores/vision field.range']);
    expect(await codes({ taste: 3 })).toEqual([422, 'scores/taste field.unknown']);
    expect(await codes('5')).toEqual([422, 'scores field.type']);
    expect(await server.db.query('SELECT id FROM selection')).toEqual([]);
  });

  it('E01 a criterion by which jurors have rated cannot go; its name and weight may change, an unused one may go', async () => {
    await choose(juror, 'e1', { scores: { craft: 3 } });
    const refused = await set({ criteria: [criteria[0]!] });
    // an answer of any kind, whose fields are asked for here
    expect([refused.status, (refused.body.err as unknown as { fields: Row[] }).fields]).toMatchObject([
      422,
      [{ path: 'criteria', code: 'rule.criterionused' }],
    ]);
    expect((await set({ criteria: [{ ...criteria[1], weight: 5, ename: 'Crafting' }] })).status).toBe(200);
    expect((await list(juror)).items.find(({ enrolment }) => enrolment === 'e1')?.own.scores).toEqual({ craft: 3 });
    for (const wrong of [[criteria[1]!, criteria[1]!], 0, [null], {}]) expect((await set({ criteria: wrong })).status).toBe(422);
    expect((await set({ criteria })).status).toBe(200);
  });

  it('E05 a declared conflict clears ratings too', async () => {
    await choose(juror, 'e1', { scores: { vision: 5, craft: 5 } });
    await asked(juror, '/api/site/selection/e1/conflict', { method: 'POST', json: { declared: true } });
    expect(await (await admin('/api/pb/selection?filter={"enrolment":"e1"}')).json()).toMatchObject([{ conflict: true, scores: [] }]);
  });

  it('P04 what a campaign hides comes by no door: entry, list, files, names of files', async () => {
    const upload = async (field: 'stills' | 'proposal'): Promise<Row> => {
      const file =
        field === 'stills' ? { name: 'lin-ta-tung.jpg', bytes: await picture('jpeg', { width: 61, height: 40 }) } : { name: '林大同.pdf', bytes: pdf };
      const { body } = await uploader(server)(admin, {
        di: field === 'stills' ? 'pitch_still' : 'proposal',
        pl: { object: 'enrolment', id: '', field },
        files: [file],
      });
      return { ...body.data![0]!, desc: '林大同攝' };
    };
    const [still, proposal] = [await upload('stills'), await upload('proposal')];
    const made = {
      ...people,
      ...project,
      cname: '林大同回家',
      ename: 'LIN TA-TUNG goes home',
      cid: 'read',
      applicant: 'maker',
      attProgram: ['C'],
      rights: true,
      agree: true,
      stills: [still],
      proposal: [proposal],
    };
    let row = (await (await admin('/api/pb/enrolment', { method: 'POST', json: made })).json()) as Row;
    for (const status of ['submitted', 'verified'])
      row = (await (await admin(`/api/pb/enrolment/${row.id}`, { method: 'PUT', json: { status, ver: row.ver } })).json()) as Row;
    expect((await admin(`/api/pb/enrolment/${row.id}/actions/number`, { method: 'POST', json: {} })).status).toBe(200);
    const of = String(row.id);
    expect((await entry(juror, of)).text).toContain('林大同');

    expect((await set({ blind: ['director', 'company'] })).status).toBe(200);
    const shown = await entry(juror, of);
    expect(shown.data.values).toMatchObject({ producer: { cname: '王小美' }, director: { newDirector: true }, synopsis: '〔…〕回到海邊。' });
    expect(shown.data.item).toMatchObject({ cname: '〔…〕回家', ename: '〔…〕 goes home' });
    const chosen = await choose(juror, of, { comment: 'seen' });
    const declare = async (declared: boolean) => (await asked(juror, `/api/site/selection/${of}/conflict`, { method: 'POST', json: { declared } })).text;
    const texts = [shown.text, (await asked(juror, '/api/site/selection')).text, JSON.stringify(chosen), await declare(true), await declare(false)];
    expect(texts.join()).not.toMatch(/林大同|lin-ta-tung|Lin Ta-tung|鹿港/i);
    const file = await juror(String(proposal.link));
    expect([file.status, decodeURIComponent(file.headers.get('content-disposition') ?? '')]).toEqual([200, expect.stringContaining('file.pdf')]);
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).not.toContain('林大同');
    expect(decodeURIComponent((await admin(String(proposal.link))).headers.get('content-disposition') ?? '')).toContain('林大同');

    expect((await set({ blind: ['proposal', 'stills', 'links', 'bio', 'ccifg'] })).status).toBe(200);
    const { values, item } = (await entry(juror, of)).data;
    expect([values.proposal, values.stills, values.trailer, values.director?.bio, item.still]).toEqual([undefined, undefined, undefined, undefined, '']);
    for (const link of [still.link, proposal.link, `${still.link}?w=320`]) expect((await juror(String(link))).status).toBe(404);
    expect((await list(juror)).items.find(({ enrolment }) => enrolment === of)?.still).toBe('');
    expect((await choose(juror, of, { weight: 2, comment: 'seen', ver: 3 })).data.item.still).toBe('');
    expect((await set({ blind: [] })).status).toBe(200);
    expect((await juror(String(still.link))).status).toBe(200);
  });

  it('E05 the list is by number, random but the same for each juror, or least read first', async () => {
    const order = async (client: Client) => (await list(client)).items.map(({ number }) => number);
    expect(await order(juror)).toEqual(['C001', 'C002', 'C003', 'C004', 'C005', 'C006']);
    await set({ listOrder: 'random' });
    const mine = await order(juror);
    expect([await order(juror), [...mine].sort()]).toEqual([mine, ['C001', 'C002', 'C003', 'C004', 'C005', 'C006']]);
    await set({ listOrder: 'least' });
    await entry(other, 'e1');
    await entry(other, 'e4');
    await entry(juror, 'e4');
    expect((await order(juror)).slice(-2)).toEqual(['C001', 'C004']);
    await set({ listOrder: 'number' });
  });

  it('E05 a juror declares that they are done, which locks their choices until they take it back; staff see it and the history', async () => {
    await choose(juror, 'e1', { choice: 'primary', weight: 4 });
    const declared = await done(juror, { done: true });
    expect(declared.data).toMatchObject({ mayEdit: false, mayDeclare: true, doneAt: '2026-11-10 08:00:00' });
    expect((await choose(juror, 'e1', { choice: 'primary', weight: 5, ver: 1 })).err?.code).toBe('rule.done');
    expect((await asked(juror, '/api/site/selection/e2/conflict', { method: 'POST', json: { declared: true } })).err?.code).toBe('rule.done');
    expect((await list(other)).doneAt).toBe('');
    expect(await (await admin(`/api/pb/jury/${id}`)).json()).toMatchObject({ doneAt: '2026-11-10 08:00:00' });
    expect((await done(juror, { done: true })).data.doneAt).toBe('2026-11-10 08:00:00');
    const undone = await done(juror, { done: false });
    expect(undone.data).toMatchObject({ mayEdit: true, doneAt: '' });
    expect((await choose(juror, 'e1', { choice: 'primary', weight: 5, ver: 1 })).status).toBe(200);
    const history = (await (await admin(`/api/pb/jury/${id}/history`)).json()) as Row[] | { data: Row[] };
    expect((Array.isArray(history) ? history : history.data).map(({ action, by }) => [action, by]).slice(0, 2)).toEqual([
      ['undone', id],
      ['done', id],
    ]);
  });

  it('S03 it is declared and taken back only while the window is open, and by jurors alone', async () => {
    for (const json of [{}, { done: 'yes' }, { done: true, jury: 'x' }]) expect((await done(juror, json)).status, JSON.stringify(json)).toBe(422);
    expect((await done(admin, { done: true })).status).toBe(401);
    await done(juror, { done: true });
    clock = new Date('2026-11-20T16:00:00Z');
    const late = await signInJuror(server, 'one@example.com');
    expect((await done(late, { done: false })).err?.code).toBe('msg.window');
    clock = during;
    juror = await signInJuror(server, 'one@example.com');
    await done(juror, { done: false });
  });

  it('S08 a reshuffle takes back what jurors have declared', async () => {
    await done(juror, { done: true });
    const answer = await admin('/api/pb/campaign/read/actions/reshuffle', { method: 'POST', json: { confirm: 'read' } });
    expect(answer.status, await answer.text()).toBe(200);
    expect(await list(juror)).toMatchObject({ doneAt: '', mayEdit: true });
  });

  it('P04 the page around the list has the faces of its titles, for its jurors alone', async () => {
    const before = (await list(juror)).items[0];
    await server.db.run('UPDATE enrolment SET cname = ? WHERE id = ?', ['鱟', String(before?.enrolment)]);
    const has = async (client: Client) => {
      const answer = await client('/selection/edit?campaign=read');
      expect(answer.status).toBe(200);
      const [, rules = ''] = /<style[^>]*data-later>([^<]*)</.exec(await answer.text()) ?? [];
      const ranges = [...rules.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) =>
        [from, to].map((hex) => Number.parseInt(hex, 16)),
      );
      expect(ranges.length).toBeGreaterThan(10);
      const sign = '鱟'.codePointAt(0) ?? 0;
      return ranges.some(([from = 0, to = 0]) => from <= sign && sign <= to);
    };
    expect([await has(juror), await has(server.anonymous)]).toEqual([true, false]);
    await server.db.run('UPDATE enrolment SET cname = ? WHERE id = ?', [String(before?.cname), String(before?.enrolment)]);
  });
});
