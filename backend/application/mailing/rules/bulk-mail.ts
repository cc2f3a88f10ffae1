/** Mails to many people: the kinds, to whom each goes, and the values of its texts. Pure. */

import type { JsonValue, Lang, Option, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import { inEach, inLang, langOf } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';
import { chosenInWords } from '#rules/words/wording.ts';
import { type MailTemplate, type TemplateText, templateProblems, timesOf } from './mail-template.ts';

export const mailKinds = ['interview', 'decision-selected', 'decision-declined', 'reminder-juror', 'free', 'jurors'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Also the kinds that other features write: `viewing` has the personal links of a viewing page, `timetable` the changes of a released timetable. */
export type BatchKind = MailKind | 'viewing' | 'timetable' | 'wishes';

/** The text that a kind starts with; its mails store the kind as their `template`. */
export const templateOfKind: Record<MailKind, MailTemplate> = {
  interview: 'mailInterview',
  'decision-selected': 'mailSelected',
  'decision-declined': 'mailDeclined',
  'reminder-juror': 'mailReminder',
  free: 'mailFree',
  jurors: 'mailJurors',
};

/** For how long a second mail of the kind needs a confirmation, ms; undefined where every mail is about something new. */
export const onceWithin: Record<MailKind, number | undefined> = {
  interview: Number.POSITIVE_INFINITY,
  'decision-selected': Number.POSITIVE_INFINITY,
  'decision-declined': Number.POSITIVE_INFINITY,
  'reminder-juror': 24 * 3_600_000,
  free: undefined,
  jurors: undefined,
};

/** Most recipients of one batch; a real campaign has far fewer. */
export const mostRecipients = 5_000;

export function isMailKind(value: unknown): value is MailKind {
  return (mailKinds as readonly unknown[]).includes(value);
}

/** The objects whose rows the mails of a batch are about. */
export function objectsOfKind(kind: string): readonly string[] {
  if (kind === 'viewing') return ['decision_maker', 'jury'];
  if (kind === 'timetable' || kind === 'wishes') return ['decision_maker', 'pitch'];
  return kind === 'reminder-juror' || kind === 'jurors' ? ['jury'] : ['enrolment'];
}

export function goesToJurors(kind: MailKind): boolean {
  return kind === 'reminder-juror' || kind === 'jurors';
}

/** The filters for the recipients; a missing one does not narrow the choice. */
export interface Whom {
  /** ids of enrolments or jurors */
  ids?: string[];
  states?: string[];
  /** pending decisions: select, decline */
  decisions?: string[];
  programs?: string[];
  /** jurors who have something left to read */
  unfinished?: boolean;
}

/** The values of an enrolment's mail that depend on the recipient's language. */
export function enrolmentValues(enrolment: Row, campaign: Row, applicant: Row | undefined, lang: Lang, programs: readonly Option[]): Record<string, string> {
  const receipt = isObject(enrolment.receipt) ? enrolment.receipt : {};
  return {
    ...personValues(applicant, lang),
    title: titleOf(enrolment, lang),
    programs: chosenInWords(programs, enrolment.attProgram, lang),
    number: textOf(enrolment.enrollid),
    receipt: textOf(receipt.no),
    ...timesOf(textOf(receipt.at) || textOf(enrolment.submitAt), campaign.zone, lang),
  };
}

/** Name and address of an applicant or juror. */
export function personValues(person: Row | undefined, lang: Lang): Record<string, string> {
  const email = textOf(person?.email);
  const name = inLang({ tw: textOf(person?.name), en: textOf(person?.ename) }, lang);
  return { name: name || email, email };
}

export interface JurorProgress {
  /** enrolments to read, without those with a declared conflict of interest */
  total: number;
  done: number;
}

export function jurorValues(juror: Row, campaign: Row, progress: JurorProgress, lang: Lang): Record<string, string> {
  const { total, done } = progress;
  return {
    ...personValues(juror, lang),
    done: String(done),
    total: String(total),
    left: String(Math.max(total - done, 0)),
    deadline: timesOf(textOf(campaign.sEnd), campaign.zone, lang).time,
  };
}

/** An enrolment's title in a language, or in the other where that one is empty. */
export function titleOf(enrolment: Row, lang: Lang): string {
  return inLang({ tw: textOf(enrolment.cname), en: textOf(enrolment.ename) }, lang);
}

/** The language in which somebody gets mail. */
export function langOfPerson(person: Row | undefined): Lang {
  return langOf(person?.lang);
}

/** The text of a whole batch, in each language that was entered; an empty one is replaced by the other. */
export type BatchValues = Record<'when' | 'place', Record<Lang, string>>;

export function batchValues(values: BatchValues, lang: Lang): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inLang(trimmed(value), lang)]));
}

const trimmed = (value: Record<Lang, string>) => inEach((lang) => value[lang].trim());

/** The problems of a batch: an empty text, an unknown placeholder, a missing value that the text needs. */
export function batchProblems(kind: MailKind, text: TemplateText, values: BatchValues): Problem[] {
  const problems: Problem[] = [];
  for (const key of ['subjectTw', 'bodyTw', 'subjectEn', 'bodyEn'] as const)
    if (text[key].trim() === '') problems.push({ path: `text/${key}`, code: 'field.required' });
  problems.push(...templateProblems(templateOfKind[kind], text, 'text/'));
  if (kind !== 'interview') return problems;
  const whole = Object.values(text).join('\n');
  for (const name of ['when', 'place'] as const)
    if (whole.includes(`{${name}}`) && !Object.values(values[name]).some((value) => value.trim()))
      problems.push({ path: `values/${name}`, code: 'field.required' });
  return problems;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
