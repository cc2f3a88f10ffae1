/** A campaign in numbers: days and hours on its own clock, groups, and the campaign before, as far from its end. */
import { describe, expect, it } from 'vitest';
import { type CountedEnrolment, campaignBefore, type Side, statisticsOf } from '#application/campaign/rules/statistics.ts';

const one = (begunAt: string, submittedAt = '', more: Partial<CountedEnrolment> = {}): CountedEnrolment => ({
  begunAt,
  submittedAt,
  status: submittedAt ? 'submitted' : 'draft',
  country: 'TW',
  genres: ['[AR]'],
  len: '[FL]',
  stage: 0,
  programs: ['C'],
  ...more,
});
// Ends at midnight in Taipei: the last day is the tenth.
const times = { start: '2026-03-05 16:00:00', end: '2026-03-10 16:00:00', zone: 'GMT+8' };
const now = '2026-04-01 00:00:00';

describe('E01 a campaign in numbers', () => {
  it('E01 counts by day of the campaign’s clock, for each day and in total, up to the last day', () => {
    const { days, total, submitted, before } = statisticsOf(
      {
        times,
        enrolments: [
          one('2026-03-06 15:59:59', '2026-03-06 16:00:00'),
          one('2026-03-10 13:00:00', '2026-03-10 15:59:59'),
          one('2026-03-10 15:00:00'),
          one('2026-03-08 00:00:00', '2026-03-08 01:00:00', { status: 'withdrawn' }),
        ],
      },
      undefined,
      now,
    );
    expect([total, submitted, before]).toEqual([4, 3, null]);
    expect(days.map(({ at, toEnd, begun, submitted: sent, begunInAll, submittedInAll }) => [at, toEnd, begun, sent, begunInAll, submittedInAll])).toEqual([
      ['2026-03-06', -4, 1, 0, 1, 0],
      ['2026-03-07', -3, 0, 1, 1, 1],
      ['2026-03-08', -2, 1, 1, 2, 2],
      ['2026-03-09', -1, 0, 0, 2, 2],
      ['2026-03-10', 0, 2, 1, 4, 3],
    ]);
  });

  it('E01 an open window shows no future day; one that is not set shows today', () => {
    expect(statisticsOf({ times, enrolments: [] }, undefined, '2026-03-07 00:00:00').days.map(({ at }) => at)).toEqual(['2026-03-06', '2026-03-07']);
    expect(statisticsOf({ times: { start: '', end: '', zone: 'GMT+8' }, enrolments: [] }, undefined, now).days.map(({ at }) => at)).toEqual(['2026-04-01']);
  });

  it('E01 the last evening by hour', () => {
    const { hours } = statisticsOf({ times, enrolments: [one('2026-03-10 13:00:00', '2026-03-10 15:59:59'), one('2026-03-10 15:30:00')] }, undefined, now);
    expect(hours).toHaveLength(48);
    expect(hours.at(-1)).toEqual({ at: '2026-03-10 23', begun: 1, submitted: 1 });
    expect(hours.at(-3)).toEqual({ at: '2026-03-10 21', begun: 1, submitted: 0 });
  });

  it('E04 groups by field values, several genres under each, enrolments without a value last, compared with the previous campaign', () => {
    const before: Side = { times, enrolments: [one('2025-03-06 00:00:00', '', { genres: ['[CU]'] })] };
    const { groups } = statisticsOf(
      {
        times,
        enrolments: [one(now, '', { genres: ['[AR]', '[CU]'], len: '-', stage: null }), one(now, now, { genres: [], programs: ['C', 'I'], country: 'JP' })],
      },
      before,
      now,
    );
    expect(groups.genre).toEqual([
      { value: '[CU]', count: 1, before: 1 },
      { value: '[AR]', count: 1, before: 0 },
      { value: '', count: 1, before: 0 },
    ]);
    expect(groups.program).toEqual([
      { value: 'C', count: 2, before: 1 },
      { value: 'I', count: 1, before: 0 },
    ]);
    expect(groups.stage.at(-1)).toEqual({ value: '', count: 1, before: 0 });
    expect(groups.state.map(({ value, count }) => [value, count])).toEqual([
      ['draft', 1],
      ['submitted', 1],
    ]);
  });

  it('E01 the previous campaign is compared at the same distance from its own end', () => {
    const before: Side = {
      times: { start: '2025-02-01 00:00:00', end: '2025-02-20 16:00:00', zone: 'GMT+8' },
      enrolments: [one('2025-02-18 00:00:00', '2025-02-18 10:00:00'), one('2025-02-18 00:00:00', '2025-02-20 10:00:00')],
    };
    const { days } = statisticsOf({ times, enrolments: [] }, before, now);
    expect(days.map(({ toEnd, beforeInAll }) => [toEnd, beforeInAll])).toEqual([
      [-4, 0],
      [-3, 0],
      [-2, 1],
      [-1, 1],
      [0, 2],
    ]);
  });

  it('E01 the previous campaign is the one with the next lower edition, else the one that opened last before it', () => {
    const all = [
      { id: 'a', edition: 13, start: '2024' },
      { id: 'b', edition: 14, start: '2025' },
      { id: 'c', edition: 15, start: '2026' },
      { id: 'd', edition: null, start: '2025-06' },
    ];
    expect(campaignBefore(all[2]!, all)?.id).toBe('b');
    expect(campaignBefore(all[3]!, all)?.id).toBe('b');
    expect(campaignBefore(all[0]!, all)).toBeUndefined();
  });
});
