/**
 * The clock of the house: instants as rows have them ('YYYY-MM-DD hh:mm:ss' UTC) and as a zone shows them. A zone is named
 * 'GMT+8' and never by letters such as 'CST', which mean six zones. Browser and server, mails, pages and plots count by this module alone (B05). Pure.
 */
import { Slot } from '#rules/slot.ts';

/** The house's own, which the application says. */
export const homeZone = new Slot('GMT');

/** ms since 1970 of 'YYYY-MM-DD hh:mm:ss' UTC, or of that moment as pages write it ('2026-12-01T08:00Z'); NaN for what is no moment. */
export function instant(text: string): number {
  return Date.parse(text.endsWith('Z') ? text : `${text.replace(' ', 'T')}Z`);
}

/** 'YYYY-MM-DD hh:mm:ss' UTC of a date or of ms since 1970. @throws RangeError for NaN */
export function stampOf(moment: Date | number): string {
  const at = Number(moment);
  if (at !== last.at) last = { at, stamp: new Date(at).toISOString().slice(0, 19).replace('T', ' ') };
  return last.stamp;
}

/** One save asks some ten times for the same moment. */
let last = { at: Number.NaN, stamp: '' };

/** 'YYYY-MM-DD' UTC of a date or of ms since 1970. @throws RangeError for NaN */
export function utcDay(moment: Date | number): string {
  return stampOf(moment).slice(0, 10);
}

/** A stored moment as pages and addresses write it: '2026-12-01T08:00:00Z'. */
export function iso(stamp: string): string {
  return `${stamp.replace(' ', 'T')}Z`;
}

/** ms since 1970 as a Date, for what wants one. It takes no text: a text is read by `instant`, which knows that it is UTC. */
export function dateAt(at: number): Date {
  return new Date(at);
}

/** Is it 'YYYY-MM-DD hh:mm:ss', and in the calendar? `Date.parse` alone rolls 02-30 over into March. */
export function isStamp(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return false;
  const at = instant(text);
  return !Number.isNaN(at) && utcDay(at) === text.slice(0, 10);
}

/** Is it 'YYYY-MM-DD', and in the calendar? */
export function isDay(text: string): boolean {
  return isStamp(`${text} 00:00:00`);
}

/** 'YYYY-MM-DD' that the clock of the zone shows at that moment. */
export function dayAt(at: Date | number, zone: string): string {
  return inZone(stampOf(at), zone).slice(0, 10);
}

/** So many days later, or earlier; undefined beyond the calendar of four digits. */
export function addDays(day: string, days: number): string | undefined {
  return dayOrNone(instant(`${day} 00:00:00`) + days * 86_400_000);
}

/** The same day of the month so many months later, or the last that the month has; undefined beyond the calendar of four digits. */
export function addMonths(day: string, months: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOrNone(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** Days since Monday. */
export function weekday(day: string): number {
  return (new Date(instant(`${day} 00:00:00`)).getUTCDay() + 6) % 7;
}

function dayOrNone(at: number): string | undefined {
  const isInside = at >= instant('1000-01-01 00:00:00') && at <= instant('9999-12-31 00:00:00');
  return isInside ? utcDay(at) : undefined;
}

/** Hours ahead of UTC: 'GMT+8' → 8, 'GMT' → 0; what is no such zone is the house's own. */
export function zoneHours(zone: unknown): number {
  const found = named(zone) ?? named(homeZone.value) ?? [];
  const [, sign, hours = '0', minutes = '0'] = found;
  // '-0' of 'GMT-0' is nobody's number
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) || 0;
}

function named(zone: unknown): RegExpExecArray | null {
  return /^GMT(?:([+-])(\d{1,2})(?::(\d\d))?)?$/.exec(String(zone));
}

/** 'YYYY-MM-DD hh:mm' of an instant ('YYYY-MM-DD hh:mm:ss' UTC) in the zone; '' for ''. */
export function inZone(stamp: string, zone: string): string {
  return stamp === '' ? '' : clockAt(instant(stamp), zoneHours(zone) * 60);
}

/** '2026-11-30 18:00' of ms since 1970 so many minutes ahead of UTC. */
export function clockAt(at: number, minutes: number): string {
  return stampOf(at + minutes * 60_000).slice(0, 16);
}

/** 'GMT+9', 'GMT+5:30' of an offset in minutes ahead of UTC. */
export function zoneName(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `GMT${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/** The stored instant of '2026-12-01T08:00Z', of another offset, or of none, which is the zone's ('GMT+8'); undefined for what is no moment. */
export function momentIn(text: string, zone: string): string | undefined {
  // A '+' of an offset has become a space on its way through an address.
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:(Z)|([+ -])(\d\d):?(\d\d))?$/.exec(text);
  if (!parts) return undefined;
  const [, day, time, utc, sign, hours, minutes] = parts;
  if (Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined;
  const ahead = utc ? 0 : sign ? (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) : zoneHours(zone);
  const at = instant(`${day} ${time}`) - ahead * 3_600_000;
  return Number.isNaN(at) ? undefined : stampOf(at);
}

/**
 * A moment of RFC 3339 as 'YYYY-MM-DD hh:mm:ss' UTC and its fraction, so that texts lie in the order of time; what is none, and what leaves the calendar of four
 * digits, stays as it is. The database says the same: data/queries/instant-sql.ts.
 */
export function utcText(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/.exec(text);
  if (!parts) return text;
  const [, day, time, seconds, fraction = '', sign, hours = '0', minutes = '0'] = parts;
  const at = instant(`${day} ${time}:00`) - (sign === '-' ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes));
  const minute = Number.isNaN(at) ? '' : stampOf(at).slice(0, 16);
  return /^\d{4}-\d/.test(minute) ? `${minute}${seconds}${fraction.replace(/\.?0+$/, '')}` : text;
}

/** Minutes ahead of UTC at that moment in a zone of the world's list ('Asia/Tokyo', 'Etc/GMT+8', 'UTC'). @throws RangeError for a name that is not in it */
export function minutesAhead(at: number, name: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) || 0;
}

/** Minutes that the reader's own clock is ahead of UTC at that moment; NaN for no moment. */
export function ownMinutes(at: number): number {
  return -new Date(at).getTimezoneOffset();
}

/** ms since 1970 of 'YYYY-MM-DD hh:mm' or 'YYYY-MM-DD hh:mm:ss' on the reader's own clock. */
export function ownInstant(text: string): number {
  return new Date(text.replace(' ', 'T')).getTime();
}

/** ms since 1970 of a date of an HTTP header ('Sun, 22 Nov 2026 16:13:36 GMT'); NaN for what is none. */
export function headerInstant(text: string): number {
  return Date.parse(text);
}
