/** GET /api/attention, fetched once for all parts of the home page that show it. */
import { useQuery } from '@tanstack/react-query';
import { call } from '#client/http-client.ts';
import { useWatched } from '#client/use-attended.ts';

export function useAttention() {
  return useQuery({ queryKey: ['attention'], queryFn: () => call('GET /api/attention', {}), ...useWatched(60_000) });
}
