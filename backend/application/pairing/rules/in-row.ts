/** Meetings in a row: how many meetings of one person follow each other without a pause. Pure. */
import type { Row } from '#codegen/model.ts';

/** Most meetings in a row of a decision maker, from the campaign; 0 for no limit. */
export function maxInRowOf(campaign: Row): number {
  return Math.max(0, Number(campaign.maxInRow ?? 0));
}

/**
 * The other slots of the row to which a meeting in this slot belongs: as far as each slot follows the one before it and `meets` says that there is a
 * meeting.
 * @param follows by slot: no pause lies between it and the one before
 */
export function rowAround(follows: readonly boolean[], slot: number, meets: (slot: number) => boolean): number[] {
  const others: number[] = [];
  for (let at = slot; follows[at] && meets(at - 1); at -= 1) others.push(at - 1);
  for (let at = slot + 1; follows[at] && meets(at); at += 1) others.push(at);
  return others;
}
