/**
 * The clock of the house: instants as rows have them ('YYYY-MM-DD hh:mm:ss' UTC) and as a zone shows them. A zone is named
 * 'GMT+8' and never by letters such as 'CST', which mean six zones. Browser and server, mails, pages and plots count by this module alone (B05). Pure.
 */

/** The forum's own. */
export const homeZone = 'GMT+8';

/** ms since 1970 of 'YYYY-MM-DD hh:mm:ss' UTC. */
export function instant(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** 'YYYY-MM-DD hh:mm:ss' UTC of a date or of ms since 1970. */
export function stampOf(moment: Date | number): string {
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}

/** Hours ahead of UTC: 'GMT+8' → 8, 'GMT' → 0; what is no such zone is the forum's own. */
export function zoneHours(zone: unknown): number {
  const found = /^GMT(?:([+-])(\d{1,2})(?::(\d\d))?)?$/.exec(String(zone));
  if (!found) return 8;
  const [, sign, hours = '0', minutes = '0'] = found;
  // '-0' of 'GMT-0' is nobody's number
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) || 0;
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
  const ahead = utc ? 0 : sign ? (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) : zoneHours(zone);
  const at = Date.parse(`${day}T${time}Z`) - ahead * 3_600_000;
  return Number.isNaN(at) ? undefined : stampOf(at);
}
