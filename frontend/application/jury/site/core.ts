/** The juror's edits and which of them the server has. Each edit and each answer makes a new state. Pure; store.ts makes the calls and waits. */

import { type Criterion, resultOf, type Scores } from '#application/jury/rules/criteria.ts';
import { progressOf } from '#application/jury/rules/selection.ts';
import type { OwnSelection, SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import type { Content } from '#client/typing/edits.ts';
import type { Entry } from '#client/typing/journal.ts';
import type { JsonValue } from '#codegen/model.ts';
import { sameContent } from '#rules/records/field-changes.ts';

/** The editable part of a selection. */
export type Words = Pick<OwnSelection, 'choice' | 'weight' | 'scores' | 'comment'>;

/** Edits of this device that the server may not have, by enrolment. */
export type Edits = Record<string, Words>;

const parts = ['choice', 'weight', 'comment'] as const;

export const emptySelection: OwnSelection = { choice: 'none', weight: 0, scores: {}, comment: '', conflict: false, ver: 0 };

/** The selection as shown: this device's edits over the server's values. */
export function wordsOf(own: OwnSelection, edit: Words | undefined): Words {
  const { choice, weight, scores, comment } = edit ?? own;
  return { choice, weight, scores, comment };
}

/** What is sent: a choice is sent only together with a weight. */
export function sendableOf(words: Words): Words {
  return words.choice !== 'none' && words.weight === 0 ? { ...words, choice: 'none' } : words;
}

/** True for a choice that waits for its weight. */
export function needsWeight({ choice, weight }: Words): boolean {
  return choice !== 'none' && weight === 0;
}

/** True where the edit differs from what the server has. */
export function isUnsent(words: Words, own: OwnSelection): boolean {
  return !sameContent(sendableOf(words), wordsOf(own, undefined));
}

/**
 * Merges with what another device saved in between: a part that only one side changed is taken from that side. Undefined where both changed a part
 * differently; then the juror decides.
 */
export function merge(from: Words, mine: Words, theirs: Words): Words | undefined {
  const scores = mergedScores(from.scores, mine.scores, theirs.scores);
  if (!scores) return undefined;
  const merged: Record<string, string | number | Scores> = { scores };
  for (const part of parts) {
    const [was, my, their] = [from[part], mine[part], theirs[part]];
    if (my === their || their === was) merged[part] = my;
    else if (my === was) merged[part] = their;
    else return undefined;
  }
  return merged as unknown as Words; // the same parts, one by one
}

/** Criterion by criterion, as the other parts. */
function mergedScores(from: Scores, mine: Scores, theirs: Scores): Scores | undefined {
  const merged: Scores = {};
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was = 0, my = 0, their = 0] = [from[key], mine[key], theirs[key]];
    if (my !== their && my !== was && their !== was) return undefined;
    const score = my === was ? their : my;
    if (score) merged[key] = score;
  }
  return merged;
}

/** The criteria that are still to be rated, and what the ratings come to once none is. */
export function ratingOf({ scores }: Pick<Words, 'scores'>, criteria: readonly Criterion[]): { missing: number; result: number | null } {
  return { missing: criteria.filter(({ key }) => !scores[key]).length, result: resultOf(scores, criteria) };
}

/** A juror's list in the form of the engine for typing. The juror types into its rows. */
export interface Listed extends SelectionFacts {
  /** ms; when this browser stored the list. Set until the server has confirmed who is signed in */
  offlineAt?: number;
  /** an answer about one row, which is the only one in it */
  isRow?: boolean;
}

export const selectionContent: Content<Listed> = {
  values: ({ items }) => Object.fromEntries(items.map(({ enrolment, own }) => [enrolment, wordsOf(own, undefined)])),
  join: received,
  halt: ({ offlineAt }) => (offlineAt === undefined ? undefined : 'offline list'),
  merge: ({ from, value }, theirs) => merge(asWords(from), asWords(value), asWords(theirs)),
  out: (value) => sendableOf(asWords(value)),
  isDone: (value, stands) => !needsWeight(asWords(value)) && asWords(value).comment === asWords(stands).comment,
  isThere: (id, { items }) => items.some(({ enrolment }) => enrolment === id),
  atOnce: 1,
};

