/** What is missing or wrong before a campaign opens: one entry for each point that was checked, with the field where it can be corrected. Pure. */

import { campaignTemplateProblems, campaignTemplates } from '#application/mailing/rules/mail-template.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import type { Values } from '#rules/words/problem.ts';
import { type ListInEdition, namesOf } from './opening.ts';

/** red: it will not work, or visitors would see it half finished; amber: it works, but somebody should check it; green: checked and fine. */
export type Light = 'red' | 'amber' | 'green';

export const checkGroups = ['windows', 'rules', 'messages', 'mails', 'images', 'jury'] as const;
export type CheckGroup = (typeof checkGroups)[number];

export interface CheckLine {
  group: CheckGroup;
  /** what was checked: a field of the campaign, a place of its images, or a name of its own; together with `found` it names the text */
  subject: string;
  /** the result: 'fine', 'empty', 'onelang' … */
  found: string;
  light: Light;
  /** where it can be corrected: a field of the campaign's form, the layout images, the jury's list */
  at: { to: 'field'; field: string } | { to: 'images' } | { to: 'jury' };
  values?: Values;
}

export interface CampaignToCheck {
  campaign: Row;
  /** shown layout images */
  images: readonly { place: string; altTw: string; altEn: string }[];
  jurors: readonly { email: string; enabled: boolean; hasPassword: boolean }[];
  /** problems of the campaign's own styles: field → how many */
  css: Readonly<Record<string, number>>;
  /** the lists of the enrolment form: editions that have options of their own, and how many can be chosen in this one */
  editions: readonly ListInEdition[];
}

/** Places where the public site shows an image; without one it shows a plain background. */
export const imagePlaces = ['enroll', 'enroll_edit', 'selection', 'selection_edit', 'logo', 'sponsor'] as const;
/** Messages that visitors or jurors read, and the styles that go with them. */
export const messageFields = ['cBefore', 'cOpen', 'cAfter', 'sBefore', 'sOpen', 'sAfter', 'sOnboarding', 'sGuideline'] as const;
export const styleFields = ['cBeforeCss', 'cAfterCss', 'sBeforeCss', 'sAfterCss'] as const;

/** In the order of the groups. */
export function checkCampaign(facts: CampaignToCheck): CheckLine[] {
  return [...windowLines(facts.campaign), ...ruleLines(facts), ...messageLines(facts), ...mailLines(facts.campaign), ...imageLines(facts), ...juryLines(facts)];
}

/** The worst of them. */
export function lightOf(lines: readonly CheckLine[]): Light {
  if (lines.some(({ light }) => light === 'red')) return 'red';
  return lines.some(({ light }) => light === 'amber') ? 'amber' : 'green';
}

function windowLines(campaign: Row): CheckLine[] {
  const lines: CheckLine[] = [];
  for (const [subject, start, end] of [
    ['enrol', 'cStart', 'cEnd'],
    ['select', 'sStart', 'sEnd'],
  ] as const) {
    const [from, until] = [said(campaign[start]), said(campaign[end])];
    if (!from) lines.push(line('windows', subject, 'nostart', 'red', start));
    else if (!until) lines.push(line('windows', subject, 'noend', 'amber', end));
    else if (from >= until) lines.push(line('windows', subject, 'order', 'red', end));
    else lines.push(line('windows', subject, 'fine', 'green', start));
  }
  const [ends, begins] = [said(campaign.cEnd), said(campaign.sStart)];
  if (ends && begins && begins < ends) lines.push(line('windows', 'select', 'early', 'amber', 'sStart'));
  return lines;
}

function ruleLines({ campaign, editions }: CampaignToCheck): CheckLine[] {
  const lines: CheckLine[] = [];
  const missing = !said(campaign.cna) || !said(campaign.enaName);
  lines.push(line('rules', 'name', missing ? 'onelang' : 'fine', missing ? 'red' : 'green', said(campaign.cna) ? 'enaName' : 'cna'));
  const programs = Array.isArray(campaign.programs) ? campaign.programs : [];
  lines.push(line('rules', 'programs', programs.length ? 'fine' : 'empty', programs.length ? 'green' : 'red', 'programs'));
  const isCounted = typeof campaign.maxSel === 'number' && campaign.maxSel >= 1;
  lines.push(line('rules', 'maxSel', isCounted ? 'fine' : 'empty', isCounted ? 'green' : 'red', 'maxSel', { count: Number(campaign.maxSel ?? 0) }));
  lines.push(line('rules', 'ppurl', said(campaign.ppurl) ? 'fine' : 'empty', said(campaign.ppurl) ? 'green' : 'amber', 'ppurl'));
  const { edition } = campaign;
  if (typeof edition !== 'number') return [...lines, line('rules', 'edition', 'empty', 'amber', 'edition')];
  const closed = editions.filter(({ open }) => open === 0);
  const foreign = editions.filter((one) => one.editions.length > 0 && !one.editions.includes(edition));
  if (closed.length) lines.push(line('rules', 'edition', 'nooptions', 'red', 'edition', { edition, fields: namesOf(closed) }));
  else if (foreign.length) lines.push(line('rules', 'edition', 'noown', 'amber', 'edition', { edition, fields: namesOf(foreign) }));
  else lines.push(line('rules', 'edition', 'fine', 'green', 'edition', { edition }));
  return lines;
}

