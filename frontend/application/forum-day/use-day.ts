/** The facts of the day, with the presses of this device that are not sent yet. */

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type DayFacts, dayMeetings } from '#application/forum-day/rules/day-facts.ts';
import { eventsFor } from '#application/forum-day/rules/events.ts';
import { useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { endsSession } from '#client/providers/auth.ts';
import { instant, stampOf } from '#framework/time.ts';
import { type DaySetup, expectedEvent, type Followed, openDay, type PressAction, queuedIn } from './press-queue.ts';

export interface Day {
  /** including presses of this device that are not sent yet */
  facts: DayFacts | undefined;
  error: Error | undefined;
  /** the clock minus the device's clock, ms */
  ahead: number;
  line: 'ok' | 'away';
  /** presses that the server does not have yet */
  waiting: number;
  press: (deed: PressAction) => void;
}

/** `at` is the rehearsal's clock, an ISO instant; `day` '' for the day to open with. */
export function useDay(campaign: string, user: string, asked: string, at: string | null): Day {
  const client = useQueryClient();
  const words = useWords();
  const { negative, failure } = useNotices();
  const [error, setError] = useState<Error>();
  // The day before stays on the screen until the next one is there.
  const shown = useRef<Followed>(undefined);
  // A ref, so that a change of language does not open the day anew.
  const on = useRef<Pick<DaySetup, 'onRefused' | 'onFailed'>>(undefined);
  on.current = {
    onRefused: (refused) => {
      for (const { code, values } of refused) negative(words(code, values));
    },
    onFailed: (failed) => {
      if (endsSession(failed.status)) void client.invalidateQueries({ queryKey: ['auth', 'me'] });
      else if (shown.current) failure(failed);
      else setError(failed);
    },
  };
  const opened = useMemo(() => {
    const known = shown.current?.facts.campaign.id === campaign && shown.current.facts.day === asked ? shown.current : undefined;
    return openDay({
      ...{ campaign, user, asked, at, ...(known && { known }) },
      onRefused: (refused) => on.current?.onRefused(refused),
      onFailed: (failed) => on.current?.onFailed(failed),
    });
  }, [campaign, user, asked, at]);
  const { facts: seen, unsaved, isOffline } = useSyncExternalStore(opened.typing.subscribe, opened.typing.snapshot);
  useEffect(() => opened.attach(), [opened]);
  if (seen) shown.current = seen;
  const day = shown.current?.facts;
  const queued = useMemo(() => queuedIn(unsaved), [unsaved]);
  const press = useCallback((deed: PressAction) => opened.press(shown.current?.facts.day ?? '', deed), [opened]);
  const facts = useMemo(() => {
    const own = queued.filter((one) => one.day === day?.day);
    if (!day) return day;
    const had = new Set(day.events.map(({ id }) => id));
    const meetings = dayMeetings(day);
    const events = own.flatMap((one) => (had.has(one.id) ? [] : expectedEvent(one, meetings, stampOf(one.pressedAt), user)));
    return { ...day, events: [...eventsFor(at !== null, [...day.events, ...events])] };
  }, [day, queued, user, at]);
  const rehearsed = useMemo(() => (at === null || Number.isNaN(instant(at)) ? undefined : instant(at) - Date.now()), [at]);
  return { facts, error, ahead: rehearsed ?? shown.current?.ahead ?? 0, line: isOffline ? 'away' : 'ok', waiting: queued.length, press };
}
