/**
 * What staff can do with viewing statistics: pitches that people have not opened before their meetings, and works that they watched without wishing
 * for them. Pure.
 */

import { instant, utcDay } from '#framework/time.ts';

export interface Meeting {
  dm: string;
  pitch: string;
  /** 'YYYY-MM-DD hh:mm:ss' UTC */
  start: string;
}

/** What one viewer saw of one work. */
export interface Seen {
  dm: string;
  pitch: string;
  /** s of its videos watched */
  seconds: number;
  /** longest share of one of its videos, 0 to 1 */
  share: number;
  opens: number;
  /** ms since 1970 */
  seenAt: number;
}

export interface Unopened extends Meeting {
  /** whether the viewing page has the pitch */
  onPage: boolean;
}

const day = 86_400_000;

/** The forum day to prepare for: tomorrow on the campaign's clock, else the next with meetings; '' for none. `hours` ahead of UTC. */
export function nextForumDay(meetings: readonly Meeting[], now: number, hours: number): string {
  const tomorrow = dayOf(now + day, hours);
  const days = meetings.map(({ start }) => dayOf(instant(start), hours)).filter((one) => one !== '' && one >= tomorrow);
  return days.sort()[0] ?? '';
}

/** Meetings of that day whose pitch the decision maker has not opened, sorted by person and time. */
export function unopenedBefore(meetings: readonly Meeting[], seen: readonly Seen[], works: ReadonlySet<string>, on: string, hours: number): Unopened[] {
  const opened = new Set(seen.map(({ dm, pitch }) => `${dm} ${pitch}`));
  return meetings
    .filter(({ dm, pitch, start }) => dayOf(instant(start), hours) === on && !opened.has(`${dm} ${pitch}`))
    .map((meeting) => ({ ...meeting, onPage: works.has(meeting.pitch) }))
    .sort((a, b) => (a.dm === b.dm ? compare(a.start, b.start) : compare(a.dm, b.dm)));
}

/** Watched this long, or this much of it, a work is worth a question. */
export const enough = { seconds: 120, share: 0.5 } as const;

export interface Offer extends Seen {
  /** the position that the wish would have, counted from 1 */
  place: number;
}

/** What decision makers watched without wishing for it, most watched first. `wishes`: dm → pitches in order. */
export function unwished(seen: readonly Seen[], wishes: ReadonlyMap<string, readonly string[]>, offered: ReadonlySet<string>): Offer[] {
  return seen
    .filter(({ dm, pitch, seconds, share }) => {
      const own = wishes.get(dm);
      return own !== undefined && offered.has(pitch) && !own.includes(pitch) && (seconds >= enough.seconds || share >= enough.share);
    })
    .map((one) => ({ ...one, place: (wishes.get(one.dm)?.length ?? 0) + 1 }))
    .sort((a, b) => b.share - a.share || b.seconds - a.seconds || compare(a.dm, b.dm) || compare(a.pitch, b.pitch));
}

/** 3,725 s → '1:02:05'; below an hour '2:05'. The same in both languages. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function dayOf(at: number, hours: number): string {
  return Number.isFinite(at) ? utcDay(at + hours * 3_600_000) : '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
