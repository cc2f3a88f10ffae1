/**
 * The texts of a campaign's mails: their placeholders, their problems, and how they are filled in (specification section 3, safety section 11). There
 * is a fixed list of placeholders and no logic: text in braces is a name of the list or a mistake. Pure.
 */

import { inSides, ownSide } from '#application/campaign/rules/two-sides.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { clockAt, instant, zoneHours, zoneName } from '#framework/time.ts';
import { isObject } from '#rules/records/record.ts';
import { fillTokens } from '#rules/words/fill.ts';
import { inAll, inLang, language } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';

/** The four that a campaign stores. */
export const campaignTemplates = ['mailVerify', 'mailSubmit', 'mailReset', 'mailInterview'] as const;
export type CampaignTemplate = (typeof campaignTemplates)[number];

/** Also the texts that bulk mails start with; each is in locales/{lang}/campaign-mails.json. */
export type MailTemplate =
  | CampaignTemplate
  | 'mailSelected'
  | 'mailDeclined'
  | 'mailReminder'
  | 'mailFree'
  | 'mailJurors'
  | 'mailViewing'
  | 'mailTimetable'
  | 'mailWishes';

export interface MailText {
  subject: string;
  body: string;
}

export type TemplateText = Record<'subjectTw' | 'bodyTw' | 'subjectEn' | 'bodyEn', string>;

export interface Placeholder {
  /** its name in the text, without braces */
  name: string;
  about: Record<Lang, string>;
  sample: Record<Lang, string>;
}

/** Most characters of a mail's subject, and of a value in it. */
export const longestSubject = 300;
const longestValue = 4_000;

const both = (tw: string, en: string): Record<Lang, string> => inAll({ tw, en });
const known = (name: string, about: Record<Lang, string>, sample: Record<Lang, string>): Placeholder => ({ name, about, sample });

const name = known(
  'name',
  both('收件人的姓名；沒有姓名時為電子郵件', 'The recipient’s name, or the address where there is no name'),
  both('林美惠', 'Mei-Hui Lin'),
);
const email = known('email', both('收件人的電子郵件', 'The recipient’s e-mail address'), both('mei@example.com', 'mei@example.com'));
const campaign = known('campaign', both('活動名稱', 'The name of the campaign'), both('CCDF 紀錄片提案大會', 'CCDF Documentary Pitch Forum'));
const url = known('url', both('相關頁面的網址', 'The address of the page it is about'), both('https://films.example/enroll', 'https://films.example/enroll'));
const code = known('code', both('六位數驗證碼（必須出現）', 'The six-digit code (must be there)'), both('204817', '204817'));
const minutes = known('minutes', both('驗證碼的有效分鐘數', 'For how many minutes the code holds'), both('10', '10'));
const title = known('title', both('片名，依收件人的語言', 'The title of the film, in the recipient’s language'), both('海的記憶', 'Memory of the Sea'));
const programs = known('programs', both('報名的單元', 'The programs it is enrolled in'), both('CCDF、IFG', 'CCDF, IFG'));
const number = known('number', both('報名編號；尚未編號時為空白', 'The number of the enrolment, empty before it has one'), both('C012', 'C012'));
const receipt = known('receipt', both('收據編號', 'The number of the receipt'), both('R-2026-00042', 'R-2026-00042'));
const time = known(
  'time',
  both('送出時間，活動的時區', 'When it was submitted, in the campaign’s zone'),
  both('2026-11-21 23:41（GMT+8）', '2026-11-21 23:41 (GMT+8)'),
);
const timeUtc = known('timeUtc', both('送出時間，世界協調時間', 'When it was submitted, in UTC'), both('2026-11-21 15:41（UTC）', '2026-11-21 15:41 (UTC)'));
const when = known(
  'when',
  both('面談時間，寄送時填寫', 'When the interview is, typed for each batch'),
  both('2026-12-05 14:30（GMT+8）', '2026-12-05 14:30 (GMT+8)'),
);
const place = known(
  'place',
  both('面談地點或連線方式，寄送時填寫', 'Where it is or how to join, typed for each batch'),
  both('台北市青島東路七號三樓', '3F, 7 Qingdao E. Rd., Taipei'),
);
const done = known('done', both('已評選的件數', 'How many the juror has rated'), both('12', '12'));
const total = known('total', both('應評選的件數', 'How many there are to read'), both('45', '45'));
const left = known('left', both('尚未評選的件數', 'How many are left'), both('33', '33'));
const deadline = known(
  'deadline',
  both('評選結束時間，活動的時區', 'When the selection ends, in the campaign’s zone'),
  both('2026-12-20 18:00（GMT+8）', '2026-12-20 18:00 (GMT+8)'),
);

