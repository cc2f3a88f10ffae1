import { describe, expect, it } from 'vitest';
import type { BoardChanges, BoardFacts, BoardPairing } from '#application/pairing/rules/board-facts.ts';
import { applied, expected, latest } from '#screens/pairing/applied.ts';
import { inTheWay, movesOf, verdictsOf } from '#screens/pairing/carry/carry.ts';
import { indexBoard, linesOf } from '#screens/pairing/lines.ts';

const at = (slot: number) => `2026-05-01 ${String(9 + slot).padStart(2, '0')}:00:00`;
const until = (slot: number) => `2026-05-01 ${String(9 + slot).padStart(2, '0')}:20:00`;
const meeting = (id: string, dm: string, pitch: string, slot: number, more: Partial<BoardPairing> = {}): BoardPairing => ({
  ...{ id, ver: 1, dm, pitch, start: at(slot), end: until(slot), room: '', tableChosen: false, mode: 'auto', locked: false, note: '' },
  ...more,
});
const none = { can: false, label: null };

/** Two decision makers who want the same two pitches, four slots; one of each has met. */
function board(pairings: BoardPairing[]): BoardFacts {
  const dm = (id: string, free: string) => ({ id, name: id, ename: id, org: '', country: '', enabled: true, priority: ['p', 'q'], hasTimes: true, free });
  const pitch = (id: string) => ({ id, number: id, title: id, etitle: id, program: 'C', free: '1111' });
  const facts: BoardFacts = {
    version: 5,
    campaign: { id: 'c', title: 'c', etitle: 'c', zone: 'GMT', programs: ['C'] },
    slots: [0, 1, 2, 3].map((slot) => ({ start: at(slot), end: until(slot), block: '2026-05-01 am', follows: slot > 0, rooms: [] })),
    maxInRow: 0,
    dms: [dm('a', '1111'), dm('b', '1101')],
    pitches: [pitch('p'), pitch('q')],
    pairings,
    ...{ release: null, changedSince: 0, unmet: [], impossible: [], undo: none, redo: none, runs: [] },
  };
  return facts;
}
const changes = (more: Partial<BoardChanges>): BoardChanges => ({
  version: 6,
  pairings: [],
  removed: [],
  isStale: false,
  who: [],
  undo: none,
  redo: none,
  ...more,
});

describe('E06 the board after a change', () => {
  const facts = board([meeting('1', 'a', 'p', 0), meeting('2', 'b', 'q', 1)]);

  it('takes changed, new and removed meetings, and counts the open wishes again', () => {
    const next = applied(facts, changes({ pairings: [meeting('2', 'b', 'q', 3, { ver: 2 }), meeting('3', 'a', 'q', 2)], removed: ['1'] }));
    expect(next.version).toBe(6);
    expect(next.pairings.map(({ id, start }) => [id, start])).toEqual([
      ['2', at(3)],
      ['3', at(2)],
    ]);
    expect(next.unmet).toEqual([
      { dm: 'a', pitch: 'p', rank: 1 },
      { dm: 'b', pitch: 'p', rank: 1 },
    ]);
  });

  it('is the same when a change arrives twice, and an older answer that arrives late changes nothing', () => {
    const once = applied(facts, changes({ pairings: [meeting('2', 'b', 'q', 3, { ver: 3 })] }));
    const late = applied(once, changes({ version: 4, pairings: [meeting('2', 'b', 'q', 0, { ver: 2 })] }));
    expect(late.pairings).toEqual(once.pairings);
    expect(late.version).toBe(6);
  });

  it('a move is sent by the version that the page has, which its own last move made', () => {
    const now = applied(facts, changes({ pairings: [meeting('2', 'b', 'q', 3, { ver: 4 })] }));
    const sent = latest(
      [
        { do: 'remove', pairing: '2', ver: 1 },
        { do: 'swap', a: '1', b: '2', verA: 1, verB: 2 },
        { do: 'place', dm: 'a', pitch: 'q', start: at(0) },
      ],
      now,
    );
    expect(sent).toEqual([
      { do: 'remove', pairing: '2', ver: 4 },
      { do: 'swap', a: '1', b: '2', verA: 1, verB: 4 },
      { do: 'place', dm: 'a', pitch: 'q', start: at(0) },
    ]);
    expect(latest([{ do: 'lock', pairing: '9', ver: 3 }], now)).toEqual([{ do: 'lock', pairing: '9', ver: 3 }]);
  });

  it('shows a change before the server accepts it', () => {
    const swapped = expected(facts, [{ do: 'swap', a: '1', b: '2', verA: 1, verB: 1 }]);
    expect(swapped.pairings.map(({ start }) => start)).toEqual([at(1), at(0)]);
    expect(expected(facts, [{ do: 'remove', pairing: '1', ver: 1 }]).unmet).toContainEqual({ dm: 'a', pitch: 'p', rank: 1 });
    expect(expected(facts, [{ do: 'move', pairing: '1', start: at(2), ver: 1 }]).pairings[0]).toMatchObject({ start: at(2), end: until(2), mode: 'manual' });
  });
});

describe('E06 V04-V07 what each cell allows for a carried meeting', () => {
  const facts = board([meeting('1', 'b', 'p', 0), meeting('2', 'b', 'q', 1), meeting('3', 'a', 'p', 3)]);
  const line = linesOf(indexBoard(facts, 'en'), 'dm', new Map()).find(({ id }) => id === 'b')!;
  const carry = { pairing: '1', dm: 'b', pitch: 'p' };

  it('allows cells where it can be placed or swapped, and names the rule for the others', () => {
    const verdicts = verdictsOf(facts, carry, line);
    expect(verdicts).toEqual([{ may: 'here' }, { may: 'swap', other: '2' }, { may: 'no', rule: 'rule.notfree' }, { may: 'no', rule: 'rule.overlap' }]);
    expect(inTheWay(facts, carry, 3)?.id).toBe('3');
    expect(movesOf(facts, carry, 1, verdicts[1]!)).toEqual([{ do: 'swap', a: '1', b: '2', verA: 1, verB: 1 }]);
    expect(movesOf(facts, carry, 3, verdicts[3]!)).toEqual([]);
  });

  it('lets a wish replace another meeting', () => {
    const without = board([meeting('2', 'b', 'q', 1)]);
    const own = linesOf(indexBoard(without, 'en'), 'dm', new Map()).find(({ id }) => id === 'b')!;
    const wish = { pairing: '', dm: 'b', pitch: 'p' };
    const verdicts = verdictsOf(without, wish, own);
    expect(verdicts.map(({ may }) => may)).toEqual(['place', 'replace', 'no', 'place']);
    expect(movesOf(without, wish, 1, verdicts[1]!)).toEqual([
      { do: 'remove', pairing: '2', ver: 1 },
      { do: 'place', dm: 'b', pitch: 'p', start: at(1) },
    ]);
  });

  it('counts meetings and wishes of a line, and reuses an unchanged line', () => {
    const index = indexBoard(facts, 'en');
    const lines = linesOf(index, 'pitch', new Map());
    expect(lines.map(({ id, met, wishes }) => [id, met, wishes])).toEqual([
      ['p', 2, 2],
      ['q', 1, 2],
    ]);
    const again = linesOf(indexBoard({ ...facts }, 'en'), 'pitch', new Map(lines.map((one) => [one.id, one])));
    expect(again[0]).toBe(lines[0]);
  });
});
