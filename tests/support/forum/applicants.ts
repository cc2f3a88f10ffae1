/** Applicants signed in on a running test server, a campaign with its window, and a draft that could be submitted. */

import type { Row } from '#codegen/model.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { completeRow, defaultsOf } from '#rules/records/record.ts';
import type { Client, TestServer } from '../server.ts';

/** Puts a whole row into a table, past every rule: what an earlier version or other code would have made. */
export async function plant(server: TestServer, object: string, row: Row): Promise<void> {
  const model = server.registry.get(object)?.model;
  if (!model) throw new Error(`no object ${object}`);
  const stamp = '2026-01-01 00:00:00';
  await server.db.transaction((tx) =>
    insertRow(tx, model, { ...completeRow({ ...defaultsOf(model), ...row }, model.fields), ver: 1, create_at: stamp, update_at: stamp, update_by: 'test' }),
  );
}

export async function plantCampaign(server: TestServer, id: string, more: Row = {}): Promise<void> {
  const open = { edition: 14, programs: ['C', 'I'], maxSel: 3, zone: 'GMT+8', cStart: '2026-03-01 00:00:00', cEnd: '2026-04-01 00:00:00' };
  await plant(server, 'campaign', { id, cna: `第 ${id} 屆`, enaName: `Edition ${id}`, ...open, ...more });
}

/** An applicant with a verified address, signed in. */
export async function plantApplicant(server: TestServer, id: string, more: Row = {}): Promise<Client> {
  await plant(server, 'applicant', { id, email: `${id}@example.com`, name: `Maker ${id}`, verified: true, enabled: true, lang: 'tw', ...more });
  return signInApplicant(server, id);
}

/** A session of a planted applicant; the ways to sign in are proven elsewhere. */
export async function signInApplicant(server: TestServer, id: string): Promise<Client> {
  const { accountById } = await import('#framework/data/system/accounts/accounts.ts');
  const account = await accountById(server.db, 'applicant', id);
  if (!account) throw new Error(`no applicant ${id}`);
  const token = await server.tools.sessionsOf('applicant').create(account, { address: '127.0.0.1', agent: 'test' }, server.tools.now().getTime());
  return server.withCookie(`reelbase_applicant=${token}`);
}

/** Everything that an enrolment in CCDF needs, as FieldChange paths. */
export const whole: Record<string, Row[string]> = {
  attProgram: ['C'],
  cname: '海的記憶',
  ename: 'Memory of the Sea',
  logline: '一個漁村，和它不肯忘記的海。',
  genre: ['[AR]'],
  len: '[FL]',
  stage: 2,
  trailer: 'https://video.example.com/1',
  'director/cname': '林美惠',
  'producer/ename': 'Ching-Wen Wu',
  rights: true,
  agree: true,
};
