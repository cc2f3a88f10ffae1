/** The board's facts and changes: what one does shows at once, what another organiser does comes by itself. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BoardChanges, BoardFacts, Move } from '#application/pairing/rules/board-facts.ts';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Answered, CallName } from '#framework/api/wire.ts';
import { applied, expected } from './applied.ts';

/** After a change the whole board is asked for once more, but not while changes follow each other, ms. */
const settle = 1_200;

/** What is done on the board, by the last word of its call. */
type Doing = CallName extends infer Name ? (Name extends `POST /api/pairing/:campaign/${infer Rest}` ? Rest : never) : never;

/** What it is answered with. */
type Done<Rest extends Doing> = Answered<`POST /api/pairing/:campaign/${Rest}`>;

export function useBoard(campaign: string) {
  return useQuery({ queryKey: ['pairing', campaign], queryFn: () => call('GET /api/pairing/:campaign', { at: { campaign } }), retry: false });
}

export interface BoardActions {
  busy: boolean;
  /** true where the server did it */
  move: (moves: Move[]) => Promise<boolean>;
  undo: () => Promise<boolean>;
  redo: () => Promise<boolean>;
  refresh: () => Promise<void>;
  /** sends anything else; undefined where it failed, with the failure shown */
  send: <Rest extends Doing>(rest: Rest, body: unknown) => Promise<Done<Rest> | undefined>;
}

export function useBoardActions(campaign: string): BoardActions {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['pairing', campaign] }), [client, campaign]);
  const refreshLater = useLater(refresh);
  const ask = useCallback(
    async <Rest extends Doing>(rest: Rest, body: unknown): Promise<Done<Rest> | undefined> => {
      setBusy(true);
      try {
        return (await call<`POST /api/pairing/:campaign/${Doing}`>(`POST /api/pairing/:campaign/${rest}`, { at: { campaign }, body })) as Done<Rest>; // the one of its own
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
    async <Rest extends Doing>(rest: Rest, body: unknown) => {
      const answer = await ask(rest, body);
      if (answer !== undefined) await refresh();
      return answer;
    },
    [ask, refresh],
  );
  /** Answered with what changed since the version that it names: all that is needed to show it. */
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
  const move = useCallback(
    async (moves: Move[]) => {
      // An answer on its way that is older than the move would take it back for a moment.
      await client.cancelQueries({ queryKey: ['pairing', campaign] });
      // Shown at once; the answer, or the refusal, brings the truth.
      client.setQueryData<BoardFacts>(['pairing', campaign], (facts) => facts && expected(facts, moves));
      return change('moves', { moves });
    },
    [campaign, change, client],
  );
  const undo = useCallback(() => change('undo', {}), [change]);
  const redo = useCallback(() => change('redo', {}), [change]);
  return useMemo(() => ({ busy, move, undo, redo, refresh, send }), [busy, move, undo, redo, refresh, send]);
}

/** Done once, some time after it was asked for last. */
function useLater(act: () => Promise<void>): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void act(), settle);
  }, [act]);
}

/** Listens for other people's changes while the board is open; `tell` is given them, and the board before them. */
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
          // Some of it may have come with an own move's answer meanwhile, and is reported nevertheless; a restored database may be behind, and is stale.
          if (changes.isStale) await client.invalidateQueries({ queryKey: ['pairing', campaign] });
          else if (changes.version > now.version) {
            client.setQueryData(['pairing', campaign], applied(now, changes));
            if (changes.pairings.length + changes.removed.length > 0) refreshLater();
          }
          tell(changes, before);
        } catch {
          if (end.signal.aborted) return;
          // The line is away, or the server starts again: later.
          await new Promise((resolve) => setTimeout(resolve, 4_000));
        }
      }
    })();
    return () => end.abort();
  }, [campaign, client, known, refreshLater, tell]);
}
