import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, type Request } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useIsAttended } from '#client/use-attended.ts';

/** A panel's own data, asked again while somebody is at the page. */
export function usePanel<T>(path: string, every = 10_000) {
  const attended = useIsAttended();
  return useQuery({ queryKey: ['system', path], queryFn: () => call<T>(path), refetchInterval: attended ? every : false });
}

/** Sends a call, says what went wrong, and brings every panel up to date; undefined where it failed. */
export function useOperation(): <T>(path: string, method?: Request['method'], body?: unknown) => Promise<T | undefined> {
  const client = useQueryClient();
  const { failure } = useNotices();
  return useCallback(
    async <T>(path: string, method: Request['method'] = 'POST', body: unknown = {}) => {
      try {
        return await call<T>(path, { method, ...(method === 'DELETE' ? {} : { body }) });
      } catch (error) {
        failure(error);
        return undefined;
      } finally {
        await client.invalidateQueries({ queryKey: ['system'] });
      }
    },
    [client, failure],
  );
}

/** 1536 → '1.5 KB' */
export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
