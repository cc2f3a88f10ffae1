import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { pdf, picture } from '../../../support/files/pictures.ts';
import { uploader } from '../../../support/files/upload.ts';
import { campaign, project } from '../../../support/forum/forum.ts';
import { addApplicant, addJuror, signInApplicant, signInJuror } from '../../../support/forum/site.ts';
import { type Client, clientWith, startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('files of enrolments, by realm, on %s', (kind) => {
  let server: TestServer;
  let op: Client;
  let mine: Client;
  let other: Client;
  let juror: Client;
  let clock = Date.parse('2026-02-10T00:00:00Z');
  let made = 0;
  let ids: { mine: string; juror: string };

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(clock) });
    op = await server.signIn('op');
    for (const row of [campaign, { ...campaign, id: 'ccdf16' }]) await op('/api/pb/campaign', { method: 'POST', json: row });
    ids = { mine: await addApplicant(server, 'mine@example.com'), juror: await addJuror(server, 'ccdf15', 'juror@example.com') };
    await addApplicant(server, 'other@example.com');
    await addJuror(server, 'ccdf16', 'elsewhere@example.com');
    mine = await signInApplicant(server, 'mine@example.com');
    other = await signInApplicant(server, 'other@example.com');
    juror = await signInJuror(server, 'juror@example.com');
  });
  afterAll(() => server.stop());

  const attachment = async (field: 'stills' | 'proposal'): Promise<Row> => {
    made += 1;
    const file =
      field === 'stills' ? { name: `${made}.jpg`, bytes: await picture('jpeg', { width: 60 + made, height: 40 }) } : { name: `${made}.pdf`, bytes: pdf };
    const { body } = await uploader(server)(op, {
      di: field === 'stills' ? 'pitch_still' : 'proposal',
      pl: { object: 'enrolment', id: '', field },
      files: [file],
    });
    return body.data![0]!; // one file, one attachment
  };
  /** An enrolment of the first applicant with a still and a proposal, brought to a state by staff. */
  const enrolled = async (state: 'draft' | 'submitted' | 'verified', more: Row = {}) => {
    const [still, proposal] = [await attachment('stills'), await attachment('proposal')];
    const values = { cid: 'ccdf15', applicant: ids.mine, attProgram: ['C'], ...project, stills: [still], proposal: [proposal], ...more };
    let row: Row = await (await op('/api/pb/enrolment', { method: 'POST', json: values })).json();
    for (const status of state === 'draft' ? [] : state === 'submitted' ? ['submitted'] : ['submitted', 'verified'])
      row = await (await op(`/api/pb/enrolment/${row.id}`, { method: 'PUT', json: { status, ver: row.ver } })).json();
    return { id: String(row.id), still: String(still.link), proposal: String(proposal.link) };
  };
  const number = async (id: string) => expect((await op(`/api/pb/enrolment/${id}/actions/number`, { method: 'POST', json: {} })).status).toBe(200);
  const seen = async (link: string, clients: Client[]) => Promise.all(clients.map(async (client) => (await client(link)).status));

  it('P04 an applicant can read the files of their own enrolments in any state, and nobody else’s', async () => {
    const { still, proposal } = await enrolled('draft');
    for (const link of [still, `${still}?w=160`, proposal])
      expect(await seen(link, [mine, other, juror, server.anonymous, op])).toEqual([200, 404, 404, 404, 200]);
    const part = await mine(proposal, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF']);
    expect((await mine(proposal, { method: 'HEAD' })).status).toBe(200);
    expect((await other(proposal, { method: 'HEAD' })).status).toBe(404);
  });

  it('P04 a juror can read only the files of verified, numbered enrolments of their campaign', async () => {
    const { id, still, proposal } = await enrolled('verified');
    expect(await seen(still, [juror])).toEqual([404]);
    await number(id);
    const elsewhere = await signInJuror(server, 'elsewhere@example.com');
    for (const link of [still, proposal]) expect(await seen(link, [juror, elsewhere, other])).toEqual([200, 404, 404]);
    const submitted = await enrolled('submitted');
    expect(await seen(submitted.still, [juror])).toEqual([404]);
  });

  it('S03 before the selection opens a juror can read no file', async () => {
    const { id, still } = await enrolled('verified');
    await number(id);
    const before = clock;
    clock = Date.parse('2026-02-04T00:00:00Z');
    const early = await signInJuror(server, 'juror@example.com');
    expect(await seen(still, [early])).toEqual([404]);
    clock = before;
    // A session does not outlive a clock that is set back and forth.
    [op, mine, other, juror] = await Promise.all([
      server.signIn('op'),
      signInApplicant(server, 'mine@example.com'),
      signInApplicant(server, 'other@example.com'),
      signInJuror(server, 'juror@example.com'),
    ]);
  });

  it('P04 a declared conflict of interest also blocks the files', async () => {
    const { id, still } = await enrolled('verified');
    await number(id);
    juror = await signInJuror(server, 'juror@example.com');
    expect(await seen(still, [juror])).toEqual([200]);
    const declared = await juror(`/api/site/selection/${id}/conflict`, { method: 'POST', json: { declared: true } });
    expect(declared.status).toBe(200);
    expect(await seen(still, [juror])).toEqual([404]);
  });

  it('P04 a field that jurors cannot read shows them no file', async () => {
    const { still, id } = await enrolled('verified');
    await number(id);
    // As if the schema had files in a field that applicants read and jurors do not.
    await server.db.run('UPDATE `_ref` SET field = ? WHERE obj = ? AND row_id = ? AND field = ?', ['receipt.files', 'enrolment', id, 'stills']);
    expect(await seen(still, [juror, mine])).toEqual([404, 200]);
  });

  it('P04 a browser with several sessions can read what any of them can', async () => {
    const { still } = await enrolled('draft');
    const both = clientWith(server.url, `${other.cookie}; ${mine.cookie.replace('reelbase_applicant', 'x')}`);
    expect(await seen(still, [both])).toEqual([404]);
    expect(await seen(still, [clientWith(server.url, `${juror.cookie}; ${mine.cookie}`)])).toEqual([200]);
  });
});
