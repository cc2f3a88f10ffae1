/** A campaign's enrolments in numbers: over time, by their fields, and compared with the previous campaign. Pure. */
import { instant, stampOf, utcDay, zoneHours } from '#framework/time.ts';

/** The counted values of one enrolment. Instants are 'YYYY-MM-DD hh:mm:ss' UTC, '' for never. */
export interface CountedEnrolment {
  begunAt: string;
  submittedAt: string;
  status: string;
  country: string;
  genres: readonly string[];
  len: string;
  /** null where none was chosen */
  stage: number | null;
  programs: readonly string[];
}

export interface CampaignTimes {
  /** of the enrolment window, '' where it has none */
  start: string;
  end: string;
  /** 'GMT+8' */
  zone: string;
}

/** The values by which an enrolment is counted. It may have several genres and programs, and then counts for each. */
export const groupings = ['state', 'program', 'country', 'genre', 'length', 'stage'] as const;
export type Grouping = (typeof groupings)[number];

export interface Group {
  /** the code, '' where nothing was chosen */
  value: string;
  count: number;
  /** of the previous campaign */
  before: number;
}

export interface Day {
  /** 'YYYY-MM-DD' on the campaign's clock */
  at: string;
  /** days until the last day of the window: -3, 0; positive after it */
  toEnd: number;
  begun: number;
  submitted: number;
  begunInAll: number;
  submittedInAll: number;
  /** number submitted in the previous campaign at the same distance from its own end; null where it has no window */
  beforeInAll: number | null;
}

