/** The dashboard's calls. Answers are cached by campaign and fetched again after every change. */
import { useQuery } from '@tanstack/react-query';
import { addressOf, type CallInput, call } from '#client/http-client.ts';
import { useWatched } from '#client/use-attended.ts';
import { type Change, useChange } from '#client/use-change.ts';
import type { CallName } from '#framework/api/wire.ts';

/** Reads from the dashboard's API; `every`: again and again while somebody is at the page, ms. */
export function useDashboard<Name extends CallName & `GET /api/desk${string}`>(name: Name, input: CallInput<Name>, every?: number) {
  const watched = useWatched(every);
  return useQuery({
    queryKey: ['desk', addressOf(name, input)],
    queryFn: () => call(name, input),
    retry: false,
    placeholderData: (before) => before,
    ...watched,
  });
}

const stale = ['desk'];

/** Sends a change and fetches the dashboard's answers again. */
export function useDashboardChange(): Change {
  return useChange(stale);
}
