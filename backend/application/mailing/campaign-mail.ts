/** The mails of a campaign: its own text where it has one in the language, else the standard text of locales/{lang}/campaign-mails.json. */
import type { Config } from '#backend/config.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { standardText } from '#framework/mail/texts.ts';
import { campaignName, fillTemplate, isUseful, type MailTemplate, type MailText, ownText } from './rules/mail-template.ts';

/** The file of locales/ with the application's mails. */
export const mailWords = 'campaign-mails';

/**
 * Subject and body of a campaign's mail in a language, filled in; `campaign` (its name) is added to the values. Placeholders:
 * `placeholdersOf(template)`.
 * @throws Error where the locales have no standard text for the template
 */
export function campaignMail(
  tools: { config: Pick<Config, 'localesDir'> },
  campaign: Row | undefined,
  template: MailTemplate,
  lang: Lang,
  values: Readonly<Record<string, string | number>>,
): MailText {
  return fillTemplate(campaignText(tools, campaign, template, lang), { campaign: campaignName(campaign, lang) || 'Reelbase', ...values });
}

/** The same before it is filled in; subject and body are each the campaign's own or the standard one. */
export function campaignText(tools: { config: Pick<Config, 'localesDir'> }, campaign: Row | undefined, template: MailTemplate, lang: Lang): MailText {
  const found = ownText(campaign, template, lang);
  // A mail without its code is useless: an old text without the placeholder is replaced by the standard one.
  const own = { ...found, body: isUseful(template, found.body) ? found.body : '' };
  if (own.subject && own.body) return own;
  const standard = standardText(tools.config.localesDir, template, lang, mailWords);
  return { subject: own.subject || standard.subject, body: own.body || standard.body };
}
