import type { Row } from '#codegen/model.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { type Account, accountRows, readAccount } from '#framework/data/system/accounts/accounts.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { accountObject } from '#rules/accounts/realm.ts';
import { normalAddress } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { type Client, checkSignIn } from './check-sign-in.ts';

export interface SignedIn {
  account: Account;
  /** of the new session, for the cookie */
  token: string;
}

/**
 * Signs somebody of a realm beside staff in by e-mail and password; gives the account and the token of a new session.
 * @throws Refusal msg.login (K01), the same for wrong, unknown, disabled and locked; msg.unverified
 */
export async function signInVisitor(tools: Tools, realm: string, login: unknown, password: unknown, client: Client): Promise<SignedIn> {
  const find = async (typed: string) => {
    const address = normalAddress(typed);
    const rows = address === '' ? [] : await accountRows(tools.db, realm, address, false);
    // Two accounts of one address would make the address name neither.
    return rows.length === 1 && rows[0] ? readAccount(rows[0], realm) : undefined;
  };
  const account = await checkSignIn(tools, realm, { login, counted: normalAddress, find }, password, client);
  if (!account.verified) throw new Refusal('msg.unverified');
  const token = await tools.sessionsOf(realm).create(account, client, tools.now().getTime());
  tools.log.info({ [realm]: account.id }, 'signed in');
  return { account, token };
}

/** The signed-in person's own row in the fields that their role reads. @throws Refusal msg.session where the account is gone */
export async function readOwnRow(tools: Tools, actor: Pick<Actor, 'id' | 'roles' | 'realm'>): Promise<Row> {
  const model = tools.registry.get(accountObject(actor.realm))?.model;
  const row = model && (await loadRow(tools.db, readerFor(model, actor.roles, tools.db.kind), actor.id));
  if (!row) throw new Refusal('msg.session');
  return row;
}
