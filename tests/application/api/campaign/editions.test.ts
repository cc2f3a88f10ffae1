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
});
