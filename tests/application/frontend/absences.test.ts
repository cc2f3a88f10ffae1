import { describe, expect, it } from 'vitest';
import { slotsOf } from '#application/pairing/rules/grid.ts';
import { daysOf, lossesOf, lossIn, linesOf as writtenLines } from '#screens/pairing/runs/absences.ts';

/** Two days of meetings of 20 minutes, on a clock eight hours ahead of UTC: 09:00 to 12:00 with 10 between, and 14:00 to 16:00. */
const zone = 'GMT+8';
const times = { slot: 20, gap: 10, rooms: ['1'] };
const slots = slotsOf({
  zone,
  days: [
    { date: '2026-05-01', start: '09:00:00', end: '12:00:00', ...times },
    { date: '2026-05-02', start: '14:00:00', end: '16:00:00', ...times },
  ],
}).map((slot) => ({ ...slot, rooms: ['1'] }));
const days = daysOf({ slots, campaign: { id: 'c', title: '', etitle: '', zone, programs: [] } });
const linesOf = (address: string) => writtenLines(lossIn(new URLSearchParams(address)), days, zone).map(({ key: _, ...line }) => line);
const address = (who: string, ...away: string[]) => new URLSearchParams([['repair', who], ...away.map((one) => ['away', one])]).toString();

describe('E07 the times that a form would remove, as its address has them', () => {
  it('reads the person and every period, and ignores everything else', () => {
    const stretch = { start: '2026-05-01 01:00:00', end: '2026-05-01 01:30:00' };
    expect(lossIn(new URLSearchParams('campaign=c'))).toBeUndefined();
    for (const who of ['', 'dm', 'dm ', 'juror 1', 'dm a b']) expect(lossIn(new URLSearchParams(address(who)))).toBeUndefined();
    expect(lossIn(new URLSearchParams(address('dm a')))).toEqual({ who: 'dm a', away: [] });
    const broken = ['', '/', '2026-05-01 01:00:00', `${stretch.end}/${stretch.start}`, `${stretch.start}/${stretch.start}`];
    expect(lossIn(new URLSearchParams(address('pitch p', ...broken, `${stretch.start}/${stretch.end}`)))).toEqual({ who: 'pitch p', away: [stretch] });
  });

  it('is the whole first day where no time is given', () => {
    const whole = { day: '2026-05-01', from: '09:00', until: '11:50' };
    expect(linesOf('campaign=c')).toEqual([{ who: '', ...whole }]);
    expect(linesOf(address('dm a'))).toEqual([{ who: 'dm a', ...whole }]);
    // What lies beside every forum day is no time to repair for.
    expect(linesOf(address('dm a', '2026-05-03 00:00:00/2026-05-04 00:00:00'))).toEqual([{ who: 'dm a', ...whole }]);
    expect(linesOf(address('dm a', '2026-04-30 00:00:00/2026-05-01 01:00:00'))).toEqual([{ who: 'dm a', ...whole }]);
  });

  it('is cut to the forum days: a whole day stays whole, and a part of a slot stays a part', () => {
    expect(linesOf(address('dm a', '2026-05-01 00:00:00/2026-05-01 16:00:00'))).toEqual([{ who: 'dm a', day: '2026-05-01', from: '09:00', until: '11:50' }]);
    expect(linesOf(address('dm a', '2026-04-01 00:00:00/2026-06-01 00:00:00'))).toEqual([
      { who: 'dm a', day: '2026-05-01', from: '09:00', until: '11:50' },
      { who: 'dm a', day: '2026-05-02', from: '14:00', until: '15:50' },
    ]);
    expect(linesOf(address('dm a', '2026-05-01 01:07:00/2026-05-01 01:13:00'))).toEqual([{ who: 'dm a', day: '2026-05-01', from: '09:07', until: '09:13' }]);
    // On the campaign's clock it is the second of May already.
    expect(linesOf(address('dm a', '2026-05-01 20:00:00/2026-05-02 06:10:00'))).toEqual([{ who: 'dm a', day: '2026-05-02', from: '14:00', until: '14:10' }]);
  });

  it('has a line for each period, and gives the same address again', () => {
    const away = [
      { start: '2026-05-01 01:00:00', end: '2026-05-01 01:30:00' },
      { start: '2026-05-01 02:05:00', end: '2026-05-01 03:20:00' },
      { start: '2026-05-02 06:00:00', end: '2026-05-02 07:50:00' },
    ];
    const lost = lossIn(new URLSearchParams(address('pitch p', ...away.map(({ start, end }) => `${start}/${end}`))));
    const lines = writtenLines(lost, days, zone);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
    expect(lossesOf(lines, zone)).toEqual([{ side: 'pitch', id: 'p', away }]);
    // A second person beside, of the other side, with a time typed in short.
    const late = { key: 0, who: 'dm a', day: '2026-05-02', from: '1400', until: '15:00' };
    expect(lossesOf([...lines, late], zone)).toEqual([
      { side: 'pitch', id: 'p', away },
      { side: 'dm', id: 'a', away: [{ start: '2026-05-02 06:00:00', end: '2026-05-02 07:00:00' }] },
    ]);
    // Nothing is worked out while a line is unfinished or the wrong way round.
    for (const change of [{ who: '' }, { from: '' }, { until: '25:00' }, { until: '14:00' }]) expect(lossesOf([{ ...late, ...change }], zone)).toBeUndefined();
  });
});
