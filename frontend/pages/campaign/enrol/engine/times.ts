/** Instants for people: 'YYYY-MM-DD hh:mm' in the campaign's zone and in the visitor's own, named 'GMT+8' and never 'CST' (S02, B05). Pure. */
import { grace, instant } from '#domain/campaign/window.ts';

/** 'GMT+8' → 480; 0 for what is no such name. */
export function minutesOf(zone: string): number {
  const match = /^GMT(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/.exec(zone);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0));
}

/** 480 → 'GMT+8', 330 → 'GMT+5:30' */
export function zoneName(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/** The visitor's offset at that instant. */
export function ownMinutes(at: number): number {
  return -new Date(at).getTimezoneOffset();
}

/** '2026-11-30 18:00' of ms since 1970 at an offset. */
export function clock(at: number, minutes: number): string {
  return new Date(at + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}

export interface BothZones {
  /** '2026-11-30 18:00 (GMT+8)' */
  there: string;
  /** the visitor's own time; '' where it is the same */
  own: string;
}

/** An instant 'YYYY-MM-DD hh:mm:ss' UTC in the campaign's zone and in the visitor's. */
export function inBothZones(utc: string, zone: string, own = ownMinutes(instant(utc))): BothZones {
  const at = instant(utc);
  if (!utc || Number.isNaN(at)) return { there: '', own: '' };
  const minutes = minutesOf(zone);
  return { there: `${clock(at, minutes)} (${zoneName(minutes)})`, own: own === minutes ? '' : `${clock(at, own)} (${zoneName(own)})` };
}

/** '18:10 (GMT+8)': until when a draft that was begun before the end may be finished. */
export function graceEnd({ enrol, zone }: { enrol: { end: string }; zone: string }): string {
  return `${clock(instant(enrol.end) + grace, minutesOf(zone)).slice(11)} (${zone})`;
}

/** '14:05' on the visitor's own clock, with the day before it where it is not today's. */
export function savedClock(utc: string, now: number): string {
  const at = instant(utc);
  if (!utc || Number.isNaN(at)) return '';
  const [day = '', time = ''] = clock(at, ownMinutes(at)).split(' ');
  return day === clock(now, ownMinutes(now)).slice(0, 10) ? time : `${day} ${time}`;
}
