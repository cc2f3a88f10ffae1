/** Names and times of the day as the screen shows them. */

import { useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type DayFacts, dayMeetings } from '#application/forum-day/rules/day-facts.ts';
import { type PresenceEvent, presenceOf, type Side } from '#application/forum-day/rules/events.ts';
import type { DayState } from '#application/forum-day/rules/free-now.ts';
import { clashesIn, type DayMeeting, tableClashesIn } from '#application/forum-day/rules/with-day.ts';
import { tableName } from '#application/pairing/rules/grid.ts';
import type { Lang } from '#codegen/model.ts';
import { inZone, stampOf } from '#framework/time.ts';
import { inLang } from '#rules/words/language.ts';
import type { PressAction } from './press-queue.ts';

/** 'hh:mm' in the campaign's zone. */
export function timeOf(stamp: string, zone: string): string {
  return inZone(stamp, zone).slice(11);
}

export interface Named {
  name: string;
  /** a pitch's number, or a decision maker's company */
  sub: string;
}

/** What every part of the screen works with. */
export interface DayView {
  facts: DayFacts;
  meetings: DayMeeting[];
  dayState: DayState;
  presence: ReadonlyMap<string, PresenceEvent>;
  clashes: ReadonlySet<string>;
  /** keys of meetings that a delay puts at one table at one time */
  tableClashes: ReadonlySet<string>;
  zone: string;
  nameOf: (side: Side, id: string) => Named;
  /** 'Table A', 'Salon'; '—' where a meeting has none */
  table: (room: string) => string;
  /** 'hh:mm' */
  time: (stamp: string) => string;
  /** the clock's instant at the moment of a press */
  now: () => string;
  mayChange: boolean;
  press: (deed: PressAction) => void;
}

/** `isDraftShown`: staff asked to see the draft, where nothing was released. */
export function useView(facts: DayFacts, lang: Lang, isDraftShown: boolean, ahead: number, mayChange: boolean, press: (deed: PressAction) => void): DayView {
  const translate = useTranslate();
  return useMemo(() => {
    const meetings = facts.release || isDraftShown ? dayMeetings(facts) : [];
    const presence = presenceOf(facts.events);
    const [dms, pitches] = [new Map(facts.dms.map((dm) => [dm.id, dm])), new Map(facts.pitches.map((pitch) => [pitch.id, pitch]))];
    const { zone } = facts.campaign;
    return {
      facts,
      meetings,
      dayState: { meetings, presence, events: facts.events, board: facts },
      presence,
      clashes: clashesIn(meetings),
      tableClashes: tableClashesIn(meetings),
      zone,
      nameOf: (side, id) => {
        if (side === 'dm') {
          const dm = dms.get(id);
          return { name: inLang({ tw: dm?.name, en: dm?.ename }, lang) || id, sub: dm?.org ?? '' };
        }
        const pitch = pitches.get(id);
        return { name: inLang({ tw: pitch?.title, en: pitch?.etitle }, lang) || id, sub: pitch?.number ?? '' };
      },
      table: (room) => tableName(room, (mark) => translate('forumday.table', { room: mark })) || '—',
      time: (stamp) => timeOf(stamp, zone),
      now: () => stampOf(Date.now() + ahead),
      mayChange,
      press,
    };
  }, [facts, lang, isDraftShown, ahead, mayChange, press, translate]);
}

/** The clock's instant, ms, updated every `every` ms. */
export function useClock(ahead: number, every: number): number {
  const [now, setNow] = useState(() => Date.now() + ahead);
  useEffect(() => {
    setNow(Date.now() + ahead);
    const timer = setInterval(() => setNow(Date.now() + ahead), every);
    return () => clearInterval(timer);
  }, [ahead, every]);
  return now;
}
