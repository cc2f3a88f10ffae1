/**
 * Local search by ejection: an unmet wish takes a slot, the meeting there is placed elsewhere, and the change is accepted where it increases the
 * value of the plan. Pure.
 */
import type { Random } from '#rules/values/random.ts';
import type { Board } from './board.ts';
import { stayWorth } from './instance.ts';
import { tryPlace } from './place.ts';

/** Places what can be placed, the most valuable first. */
export function fill(board: Board, wishes: readonly number[], random: Random): void {
  const order = [...wishes]
    .filter((edge) => board.slotOf[edge]! < 0)
    .sort((a, b) => board.edges.common[a]!.length - board.edges.common[b]!.length || board.gain(b) - board.gain(a));
  for (const edge of order) tryPlace(board, edge, random);
}

export interface SearchState {
  iteration: number;
  best: number;
}

/** By how much a step may reduce the value at first; this falls to zero. Less where there is a baseline. */
const warm = 12;
const cool = 3;
/** Rounds without improvement after which the search returns to the best plan so far. */
const patience = 3_000;
/** Steps per wish without improvement after which the next two are taken whatever they cost: sometimes the only way leads through a much worse plan. */
const stuck = 3;
/** The part of chance in the choice of a slot, in value: usually, and in those two. */
const [someChance, anySlot] = [8, 1_000];

/**
 * Improves the board for `iterations` steps or until its value is `bound`; at the end the board is the best plan found. Yields now and then, so that
 * the caller can report or stop. After a stop the board is in the middle of a search: `restore` it from the last best plan.
 */
export function* improve(board: Board, random: Random, iterations: number, bound: number): Generator<SearchState, void, void> {
  const { edges } = board;
  let best = board.worth;
  let bestSlots = board.slotOf.slice();
  let since = 0;
  const tabu = new Int32Array(edges.count);
  board.forgetJournal();
  for (let iteration = 1; iteration <= iterations && (best < bound || board.keep); iteration += 1) {
    if (iteration % 500 === 0) yield { iteration, best: board.score };
    const edge = pickUnmet(board, random, tabu, iteration);
    if (edge < 0) continue;
    const before = board.worth;
    const heat = (board.keep ? cool : warm) * (1 - iteration / iterations) * random.next();
    const leaves = !board.keep && since >= stuck * edges.count && since % (stuck * edges.count) < 2;
    force(board, edge, random, tabu, iteration, leaves ? anySlot : someChance);
    if (board.worth < before - heat && !leaves) board.undoTo(0);
    else board.forgetJournal();
    since += 1;
    if (board.worth > best) {
      best = board.worth;
      bestSlots = board.slotOf.slice();
      since = 0;
    } else if (since > patience) {
      restore(board, bestSlots);
      since = 0;
    }
  }
  restore(board, bestSlots);
}

/** Restores the board's meetings from a copy of its `slotOf`. */
export function restore(board: Board, slots: Int32Array): void {
  for (let edge = 0; edge < slots.length; edge += 1) if (board.slotOf[edge] !== slots[edge] && board.slotOf[edge]! >= 0) board.remove(edge);
  for (let edge = 0; edge < slots.length; edge += 1) if (slots[edge]! >= 0 && board.slotOf[edge]! < 0) board.place(edge, slots[edge]!);
  board.forgetJournal();
}

function pickUnmet(board: Board, random: Random, tabu: Int32Array, iteration: number): number {
  let found = -1;
  let value = -1;
  for (let draw = 0; draw < 12; draw += 1) {
    const edge = Math.floor(random.next() * board.edges.count);
    if (board.slotOf[edge]! >= 0 || tabu[edge]! > iteration) continue;
    const worth = board.gain(edge) * (0.5 + random.next());
    if (worth > value) [found, value] = [edge, worth];
  }
  return found;
}

