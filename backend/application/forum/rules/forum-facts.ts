/** The forum's set-up: the content of GET /api/forum/{campaign}, and what a change of the days does to existing meetings. Instants are UTC. Pure. */

import { offGridReason, slotsOf } from '#application/pairing/rules/grid.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import type { Interval } from '#rules/values/intervals.ts';
import { overlap } from '#rules/values/intervals.ts';

export type ForumObject = 'decision_maker' | 'pitch';

export interface ForumLink {
  id: string;
  state: 'open' | 'revoked' | 'expired';
  /** ms since 1970; null for never */
  at: number;
  endsAt: number | null;
  openedAt: number | null;
  seenAt: number | null;
  opens: number;
  /** the whole address, for people who may hand it on; '' for guests */
  url: string;
}

export interface ForumPerson {
  object: ForumObject;
  id: string;
  name: Record<Lang, string>;
  /** organisation, or the pitch's number */
  detail: string;
  enabled: boolean;
  /** has a usable e-mail address */
  hasAddress: boolean;
  /** number of free slots; for a pitch, the slots without an absence */
  free: number;
  wishes: number;
  link: ForumLink | null;
}

export interface ForumMeeting extends Interval {
  id: string;
  dm: string;
  pitch: string;
  room: string;
}

export interface ForumFacts {
  campaign: {
    id: string;
    title: Record<Lang, string>;
    zone: string;
    ver: number;
    wishUntil: string;
    /** most meetings in a row of a decision maker, 0 for no limit */
    maxInRow: number;
    days: Row[];
  };
  people: ForumPerson[];
  meetings: ForumMeeting[];
  may: { days: boolean; people: boolean };
}

export interface Stranded extends ForumMeeting {
  /** whether the slot or only the table is missing */
  why: 'slot' | 'room';
}

/** Meetings that are on the grid now and would be off it after the change. Those that are off it already are not counted. */
export function strandedBy(before: Row, after: Row, meetings: readonly ForumMeeting[]): Stranded[] {
  const [old, next] = [slotsOf(before), slotsOf(after)];
  return meetings.flatMap((meeting): Stranded[] => {
    if (offGridReason(old, meeting) !== undefined) return [];
    const why = offGridReason(next, meeting);
    return why ? [{ ...meeting, why }] : [];
  });
}

/** Indexes of days that overlap an earlier one. */
export function overlappingDays(campaign: Row): number[] {
  const days = Array.isArray(campaign.days) ? campaign.days : [];
  const spans = days.map((day): Interval | undefined => {
    if (!isObject(day)) return undefined;
    const [date, start, end] = [day.date, day.start, day.end].map(String);
    return start && end && start < end ? { start: `${date} ${start}`, end: `${date} ${end}` } : undefined;
  });
  return spans.flatMap((span, index) => (span && spans.slice(0, index).some((other) => other && overlap(other, span)) ? [index] : []));
}

/** 'Table 1-12, Salon' → Table 1 … Table 12, Salon; no duplicates, and at most `most`. Full-width characters and 到, ～ and – are accepted. */
export function roomsNamed(text: string, most = 60): string[] {
  const names = text
    .normalize('NFKC')
    .split(/[\n,;、]+/)
    .flatMap((part) => {
      const name = part.trim().replace(/\s+/g, ' ');
      const found = /^(.*?)(\d{1,4})\s*[-–~到至]\s*(\d{1,4})(\D*)$/.exec(name);
      if (!found) return name ? [name] : [];
      const [, front = '', first = '', last = '', back = ''] = found;
      const [from, until] = [Number(first), Number(last)];
      if (until < from || until - from >= most) return [name];
      const width = first.startsWith('0') ? first.length : 0;
      return Array.from({ length: until - from + 1 }, (_, index) => `${front}${String(from + index).padStart(width, '0')}${back}`.trim());
    });
  return [...new Set(names.map((name) => name.slice(0, 50)))].slice(0, most);
}
