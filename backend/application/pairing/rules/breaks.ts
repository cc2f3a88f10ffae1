/** Reduces idle breaks of decision makers within a half-day without changing the pairs. Pure. */
import type { Random } from '#rules/values/random.ts';
import type { Board } from './board.ts';
import { tryPlace } from './place.ts';
import { restore } from './search.ts';

/**
 * Stretches of idle slots of one decision maker between two of their meetings in one half-day. Slots in which they are away are no break, nor is the
 * one idle slot that the limit of meetings in a row needs.
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

/** Number of breaks that moving one meeting must save where there is a baseline, because two people have to be informed of the new time. */
export const unrestPrice = 2;

/** Share of the steps that try another wish of the same value instead of another time. */
const trading = 0.3;

/**
 * Swaps pairs of slots along chains, and wishes for others of the same value, where that leaves fewer breaks, by annealing. Where the board keeps to
 * a timetable, no wish is swapped, and a move must save more than it costs. Yields the number of breaks left.
 */
export function* calmDown(board: Board, random: Random, iterations: number): Generator<number, void, void> {
  const breaks = Int32Array.from(board.instance.dms, (_, dm) => breaksOf(board, dm));
  let left = breaks.reduce((sum, one) => sum + one, 0);
  /** difference from the start: breaks, and moved meetings */
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

/** The connected meetings of two slots swap their times. */
function exchange(board: Board, dm: number, random: Random): boolean {
  const a = Math.floor(random.next() * board.slots);
  const b = Math.floor(random.next() * board.slots);
  if (a === b || !board.isDmFree(dm, a) || !board.isDmFree(dm, b)) return false;
  const chain = board.chain(true, dm, a, b);
  if (chain.length) board.swap(chain, a, b);
  return chain.length > 0;
}

/** Replaces a meeting by an unmet wish of one of its two people with the same value; false where there is none, and then nothing changes. */
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

/** A random decision maker, usually one with a break. */
function restless(breaks: Int32Array, random: Random): number {
  for (let draw = 0; draw < 6; draw += 1) {
    const dm = Math.floor(random.next() * breaks.length);
    if (breaks[dm]! > 0) return dm;
  }
  return Math.floor(random.next() * breaks.length);
}