const page = known('page', both('觀影頁的標題', 'The title of the viewing page'), both('提案大會線上觀影', 'Online viewing of the forum'));
const until = known(
  'until',
  both('觀影或連結的截止時間，活動的時區；沒有截止時為空白', 'Until when the page or the link is open, in the campaign’s zone; empty without an end'),
  both('2026-12-20 18:00（GMT+8）', '2026-12-20 18:00 (GMT+8)'),
);

const version = known('version', both('時間表的版次', 'The number of the timetable’s version'), both('3', '3'));
const about = known('about', both('提案片名；寄給決策者時為單位名稱', 'The pitch, or a decision maker’s organisation'), both('海的記憶', 'Memory of the Sea'));
const changes = known(
  'changes',
  both('收件人行程的變更，每場一行，由舊到新', 'What changed in the recipient’s schedule, a line each, old → new'),
  both('改時間：2026-12-05 10:00（A 桌）→ 11:00（B 桌）　海的記憶', 'Another time: 2026-12-05 10:00 (A) → 11:00 (B)  Memory of the Sea'),
);
const zone = known('zone', both('時間所依的時區', 'The zone of the times'), both('GMT+8', 'GMT+8'));

const wishUntil = known(
  'deadline',
  both('個人頁面填寫截止時間，活動的時區', 'Until when the personal page is filled in, in the campaign’s zone'),
  both('2026-12-20 18:00（GMT+8）', '2026-12-20 18:00 (GMT+8)'),
);

const person = [name, email, campaign];
const enrolment = [title, programs, number, url];
const lists: Record<MailTemplate, readonly Placeholder[]> = {
  mailVerify: [...person, code, minutes, url],
  mailReset: [...person, code, minutes, url],
  mailSubmit: [...person, title, programs, receipt, time, timeUtc, url],
  mailInterview: [...person, title, number, when, place, url],
  mailSelected: [...person, ...enrolment],
  mailDeclined: [...person, ...enrolment],
  mailFree: [...person, ...enrolment],
  mailReminder: [...person, done, total, left, deadline, url],
  mailJurors: [...person, deadline, url],
  mailViewing: [...person, page, until, url],
  mailWishes: [...person, title, wishUntil, url],
  mailTimetable: [...person, version, about, changes, zone, url],
};

/** Placeholders without which a mail of the template is useless. */
const needed: Partial<Record<MailTemplate, readonly string[]>> = {
  mailVerify: ['code'],
  mailReset: ['code'],
  mailViewing: ['url'],
  mailWishes: ['url'],
  mailTimetable: ['changes'],
};

/** True where a body has the placeholders that it needs; without them its reader would not get the code, for example. */
export function isUseful(template: MailTemplate, body: string): boolean {
  return (needed[template] ?? []).every((each) => body.includes(`{${each}}`));
}

/** The placeholders of a template, with a sample and an explanation in both languages. */
export function placeholdersOf(template: MailTemplate): readonly Placeholder[] {
  return lists[template];
}

/** The sample values, for the help and for a preview without an enrolment. */
export function sampleValues(template: MailTemplate, lang: Lang): Record<string, string> {
  return Object.fromEntries(lists[template].map((each) => [each.name, each.sample[lang]]));
}

/** Any text in braces, also in the full-width braces of a Chinese keyboard, and a single brace. */
const braced = /\{[^{}\n]{0,80}\}|｛[^｛｝{}\n]{0,80}｝|[{}｛｝]/g;

/** The placeholders in a text that the template does not have, as they were typed. */
export function unknownIn(template: MailTemplate, text: string): string[] {
  const names = new Set(lists[template].map((each) => `{${each.name}}`));
  return [...new Set(text.match(braced) ?? [])].filter((found) => !names.has(found));
}

/**
 * The problems of a campaign's text of a template: rule.placeholder with values {placeholder, known}, and rule.needed for a text without a
 * placeholder that it needs. An empty text has none, because the standard text replaces it. `at` precedes the paths: 'mailSubmit/'.
 */
