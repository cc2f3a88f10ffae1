import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EnrolmentCard, EnrolmentFacts, FormFacts, Merged } from '#application/site/wire.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import type { Presence } from '#framework/comments/wire.ts';
import { insertFile, markLooseFiles, namesOfLooseFiles, placesOfFile } from '#framework/data/system/files/files.ts';
import { makeName } from '#framework/files/storage.ts';
import type { FieldChange } from '#rules/records/field-changes.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { plant, plantApplicant, plantCampaign, signInApplicant, whole } from '../../../support/forum/applicants.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

interface Said<T> {
  status: number;
  data: T;
  code: string;
  fields: { path: string; code: string; message: string }[];
  msg: string;
}

async function call<T = EnrolmentFacts>(client: Client, method: string, path: string, json?: unknown, headers: Record<string, string> = {}): Promise<Said<T>> {
  const answer = await client(`/api/site${path}`, { method, ...(json === undefined ? {} : { json }), headers });
  const body = (await answer.json()) as { data: T; msg: string; err: { code: string; fields: Said<T>['fields'] } | null };
  return { status: answer.status, data: body.data, code: body.err?.code ?? '', fields: body.err?.fields ?? [], msg: body.msg };
}

const change = (path: string, from: JsonValue, to: JsonValue): FieldChange => ({ path, from, to });
const save = (client: Client, id: string, changes: unknown[]) => call<Merged>(client, 'PATCH', `/enrolments/${id}`, { changes });
const emptyOf = (path: string): JsonValue =>
  path === 'stage' ? null : path === 'len' ? '-' : ['attProgram', 'genre'].includes(path) ? [] : path === 'rights' || path === 'agree' ? false : '';

