/** Applies a change to the board's facts, without fetching the whole board again. Pure. */
import type { BoardChanges, BoardFacts, BoardPairing, Move } from '#application/pairing/rules/board-facts.ts';
import { unmetWishes } from '#application/pairing/rules/board-state.ts';

/** Meetings as the server sends them after a change. What depends on the last release and on the plans comes with the next whole board. */
export function applied(facts: BoardFacts, changes: BoardChanges): BoardFacts {
  const [gone, now] = [new Set(changes.removed), new Map(changes.pairings.map((one) => [one.id, one]))];
  const known = new Set(facts.pairings.map(({ id }) => id));
  const staying = facts.pairings.flatMap((one) => (gone.has(one.id) ? [] : [newer(one, now.get(one.id))]));
  const pairings = [...staying, ...changes.pairings.filter(({ id }) => !known.has(id))];
  const { undo, redo } = changes;
  return withWishes({ ...facts, version: Math.max(facts.version, changes.version), pairings, undo, redo });
}

/** The facts as they will be if the server accepts the change. */
export function expected(facts: BoardFacts, moves: readonly Move[]): BoardFacts {
  let pairings = facts.pairings;
  const change = (id: string, next: Partial<BoardPairing>) => {
    pairings = pairings.map((one) => (one.id === id ? { ...one, ...next } : one));
  };
  const movedTo = ({ pairing, start, room }: Extract<Move, { do: 'move' }>): Partial<BoardPairing> => ({
    start,
    end: endOf(start),
    ...(room !== undefined && { room }),
    ...(pairings.some((one) => one.id === pairing && one.start !== start) && { mode: 'manual' as const }),
  });
  const endOf = (start: string) => facts.slots.find((slot) => slot.start === start)?.end ?? start;
  for (const move of moves) {
    if (move.do === 'remove') pairings = pairings.filter(({ id }) => id !== move.pairing);
    else if (move.do === 'lock' || move.do === 'unlock') change(move.pairing, { locked: move.do === 'lock' });
    else if (move.do === 'move') change(move.pairing, movedTo(move));
    else if (move.do === 'swap') {
      const [a, b] = [pairings.find(({ id }) => id === move.a), pairings.find(({ id }) => id === move.b)];
      if (a && b) {
        change(a.id, placeOf(b));
        change(b.id, placeOf(a));
      }
    }
  }
  return withWishes({ ...facts, pairings });
}

/**
 * The moves by the versions that the page has now. A key may be pressed before the board shows the answer to the one before it, and one's own change is
 * no other person's.
 */
export function latest(moves: readonly Move[], facts: BoardFacts | undefined): Move[] {
  const versions = new Map(facts?.pairings.map(({ id, ver }) => [id, ver]));
  const of = (id: string, ver: number) => Math.max(ver, versions.get(id) ?? 0);
  return moves.map((move) => {
    if (move.do === 'place') return move;
    if (move.do === 'swap') return { ...move, verA: of(move.a, move.verA), verB: of(move.b, move.verB) };
    return { ...move, ver: of(move.pairing, move.ver) };
  });
}

/** An answer older than the facts changes nothing. An answer of the same version replaces what was only expected. */
function newer(one: BoardPairing, other: BoardPairing | undefined): BoardPairing {
  return other && other.ver >= one.ver ? other : one;
}

function placeOf({ start, end, room }: BoardPairing): Partial<BoardPairing> {
  return { start, end, room, mode: 'manual' };
}

function withWishes(facts: BoardFacts): BoardFacts {
  return { ...facts, unmet: unmetWishes(facts) };
}
