/** When a reminder shows, and how far away what it is about is. */
import { describe, expect, it } from 'vitest';
import { datesShown, dueDay, dueGroup, showsAgain } from '#rules/records/reminder.ts';

describe('a reminder', () => {
  it('before a date shows as long before it as it says, and as long after it', () => {
    expect(datesShown({ field: 'ends', days: -30 }, '2026-05-20')).toEqual({ from: '2026-04-20', till: '2026-06-20' });
    expect(datesShown({ field: 'ends', days: -30, until: 0 }, '2026-05-20')).toEqual({ from: '2026-05-20', till: '2026-06-20' });
  });

  it('after a date shows from that day on, for good or for so long', () => {
    expect(datesShown({ field: 'sent', days: 60 }, '2026-05-20')).toEqual({ from: '1000-01-01', till: '2026-03-22' });
    expect(datesShown({ field: 'sent', days: 60, until: 10 }, '2026-05-20')).toEqual({ from: '2026-03-11', till: '2026-03-22' });
    expect(datesShown({ field: 'sent', days: 0 }, '2026-05-20').till).toBe('2026-05-21');
  });

  it('is due on the date that it comes before, and so long after the one that it follows', () => {
    expect([dueDay({ field: 'ends', days: -30 }, '2026-06-01'), dueDay({ field: 'sent', days: 60 }, '2026-03-21')]).toEqual(['2026-06-01', '2026-05-20']);
  });

  it('stands under overdue, today, this week or later; a week ends with Sunday', () => {
    // a Wednesday
    expect(['2026-05-19', '2026-05-20', '2026-05-21', '2026-05-24', '2026-05-25'].map((day) => dueGroup(day, '2026-05-20'))).toEqual([
      'overdue',
      'today',
      'week',
      'week',
      'later',
    ]);
    expect(dueGroup('2026-05-25', '2026-05-24')).toBe('later');
  });

  it('that was put off comes back tomorrow, in a week, or never', () => {
    expect((['tomorrow', 'week', 'done'] as const).map((word) => showsAgain(word, '2026-12-31'))).toEqual(['2027-01-01', '2027-01-07', '']);
  });
});
