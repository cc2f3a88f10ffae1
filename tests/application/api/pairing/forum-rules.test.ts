import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { expectSound } from '../../../support/database/invariants.ts';
import { campaign, enrol, hour, makeForum, project } from '../../../support/forum/forum.ts';
import { type Answer, create, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';

describe.each(testDatabases)('rules of the forum over HTTP, on %s', (kind) => {
  let app: RecordsApp;
  let applicant: string;
  const admin = () => app.as(['[]'], 'root');
  const refusal = (answer: Answer) => [
    answer.status,
    answer.body.err?.code,
    ...(answer.body.err?.fields ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
  ];

  beforeAll(async () => {
    app = await startRecordsApp(kind);
    ({ applicant } = await makeForum(admin()));
  });
  afterAll(async () => {
    await expectSound(app);
    await app?.stop();
  });

  it('V01 V02 a campaign’s windows open before they end', async () => {
    const answer = await admin().put('/campaign/ccdf15', { cEnd: '2025-01-01 00:00:00', sEnd: campaign.sStart, ver: 1 });
    expect(refusal(answer)).toEqual([422, 'msg.invalid', 'cEnd rule.cwindow', 'sEnd rule.swindow']);
    expect(answer.body.err.fields[0].message).toBe('Enrolment must open before it ends');
  });

  it('E04 a length of another edition is refused; one of this edition or of every edition is accepted', async () => {
    const row = { cid: 'ccdf15', applicant, ...project };
    expect(refusal(await admin().post('/enrolment', { ...row, len: '[TW]' }))).toEqual([422, 'msg.invalid', 'len rule.edition']);
    const [taken] = await create(admin(), 'enrolment', { ...row, len: '[TL]' });
    const changed = await admin().put(`/enrolment/${taken?.id}`, { len: '[SL]', ver: 1 });
    expect(refusal(changed)).toEqual([422, 'msg.invalid', 'len rule.edition']);
    await create(admin(), 'pitch', { cid: 'ccdf15', attProgram: 'C', ...project, len: '[FL]' });
  });

  it('V15 V16 V17 a rough cut for IFG, the earlier title, one or two genres', async () => {
    const draft = await enrol(admin(), applicant, 'draft', { attProgram: ['I'] });
    const submit = (more: Row) => admin().put(`/enrolment/${draft.id}`, { status: 'submitted', ver: 1, ...more });
    expect(refusal(await submit({}))).toEqual([422, 'msg.blank', 'roughCut field.required']);
    expect(refusal(await submit({ attProgram: ['C'], ccifg: ['I'] }))).toEqual([422, 'msg.blank', 'ccifgName field.required']);
    expect(refusal(await submit({ attProgram: ['C'], genre: [] }))).toEqual([422, 'msg.blank', 'genre field.required']);
    expect(refusal(await submit({ attProgram: ['C'], genre: ['[AR]', '[CU]', '[BI]'] }))).toEqual([422, 'msg.invalid', 'genre field.toomany']);
    expect((await submit({ roughCut: 'https://video.example.com/cut', genre: ['[AR]', '[CU]'] })).status).toBe(200);
  });

  it('V23 of six choices at the same time two are accepted: maxSel holds', async () => {
    const [jury] = await create(admin(), 'jury', { cid: 'ccdf15', name: 'Juror', email: 'j@example.com' });
    const rows = [];
    for (let index = 0; index < 6; index += 1) rows.push(await enrol(admin(), applicant, 'verified'));
    const answers = await Promise.all(rows.map((row) => admin().post('/selection', { jury: jury?.id, enrolment: row.id, weight: 3, choice: 'primary' })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(2);
    const refused = answers.find((answer) => answer.status !== 201) as Answer;
    expect(refusal(refused)).toEqual([422, 'msg.invalid', 'choice rule.maxsel']);
    expect(refused.body.err.fields[0].message).toBe('At most 2 can be selected');
    const open = rows[answers.indexOf(refused)];
    const other = await create(admin(), 'selection', { jury: jury?.id as string, enrolment: open?.id as string, weight: 1, choice: 'alternative' });
    expect(refusal(await admin().put(`/selection/${other[0]?.id}`, { choice: 'primary', ver: 1 }))).toEqual([422, 'msg.invalid', 'choice rule.maxsel']);
    // K17
    expect(refusal(await admin().delete(`/jury/${jury?.id}`))).toEqual([422, 'msg.judged']);
    expect(refusal(await admin().delete(`/enrolment/${open?.id}`))).toEqual([422, 'msg.judged']);
  });

  it('V04 V05 V06 V07 K15 K16 S05 S09 pairings follow wishes and slots, and paired rows cannot be changed', async () => {
    const pitches = await create(
      admin(),
      'pitch',
      ...['C101', 'C102', 'C103'].map((enrollid) => ({ cid: 'ccdf15', attProgram: 'C', enrollid, cname: enrollid })),
    );
    const [one, two, three] = pitches.map(({ id }) => String(id)) as [string, string, string];
    const [dm] = await create(admin(), 'decision_maker', {
      cid: 'ccdf15',
      name: 'DM',
      available: [hour(2, 6)],
      unavailable: [hour(4, 5)],
      priority: [one, two],
    });
    const meeting = (pitch: string, from: number) => ({ cid: 'ccdf15', dm: dm?.id, pitch, ...hour(from, from + 1) });
    expect((await admin().post('/pairing', meeting(one, 2))).status).toBe(201);
    expect(refusal(await admin().post('/pairing', meeting(one, 3)))).toEqual([422, 'msg.invalid', 'pitch rule.paired']);
    expect(refusal(await admin().post('/pairing', meeting(two, 2)))).toEqual([422, 'msg.invalid', 'start rule.overlap']);
    expect(refusal(await admin().post('/pairing', meeting(three, 3)))).toEqual([422, 'msg.invalid', 'pitch rule.notwished']);
    expect(refusal(await admin().post('/pairing', meeting(two, 4)))).toEqual([422, 'msg.invalid', 'start rule.notfree']);
    const many = await Promise.all([3, 3, 3, 3].map((from) => admin().post('/pairing', meeting(two, from))));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(refusal(await admin().put(`/pitch/${two}`, { enrollid: 'C109', ver: 1 }))).toEqual([422, 'msg.priority', 'enrollid msg.priority']);
    expect(refusal(await admin().put(`/pitch/${three}`, { enrollid: 'C101', ver: 1 }))).toEqual([422, 'msg.invalid', 'enrollid rule.number']);
    expect(refusal(await admin().put(`/decision_maker/${dm?.id}`, { priority: [two], ver: 1 }))).toEqual([422, 'msg.invalid', 'priority rule.keptwish']);
    expect(refusal(await admin().put(`/decision_maker/${dm?.id}`, { enabled: false, ver: 1 }))).toEqual([422, 'msg.invalid', 'enabled rule.disable']);
    expect(refusal(await admin().delete(`/decision_maker/${dm?.id}`))).toEqual([422, 'msg.pairing']);
    expect(refusal(await admin().delete(`/pitch/${one}`))).toEqual([422, 'msg.pairing']);
    await create(admin(), 'decision_maker', { cid: 'ccdf15', name: 'Other', priority: [three] });
    expect(refusal(await admin().delete(`/pitch/${three}`))).toEqual([422, 'msg.priority']);
  });

  it('V06 K16 wishes are for pitches of the decision maker’s own campaign, also when they are given to another', async () => {
    await create(admin(), 'campaign', { id: 'ccdf99', cna: '別屆', maxSel: 2 });
    const [pitch] = await create(admin(), 'pitch', { cid: 'ccdf15', attProgram: 'C', enrollid: 'C190', cname: '心願' });
    const wish = { name: '心', priority: [String(pitch?.id)] };
    expect(refusal(await admin().post('/decision_maker', { ...wish, cid: 'ccdf99' }))).toEqual([422, 'msg.invalid', 'priority rule.campaign']);
    const [dm] = await create(admin(), 'decision_maker', { ...wish, cid: 'ccdf15' });
    expect(refusal(await admin().put(`/decision_maker/${dm?.id}`, { cid: 'ccdf99', ver: 1 }))).toEqual([422, 'msg.invalid', 'priority rule.campaign']);
    expect((await admin().put(`/decision_maker/${dm?.id}`, { cid: 'ccdf99', priority: [], ver: 1 })).status).toBe(200);
    expect((await admin().delete(`/pitch/${pitch?.id}`)).status).toBe(200);
  });
});
