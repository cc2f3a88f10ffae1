/** People of the public site for tests: accounts written as they stand after their own way in, and signed in over HTTP. */

import type { Row } from '#codegen/model.ts';
import { hashPassword } from '#framework/accounts/hash-password.ts';
import { insertRow } from '#framework/data/rows/write.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { type Client, clientWith, type TestServer } from '../server.ts';

/** Every account made here has this password unless another is given. */
export const sitePassword = 'site-password';

/** A verified applicant; gives the id. */
export function addApplicant(server: TestServer, email: string, more: Row = {}): Promise<string> {
  return addAccount(server, 'applicant', { email, name: email.split('@')[0] ?? email, verified: true, ...more });
}

/** A juror of the campaign; gives the id. */
export function addJuror(server: TestServer, campaign: string, email: string, more: Row = {}): Promise<string> {
  return addAccount(server, 'jury', { email, cid: campaign, name: email.split('@')[0] ?? email, ...more });
}

/** Signs an applicant in by its password. */
export function signInApplicant(server: TestServer, email: string, password = sitePassword): Promise<Client> {
  return signIn(server, 'applicant', { email, pw: password });
}

/** Signs a juror in; of several of one address the named campaign's. */
export function signInJuror(server: TestServer, email: string, password = sitePassword, campaign?: string): Promise<Client> {
  return signIn(server, 'jury', { email, pw: password, ...(campaign === undefined ? {} : { campaign }) });
}

/** The value of a cookie that an answer sets, as a request sends it; '' where it sets none. */
export function cookieOf(answer: Response, name: string): string {
  const set = answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  return set?.split(';')[0] ?? '';
}

async function signIn(server: TestServer, realm: 'applicant' | 'jury', json: unknown): Promise<Client> {
  const answer = await server.anonymous(`/api/site/${realm}/login`, { method: 'POST', json });
  const cookie = cookieOf(answer, `reelbase_${realm}`);
  if (answer.status !== 200 || !cookie) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return clientWith(server.url, cookie);
}

let made = 0;

async function addAccount(server: TestServer, object: 'applicant' | 'jury', values: Row): Promise<string> {
  const model = server.registry.get(object)?.model;
  if (!model) throw new Error(`no object ${object} among the schemas`);
  made += 1;
  const id = `${object}-${made}`;
  const stamp = server.tools.now().toISOString().slice(0, 19).replace('T', ' ');
  const stamps = { ver: 1, create_at: stamp, update_at: stamp, update_by: 'admin' };
  const { pw = sitePassword, ...given } = values;
  const row = { ...defaultsOf(model), id, ...stamps, pw: typeof pw === 'string' && pw !== '' ? await hashPassword(pw) : '', ...given };
  await server.tools.db.transaction((tx) => insertRow(tx, model, row));
  return id;
}