/** Gives the wish the cheapest slot, then places the displaced meetings and others that may gain. */
function force(board: Board, edge: number, random: Random, tabu: Int32Array, iteration: number, chance: number): void {
  if (tryPlace(board, edge, random)) return;
  const { edges } = board;
  const [dm, pitch] = [edges.dm[edge]!, edges.pitch[edge]!];
  const gone: number[] = [];
  const eject = (other: number) => {
    board.remove(other);
    gone.push(other);
    tabu[other] = iteration + 5 + Math.floor(random.next() * 10);
  };
  if (board.dmCount[dm]! >= board.instance.dms[dm]!.quota) ejectCheapest(board, edges.ofDm[dm]!, edge, eject);
  if (board.pitchCount[pitch]! >= board.instance.pitches[pitch]!.quota) ejectCheapest(board, edges.ofPitch[pitch]!, edge, eject);
  if (!board.hasRoom(edge)) return;
  let slot = -1;
  let cost = Infinity;
  let crowd: number[] = [];
  for (const candidate of edges.common[edge]!) {
    const [one, other] = [board.atDm(dm, candidate), board.atPitch(pitch, candidate)];
    // Where others sit at every table, one of them gives way.
    const isFull = !board.hasTable(candidate) && one < 0 && other < 0;
    const guest = isFull ? cheapestAt(board, candidate) : -1;
    const row = isFull && guest < 0 ? undefined : tooMany(board, dm, candidate);
    if (!row) continue;
    const price = [one, other, guest, ...row].reduce((sum, there) => sum + priceOf(board, there), random.next() * chance);
    if (price < cost) [slot, cost, crowd] = [candidate, price, [guest, ...row]];
  }
  if (slot < 0) return;
  for (const other of [board.atDm(dm, slot), board.atPitch(pitch, slot), ...crowd]) if (other >= 0) eject(other);
  board.place(edge, slot);
  for (const other of gone) tryPlace(board, other, random);
  for (const other of gone) {
    if (board.slotOf[other]! >= 0) continue;
    // Their partners are free now: place their best remaining wish.
    tryBest(board, edges.ofDm[edges.dm[other]!]!, other, random);
    tryBest(board, edges.ofPitch[edges.pitch[other]!]!, other, random);
  }
}

/**
 * Meetings of the decision maker that would have to be removed, cheapest first, so that one more in the slot does not make their row too long;
 * undefined where the others cannot be removed.
 */
function tooMany(board: Board, dm: number, slot: number): number[] | undefined {
  const gone: number[] = [];
  for (;;) {
    const row = board.row(
      dm,
      slot,
      gone.map((edge) => board.slotOf[edge]!),
    );
    if (row.length < board.instance.mostInRow) return gone;
    const own = row.map((near) => board.atDm(dm, near)).filter((edge) => edge >= 0);
    if (!own.length) return undefined;
    gone.push(own.reduce((best, edge) => (priceOf(board, edge) < priceOf(board, best) ? edge : best)));
  }
}

/** What is lost with a meeting: its value, and that it stayed in its slot; nothing for -1. */
function priceOf(board: Board, edge: number): number {
  return edge < 0 ? 0 : board.loss(edge) + (board.keep?.[edge] === board.slotOf[edge] ? stayWorth : 0);
}

/** The meeting of a slot with which least is lost; -1 where there is none that may be moved. */
function cheapestAt(board: Board, slot: number): number {
  let cheapest = -1;
  for (let dm = 0; dm < board.instance.dms.length; dm += 1) {
    const edge = board.atDm(dm, slot);
    if (edge >= 0 && (cheapest < 0 || priceOf(board, edge) < priceOf(board, cheapest))) cheapest = edge;
  }
  return cheapest;
}

function ejectCheapest(board: Board, list: readonly number[], but: number, eject: (edge: number) => void): void {
  let cheapest = -1;
  for (const edge of list) if (edge !== but && board.slotOf[edge]! >= 0 && (cheapest < 0 || priceOf(board, edge) < priceOf(board, cheapest))) cheapest = edge;
  if (cheapest >= 0) eject(cheapest);
}

function tryBest(board: Board, list: readonly number[], but: number, random: Random): void {
  const unmet = list.filter((edge) => edge !== but && board.slotOf[edge]! < 0).sort((a, b) => board.gain(b) - board.gain(a));
  for (const edge of unmet.slice(0, 4)) if (tryPlace(board, edge, random)) return;
}
