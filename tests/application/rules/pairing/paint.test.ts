import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotsOf } from '#application/pairing/rules/grid.ts';
import { cellsOf, freeOf, gridOf, lostTimes, painted } from '#application/pairing/rules/paint.ts';
import type { Interval } from '#rules/values/intervals.ts';

const campaignOf = (days: { slot: number; gap: number }[], zone = 'GMT+8') => ({
  zone,
  days: days.map(({ slot, gap }, index) => ({ date: `2026-05-0${index + 1}`, start: '09:00:00', end: '17:00:00', slot, gap })),
});
const days = fc.array(fc.record({ slot: fc.integer({ min: 5, max: 90 }), gap: fc.integer({ min: 0, max: 120 }) }), { minLength: 1, maxLength: 4 });
const stamp = (minute: number) => new Date(Date.UTC(2026, 3, 30) + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const interval = fc
  .tuple(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 1, max: 900 }))
  .map(([from, length]): Interval => ({ start: stamp(from), end: stamp(from + length) }));
const painting = fc.constantFrom('whole' as const, 'any' as const);

describe('times painted on the grid', () => {
  it('cells → intervals → cells gives the same cells, whatever the list had before', () => {
    fc.assert(
      fc.property(days, fc.array(interval, { maxLength: 8 }), painting, fc.infiniteStream(fc.boolean()), (plan, list, how, wanted) => {
        const slots = slotsOf(campaignOf(plan));
        const cells = slots.map(() => wanted.next().value === true);
        expect(cellsOf(painted(list, slots, cells, how), slots, how)).toEqual(cells);
      }),
    );
  });

  it('the lost times of a change are those that were free and are not any more', () => {
    const covers = (list: readonly Interval[], at: string) => list.some(({ start, end }) => start <= at && at < end);
    const times = fc.array(interval, { maxLength: 4 });
    fc.assert(
      fc.property(times, times, times, times, fc.boolean(), (open, away, openThen, awayThen, isDm) => {
        const before = isDm ? { available: open, unavailable: away } : { unavailable: away };
        const after = isDm ? { available: openThen, unavailable: awayThen } : { unavailable: awayThen };
        const isFree = ({ available, unavailable }: { available?: Interval[]; unavailable: Interval[] }, at: string) =>
          (!available || covers(available, at)) && !covers(unavailable, at);
        const lost = lostTimes(before, after);
        for (let minute = 0; minute < 9_900; minute += 211) {
          const at = stamp(minute);
          expect(covers(lost, at)).toBe(isFree(before, at) && !isFree(after, at));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('times outside the grid are unchanged, and nothing changes where no cell does', () => {
    fc.assert(
      fc.property(days, fc.array(interval, { maxLength: 8 }), painting, fc.infiniteStream(fc.boolean()), (plan, list, how, wanted) => {
        const slots = slotsOf(campaignOf(plan));
        expect(painted(list, slots, cellsOf(list, slots, how), how)).toEqual(list);
        const next = painted(
          list,
          slots,
          slots.map(() => wanted.next().value === true),
          how,
        );
        const dates = [...new Set(slots.map(({ block }) => block.slice(0, 10)))];
        const spans = dates.map((date) => {
          const own = slots.filter(({ block }) => block.startsWith(date));
          return { start: own[0]!.start, end: own.at(-1)!.end };
        });
        expect(freeOf(next, spans)).toEqual(freeOf(list, spans));
      }),
    );
  });

  it('neighbours become one interval with their gap, and removing one leaves no small gap', () => {
    const slots = slotsOf(campaignOf([{ slot: 20, gap: 10 }], 'GMT'));
    const morning = painted(
      [],
      slots,
      slots.map((_slot, index) => index < 4),
      'whole',
    );
    expect(morning).toEqual([{ start: '2026-05-01 09:00:00', end: '2026-05-01 10:50:00' }]);
    expect(
      painted(
        morning,
        slots,
        slots.map((_slot, index) => index < 4 && index !== 2),
        'whole',
      ),
    ).toEqual([
      { start: '2026-05-01 09:00:00', end: '2026-05-01 09:50:00' },
      { start: '2026-05-01 10:30:00', end: '2026-05-01 10:50:00' },
    ]);
  });

  it('absence counts where it touches a slot, availability only where it covers all of it', () => {
    const slots = slotsOf(campaignOf([{ slot: 20, gap: 10 }], 'GMT'));
    const odd = [{ start: '2026-05-01 09:10:00', end: '2026-05-01 09:55:00' }];
    expect(cellsOf(odd, slots, 'whole').slice(0, 3)).toEqual([false, true, false]);
    expect(cellsOf(odd, slots, 'any').slice(0, 3)).toEqual([true, true, false]);
  });

  it('the grid of days with different hours has a gap where a day has no slot', () => {
    const slots = slotsOf({
      zone: 'GMT+8',
      days: [
        { date: '2026-05-01', start: '10:00:00', end: '11:00:00', slot: 30 },
        { date: '2026-05-02', start: '10:30:00', end: '11:00:00', slot: 30 },
      ],
    });
    const grid = gridOf(slots, 8);
    expect(grid.days.map(({ date }) => date)).toEqual(['2026-05-01', '2026-05-02']);
    expect(grid.times).toEqual([
      { time: '10:00', slots: [0, undefined] },
      { time: '10:30', slots: [1, 2] },
    ]);
  });
});
