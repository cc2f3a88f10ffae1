/** The campaign dashboard over HTTP, on both databases: ranking, progress, decisions and their release, statistics, hints, check, windows, clones, export. */
import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { statementsOf } from '../../../support/database/statements-of.ts';
import { pagesOf } from '../../../support/files/pdf-text.ts';
import { picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

// An answer's shape is what the test is about.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Answer = { status: number; data: any; err: { code: string; fields: { path: string; code: string }[] } | null };

describe.each(testDatabases)('the campaign dashboard on %s', (kind) => {
  let server: TestServer;
  let clock = new Date('2026-11-21T08:30:00Z');
  let admin: Client;
  let op: Client;
  let gs: Client;
  const put = async (object: string, ...rows: Row[]) => {
    const { model } = server.registry.get(object)!;
    const stamps = { ver: 1, create_at: '2026-11-01 00:00:00', update_at: '2026-11-01 00:00:00', update_by: 'admin' };
    await server.db.transaction(async (tx) => {
      for (const row of rows) await insertRow(tx, model, { ...completeRow({ ...defaultsOf(model), ...row }, model.fields), ...stamps, ...row });
    });
  };
  const ask = async (client: Client, path: string, init: { method?: string; json?: unknown; headers?: Record<string, string> } = {}): Promise<Answer> => {
    const answer = await client(`/api/desk/${path}`, init);
    const body = await answer.json();
    return { status: answer.status, data: body.data, err: body.err };
  };
  const row = async (object: string, id: string): Promise<Row> => (await (await admin(`/api/pb/${object}/${id}`)).json()) as Row;

  const campaign = (id: string, more: Row = {}): Row => ({
    id,
    cna: `第 14 屆`,
    enaName: 'Forum 14',
    edition: 14,
    maxSel: 2,
    cStart: '2026-09-01 00:00:00',
    cEnd: '2026-10-01 16:00:00',
    sStart: '2026-10-05 00:00:00',
    sEnd: '2026-12-01 00:00:00',
    ...more,
  });
  const enrolment = (id: string, more: Row = {}): Row => ({
    id,
    cid: 'desk',
    applicant: 'ann',
    attProgram: ['C'],
    cname: `片 ${id}`,
    ename: `Film ${id}`,
    enrollid: `C00${id.slice(1)}`,
    status: 'verified',
    submitAt: '2026-09-30 12:00:00',
    genre: ['[AR]'],
    len: '[FL]',
    stage: 1,
    pLocation: 'TW',
    director: { cname: '林大同', ename: '', bio: '', newDirector: false, coDirectors: [] },
    producer: { cname: '', ename: '', bio: '', company: '鹿港影像有限公司', email: '', phone: '' },
    ...more,
  });

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock });
    [admin, op, gs] = [await server.signIn('admin'), await server.signIn('op'), await server.signIn('gs')];
    await put(
      'campaign',
      campaign('desk'),
      campaign('older', { edition: 13, cEnd: '2025-10-01 16:00:00', cStart: '2025-09-01 00:00:00', sStart: '', sEnd: '' }),
    );
    await put(
      'applicant',
      { id: 'ann', email: 'ann@example.com', name: 'Ann', verified: true, lang: 'en' },
      { id: 'bob', email: 'bob@example.com', name: 'Bob', lang: 'tw' },
    );
    await put(
      'enrolment',
      enrolment('e1'),
      enrolment('e2', { applicant: 'bob' }),
      enrolment('e3', { attProgram: ['I'], enrollid: 'I001' }),
      enrolment('e4', { status: 'submitted', enrollid: '' }),
      enrolment('o1', { cid: 'older', submitAt: '2025-09-30 12:00:00' }),
    );
    await put(
      'jury',
      { id: 'j1', cid: 'desk', name: '陳美玲', email: 'j1@example.com', org: '鹿港影像', chair: true },
      { id: 'j2', cid: 'desk', name: 'Jan', email: 'j2@example.com', programs: ['C'] },
    );
    const selection = (id: string, jury: string, of: string, weight: number | null, more: Row = {}): Row => ({
      id,
      jury,
      enrolment: of,
      weight,
      choice: 'primary',
      ...more,
    });
    await put(
      'selection',
      selection('s1', 'j1', 'e1', 5, { comment: '=HYPERLINK("http://x")' }),
      selection('s2', 'j1', 'e2', 3, { choice: 'alternative' }),
      selection('s3', 'j2', 'e1', 4),
      selection('s4', 'j2', 'e2', null, { choice: 'none', comment: 'read' }),
      selection('s5', 'j1', 'e3', 5, { conflict: true }),
    );
  });
  afterAll(() => server.stop());

  it('E01 lists the campaigns and names the current one', async () => {
    const { data } = await ask(gs, '');
    expect(data.campaigns.map(({ id }: { id: string }) => id)).toEqual(['desk', 'older']);
    expect(data).toMatchObject({ current: 'desk', forum: '' });
  });

  it('E05 ranks the choices that count, with raw votes, by program and measure', async () => {
    const { data } = await ask(gs, 'desk/ranking?top=1');
    expect(data.lines.map((line: Row) => [line.enrolment, line.rank, line.sum, line.count, line.conflicts])).toEqual([
      ['e1', 1, 9, 2, 0],
      ['e2', 2, 3, 1, 0],
      ['e3', null, 0, 0, 1],
    ]);
    expect(data.lines[1].votes.map(({ juror, counts, comment }: Row) => [juror, counts, comment])).toEqual([
      ['j1', true, ''],
      ['j2', false, 'read'],
    ]);
    expect(data.lines[0].stability.inTop).toBe(1);
    expect((await ask(gs, 'desk/ranking?program=I')).data.lines.map((line: Row) => line.enrolment)).toEqual(['e3']);
    expect((await ask(gs, 'desk/ranking?by=luck')).status).toBe(400);
    expect((await ask(gs, 'nowhere/ranking')).status).toBe(404);
  });

  it('E05 needs as many statements for many enrolments as for few', async () => {
    const statements = async (path: string) => (await statementsOf(server.db, () => ask(admin, path))).length;
    await put('campaign', campaign('many'));
    await put('jury', { id: 'jm', cid: 'many', name: 'M', email: 'jm@example.com' });
    const paths = ['many/ranking', 'many/jurors', 'many/statistics', 'many/conflicts', 'many/overview', 'many/decisions'];
    await put('enrolment', enrolment('m0', { cid: 'many' }));
    for (const path of paths) await ask(admin, path);
    const few = [];
    for (const path of paths) few.push(await statements(path));
    await put('enrolment', ...Array.from({ length: 40 }, (_, index) => enrolment(`m${index + 1}`, { cid: 'many' })));
    await put(
      'selection',
      ...Array.from({ length: 40 }, (_, index) => ({ id: `sm${index}`, jury: 'jm', enrolment: `m${index + 1}`, weight: 3, choice: 'alternative' })),
    );
    const many = [];
    for (const path of paths) many.push(await statements(path));
    expect(many).toEqual(few);
  });

  it('E05 shows the progress of each juror', async () => {
    const { data } = await ask(gs, 'desk/jurors');
    expect(data).toMatchObject({ maxSel: 2, state: 'open' });
    expect(
      Object.fromEntries(data.lines.map((line: Row) => [line.id, [line.total, line.rated, line.primary, line.alternative, line.comments, line.conflicts]])),
    ).toEqual({
      j1: [2, 2, 1, 1, 1, 1], // the conflict takes the third off their list
      j2: [2, 1, 1, 0, 1, 0], // one program
    });
  });

  it('E10 shows staff a hint about a juror of the producer’s own company', async () => {
    const { data } = await ask(gs, 'desk/conflicts');
    expect(data.hints.map(({ judge, enrolment: of, kind: link }: { judge: { id: string }; enrolment: string; kind: string }) => [judge.id, of, link])).toEqual([
      ['j1', 'e1', 'company'],
      ['j1', 'e2', 'company'],
      ['j1', 'e3', 'company'],
    ]);
    expect(data.declared).toEqual(['j1 e3']);
  });

  it('E01 counts enrolments, compared with the previous campaign', async () => {
    const { data } = await ask(gs, 'desk/statistics');
    expect(data).toMatchObject({ total: 4, submitted: 4, previous: { id: 'older' }, before: { total: 1, submitted: 1 } });
    expect(data.groups.program).toEqual([
      { value: 'C', count: 3, before: 1 },
      { value: 'I', count: 1, before: 0 },
    ]);
    expect(data.days.at(-1)).toMatchObject({ begunInAll: 4, submittedInAll: 4 });
  });

  it('E01 the check says what is missing and where', async () => {
    const { data } = await ask(gs, 'desk/overview');
    expect(data.light).toBe('amber');
    expect(data.lines.find(({ subject }: Row) => subject === 'cBefore')).toMatchObject({
      found: 'empty',
      light: 'amber',
      at: { to: 'field', field: 'cBefore' },
    });
    expect(data.lines.find(({ subject }: Row) => subject === 'password')).toMatchObject({ found: 'missing', values: { count: 2, total: 2 } });
    expect(JSON.stringify(data)).not.toContain('argon2');
    expect(data.mayManage).toBe(false);
    expect((await ask(admin, 'desk/overview')).data.mayManage).toBe(true);
  });

  it('P01 guests cannot read or decide; unknown keys and enrolments of other campaigns are refused', async () => {
    expect((await ask(gs, 'desk/decisions', { method: 'PUT', json: { ids: ['e1'], decision: 'select' } })).status).toBe(403);
    expect((await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e1'], decision: 'select', status: 'selected' } })).err?.fields[0]).toMatchObject({
      path: 'status',
      code: 'field.unknown',
    });
    expect((await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['o1'], decision: 'select' } })).status).toBe(404);
    expect((await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: [], decision: 'select' } })).err?.code).toBe('msg.noselect');
  });

  it('S01 a pending decision changes nothing and can be taken back', async () => {
    const decided = await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e1', 'e2', 'e4'], decision: 'select' } });
    expect(decided.data).toEqual({ changed: 2, skipped: [{ id: 'e4', code: 'rule.unverified' }] });
    expect(await row('enrolment', 'e1')).toMatchObject({ status: 'verified', decision: 'select' });
    // Another coordinator's screen does not show it yet.
    const other = { ids: ['e1', 'e2'], decision: 'decline', seen: { e1: '', e2: 'select' } };
    expect((await ask(admin, 'desk/decisions', { method: 'PUT', json: other })).data).toEqual({ changed: 1, skipped: [{ id: 'e1', code: 'msg.datamodi' }] });
    expect(await row('enrolment', 'e1')).toMatchObject({ decision: 'select' });
    expect((await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e1', 'e2'], decision: '' } })).data.changed).toBe(2);
    expect((await ask(op, 'desk/decisions')).data).toMatchObject({ select: 0, decline: 0, open: 3 });
  });

  it('S01 a release needs the campaign’s id and the counts that were seen; it then changes states, informs and mails in one step, and only once', async () => {
    await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e1'], decision: 'select' } });
    await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e2'], decision: 'decline' } });
    const release = (json: Row, key?: string) => ask(op, 'desk/release', { method: 'POST', json, ...(key && { headers: { 'Idempotency-Key': key } }) });
    expect((await release({ confirm: 'des', select: 1, decline: 1 })).err?.code).toBe('msg.confirm');
    expect((await release({ confirm: 'desk', select: 2, decline: 1 })).status).toBe(412);
    const mails = async () => (await (await admin('/api/pb/mail?filter={"cid":"desk"}')).json()) as Row[];
    expect(await mails()).toEqual([]);
    const both = await Promise.all([release({ confirm: 'desk', select: 1, decline: 1 }, 'k1'), release({ confirm: 'desk', select: 1, decline: 1 }, 'k1')]);
    for (const { status, data } of both) expect([status, data]).toEqual([200, { select: 1, decline: 1, mails: 2, unreachable: [] }]);
    expect(await row('enrolment', 'e1')).toMatchObject({
      status: 'selected',
      decision: '-',
      told: 'select',
      toldAt: '2026-11-21 08:30:00',
      selectAt: '2026-11-21 08:30:00',
      selectBy: expect.stringMatching(/./),
    });
    expect(await row('enrolment', 'e2')).toMatchObject({ status: 'verified', decision: '-', told: 'decline' });
    expect((await mails()).map(({ to, template, about, status }) => [to, template, about, status]).sort()).toEqual([
      ['ann@example.com', 'mailSelected', 'e1', 'waiting'],
      ['bob@example.com', 'mailDeclined', 'e2', 'waiting'],
    ]);
    expect((await release({ confirm: 'desk', select: 0, decline: 0 })).err?.code).toBe('msg.nothing');
    // Nobody is informed of the same twice.
    expect((await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e2'], decision: 'decline' } })).data).toEqual({
      changed: 0,
      skipped: [{ id: 'e2', code: 'rule.told' }],
    });
    // A place came free: who was declined can be selected.
    expect((await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e2'], decision: 'select' } })).data.changed).toBe(1);
    await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e2'], decision: '' } });
    const history = (await (await admin('/api/pb/enrolment/e1/history')).json()) as { action: string }[];
    expect(history[0]?.action).toBe('release');
  });

  it('S01 every verified or selected enrolment is in one of the counts, one whose selection was undone too', async () => {
    await put('campaign', campaign('counted', { edition: 9 }));
    const states: [string, Row][] = [
      ['c1', { told: 'select', status: 'selected' }],
      ['c2', { told: 'select' }],
      ['c3', { told: 'decline' }],
      ['c4', { told: 'select', decision: 'decline' }],
      ['c5', {}],
    ];
    await put('enrolment', ...states.map(([id, more]) => enrolment(id, { cid: 'counted', ...more })));
    expect((await ask(op, 'counted/decisions')).data).toMatchObject({ select: 0, decline: 1, held: 0, open: 2, selected: 1, declined: 1 });
  });

  it('S01 the enrolment’s own form refuses the same decisions as the dashboard, with the rule at its field', async () => {
    const fault = async (id: string, decision: string) => {
      const answer = await op(`/api/pb/enrolment/${id}`, { method: 'PUT', json: { decision, ver: (await row('enrolment', id)).ver } });
      const fields: { path: string; code: string }[] = (await answer.json()).err?.fields ?? [];
      return fields.find(({ path }) => path === 'decision')?.code;
    };
    expect(await fault('e4', 'select')).toBe('rule.unverified');
    expect(await fault('e2', 'decline')).toBe('rule.told');
    expect(await fault('e2', 'select')).toBeUndefined();
  });

  it('S01 of two releases at the same time without a key, one finds nothing to release', async () => {
    await ask(op, 'desk/decisions', { method: 'PUT', json: { ids: ['e3'], decision: 'select' } });
    const both = await Promise.all([1, 2].map(() => ask(op, 'desk/release', { method: 'POST', json: { confirm: 'desk', select: 1, decline: 0 } })));
    expect(both.map(({ status, err }) => [status, err?.code ?? '']).sort()).toEqual([
      [200, ''],
      [422, 'msg.nothing'],
    ]);
  });

  it('S02 P02 an administrator closes and opens a window, on the version that was seen', async () => {
    const ver = Number((await row('campaign', 'desk')).ver);
    const turn = (client: Client, json: Row) => ask(client, 'desk/window', { method: 'POST', json });
    expect((await turn(op, { kind: 'select', turn: 'close', ver })).status).toBe(403);
    expect((await turn(admin, { kind: 'select', turn: 'close', ver: ver + 5 })).status).toBe(412);
    expect((await turn(admin, { kind: 'select', turn: 'open', ver })).err?.code).toBe('msg.nothing');
    const closed = await turn(admin, { kind: 'select', turn: 'close', ver });
    expect(closed.data).toMatchObject({ sEnd: '2026-11-21 08:30:00', ver: ver + 1 });
    clock = new Date('2026-11-21T09:00:00Z');
    expect((await turn(admin, { kind: 'select', turn: 'open', ver: ver + 1, until: '2026-11-20 00:00:00' })).err?.fields[0]?.code).toBe('rule.swindow');
    const opened = await turn(admin, { kind: 'select', turn: 'open', ver: ver + 1, until: '2026-12-05 00:00:00' });
    expect(opened.data).toMatchObject({ sStart: '2026-10-05 00:00:00', sEnd: '2026-12-05 00:00:00' });
  });

  it('E01 a style that cannot be parsed is refused at its field, with the line and the reason', async () => {
    const { ver } = await row('campaign', 'desk');
    const save = (cBeforeCss: string) => admin('/api/pb/campaign/desk', { method: 'PUT', json: { cBeforeCss, ver } });
    const refused = (await (await save('h1 { color: gold }\nh2 { color red }')).json()).err?.fields;
    expect(refused).toMatchObject([{ path: 'cBeforeCss', code: 'css.colon', message: '第 2 行：屬性名稱後缺少冒號（h2 { color red }）' }]);
    // What can be read and is not allowed is left out, and named by the check.
    expect((await save('h1 { position: fixed; color: gold }')).status).toBe(200);
  });

  it('E01 P02 a clone copies what was chosen, with its own files, all or nothing', async () => {
    const uploaded = await uploader(server)(admin, {
      di: 'layout',
      pl: { object: 'layout_image', id: '', field: 'image' },
      files: [{ name: 'hero.jpg', bytes: await picture() }],
    });
    const image = { cid: 'desk', place: 'enroll', name: 'Hero', image: uploaded.body.data! };
    expect((await admin('/api/pb/layout_image', { method: 'POST', json: image })).status).toBe(201);
    const link = String(uploaded.body.data?.[0]?.link);
    await put('decision_maker', { id: 'dm', cid: 'desk', name: 'Buyer', available: [{ start: '2026-12-10 02:00:00', end: '2026-12-10 09:00:00' }] });
    expect((await ask(gs, '')).data.forum).toBe('desk');
    const offer = (await ask(admin, 'desk/clone')).data;
    expect(offer).toMatchObject({ edition: 15, cna: '第 15 屆', enaName: 'Forum 15', counts: { images: 1, jurors: 2, decisionMakers: 1 } });
    const take = ['messages', 'images', 'jurors', 'decisionMakers', 'days'];
    const clone = (client: Client, json: Row) => ask(client, 'desk/clone', { method: 'POST', json });
    expect((await clone(op, { id: 'desk15', cna: 'x' })).status).toBe(403);
    expect((await clone(admin, { id: 'older', cna: 'x', take })).err?.code).toBe('msg.mid');
    expect((await clone(admin, { id: 'Bad Id', cna: 'x', take })).status).toBe(422);
    expect(await (await admin('/api/pb/jury?filter={"cid":"Bad Id"}')).json()).toEqual([]);
    const made = await clone(admin, { id: 'desk15', cna: offer.cna, enaName: offer.enaName, edition: offer.edition, take, windows: 'shift', shift: 364 });
    expect(made.data).toEqual({ id: 'desk15', counts: { options: 0, images: 1, pages: 0, jurors: 2, decisionMakers: 1, files: 1 } });
    expect(await row('campaign', 'desk15')).toMatchObject({
      cna: '第 15 屆',
      edition: 15,
      maxSel: 2,
      cStart: '2027-08-31 00:00:00',
      cEnd: '2027-09-30 16:00:00',
    });
    const [copy] = (await (await admin('/api/pb/layout_image?filter={"cid":"desk15"}')).json()) as { image: { link: string }[] }[];
    expect(copy?.image[0]?.link).toMatch(/^\/get\/files\//);
    expect(copy?.image[0]?.link).not.toBe(link);
    expect((await admin(copy!.image[0]!.link)).status).toBe(200);
    const [maker] = (await (await admin('/api/pb/decision_maker?filter={"cid":"desk15"}')).json()) as Row[];
    expect(maker).toMatchObject({ name: 'Buyer', available: [{ start: '2027-12-09 02:00:00', end: '2027-12-09 09:00:00' }], priority: [] });
  });

  it('E01 a clone has what is said while a window is open, its colours, its limit of meetings, its jurors whole, and nobody who was erased', async () => {
    const open = { tw: '<p>報名中</p>', en: '<p>Open</p>' };
    await put(
      'campaign',
      campaign('rich', { edition: 12, cOpen: open, sOpen: open, brandColor: '#112233', brandType: 'serif', maxInRow: 3, wishUntil: '2026-11-01 00:00:00' }),
    );
    await put(
      'jury',
      { id: 'j7', cid: 'rich', name: '方', email: 'fang@example.com', bio: '介紹', bioEn: 'About', group: 'A' },
      { id: 'j8', cid: 'rich', name: '—', email: 'j8@nobody.invalid', enabled: false, erasedAt: '2026-11-02 00:00:00' },
    );
    expect((await ask(admin, 'rich/clone')).data.counts).toMatchObject({ jurors: 1 });
    const take = ['messages', 'styles', 'days', 'jurors'];
    const made = await ask(admin, 'rich/clone', {
      method: 'POST',
      json: { id: 'rich2', cna: '又一屆', enaName: 'Another', edition: 11, take, windows: 'shift', shift: 7 },
    });
    expect([made.status, made.data.counts.jurors]).toEqual([200, 1]);
    const next = { cOpen: open, sOpen: open, brandColor: '#112233', brandType: 'serif', maxInRow: 3, wishUntil: '2026-11-08 00:00:00' };
    expect(await row('campaign', 'rich2')).toMatchObject(next);
    expect(await (await admin('/api/pb/jury?filter={"cid":"rich2"}')).json()).toMatchObject([
      { name: '方', bioEn: 'About', group: 'A', onSite: false, chair: false },
    ]);
  });

  it('E05 the workbook has every sheet in the requested language, and formulas as text; guests get none', async () => {
    expect((await gs('/api/desk/desk/export')).status).toBe(403);
    const answer = await op('/api/desk/desk/export?lang=en');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('.xlsx');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const read = (name: string) => new TextDecoder().decode(files[name]);
    expect([...read('xl/workbook.xml').matchAll(/<sheet [^>]*name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Ranking',
      'Votes',
      'Jurors',
      'Decisions',
      'Statistics',
      'By day',
    ]);
    const [texts, sheets] = [
      read('xl/sharedStrings.xml'),
      Object.keys(files)
        .filter((name) => name.startsWith('xl/worksheets/'))
        .map(read),
    ];
    expect(texts.includes('=HYPERLINK(')).toBe(true);
    expect(texts).toContain('>Name in English<'); // a juror has no title
    expect(sheets.some((sheet) => /<f[ >]/.test(sheet))).toBe(false);
    // A word without its text would stand there by its key.
    expect(texts.match(/\b(?:head|sheet|group)\.\w+/g)).toBeNull();
    const tw = unzipSync(new Uint8Array(await (await op('/api/desk/desk/export?lang=tw')).arrayBuffer()));
    expect(new TextDecoder().decode(tw['xl/workbook.xml'])).toContain('排名');
  });

  it('E05 a jury has one chair at most, two named at once included; the lists say who it is', async () => {
    const name = async (id: string, chair: boolean): Promise<Answer> => {
      const answer = await op(`/api/pb/jury/${id}`, { method: 'PUT', json: { chair, ver: (await row('jury', id)).ver } });
      return (await answer.json()) as Answer; // a refusal's body, or the row
    };
    const chairs = async () => (await ask(op, 'desk/jurors')).data.lines.filter(({ chair }: { chair: boolean }) => chair).map(({ id }: Row) => id);
    expect((await name('j2', true)).err?.fields).toMatchObject([{ path: 'chair', code: 'rule.chair', message: expect.stringContaining('陳美玲') }]);
    expect(await chairs()).toEqual(['j1']);
    await put('jury', { id: 'j9', cid: 'older', name: 'Elsewhere', email: 'j9@example.com', chair: true });
    await name('j1', false);
    const both = await Promise.all(['j1', 'j2'].map((id) => name(id, true)));
    expect(both.filter(({ err }) => err)).toHaveLength(1);
    await name('j2', false);
    await name('j1', true);
    expect([await chairs(), (await ask(op, 'desk/ranking')).data.jurors]).toMatchObject([
      ['j1'],
      expect.arrayContaining([expect.objectContaining({ id: 'j1', chair: true })]),
    ]);
  });

  it('E05 the minutes say who judged, how, what became of each pitch and who stood aside; a draft until the selection has ended; guests get none', async () => {
    expect((await gs('/api/desk/desk/minutes')).status).toBe(403);
    const read = async (path: string) => {
      const answer = await op(`/api/desk/${path}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      return (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(' ').replace(/\s+/g, ' ');
    };
    const text = await read('desk/minutes?lang=en&by=mean');
    for (const said of ['Draft', 'The jury (2)', 'Jan read 1 of 2, chose 1', 'Ranked by Mean: The mean of the counted weights', 'Votes counted: 3, pitches: 3'])
      expect(text).toContain(said);
    expect(text).toMatch(/Selected \(2\) 1\. C001 Film e1 片 e1 Votes 2, mean 4\.5, total 9, primary 2; rank 1 to 1 .* I001 .* No counted vote/);
    expect(text).toMatch(/Not selected \(1\) 2\. C002 .* Declared conflicts of interest 陳美玲 I001 Signatures 陳美玲 Date Chair of the jury Jan Date/);
    expect(text).toMatch(/The jury \(2\) 陳美玲 Chair of the jury; 鹿港影像; .* Jan read/);
    expect(text).toMatch(/ · Page 1 of \d/);
    expect(await read('desk/minutes?lang=en&program=I')).toContain('pitches: 1');
    expect(text).not.toMatch(/minutes\.|rank\.measure|agree\./);
    expect(await read('desk/minutes?lang=tw')).toContain('評審決議紀錄');
    // Who has left the jury is named where their votes count or they stood aside, and signs nothing; who has done neither is not.
    await put('campaign', campaign('left', { edition: 8 }));
    await put('enrolment', enrolment('l1', { cid: 'left' }), enrolment('l2', { cid: 'left' }));
    const former = { cid: 'left', enabled: false };
    await put(
      'jury',
      { id: 'jl1', cid: 'left', name: 'Kim', email: 'kim@example.com' },
      { ...former, id: 'jl2', name: 'Lou', email: 'lou@example.com' },
      { ...former, id: 'jl3', name: 'Max', email: 'max@example.com' },
      { ...former, id: 'jl4', name: 'Nil', email: 'nil@example.com' },
    );
    const choice = (id: string, more: Row): Row => ({ id, jury: id.slice(1), enrolment: 'l1', choice: 'primary', weight: 4, ...more });
    await put('selection', choice('sjl1', {}), choice('sjl2', {}), choice('sjl3', { choice: 'none', weight: null, conflict: true }));
    const left = await read('left/minutes?lang=en');
    expect(left).toMatch(/The jury \(3\) Kim read 1 of 2, chose 1 Lou no longer on the jury; choices counted: 1 Max no longer/);
    expect(left).toMatch(/Declared conflicts of interest Max C001 Signatures Kim Date(?! (Lou|Max))/);
    expect(left).not.toContain('Nil');
  });

  it('E05 minutes and workbook say which ratings do not count because a criterion came after them', async () => {
    const criteria = [
      { key: 'story', cna: '故事', ename: 'Story', weight: 1 },
      { key: 'craft', cna: '技藝', ename: 'Craft', weight: 1 },
    ];
    await put('campaign', campaign('late', { edition: 7, criteria }));
    await put('enrolment', enrolment('t1', { cid: 'late' }));
    await put('jury', ...['jt1', 'jt2', 'jt3'].map((id) => ({ id, cid: 'late', name: id, email: `${id}@example.com` })));
    const scored = (jury: string, ...keys: string[]): Row => ({
      id: `s${jury}`,
      jury,
      enrolment: 't1',
      scores: keys.map((criterion) => ({ criterion, score: 4 })),
    });
    await put('selection', scored('jt1', 'story', 'craft'), scored('jt2', 'story'), scored('jt3', 'story'));
    const minutes = async (query: string) => {
      const answer = await op(`/api/desk/late/minutes?${query}`);
      return (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(' ').replace(/\s+/g, ' ');
    };
    expect(await minutes('lang=en&by=criteria')).toContain('Incomplete sets of ratings that do not count: 2; not rated yet: Craft (2)');
    expect(await minutes('lang=tw&by=criteria')).toContain('技藝（2）');
    expect(await minutes('lang=en&by=sum')).not.toContain('Incomplete');
    const sheets = await readXlsxFile(Buffer.from(await (await op('/api/desk/late/export?lang=en&by=criteria')).arrayBuffer()));
    const [heads = [], line = []] = sheets[0]?.data ?? [];
    const shown = Object.fromEntries(heads.map((head, index) => [head, line[index]]));
    expect(shown).toMatchObject({ Criteria: 4, Ratings: 1, 'Incomplete ratings (not counted)': 2, Story: 4 });
  });
});
