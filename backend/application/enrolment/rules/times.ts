/**
 * Instants as text: 'YYYY-MM-DD hh:mm' in the campaign's zone and in the visitor's own, written 'GMT+8' because 'CST' has several meanings (S02,
 * B05). Pure.
 */
import { grace } from '#application/campaign/rules/window.ts';
import { clockAt, instant, ownMinutes, zoneHours, zoneName } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';

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
  const minutes = zoneHours(zone) * 60;
  return { there: `${clockAt(at, minutes)} (${zoneName(minutes)})`, own: own === minutes ? '' : `${clockAt(at, own)} (${zoneName(own)})` };
}

export interface Ending {
  text: string;
  /** the end has passed, and the draft can be finished in the grace alone */
  isOver: boolean;
}

/** What a draft has to say of its end: its own deadline where staff put it off, or the grace that runs after the end; undefined where the page's countdown says enough. */
export function endingOf(
  until: string,
  { enrol, zone }: { enrol: { end: string }; zone: string },
  words: { grace: string; ownDeadline: string },
  now: number,
  own?: number,
): Ending | undefined {
  const end = until || enrol.end;
  if (end === '') return undefined;
  if (now >= instant(end)) return { text: fill(words.grace, { time: graceEnd(end, zone) }), isOver: true };
  return until === '' ? undefined : { text: fill(words.ownDeadline, { time: timesOf(until, zone, own) }), isOver: false };
}

/** Both times in one, the second only where it is another. */
export function timesOf(stamp: string, zone: string, own?: number): string {
  const times = inBothZones(stamp, zone, own);
  return times.own ? `${times.there} = ${times.own}` : times.there;
}

/** '18:10 (GMT+8)': the time until which a draft that was begun before the end can be submitted. */
function graceEnd(end: string, zone: string): string {
  return `${clockAt(instant(end) + grace, zoneHours(zone) * 60).slice(11)} (${zone})`;
}

/** '14:05' on the visitor's clock, with the date before it where it is not today. */
export function savedClock(utc: string, now: number): string {
  const at = instant(utc);
  if (!utc || Number.isNaN(at)) return '';
  const [day = '', time = ''] = clockAt(at, ownMinutes(at)).split(' ');
  return day === clockAt(now, ownMinutes(now)).slice(0, 10) ? time : `${day} ${time}`;
}
