/** Whose name stands before the address: the campaign's for its mails, the house's for the others. */
import type { Database } from '#backend/data/connect.ts';
import { campaignNames } from '#backend/data/mail.ts';
import type { ObjectModel } from '#codegen/model.ts';
import { campaignName } from '#domain/campaign/mail-template.ts';

export const houseName = 'Reelbase';

/** The name of the campaign that a mail belongs to, in the mail's language; the house's own without one, or where no object `campaign` stands. */
export async function senderName(db: Database, models: { mail: ObjectModel | undefined; campaign: ObjectModel | undefined }, mail: string): Promise<string> {
  const belongs = models.campaign && models.mail?.fields.some(({ name, relation }) => name === 'cid' && relation?.to === 'campaign');
  const found = belongs ? await campaignNames(db, mail) : undefined;
  return (found && campaignName({ cna: found.cna, enaName: found.enaName }, found.lang === 'en' ? 'en' : 'tw')) || houseName;
}
