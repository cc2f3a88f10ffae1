/** The page's way to its calls: the facts of one campaign, brought up to date after every change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ReleasedFacts, ReleaseFacts } from '#application/release/rules/release-facts.ts';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';

export function releasePath(campaign: string, rest = ''): string {
  return `/api/release/${encodeURIComponent(campaign)}${rest}`;
}

export function useRelease(campaign: string) {
  return useQuery({
    queryKey: ['release', campaign],
    queryFn: () => call<ReleaseFacts>(releasePath(campaign)),
    retry: false,
    placeholderData: (before) => before,
  });
}

/** Sends a release; says what went wrong, by its rule, and gives undefined where it failed. What is shown afterwards is what stands. */
export function useReleasing(campaign: string): { busy: boolean; send: (rest: string, body: object) => Promise<ReleasedFacts | undefined> } {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async (rest: string, body: object) => {
      setBusy(true);
      try {
        return await call<ReleasedFacts>(releasePath(campaign, rest), { method: 'POST', body });
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
