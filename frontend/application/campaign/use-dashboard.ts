/** The dashboard's calls: answers cached by campaign, refreshed after every change. */
import { useQuery } from '@tanstack/react-query';
import { addressOf, type CallInput, call } from '#client/http-client.ts';
import { type Change, useChange } from '#client/use-change.ts';
import type { CallName } from '#framework/api/wire.ts';

/** A question to the desk. */
export function useDashboard<Name extends CallName & `GET /api/desk${string}`>(name: Name, input: CallInput<Name>) {
  return useQuery({
    queryKey: ['desk', addressOf(name, input)],
    queryFn: () => call(name, input),
    retry: false,
    placeholderData: (before) => before,
  });
}

const stale = ['desk'];

/** Sends a change and refreshes the dashboard. */
export function useDashboardChange(): Change {
  return useChange(stale);
}
