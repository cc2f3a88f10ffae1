/** The set-up's calls. One answer feeds the whole screen; every change answers with a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ForumFacts } from '#application/forum/rules/forum-facts.ts';
import { type CallInput, call } from '#client/http-client.ts';
import { useChange } from '#client/use-change.ts';
import type { Answered, CallName } from '#framework/api/wire.ts';

export function useForum(campaign: string) {
  return useQuery({ queryKey: ['forum', campaign], queryFn: () => call('GET /api/forum/:campaign', { at: { campaign } }), retry: false });
}

/** The calls that answer with the set-up after the change. */
type SetUp = {
  [Name in CallName]: Name extends `${'POST' | 'PUT' | 'DELETE'} /api/forum/${string}` ? (Answered<Name> extends ForumFacts ? Name : never) : never;
}[CallName];

/** Sends a change. Its answer replaces the data on the screen. */
export function useForumChange(campaign: string) {
  const client = useQueryClient();
  const { busy, send: change } = useChange();
  const send = useCallback(
    async <Name extends SetUp>(name: Name, input: CallInput<Name>): Promise<ForumFacts | undefined> => {
      const facts = (await change(name, input)) as ForumFacts | undefined; // each of them answers with this type
      if (facts) client.setQueryData(['forum', campaign], facts);
      return facts;
    },
    [campaign, client, change],
  );
  return { busy, send };
}
