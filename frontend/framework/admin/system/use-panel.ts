import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { addressOf, call, type SolverMessage } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useIsAttended } from '#client/use-attended.ts';
import type { Answered, CallName } from '#framework/api/wire.ts';

/** A panel's own data, refreshed while a person is at the page. */
export function usePanel<Name extends CallName>(name: Name, told: SolverMessage<Name>, every = 10_000) {
  const attended = useIsAttended();
  return useQuery({ queryKey: ['system', addressOf(name, told)], queryFn: () => call(name, told), refetchInterval: attended ? every : false });
}

/** Sends a call, says what went wrong, and brings every panel up to date; undefined where it failed. */
export function useOperation(): <Name extends CallName>(name: Name, told: SolverMessage<Name>) => Promise<Answered<Name> | undefined> {
  const client = useQueryClient();
  const { failure } = useNotices();
  return useCallback(
    async (name, told) => {
      try {
        return await call(name, told);
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
