/** The facts of the day, fetched every second. Presses are sent with the next fetch. */

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type DayAnswer, type DayFacts, dayMeetings } from '#application/forum-day/rules/day-facts.ts';
import { ApiError, call } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { endsSession } from '#client/providers/auth.ts';
import { instant, stampOf } from '#framework/time.ts';
import { buildQueue, expectedEvent, nextPresses, type PressAction } from './press-queue.ts';

/** Pauses between two fetches, ms: a press on another device shows within two seconds. */
const pause = 1_000;
const pauseAway = 2_000;
/** Longest time for an answer, ms; after it the connection counts as lost. */
const longest = 8_000;

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
  const [seen, setSeen] = useState<{ version: string; facts: DayFacts }>();
  const [error, setError] = useState<Error>();
  const [line, setLine] = useState<Day['line']>('ok');
  const [ahead, setAhead] = useState(0);
  const queue = useMemo(() => buildQueue(user, campaign), [user, campaign]);
  const queued = useSyncExternalStore(queue.listen, queue.read);
  const known = useRef(seen);
  const kick = useRef<() => void>(undefined);
  // A ref, so that a change of language does not restart the loop.
  const tell = useRef({ words, negative, failure });
  tell.current = { words, negative, failure };

  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let again = false;
    known.current = known.current?.facts.day === asked ? known.current : undefined;

    const take = (answer: DayAnswer) => {
      if (at === null) setAhead((before) => (Math.abs(answer.now - Date.now() - before) > 500 ? answer.now - Date.now() : before));
      for (const { code, values } of answer.refused ?? []) tell.current.negative(tell.current.words(code, values));
      const before = known.current;
      if (answer.facts) known.current = { version: answer.version, facts: answer.facts };
      else if (before && answer.events) {
        const had = new Set(before.facts.events.map(({ id }) => id));
        const events = [...before.facts.events, ...answer.events.filter(({ id }) => !had.has(id))];
        known.current = { version: answer.version, facts: { ...before.facts, events } };
      } else if (before && answer.version !== before.version) known.current = { ...before, version: answer.version };
      if (known.current !== before) setSeen(known.current);
    };
    const ask = async (): Promise<void> => {
      await queue.recall();
      const line = { at: { campaign }, signal: end.signal, patience: longest };
      const since = known.current?.version;
      const day = known.current?.facts.day ?? asked;
      const next = nextPresses(queue.read(), Date.now());
      if (next) {
        const isShown = since !== undefined && next.day === day;
        const answer = await call('POST /api/forum-day/:campaign/press', { body: { ...next, ...(isShown && { since }) }, ...line });
        if (isShown) take(answer);
        else for (const { code, values } of answer.refused ?? []) tell.current.negative(tell.current.words(code, values));
        queue.remove(new Set(next.presses.map(({ id }) => id)));
        if (queue.read().length || !isShown) again = true;
        return;
      }
      const query = { day: day || undefined, since, at: at !== null && since === undefined ? at : undefined };
      take(await call('GET /api/forum-day/:campaign', { query, ...line }));
    };
    const run = async (): Promise<void> => {
      clearTimeout(timer);
      if (isAsking) {
        again = true;
        return;
      }
      isAsking = true;
      again = false;
      let wait = pause;
      try {
        await ask();
        setLine('ok');
        setError(undefined);
      } catch (failed) {
        if (end.signal.aborted) return;
        if (failed instanceof ApiError && endsSession(failed.status)) void client.invalidateQueries({ queryKey: ['auth', 'me'] });
        else if (failed instanceof ApiError && failed.refused && failed.status < 500) {
          // The server refused the request itself; the same request would fail again.
          const next = nextPresses(queue.read(), Date.now());
          if (next) queue.remove(new Set(next.presses.map(({ id }) => id)));
          if (known.current) tell.current.failure(failed);
          else setError(failed);
        }
        setLine(failed instanceof ApiError && failed.refused && failed.status < 500 ? 'ok' : 'away');
        again = false;
        wait = pauseAway;
      } finally {
        isAsking = false;
      }
      if (!end.signal.aborted) timer = setTimeout(() => void run(), again ? 0 : wait);
    };
    const wake = () => document.hidden || void run();
    kick.current = () => void run();
    document.addEventListener('visibilitychange', wake);
    addEventListener('online', wake);
    void run();
    return () => {
      end.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
    };
  }, [campaign, asked, at, queue, client]);

  useEffect(() => {
    if (at !== null && !Number.isNaN(instant(at))) setAhead(instant(at) - Date.now());
  }, [at]);

  const day = seen?.facts.day ?? '';
  const press = useCallback(
    (deed: PressAction) => {
      queue.add(day, deed);
      kick.current?.();
    },
    [queue, day],
  );
  const facts = useMemo(() => {
    if (!seen) return undefined;
    const own = queued.filter((one) => one.day === seen.facts.day);
    if (!own.length) return seen.facts;
    const had = new Set(seen.facts.events.map(({ id }) => id));
    const meetings = dayMeetings(seen.facts);
    const events = own.flatMap((one) => (had.has(one.id) ? [] : expectedEvent(one, meetings, stampOf(one.pressedAt), user)));
    return { ...seen.facts, events: [...seen.facts.events, ...events] };
  }, [seen, queued, user]);
  return { facts, error, ahead, line, waiting: queued.length, press };
}
