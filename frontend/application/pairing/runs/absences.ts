/** Absences as they are typed on the campaign's clock: any period of a forum day. Pure. */
import type { BoardFacts } from '#application/pairing/rules/board-facts.ts';
import { inZone, momentIn } from '#framework/time.ts';
import { readMoment } from '#ui/moment.ts';

export interface AbsenceLine {
  key: number;
  /** 'dm …' or 'pitch …', '' while nobody is chosen */
  who: string;
  /** 'YYYY-MM-DD' */
  day: string;
  /** 'hh:mm' */
  from: string;
  until: string;
}

/** A forum day from the start of its first meeting to the end of its last, 'hh:mm' in the campaign's zone; `noon` is the start of its afternoon. */
export interface ForumDay {
  day: string;
  from: string;
  noon: string;
  until: string;
}

export interface PersonLoss {
  side: 'dm' | 'pitch';
  id: string;
  away: { start: string; end: string }[];
}

export function daysOf({ slots, campaign }: Pick<BoardFacts, 'slots' | 'campaign'>): ForumDay[] {
  const days = new Map<string, ForumDay>();
  for (const { start, end, block } of slots) {
    const [day = '', from = ''] = inZone(start, campaign.zone).split(' ');
    const until = inZone(end, campaign.zone).slice(11);
    const known = days.get(day) ?? { day, from, noon: '', until };
    days.set(day, { ...known, noon: known.noon || (block.endsWith('pm') ? from : ''), until });
  }
  return [...days.values()];
}

let made = 0;

/** An absence for the whole first day. */
export function emptyLine([first]: readonly ForumDay[]): AbsenceLine {
  made += 1;
  return { key: made, who: '', day: first?.day ?? '', from: first?.from ?? '', until: first?.until ?? '' };
}

/** The usual periods of a day: all of it, a half, one hour late, away from three o'clock. */
export function usualOf({ from, noon, until }: ForumDay): { name: 'whole' | 'am' | 'pm' | 'late' | 'early'; from: string; until: string }[] {
  const later = `${String(Number(from.slice(0, 2)) + 1).padStart(2, '0')}${from.slice(2)}`;
  return [
    { name: 'whole' as const, from, until },
    ...(noon && noon > from ? [{ name: 'am' as const, from, until: noon }] : []),
    ...(noon ? [{ name: 'pm' as const, from: noon, until }] : []),
    ...(later < until ? [{ name: 'late' as const, from, until: later }] : []),
    ...(until > '15:00' && from < '15:00' ? [{ name: 'early' as const, from: '15:00', until }] : []),
  ];
}

/** The lost times of each person as stored instants; undefined while a line is incomplete or ends before it begins. */
export function lossesOf(lines: readonly AbsenceLine[], zone: string): PersonLoss[] | undefined {
  const losses = new Map<string, PersonLoss>();
  for (const { who, day, from, until } of lines) {
    const [side, id] = who.startsWith('pitch ') ? (['pitch', who.slice(6)] as const) : (['dm', who.slice(3)] as const);
    // '930' is half past nine, as in every box for a time.
    const [start, end] = [from, until].map((text) => momentIn(`${day} ${readMoment('time', text) ?? ''}`, zone));
    if (!id || !start || !end || start >= end) return undefined;
    const known = losses.get(who) ?? { side, id, away: [] };
    known.away.push({ start, end });
    losses.set(who, known);
  }
  return [...losses.values()];
}

/** Times that a person's form would remove, as stored instants. */
export interface LostTimes {
  /** 'dm …' or 'pitch …' */
  who: string;
  away: readonly { start: string; end: string }[];
}

/** Reads them from the address: `repair=dm 01k…&away=2026-05-01 01:00:00/2026-05-01 04:00:00`, one `away` for each period. */
export function lossIn(search: URLSearchParams): LostTimes | undefined {
  const who = search.get('repair') ?? '';
  if (!/^(dm|pitch) \S+$/.test(who)) return undefined;
  const away = search.getAll('away').flatMap((text) => {
    const [start, end] = text.split('/');
    return start && end && start < end ? [{ start, end }] : [];
  });
  return { who, away };
}

/** One line for each forum day that a period touches; the whole first day where there is none. */
export function linesOf(lost: LostTimes | undefined, days: readonly ForumDay[], zone: string): AbsenceLine[] {
  const lines = (lost?.away ?? []).flatMap(({ start, end }) => {
    const [from, until] = [inZone(start, zone), inZone(end, zone)];
    return days.flatMap((day): AbsenceLine[] => {
      const [begins, ends] = [`${day.day} ${day.from}`, `${day.day} ${day.until}`];
      if (until <= begins || from >= ends) return [];
      const part = { from: (from > begins ? from : begins).slice(11), until: (until < ends ? until : ends).slice(11) };
      return [{ ...emptyLine(days), who: lost?.who ?? '', day: day.day, ...part }];
    });
  });
  return lines.length ? lines : [{ ...emptyLine(days), who: lost?.who ?? '' }];
}
