/** The desk's way to its calls: answers kept by the campaign, brought up to date after every change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { addressOf, call, type Told } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Answered, CallName } from '#framework/api/wire.ts';

/** A question to the desk. */
export function useDesk<Name extends CallName & `GET /api/desk${string}`>(name: Name, told: Told<Name>) {
  return useQuery({
    queryKey: ['desk', addressOf(name, told)],
    queryFn: () => call(name, told),
    retry: false,
    placeholderData: (before) => before,
  });
}

/** Sends a change and brings the desk up to date; says what went wrong and gives undefined where it failed. */
export function useDeskChange(): { busy: boolean; send: <Name extends CallName>(name: Name, told: Told<Name>) => Promise<Answered<Name> | undefined> } {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async <Name extends CallName>(name: Name, told: Told<Name>) => {
      setBusy(true);
      try {
        return await call(name, told);
      } catch (error) {
        failure(error);
        return undefined;
      } finally {
        setBusy(false);
        await client.invalidateQueries({ queryKey: ['desk'] });
      }
    },
    [client, failure],
  );
  return { busy, send };
}
