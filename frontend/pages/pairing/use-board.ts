/** The board's facts and changes: what one does shows at once, what another organiser does comes by itself. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { BoardChanges, BoardFacts, Move } from '#domain/pairing/board-facts.ts';
import { call } from '../../admin/http-client.ts';
import { useNotices } from '../../ui/Notices.tsx';

export function boardPath(campaign: string, rest = ''): string {
  return `/api/pairing/${encodeURIComponent(campaign)}${rest}`;
}

export function useBoard(campaign: string) {
  return useQuery({ queryKey: ['pairing', campaign], queryFn: () => call<BoardFacts>(boardPath(campaign)), retry: false });
}

export interface BoardDeeds {
  busy: boolean;
  /** true where the server did it */
  move: (moves: Move[]) => Promise<boolean>;
  undo: () => Promise<boolean>;
  redo: () => Promise<boolean>;
  refresh: () => Promise<void>;
  /** sends anything else; undefined where it failed, which is told */
  send: <T>(rest: string, body: unknown) => Promise<T | undefined>;
}

export function useDeeds(campaign: string): BoardDeeds {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['pairing', campaign] }), [client, campaign]);
  const send = useCallback(
    async <T>(rest: string, body: unknown) => {
      setBusy(true);
      try {
        return await call<T>(boardPath(campaign, rest), { method: 'POST', body });
      } catch (error) {
        failure(error);
        return undefined;
      } finally {
        setBusy(false);
        await refresh();
      }
    },
    [campaign, failure, refresh],
  );
  const move = useCallback(
    async (moves: Move[]) => {
      const facts = client.getQueryData<BoardFacts>(['pairing', campaign]);
      // Shown at once; the answer, or the refusal, brings the truth.
      if (facts) client.setQueryData(['pairing', campaign], expected(facts, moves));
      return (await send('/moves', { moves })) !== undefined;
    },
    [campaign, client, send],
  );
  const undo = useCallback(async () => (await send('/undo', {})) !== undefined, [send]);
  const redo = useCallback(async () => (await send('/redo', {})) !== undefined, [send]);
  return useMemo(() => ({ busy, move, undo, redo, refresh, send }), [busy, move, undo, redo, refresh, send]);
}

/** Listens for other people's changes while the board is open; `tell` is given who made how many. */
export function useOthers(campaign: string, version: BoardFacts['version'] | undefined, tell: (changes: BoardChanges) => void): void {
  const client = useQueryClient();
  const known = version !== undefined;
  useEffect(() => {
    if (!known) return;
    const end = new AbortController();
    void (async () => {
      for (;;) {
        const since = client.getQueryData<BoardFacts>(['pairing', campaign])?.version;
        if (since === undefined || end.signal.aborted) return;
        try {
          const changes = await call<BoardChanges>(boardPath(campaign, `/changes?since=${encodeURIComponent(String(since))}`), { signal: end.signal });
          const now = client.getQueryData<BoardFacts>(['pairing', campaign])?.version;
          if (changes.version !== since && changes.version !== now) {
            await client.invalidateQueries({ queryKey: ['pairing', campaign] });
            tell(changes);
          }
        } catch {
          if (end.signal.aborted) return;
          // The line is away, or the server starts again: later.
          await new Promise((resolve) => setTimeout(resolve, 4_000));
        }
      }
    })();
    return () => end.abort();
  }, [campaign, client, known, tell]);
}

/** The facts as they will be if the server agrees. */
function expected(facts: BoardFacts, moves: readonly Move[]): BoardFacts {
  let pairings = facts.pairings;
  const change = (id: string, next: Partial<BoardFacts['pairings'][number]>) => {
    pairings = pairings.map((one) => (one.id === id ? { ...one, ...next } : one));
  };
  for (const move of moves) {
    if (move.do === 'remove') pairings = pairings.filter(({ id }) => id !== move.pairing);
    else if (move.do === 'lock' || move.do === 'unlock') change(move.pairing, { locked: move.do === 'lock' });
    else if (move.do === 'move') change(move.pairing, { start: move.start });
    else if (move.do === 'swap') {
      const [a, b] = [pairings.find(({ id }) => id === move.a), pairings.find(({ id }) => id === move.b)];
      if (a && b) {
        change(a.id, { start: b.start });
        change(b.id, { start: a.start });
      }
    }
  }
  return { ...facts, pairings };
}
