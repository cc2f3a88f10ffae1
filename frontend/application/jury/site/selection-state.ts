/** The state of the juror's pages. Pure. */
import type { JurorFacts, SelectionFacts } from '#application/site/wire.ts';
import type { Edits } from './core.ts';

export interface SelectionState {
  phase: 'loading' | 'signin' | 'ready' | 'failed';
  juror?: JurorFacts;
  facts?: SelectionFacts;
  edits: Edits;
  /** a save is in progress */
  isSending?: boolean;
  /** time of the last successful save, ms */
  savedAt?: number;
  isOffline: boolean;
  /** time at which the shown list was stored in this browser, ms; set while the server cannot be asked who is signed in */
  offlineAt?: number;
  /** the browser stores nothing: edits last as long as the page */
  isUnsaved?: boolean;
  /** another device saved other values: its version, for the juror to decide */
  theirs: Edits;
  /** the server's message for a refused edit */
  refused: Record<string, string>;
  /** the enrolment for which no primary choice was left (V23) */
  full?: string;
}

export const nothingYet: SelectionState = { phase: 'loading', edits: {}, isOffline: false, theirs: {}, refused: {} };
