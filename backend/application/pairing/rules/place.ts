/** Finds a slot for one more meeting without losing another one: a slot where both are idle, else a swap of two slots along a chain that makes one. Pure. */
import type { Random } from '#rules/values/random.ts';
import type { Board } from './board.ts';
import { stayWorth } from './instance.ts';

/** Places the wish if possible; true when it is placed. */
export function tryPlace(board: Board, edge: number, random: Random): boolean {
  if (board.slotOf[edge]! >= 0 || !board.hasRoom(edge)) return false;
  if (board.keep) return placeCalmly(board, edge);
  const slots = board.edges.common[edge]!; // one list for each wish
  const [dm, pitch] = [board.edges.dm[edge]!, board.edges.pitch[edge]!];
  const from = Math.floor(random.next() * slots.length);
  for (let step = 0; step < slots.length; step += 1) {
    const slot = slots[(from + step) % slots.length]!;
    if (board.fits(edge, slot)) {
      board.place(edge, slot);
      return true;
    }
  }
  for (let step = 0; step < slots.length; step += 1) {
    const slot = slots[(from + step) % slots.length]!;
    const [dmIdle, pitchIdle] = [board.atDm(dm, slot) < 0, board.atPitch(pitch, slot) < 0];
    if (dmIdle && pitchIdle && makeRest(board, edge, dm, slot, random)) return true;
    if (dmIdle && !pitchIdle && makeRoom(board, edge, false, pitch, slot, random)) return true;
    if (pitchIdle && !dmIdle && makeRoom(board, edge, true, dm, slot, random)) return true;
  }
  for (let step = 0; step < slots.length; step += 1) {
    const slot = slots[(from + step) % slots.length]!;
    if (board.atDm(dm, slot) >= 0 && board.atPitch(pitch, slot) >= 0 && makeBoth(board, edge, dm, pitch, slot, random)) return true;
  }
  return false;
}

/** Places the wish where the fewest meetings leave their old slot, if the gain is worth it; true when it is placed. */
function placeCalmly(board: Board, edge: number): boolean {
  const [dm, pitch] = [board.edges.dm[edge]!, board.edges.pitch[edge]!];
  const baselineSlot = board.keep?.[edge];
  let best: { slot: number; chain: number[]; other: number } | undefined;
  let least = board.gain(edge);
  for (const slot of board.edges.common[edge]!) {
    const [dmIdle, pitchIdle] = [board.atDm(dm, slot) < 0, board.atPitch(pitch, slot) < 0];
    const home = slot === baselineSlot ? -stayWorth : 0;
    if (dmIdle && pitchIdle) {
      if (home < least && board.fits(edge, slot)) [best, least] = [{ slot, chain: [], other: slot }, home];
      continue;
    }
    if (!dmIdle && !pitchIdle) continue;
    const [isDm, who] = dmIdle ? [false, pitch] : [true, dm];
    for (let other = 0; other < board.slots; other += 1) {
      if (other === slot || !isIdle(board, isDm, who, other)) continue;
      const chain = board.chain(isDm, who, slot, other);
      if (!chain.length) continue;
      const price = home + stayWorth * board.unrest(chain, slot, other);
      if (price >= least) continue;
      const mark = board.mark();
      board.swap(chain, slot, other);
      const fits = board.fits(edge, slot);
      board.undoTo(mark);
      if (fits) [best, least] = [{ slot, chain, other }, price];
    }
  }
  if (!best) return false;
  if (best.chain.length) board.swap(best.chain, best.slot, best.other);
  board.place(edge, best.slot);
  return true;
}

/** Places the wish in this slot if possible, by moving the meetings there to other slots; true when it is placed. */
export function placeAt(board: Board, edge: number, slot: number, random: Random): boolean {
  const [dm, pitch] = [board.edges.dm[edge]!, board.edges.pitch[edge]!];
  if (!board.isDmFree(dm, slot) || !board.isPitchFree(pitch, slot)) return false;
  const [dmIdle, pitchIdle] = [board.atDm(dm, slot) < 0, board.atPitch(pitch, slot) < 0];
  if (dmIdle && pitchIdle) {
    if (board.fits(edge, slot)) board.place(edge, slot);
    return board.slotOf[edge] === slot || makeRest(board, edge, dm, slot, random);
  }
  if (dmIdle) return makeRoom(board, edge, false, pitch, slot, random);
  if (pitchIdle) return makeRoom(board, edge, true, dm, slot, random);
  return makeBoth(board, edge, dm, pitch, slot, random);
}

/** Moves one meeting out of the row in which the decision maker would have too many. */
function makeRest(board: Board, edge: number, dm: number, slot: number, random: Random): boolean {
  const row = board.row(dm, slot);
  if (row.length < board.instance.mostInRow || !board.hasTable(slot)) return false;
  return row.some((near) => board.atDm(dm, near) >= 0 && makeRoom(board, edge, true, dm, slot, random, near));
}

/** Moves the meeting that one of the two has in the slot, or `near` it, to another slot, with all connected meetings. */
function makeRoom(board: Board, edge: number, isDm: boolean, who: number, slot: number, random: Random, near = slot): boolean {
  const from = Math.floor(random.next() * board.slots);
  for (let step = 0; step < board.slots; step += 1) {
    const other = (from + step) % board.slots;
    if (other === slot || !isIdle(board, isDm, who, other)) continue;
    const chain = board.chain(isDm, who, near, other);
    if (!chain.length) continue;
    const mark = board.mark();
    board.swap(chain, near, other);
    if (board.fits(edge, slot)) {
      board.place(edge, slot);
      return true;
    }
    board.undoTo(mark);
  }
  return false;
}

/** Both have a meeting in the slot: first the pitch's is moved, then the decision maker's if that does not bring the pitch's back. */
function makeBoth(board: Board, edge: number, dm: number, pitch: number, slot: number, random: Random): boolean {
  const from = Math.floor(random.next() * board.slots);
  for (let step = 0; step < board.slots; step += 1) {
    const other = (from + step) % board.slots;
    if (other === slot || !isIdle(board, false, pitch, other)) continue;
    const chain = board.chain(false, pitch, slot, other);
    if (!chain.length) continue;
    const mark = board.mark();
    board.swap(chain, slot, other);
    const dmIdle = board.atDm(dm, slot) < 0;
    if (board.atPitch(pitch, slot) < 0 && (dmIdle ? board.fits(edge, slot) : roomBeside(board, edge, slot, random))) {
      board.place(edge, slot);
      return true;
    }
    board.undoTo(mark);
  }
  return false;
}

function roomBeside(board: Board, edge: number, slot: number, random: Random): boolean {
  const dm = board.edges.dm[edge]!;
  const from = Math.floor(random.next() * board.slots);
  for (let step = 0; step < board.slots; step += 1) {
    const other = (from + step) % board.slots;
    if (other === slot || !isIdle(board, true, dm, other)) continue;
    const chain = board.chain(true, dm, slot, other);
    if (!chain.length) continue;
    const mark = board.mark();
    board.swap(chain, slot, other);
    if (board.fits(edge, slot)) return true;
    board.undoTo(mark);
  }
  return false;
}

function isIdle(board: Board, isDm: boolean, who: number, slot: number): boolean {
  return isDm ? board.isDmFree(who, slot) && board.atDm(who, slot) < 0 : board.isPitchFree(who, slot) && board.atPitch(who, slot) < 0;
}
