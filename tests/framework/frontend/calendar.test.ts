/** On which days a row of a calendar stands, and what it is moved to. */
import { describe, expect, it } from 'vitest';
import { dayOf, daysBetween, daysOf, movedBy } from '#admin/layouts/days.ts';
import { ownInstant, stampOf } from '#framework/time.ts';

const layout = { kind: 'calendar', field: 'out', until: 'back' } as const;
const at = (own: string) => stampOf(ownInstant(own));

describe('a row of a calendar', () => {
  it('stands from its first to its last day, of moments those on the reader’s clock', () => {
    expect(daysOf({ out: '2026-03-02', back: '2026-03-05' }, layout)).toEqual(['2026-03-02', '2026-03-05']);
    expect(daysOf({ out: '2026-03-02', back: null }, layout)).toEqual(['2026-03-02', '2026-03-02']);
    expect(daysOf({ out: '2026-03-02', back: '2026-03-05' }, { kind: 'calendar', field: 'out' })).toEqual(['2026-03-02', '2026-03-02']);
    expect(daysOf({ out: at('2026-03-02 23:59:59'), back: at('2026-03-03 00:00:00') }, layout)).toEqual(['2026-03-02', '2026-03-03']);
    expect(dayOf(undefined)).toBe('');
  });
  it('goes with its length and its time of day, over the end of a month and of summer time', () => {
    expect(movedBy({ out: '2026-02-27', back: '2026-03-01' }, layout, 7)).toEqual({ out: '2026-03-06', back: '2026-03-08' });
    expect(movedBy({ out: '2026-02-27', back: null }, layout, -1)).toEqual({ out: '2026-02-26' });
    for (const days of [-200, -1, 1, 7, 200]) {
      const moved = movedBy({ out: at('2026-03-28 09:30:15'), back: at('2026-03-29 18:00:00') }, layout, days);
      const local = (stamp: unknown) => new Date(`${String(stamp).replace(' ', 'T')}Z`);
      const [out, back] = [local(moved?.out), local(moved?.back)];
      expect([out.getHours(), out.getMinutes(), out.getSeconds(), back.getHours()]).toEqual([9, 30, 15, 18]);
      expect(daysBetween('2026-03-28', dayOf(moved?.out))).toBe(days);
      expect(daysBetween('2026-03-29', dayOf(moved?.back))).toBe(days);
    }
    expect(movedBy({ out: '9999-12-31' }, layout, 1)).toBeUndefined();
  });
});
