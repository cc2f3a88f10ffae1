/** The set-up's way to its calls: one answer for the whole screen, replaced by what each change gives back. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ForumFacts } from '#application/forum/rules/forum-facts.ts';
import { call, type SolverMessage } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Answered, CallName } from '#framework/api/wire.ts';

export function useForum(campaign: string) {
  return useQuery({ queryKey: ['forum', campaign], queryFn: () => call('GET /api/forum/:campaign', { at: { campaign } }), retry: false });
}

/** The changes that answer with the set-up as it is then. */
type Change = {
  [Name in CallName]: Name extends `${'POST' | 'PUT' | 'DELETE'} /api/forum/${string}` ? (Answered<Name> extends ForumFacts ? Name : never) : never;
}[CallName];

/** Sends a change; says what went wrong and gives undefined where it failed. */
export function useForumChange(campaign: string) {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async <Name extends Change>(name: Name, told: SolverMessage<Name>): Promise<ForumFacts | undefined> => {
      setBusy(true);
      try {
        const facts = (await call(name, told)) as ForumFacts; // as each of them answers
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
