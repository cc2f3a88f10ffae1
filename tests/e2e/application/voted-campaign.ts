/** A campaign whose jury has voted, made through the API, for the browser tests of the dashboard. */
import type { Reelbase } from '../reelbase.ts';

export type Fields = Record<string, unknown>;

/** `more`: fields of the campaign. */
export async function makeCampaign(reelbase: Reelbase, id: string, more: Fields = {}): Promise<{ read: (path: string) => Promise<Fields[]> }> {
  const admin = await reelbase.api();
  const post = async (object: string, row: Fields): Promise<Fields> => {
    const answer = await admin(`/api/pb/${object}`, { method: 'POST', body: JSON.stringify(row) });
    if (answer.status !== 201) throw new Error(await answer.text());
    return (await answer.json()) as Fields;
  };
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const windows = { cStart: at(-60), cEnd: at(-10), sStart: at(-9), sEnd: at(9) };
  await post('campaign', { id, cna: `第 7 屆`, enaName: 'Forum 7', edition: 7, maxSel: 5, ...windows, ...more });
  const applicant = await post('applicant', { email: `${id}@example.com`, name: 'Ann', lang: 'en' });
  const film = { logline: 'A line.', genre: ['[AR]'], len: '[FL]', stage: 2, trailer: 'https://video.example.com/1', attProgram: ['C'] };
  const enrolments: Fields[] = [];
  for (const name of ['River', 'Stone', 'Cloud']) {
    let row = await post('enrolment', { cid: id, applicant: applicant.id, cname: `${name} 片`, ename: name, ...film });
    for (const status of ['submitted', 'verified'])
      row = (await (await admin(`/api/pb/enrolment/${row.id}`, { method: 'PUT', body: JSON.stringify({ status, ver: row.ver }) })).json()) as Fields;
    enrolments.push(row);
  }
  await admin(`/api/pb/campaign/${id}/actions/number`, { method: 'POST', body: '{}' });
  for (const [juror, weights] of [
    ['Mei', [5, 3, 1]],
    ['Jan', [4, 4, 2]],
  ] as const) {
    const jury = await post('jury', { cid: id, name: juror, email: `${juror.toLowerCase()}.${id}@example.com`, pw: 'juror-1234' });
    for (const [index, weight] of weights.entries())
      await post('selection', {
        jury: jury.id,
        enrolment: enrolments[index]!.id,
        weight,
        choice: 'primary',
        comment: `${juror} on ${enrolments[index]!.ename}`,
      });
  }
  return { read: async (path) => (await (await admin(path)).json()) as Fields[] };
}
