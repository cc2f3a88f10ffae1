/** Mails personal links through the outbox: written in each reader's language, reviewed, then released (campaign-mails). */

import { campaignRow } from '#application/mailing/actions/campaign.ts';
import { writeBatch } from '#application/mailing/actions/compose-batch.ts';
import type { Recipient } from '#application/mailing/actions/recipients.ts';
import { campaignText } from '#application/mailing/campaign-mail.ts';
import { personValues } from '#application/mailing/rules/bulk-mail.ts';
import { sidesOf, type TemplateText, templateProblems, templateText, timesOf } from '#application/mailing/rules/mail-template.ts';
import type { Lang } from '#codegen/model.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isMailbox } from '#rules/mail.ts';
import { idIn } from '#rules/records/facts.ts';
import { chain, inAll, inEach } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { viewingTexts } from '../pages/texts.ts';
import { existingPage } from './managed-pages.ts';
import { type LinksAsked, linkUrl, makePageLinks } from './page-links.ts';

/** The text that a mail starts with, in both languages. @throws Refusal msg.notfound */
export async function readLinkText(tools: Tools, campaign: string): Promise<TemplateText> {
  const row = await campaignRow(tools, tools.db, campaign);
  return templateText(inEach((lang) => campaignText(tools, row, 'mailViewing', lang)));
}

/**
 * Makes the links of everybody chosen and writes a mail to each, held until its batch is released. An empty text is replaced by the standard one.
 * With an Idempotency-Key the same request makes one batch.
 * @throws Refusal as makePageLinks; msg.invalid with `text/bodyTw` and so on for problems of a text
 */
export async function mailPageLinks(
  tools: Tools,
  actor: Actor,
  campaign: string,
  pg: string,
  asked: LinksAsked & { text: TemplateText },
  key?: string,
): Promise<{ batch: string; job: string; made: number }> {
  const row = await campaignRow(tools, tools.db, campaign);
  const standard = await readLinkText(tools, campaign);
  const text = Object.fromEntries(Object.entries(asked.text).map(([name, value]) => [name, value.trim() || standard[name as keyof TemplateText]])) as Record<
    keyof TemplateText,
    string
  >; // the keys of asked.text are those
  const problems = templateProblems('mailViewing', text, 'text/');
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const { pages } = await existingPage(tools, actor, campaign, pg);
  const { given, made } = await makePageLinks(tools, actor, campaign, pg, asked);
  const recipients = given.map(({ person, link }): Recipient => {
    // A link for somebody whose language the page does not have leads to the existing one.
    const lang: Lang = chain[person.lang].find((one) => pages[one]) ?? person.lang;
    const page = pages[lang];
    const ends = [idIn(page, 'end'), link.endsAt === null ? '' : stampOf(link.endsAt)].filter(Boolean).sort()[0] ?? '';
    return {
      about: person.id,
      title: inAll({ tw: person.name, en: person.ename }),
      to: person.email.trim(),
      lang: person.lang,
      isValid: isMailbox(person.email.trim()),
      values: (said) => ({
        ...personValues({ name: person.name, ename: person.ename, email: person.email }, said),
        page: idIn(page, 'title'),
        until: timesOf(ends, row.zone, said).time || viewingTexts[said].endless,
        url: linkUrl(tools, link, lang),
      }),
    };
  });
  const { batch, job } = await writeBatch(
    tools,
    actor,
    row,
    {
      kind: 'viewing',
      template: 'mailViewing',
      given: { campaign, pg, object: asked.object, rows: asked.rows, endsAt: asked.endsAt, text: asked.text },
      text: sidesOf(text),
      recipients: async () => recipients,
    },
    key,
  );
  return { batch, job, made };
}
