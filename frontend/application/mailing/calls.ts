/** The data of texts and batches while the screens edit them. */

import { type MailKind, templateOfKind } from '#application/mailing/rules/bulk-mail.ts';
import type { CampaignTemplate, MailText, TemplateText } from '#application/mailing/rules/mail-template.ts';
import { sidesOf, templateText } from '#application/mailing/rules/mail-template.ts';
import type { Templates } from '#application/mailing/wire.ts';
import type { Lang } from '#codegen/model.ts';
import { inAll, inEach } from '#rules/words/language.ts';

export const emptyText: TemplateText = { subjectTw: '', bodyTw: '', subjectEn: '', bodyEn: '' };

/** The text that will be sent: the typed one, or the standard one where nothing is typed. */
export function effective(text: TemplateText, standard: Record<Lang, MailText>): Record<Lang, MailText> {
  const typed = sidesOf(text);
  return inEach((lang) => ({ subject: typed[lang].subject.trim() || standard[lang].subject, body: typed[lang].body.trim() || standard[lang].body }));
}

export type TextKey = keyof TemplateText;

/** A typed text, and the text that it replaces. */
export interface TextDraft {
  text: TemplateText;
  from: TemplateText;
  ver: number;
}

/** State that outlives a change of section, so that typed text is not lost. */
export interface Drafts {
  texts: Partial<Record<CampaignTemplate, TextDraft>>;
  order?: Order;
}

/** A batch while it is composed. */
export interface Order {
  kind: MailKind;
  states: string[];
  decisions: string[];
  programs: string[];
  unfinished: boolean;
  /** recipients that were unticked */
  without: string[];
  again: boolean;
  text: TemplateText;
  values: Record<'when' | 'place', Record<Lang, string>>;
  step: 'whom' | 'text';
}

/** The states to which a kind goes by default: no drafts and no withdrawn enrolments. */
const usualStates: Partial<Record<MailKind, string[]>> = { interview: ['verified'], free: ['submitted', 'verified', 'selected'] };

/** The recipients that a batch of the kind starts with. */
export function freshChoice(kind: MailKind): Omit<Order, 'kind' | 'text' | 'step'> {
  const values = { when: inAll({}), place: inAll({}) };
  return { states: usualStates[kind] ?? [], decisions: [], programs: [], unfinished: kind === 'reminder-juror', without: [], again: false, values };
}

/** The text that a kind starts with: the campaign's where it has one, else the standard one. */
export function textOf(help: Templates, kind: MailKind): TemplateText {
  const found = help.templates.find((each) => each.template === templateOfKind[kind]);
  if (!found) return emptyText;
  const text = templateText(effective(templateText(found.own), found.standard));
  // Values that are not known in advance must be typed.
  return kind === 'free' || kind === 'jurors' ? { ...text, subjectTw: '', subjectEn: '' } : text;
}

export const badgeColors: Record<string, string> = {
  composing: 'blue',
  held: 'orange',
  released: 'green',
  unfinished: 'red',
  waiting: 'grey',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
  stopped: 'orange',
};
