/** The way to the calls under /api/vpman: answers kept by their path, brought up to date after every change. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call, type Request } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';

/** GET /api/vpman/{path}; '' is the list of pages. */
export function useVpman<T>(path: string, isWanted = true) {
  return useQuery({
    queryKey: ['vpman', path],
    queryFn: () => call<T>(`/api/vpman${path && `/${path}`}`),
    enabled: isWanted,
    retry: false,
    placeholderData: (before) => before,
  });
}

/** '{campaign}/{pg}', and what stands behind it. */
export function pagePath({ campaign, pg }: { campaign: string; pg: string }, rest = ''): string {
  return `${encodeURIComponent(campaign)}/${encodeURIComponent(pg)}${rest}`;
}

/** Sends a change; says what went wrong and gives undefined where it failed. */
export function useVpmanChange(): {
  busy: boolean;
  send: <T>(path: string, body: unknown, key?: string) => Promise<T | undefined>;
  remove: (id: string) => Promise<boolean>;
} {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const change = useCallback(
    async <T>(path: string, request: Request): Promise<T | undefined> => {
      setBusy(true);
      try {
        return await call<T>(path, request);
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
  const send = useCallback(
    <T>(path: string, body: unknown, key?: string) =>
      change<T>(`/api/vpman/${path}`, { method: 'POST', body, ...(key && { headers: { 'Idempotency-Key': key } }) }),
    [change],
  );
  const remove = useCallback(
    async (id: string) => (await change(`/api/pb/viewing_page/${encodeURIComponent(id)}`, { method: 'DELETE' })) !== undefined,
    [change],
  );
  return { busy, send, remove };
}

/** One request sent again after a lost answer is the same request. */
export function freshKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
