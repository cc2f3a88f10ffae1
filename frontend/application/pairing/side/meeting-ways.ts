import type { Carry } from '../carry.ts';
import type { Telling } from '../use-telling.ts';

/** What can be done with the selected meeting. */
export interface MeetingWays extends Pick<Telling, 'remove' | 'lock' | 'move' | 'placed'> {
  place: (what: Carry) => void;
  /** its card is shown */
  choose: (pairing: string) => void;
  close: () => void;
}
