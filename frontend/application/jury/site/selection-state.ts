/** What the juror's desk knows. Pure. */
import type { JurorFacts, SelectionFacts } from '#application/site/wire.ts';
import type { Edits } from './core.ts';

export interface SelectionState {
  phase: 'loading' | 'signin' | 'ready' | 'failed';
  juror?: JurorFacts;
  facts?: SelectionFacts;
  edits: Edits;
  /** one is on its way */
  isSending?: boolean;
  /** ms, of the last that arrived */
  savedAt?: number;
  isOffline: boolean;
  /** ms; the list is the one that this browser stored then, for the server cannot be asked who is signed in */
  offlineAt?: number;
  /** the browser keeps nothing: words live as long as the page */
  isUnsaved?: boolean;
  /** another device said otherwise: theirs, for the juror to decide */
  theirs: Edits;
  /** why one was not taken, in the server's words */
  refused: Record<string, string>;
  /** the one that there was no place for (V23) */
  full?: string;
}

export const nothingYet: SelectionState = { phase: 'loading', edits: {}, isOffline: false, theirs: {}, refused: {} };
