/**
 * Dates and times as they are typed: lenient in, one spelling out (specification section 5: YYYY-MM-DD, HH:MM:SS).
 * Datetimes are stored in UTC and shown to staff in the house's zone. Pure.
 */
import { homeZone, instant, isStamp, stampOf, zoneHours } from '#framework/time.ts';

/** What a box takes, by the name of the browser's own picker for it. */
export type MomentKind = 'date' | 'time' | 'datetime-local';

/** The house's zone, which has no summer time. */
export const staffZone = {
  /** 'UTC+8' */
  get label(): string {
    return homeZone.value.replace('GMT', 'UTC');
  },
  get minutes(): number {
    return zoneHours(homeZone.value) * 60;
  },
};

/** '20260102', '2026/1/2', '2026年1月2日' → '2026-01-02'; anything else comes back trimmed, for the validator to refuse. */
export function toDate(text: string): string {
  const plain = text.normalize('NFKC').trim();
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ?? /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(plain);
  if (!match) return plain;
  const [, year = '', month = '', day = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** '930', '9:30', '0930', '09:30:15' → '09:30:00' and so on. */
export function toTime(text: string): string {
  const plain = text.normalize('NFKC').trim();
  const match = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/.exec(plain) ?? /^(\d{1,2})(\d{2})(\d{2})?$/.exec(plain);
  if (!match) return plain;
  const [, hour = '', minute = '', second = '0'] = match;
  return [hour, minute, second].map((part) => part.padStart(2, '0')).join(':');
}

/** The one spelling of what was typed, with seconds only where they are asked for; '' for nothing, undefined for what is no moment. */
export function readMoment(kind: MomentKind, text: string, seconds = false): string | undefined {
  if (text.trim() === '') return '';
  const whole = { date: toDate, time: toTime, 'datetime-local': toDatetime }[kind](text);
  if (!isStamp({ date: `${whole} 00:00:00`, time: `2000-01-01 ${whole}`, 'datetime-local': whole }[kind])) return undefined;
  return kind === 'date' || seconds ? whole : whole.slice(0, -3);
}

/** '2026/1/2T930' → '2026-01-02 09:30:00'; a date alone means its midnight; anything else comes back trimmed. */
function toDatetime(text: string): string {
  const plain = text.normalize('NFKC').trim().replace(/t/i, ' ');
  const [day = '', ...rest] = plain.split(/\s+/);
  const whole = `${toDate(day)} ${toTime(rest.join(' ') || '00:00:00')}`;
  return isStamp(whole) ? whole : plain;
}

/** Text in the staff zone → stored UTC. A date alone means its midnight. */
export function zonedToUtc(text: string): string {
  const zoned = toDatetime(text);
  return isStamp(zoned) ? stampOf(instant(zoned) - staffZone.minutes * 60_000) : zoned;
}

/** Stored UTC → text in the staff zone; what is no instant is shown as it is. */
export function utcToZoned(stored: unknown): string {
  const text = typeof stored === 'string' ? stored : '';
  return isStamp(text) ? stampOf(instant(text) + staffZone.minutes * 60_000) : text;
}
