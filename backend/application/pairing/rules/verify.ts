/** An independent check of a finished plan against the rules of the specification (V04-V07). It shares no code with the search. Pure. */
import type { Instance } from './instance.ts';

export interface Meeting {
  dm: number;
  pitch: number;
  slot: number;
}

export type Violation = 'notwished' | 'notfree' | 'overlap' | 'paired' | 'room' | 'quota' | 'inrow';

/** The problems of a plan, [] for none. A plan with problems must never be committed. */
export function violationsOf(instance: Instance, plan: readonly Meeting[]): { meeting: Meeting; violation: Violation }[] {
  const found: { meeting: Meeting; violation: Violation }[] = [];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const count = (key: string) => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  for (const meeting of plan) {
    const { dm, pitch, slot } = meeting;
    const tell = (violation: Violation) => found.push({ meeting, violation });
    const [one, other] = [instance.dms[dm], instance.pitches[pitch]];
    if (!instance.wishes[dm]?.some((wish) => wish.pitch === pitch)) tell('notwished');
    if (!one?.free[slot] || !other?.free[slot] || one.taken[slot] || other.taken[slot]) tell('notfree');
    if (seen.has(`${dm} ${pitch}`)) tell('paired');
    seen.add(`${dm} ${pitch}`);
    if (count(`d ${dm} ${slot}`) > 1 || count(`p ${pitch} ${slot}`) > 1) tell('overlap');
    if (count(`t ${slot}`) > (instance.tables[slot] ?? 0)) tell('room');
    if (one && one.has + count(`D ${dm}`) > one.quota) tell('quota');
    if (other && other.has + count(`P ${pitch}`) > other.quota) tell('quota');
  }
  for (const [dm, { taken }] of instance.dms.entries()) {
    const at = new Map(plan.flatMap((meeting) => (meeting.dm === dm ? [[meeting.slot, meeting] as const] : [])));
    // Each row is checked once, at its end: a problem only where this plan adds to a row that is too long.
    let row: number[] = [];
    for (let slot = 0; slot <= taken.length; slot += 1) {
      const meets = at.has(slot) || taken[slot];
      if (row.length && (!meets || !instance.follows[slot])) {
        if (row.length > instance.mostInRow)
          found.push(...row.flatMap((one) => at.get(one) ?? []).map((meeting) => ({ meeting, violation: 'inrow' as const })));
        row = [];
      }
      if (meets) row.push(slot);
    }
  }
  return found;
}
