/** What is being carried over the board, and what would happen in each cell. Pure. */

import type { BoardFacts, BoardPairing, MayRule, Move } from '#application/pairing/rules/board-facts.ts';
import { maySit, maySwap, rulesBySlot } from '#application/pairing/rules/moves.ts';
import { overlap } from '#rules/values/intervals.ts';
import type { Line, Side } from '../lines.ts';

/** A carried meeting, or a carried wish without a meeting: then `pairing` is ''. */
export interface Carry {
  pairing: string;
  dm: string;
  pitch: string;
}

/** The verdict for a slot of the carried one's own line. */
export interface Verdict {
  /** 'swap': with the meeting in that slot; 'replace': a wish takes the place of the meeting in that slot */
  may: 'place' | 'swap' | 'replace' | 'here' | 'no';
  rule?: MayRule;
  /** the meeting that is in the way */
  other?: string;
}

/** The verdicts for a whole line: the slots that are allowed, and the rule that forbids each of the others. */
export function verdictsOf(facts: BoardFacts, carry: Carry, line: Line): Verdict[] {
  const rules = rulesBySlot(facts, carry.dm, carry.pitch, carry.pairing || undefined);
  return rules.map((rule, slot) => {
    const there = line.cells[slot]?.pairing;
    if (there && there.id === carry.pairing) return { may: 'here' };
    return there ? overMeeting(facts, carry, slot, there.id) : rule ? { may: 'no', rule } : { may: 'place' };
  });
}

/** The verdict over a meeting, in any line. */
export function overMeeting(facts: BoardFacts, carry: Carry, slot: number, other: string): Verdict {
  if (carry.pairing) {
    const rule = maySwap(facts, carry.pairing, other);
    return rule ? { may: 'no', rule, other } : { may: 'swap', other };
  }
  if (facts.pairings.some(({ id, locked }) => id === other && locked)) return { may: 'no', rule: 'rule.locked', other };
  const rule = maySit({ ...facts, pairings: facts.pairings.filter(({ id }) => id !== other) }, carry.dm, carry.pitch, slot);
  return rule ? { may: 'no', rule, other } : { may: 'replace', other };
}

/** The meeting that one of the two people has at that time already. */
export function inTheWay(facts: BoardFacts, carry: Carry, slot: number): BoardPairing | undefined {
  const when = facts.slots[slot];
  return when && facts.pairings.find((one) => one.id !== carry.pairing && (one.dm === carry.dm || one.pitch === carry.pitch) && overlap(one, when));
}

/** The line to which the carried one belongs. */
export function lineOf(carry: Carry, side: Side): string {
  return carry[side];
}

/** The actions that a drop asks the server for; [] for none. */
export function movesOf(facts: BoardFacts, carry: Carry, slot: number, { may, other }: Verdict): Move[] {
  const start = facts.slots[slot]?.start;
  const version = (id: string) => facts.pairings.find((one) => one.id === id)?.ver ?? 0;
  if (start === undefined) return [];
  const placing: Move = carry.pairing
    ? { do: 'move', pairing: carry.pairing, start, ver: version(carry.pairing) }
    : { do: 'place', dm: carry.dm, pitch: carry.pitch, start };
  if (may === 'place') return [placing];
  if (may === 'swap' && other) return [{ do: 'swap', a: carry.pairing, b: other, verA: version(carry.pairing), verB: version(other) }];
  if (may === 'replace' && other) return [{ do: 'remove', pairing: other, ver: version(other) }, placing];
  return [];
}