export interface Statistics {
  total: number;
  submitted: number;
  before: { total: number; submitted: number } | null;
  zone: string;
  days: Day[];
  /** the last hours of the window, or up to now, to show the last evening in detail */
  hours: { at: string; begun: number; submitted: number }[];
  groups: Record<Grouping, Group[]>;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Most days in the curve; of a longer window the end is shown. */
const mostDays = 400;
/** Two days: the last evening, and the one before for comparison. */
const lastHours = 48;

export interface Side {
  times: CampaignTimes;
  enrolments: readonly CountedEnrolment[];
}

/** @param now 'YYYY-MM-DD hh:mm:ss' UTC: later days have no numbers yet */
export function statisticsOf(campaign: Side, before: Side | undefined, now: string): Statistics {
  const { enrolments } = campaign;
  return {
    total: enrolments.length,
    submitted: enrolments.filter(isSubmitted).length,
    before: before ? { total: before.enrolments.length, submitted: before.enrolments.filter(isSubmitted).length } : null,
    zone: campaign.times.zone,
    days: daysOf(campaign, before, now),
    hours: hoursOf(campaign, now),
    groups: Object.fromEntries(groupings.map((by) => [by, groupsOf(by, enrolments, before?.enrolments ?? [])])) as Statistics['groups'], // one for each of them
  };
}

/** True where it was submitted, whatever happened to it afterwards. */
function isSubmitted({ submittedAt, status }: CountedEnrolment): boolean {
  return submittedAt !== '' && status !== 'draft';
}

/** The values under which the enrolment counts. */
export function valuesOf(by: Grouping, enrolment: CountedEnrolment): string[] {
  const { status, country, genres, len, stage, programs } = enrolment;
  const values = {
    state: [status],
    country: [chosen(country)],
    genre: [...genres],
    length: [chosen(len)],
    stage: [stage === null ? '' : String(stage)],
    program: [...programs],
  }[by];
  return values.length ? values : [''];
}

/** A select stores '-' where nothing is chosen. */
function chosen(code: string): string {
  return code === '-' ? '' : code;
}

/** Most frequent first; enrolments without a value come last. */
function groupsOf(by: Grouping, enrolments: readonly CountedEnrolment[], before: readonly CountedEnrolment[]): Group[] {
  const groups = new Map<string, Group>();
  const count = (list: readonly CountedEnrolment[], side: 'count' | 'before') => {
    for (const enrolment of list)
      for (const value of valuesOf(by, enrolment)) {
        const group = groups.get(value) ?? { value, count: 0, before: 0 };
        group[side] += 1;
        groups.set(value, group);
      }
  };
  count(enrolments, 'count');
  count(before, 'before');
  return [...groups.values()].sort(
    (a, b) => Number(a.value === '') - Number(b.value === '') || b.count - a.count || b.before - a.before || (a.value < b.value ? -1 : 1),
  );
}

function daysOf({ times, enrolments }: Side, before: Side | undefined, now: string): Day[] {
  const ahead = zoneHours(times.zone);
  const dayAt = (at: string) => Math.floor((instant(at) + ahead * hour) / day);
  const begun = tally(enrolments, ({ begunAt }) => begunAt && dayAt(begunAt));
  const submitted = tally(enrolments, (one) => (isSubmitted(one) ? dayAt(one.submittedAt) : ''));
  const known = [...begun.keys(), ...submitted.keys()];
  const today = dayAt(now);
  const last = times.end ? dayAt(lastMoment(times.end)) : today;
  // A draft that was begun long before the window, or added by hand after it, also has a day.
  const from = Math.max(Math.min(times.start ? dayAt(times.start) : today, ...known), Math.max(last, ...known) - mostDays);
  const until = Math.max(Math.min(last, today), ...known);
  const past = before && submittedBy(before);
  const days: Day[] = [];
  let [begunInAll, submittedInAll] = [sumUntil(begun, from), sumUntil(submitted, from)];
  for (let at = from; at <= until; at += 1) {
    begunInAll += begun.get(at) ?? 0;
    submittedInAll += submitted.get(at) ?? 0;
    days.push({
      at: utcDay(at * day),
      toEnd: at - last,
      begun: begun.get(at) ?? 0,
      submitted: submitted.get(at) ?? 0,
      begunInAll,
      submittedInAll,
      beforeInAll: past ? past(at - last) : null,
    });
  }
  return days;
}

/** How many had been submitted that many days before the end of the window; undefined for a campaign without an end. */
function submittedBy({ times, enrolments }: Side): ((toEnd: number) => number) | undefined {
  if (!times.end) return undefined;
  const ahead = zoneHours(times.zone);
  const last = Math.floor((instant(lastMoment(times.end)) + ahead * hour) / day);
  const days = enrolments
    .filter(isSubmitted)
    .map(({ submittedAt }) => Math.floor((instant(submittedAt) + ahead * hour) / day) - last)
    .sort((a, b) => a - b);
  return (toEnd) => {
    const later = days.findIndex((at) => at > toEnd);
    return later < 0 ? days.length : later;
  };
}

function hoursOf({ times, enrolments }: Side, now: string): Statistics['hours'] {
  const ahead = zoneHours(times.zone);
  const hourAt = (at: string) => Math.floor((instant(at) + ahead * hour) / hour);
  const last = times.end && times.end <= now ? hourAt(lastMoment(times.end)) : hourAt(now);
  const begun = tally(enrolments, ({ begunAt }) => begunAt && hourAt(begunAt));
  const submitted = tally(enrolments, (one) => (isSubmitted(one) ? hourAt(one.submittedAt) : ''));
  return Array.from({ length: lastHours }, (_, index) => {
    const at = last - lastHours + 1 + index;
    return { at: stampOf(at * hour).slice(0, 13), begun: begun.get(at) ?? 0, submitted: submitted.get(at) ?? 0 };
  });
}

/** The last day of a window. Its end is exclusive, so the last day of one that ends at midnight is the day before. */
function lastMoment(end: string): string {
  return stampOf(instant(end) - 1_000);
}

function tally(enrolments: readonly CountedEnrolment[], place: (one: CountedEnrolment) => number | ''): Map<number, number> {
  const counts = new Map<number, number>();
  for (const one of enrolments) {
    const at = place(one);
    if (at !== '') counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

function sumUntil(counts: ReadonlyMap<number, number>, until: number): number {
  let sum = 0;
  for (const [at, count] of counts) if (at < until) sum += count;
  return sum;
}

/** The previous campaign: the one with the next lower edition, else the one whose window opened last before this one's. */
export function campaignBefore<T extends { id: string; edition: number | null; start: string }>(campaign: T, all: readonly T[]): T | undefined {
  const others = all.filter(({ id }) => id !== campaign.id);
  const { edition } = campaign;
  const lower = edition === null ? [] : others.filter((one) => one.edition !== null && one.edition < edition);
  if (lower.length) return lower.reduce((best, one) => (Number(one.edition) > Number(best.edition) ? one : best));
  const earlier = others.filter(({ start }) => start !== '' && (campaign.start === '' || start < campaign.start));
  return earlier.length ? earlier.reduce((best, one) => (one.start > best.start ? one : best)) : undefined;
}
