/** The timetable of a day with the recorded events applied. The released rows are never rewritten: the planned time is stored beside the present one. Pure. */
import { instant, stampOf } from '#framework/time.ts';
import { overlap } from '#rules/values/intervals.ts';
import { activeEvents, type DayEvent, type Delay, type MeetingMark, type Pair, type PresenceEvent, pairKey, presenceOf, type Substitute } from './events.ts';

/** A meeting of the timetable, released or of the draft. */
export interface PlannedMeeting extends Pair {
  start: string;
  end: string;
  /** '' where it needs no table */
  room: string;
}

export type MeetingState = 'planned' | Exclude<MeetingMark['state'], ''>;

export interface DayMeeting extends PlannedMeeting {
  /** 'dm pitch' */
  key: string;
  /** the released time; equal to start and end where there is no delay */
  planned: { start: string; end: string };
  /** how many minutes later */
  minutes: number;
  state: MeetingState;
  /** the press that set the state: of the meeting, or of a person's absence; null while it is only planned */
  mark: { id: string; at: string; by: string; isOwn: boolean } | null;
  /** it was made on the day, for the person who waited at that meeting */
  instead: Pair | null;
  /** the press that made it, '' for one of the timetable */
  press: string;
  /** the other person no longer waits here, because another meeting was made for them */
  isReplaced: boolean;
}

/**
 * Meetings and events of one day → the meetings as they are now, in order of time and table. Delays add up and never move a meeting before its
 * planned time. Undone presses, and presses that name an unknown meeting, have no effect.
 */
export function withDay(meetings: readonly PlannedMeeting[], events: readonly DayEvent[]): DayMeeting[] {
  const active = activeEvents(events);
  const absences = presenceOf(events);
  const delays = delaysIn(active);
  const substitutes = active.filter((event): event is DayEvent & Substitute => event.kind === 'substitute');
  const marks = new Map<string, DayEvent & MeetingMark>();
  for (const event of active) if (event.kind === 'meeting') marks.set(pairKey(event), event);
  const made = new Map(substitutes.map((event) => [pairKey(event), event]));
  const known = new Set(meetings.map(pairKey));
  const all: PlannedMeeting[] = [...meetings, ...[...made.values()].filter((event) => !known.has(pairKey(event)))];
  const shown = all.map(({ dm, pitch, start, end, room }): DayMeeting => {
    const key = pairKey({ dm, pitch });
    const minutes = minutesLate({ dm, pitch, start, room }, delays);
    const own = made.get(key);
    const sub = own?.start === start ? own : undefined;
    const mark = marks.get(key);
    const state = mark && mark.state !== '' ? mark.state : undefined;
    const absence = state ? undefined : absent(absences, { dm, pitch, end });
    const press = state ? mark : absence;
    return {
      key,
      dm,
      pitch,
      start: later(start, minutes),
      end: later(end, minutes),
      room,
      planned: { start, end },
      minutes,
      state: state ?? (absence ? (absence.side === 'dm' ? 'nodm' : 'nopitch') : 'planned'),
      mark: press ? { id: press.id, at: press.at, by: press.by, isOwn: state !== undefined } : null,
      instead: sub?.instead ?? null,
      press: sub?.id ?? '',
      isReplaced: false,
    };
  });
  const helped = new Set(shown.flatMap(({ instead }) => (instead ? [pairKey(instead)] : [])));
  return shown.map((meeting) => ({ ...meeting, isReplaced: isMissed(meeting) && helped.has(meeting.key) })).sort(inTime);
}

/** The delays that still count. */
export function delaysIn(events: readonly DayEvent[]): Delay[] {
  return activeEvents(events).filter((event): event is DayEvent & Delay => event.kind === 'delay');
}

/** The total delay of a meeting. */
export function minutesLate(meeting: Omit<PlannedMeeting, 'end'>, delays: readonly Delay[]): number {
  const sum = delays.reduce((minutes, delay) => minutes + (isDelayed(meeting, delay) ? delay.minutes : 0), 0);
  return Math.max(0, sum);
}

/** True where one of the two did not come. */
export function isMissed({ state }: Pick<DayMeeting, 'state'>): boolean {
  return state === 'nodm' || state === 'nopitch';
}

/** Meetings of one person that overlap by the present times: '{key}'. */
export function clashesIn(meetings: readonly DayMeeting[]): Set<string> {
  return runningInto(meetings, (one, other) => one.dm === other.dm || one.pitch === other.pitch);
}

/** Meetings that a delay puts at one table at one time: '{key}'. */
export function tableClashesIn(meetings: readonly DayMeeting[]): Set<string> {
  return runningInto(meetings, (one, other) => one.room !== '' && one.room === other.room);
}

function runningInto(meetings: readonly DayMeeting[], share: (one: DayMeeting, other: DayMeeting) => boolean): Set<string> {
  // Nobody waits at a meeting that is over, however early it ended.
  const live = meetings.filter((meeting) => !isMissed(meeting) && meeting.state !== 'done');
  const found = new Set<string>();
  for (const [index, one] of live.entries())
    for (const other of live.slice(index + 1)) if (share(one, other) && overlap(one, other)) for (const { key } of [one, other]) found.add(key);
  return found;
}

/** 'YYYY-MM-DD hh:mm:ss' so many minutes later. */
export function later(stamp: string, minutes: number): string {
  if (minutes === 0) return stamp;
  return stampOf(instant(stamp) + minutes * 60_000);
}

function isDelayed({ dm, pitch, start, room }: Omit<PlannedMeeting, 'end'>, delay: Delay): boolean {
  if (delay.of === 'slot') return start === delay.start;
  if (start < delay.start) return false;
  return delay.of === 'from' || delay.who === { room, dm, pitch }[delay.of];
}

function absent(presence: ReadonlyMap<string, PresenceEvent>, { dm, pitch, end }: Pair & { end: string }): PresenceEvent | undefined {
  return [presence.get(`dm:${dm}`), presence.get(`pitch:${pitch}`)].find((mark) => mark?.state === 'absent' && end > mark.since);
}

function inTime(a: DayMeeting, b: DayMeeting): number {
  const [one, other] = [`${a.planned.start} ${a.room.padStart(12)} ${a.key}`, `${b.planned.start} ${b.room.padStart(12)} ${b.key}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
