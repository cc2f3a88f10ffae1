/** The page's way to its calls: the facts of one campaign, brought up to date after every change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ReleasedFacts } from '#application/release/rules/release-facts.ts';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';

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

/** Sends a release; says what went wrong, by its rule, and gives undefined where it failed. What is shown afterwards is what stands. */
export function useReleasing(campaign: string): { busy: boolean; send: (name: Releasing, body: object) => Promise<ReleasedFacts | undefined> } {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async (name: Releasing, body: object) => {
      setBusy(true);
      try {
        return await call(name, { at: { campaign }, body });
      } catch (error) {
        failure(error);
        return undefined;
      } finally {
        setBusy(false);
        await client.invalidateQueries({ queryKey: ['release', campaign] });
        void client.invalidateQueries({ queryKey: ['pairing', campaign] });
        void client.invalidateQueries({ queryKey: ['desk'] });
      }
    },
    [campaign, client, failure],
  );
  return { busy, send };
}

/** Where the mails of a batch are looked over. */
export function mailsPath(campaign: string, batch: string): string {
  return `/ccdfdesk?${new URLSearchParams({ campaign, tab: 'mails', mails: 'batches', batch })}`;
}
