/** GET /api/attention, fetched once for all parts of the home page that show it. */
import { useQuery } from '@tanstack/react-query';
import { call } from '#client/http-client.ts';

export function useAttention() {
  return useQuery({ queryKey: ['attention'], queryFn: () => call('GET /api/attention', {}) });
}
