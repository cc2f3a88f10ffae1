/** The board's facts and changes. One's own change is shown at once, another organiser's arrives by itself. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BoardChanges, BoardFacts, Move, StepFacts } from '#application/pairing/rules/board-facts.ts';
import { type CallInput, call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Answered, BodyOf, CallName } from '#framework/api/wire.ts';
import { applied, expected, latest } from './applied.ts';

/** How long after a change the whole board is fetched again, ms. A further change starts the time anew. */
const settle = 1_200;

/** The actions of the board, by the last part of their call. */
type Doing = CallName extends infer Name ? (Name extends `POST /api/pairing/:campaign/${infer Rest}` ? Rest : never) : never;

/** The answer to an action. */
type Sending<Rest extends Doing> = BodyOf<`POST /api/pairing/:campaign/${Rest}`>;
type Done<Rest extends Doing> = Answered<`POST /api/pairing/:campaign/${Rest}`>;

export function useBoard(campaign: string) {
  return useQuery({ queryKey: ['pairing', campaign], queryFn: () => call('GET /api/pairing/:campaign', { at: { campaign } }), retry: false });
}

export interface BoardActions {
  busy: boolean;
  /** true where the server carried it out */
  move: (moves: Move[]) => Promise<boolean>;
  /** the step that was taken back, or taken again; undefined where there was none, or it failed */
  undo: () => Promise<StepFacts | undefined>;
  redo: () => Promise<StepFacts | undefined>;
  refresh: () => Promise<void>;
  /** sends any other call; undefined where it failed, and then the failure is shown */
  send: <Rest extends Doing>(rest: Rest, body: Sending<Rest>) => Promise<Done<Rest> | undefined>;
}

export function useBoardActions(campaign: string): BoardActions {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['pairing', campaign] }), [client, campaign]);
  const refreshLater = useLater(refresh);
  const ask = useCallback(
    async <Rest extends Doing>(rest: Rest, body: Sending<Rest>): Promise<Done<Rest> | undefined> => {
      setBusy(true);
      try {
        return (await call(`POST /api/pairing/:campaign/${rest}`, {
          at: { campaign },
          body,
        } as unknown as CallInput<`POST /api/pairing/:campaign/${Rest}`>)) as Done<Rest>; // those of its own name
      } catch (error) {
        failure(error);
        await refresh();
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [campaign, failure, refresh],
  );
  const send = useCallback(
    async <Rest extends Doing>(rest: Rest, body: Sending<Rest>) => {
      const answer = await ask(rest, body);
      if (answer !== undefined) await refresh();
      return answer;
    },
    [ask, refresh],
  );
  /** The answer has only what changed since the version that the request names. */
  const change = useCallback(
    async (rest: 'moves' | 'undo' | 'redo', body: object) => {
      const version = client.getQueryData<BoardFacts>(['pairing', campaign])?.version;
      const changes = await ask(rest, { ...body, version });
      if (!changes) return false;
      client.setQueryData<BoardFacts>(['pairing', campaign], (facts) => facts && applied(facts, changes));
      if (changes.isStale) await refresh();
      else refreshLater();
      return true;
    },
    [ask, campaign, client, refresh, refreshLater],
  );
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const facts = useCallback(() => client.getQueryData<BoardFacts>(['pairing', campaign]), [campaign, client]);
  // One after another: the second of two quick keys is based on what the first came to.
  const inTurn = useCallback(<Done>(act: () => Promise<Done>): Promise<Done> => {
    const done = before.current.then(act);
    before.current = done.catch(() => undefined);
    return done;
  }, []);
  /** Shows a change at once; then the answer or the refusal replaces it. */
  const show = useCallback(
    async (moves: Move[]) => {
      // A fetch that started before the move would briefly show the old position.
      await client.cancelQueries({ queryKey: ['pairing', campaign] });
      // What the page has now, before the change takes a meeting out of it; the key may be older than what has just come.
      const known = latest(moves, facts());
      client.setQueryData<BoardFacts>(['pairing', campaign], (now) => now && expected(now, known));
      return known;
    },
    [campaign, client, facts],
  );
  const move = useCallback(
    (moves: Move[]) => {
      const shown = show(moves);
      return inTurn(async () => change('moves', { moves: latest(await shown, facts()) }));
    },
    [change, facts, inTurn, show],
  );
  const walk = useCallback(
    (which: 'undo' | 'redo') =>
      inTurn(async () => {
        const step = facts()?.[which];
        return step?.can && (await change(which, {})) ? step : undefined;
      }),
    [change, facts, inTurn],
  );
  const undo = useCallback(() => walk('undo'), [walk]);
  const redo = useCallback(() => walk('redo'), [walk]);
  return useMemo(() => ({ busy, move, undo, redo, refresh, send }), [busy, move, undo, redo, refresh, send]);
}

/** Calls a function once, some time after the last request for it. */
function useLater(act: () => Promise<void>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void act(), settle);
  }, [act]);
}

/** Listens for other people's changes while the board is open. First the board gets them, then `tell`. */
export function useOthers(campaign: string, version: BoardFacts['version'] | undefined, tell: (changes: BoardChanges, before: BoardFacts) => void): void {
  const client = useQueryClient();
  const known = version !== undefined;
  const refreshLater = useLater(useCallback(() => client.invalidateQueries({ queryKey: ['pairing', campaign] }), [client, campaign]));
  useEffect(() => {
    if (!known) return;
    const end = new AbortController();
    void (async () => {
      for (;;) {
        const before = client.getQueryData<BoardFacts>(['pairing', campaign]);
        if (!before || end.signal.aborted) return;
        try {
          const changes = await call('GET /api/pairing/:campaign/changes', { at: { campaign }, query: { since: before.version }, signal: end.signal });
          const now = client.getQueryData<BoardFacts>(['pairing', campaign]);
          if (!now) return;
          // Own moves may have brought some of these changes already; they are announced all the same. A restored database may have a lower version.
          if (changes.isStale) await client.invalidateQueries({ queryKey: ['pairing', campaign] });
          else if (changes.version > now.version) {
            client.setQueryData(['pairing', campaign], applied(now, changes));
            if (changes.pairings.length + changes.removed.length > 0) refreshLater();
          }
          tell(changes, before);
        } catch {
          if (end.signal.aborted) return;
          // No connection, or the server is restarting: try again later.
          await new Promise((resolve) => setTimeout(resolve, 4_000));
        }
      }
    })();
    return () => end.abort();
  }, [campaign, client, known, refreshLater, tell]);
}
