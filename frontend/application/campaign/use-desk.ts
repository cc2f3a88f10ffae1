/** The desk's way to its calls: answers kept by the campaign, brought up to date after every change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call, type Request } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';

/** GET /api/desk/{path}; '' is the list of campaigns. */
export function useDesk<T>(path: string) {
  return useQuery({
    queryKey: ['desk', path],
    queryFn: () => call<T>(`/api/desk${path && `/${path}`}`),
    retry: false,
    placeholderData: (before) => before,
  });
}

/** Sends a change and brings the desk up to date; says what went wrong and gives undefined where it failed. */
export function useDeskChange(): { busy: boolean; send: <T>(path: string, method: Request['method'], body: unknown, key?: string) => Promise<T | undefined> } {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback(
    async <T>(path: string, method: Request['method'], body: unknown, key?: string) => {
      setBusy(true);
      try {
        return await call<T>(`/api/desk/${path}`, { method, body, ...(key && { headers: { 'Idempotency-Key': key } }) });
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
