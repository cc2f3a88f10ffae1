import { useSyncExternalStore } from 'react';
import { onFacts, siteFacts } from '../facts.ts';

/** The page's facts; draws anew when a window turns. */
export function useSiteFacts() {
  return useSyncExternalStore(onFacts, siteFacts);
}
