/** Rules of automations (x-on): the moments of the clock, and which earlier step a step reads (decision 084, issue 13.3). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressionOf } from '#codegen/describe/parse-expression.ts';
import type { AutomationStep } from '#codegen/model.ts';
import { dayAt, homeZone, instant, stampOf, weekday } from '#framework/time.ts';
import { stepsBefore } from '#rules/automation.ts';
import { nextDue } from '#rules/clockwork.ts';

const day = 86_400_000;

describe('the next moment of the clock, in the home zone of the application (GMT+8)', () => {
  const next = (when: { every: 'day' | 'week' | 'month'; on?: number; at: string }, after: string) => stampOf(nextDue(when, instant(after)));

  it.each([
    [{ every: 'day', at: '08:30' }, '2026-05-20 00:29:59', '2026-05-20 00:30:00'],
    [{ every: 'day', at: '08:30' }, '2026-05-20 00:30:00', '2026-05-21 00:30:00'],
    [{ every: 'day', at: '00:00' }, '2026-05-20 15:00:00', '2026-05-20 16:00:00'],
    [{ every: 'week', on: 1, at: '09:00' }, '2026-05-20 00:00:00', '2026-05-25 01:00:00'],
    [{ every: 'month', on: 1, at: '09:00' }, '2026-05-20 00:00:00', '2026-06-01 01:00:00'],
    [{ every: 'month', on: 31, at: '09:00' }, '2026-02-01 00:00:00', '2026-02-28 01:00:00'],
    [{ every: 'month', on: 31, at: '09:00' }, '2026-02-28 01:00:00', '2026-03-31 01:00:00'],
    [{ every: 'month', on: 29, at: '09:00' }, '2028-02-28 12:00:00', '2028-02-29 01:00:00'],
  ] as const)('of %j after %s is %s', (when, after, wanted) => expect(next(when, after)).toBe(wanted));

  it('is later, at the hour, on the day, and none lies between', () => {
    const when = fc.record({
      every: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      on: fc.integer({ min: 1, max: 7 }),
      minute: fc.nat(1439),
    });
    fc.assert(
      fc.property(when, fc.integer({ min: 0, max: 40_000 * 1440 }), ({ every, on, minute }, minutes) => {
        const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const after = minutes * 60_000;
        const due = nextDue({ every, on, at }, after);
        expect(due).toBeGreaterThan(after);
        expect(due - after).toBeLessThanOrEqual({ day: 1, week: 7, month: 31 }[every] * day);
        expect(stampOf(due + 8 * 3_600_000).slice(11, 16)).toBe(at);
        const home = dayAt(due, homeZone.value);
        if (every === 'week') expect(weekday(home)).toBe(on - 1);
        if (every === 'month') expect(Number(home.slice(8))).toBe(on);
        expect(nextDue({ every, on, at }, due - 1)).toBe(due);
      }),
    );
  });
});

describe('the earlier steps that a step reads', () => {
  const create = (as: string): AutomationStep => ({ do: 'create', object: 'task', values: {}, as });
  const set = (text: string): AutomationStep => ({ do: 'set', values: { note: expressionOf(text) } });
  const mail = (said: string): AutomationStep => ({ do: 'mail', roles: [], fields: [], subject: { tw: said, en: said }, text: { tw: '', en: '' } });

  it('are those whose names it says', () => {
    expect([...stepsBefore([create('one'), create('two'), set("two.id + 'one'")], 2)]).toEqual([['two', 1]]);
    expect([...stepsBefore([create('one'), mail('{one.id} of {name}')], 1)]).toEqual([['one', 0]]);
  });

  it('are none that come after it, and none of a webhook', () => {
    expect([...stepsBefore([set('one.id'), create('one')], 0)]).toEqual([]);
    expect([...stepsBefore([create('one'), { do: 'webhook', hook: 'one' }], 1)]).toEqual([]);
  });
});
