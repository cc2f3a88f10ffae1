/**
 * Own questions of a campaign: each is a field of the enrolment and of the pitch like any other, laid over their schemas while a campaign asks it
 * (decision 116). So it has its column, filter, validator, form, history, export and print by the same field kinds. Pure.
 */
import type { JsonValue, Option, Row } from '#codegen/model.ts';
import { everyRow } from '#rules/queries/filter.ts';
import { type Load, where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { inEach } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';

export const questionKinds = ['text', 'long', 'choice', 'several', 'number', 'date', 'file', 'video'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export interface Question {
  key: string;
  kind: QuestionKind;
  tw: string;
  en: string;
  helpTw: string;
  helpEn: string;
  options: { code: string; tw: string; en: string }[];
  /** of whom it is asked; none: of everybody */
  programs: string[];
  isRequired: boolean;
  /** words of a text, choices of several, files */
  most: number | undefined;
  /** jurors do not see the answer */
  isHiddenFromJury: boolean;
}

/** Where the answer lies in an enrolment and in a pitch. */
const prefix = 'q_';
export const answerField = (key: string) => `${prefix}${key}`;
export const isAnswerField = (path: string) => path.startsWith(prefix);

/** Objects that have the answers. */
export const answerObjects = ['enrolment', 'pitch'] as const;

/** The questions of a campaign's row, those that say enough to be asked. */
export function questionsOf(campaign: Row): Question[] {
  return entriesOf(campaign.questions).flatMap((entry): Question[] => {
    const kind = questionKinds.find((known) => known === entry.kind);
    const key = textOf(entry.key);
    const [tw, en] = [textOf(entry.labelTw), textOf(entry.labelEn)];
    if (!kind || key === '' || (tw === '' && en === '')) return [];
    return [
      {
        key,
        kind,
        tw: tw || en,
        en: en || tw,
        helpTw: textOf(entry.helpTw) || textOf(entry.helpEn),
        helpEn: textOf(entry.helpEn) || textOf(entry.helpTw),
        options: entriesOf(entry.options).flatMap((option) => {
          const [code, first, second] = [textOf(option.code), textOf(option.tw), textOf(option.en)];
          return code ? [{ code, tw: first || second || code, en: second || first || code }] : [];
        }),
        programs: textsOf(entry.programs),
        isRequired: entry.required === true,
        most: typeof entry.most === 'number' ? entry.most : undefined,
        isHiddenFromJury: entry.noJury === true,
      },
    ];
  });
}

/** What is wrong with the questions of one campaign by themselves. */
export function questionProblems(campaign: Row): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of entriesOf(campaign.questions).entries()) {
    const at = (name: string) => `questions/${index}/${name}`;
    const key = textOf(entry.key);
    if (seen.has(key)) problems.push({ path: at('key'), code: 'field.exists' });
    seen.add(key);
    if (!textOf(entry.labelTw) && !textOf(entry.labelEn)) problems.push({ path: at('labelTw'), code: 'field.required' });
    const isChoice = entry.kind === 'choice' || entry.kind === 'several';
    const codes = entriesOf(entry.options).map(({ code }) => textOf(code));
    if (isChoice && codes.filter(Boolean).length < 2) problems.push({ path: at('options'), code: 'field.items', values: { limit: 2 } });
    if (new Set(codes).size !== codes.length) problems.push({ path: at('options'), code: 'field.exists' });
  }
  // A demand may name a question, of this campaign alone.
  for (const [index, { field }] of entriesOf(campaign.demands).entries())
    if (typeof field === 'string' && isAnswerField(field) && ![...seen].some((key) => answerField(key) === field))
      problems.push({ path: `demands/${index}/field`, code: 'rule.noquestion' });
  return problems;
}

/** A demand names a field that every campaign has or a question of this one, typed a moment ago too: those of others are options of the same list. */
export function demandsOffered(campaign: Row): Record<string, (options: readonly Option[]) => Option[]> {
  const own = questionsOf(campaign).map(({ key, tw, en }): Option => ({ value: answerField(key), label: { ...inEach(() => en), tw } }));
  return { 'demands/field': (options) => [...options.filter(({ value }) => !isAnswerField(String(value))), ...own] };
}

/**
 * A question that has answers stays with its kind and the options that were chosen; one that two campaigns ask is of one kind in both, for it is one field.
 */
export async function questionRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  const [asked, before] = [questionsOf(next), previous ? questionsOf(previous) : []];
  if (JSON.stringify(asked) === JSON.stringify(before)) return [];
  const problems: Problem[] = [];
  const others = (await load.rows('campaign', everyRow)).filter(({ id }) => id !== next.id).flatMap((row) => questionsOf(row));
  for (const [index, { key, kind }] of asked.entries())
    if (others.some((one) => one.key === key && one.kind !== kind)) problems.push({ path: `questions/${index}/key`, code: 'rule.questionkind' });
  const changed = before.filter((question) => {
    const now = asked.find(({ key }) => key === question.key);
    return now?.kind !== question.kind || question.options.some(({ code }) => !now.options.some((option) => option.code === code));
  });
  if (!changed.length) return problems;
  const rows = (await Promise.all(answerObjects.map((object) => load.rows(object, where({ cid: String(next.id) }))))).flat() as Row[];
  for (const question of changed) {
    const now = asked.find(({ key }) => key === question.key);
    const open = new Set(now?.kind === question.kind ? now.options.map(({ code }) => code) : []);
    const isLost = (value: JsonValue | undefined) =>
      now?.kind === question.kind
        ? [value].flat().some((code) => typeof code === 'string' && code !== '' && code !== '-' && !open.has(code))
        : hasAnswer(value);
    if (rows.some((row) => isLost(row[answerField(question.key)])))
      problems.push({ path: 'questions', code: 'rule.answered', values: { label: { ...inEach(() => question.en), tw: question.tw } } });
  }
  return problems;
}

function hasAnswer(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && value !== '-';
}

function entriesOf(value: JsonValue | undefined): Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}
