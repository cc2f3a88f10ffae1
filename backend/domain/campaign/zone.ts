/** Instants in a campaign's zone, by name 'GMT+8' and never by letters such as 'CST', which mean six zones. Pure. */
import { instant } from './window.ts';

/** The forum's own. */
export const homeZone = 'GMT+8';

/** 'GMT+8' → 8, 'GMT' → 0; what is no such zone is the forum's own. */
export function zoneHours(zone: string): number {
  const found = /^GMT(?:([+-])(\d{1,2})(?::(\d\d))?)?$/.exec(zone);
  if (!found) return 8;
  const [, sign, hours = '0', minutes = '0'] = found;
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
}

/** 'YYYY-MM-DD hh:mm' of an instant ('YYYY-MM-DD hh:mm:ss' UTC) in the zone; '' for ''. */
export function inZone(stamp: string, zone: string): string {
  if (stamp === '') return '';
  return new Date(instant(stamp) + zoneHours(zone) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** 'GMT+9', 'GMT+5:30' of an offset in minutes ahead of UTC. */
export function zoneName(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `GMT${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