function messageLines({ campaign, css }: CampaignToCheck): CheckLine[] {
  const messages = messageFields.map((field) => {
    const value = campaign[field];
    const empty = (['tw', 'en'] as const).filter((side) => !isObject(value) || !hasWords(value[side]));
    if (!empty.length) return line('messages', field, 'fine', 'green', field);
    // Empty in both languages is a choice, and usual while a window is open; text in only one language leaves the screen half translated.
    if (empty.length === 2 && field.endsWith('Open')) return line('messages', field, 'fine', 'green', field);
    return empty.length === 1 ? line('messages', field, `no${empty[0]}`, 'red', `${field}/${empty[0]}`) : line('messages', field, 'empty', 'amber', field);
  });
  const styles = styleFields
    .filter((field) => said(campaign[field]) || css[field])
    .map((field) => (css[field] ? line('messages', field, 'css', 'red', field, { count: css[field] }) : line('messages', field, 'fine', 'green', field)));
  return [...messages, ...styles];
}

function mailLines(campaign: Row): CheckLine[] {
  const problems = campaignTemplateProblems(campaign);
  return campaignTemplates.flatMap((template): CheckLine[] => {
    const own = problems.filter(({ path }) => path.startsWith(`${template}/`));
    const faults = own.map(({ path, code, values }) =>
      line('mails', template, code === 'rule.needed' ? 'needed' : 'placeholder', 'red', path, { placeholder: String(values?.placeholder ?? '') }),
    );
    if (faults.length) return faults;
    const text = isObject(campaign[template]) ? campaign[template] : {};
    const parts = (['subjectTw', 'bodyTw', 'subjectEn', 'bodyEn'] as const).filter((key) => !said(text[key]));
    if (!parts.length) return [line('mails', template, 'fine', 'green', template)];
    if (parts.length === 4) return [line('mails', template, 'standard', 'amber', `${template}/subjectTw`)];
    const sides = new Set(parts.map((key) => key.slice(-2)));
    return [line('mails', template, sides.size === 2 ? 'parts' : sides.has('En') ? 'noen' : 'notw', 'red', `${template}/${parts[0]}`)];
  });
}

function imageLines({ images }: CampaignToCheck): CheckLine[] {
  const at = { to: 'images' } as const;
  return imagePlaces.map((subject): CheckLine => {
    const here = images.filter(({ place }) => place === subject);
    if (!here.length) return { group: 'images', subject, found: 'empty', light: 'amber', at };
    const mute = here.filter(({ altTw, altEn }) => !altTw.trim() || !altEn.trim()).length;
    if (mute) return { group: 'images', subject, found: 'noalt', light: 'amber', at, values: { count: mute } };
    return { group: 'images', subject, found: 'fine', light: 'green', at, values: { count: here.length } };
  });
}

function juryLines({ jurors }: CampaignToCheck): CheckLine[] {
  const at = { to: 'jury' } as const;
  const active = jurors.filter(({ enabled }) => enabled);
  if (!active.length) return [{ group: 'jury', subject: 'jurors', found: 'empty', light: 'amber', at }];
  const [noMail, noPassword] = [active.filter(({ email }) => !email.trim()).length, active.filter(({ hasPassword }) => !hasPassword).length];
  return [
    noMail
      ? { group: 'jury', subject: 'email', found: 'missing', light: 'red', at, values: { count: noMail, total: active.length } }
      : { group: 'jury', subject: 'email', found: 'fine', light: 'green', at, values: { count: active.length } },
    noPassword
      ? { group: 'jury', subject: 'password', found: 'missing', light: 'amber', at, values: { count: noPassword, total: active.length } }
      : { group: 'jury', subject: 'password', found: 'fine', light: 'green', at, values: { count: active.length } },
  ];
}

function line(group: CheckGroup, subject: string, found: string, light: Light, field: string, values?: Values): CheckLine {
  return { group, subject, found, light, at: { to: 'field', field }, ...(values && { values }) };
}

function said(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** True where a message has only tags and blanks. An image counts as content. */
function hasWords(value: JsonValue | undefined): boolean {
  const html = said(value);
  return /<img\b/i.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
}
