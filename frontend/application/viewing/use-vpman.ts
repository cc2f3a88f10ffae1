/** The calls under /api/vpman: answers cached by path, refreshed after every change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { addressOf, call, type SolverMessage } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Answered, CallName } from '#framework/api/wire.ts';

/** A question about viewing pages. */
export function useVpman<Name extends CallName & `GET /api/vpman${string}`>(name: Name, told: SolverMessage<Name>, isWanted = true) {
  return useQuery({
    queryKey: ['vpman', addressOf(name, told)],
    queryFn: () => call(name, told),
    enabled: isWanted,
    retry: false,
    placeholderData: (before) => before,
  });
}

/** Which page a call is about. */
export function pageOf({ campaign, pg }: { campaign: string; pg: string }): { campaign: string; pg: string } {
  return { campaign, pg };
}

/** Sends a change; says what went wrong and gives undefined where it failed. */
export function useVpmanChange(): {
  busy: boolean;
  send: <Name extends CallName>(name: Name, told: SolverMessage<Name>) => Promise<Answered<Name> | undefined>;
  remove: (id: string) => Promise<boolean>;
} {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async <Name extends CallName>(name: Name, told: SolverMessage<Name>): Promise<Answered<Name> | undefined> => {
      setBusy(true);
      try {
        return await call(name, told);
      } catch (error) {
        failure(error);
        return undefined;
      } finally {
        setBusy(false);
        await client.invalidateQueries({ queryKey: ['vpman'] });
        void client.invalidateQueries({ queryKey: ['viewing_page'] });
      }
    },
    [client, failure],
  );
  const remove = useCallback(async (id: string) => (await send('DELETE /api/pb/:object/:id', { at: { object: 'viewing_page', id } })) !== undefined, [send]);
  return { busy, send, remove };
}

/** One request sent again after a lost answer is the same request. */
export function freshKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
