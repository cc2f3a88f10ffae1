/** A visitor's own time: a zone by name ('Asia/Tokyo') or an offset ('GMT+5:30', '+09:00'). */
import { instant, inZone, minutesAhead, zoneName } from '#framework/time.ts';

export interface VisitorZone {
  /** an IANA name, '' for a bare offset */
  name: string;
  /** minutes ahead of UTC, where there is no name */
  minutes: number;
}

/** undefined for what is no zone: a receipt does without. */
export function readZone(given: unknown): VisitorZone | undefined {
  if (typeof given !== 'string' || given.length > 64) return undefined;
  const [, sign, hours = '', minutes = '0'] = /^(?:GMT|UTC)? ?([+-])(\d{1,2}):?(\d\d)?$/.exec(given) ?? [];
  if (sign) {
    const ahead = Number(hours) * 60 + Number(minutes);
    return ahead <= 14 * 60 && Number(minutes) < 60 ? { name: '', minutes: sign === '-' ? -ahead : ahead } : undefined;
  }
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/.test(given)) return undefined;
  try {
    return { name: new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone, minutes: 0 };
  } catch {
    return undefined; // no zone of that name
  }
}

/** 'YYYY-MM-DD hh:mm' of an instant there, and the zone by its distance: 'GMT+9' or 'GMT+9, Asia/Tokyo'. */
export function visitorTime(stamp: string, { name, minutes }: VisitorZone): { zone: string; text: string } {
  const ahead = name ? minutesAhead(instant(stamp), name) : minutes;
  const zone = zoneName(ahead);
  return { zone, text: `${inZone(stamp, zone)}${name ? ` ${name.replaceAll('_', ' ')}` : ''}` };
}
