/** Calm: the fewest idle breaks of decision makers within a half-day, the pairs staying as they are. */
import type { Random } from '#rules/values/random.ts';
import type { Board } from './board.ts';
import { tryPlace } from './place.ts';
import { restore } from './search.ts';

/**
 * Stretches of idle slots of one decision maker between two of their meetings in one half-day; slots in which they are away are no break, nor is the one
 * idle slot that a row as long as may be asks for.
 */
export function breaksOf(board: Board, dm: number): number {
  const { blocks, dms, follows, mostInRow } = board.instance;
  const { taken } = dms[dm]!;
  let breaks = 0;
  let idle = 0;
  let row = 0;
  let hasMet = false;
  let metBefore = false;
  for (let slot = 0; slot < board.slots; slot += 1) {
    if (slot > 0 && blocks[slot] !== blocks[slot - 1]) [idle, hasMet] = [0, false];
    const meets = board.atDm(dm, slot) >= 0 || taken[slot]!;
    if (meets) {
      if (idle > 0 && !(idle === 1 && row >= mostInRow)) breaks += 1;
      row = metBefore && follows[slot] ? row + 1 : 1;
      [idle, hasMet] = [0, true];
    } else if (hasMet && board.isDmFree(dm, slot)) idle += 1;
    metBefore = meets;
  }
  return breaks;
}

export function allBreaks(board: Board): number {
  return board.instance.dms.reduce((sum, _, dm) => sum + breaksOf(board, dm), 0);
}

/** Breaks that moving one meeting must save where there is a baseline: two people learn anew when they meet. */
export const unrestPrice = 2;

/** Share of the steps that try another wish of the same worth instead of another time. */
const trading = 0.3;

/**
 * Exchanges pairs of slots along chains, and wishes for others of the same worth, where that leaves fewer breaks, by annealing; where the board keeps to
 * a timetable, no wish is exchanged, and only what saves more than it moves. Yields the breaks left.
 */
export function* calmDown(board: Board, random: Random, iterations: number): Generator<number, void, void> {
  const breaks = Int32Array.from(board.instance.dms, (_, dm) => breaksOf(board, dm));
  let left = breaks.reduce((sum, one) => sum + one, 0);
  /** against the beginning: breaks, and what moved */
  let [now, least] = [0, 0];
  let best = board.slotOf.slice();
  board.forgetJournal();
  for (let iteration = 0; iteration < iterations && left > 0; iteration += 1) {
    if (iteration % 2_000 === 0) yield left;
    const heat = board.keep ? 0 : 0.9 * (1 - iteration / iterations) ** 2;
    const dm = restless(breaks, random);
    const { score, stayed } = board;
    const isDone = !board.keep && random.chance(trading) ? trade(board, dm, random) : exchange(board, dm, random);
    if (!isDone) continue;
    const touched = new Set(board.changedSince(0).map((edge) => board.edges.dm[edge]!));
    let change = unrestPrice * (stayed - board.stayed);
    for (const one of touched) change += breaksOf(board, one) - breaks[one]!;
    if (board.score < score || (change > 0 && random.next() >= Math.exp(-change / Math.max(heat, 1e-6)))) {
      board.undoTo(0);
      continue;
    }
    board.forgetJournal();
    now += change;
    for (const one of touched) {
      const next = breaksOf(board, one);
      left += next - breaks[one]!;
      breaks[one] = next;
    }
    if (now < least || board.score > score) {
      least = now;
      best = board.slotOf.slice();
    }
  }
  restore(board, best);
}

/** The meetings of two slots that hang together change their times. */
function exchange(board: Board, dm: number, random: Random): boolean {
  const a = Math.floor(random.next() * board.slots);
  const b = Math.floor(random.next() * board.slots);
  if (a === b || !board.isDmFree(dm, a) || !board.isDmFree(dm, b)) return false;
  const chain = board.chain(true, dm, a, b);
  if (chain.length) board.swap(chain, a, b);
  return chain.length > 0;
}

/** A meeting gives way to an unmet wish of one of its two that is worth as much; false where there is none, and then nothing is changed. */
function trade(board: Board, dm: number, random: Random): boolean {
  const { edges } = board;
  const met = pickOf(edges.ofDm[dm]!, random, (edge) => board.slotOf[edge]! >= 0);
  if (met < 0) return false;
  const side = random.chance(0.5) ? edges.ofDm[dm]! : edges.ofPitch[edges.pitch[met]!]!;
  const unmet = pickOf(side, random, (edge) => board.slotOf[edge]! < 0 && edges.weight[edge]! >= edges.weight[met]!);
  if (unmet < 0) return false;
  board.remove(met);
  if (tryPlace(board, unmet, random)) return true;
  board.undoTo(0);
  return false;
}

function pickOf(list: readonly number[], random: Random, test: (edge: number) => boolean): number {
  const from = Math.floor(random.next() * list.length);
  for (let step = 0; step < list.length; step += 1) {
    const edge = list[(from + step) % list.length]!;
    if (test(edge)) return edge;
  }
  return -1;
}

/** Somebody with a break, mostly. */
function restless(breaks: Int32Array, random: Random): number {
  for (let draw = 0; draw < 6; draw += 1) {
    const dm = Math.floor(random.next() * breaks.length);
    if (breaks[dm]! > 0) return dm;
  }
  return Math.floor(random.next() * breaks.length);
}