describe.each(testDatabases)('an applicant’s enrolments on %s', (kind) => {
  let server: TestServer;
  let mei: Client;
  let other: Client;
  const clock = { now: new Date('2026-03-15T10:00:00Z') };
  const submit = (client: Client, id: string, ver: number) =>
    call(client, 'POST', `/enrolments/${id}/submit`, { ver, confirm: true }, { 'idempotency-key': `s-${id}-${ver}` });
  const draft = async (client: Client = mei, campaign = 'ccdf15'): Promise<EnrolmentFacts> => (await call(client, 'POST', '/enrolments', { campaign })).data;
  /** A draft with everything, and what a test wants otherwise. */
  const ready = async (more: Record<string, JsonValue> = {}): Promise<EnrolmentFacts> => {
    const { id } = await draft();
    const changes = Object.entries({ ...whole, ...more }).map(([path, to]) => change(path, emptyOf(path), to));
    const said = await save(mei, id, changes);
    expect([said.data.conflicts, said.data.refused]).toEqual([[], []]);
    return said.data.enrolment;
  };
  const mails = () => server.db.query<{ to: string; subject: string; body: string; template: string }>('SELECT * FROM mail ORDER BY id');

  beforeAll(async () => {
    server = await startServer({ kind, now: () => clock.now });
    await plantCampaign(server, 'ccdf15');
    await plantCampaign(server, 'ccdf13', { edition: 13, programs: ['C'], cStart: '2024-03-01 00:00:00', cEnd: '2024-04-01 00:00:00' });
  });
  beforeEach(async () => {
    clock.now = new Date('2026-03-15T10:00:00Z');
    mei = await (server.registry.get('applicant') && (await server.db.query("SELECT id FROM applicant WHERE id = 'mei'")).length
      ? signInApplicant(server, 'mei')
      : plantApplicant(server, 'mei'));
    other = await ((await server.db.query("SELECT id FROM applicant WHERE id = 'otto'")).length
      ? signInApplicant(server, 'otto')
      : plantApplicant(server, 'otto', { lang: 'en' }));
  });
  afterAll(() => server.stop());

  it('begins one draft per Idempotency-Key, and lists it with what is missing', async () => {
    const one = await call(mei, 'POST', '/enrolments', { campaign: 'ccdf15' }, { 'idempotency-key': 'first' });
    const two = await call(mei, 'POST', '/enrolments', { campaign: 'ccdf15' }, { 'idempotency-key': 'first' });
    expect([one.status, two.data.id]).toEqual([200, one.data.id]);
    expect(one.data).toMatchObject({ status: 'draft', mayEdit: true, mayWithdraw: true, campaign: 'ccdf15' });
    expect(one.data.values).not.toHaveProperty('comment');
    expect(one.data.values).not.toHaveProperty('decision');
    expect(one.data.values).not.toHaveProperty('update_by');
    const { data } = await call<EnrolmentCard[]>(mei, 'GET', '/enrolments?campaign=ccdf15');
    expect(data.find(({ id }) => id === one.data.id)).toMatchObject({ status: 'draft', missing: one.data.missing.length, campaign: 'ccdf15' });
    expect(one.data.missing.map(({ path }) => path)).toEqual([
      'attProgram',
      'cname',
      'ename',
      'logline',
      'genre',
      'len',
      'stage',
      'director/cname',
      'producer/cname',
      'trailer',
      'rights',
      'agree',
    ]);
  });

  it('belongs to its applicant: other applicants, jurors, staff and strangers cannot find it', async () => {
    const { id, ver } = await ready();
    const calls: [string, string, unknown][] = [
      ['GET', `/enrolments/${id}`, undefined],
      ['PATCH', `/enrolments/${id}`, { changes: [change('cname', '海的記憶', 'X')] }],
      ['POST', `/enrolments/${id}/submit`, { ver, confirm: true }],
      ['POST', `/enrolments/${id}/withdraw`, { reason: 'no' }],
      ['POST', `/enrolments/${id}/restore`, {}],
      ['POST', '/enrolments', { campaign: 'ccdf15', copyOf: id }],
    ];
    const staff = await server.signIn('op');
    for (const [method, path, json] of calls) {
      expect([path, (await call(other, method, path, json)).status]).toEqual([path, 404]);
      expect([path, (await call(staff, method, path, json)).status]).toEqual([path, 401]);
      expect([path, (await call(server.anonymous, method, path, json)).status]).toEqual([path, 401]);
      expect([path, (await call(server.withCookie(mei.cookie.replace('applicant', 'jury')), method, path, json)).status]).toEqual([path, 401]);
      expect([path, (await call(server.withCookie(`reelbase_applicant=${'x'.repeat(43)}`), method, path, json)).status]).toEqual([path, 440]);
    }
    expect((await call<EnrolmentCard[]>(other, 'GET', '/enrolments')).data.filter((card) => card.id === id)).toEqual([]);
    expect((await call(mei, 'GET', `/enrolments/${id}`)).data.values.cname).toBe('海的記憶');
  });

  it('S02 accepts nothing before the window, everything within it, and in the grace only drafts that were begun before its end', async () => {
    const savedDraft = await ready();
    clock.now = new Date('2026-02-28T23:59:59Z');
    await signIn();
    expect(await call(mei, 'POST', '/enrolments', { campaign: 'ccdf15' })).toMatchObject({ status: 422, code: 'msg.window' });
    expect((await save(mei, savedDraft.id, [change('pname', '', 'x')])).code).toBe('msg.window');
    clock.now = new Date('2026-04-01T00:09:59Z');
    await signIn();
    expect((await call(mei, 'POST', '/enrolments', { campaign: 'ccdf15' })).code).toBe('msg.window');
    const late = await save(mei, savedDraft.id, [change('pname', '', 'late')]);
    expect([late.status, late.data.enrolment.mayEdit, late.data.enrolment.mayWithdraw]).toEqual([200, true, false]);
    // The list leads to it as long as the form does.
    const listed = async () => (await call<EnrolmentCard[]>(mei, 'GET', '/enrolments?campaign=ccdf15')).data.find(({ id }) => id === savedDraft.id)?.mayEdit;
    expect(await listed()).toBe(true);
    expect((await call(mei, 'POST', `/enrolments/${savedDraft.id}/withdraw`, { reason: 'x' })).code).toBe('msg.window');
    clock.now = new Date('2026-04-01T00:10:00Z');
    await signIn();
    const after = await save(mei, savedDraft.id, [change('pname', 'late', 'later')]);
    expect([after.code, (after.data as unknown as EnrolmentFacts).values.pname]).toEqual(['msg.window', 'late']); // a refusal carries the facts
    expect((await submit(mei, savedDraft.id, late.data.enrolment.ver)).code).toBe('msg.window');
    expect(await listed()).toBe(false);
    clock.now = new Date('2026-04-01T00:09:00Z');
    await signIn();
    expect(await submit(mei, savedDraft.id, late.data.enrolment.ver)).toMatchObject({ status: 200, data: { status: 'submitted' } });
  });
  const signIn = async () => {
    mei = await signInApplicant(server, 'mei');
  };

  it('a draft may be unfinished; texts are trimmed, and a repeated save gives the same result', async () => {
    const { id, ver } = await draft();
    const said = await save(mei, id, [
      change('cname', '', '  海 '),
      change('ccifg', [], ['I']),
      change('director/newDirector', false, true),
      change('director/coDirectors', [], ['甲', '乙']),
    ]);
    expect(said.data.enrolment.values).toMatchObject({ cname: '海', ccifg: ['I'], director: { newDirector: true, coDirectors: ['甲', '乙'], cname: '' } });
    expect(said.data.enrolment.ver).toBe(ver + 1);
    const again = await save(mei, id, [change('cname', '', '  海 '), change('ccifg', [], ['I'])]);
    expect([again.data.enrolment.ver, again.data.conflicts]).toEqual([ver + 1, []]);
    expect((await call(mei, 'GET', `/enrolments/${id}?ver=${ver + 1}`)).data).toEqual({
      ...{ id, ver: ver + 1, status: 'draft', mayEdit: true, mayWithdraw: true },
      ...{ mayRestore: false, until: '', form: expect.any(String) },
    });
    expect((await call(mei, 'GET', `/enrolments/${id}?ver=${ver}`)).data).toMatchObject({ id, ver: ver + 1, values: { cname: '海' } });
  });

  it('edits of two devices are merged by field: where both changed the same field it is unchanged and both values come back', async () => {
    const { id } = await draft();
    await save(mei, id, [change('cname', '', 'A'), change('director/bio', '', 'first')]);
    const said = await save(mei, id, [change('cname', '', 'B'), change('director/ename', '', 'Lin'), change('director/bio', 'first', 'second')]);
    expect(said.data.conflicts).toEqual([{ path: 'cname', mine: 'B', theirs: 'A' }]);
    expect(said.data.enrolment.values).toMatchObject({ cname: 'A', director: { ename: 'Lin', bio: 'second' } });
    // Steps of one path: an answer that got lost, and what was typed since.
    const steps = await save(mei, id, [change('director/bio', 'first', 'second'), change('director/bio', 'second', 'third')]);
    expect([steps.data.conflicts, (steps.data.enrolment.values.director as Row).bio]).toEqual([[], 'third']);
  });

  it('parallel saves of 20 devices lose nothing', async () => {
    const { id, ver } = await draft();
    const paths = ['cname', 'ename', 'pname', 'logline', 'synopsis', 'sLocation', 'director/cname', 'director/ename', 'director/bio', 'producer/company'];
    const saves = paths.flatMap((path) => [
      save(mei, id, [change(path, '', `${path} typed`)]),
      save(mei, id, [change(path, '', `${path} typed`), change('genre', [], ['[AR]', '[CU]'])]),
    ]);
    for (const said of await Promise.all(saves)) expect([said.status, said.data.conflicts]).toEqual([200, []]);
    const { values, ver: last } = (await call(mei, 'GET', `/enrolments/${id}`)).data;
    const read = (path: string) => path.split('/').reduce<JsonValue>((value, name) => (value as Row)[name] ?? null, values);
    expect(paths.map(read)).toEqual(paths.map((path) => `${path} typed`));
    expect(values.genre).toEqual(['[AR]', '[CU]']);
    expect(last).toBeLessThanOrEqual(ver + 11);
  });

  it('refuses a call with unknown or closed paths as a whole, but saves valid values next to invalid ones', async () => {
    const { id } = await draft();
    for (const path of [
      'status',
      'enrollid',
      'receipt',
      'applicant',
      'cid',
      'ver',
      'comment',
      'decision',
      'nothing',
      'director/pw',
      'director',
      '__proto__',
      'submitAt',
    ]) {
      const said = await save(mei, id, [change('cname', '', 'X'), change(path, '', 'Y')]);
      expect([path, said.status, said.fields]).toMatchObject([path, 422, [{ path, code: 'field.unknown' }]]);
    }
    expect((await call(mei, 'PATCH', `/enrolments/${id}`, { changes: [], status: 'verified' })).fields).toMatchObject([
      { path: 'status', code: 'field.unknown' },
    ]);
    expect((await save(mei, id, [change('stills', [], [{ link: '', evil: 1 }])])).fields).toMatchObject([{ code: 'field.unknown' }]);
    expect((await call(mei, 'GET', `/enrolments/${id}`)).data.values.cname).toBe('');
    const said = await save(mei, id, [
      change('cname', '', '好'),
      change('logline', '', '長'.repeat(501)),
      change('trailer', '', 'htp:/nowhere'),
      change('genre', [], ['[AR]', '[CU]', '[AD]']),
      change('len', '-', '[TW]'),
      change('ename', '', 'half \ud800 sign'),
      change('producer/email', '', 'not yet'),
      change('stills', [], [{ link: `/get/files/${'a'.repeat(26)}.jpg` }]),
    ]);
    expect(said.data.refused.map(({ path, code }) => `${path} ${code}`).sort()).toEqual(
      [
        'ename field.invalid',
        'genre field.toomany',
        'len rule.edition',
        'logline field.long',
        'producer/email field.email',
        'stills/0/link file.none',
        'trailer field.url',
      ].sort(),
    );
    expect(said.data.enrolment.values).toMatchObject({ cname: '好', logline: '', trailer: '', genre: [], len: '-', ename: '' });
  });

  it.each([
    ['V10 at least one program', { attProgram: [] }, 'attProgram field.required'],
    ['V15 IFG needs a rough cut', { attProgram: ['I'] }, 'roughCut field.required'],
    ['V16 an earlier selection needs its name', { ccifg: ['C'] }, 'ccifgName field.required'],
    ['V17 at least one genre', { genre: [] }, 'genre field.required'],
    ['V21 names are not blank', { 'director/cname': '   ' }, 'director/cname field.required'],
    ['the rights are declared', { rights: false }, 'rights field.required'],
  ] as [string, Record<string, JsonValue>, string][])('%s', async (_title, more, problem) => {
    const { id, ver, missing } = await ready(more);
    expect(missing.map(({ path, code }) => `${path} ${code}`)).toEqual([problem]);
    const said = await submit(mei, id, ver);
    expect([said.status, said.code, said.fields.map(({ path, code }) => `${path} ${code}`)]).toEqual([422, 'msg.invalid', [problem]]);
    expect((await call(mei, 'GET', `/enrolments/${id}`)).data.status).toBe('draft');
  });

  it('V18 V20 stored data from before a rule prevents the submission', async () => {
    const { id } = await ready();
    const still = (size: number) => ({ link: 'https://elsewhere.example/a.jpg', fileName: 'a.jpg', size });
    await server.db.run('UPDATE enrolment SET trailer = ?, stills = ? WHERE id = ?', ['https://x', JSON.stringify([still(1), still(4_000_000)]), id]);
    const { data } = await call(mei, 'GET', `/enrolments/${id}`);
    expect(data.missing.map(({ path, code }) => `${path} ${code}`)).toEqual(['trailer field.url', 'stills/1 file.size']);
    expect((await submit(mei, id, data.ver)).code).toBe('msg.invalid');
  });

  it('S01 submits once, however often and from however many devices: one receipt, one mail, and no change after it', async () => {
    const { id, ver } = await ready({ attProgram: ['C', 'I'], roughCut: 'https://video.example.com/cut' });
    expect((await call(mei, 'POST', `/enrolments/${id}/submit`, { ver })).code).toBe('msg.blank');
    expect((await submit(mei, id, ver - 1)).code).toBe('msg.datamodi');
    const before = (await mails()).length;
    const all = await Promise.all(Array.from({ length: 20 }, () => submit(mei, id, ver)));
    expect(new Set(all.map(({ status, data }) => `${status} ${data.receipt?.no}`)).size).toBe(1);
    const receipt = all[0]?.data.receipt;
    expect(receipt?.no).toMatch(/^R-ccdf15-[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    expect(receipt).toMatchObject({ at: '2026-03-15 10:00:00', hash: expect.stringMatching(/^[0-9a-f]{64}$/), files: [] });
    expect((await submit(mei, id, ver)).data.receipt).toEqual(receipt);
    expect((await mails()).length).toBe(before + 1);
    const sent = (await mails()).filter(({ body }) => body.includes(receipt?.no ?? '-'));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'mei@example.com', template: 'mailSubmit' });
    expect(sent[0]?.body).toContain('2026-03-15 18:00');
    const refused = await save(mei, id, [change('cname', '海的記憶', 'changed')]);
    expect([refused.code, (refused.data as unknown as EnrolmentFacts).values.cname]).toEqual(['msg.locked', '海的記憶']); // a refusal carries the facts
  });

  it('B07 the mail of a submission calls a program by its label, also after staff have renamed it', async () => {
    const admin = await server.signIn('admin');
    type List = { data: { ver: number; options: { code: string; tw: string; en: string }[] } };
    const rename = async (from: string, to: string) => {
      const { data } = (await (await admin('/api/options/program')).json()) as List;
      const options = JSON.parse(JSON.stringify(data.options).replaceAll(`"${from}"`, `"${to}"`));
      const answer = await admin('/api/options/program', { method: 'PUT', json: { ver: data.ver, options } });
      expect(answer.status, await answer.text()).toBe(200);
    };
    const bodyOf = async () => {
      const { id, ver } = await ready();
      const { receipt } = (await submit(mei, id, ver)).data;
      return (await mails()).find(({ body }) => body.includes(receipt?.no ?? '-'))?.body;
    };
    expect(await bodyOf()).toContain('單元：CCDF');
    await rename('CCDF', '長片單元');
    expect(await bodyOf()).toContain('單元：長片單元');
    await rename('長片單元', 'CCDF');
  });

  it('S01 staff send it back with a message, the applicant is informed, and a new submission gives a new receipt', async () => {
    const { id, ver } = await ready();
    const first = (await submit(mei, id, ver)).data;
    const staff = await server.signIn('op');
    const headers = { 'x-changeset': crypto.randomUUID() };
    const answer = await staff(`/api/pb/enrolment/${id}/actions/return`, { method: 'POST', json: { input: { returnMsg: '請補上英文片名。' } }, headers });
    // What somebody was told of cannot be taken back.
    expect([answer.status, answer.headers.get('x-undoable')]).toEqual([200, null]);
    expect((await staff(`/api/changes/${headers['x-changeset']}/undo`, { method: 'POST', json: {} })).status).toBe(422);
    const back = (await call(mei, 'GET', `/enrolments/${id}`)).data;
    expect(back).toMatchObject({ status: 'draft', mayEdit: true, values: { returnMsg: '請補上英文片名。' } });
    expect(back.receipt).toBeUndefined();
    const returned = (await mails()).find(({ template, body }) => template === 'returned' && body.includes('請補上英文片名。'));
    expect(returned?.to).toBe('mei@example.com');
    // The old submission, sent again by a line that woke up late, submits nothing.
    expect((await submit(mei, id, ver)).code).toBe('msg.datamodi');
    const saved = await save(mei, id, [change('ename', 'Memory of the Sea', 'The Sea Remembers')]);
    const second = (await submit(mei, id, saved.data.enrolment.ver)).data;
    expect(second.receipt?.no).not.toBe(first.receipt?.no);
    expect(second.receipt?.hash).not.toBe(first.receipt?.hash);
  });

  it.each([
    ['a break of its line, as programs for texts have it', '海的\u000b記憶', '海的 記憶'],
    ['a sign that cannot be seen, as it comes out of some PDFs', '海的\u0002記憶', '海的 記憶'],
  ])('S01 an enrolment whose title has %s is sent back all the same, and the mail’s subject is one line', async (what, cname, said) => {
    const { id, ver } = await ready({ cname });
    expect((await submit(mei, id, ver)).status).toBe(200);
    const staff = await server.signIn('op');
    const answer = await staff(`/api/pb/enrolment/${id}/actions/return`, { method: 'POST', json: { input: { returnMsg: what } } });
    expect([answer.status, (await answer.json()).err]).toEqual([200, null]);
    const subjects = (await mails()).filter(({ template, body }) => template === 'returned' && body.includes(what)).map(({ subject }) => subject);
    expect(subjects).toEqual([`報名已退回：${said}`]);
  });

  it('is withdrawn once, with a reason, while the window is open', async () => {
    const { id, ver } = await ready();
    expect((await call(mei, 'POST', `/enrolments/${id}/withdraw`, { reason: ' ' })).code).toBe('msg.blank');
    await submit(mei, id, ver);
    const said = await Promise.all([1, 2, 3].map(() => call(mei, 'POST', `/enrolments/${id}/withdraw`, { reason: '改到下一屆' })));
    expect(said.map(({ status, data }) => [status, data.status])).toEqual([1, 2, 3].map(() => [200, 'withdrawn']));
    expect(said[0]?.data.values.withdrawMsg).toBe('改到下一屆');
    expect((await save(mei, id, [change('cname', '海的記憶', 'x')])).code).toBe('msg.locked');
    expect((await submit(mei, id, ver)).code).toBe('msg.locked');
  });

  it('takes its own withdrawal back while the window is open: submitted again with its receipt, or a draft', async () => {
    const { id, ver } = await ready();
    const { receipt } = (await submit(mei, id, ver)).data;
    const withdraw = () => call(mei, 'POST', `/enrolments/${id}/withdraw`, { reason: '改到下一屆' });
    const restore = (of = id, json: unknown = {}) => call(mei, 'POST', `/enrolments/${of}/restore`, json);
    expect((await withdraw()).data).toMatchObject({ status: 'withdrawn', mayWithdraw: false, mayRestore: true });
    expect((await restore(id, { status: 'selected' })).code).toBe('msg.invalid');
    const back = await Promise.all([1, 2, 3].map(() => restore()));
    expect(back.map(({ status, data }) => [status, data.status, data.mayRestore])).toEqual([1, 2, 3].map(() => [200, 'submitted', false]));
    expect(back[0]?.data.receipt).toEqual(receipt);
    expect(back[0]?.data.values).toMatchObject({ withdrawMsg: '', withdrawAt: '' });
    // Why it was withdrawn stays in the history.
    const staff = await server.signIn('op');
    const history = (await (await staff(`/api/pb/enrolment/${id}/history`)).json()) as { action: string; changes: Row }[];
    expect(history.slice(0, 2).map(({ action }) => action)).toEqual(['reinstate', 'withdraw']);
    expect(history[1]?.changes.withdrawMsg).toEqual(['', '改到下一屆']);
    // Whoever of the staff has it open is told who saved it last.
    const seen = await staff(`/api/pb/enrolment/${id}/presence/page-of-op`, { method: 'PUT', json: { isTyping: false } });
    const { by, names } = (await seen.json()).data as Presence;
    expect(by).toBeTruthy();
    expect(names[by]).toContain('mei');
    const other = await draft();
    await call(mei, 'POST', `/enrolments/${other.id}/withdraw`, { reason: 'x' });
    expect((await restore(other.id)).data).toMatchObject({ status: 'draft', mayEdit: true });
    // One that was sent back was a draft when it was withdrawn, though it was submitted once.
    expect((await staff(`/api/pb/enrolment/${id}/actions/return`, { method: 'POST', json: { input: { returnMsg: 'name?' } } })).status).toBe(200);
    await withdraw();
    expect((await restore()).data).toMatchObject({ status: 'draft', values: { returnMsg: 'name?' } });
    await withdraw();
    clock.now = new Date('2026-04-01T00:00:00Z');
    mei = await signInApplicant(server, 'mei');
    expect((await restore()).code).toBe('msg.window');
    expect((await (await server.signIn('op'))(`/api/pb/enrolment/${id}/actions/reopen`, { method: 'POST', json: {} })).status).toBe(200);
  });

  it('does not take back what staff withdrew; the dashboard says which were withdrawn, why, and by whom', async () => {
    const [own, theirs] = [await draft(), await draft()];
    await call(mei, 'POST', `/enrolments/${own.id}/withdraw`, { reason: 'no money' });
    const staff = await server.signIn('op');
    const answer = await staff(`/api/pb/enrolment/${theirs.id}/actions/withdraw`, { method: 'POST', json: { input: { withdrawMsg: 'entered twice' } } });
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect((await call(mei, 'GET', `/enrolments/${theirs.id}`)).data).toMatchObject({ status: 'withdrawn', mayRestore: false });
    expect((await call(mei, 'POST', `/enrolments/${theirs.id}/restore`, {})).code).toBe('msg.locked');
    const { data } = (await (await staff('/api/desk/ccdf15/overview')).json()) as { data: { withdrawn: Row[] } };
    // The applicant hears what staff did, and nothing of what they did themselves.
    clock.now = new Date(clock.now.getTime() + 1000);
    expect((await staff(`/api/pb/enrolment/${theirs.id}/actions/reopen`, { method: 'POST', json: {} })).status).toBe(200);
    const about = async (id: string) => (await mails()).filter(({ body }) => body.includes(id)).map(({ template, to }) => [template, to]);
    expect(await about(own.id)).toEqual([]);
    expect(await about(theirs.id)).toEqual([
      ['staffWithdrew', 'mei@example.com'],
      ['staffReopened', 'mei@example.com'],
    ]);
    expect((await mails()).find(({ template }) => template === 'staffWithdrew')).toMatchObject({ body: expect.stringContaining('entered twice') });
    const said = (id: string) => data.withdrawn.find((one) => one.id === id);
    expect([said(own.id), said(theirs.id)]).toMatchObject([
      { reason: 'no money', isByStaff: false },
      { reason: 'entered twice', isByStaff: true },
    ]);
  });

  it('has a deadline of its own where staff put it off with a reason: saved, filled with files and submitted until then, by nobody else', async () => {
    const [mine, same] = [await ready(), await ready()];
    const staff = await server.signIn('op');
    const put = async (fields: Row) => {
      const { ver } = (await (await staff(`/api/pb/enrolment/${mine.id}`)).json()) as { ver: number };
      const answer = await staff(`/api/pb/enrolment/${mine.id}`, { method: 'PUT', json: { ...fields, ver } });
      return answer.ok ? [] : ((await answer.json()) as { err: { code: string; fields: { path: string }[] } }).err.fields.map(({ path }) => path);
    };
    expect(await put({ extendedUntil: '2026-04-03 00:00:00' })).toEqual(['extendedWhy']);
    expect(await put({ extendedUntil: '2026-03-31 00:00:00', extendedWhy: 'x' })).toEqual(['extendedUntil']);
    expect(await put({ extendedUntil: '2026-04-03 00:00:00', extendedWhy: '颱風停電' })).toEqual([]);
    const moved = async () => (await mails()).filter(({ template, body }) => template === 'deadlineMoved' && body.includes(mine.id)).map(({ body }) => body);
    expect(await moved()).toEqual([expect.stringContaining('2026-04-03 08:00')]);
    // The reason is for staff alone; another one moves no deadline.
    expect([(await put({ extendedWhy: '颱風停電兩天' })).length, (await moved()).length, (await moved())[0]?.includes('颱風')]).toEqual([0, 1, false]);
    clock.now = new Date(clock.now.getTime() + 1000);
    expect([await put({ extendedUntil: '', extendedWhy: '' }), (await moved())[1]]).toEqual([[], expect.stringContaining('2026-04-01 08:00')]);
    clock.now = new Date(clock.now.getTime() + 1000);
    expect(await put({ extendedUntil: '2026-04-03 00:00:00', extendedWhy: '颱風停電' })).toEqual([]);
    expect((await save(mei, mine.id, [change('extendedUntil', '', '2027-01-01 00:00:00')])).code).toBe('msg.invalid');
    clock.now = new Date('2026-04-02T12:00:00Z');
    mei = await signInApplicant(server, 'mei');
    const facts = (await call(mei, 'GET', `/enrolments/${mine.id}`)).data;
    expect(facts).toMatchObject({ mayEdit: true, mayWithdraw: true, until: '2026-04-03 00:00:00' });
    expect(facts.values).not.toHaveProperty('extendedWhy');
    const cards = (await call<EnrolmentCard[]>(mei, 'GET', '/enrolments?campaign=ccdf15')).data;
    expect([mine.id, same.id].map((of) => cards.find(({ id }) => id === of))).toMatchObject([
      { mayEdit: true, until: '2026-04-03 00:00:00' },
      { mayEdit: false, until: '' },
    ]);
    const upload = (row: string) => call(mei, 'POST', '/uploads', { enrolment: row, field: 'proposal', fileName: 'plan.pdf', size: 1000 });
    expect([(await upload(mine.id)).code, (await upload(same.id)).code]).toEqual(['', 'msg.window']);
    expect((await call(mei, 'POST', '/enrolments', { campaign: 'ccdf15' })).code).toBe('msg.window');
    expect((await save(mei, same.id, [change('pname', '', 'x')])).code).toBe('msg.window');
    const { enrolment } = (await save(mei, mine.id, [change('pname', '', '寫完了')])).data;
    clock.now = new Date('2026-04-03T00:10:00Z');
    mei = await signInApplicant(server, 'mei');
    expect((await submit(mei, mine.id, enrolment.ver)).code).toBe('msg.window');
    clock.now = new Date('2026-04-02T23:59:59Z');
    mei = await signInApplicant(server, 'mei');
    expect((await submit(mei, mine.id, enrolment.ver)).data.status).toBe('submitted');
    // The sessions of March are over.
    const history = (await (await (await server.signIn('op'))(`/api/pb/enrolment/${mine.id}/history`)).json()) as { changes: Row }[];
    expect(history.find(({ changes }) => 'extendedUntil' in changes)?.changes).toMatchObject({
      extendedUntil: ['', '2026-04-03 00:00:00'],
      extendedWhy: ['', '颱風停電'],
    });
  });

  it('S02 may be begun after the end by whom staff gave a late start, with that deadline, and by nobody else', async () => {
    for (const id of ['late', 'untold']) await plantApplicant(server, id);
    const staff = await server.signIn('op');
    const give = async (fields: Row) => {
      const answer = await staff('/api/pb/enrolment_extension', { method: 'POST', json: { cid: 'ccdf15', applicant: 'late', why: '颱風停電', ...fields } });
      return answer.ok ? [] : ((await answer.json()) as { err: { code: string; fields: { path: string; code: string }[] } }).err.fields.map(({ code }) => code);
    };
    expect(await give({ until: '2026-03-31 00:00:00' })).toEqual(['rule.extension']);
    expect(await give({ until: '2026-04-03 00:00:00', applicant: 'mei' })).toEqual(['rule.begun']);
    expect(await give({ until: '2026-04-03 00:00:00' })).toEqual([]);
    const told = (await mails()).filter(({ template }) => template === 'lateStart');
    expect(told).toMatchObject([{ to: 'late@example.com', body: expect.stringContaining('2026-04-03 08:00') }]);
    expect(told[0]?.body).not.toContain('颱風');
    const until = async (client: Client) => (await call<{ until: string }>(client, 'GET', '/late-start?campaign=ccdf15')).data?.until;
    clock.now = new Date('2026-04-02T12:00:00Z');
    const [mine, theirs] = [await signInApplicant(server, 'late'), await signInApplicant(server, 'untold')];
    expect([await until(mine), await until(theirs)]).toEqual(['2026-04-03 00:00:00', '']);
    const begin = (client: Client) => call(client, 'POST', '/enrolments', { campaign: 'ccdf15' });
    expect((await begin(theirs)).code).toBe('msg.window');
    const { data } = await begin(mine);
    expect(data).toMatchObject({ status: 'draft', mayEdit: true, until: '2026-04-03 00:00:00' });
    expect(data.values).not.toHaveProperty('extendedWhy');
    expect((await save(mine, data.id, [change('cname', '', '潮間帶')])).data.conflicts).toEqual([]);
    clock.now = new Date('2026-04-03T00:00:01Z');
    const after = await signInApplicant(server, 'late');
    expect([(await begin(after)).code, await until(after)]).toEqual(['msg.window', '']);
    // Nobody but staff gives one.
    expect((await after('/api/pb/enrolment_extension', { method: 'POST', json: {} })).status).toBe(401);
  });

  it('S02 whoever had a late start hears that it was taken back or brought back, unless it was over', async () => {
    await plantApplicant(server, 'lost');
    clock.now = new Date('2026-03-20T00:00:00Z');
    const staff = await server.signIn('op');
    const json = { cid: 'ccdf15', applicant: 'lost', why: '颱風停電', until: '2026-04-03 00:00:00' };
    const { id } = (await (await staff('/api/pb/enrolment_extension', { method: 'POST', json })).json()) as { id: string };
    const remove = async () => {
      clock.now = new Date('2026-03-20T00:00:30Z');
      return (await staff(`/api/pb/enrolment_extension/${id}`, { method: 'DELETE' })).status;
    };
    const restore = async () => {
      clock.now = new Date('2026-03-20T00:01:00Z');
      return (await staff(`/api/pb/enrolment_extension/${id}/restore`, { method: 'POST' })).status;
    };
    const told = async () =>
      (await mails()).filter(({ to, template }) => to === 'lost@example.com' && template.startsWith('lateStart')).map((one) => one.template);
    expect([await remove(), await told()]).toEqual([200, ['lateStart', 'lateStartEnded']]);
    const body = (await mails()).find(({ template }) => template === 'lateStartEnded')?.body;
    expect(body).not.toMatch(/颱風|[{}]/);
    expect([await restore(), await told()]).toEqual([200, ['lateStart', 'lateStartEnded', 'lateStart']]);
    clock.now = new Date('2026-04-03T00:00:01Z');
    const later = await server.signIn('op');
    expect([(await later(`/api/pb/enrolment_extension/${id}`, { method: 'DELETE' })).status, (await told()).length]).toEqual([200, 3]);
  });

  it('copies an earlier enrolment without its state, declarations, number, other editions’ options and programs that are not offered', async () => {
    const old = {
      cid: 'ccdf13',
      applicant: 'mei',
      attProgram: ['C', 'I'],
      cname: '舊作',
      len: '[TW]',
      genre: ['[AR]'],
      rights: true,
      agree: true,
      status: 'selected',
      enrollid: 'C001',
    };
    await plant(server, 'enrolment', { id: 'old1', ...old, director: { cname: '林', ename: '', bio: '很長', newDirector: true, coDirectors: ['甲'] } });
    await plantCampaign(server, 'only-c', { programs: ['C'] });
    const made = (await call(mei, 'POST', '/enrolments', { campaign: 'only-c', copyOf: 'old1' }, { 'idempotency-key': 'copy' })).data;
    expect(made).toMatchObject({ status: 'draft', campaign: 'only-c' });
    expect(made.values).toMatchObject({
      attProgram: ['C'],
      cname: '舊作',
      len: '-',
      genre: ['[AR]'],
      rights: false,
      agree: false,
      enrollid: '',
      director: { bio: '很長', coDirectors: ['甲'] },
    });
    expect((await call(mei, 'POST', '/enrolments', { campaign: 'only-c', copyOf: 'old1' }, { 'idempotency-key': 'copy' })).data.id).toBe(made.id);
  });

  it('a save needs six statements in one transaction, and one that changes nothing needs two', async () => {
    const { id } = await ready();
    await call(mei, 'GET', `/enrolments/${id}`); // who asks is known now
    const sent: string[] = [];
    const { transaction, query, run } = server.db;
    const noted = <T extends object>(executor: T): T =>
      new Proxy(executor, {
        get(target, name) {
          const member = Reflect.get(target, name) as unknown;
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) => {
            const [said] = args as [string | { sql: string }]; // as executors are called
            if (name === 'query' || name === 'run' || name === 'runLast')
              sent.push((typeof said === 'string' ? said : said.sql).trim().slice(0, 6).toUpperCase());
            return (member as (...given: unknown[]) => unknown).apply(target, args);
          };
        },
      });
    const { db } = server;
    db.transaction = (work) => transaction.call(db, (tx) => work(noted(tx))) as never; // the same result
    const outside = noted({ query: query.bind(db), run: run.bind(db) });
    db.query = outside.query;
    db.run = outside.run;
    try {
      // the server asks its database things of its own now and then: the shortest of four
      const least = async (work: (round: number) => Promise<unknown>) => {
        const each: string[][] = [];
        for (let round = 0; round < 4; round += 1) {
          await work(round);
          each.push(sent.splice(0).filter((verb) => !['SAVEPO', 'RELEAS', 'ROLLBA'].includes(verb)));
        }
        return each.reduce((shortest, one) => (one.length < shortest.length ? one : shortest));
      };
      const typed = (round: number) => (round < 0 ? '' : `typed ${round}`);
      const both = (round: number) => ['synopsis', 'director/bio'].map((path) => change(path, typed(round - 1), typed(round)));
      expect(await least((round) => save(mei, id, both(round)))).toEqual(['SELECT', 'SELECT', 'UPDATE', 'SELECT', 'DELETE', 'INSERT']);
      expect(await least(() => save(mei, id, [change('synopsis', '', typed(3))]))).toEqual(['SELECT', 'SELECT']);
    } finally {
      Object.assign(db, { transaction, query, run });
    }
  });

  it('the history has one entry for each sitting: the values before it and after it', async () => {
    const { id } = await draft();
    await save(mei, id, [change('cname', '', '海')]);
    await save(mei, id, [change('cname', '海', '海的'), change('pname', '', 'x')]);
    clock.now = new Date('2026-03-15T10:09:00Z');
    await save(mei, id, [change('cname', '海的', '海的記憶')]);
    clock.now = new Date('2026-03-15T10:20:00Z');
    await save(mei, id, [change('cname', '海的記憶', '山')]);
    const staff = await server.signIn('op');
    const entries = (await (await staff(`/api/pb/enrolment/${id}/history`)).json()) as { action: string; by: string; ver: number; changes: Row }[];
    expect(entries).toMatchObject([
      { action: 'update', by: 'mei', ver: 5, changes: { cname: ['海的記憶', '山'] } },
      { action: 'update', ver: 4, changes: { cname: ['', '海的記憶'], pname: ['', 'x'] } },
      { action: 'create', ver: 1 },
    ]);
    expect(entries).toHaveLength(3);
  });

  it('copied files are the same stored files and outlive the first enrolment; a receipt has the hash of each', async () => {
    const { id, ver } = await ready();
    const bytes = Buffer.from('not really a picture');
    const name = makeName('jpg');
    const path = join(server.tools.storage.incoming, name);
    writeFileSync(path, bytes);
    await server.tools.storage.put(name, path);
    const file = { name, purpose: 'pitch_still', object: 'enrolment', rowId: id, field: 'stills', fileName: '海.jpg', size: bytes.length, type: 'image/jpeg' };
    await server.db.transaction((tx) => insertFile(tx, { ...file, sha256: '', width: 1, height: 1, public: false, owner: 'mei', at: 0 }));
    const shown = await save(mei, id, [change('stills', [], [{ link: `/get/files/${name}`, fileName: 'other.exe', size: 5, desc: '  劇照  ' }])]);
    expect(shown.data.enrolment.values.stills).toMatchObject([{ link: `/get/files/${name}`, fileName: '海.jpg', size: bytes.length, desc: '劇照' }]);
    // Somebody else may not show it, not even by its name.
    const theirs = await draft(other);
    expect((await save(other, theirs.id, [change('stills', [], [{ link: `/get/files/${name}` }])])).data.refused).toMatchObject([{ code: 'file.none' }]);
    const made = (await call(mei, 'POST', '/enrolments', { campaign: 'ccdf15', copyOf: id })).data;
    expect(made.values.stills).toMatchObject([{ link: `/get/files/${name}` }]);
    const { receipt } = (await submit(mei, id, ver + 1)).data;
    expect(receipt?.files).toEqual([{ field: 'stills', fileName: '海.jpg', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }]);
    const admin = await server.signIn('admin');
    expect((await admin(`/api/pb/enrolment/${id}`, { method: 'DELETE' })).status).toBe(200);
    await markLooseFiles(server.db, 1);
    expect(await placesOfFile(server.db, name)).toEqual([{ object: 'enrolment', rowId: made.id, field: 'stills' }]);
    expect(await namesOfLooseFiles(server.db, 2, 10)).not.toContain(name);
    // Taken away, and brought back.
    const attachment = (made.values.stills as Row[])[0] as Row;
    await save(mei, made.id, [change('stills', [attachment], [])]);
    const back = await save(mei, made.id, [change('stills', [], [attachment])]);
    expect([back.data.refused, back.data.enrolment.values.stills]).toEqual([[], [attachment]]);
  });

  it('the form has the edition’s options, the validator, and nothing that is for staff', async () => {
    const { data } = await call<FormFacts>(mei, 'GET', '/form?campaign=ccdf15');
    const names = data.model.fields.map(({ name }) => name);
    expect(names).not.toContain('comment');
    expect(names).not.toContain('decision');
    const len = data.model.fields.find(({ name }) => name === 'len');
    expect(len?.options?.map(({ value }) => value)).toEqual(['[FL]', '[TL]', '[SH]', '[CM]', '[SE]', '[IM]']);
    expect((await mei(data.validator)).headers.get('content-type')).toMatch(/javascript/);
    expect((await server.anonymous(data.validator)).status).toBe(401);
    expect((await call(mei, 'GET', '/form?campaign=none')).status).toBe(404);
  });
});
