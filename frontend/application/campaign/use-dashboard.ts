/** The dashboard's calls. Answers are cached by campaign and fetched again after every change. */
import { useQuery } from '@tanstack/react-query';
import { addressOf, type CallInput, call } from '#client/http-client.ts';
import { type Change, useChange } from '#client/use-change.ts';
import type { CallName } from '#framework/api/wire.ts';

/** Reads from the dashboard's API. */
export function useDashboard<Name extends CallName & `GET /api/desk${string}`>(name: Name, input: CallInput<Name>) {
  return useQuery({
    queryKey: ['desk', addressOf(name, input)],
    queryFn: () => call(name, input),
    retry: false,
    placeholderData: (before) => before,
  });
}

const stale = ['desk'];

/** Sends a change and fetches the dashboard's answers again. */
export function useDashboardChange(): Change {
  return useChange(stale);
}
