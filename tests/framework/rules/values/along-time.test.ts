import { describe, expect, it } from 'vitest';
import { byDay, byHour, lastMonths } from '#rules/values/along-time.ts';

const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00Z`);

describe('counts along time', () => {
  it('R10 every day of the window is there, on the campaign’s own clock', () => {
    const hours = [
      { at: '2026-03-01 15', count: 2 }, // 23:00 in Taipei
      { at: '2026-03-01 16', count: 3 }, // midnight of the next day
      { at: '2026-03-03 01', count: 4 },
    ];
    expect(byDay(hours, 8, at('2026-03-01 02:00'), at('2026-03-03 03:00'))).toEqual([
      { at: '2026-03-01', count: 2 },
      { at: '2026-03-02', count: 3 },
      { at: '2026-03-03', count: 4 },
    ]);
    expect(byDay(hours, -11, at('2026-03-01 12:00'), at('2026-03-01 20:00'))).toEqual([{ at: '2026-03-01', count: 5 }]);
  });

  it('R10 every hour up to the last one, across midnight', () => {
    expect(byHour([{ at: '2026-03-01 16', count: 3 }], 8, at('2026-03-01 15:30'), at('2026-03-01 17:10'))).toEqual([
      { at: '2026-03-01 23', count: 0 },
      { at: '2026-03-02 00', count: 3 },
      { at: '2026-03-02 01', count: 0 },
    ]);
  });

  it('R10 months are counted back over the new year', () => {
    expect(lastMonths(at('2026-01-31 17:00'), 8, 3)).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(lastMonths(at('2026-01-31 17:00'), 0, 3)).toEqual(['2025-11', '2025-12', '2026-01']);
  });
});
