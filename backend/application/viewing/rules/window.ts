/** When a viewing page is open. Instants are 'YYYY-MM-DD hh:mm:ss' UTC, '' for none. Pure. */

export type ViewingTurn = 'before' | 'open' | 'after';

/** Without a start it is open at once, without an end for ever; the end is exclusive. A campaign's windows differ: without a start they do not open. */
export function turnOf({ start, end }: { start: string; end: string }, now: string): ViewingTurn {
  if (start !== '' && now < start) return 'before';
  return end !== '' && now >= end ? 'after' : 'open';
}
