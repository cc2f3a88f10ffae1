/** What a juror has said and what of it the server has: each answer and each word makes a new state. Pure; who calls and waits stands in store.ts. */

import { progressOf } from '#application/jury/rules/selection.ts';
import type { OwnSelection, SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';

/** The part of a selection that is typed and chosen. */
export type Words = Pick<OwnSelection, 'choice' | 'weight' | 'comment'>;

/** Said on this device and not known to be on the server. */
export interface Edit extends Words {
  /** the selection as it stood when it was said */
  from: OwnSelection;
}

export type Edits = Record<string, Edit>;

const parts = ['choice', 'weight', 'comment'] as const;

export const nothingSaid: OwnSelection = { choice: 'none', weight: 0, comment: '', conflict: false, ver: 0 };

/** What is shown: the device's words over the server's. */
export function wordsOf(own: OwnSelection, edit: Edit | undefined): Words {
  const { choice, weight, comment } = edit ?? own;
  return { choice, weight, comment };
}

/** What goes out: a choice counts once it has a weight. */
export function sendableOf(words: Words): Words {
  return words.choice !== 'none' && words.weight === 0 ? { ...words, choice: 'none' } : words;
}

/** A choice that waits for its weight. */
export function needsWeight({ choice, weight }: Words): boolean {
  return choice !== 'none' && weight === 0;
}

export function isSame(a: Words, b: Words): boolean {
  return a.choice === b.choice && a.weight === b.weight && a.comment.trim() === b.comment.trim();
}

/** Is there something in it that the server does not have? */
export function isUnsent(edit: Edit): boolean {
  return !isSame(sendableOf(edit), edit.from);
}

/** The words go on from the row as it stands now; undefined where nothing is left to say. */
export function onto(edit: Edit, own: OwnSelection): Edit | undefined {
  const next = { ...edit, from: own };
  return isUnsent(next) || needsWeight(next) || next.comment !== own.comment ? next : undefined;
}

/**
 * Another device wrote in between: what only one side changed is taken from that side. Undefined where both changed the same otherwise, which
 * the juror decides.
 */
export function merge(edit: Edit, theirs: OwnSelection): Edit | undefined {
  const merged: Record<string, string | number> = {};
  for (const part of parts) {
    const [was, mine, their] = [edit.from[part], edit[part], theirs[part]];
    if (mine === their || their === was) merged[part] = mine;
    else if (mine === was) merged[part] = their;
    else return undefined;
  }
  return { ...(merged as unknown as Words), from: theirs }; // the same parts, one by one
}

/** The list as the server has it; an answer that was overtaken by a newer one of a row does not bring the old one back. */
export function received(known: SelectionFacts | undefined, facts: SelectionFacts): SelectionFacts {
  if (known?.campaign !== facts.campaign) return facts;
  const before = new Map(known.items.map((item) => [item.enrolment, item]));
  const items = facts.items.map((item) => {
    const old = before.get(item.enrolment);
    return old && old.own.ver > item.own.ver ? { ...item, own: old.own, isRead: true } : { ...item, isRead: item.isRead || (old?.isRead ?? false) };
  });
  return counted({ ...facts, items });
}

/** One row of the list anew. */
export function withItem(facts: SelectionFacts, item: Pick<SelectionItem, 'enrolment'> & Partial<SelectionItem>): SelectionFacts {
  return counted({ ...facts, items: facts.items.map((old) => (old.enrolment === item.enrolment ? { ...old, ...item } : old)) });
}

function counted(facts: SelectionFacts): SelectionFacts {
  return { ...facts, progress: progressOf(facts.items, facts.progress.maxSel) };
}

/** With what this device is about to send: the counter follows the finger. */
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

/** The rows that the filters leave, in the list's order. */
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

/** Where 'save and next' goes: the next that is still to read, around the end of the list; else simply the next. */
export function nextToRead(items: readonly SelectionItem[], id: string): SelectionItem | undefined {
  const at = items.findIndex(({ enrolment }) => enrolment === id);
  const around = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
  return around.find(({ isRead }) => !isRead) ?? items[at + 1];
}
