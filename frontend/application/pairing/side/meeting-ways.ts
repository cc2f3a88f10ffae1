import type { Carry } from '../carry/carry.ts';
import type { AnnouncedActions } from '../use-announced-actions.ts';

/** What can be done with the selected meeting. */
export interface MeetingWays extends Pick<AnnouncedActions, 'remove' | 'lock' | 'move' | 'placed'> {
  place: (what: Carry) => void;
  /** its card is shown */
  choose: (pairing: string) => void;
  close: () => void;
}
