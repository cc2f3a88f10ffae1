/** Calm: the fewest idle breaks of decision makers within a half-day, the pairs staying as they are. */
import type { Random } from '#domain/random.ts';
import type { Board } from './board.ts';

/** Stretches of idle slots of one decision maker between two of their meetings in one half-day; slots in which they are away are no break. */
export function breaksOf(board: Board, dm: number): number {
  const { blocks, dms } = board.instance;
  const { taken } = dms[dm]!;
  let breaks = 0;
  let isIdle = false;
  let hasMet = false;
  for (let slot = 0; slot < board.slots; slot += 1) {
    if (slot > 0 && blocks[slot] !== blocks[slot - 1]) [isIdle, hasMet] = [false, false];
    if (board.atDm(dm, slot) >= 0 || taken[slot]) {
      if (isIdle) breaks += 1;
      [isIdle, hasMet] = [false, true];
    } else if (hasMet && board.isDmFree(dm, slot)) isIdle = true;
  }
  return breaks;
}

export function allBreaks(board: Board): number {
  return board.instance.dms.reduce((sum, _, dm) => sum + breaksOf(board, dm), 0);
}

/** Breaks that one meeting's leaving its slot must save where a timetable is kept to: two people learn anew when they meet. */
const unrestPrice = 2;

/**
 * Exchanges pairs of slots along chains where that leaves fewer breaks, by annealing; where the board keeps to a timetable, only what saves more than it
 * moves. Yields the breaks left.
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
    const a = Math.floor(random.next() * board.slots);
    const b = Math.floor(random.next() * board.slots);
    if (a === b || !board.isDmFree(dm, a) || !board.isDmFree(dm, b)) continue;
    const chain = board.chain(true, dm, a, b);
    if (!chain.length) continue;
    const touched = new Set(chain.map((edge) => board.edges.dm[edge]!));
    let change = unrestPrice * board.unrest(chain, a, b);
    board.swap(chain, a, b);
    for (const one of touched) change += breaksOf(board, one) - breaks[one]!;
    if (change > 0 && random.next() >= Math.exp(-change / Math.max(heat, 1e-6))) {
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
    if (now < least) {
      least = now;
      best = board.slotOf.slice();
    }
  }
  for (let edge = 0; edge < best.length; edge += 1) if (board.slotOf[edge]! >= 0 && board.slotOf[edge] !== best[edge]) board.remove(edge);
  for (let edge = 0; edge < best.length; edge += 1) if (best[edge]! >= 0 && board.slotOf[edge]! < 0) board.place(edge, best[edge]!);
  board.forgetJournal();
}

/** Somebody with a break, mostly. */
function restless(breaks: Int32Array, random: Random): number {
  for (let draw = 0; draw < 6; draw += 1) {
    const dm = Math.floor(random.next() * breaks.length);
    if (breaks[dm]! > 0) return dm;
  }
  return Math.floor(random.next() * breaks.length);
}
