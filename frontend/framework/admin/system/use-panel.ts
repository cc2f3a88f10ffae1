import { useQuery } from '@tanstack/react-query';
import { addressOf, type CallInput, call } from '#client/http-client.ts';
import { useIsAttended } from '#client/use-attended.ts';
import { type Change, useChange } from '#client/use-change.ts';
import type { CallName } from '#framework/api/wire.ts';

/** A panel's own data, refreshed while a person is at the page. */
export function usePanel<Name extends CallName>(name: Name, input: CallInput<Name>, every = 10_000) {
  const attended = useIsAttended();
  return useQuery({ queryKey: ['system', addressOf(name, input)], queryFn: () => call(name, input), refetchInterval: attended ? every : false });
}

const stale = ['system'];

/** Sends a call and brings every panel up to date. */
export function useOperation(): Change['send'] {
  return useChange(stale).send;
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
