/** GET /api/overview: what waits, which windows turn, two curves. Asked once for every part of the home page that shows it. */
import { useQuery } from '@tanstack/react-query';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';

export function useOverview() {
  const { lang } = useLanguage();
  return useQuery({ queryKey: ['overview', lang], queryFn: () => call('GET /api/overview', {}), staleTime: 10_000 });
}
