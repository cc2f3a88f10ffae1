import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Board, meetingsOn } from '#application/pairing/rules/board.ts';
import { allBreaks } from '#application/pairing/rules/breaks.ts';
import { boardOf, whyNot } from '#application/pairing/rules/explain.ts';
import { bestSet } from '#application/pairing/rules/flow.ts';
import { commonSlots, edgesOf, type Instance, type Participant, weightOf } from '#application/pairing/rules/instance.ts';
import { boundBy, programmeOf } from '#application/pairing/rules/linear.ts';
import { planAtOnce } from '#application/pairing/rules/make-plan.ts';
import { type Meeting, violationsOf } from '#application/pairing/rules/verify.ts';
import { forum } from '../../../bench/pairing/regimes.ts';

const options = { seed: 7, iterations: 400, calming: 500 };

function participants(count: number, slots: number): fc.Arbitrary<Participant[]> {
  const one = fc
    .record({
      cells: fc.array(fc.constantFrom('free', 'free', 'free', 'away', 'away', 'taken'), { minLength: slots, maxLength: slots }),
      quota: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
    })
    .map(({ cells, quota }): Participant => {
      const taken = cells.map((cell) => cell === 'taken');
      return { free: cells.map((cell) => cell === 'free'), taken, quota, has: taken.filter(Boolean).length };
    });
  return fc.array(one, { minLength: count, maxLength: count });
}

/** Up to `most` of everything, small enough to try every plan. */
function forums(most: number, slots: number): fc.Arbitrary<Instance> {
  return fc.tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: slots })).chain(([d, p, t]) =>
    fc.record({
      blocks: fc.constant(Array.from({ length: t }, (_, slot) => Math.floor(slot / 4))),
      follows: fc.constant(Array.from({ length: t }, (_, slot) => slot % 4 > 0)),
      mostInRow: fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY),
      tables: fc.array(fc.constantFrom(1, 2, Number.POSITIVE_INFINITY), { minLength: t, maxLength: t }),
      dms: participants(d, t),
      pitches: participants(p, t),
      wishes: fc.array(
        fc.subarray(Array.from({ length: p }, (_, index) => index)).map((list) => list.map((pitch, index) => ({ pitch, rank: index + 1 }))),
        { minLength: d, maxLength: d },
      ),
      isFair: fc.boolean(),
    }),
  );
}

/** The longest row in which some meeting of the plan stands. */
function longestRow({ follows, dms }: Instance, plan: readonly Meeting[]): number {
  let longest = 0;
  for (const [dm, { taken }] of dms.entries()) {
    const own = new Set(plan.filter((one) => one.dm === dm).map(({ slot }) => slot));
    const letters = taken.map((isTaken, slot) => `${follows[slot] ? '' : '|'}${own.has(slot) ? 'm' : isTaken ? 't' : '.'}`).join('');
    for (const row of letters.split(/[|.]/)) if (row.includes('m')) longest = Math.max(longest, row.length);
  }
  return longest;
}

/** The best of all plans, by trying each. */
function bestOfAll(instance: Instance): number {
  const edges = edgesOf(instance);
  const board = new Board(instance, edges);
  const from = (edge: number): number => {
    if (edge === edges.count) return board.score;
    let best = from(edge + 1);
    if (!board.hasRoom(edge)) return best;
    const [dm, pitch] = [edges.dm[edge]!, edges.pitch[edge]!];
    for (const slot of edges.common[edge]!) {
      if (!board.hasTable(slot) || board.atDm(dm, slot) >= 0 || board.atPitch(pitch, slot) >= 0) continue;
      board.place(edge, slot);
      if (!violationsOf(instance, meetingsOn(board)).some(({ violation }) => violation === 'inrow')) best = Math.max(best, from(edge + 1));
      board.remove(edge);
    }
    return best;
  };
  return from(0);
}

