/** What the juror's desk knows. Pure. */
import type { JurorFacts, SelectionFacts, SelectionItem } from '#application/site/wire.ts';
import type { Edits } from './core.ts';

export interface DeskState {
  phase: 'loading' | 'signin' | 'ready' | 'failed';
  juror: JurorFacts | undefined;
  facts: SelectionFacts | undefined;
  edits: Edits;
  /** one is on its way */
  isSending: boolean;
  /** ms, of the last that arrived */
  savedAt: number | undefined;
  isOffline: boolean;
  /** ms; the list is the one that this browser kept then, for the server cannot be asked who is there */
  shelvedAt: number | undefined;
  /** the browser keeps nothing: words live as long as the page */
  isUnkept: boolean;
  /** another device said otherwise: theirs, for the juror to decide */
  theirs: Edits;
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
  isSending: false,
  savedAt: undefined,
  isOffline: false,
  shelvedAt: undefined,
  isUnkept: false,
  theirs: {},
  refused: {},
  full: undefined,
};

/** A selection that a later answer brought stays. */
export function newest(known: SelectionItem | undefined, came: SelectionItem): Pick<SelectionItem, 'own'> {
  return { own: known && known.own.ver > came.own.ver ? known.own : came.own };
}
