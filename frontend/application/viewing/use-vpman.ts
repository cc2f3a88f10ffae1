/** The calls below /api/vpman: answers cached by path, fetched again after every change. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { addressOf, type CallInput, call } from '#client/http-client.ts';
import { type Change, useChange } from '#client/use-change.ts';
import type { CallName } from '#framework/api/wire.ts';

/** Reads about viewing pages. */
export function useVpman<Name extends CallName & `GET /api/vpman${string}`>(name: Name, input: CallInput<Name>, isWanted = true) {
  return useQuery({
    queryKey: ['vpman', addressOf(name, input)],
    queryFn: () => call(name, input),
    enabled: isWanted,
    retry: false,
    placeholderData: (before) => before,
  });
}

/** The page that a call is about. */
export function pageOf({ campaign, pg }: { campaign: string; pg: string }): { campaign: string; pg: string } {
  return { campaign, pg };
}

const stale = ['vpman', 'viewing_page'];

/** Sends a change, and fetches the pages and their list again. */
export function useVpmanChange(): Change & { remove: (id: string) => Promise<boolean> } {
  const { busy, send } = useChange(stale);
  const remove = useCallback(async (id: string) => (await send('DELETE /api/pb/:object/:id', { at: { object: 'viewing_page', id } })) !== undefined, [send]);
  return { busy, send, remove };
}

/** An idempotency key: a request sent again after a lost answer is the same request. */
export function freshKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
