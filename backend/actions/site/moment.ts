/** Instants of addresses and clocks as rows have them. */
import { zoneHours } from '#domain/campaign/zone.ts';

/** 'YYYY-MM-DD hh:mm:ss' UTC of a date. */
export function stampOf(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** The same of '2026-12-01T08:00Z', of another offset, or of none, which is the zone's ('GMT+8'); undefined for what is no moment. */
export function momentIn(text: string, zone: string): string | undefined {
  // A '+' of an offset has become a space on its way through the address.
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:(Z)|([+ -])(\d\d):?(\d\d))?$/.exec(text);
  if (!parts) return undefined;
  const [, day, time, utc, sign, hours, minutes] = parts;
  const ahead = utc ? 0 : sign ? (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60) : zoneHours(zone);
  const at = new Date(Date.parse(`${day}T${time}Z`) - ahead * 3_600_000);
  return Number.isNaN(at.getTime()) ? undefined : stampOf(at);
}
