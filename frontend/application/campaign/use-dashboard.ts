/** The dashboard's calls: answers cached by campaign, refreshed after every change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { addressOf, call, type SolverMessage } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Answered, CallName } from '#framework/api/wire.ts';

/** A question to the desk. */
export function useDashboard<Name extends CallName & `GET /api/desk${string}`>(name: Name, told: SolverMessage<Name>) {
  return useQuery({
    queryKey: ['desk', addressOf(name, told)],
    queryFn: () => call(name, told),
    retry: false,
    placeholderData: (before) => before,
  });
}

/** Sends a change and refreshes the dashboard; shows what went wrong and gives undefined where it failed. */
export function useDashboardChange(): {
  busy: boolean;
  send: <Name extends CallName>(name: Name, told: SolverMessage<Name>) => Promise<Answered<Name> | undefined>;
} {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async <Name extends CallName>(name: Name, told: SolverMessage<Name>) => {
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
