import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statisticsOf } from '#application/campaign/rules/statistics.ts';
import { inBothZones } from '#application/enrolment/rules/times.ts';
import { timesOf } from '#application/mailing/rules/mail-template.ts';
import { readZone, visitorTime } from '#framework/print/visitor-zone.ts';
import { clockAt, instant, inZone, isDay, iso, isStamp, minutesAhead, momentIn, stampOf, utcDay, zoneHours, zoneName } from '#framework/time.ts';

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

  it('B05 mails, pages, plots and addresses use the same zones', () => {
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

  it('B05 a stamp is read as the moment from which it was made, and only real dates are accepted', () => {
    fc.assert(
      fc.property(seconds, (second) => {
        const [at, stamp] = [second * 1000, stampOf(second * 1000 + 999)];
        expect([instant(stamp), instant(iso(stamp)), instant(`${stamp.slice(0, 16)}:00`) <= at]).toEqual([at, at, true]);
        expect([isStamp(stamp), isDay(utcDay(at)), utcDay(at)]).toEqual([true, true, stamp.slice(0, 10)]);
      }),
    );
    expect(['2026-02-30 00:00:00', '2026-13-01 00:00:00', '2026-03-05 24:00:00', '2026-03-05', '2026-03-05T12:00:00Z', ''].map(isStamp)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    expect(['2026-02-29', '2024-02-29', '2026-2-1', ''].map(isDay)).toEqual([false, true, false, false]);
  });

  it('B05 every offset from UTC has a name that is read back, to the minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: -14 * 60, max: 14 * 60 }), seconds, (minutes, second) => {
        const [zone, stamp] = [zoneName(minutes), stampOf(Math.floor(second / 60) * 60_000)];
        const shown = inZone(stamp, zone);
        expect(shown).toBe(clockAt(instant(stamp), minutes));
        expect(momentIn(shown, zone)).toBe(stamp);
      }),
      { numRuns: 3_000 },
    );
  });

  it("S02 a visitor's time is that of the world's list in every zone, GMT and those of Etc with their turned signs too", () => {
    const zones = [...new Set(['GMT', 'UTC', 'Etc/GMT', 'Etc/GMT+8', 'Etc/GMT-14', 'Etc/UTC', 'Asia/Kathmandu', ...Intl.supportedValuesOf('timeZone')])];
    fc.assert(
      fc.property(fc.constantFrom(...zones), recent, (name, second) => {
        const at = Math.floor(second / 60) * 60_000;
        const zone = readZone(name);
        const { text } = visitorTime(stampOf(at), zone!); // a zone of the list
        const parts = new Intl.DateTimeFormat('en-CA', { ...spelled, timeZone: name }).formatToParts(at);
        const part = (type: string) => parts.find((one) => one.type === type)?.value;
        expect(text.slice(0, 16), name).toBe(`${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`);
      }),
      { numRuns: 1_000 },
    );
    const noonAt = instant(noon);
    expect(['GMT', 'UTC', 'Etc/GMT+8', 'Etc/GMT-8', 'Asia/Taipei', 'Asia/Kathmandu'].map((name) => minutesAhead(noonAt, name))).toEqual([
      0, 0, -480, 480, 480, 345,
    ]);
    expect(['GMT', 'UTC', 'GMT+0', 'GMT-3:30'].map((given) => visitorTime(noon, readZone(given)!).zone)).toEqual(['GMT', 'GMT', 'GMT', 'GMT-3:30']); // all of them zones
  });
});

/** The seconds from 1970 to 9999, a day at both ends left to the zones. */
const seconds = fc.integer({ min: 86_400, max: 253_402_214_399 });
/** Since 1975: no zone is at odd seconds from UTC any more. */
const recent = fc.integer({ min: 157_766_400, max: 4_102_444_800 });
const spelled = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
