/** One person's schedule: on the clock of the campaign's zone, day by day, with breaks between the meetings. Pure. */

import { bothSides, inSides } from '#application/campaign/rules/two-sides.ts';
import { unlinked } from '#application/mailing/rules/mail-template.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { instant, inZone } from '#framework/time.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { inAll, inEach, labelled, language } from '#rules/words/language.ts';
import type { Change, Given, Place, Side } from './release.ts';

type Both = Record<Lang, string>;

/** A person as the other side sees them: `title` is a name, or a pitch's number and title; `detail` the organisation, or the people of the film. */
export interface Counterpart {
  title: Both;
  detail: Both;
}

export interface ScheduleLine {
  /** instants 'YYYY-MM-DD hh:mm:ss' UTC, and the same as 'hh:mm' on the zone's clock */
  start: string;
  end: string;
  from: string;
  until: string;
  /** null is a break between two meetings of the day */
  meeting: Given | null;
}

export interface ScheduleDay {
  /** 'YYYY-MM-DD' in the zone */
  date: string;
  lines: ScheduleLine[];
}

/** Shorter pauses are for walking from table to table. */
const shortestBreak = 10;

/** One person's meetings in order of time, grouped into days; `gap` is the campaign's longest gap between slots, in minutes. */
export function scheduleDays(meetings: readonly Given[], zone: string, gap: number): ScheduleDay[] {
  const days: ScheduleDay[] = [];
  for (const meeting of meetings) {
    const line = lineOf(meeting.start, meeting.end, zone, meeting);
    const date = inZone(meeting.start, zone).slice(0, 10);
    const day = days.at(-1);
    if (day?.date !== date) {
      days.push({ date, lines: [line] });
      continue;
    }
    const last = day.lines.at(-1);
    if (last && minutesBetween(last.end, meeting.start) > Math.max(gap, shortestBreak)) day.lines.push(lineOf(last.end, meeting.start, zone, null));
    day.lines.push(line);
  }
  return days;
}

/** The longest gap between two slots of the campaign's days, in minutes. */
export function gapOf(campaign: Row): number {
  const days = Array.isArray(campaign.days) ? campaign.days.filter(isObject) : [];
  return Math.max(0, ...days.map(({ gap }) => Number(gap ?? 0)).filter(Number.isFinite));
}

/** A decision maker as pitches see them. */
export function dmCounterpart(row: Row | undefined): Counterpart {
  const [name, ename] = [idIn(row, 'name'), idIn(row, 'ename')];
  const detail = [idIn(row, 'org'), idIn(row, 'position')].filter(Boolean).join(' · ');
  return { title: inAll({ tw: name, en: ename }), detail: inEach(() => detail) };
}

/** A pitch as decision makers see it. */
export function pitchCounterpart(row: Row | undefined): Counterpart {
  const titled = (own: string, other: string) => [idIn(row, 'enrollid'), idIn(row, own) || idIn(row, other)].filter(Boolean).join(' ');
  const people = (own: string, other: string) =>
    [row?.director, row?.producer]
      .map((one) => (isObject(one) ? idIn(one, own) || idIn(one, other) : ''))
      .filter((name, index, all) => name && all.indexOf(name) === index);
  return {
    title: inSides(titled('cname', 'ename'), titled('ename', 'cname')),
    detail: inEach((lang) => people(...bothSides(lang, 'cname', 'ename')).join(language[lang].list)),
  };
}

/** The side that this side meets. */
export function otherSide(side: Side): Side {
  return side === 'dm' ? 'pitch' : 'dm';
}

/** '2026-05-01 10:00–10:20（A）' on the zone's clock. */
export function placeText({ start, end, room }: Place, zone: string, lang: Lang): string {
  const when = `${inZone(start, zone)}–${inZone(end, zone).slice(11)}`;
  if (!room) return when;
  return `${when}${language[lang].open}${room}${language[lang].close}`;
}

/** The changes, one line each, for the mail: 'Another time: 2026-05-01 10:00–10:20 (A) → 2026-05-01 11:00–11:20 (B)  C001 Memory of the Sea'. */
export function changeLine(
  change: Change,
  side: Side,
  counterpart: Counterpart | undefined,
  zone: string,
  lang: Lang,
  words: Readonly<Record<string, string>>,
): string {
  const places = [change.before, change.after].flatMap((place) => (place ? [placeText(place, zone, lang)] : []));
  const who = counterpart ? [counterpart.title[lang], side === 'pitch' && counterpart.detail[lang]].filter(Boolean).join(language[lang].comma) : '';
  const kind = words[`change_${change.kind}`] ?? change.kind;
  return labelled(kind, `${places.join(' → ')}${language[lang].gap}${unlinked(who)}`, lang);
}

function lineOf(start: string, end: string, zone: string, meeting: Given | null): ScheduleLine {
  return { start, end, from: inZone(start, zone).slice(11), until: inZone(end, zone).slice(11), meeting };
}

function minutesBetween(from: string, until: string): number {
  return (instant(until) - instant(from)) / 60_000;
}
