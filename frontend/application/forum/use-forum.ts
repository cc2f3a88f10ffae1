/** The set-up's way to its calls: one answer for the whole screen, replaced by what each change gives back. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ForumFacts } from '#application/forum/rules/forum-facts.ts';
import { call, type Request } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';

export function forumPath(campaign: string, rest = ''): string {
  return `/api/forum/${encodeURIComponent(campaign)}${rest}`;
}

export function useForum(campaign: string) {
  return useQuery({ queryKey: ['forum', campaign], queryFn: () => call<ForumFacts>(forumPath(campaign)), retry: false });
}

/** Sends a change; says what went wrong and gives undefined where it failed. */
export function useForumChange(campaign: string) {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async (rest: string, method: Request['method'], body?: unknown): Promise<ForumFacts | undefined> => {
      setBusy(true);
      try {
        const facts = await call<ForumFacts>(forumPath(campaign, rest), { method, ...(body === undefined ? {} : { body }) });
        client.setQueryData(['forum', campaign], facts);
        return facts;
      } catch (error) {
        failure(error);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [campaign, client, failure],
  );
  return { busy, send };
}
