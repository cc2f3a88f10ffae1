/** When a viewing page is open. Instants are 'YYYY-MM-DD hh:mm:ss' UTC, '' for none. Pure. */

export type ViewingTurn = 'before' | 'open' | 'after';

/** Without a start it is open at once, without an end for good; the end itself is outside. Unlike a campaign's windows, which do not open by themselves. */
export function turnOf({ start, end }: { start: string; end: string }, now: string): ViewingTurn {
  if (start !== '' && now < start) return 'before';
  return end !== '' && now >= end ? 'after' : 'open';
}
