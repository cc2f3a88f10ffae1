/** When a backup of the schedule is due. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instant, inZone } from '#framework/time.ts';
import { dueSlot, lastSlot, mostSlotTries } from '#rules/backup-slot.ts';

const at = (stamp: string) => instant(`${stamp}:00`);

it('the last time of the day that has come, on the clock of the house', () => {
  expect(lastSlot(at('2026-11-24 18:00'), ['03:30'], 'GMT+8')).toBe(at('2026-11-23 19:30'));
  expect(lastSlot(at('2026-11-24 19:30'), ['03:30'], 'GMT+8')).toBe(at('2026-11-24 19:30'));
  expect(lastSlot(at('2026-11-24 18:00'), ['03:30', '15:30'], 'GMT+8')).toBe(at('2026-11-24 07:30'));
  expect(lastSlot(at('2026-11-24 18:00'), [], 'GMT+8')).toBeUndefined();
});

it('is never in the future, never older than a day, and always at one of the times', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  fc.assert(
    fc.property(
      fc.integer({ min: at('2000-01-01 00:00'), max: at('2100-01-01 00:00') }),
      fc.array(time, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: -11, max: 13 }),
      (now, times, hours) => {
        const zone = hours ? `GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}` : 'GMT';
        const slot = lastSlot(now, times, zone) ?? Number.NaN;
        expect(slot).toBeLessThanOrEqual(now);
        expect(now - slot).toBeLessThanOrEqual(86_400_000);
        expect(times).toContain(inZone(new Date(slot).toISOString().slice(0, 19).replace('T', ' '), zone).slice(11));
      },
    ),
  );
});

it('each is begun once, again where its process ended, and given up after several times', () => {
  expect(dueSlot(5, undefined)).toEqual({ slot: 5, tries: 0, isDone: true });
  expect(dueSlot(5, { slot: 5, tries: 0, isDone: true })).toBeUndefined();
  let noted = dueSlot(9, { slot: 5, tries: 0, isDone: true });
  for (let tries = 1; tries <= mostSlotTries; tries += 1) {
    expect(noted).toEqual({ slot: 9, tries, isDone: false });
    noted = dueSlot(9, noted);
  }
  expect(noted).toMatchObject({ isDone: true });
  expect(dueSlot(9, noted)).toBeUndefined();
  expect(dueSlot(undefined, noted)).toBeUndefined();
});
