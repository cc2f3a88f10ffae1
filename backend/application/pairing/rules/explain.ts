/** Why a wish is not met, and what one more free slot would make possible. Pure. */
import { seededRandom } from '#rules/values/random.ts';
import { Board } from './board.ts';
import { rowAround } from './in-row.ts';
import { baselineSlots, commonSlots, edgesOf, type Instance } from './instance.ts';
import { placeAt, tryPlace } from './place.ts';
import type { Meeting } from './verify.ts';

export interface WhyNot {
  /**
   * nocommon: never free at the same time; dmquota, pitchquota: as many meetings as allowed; tables: no table in any slot that both have; inrow: too
   * many meetings in a row of the decision maker; displaced: other meetings are in the way; open: nothing is in the way
   */
  reason: 'nocommon' | 'dmquota' | 'pitchquota' | 'tables' | 'inrow' | 'displaced' | 'open';
  /** the meetings in the way, in the slot where the fewest would have to be removed */
  displacedBy: Meeting[];
}

export interface OneMoreSlot {
  side: 'dm' | 'pitch';
  who: number;
  slot: number;
  /** the meeting that would be possible, and its value */
  dm: number;
  pitch: number;
  gain: number;
}

/** The board of a finished plan; `baseline` is the timetable to which it should stay close. */
export function boardOf(instance: Instance, plan: readonly Meeting[], baseline?: readonly Meeting[]): Board {
  const edges = edgesOf(instance, true);
  const board = new Board(instance, edges, baseline && baselineSlots(edges, baseline));
  for (const { dm, pitch, slot } of plan) {
    const edge = edges.ofDm[dm]?.find((one) => edges.pitch[one] === pitch);
    if (edge !== undefined) board.place(edge, slot);
  }
  board.forgetJournal();
  return board;
}

/** The reason for a wish that the plan does not meet. */
export function whyNot(instance: Instance, plan: readonly Meeting[], dm: number, pitch: number): WhyNot {
  const common = commonSlots(instance, dm, pitch);
  if (!common.length) return { reason: 'nocommon', displacedBy: [] };
  const count = (test: (meeting: Meeting) => boolean) => plan.filter(test).length;
  if (instance.dms[dm]!.has + count((one) => one.dm === dm) >= instance.dms[dm]!.quota) return { reason: 'dmquota', displacedBy: [] };
  if (instance.pitches[pitch]!.has + count((one) => one.pitch === pitch) >= instance.pitches[pitch]!.quota) return { reason: 'pitchquota', displacedBy: [] };
  const ways = common.map((slot) => plan.filter((one) => one.slot === slot && (one.dm === dm || one.pitch === pitch)));
  const idle = common.filter((slot, at) => ways[at]?.length === 0 && count((one) => one.slot === slot) < (instance.tables[slot] ?? Number.POSITIVE_INFINITY));
  const met = new Set(plan.flatMap((one) => (one.dm === dm ? [one.slot] : [])));
  const rests = (slot: number) => rowAround(instance.follows, slot, (at) => met.has(at) || instance.dms[dm]!.taken[at]!).length < instance.mostInRow;
  if (idle.length) return { reason: idle.some(rests) ? 'open' : 'inrow', displacedBy: [] };
  const least = ways.reduce((best, way) => (way.length < best.length ? way : best));
  return least.length ? { reason: 'displaced', displacedBy: least } : { reason: 'tables', displacedBy: [] };
}

/** The whole search at once. */
export function oneMoreSlot(instance: Instance, plan: readonly Meeting[], most: number): OneMoreSlot[] {
  const steps = oneMoreSteps(instance, plan, most);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Finds closed slots that would make one more meeting possible: the best slot of each participant, best first. Yields after every slot, so that the
 * caller can let other requests have their turn.
 */
export function* oneMoreSteps(instance: Instance, plan: readonly Meeting[], most: number): Generator<void, OneMoreSlot[], void> {
  const board = boardOf(instance, plan);
  const random = seededRandom(1);
  const found: OneMoreSlot[] = [];
  /** A wish that can already be placed needs no other slot. */
  const isStuck = (edge: number): boolean => {
    const isPlaced = tryPlace(board, edge, random);
    board.undoTo(0);
    return !isPlaced;
  };
  const stuck = new Set<number>();
  for (let edge = 0; edge < board.edges.count; edge += 1) {
    if (board.slotOf[edge]! < 0 && board.hasRoom(edge) && isStuck(edge)) stuck.add(edge);
    if (edge % 50 === 0) yield;
  }
  const sides = [
    ['dm', instance.dms, board.edges.ofDm],
    ['pitch', instance.pitches, board.edges.ofPitch],
  ] as const;
  for (const [side, people, wishes] of sides) {
    for (const [who, { free, taken }] of people.entries()) {
      const unmet = wishes[who]!.filter((edge) => stuck.has(edge)).sort((a, b) => board.gain(b) - board.gain(a));
      let best: OneMoreSlot | undefined;
      for (let slot = 0; slot < board.slots && unmet.length; slot += 1) {
        if (free[slot] || taken[slot]) continue;
        board.open(side === 'dm', who, slot, true);
        for (const edge of unmet) {
          if (best && board.gain(edge) <= best.gain) break;
          if (!placeAt(board, edge, slot, random) && !tryPlace(board, edge, random)) continue;
          board.undoTo(0);
          best = { side, who, slot, dm: board.edges.dm[edge]!, pitch: board.edges.pitch[edge]!, gain: board.gain(edge) };
          break;
        }
        board.open(side === 'dm', who, slot, false);
        yield;
      }
      if (best) found.push(best);
    }
  }
  return found.sort((a, b) => b.gain - a.gain).slice(0, most);
}