/** The part of a selection that the engine works with. */
export function asWords(value: JsonValue): Words {
  const words = value as Words; // set by `say`, or by an older release, which had no scores
  return words.scores ? words : { ...words, scores: {} };
}

/** The list from the server. An answer that arrives after a newer one does not bring older rows back. */
export function received(known: Listed, came: Listed): Listed {
  if (known.campaign !== came.campaign) return came;
  const before = new Map(known.items.map((item) => [item.enrolment, item]));
  const newest = (item: SelectionItem): SelectionItem => {
    const old = before.get(item.enrolment);
    return { ...item, isRead: item.isRead || (old?.isRead ?? false), own: old && old.own.ver > item.own.ver ? old.own : item.own };
  };
  if (!came.isRow) return counted({ ...came, items: came.items.map(newest) });
  const [row] = came.items;
  const old = row && before.get(row.enrolment);
  if (!old || row.own.ver < old.own.ver) return known;
  return counted({ ...known, items: known.items.map((item) => (item === old ? newest(row) : item)) });
}

function counted(facts: Listed): Listed {
  return { ...facts, progress: progressOf(facts.items, facts.progress.maxSel) };
}

/** The format until 0.2.0: all edits of a juror in one entry. */
export function storedBefore(found: unknown): Entry[] {
  if (typeof found !== 'object' || found === null) return [];
  return Object.entries(found as Record<string, Words & { from?: OwnSelection }>).flatMap(
    (
      [path, { from, ...words }], // written by that release
    ) =>
      typeof from?.ver === 'number' && typeof words.comment === 'string'
        ? [{ path, edit: { value: { ...words, scores: {} }, from: wordsOf({ ...from, scores: {} }, undefined), sent: [] }, at: 0 }]
        : [],
  );
}

/** The list including edits that this device is about to send, so that the counter changes at once. */
export function progressWith(facts: SelectionFacts, edits: Edits): SelectionProgress {
  const items = facts.items.map((item) => ({ ...item, own: { ...item.own, choice: sendableOf(wordsOf(item.own, edits[item.enrolment])).choice } }));
  return progressOf(items, facts.progress.maxSel);
}

export interface Wanted {
  show: 'all' | 'unread' | 'primary' | 'alternative' | 'none';
  program: string;
  genre: string;
  len: string;
  text: string;
}

export const everything: Wanted = { show: 'all', program: '', genre: '', len: '', text: '' };

/** The rows that match the filters, in the order of the list. */
export function filtered(items: readonly SelectionItem[], edits: Edits, wanted: Wanted): SelectionItem[] {
  const text = wanted.text.trim().toLowerCase();
  return items.filter((item) => {
    const { choice } = wordsOf(item.own, edits[item.enrolment]);
    if (wanted.show === 'unread' ? item.isRead : wanted.show !== 'all' && (choice !== wanted.show || (wanted.show === 'none' && !item.isRead))) return false;
    if (wanted.program && !item.programs.includes(wanted.program)) return false;
    if (wanted.genre && !item.genre.includes(wanted.genre)) return false;
    if (wanted.len && item.len !== wanted.len) return false;
    return !text || `${item.number} ${item.cname} ${item.ename}`.toLowerCase().includes(text);
  });
}

/** The entry that 'save and next' opens: the next unread one, continuing from the start of the list; where all are read, the next one. */
export function nextToRead(items: readonly SelectionItem[], id: string): SelectionItem | undefined {
  const at = items.findIndex(({ enrolment }) => enrolment === id);
  const around = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return around.find(({ isRead }) => !isRead) ?? items[at + 1];
}