describe('S06 the timetable of automatic pairing', () => {
  it('V04 V05 V06 V07 follows every rule for any forum, according to the independent check', () => {
    fc.assert(
      fc.property(forums(7, 8), (instance) => {
        const plan = planAtOnce(instance, options);
        expect(violationsOf(instance, plan.meetings)).toEqual([]);
        expect(plan.score).toBeLessThanOrEqual(plan.bound + 1e-9);
      }),
      { numRuns: 150 },
    );
  });

  it('is the best of all plans where all can be tried, and the bound is never below it', () => {
    fc.assert(
      fc.property(forums(3, 3), (instance) => {
        const best = bestOfAll(instance);
        expect(bestSet(instance, edgesOf(instance)).bound).toBeGreaterThanOrEqual(best - 1e-9);
        expect(planAtOnce(instance, options).score).toBe(best);
        const programme = programmeOf(instance, edgesOf(instance), { fixed: [], start: [] });
        expect(
          boundBy(
            programme,
            programme.rows.map((_, row) => (row % 4) * 7),
          ),
        ).toBeGreaterThanOrEqual(best - 1e-9);
      }),
      { numRuns: 150 },
    );
  });

  it('a meeting gives its table to one that has no other slot, and moves or ends where that is worth more', () => {
    const all = (cells: string, quota = 1): Participant => ({
      ...{ free: [...cells].map((cell) => cell === '1'), taken: [...cells].map((cell) => cell === 't') },
      ...{ quota, has: [...cells].filter((cell) => cell === 't').length },
    });
    const open = { blocks: [0, 0, 0], follows: [false, true, true], mostInRow: 3, isFair: true };
    const wish = (...pitches: number[]) => pitches.map((pitch, index) => ({ pitch, rank: index + 1 }));
    // The second decision maker's first wish sits at the only table of slot 0, where the third can have their only meeting.
    const first: Instance = {
      ...{ ...open, tables: [1, 2, 1], dms: [all('011'), all('110'), all('101', 2)] },
      ...{ pitches: [all('100'), all('11t', Number.POSITIVE_INFINITY), all('t11', Number.POSITIVE_INFINITY)], wishes: [[], wish(0, 1), wish(1)] },
    };
    // A meeting at the only table of slot 0 could be at slot 1 as well.
    const second: Instance = {
      ...{ blocks: [0, 0], follows: [false, true], mostInRow: 2, isFair: false, tables: [1, 2], dms: [all('11'), all('11'), all('11', 2)] },
      ...{ pitches: [all('t1', Number.POSITIVE_INFINITY), all('11'), all('11')], wishes: [wish(1), [], wish(0, 2)] },
    };
    for (const instance of [first, second]) expect(planAtOnce(instance, options).score).toBe(bestOfAll(instance));
  });

  it('no decision maker has more meetings in a row than the forum allows, including manual ones, plans with a baseline and plans with fewer breaks', () => {
    fc.assert(
      fc.property(forums(7, 12), fc.integer({ min: 1, max: 3 }), (open, mostInRow) => {
        const before = planAtOnce({ ...open, mostInRow: Number.POSITIVE_INFINITY }, options);
        const instance = { ...open, mostInRow };
        for (const baseline of [undefined, before.meetings]) {
          const plan = planAtOnce(instance, { ...options, ...(baseline && { baseline }) });
          expect(longestRow(instance, plan.meetings)).toBeLessThanOrEqual(mostInRow);
          expect(violationsOf(instance, plan.meetings)).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('the idle slot that a full row needs is no break; any other one is', () => {
    const all = { free: [true, true, true, true], taken: [false, false, false, false], quota: Number.POSITIVE_INFINITY, has: 0 };
    const instance: Instance = {
      ...{ blocks: [0, 0, 0, 0], follows: [false, true, true, true], mostInRow: 2, isFair: false },
      ...{ tables: [9, 9, 9, 9], dms: [all], pitches: [all, all, all], wishes: [[0, 1, 2].map((pitch) => ({ pitch, rank: pitch + 1 }))] },
    };
    const breaks = (forum: Instance, ...slots: number[]) =>
      allBreaks(
        boardOf(
          forum,
          slots.map((slot, pitch) => ({ dm: 0, pitch, slot })),
        ),
      );
    expect([breaks(instance, 0, 1, 3), breaks(instance, 0, 2, 3), breaks(instance, 0, 3)]).toEqual([0, 1, 1]);
    expect(breaks({ ...instance, mostInRow: Number.POSITIVE_INFINITY }, 0, 1, 3)).toBe(1);
  });

  it('the independent check finds every row that is too long', () => {
    fc.assert(
      fc.property(forums(7, 12), fc.integer({ min: 1, max: 3 }), (open, mostInRow) => {
        const { meetings } = planAtOnce({ ...open, mostInRow: Number.POSITIVE_INFINITY }, options);
        const found = violationsOf({ ...open, mostInRow }, meetings).filter(({ violation }) => violation === 'inrow');
        expect(found.length > 0).toBe(longestRow(open, meetings) > mostInRow);
      }),
      { numRuns: 150 },
    );
  });

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(forums(6, 6), (instance) => {
        expect(planAtOnce(instance, options)).toEqual(planAtOnce(instance, options));
      }),
      { numRuns: 30 },
    );
  });

  it('starts from a released plan: nothing moves while nothing has changed', () => {
    fc.assert(
      fc.property(forums(6, 6), (instance) => {
        const first = planAtOnce(instance, options);
        const again = planAtOnce(instance, { ...options, baseline: first.meetings });
        expect(again.score).toBeGreaterThanOrEqual(first.score);
        if (again.score === first.score && first.breaks === 0) expect(again.stayed).toBe(first.meetings.length);
      }),
      { numRuns: 60 },
    );
  });

  it('a repair leaves the rest of the timetable unchanged, and its value is hardly lower than that of a new plan', () => {
    const forum50 = forum([50, 60, 24], 'real', 1);
    const budget = { seed: 1, iterations: 4_000, calming: 50_000 };
    const before = planAtOnce(forum50, budget);
    const lost = (slot: number) => forum50.blocks[slot] === 0;
    const dms = forum50.dms.map((one, dm) => (dm === 1 ? { ...one, free: one.free.map((free, slot) => free && !lost(slot)) } : one));
    const hurt = { ...forum50, dms };
    const repaired = planAtOnce(hurt, { ...budget, baseline: before.meetings });
    expect(violationsOf(hurt, repaired.meetings)).toEqual([]);
    const own = before.meetings.filter(({ dm, slot }) => dm === 1 && lost(slot)).length;
    expect(own).toBeGreaterThan(2);
    // Those in the lost time among them.
    expect(before.meetings.length - repaired.stayed).toBeLessThanOrEqual(own + 0.02 * before.meetings.length);
    expect(repaired.score).toBeGreaterThanOrEqual(planAtOnce(hurt, budget).score * 0.998);
  });

  it('two meetings are always worth more than one', () => {
    for (let rank = 1; rank < 40; rank += 1) expect(2 * weightOf(40)).toBeGreaterThanOrEqual(weightOf(rank));
  });
});

describe('the independent check', () => {
  const free = (): Participant => ({ free: [true, true], taken: [false, false], quota: Number.POSITIVE_INFINITY, has: 0 });
  const instance: Instance = {
    blocks: [0, 0],
    follows: [false, true],
    mostInRow: Number.POSITIVE_INFINITY,
    tables: [1, 1],
    dms: [free(), free()],
    pitches: [free(), free()],
    wishes: [
      [
        { pitch: 0, rank: 1 },
        { pitch: 1, rank: 2 },
      ],
      [{ pitch: 0, rank: 1 }],
    ],
    isFair: false,
  };
  const violated = (plan: { dm: number; pitch: number; slot: number }[], forum = instance) => violationsOf(forum, plan).map(({ violation }) => violation);

  it('V06 finds a meeting without a wish', () => expect(violated([{ dm: 1, pitch: 1, slot: 0 }])).toEqual(['notwished']));
  it('V07 finds a meeting outside of the free slots', () => {
    const away = { ...instance, dms: [{ ...free(), free: [false, true] }, free()] };
    expect(violated([{ dm: 0, pitch: 0, slot: 0 }], away)).toEqual(['notfree']);
    expect(commonSlots(away, 0, 0)).toEqual([1]);
  });
  it('V05 finds a pair that meets twice', () =>
    expect(
      violated([
        { dm: 0, pitch: 0, slot: 0 },
        { dm: 0, pitch: 0, slot: 1 },
      ]),
    ).toEqual(['paired']));
  it('V04 finds two meetings at one time, and a missing table', () => {
    expect(
      violated([
        { dm: 0, pitch: 0, slot: 0 },
        { dm: 1, pitch: 0, slot: 0 },
      ]),
    ).toEqual(['overlap', 'room']);
  });

  it('explains an unmet wish: nothing in the way, no table left, another meeting there', () => {
    const reason = (plan: { dm: number; pitch: number; slot: number }[], forum = instance) => whyNot(forum, plan, 0, 1).reason;
    const tables = (count: number) => ({ ...instance, tables: instance.tables.map(() => count) });
    expect(reason([], tables(1))).toBe('open');
    const elsewhere = [0, 1].map((slot) => ({ dm: 1, pitch: 0, slot }));
    expect(reason(elsewhere, tables(1))).toBe('tables');
    expect(reason(elsewhere, tables(2))).toBe('open');
    const busy = [0, 1].map((slot) => ({ dm: 0, pitch: 0, slot }));
    expect(reason(busy, tables(2))).toBe('displaced');
    const first = [{ dm: 0, pitch: 0, slot: 0 }];
    expect(reason(first, { ...tables(2), mostInRow: 1 })).toBe('inrow');
    expect(reason(first, { ...tables(2), mostInRow: 1, follows: [false, false] })).toBe('open');
  });
});
