/** What the juror's desk knows, and how what came from the server meets what was said here. Pure. */
import type { JurorFacts, OwnSelection, SelectionFacts, SelectionItem } from '#application/site/wire.ts';
import { type Edits, isSame, onto } from './core.ts';

export interface DeskState {
  phase: 'loading' | 'signin' | 'ready' | 'failed';
  juror: JurorFacts | undefined;
  facts: SelectionFacts | undefined;
  edits: Edits;
  /** the one on its way */
  sending: string | undefined;
  /** ms, of the last that arrived */
  savedAt: number | undefined;
  isOffline: boolean;
  /** ms; the list is the one that this browser kept then, for the server cannot be asked who is there */
  shelvedAt: number | undefined;
  /** the browser keeps nothing: words live as long as the page */
  isUnkept: boolean;
  /** another device said otherwise: theirs, for the juror to decide */
  theirs: Record<string, OwnSelection>;
  /** why one was not taken, in the server's words */
  refused: Record<string, string>;
  /** the one that there was no place for (V23) */
  full: string | undefined;
}

export const nothingYet: DeskState = {
  phase: 'loading',
  juror: undefined,
  facts: undefined,
  edits: {},
  sending: undefined,
  savedAt: undefined,
  isOffline: false,
  shelvedAt: undefined,
  isUnkept: false,
  theirs: {},
  refused: {},
  full: undefined,
};

/** Edits that still say something, on top of the rows as they stand where nothing was said against them. */
export function standing(edits: Edits, facts: SelectionFacts): Edits {
  const kept: Edits = {};
  for (const [id, edit] of Object.entries(edits)) {
    const own = facts.items.find(({ enrolment }) => enrolment === id)?.own;
    // What is not on the list at present, before its window or after a conflict, stays in the journal.
    const next = !own || own.ver === edit.from.ver ? edit : isSame(edit, own) ? onto(edit, own) : edit;
    if (next) kept[id] = next;
  }
  return kept;
}

/** A selection that a later answer brought stays. */
export function newest(known: SelectionItem | undefined, came: SelectionItem): Pick<SelectionItem, 'own'> {
  return { own: known && known.own.ver > came.own.ver ? known.own : came.own };
}
