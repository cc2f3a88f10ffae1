/** Options by edition over HTTP on both databases (E04, issue 14.3): a length serves its edition and all from the fifteenth on, and a list without any option for the edition stops the opening. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#codegen/model.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

const codes = ['[FL]', '[TW]', '[TL]', '[SH]', '[SL]', '[CM]', '[SE]', '[IM]'];

describe.each(testDatabases)('options by edition on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'editions-'));
  const servers: TestServer[] = [];
  const begin = async (schemasDir?: string): Promise<Client> => {
    const server = await startServer({ kind, ...(schemasDir && { schemasDir }) });
    servers.push(server);
    return server.signIn('admin');
  };
  let admin: Client;
  beforeAll(async () => {
    admin = await begin();
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const make = async (
    client: Client,
    object: string,
    row: Row,
  ): Promise<{ status: number; body: Row & { err?: { fields: { path: string; code: string }[] } } }> => {
    const answer = await client(`/api/pb/${object}`, { method: 'POST', json: row });
    return { status: answer.status, body: await answer.json() };
  };
  const campaign = (client: Client, edition: number) => make(client, 'campaign', { id: `forum${edition}`, cna: '論壇', enaName: 'Forum', edition, maxSel: 3 });
  const open = async (client: Client, edition: number) => {
    const answer = await client(`/api/desk/forum${edition}/window`, { method: 'POST', json: { kind: 'enrol', turn: 'open', ver: 1, until: '' } });
    return { status: answer.status, err: ((await answer.json()) as { err: { code: string; message: string } | null }).err };
  };

  it('E04 every length is taken in the fifteenth edition and after; before it, those of the edition and of each', async () => {
    const person = (await make(admin, 'applicant', { email: 'maker@example.com', name: 'Maker' })).body.id as string;
    for (const [edition, taken] of [
      [12, ['[FL]', '[SH]', '[SE]']],
      [13, ['[FL]', '[TW]', '[SH]', '[SL]', '[SE]']],
      [15, codes],
      [16, codes],
    ] as const) {
      expect((await campaign(admin, edition)).status).toBe(201);
      const said = [];
      for (const len of codes) {
        const { status, body } = await make(admin, 'enrolment', { cid: `forum${edition}`, applicant: person, attProgram: ['C'], cname: '片', len });
        if (status === 201) said.push(len);
        else expect(body.err?.fields.map(({ path, code }) => `${path} ${code}`)).toEqual(['len rule.edition']);
      }
      expect([edition, said]).toEqual([edition, taken]);
    }
    expect((await open(admin, 15)).status).toBe(200);
  });

  it('a list that has no option for the edition stops the opening, and says which', async () => {
    cpSync('schemas', root, { recursive: true });
    writeFileSync(join(root, 'codes/length.json'), JSON.stringify({ codes: codes.map((code) => ({ code, version: 14, from: 16, to: 17 })) }));
    const client = await begin(root);
    for (const [edition, status] of [
      [13, 422],
      [14, 200],
      [15, 422],
      [16, 200],
      [17, 200],
      [18, 422],
    ] as const) {
      await campaign(client, edition);
      const opened = await open(client, edition);
      expect([edition, opened.status]).toEqual([edition, status]);
      if (status === 422) expect(opened.err).toMatchObject({ code: 'rule.nooptions', message: expect.stringMatching(/長度|Length/) });
    }
  });

  it('a campaign is given no dates either while a list has no option, and a clone takes over what its source offered', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'editions-clone-'));
    cpSync('schemas', folder, { recursive: true });
    writeFileSync(join(folder, 'codes/length.json'), JSON.stringify({ codes: codes.map((code, at) => ({ code, version: at < 3 ? 14 : 13 })) }));
    const client = await begin(folder);
    await campaign(client, 14);
    const at = { cStart: '2027-01-01 00:00:00', cEnd: '2027-02-01 00:00:00' };
    const dated = await make(client, 'campaign', { id: 'forum20', cna: '論壇', enaName: 'Forum', edition: 20, maxSel: 3, ...at });
    expect([dated.status, dated.body.err?.fields]).toMatchObject([422, [{ path: 'edition', code: 'rule.nooptions' }]]);
    expect((await client('/api/pb/campaign/forum14', { method: 'PUT', json: { ...at, ver: 1 } })).status).toBe(200);
    const plan = { id: 'forum15', cna: '論壇', enaName: 'Forum', edition: 15, windows: 'shift', shift: 364 };
    const clone = (take: string[]) => client('/api/desk/forum14/clone', { method: 'POST', json: { ...plan, take } });
    expect((await clone([])).status).toBe(422);
    const made = await clone(['options']);
    expect([made.status, ((await made.json()) as { data: Row }).data]).toMatchObject([200, { counts: { options: 1 } }]);
    const person = (await make(client, 'applicant', { email: 'clone@example.com', name: 'Maker' })).body.id as string;
    const said = [];
    for (const len of codes)
      if ((await make(client, 'enrolment', { cid: 'forum15', applicant: person, attProgram: ['C'], cname: '片', len })).status === 201) said.push(len);
    expect(said).toEqual(codes.slice(0, 3));
    const history = (await (await client('/api/options/length/history')).json()) as { data: { action: string }[] };
    expect(history.data.map(({ action }) => action)).toEqual(['clone']);
    rmSync(folder, { recursive: true, force: true });
  });
});
