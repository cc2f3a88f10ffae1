/** A change of another person's way of signing in is never silent (safety section 17): the owner is informed by mail, and the history records it. */

import { randomBytes } from 'node:crypto';
import { noteHistory } from '#framework/data/rows/history.ts';
import { readAccount } from '#framework/data/system/accounts/accounts.ts';
import { spendSecrets } from '#framework/data/system/accounts/secrets.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { mailText } from '#framework/mail/texts.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { realmOf } from '#rules/accounts/realm.ts';
import { isMailbox, normalAddress } from '#rules/mail.ts';

/**
 * Called for each change of a row. A code or link that was given for an account opens it no longer once it has another password or address, or is closed or
 * deleted: it may lie in a mailbox that is the person's no more. Where somebody sets another person's password or address, their sessions end, a mail goes to
 * the address that the account had until now, and a password, which no history shows, gets an entry of its own. All of it in the transaction that writes the
 * row. Changes of one's own account have notices of their own.
 */
export function tellAccount(tools: Tools): NonNullable<RecordTools['onChange']> {
  return async (tx, { model, id, actor, before, after, names }) => {
    const realm = realmOf(model.name);
    if (!before || realm === undefined) return;
    const isPassword = names.includes('pw') && after?.pw !== '';
    const isMoved = names.includes('email') && normalAddress(String(before.email)) !== normalAddress(String(after?.email));
    // Of an unconfirmed registration the code stays that its browser waits for: a password there opens nothing yet.
    if (!after?.enabled || isMoved || (isPassword && before.verified !== false)) await spendSecrets(tx, realm, id);
    if (!after || (actor.realm === realm && actor.id === id)) return;
    if (!isPassword && !(isMoved && before.email !== '')) return;
    const now = tools.now();
    await tools.sessionsOf(realm).endAllOf(id, '', tx);
    if (isPassword) await noteHistory(tx, { model, id, ver: Number(after.ver), at: now, by: actor.id, action: 'setpassword', changes: {} });
    const account = readAccount(before, realm);
    const mail = tools.registry.get('mail')?.model;
    if (!mail || !isMailbox(account.email)) return;
    const values = { name: account.name || account.email, by: actor.name || actor.id, at: stampOf(now), address: String(after.email) };
    for (const template of [...(isPassword ? ['staffPassword'] : []), ...(isMoved ? ['staffAddress'] : [])]) {
      const text = mailText(tools.config.localesDir, template, account.lang, values);
      const mailId = `${template.toLowerCase()}-${randomBytes(16).toString('hex')}`;
      await queueMail(tools, tx, mail, { id: mailId, to: account.email, ...text, lang: account.lang, template, by: actor.id }, now);
    }
  };
}
