/** Sign-ins of an account, of staff or of a realm beside them, as an administrator sees and ends them from the account's screen. */

import type { ObjectModel, Row } from '#codegen/model.ts';
import { noteHistory } from '#framework/data/rows/history.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { listedId } from '#framework/data/system/accounts/sessions.ts';
import type { ShownSession } from '#framework/system/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { accountObject } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';
import { showSessions } from './own-sessions.ts';

/** The account's sessions that stand, last used first. @throws Refusal msg.admin, msg.notfound */
export async function listAccountSessions(tools: Tools, actor: Actor, realm: string, user: string, token: string): Promise<ShownSession[]> {
  await accountOf(tools, actor, realm, user);
  return showSessions(await tools.sessionsOf(realm).list(tools.now().getTime(), user), token);
}

/**
 * Ends one listed session of the account, or all of them but the actor's own where `id` is left out; the row's history names who did.
 * @returns how many ended
 * @throws Refusal msg.admin, msg.notfound for a session that is not this account's or has ended
 */
export async function endAccountSessions(tools: Tools, actor: Actor, realm: string, user: string, id: unknown, token: string): Promise<{ ended: number }> {
  const { model, row } = await accountOf(tools, actor, realm, user);
  const sessions = tools.sessionsOf(realm);
  let ended = 1;
  if (id === undefined) {
    const own = listedId(token);
    ended = (await sessions.list(tools.now().getTime(), user)).filter((session) => session.id !== own).length;
    await sessions.endAllOf(user, token);
  } else if (typeof id !== 'string' || !(await sessions.endListed(id, user)))
    throw new Refusal('msg.notfound', { values: { object: accountObject(realm), id: user } });
  if (ended) await noteHistory(tools.db, { model, id: user, ver: Number(row.ver), at: tools.now(), by: actor.id, action: 'sessions', changes: {} });
  tools.log.info({ by: actor.id, realm, account: user, ended, ...(typeof id === 'string' && { session: id }) }, 'sessions of an account ended');
  return { ended };
}

async function accountOf(tools: Tools, actor: Actor, realm: string, user: string): Promise<{ model: ObjectModel; row: Row }> {
  if (!isAdministrator(actor)) throw new Refusal('msg.admin');
  const model = tools.registry.get(accountObject(realm))?.model;
  const row = model && (await loadRow(tools.db, wholeReader(model, tools.db.kind), user));
  if (!row) throw new Refusal('msg.notfound', { values: { object: accountObject(realm), id: user } });
  return { model, row };
}
