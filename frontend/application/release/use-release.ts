/** The page's way to its calls: the facts of one campaign, brought up to date after every change. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ReleasedFacts } from '#application/release/rules/release-facts.ts';
import { call } from '#client/http-client.ts';
import { useChange } from '#client/use-change.ts';

/** The calls that release: anew, or an earlier version again. */
export type Releasing = 'POST /api/release/:campaign' | 'POST /api/release/:campaign/back';

export function useRelease(campaign: string) {
  return useQuery({
    queryKey: ['release', campaign],
    queryFn: () => call('GET /api/release/:campaign', { at: { campaign } }),
    retry: false,
    placeholderData: (before) => before,
  });
}

const stale = ['release', 'pairing', 'desk'];

/** Sends a release; says what went wrong, by its rule, and gives undefined where it failed. What is shown afterwards is what the server has. */
export function useReleasing(campaign: string): { busy: boolean; send: (name: Releasing, body: object) => Promise<ReleasedFacts | undefined> } {
  const { busy, send: change } = useChange(stale);
  const send = useCallback((name: Releasing, body: object) => change(name, { at: { campaign }, body }), [campaign, change]);
  return { busy, send };
}

/** Where the mails of a batch are looked over. */
export function mailsPath(campaign: string, batch: string): string {
  return `/ccdfdesk?${new URLSearchParams({ campaign, tab: 'mails', mails: 'batches', batch })}`;
}