export function templateProblems(template: MailTemplate, text: Partial<TemplateText> | Row, at = ''): Problem[] {
  const problems: Problem[] = [];
  for (const key of ['subjectTw', 'bodyTw', 'subjectEn', 'bodyEn'] as const) {
    const value = text[key];
    if (typeof value !== 'string' || value.trim() === '') continue;
    const path = `${at}${key}`;
    const names = lists[template].map((each) => `{${each.name}}`);
    for (const placeholder of unknownIn(template, value)) problems.push({ path, code: 'rule.placeholder', values: { placeholder, known: names.join(' ') } });
    if (key.startsWith('body'))
      for (const each of needed[template] ?? [])
        if (!value.includes(`{${each}}`)) problems.push({ path, code: 'rule.needed', values: { placeholder: `{${each}}` } });
  }
  return problems;
}

/** The same for all four texts of a campaign; texts that are unchanged since `previous` are not checked. */
export function campaignTemplateProblems(row: Row, previous?: Row): Problem[] {
  return campaignTemplates.flatMap((template) => {
    const text = row[template];
    if (!isObject(text) || (previous && JSON.stringify(previous[template]) === JSON.stringify(text))) return [];
    return templateProblems(template, text, `${template}/`);
  });
}

/** A template's texts from the campaign's row, by language. */
export function sidesOf(text: TemplateText): Record<Lang, MailText> {
  return inSides({ subject: text.subjectTw, body: text.bodyTw }, { subject: text.subjectEn, body: text.bodyEn });
}

/** The reverse: texts by language in the form of the campaign's row. */
export function templateText({ tw, en }: Record<Lang, MailText>): TemplateText {
  return { subjectTw: tw.subject, bodyTw: tw.body, subjectEn: en.subject, bodyEn: en.body };
}

/** The campaign's own text in the language; '' where it has none. */
export function ownText(campaignRow: Row | undefined, template: MailTemplate, lang: Lang): MailText {
  const text = campaignRow?.[template];
  const side = ownSide(lang, 'Tw', 'En');
  const read = (key: string) => (isObject(text) && typeof text[key] === 'string' ? text[key] : '');
  return { subject: read(`subject${side}`).trim(), body: read(`body${side}`).trim() };
}

/**
 * Fills in a text in one pass. Values are never searched for placeholders; they lose control characters and anything that looks like an address. A
 * subject is one line of at most 300 characters, so that no value adds a header. Unknown placeholders are left out.
 */
export function fillTemplate(text: MailText, values: Readonly<Record<string, string | number>>): MailText {
  const replace = (template: string, asLine: boolean) =>
    fillTokens(template, braced, (found) => {
      const key = found.slice(1, -1);
      if (found[0] !== '{' || !Object.hasOwn(values, key)) return '';
      const value = typed.has(key) ? unlinked(oneLine(String(values[key]))) : cleaned(String(values[key]));
      return asLine ? oneLine(value) : value;
    });
  return { subject: cut(oneLine(replace(text.subject, true)), longestSubject), body: replace(cleaned(text.body, Number.POSITIVE_INFINITY), false).trim() };
}

/** '2026-11-21 15:41:07' UTC → '2026-11-21 23:41（GMT+8）' on the campaign's clock and the same in UTC; '' for an empty instant. */
export function timesOf(at: string, zone: unknown, lang: Lang): { time: string; timeUtc: string } {
  const ms = instant(at);
  if (!Number.isFinite(ms)) return { time: '', timeUtc: '' };
  const minutes = zoneHours(zone) * 60;
  const { open, close } = language[lang];
  const spelled = (ahead: number, name: string) => `${clockAt(ms, ahead)}${open}${name}${close}`;
  return { time: spelled(minutes, zoneName(minutes)), timeUtc: spelled(0, 'UTC') };
}

/** The campaign's name in a language. */
export function campaignName(campaignRow: Row | undefined, lang: Lang): string {
  const [tw, en] = [campaignRow?.cna, campaignRow?.enaName].map((each) => (typeof each === 'string' ? each.trim() : ''));
  return inLang({ tw, en }, lang);
}

/** Values that people of the public site typed: they could be an advertisement with an address in it. */
const typed = new Set(['name', 'title']);

/** Typed text without anything that a mail program would turn into a link. */
export function unlinked(value: string): string {
  return value.replace(/:\/\//g, ': //').replace(/\bwww\./gi, 'www ');
}

function cleaned(value: string, longest = longestValue): string {
  return cut(value.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, ''), longest);
}

function oneLine(value: string): string {
  return cleaned(value).replace(/\s+/g, ' ').trim();
}

/** Cuts between two characters, never within one. */
function cut(value: string, longest: number): string {
  if (value.length <= longest) return value;
  const short = value.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short}…`;
}
