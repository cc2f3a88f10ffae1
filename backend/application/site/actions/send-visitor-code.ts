import type { SiteRealm } from '#application/site/rules/realms.ts';
import { noteHistory } from '#framework/data/rows/history.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { accountById, lockAccount } from '#framework/data/system/accounts/accounts.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { codeEvery } from '#rules/accounts/one-time-code.ts';
import { isMailbox } from '#rules/mail.ts';
import { Refusal } from '#rules/words/problem.ts';
import { loadCampaign, mailCode } from './accounts/mail-code.ts';
import { resetPurpose } from './accounts/reset-visitor-password.ts';

/**
 * Mails an applicant or a juror the code that sets a password: how staff help somebody who cannot sign in, because only administrators can set a
 * password. The row's history says who sent it. `wait` is the number of seconds until the next one.
 * @throws Refusal msg.forbidden, msg.notfound, msg.disabled, msg.invalid where the address is invalid, msg.wait, msg.limit
 */
export async function sendVisitorCode(tools: Tools, actor: Actor, realm: SiteRealm, id: string): Promise<{ email: string; wait: number }> {
  const model = modelFor(tools, actor, realm, 'update');
  const account = await accountById(tools.db, realm, id);
  if (!account) throw new Refusal('msg.notfound', { values: { object: realm, id } });
  if (!account.enabled) throw new Refusal('msg.disabled');
  if (!isMailbox(account.email)) throw new Refusal('msg.invalid', { fields: [{ path: 'email', code: 'field.email' }] });
  const row = await loadRow(tools.db, wholeReader(model, tools.db.kind), id);
  const campaign = await loadCampaign(tools, row && 'cid' in row ? row.cid : '');
  await tools.db.transaction(async (tx) => {
    await lockAccount(tx, realm, id);
    await mailCode(tools, tx, { account, to: account.email, purpose: resetPurpose(realm, id), campaign, by: actor.id });
    await noteHistory(tx, { model, id, ver: account.ver, at: tools.now(), by: actor.id, action: 'code', changes: {} });
  });
  tools.outbox.wake();
  tools.log.info({ [realm]: id, by: actor.id }, 'password reset sent');
  return { email: account.email, wait: codeEvery / 1000 };
}
