/** A small forum made through the API: one campaign, its people, enrolments in the states asked for. */
import type { Row } from '#codegen/model.ts';
import { type Caller, create } from '../schemas/records-app.ts';

export const forumDay = '2026-05-01';
/** An hour of the forum day. */
export const hour = (from: number, to: number) => ({
  start: `${forumDay} ${String(from).padStart(2, '0')}:00:00`,
  end: `${forumDay} ${String(to).padStart(2, '0')}:00:00`,
});

export const campaign: Row = {
  id: 'ccdf15',
  cna: '第十五屆',
  edition: 14,
  maxSel: 2,
  cStart: '2026-01-01 00:00:00',
  cEnd: '2026-02-01 00:00:00',
  sStart: '2026-02-05 00:00:00',
  sEnd: '2026-03-01 00:00:00',
};

/** What a submitted enrolment or pitch has to have. */
export const project: Row = {
  cname: '海的記憶',
  ename: 'Memory of the Sea',
  logline: 'A line.',
  genre: ['[AR]'],
  len: '[FL]',
  stage: 2,
  trailer: 'https://video.example.com/1',
};

export async function makeForum(caller: Caller): Promise<{ applicant: string }> {
  await create(caller, 'campaign', campaign);
  const [applicant] = await create(caller, 'applicant', { email: 'maker@example.com', name: 'Maker' });
  return { applicant: String(applicant?.id) };
}

/** An enrolment brought to a state by its transitions. */
export async function enrol(caller: Caller, applicant: string, state: 'draft' | 'submitted' | 'verified' | 'selected', more: Row = {}): Promise<Row> {
  let [row] = (await create(caller, 'enrolment', { cid: campaign.id as string, applicant, attProgram: ['C'], ...project, ...more })) as [Row]; // one in, one out
  for (const next of ['submitted', 'verified', 'selected'].slice(0, ['draft', 'submitted', 'verified', 'selected'].indexOf(state))) {
    const answer = await caller.put(`/enrolment/${row.id}`, { status: next, ver: row.ver });
    if (answer.status !== 200) throw new Error(answer.text);
    row = answer.body as Row; // a 200 carries the row
  }
  return row;
}
