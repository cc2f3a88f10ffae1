/** A text filled in: in its editor with a real enrolment or juror, and as a test mail to the editor's own address. */

import { randomUUID } from 'node:crypto';
import type { Preview, TemplateHelp } from '#application/mailing/wire.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { findAccount } from '#framework/data/system/accounts/accounts.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { defaultLang, inEach, langOf } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { campaignText } from '../campaign-mail.ts';
import { batchValues, goesToJurors, mailKinds, templateOfKind } from '../rules/bulk-mail.ts';
import {
  campaignName,
  campaignTemplates,
  fillTemplate,
  type MailTemplate,
  ownText,
  placeholdersOf,
  sampleValues,
  sidesOf,
  type TemplateText,
  templateProblems,
  templateText,
} from '../rules/mail-template.ts';
import { readText, readValues } from './batch-order.ts';
import { campaignRow, mailModel } from './campaign.ts';
import { loadRecipients } from './recipients.ts';

const everyTemplate: readonly MailTemplate[] = [...campaignTemplates, 'mailSelected', 'mailDeclined', 'mailReminder', 'mailFree', 'mailJurors'];

/** The texts of a campaign and their placeholders. @throws Refusal msg.notfound */
export async function readTemplates(tools: Tools, campaign: unknown): Promise<{ ver: number; name: Record<Lang, string>; templates: TemplateHelp[] }> {
  const row = await campaignRow(tools, tools.db, campaign);
  const standard = (template: MailTemplate) => inEach((lang) => campaignText(tools, undefined, template, lang));
  return {
    ver: row.ver,
    name: inEach((lang) => campaignName(row, lang)),
    templates: everyTemplate.map((template) => ({
      template,
      placeholders: placeholdersOf(template),
      own: inEach((lang) => ownText(row, template, lang)),
      standard: standard(template),
    })),
  };
}

/**
 * A text filled in for both languages: `{campaign, template, about?, text?, values?}`; `about` is an enrolment or, for the jury's texts, a juror.
 * Without `text` the campaign's text is used. Values that the enrolment does not have (a code, a receipt before its submission) are samples.
 * @throws Refusal msg.notfound, msg.badrequest
 */
export async function previewMail(tools: Tools, payload: unknown): Promise<Preview> {
  const { campaign, template, recipient, text, extra } = await readQuestion(tools, payload);
  const values = (lang: Lang) => {
    const real = Object.fromEntries(Object.entries({ ...recipient?.values(lang), ...batchValues(extra, lang) }).filter(([, value]) => value !== ''));
    return { ...sampleValues(template, lang), campaign: campaignName(campaign, lang) || 'Reelbase', ...real };
  };
  const all = inEach(values);
  const texts = sidesOf(text);
  return {
    about: recipient?.about ?? '',
    to: recipient?.to ?? '',
    lang: recipient?.lang ?? defaultLang,
    values: all,
    mails: inEach((lang) => fillTemplate(texts[lang], all[lang])),
    problems: templateProblems(template, text),
  };
}

/**
 * The same as a mail in one language to the caller's own address.
 * @throws Refusal msg.invalid where that is not an address, or the text has a problem
 */
export async function sendTest(tools: Tools, actor: Actor, payload: unknown): Promise<{ to: string }> {
  const model = mailModel(tools);
  const { mails, problems } = await previewMail(tools, payload);
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const account = await findAccount(tools.db, actor.id);
  if (!account) throw new Refusal('msg.notfound');
  const lang = langOf(isObject(payload) ? payload.lang : undefined);
  const { subject, body } = mails[lang];
  const marked = {
    subject: `${readWords<{ deskmails: { test_mark: string } }>(lang, 'desk-mails', tools.config.localesDir).deskmails.test_mark}${subject}`.slice(0, 300),
    body,
  };
  const cid = isObject(payload) && typeof payload.campaign === 'string' ? payload.campaign : '';
  const mail = { id: `test-${randomUUID()}`, to: account.email, ...marked, lang, template: 'test', more: { cid }, by: actor.id };
  await tools.db.transaction((tx) => queueMail(tools, tx, model, mail, tools.now()));
  tools.outbox.wake();
  return { to: account.email };
}

async function readQuestion(tools: Tools, payload: unknown) {
  if (!isObject(payload) || !isTemplate(payload.template)) throw new Refusal('msg.badrequest', { values: { field: 'template' } });
  const { template, about } = payload;
  const campaign = await campaignRow(tools, tools.db, payload.campaign);
  const problems: Problem[] = [];
  const text = payload.text === undefined ? textOf(tools, campaign, template) : readText(payload.text, 'text', problems);
  const extra = readValues(payload.values, problems);
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const kind = mailKinds.find((each) => templateOfKind[each] === template) ?? 'free';
  const named = typeof about === 'string' && about !== '';
  // A preview works with any enrolment, whatever its decision.
  const [recipient] = named ? await loadRecipients(tools, tools.db, campaign, goesToJurors(kind) ? kind : 'free', { ids: [about] }) : [];
  if (named && !recipient) throw new Refusal('msg.notfound');
  return { campaign, template, recipient, text, extra };
}

function textOf(tools: Tools, campaign: Row, template: MailTemplate): TemplateText {
  return templateText(inEach((lang) => campaignText(tools, campaign, template, lang)));
}

function isTemplate(value: unknown): value is MailTemplate {
  return (everyTemplate as readonly unknown[]).includes(value);
}
