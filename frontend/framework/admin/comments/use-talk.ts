/** What is said about a record: its newest comments, older ones as they are asked for, who follows it and whom it is assigned to. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#client/http-client.ts';

export function useTalk(object: string, id: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['talk', object, id],
    queryFn: ({ pageParam }) => call('GET /api/pb/:object/:id/comments', { at: { object, id: id ?? '' }, query: { below: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.comments[0]?.id : undefined),
    enabled: id !== undefined,
    staleTime: 10_000,
  });
}
