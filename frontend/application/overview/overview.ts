/** GET /api/overview: what needs attention, and two curves. Fetched once for all parts of the home page that show it. */
import { useQuery } from '@tanstack/react-query';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useWatched } from '#client/use-attended.ts';

export function useOverview() {
  const { lang } = useLanguage();
  return useQuery({ queryKey: ['overview', lang], queryFn: () => call('GET /api/overview', {}), staleTime: 10_000, ...useWatched(60_000) });
}
