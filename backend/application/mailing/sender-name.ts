/** The name before the sender's address: the campaign's name for its mails, the company's for the others. */

import type { ObjectModel } from '#codegen/model.ts';
import type { Database } from '#framework/data/engine/connect.ts';
import { houseName } from '#framework/mail/house-name.ts';
import { langOf } from '#rules/words/language.ts';
import { campaignNames } from './data/campaign-names.ts';
import { campaignName } from './rules/mail-template.ts';

/** The name of the campaign of a mail, in the mail's language; the company's name where the mail has no campaign, or where there is no object `campaign`. */
export async function senderName(db: Database, models: { mail: ObjectModel | undefined; campaign: ObjectModel | undefined }, mail: string): Promise<string> {
  const belongs = models.campaign && models.mail?.fields.some(({ name, relation }) => name === 'cid' && relation?.to === 'campaign');
  const found = belongs ? await campaignNames(db, mail) : undefined;
  return (found && campaignName({ cna: found.cna, enaName: found.enaName }, langOf(found.lang))) || houseName;
}
