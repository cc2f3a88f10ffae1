/** Mails to everybody who administers: what only they can put right. */

import type { Lang } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { accountsWithRole } from '#framework/data/system/accounts/accounts.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { Tools } from '#framework/tools.ts';
import { administrator } from '#rules/accounts/actor.ts';
import { isMailbox } from '#rules/mail.ts';
import type { Values } from '#rules/words/problem.ts';
import { queueMail } from './outbox.ts';
import { publicAddress } from './site-address.ts';
import { mailText } from './texts.ts';

/** Queues the mail for each in their language, with `name` and the system page's `url` among its values. Wake the outbox once the transaction is committed. */
export async function tellAdministrators(tools: Tools, tx: Transaction, template: string, tab: string, valuesIn: (lang: Lang) => Values): Promise<void> {
  const { config } = tools;
  const model = tools.registry.get('mail')?.model;
  if (!model) return;
  const at = tools.now();
  for (const { name, email, lang, id: by } of await accountsWithRole(tx, [administrator])) {
    if (!isMailbox(email)) continue;
    const url = publicAddress(config, '/erp/sysman', { tab });
    const text = mailText(config.localesDir, template, lang, { ...valuesIn(lang), name: name || by, url });
    await queueMail(tools, tx, model, { id: `told-${sortableId(at)}`, to: email, ...text, lang, template, by }, at);
  }
}
