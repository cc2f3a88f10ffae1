/** A wider step of the search: one slot is emptied and filled anew with the best pairs of all who are free in it. */
import type { Random } from '#domain/random.ts';
import { assign } from './assign.ts';
import type { Board } from './board.ts';
import { tryPlace } from './place.ts';

/** Looks up wishes by decision maker and pitch. */
export function wishTable(board: Board): Int32Array {
  const pitches = board.instance.pitches.length;
  const table = new Int32Array(board.instance.dms.length * pitches).fill(-1);
  for (let edge = 0; edge < board.edges.count; edge += 1) table[board.edges.dm[edge]! * pitches + board.edges.pitch[edge]!] = edge;
  return table;
}

/**
 * Fills the slot anew. A meeting of another slot may come here for a little `noise`, which frees that one; whoever lost a meeting or gained time is
 * then tried again. The caller keeps or undoes it.
 */
export function reassign(board: Board, table: Int32Array, slot: number, noise: number, random: Random): void {
  const { instance, edges } = board;
  const pitchCount = instance.pitches.length;
  const standing: number[] = [];
  for (let dm = 0; dm < instance.dms.length; dm += 1) if (board.atDm(dm, slot) >= 0) standing.push(board.atDm(dm, slot));
  for (const edge of standing) board.remove(edge);
  const dms = instance.dms.flatMap(({ quota }, dm) => (board.isDmFree(dm, slot) && board.dmCount[dm]! < quota ? [dm] : []));
  const pitches = instance.pitches.flatMap(({ quota }, pitch) => (board.isPitchFree(pitch, slot) && board.pitchCount[pitch]! < quota ? [pitch] : []));
  const worth = dms.map((dm) => {
    const line = new Float64Array(pitches.length);
    for (const [column, pitch] of pitches.entries()) {
      const edge = table[dm * pitchCount + pitch]!;
      if (edge < 0) continue;
      line[column] = (board.slotOf[edge]! < 0 ? board.gain(edge) : 0) + noise * random.next();
    }
    return line;
  });
  const touched = new Set<number>(standing);
  const pairs = [...assign(worth, pitches.length)].flatMap((column, row) => (column < 0 ? [] : [table[dms[row]! * pitchCount + pitches[column]!]!]));
  for (const edge of pairs.sort((a, b) => board.gain(b) - board.gain(a))) {
    if (!board.hasTable(slot)) break;
    if (board.slotOf[edge]! >= 0) board.remove(edge);
    else if (!board.hasRoom(edge)) continue;
    board.place(edge, slot);
    touched.add(edge);
  }
  const again = new Set<number>();
  for (const edge of touched) {
    for (const other of edges.ofDm[edges.dm[edge]!]!) if (board.slotOf[other]! < 0) again.add(other);
    for (const other of edges.ofPitch[edges.pitch[edge]!]!) if (board.slotOf[other]! < 0) again.add(other);
  }
  for (const edge of [...again].sort((a, b) => board.gain(b) - board.gain(a))) tryPlace(board, edge, random);
}
