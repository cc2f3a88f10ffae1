/** The calls of the release screen: the facts of one campaign, fetched again after every change. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ReleasedFacts } from '#application/release/rules/release-facts.ts';
import { type CallInput, call } from '#client/http-client.ts';
import { useChange } from '#client/use-change.ts';
import type { BodyOf } from '#framework/api/wire.ts';

/** The calls that release: a new version, or an earlier one again. */
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

/** Sends a release. A failure is shown with its rule, and the result is undefined. Afterwards the screen shows what the server has. */
export function useReleasing(campaign: string): {
  busy: boolean;
  send: <Name extends Releasing>(name: Name, body: BodyOf<Name>) => Promise<ReleasedFacts | undefined>;
} {
  const { busy, send: change } = useChange(stale);
  const send = useCallback(
    <Name extends Releasing>(name: Name, body: BodyOf<Name>) =>
      // the input of any of these calls, which TypeScript does not see for a name that is open
      change(name, { at: { campaign }, body } as unknown as CallInput<Name>) as Promise<ReleasedFacts | undefined>,
    [campaign, change],
  );
  return { busy, send };
}

/** The address where the mails of a batch are reviewed. */
export function mailsPath(campaign: string, batch: string): string {
  return `/ccdfdesk?${new URLSearchParams({ campaign, tab: 'mails', mails: 'batches', batch })}`;
}
