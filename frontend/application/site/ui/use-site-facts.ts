import { useSyncExternalStore } from 'react';
import { onFacts, siteFacts } from '../facts.ts';

/** The page's facts; the component is drawn again when a window opens or ends. */
export function useSiteFacts() {
  return useSyncExternalStore(onFacts, siteFacts);
}
