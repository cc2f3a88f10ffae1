/** What a juror sees and may send (specification sections 3-5; V23, P04): which enrolments are on the list, the form of a choice, the progress. Pure. */

import type { OwnSelection, SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import type { Lang, Row } from '#codegen/model.ts';
import type { Campaign, Enrolment, EnrolmentRead, Jury, Selection } from '#generated/objects.ts';
import { sameContent } from '#rules/records/field-changes.ts';
import { isObject } from '#rules/records/record.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type Criterion, type Scores, scoresOf } from './criteria.ts';

/** The fields of an enrolment that a juror reads: the project and its people, but not the sender and not the staff's remarks. */
export const readByJurors = [
  'attProgram',
  'cname',
  'ename',
  'pname',
  'logline',
  'synopsis',
  'genre',
  'len',
  'stage',
  'pLocation',
  'coCountries',
  'sLocation',
  'trailer',
  'trailerPw',
  'roughCut',
  'roughCutPw',
  'stills',
  'proposal',
  'ccifg',
  'ccifgName',
  'director',
  'producer',
] as const;

/** The fields for the list and for deciding what is on it; the people, because their names may have to be masked in its titles. */
export const listedFields = [
  ...(['id', 'cid', 'status', 'enrollid', 'attProgram', 'cname', 'ename', 'genre', 'len', 'stage', 'pLocation', 'stills'] as const),
  ...(['director', 'producer'] as const),
] as const;

export type ListedEnrolment = Pick<EnrolmentRead, (typeof listedFields)[number]>;
export type ReadEnrolment = ListedEnrolment & Pick<EnrolmentRead, (typeof readByJurors)[number] | 'submitAt'>;

export const choices = ['primary', 'alternative', 'none'] as const;
/** the values that the schema has */
const longestComment = 4_000;

/**
 * A juror reads the verified, numbered enrolments of their campaign that compete in one of their programs, and no others; where the campaign assigns
 * readers, those that are assigned to them, whatever the program.
 */
export function isOnList(
  enrolment: Pick<Enrolment, 'cid' | 'status' | 'enrollid' | 'attProgram'> & Partial<Pick<Enrolment, 'readers'>>,
  juror: Pick<Jury, 'id' | 'cid' | 'programs'>,
  { readBy }: Pick<Campaign, 'readBy'>,
): boolean {
  const isVerified = enrolment.status === 'verified' || enrolment.status === 'selected';
  if (enrolment.cid !== juror.cid || !isVerified || enrolment.enrollid === '') return false;
  return readBy === 'assigned' ? (enrolment.readers ?? []).includes(juror.id) : enrolment.attProgram.some(isOneOf(juror.programs));
}

/** The juror's selection; where there is none yet, the choice 'none' with version 0. */
export function ownOf(selection: Selection | undefined, criteria: readonly Criterion[]): OwnSelection {
  if (!selection) return { choice: 'none', weight: 0, scores: {}, comment: '', conflict: false, ver: 0 };
  return {
    choice: choices.find((choice) => choice === selection.choice) ?? 'none',
    weight: selection.weight ?? 0,
    scores: scoresOf(selection, criteria),
    comment: selection.comment,
    conflict: selection.conflict === true,
    ver: selection.ver,
  };
}

export function itemOf(
  enrolment: ListedEnrolment,
  selection: Selection | undefined,
  { isRead, criteria }: { isRead: boolean; criteria: readonly Criterion[] },
): SelectionItem {
  return {
    enrolment: enrolment.id,
    number: enrolment.enrollid,
    cname: enrolment.cname,
    ename: enrolment.ename,
    programs: enrolment.attProgram,
    genre: enrolment.genre,
    len: enrolment.len,
    stage: enrolment.stage,
    country: enrolment.pLocation,
    still: enrolment.stills?.[0]?.link ?? '',
    isRead,
    own: ownOf(selection, criteria),
  };
}

/** What a juror's list says, own words left out: the same for all jurors who see the same works, so that one file has the characters of it for all of them. */
export function wordsOfSelection({ items, conflicts, onboarding, guideline, labels }: SelectionFacts, lang: Lang): string {
  const titles = [...items, ...conflicts].flatMap(({ cname, ename }) => [cname, ename]);
  const named = Object.values(labels).flatMap((codes) => Object.values(codes).map((label) => label[lang]));
  return [...titles, ...named, onboarding[lang], guideline[lang]].join('');
}

/** The progress over the list, without enrolments on which they declared a conflict. */
export function progressOf(items: readonly SelectionItem[], maxSel: number): SelectionProgress {
  const onList = items.filter(({ own }) => !own.conflict);
  return {
    total: onList.length,
    read: onList.filter(({ isRead }) => isRead).length,
    primary: onList.filter(({ own }) => own.choice === 'primary').length,
    maxSel,
  };
}

/** The body of the PUT request. */
export interface SentChoice {
  choice: OwnSelection['choice'];
  weight: number;
  /** undefined leaves what is stored: a page from before there were criteria sends none */
  scores: Scores | undefined;
  comment: string;
  ver: number;
}

/**
 * The whole choice, or its problems. An unknown key is refused, not dropped (safety section 3). A choice must have a weight; without a choice there
 * may be none. Whether the ratings are of the campaign's criteria is asked later (scoreProblems).
 */
export function readChoice(body: unknown): SentChoice | Problem[] {
  if (!isObject(body)) return [{ path: '', code: 'msg.badrequest' }];
  const problems = unknownKeys(body, ['choice', 'weight', 'scores', 'comment', 'ver']);
  const choice = choices.find((known) => known === body.choice);
  const { weight, scores, comment, ver } = body;
  if (!choice) problems.push({ path: 'choice', code: body.choice === undefined ? 'field.required' : 'field.option' });
  if (typeof weight !== 'number' || !Number.isInteger(weight))
    problems.push({ path: 'weight', code: weight === undefined ? 'field.required' : 'field.integer' });
  else if (weight < 0 || weight > 5) problems.push({ path: 'weight', code: 'field.range' });
  else if (weight === 0 && choice && choice !== 'none') problems.push({ path: 'weight', code: 'field.required' });
  if (scores !== undefined && !isObject(scores)) problems.push({ path: 'scores', code: 'field.type' });
  if (typeof comment !== 'string') problems.push({ path: 'comment', code: comment === undefined ? 'field.required' : 'field.type' });
  else if (comment.length > longestComment) problems.push({ path: 'comment', code: 'field.long', values: { limit: longestComment } });
  if (typeof ver !== 'number' || !Number.isInteger(ver) || ver < 0)
    problems.push({ path: 'ver', code: ver === undefined ? 'field.required' : 'field.integer' });
  return problems.length ? problems : ({ choice, weight, scores, comment, ver } as SentChoice); // each was checked above
}

export function unknownKeys(body: Row, known: readonly string[]): Problem[] {
  return Object.keys(body)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: key, code: 'field.unknown', values: { field: key } }));
}

/** True where a choice repeats the stored one. */
export function isSameChoice(own: OwnSelection, sent: Omit<SentChoice, 'ver'>): boolean {
  const isRated = sent.scores === undefined || sameContent(own.scores, rated(sent.scores));
  return own.choice === sent.choice && own.weight === sent.weight && isRated && own.comment === sent.comment.trim();
}

/** Without the criteria whose rating was taken back. */
function rated(scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).filter(([, score]) => score > 0));
}

const isOneOf =
  (list: readonly string[]) =>
  (item: string): boolean =>
    list.includes(item);
