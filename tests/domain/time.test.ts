import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { statisticsOf } from '#application/campaign/rules/statistics.ts';
import { timesOf } from '#application/mailing/rules/mail-template.ts';
import { clockAt, inZone, momentIn, zoneHours, zoneName } from '#framework/time.ts';
import { inBothZones } from '#screens/enrolment/site/engine/times.ts';

const codes = (JSON.parse(readFileSync('schemas/codes/time_zone.json', 'utf8')) as { codes: { code: string }[] }).codes.map(({ code }) => code);
const noon = '2026-03-05 12:00:00';

describe('B05 the clock', () => {
  it('B05 the zones that can be chosen are GMT-11 to GMT+12, GMT itself counting no hour', () => {
    expect(codes.map(zoneHours)).toEqual(Array.from({ length: 24 }, (_, index) => index - 11));
    expect(codes.map((code) => zoneName(zoneHours(code) * 60))).toEqual(codes);
    expect([zoneHours('GMT+0'), zoneHours('GMT-0'), zoneHours('GMT+5:30'), zoneHours(''), zoneHours(undefined), zoneHours('CST')]).toEqual([
      0, 0, 5.5, 8, 8, 8,
    ]);
  });

  it('B05 mails, pages, plots and addresses agree on every one of them', () => {
    for (const code of codes) {
      const shown = inZone(noon, code);
      expect(timesOf(noon, code, 'en').time, code).toBe(`${shown} (${code})`);
      expect(inBothZones(noon, code, 0).there, code).toBe(`${shown} (${code})`);
      expect(momentIn(shown, code), code).toBe(noon);
      const one = { begunAt: noon, submittedAt: noon, status: 'submitted', country: 'TW', genres: [], len: '', stage: null, programs: [] };
      const { days } = statisticsOf({ times: { start: '', end: '', zone: code }, enrolments: [one] }, undefined, noon);
      expect(
        days.map(({ at }) => at),
        code,
      ).toEqual([shown.slice(0, 10)]);
    }
  });

  it('a moment of an address is read by its own offset, else in the zone', () => {
    expect(['2026-12-01T08:00Z', '2026-12-01T08:00+08:00', '2026-12-01 08:00', 'tomorrow', '2026-13-01 08:00'].map((text) => momentIn(text, 'GMT+8'))).toEqual([
      '2026-12-01 08:00:00',
      '2026-12-01 00:00:00',
      '2026-12-01 00:00:00',
      undefined,
      undefined,
    ]);
    expect([zoneName(480), zoneName(330), zoneName(0), zoneName(-210), clockAt(0, 480)]).toEqual(['GMT+8', 'GMT+5:30', 'GMT', 'GMT-3:30', '1970-01-01 08:00']);
  });
});
