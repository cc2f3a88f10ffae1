/** How many records of a list's object others have changed since the list was read, as far as one may read of it: the list itself stands still until somebody refreshes it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '#client/http-client.ts';
import { useSession } from '#client/session.ts';
import { useWatched } from '#client/use-attended.ts';
import type { ObjectModel } from '#codegen/model.ts';

/** From the list to the place in the feed that is looked on from, ms: the list comes first. */
const settle = 2_000;
/** Between two looks, ms. */
const lookEvery = 15_000;

export function useChangedSince(model: ObjectModel, isFetching: boolean): number {
  const { user, may } = useSession();
  const watched = useWatched(lookEvery);
  const [since, setSince] = useState<string>();
  const isFollowed = model.history && may(model, 'read');
  useEffect(() => {
    setSince(undefined);
    if (isFetching || !isFollowed) return;
    let isOver = false;
    const timer = setTimeout(() => {
      call('GET /api/changes', { query: { since: 'now' } }).then(
        ({ cursor }) => !isOver && setSince(cursor),
        () => undefined, // the next time the list is read
      );
    }, settle);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isFetching, isFollowed]);
  // Each look goes on behind the one before, however long the list stays open.
  const seen = useMemo(() => ({ cursor: since, rows: new Set<string>() }), [since]);
  const { data } = useQuery({
    queryKey: ['changed', model.name, since],
    queryFn: async () => {
      const { entries, cursor } = await call('GET /api/changes', { query: { object: model.name, since: seen.cursor } });
      for (const { by, row } of entries) if (by !== user.id && row !== '') seen.rows.add(row);
      seen.cursor = cursor;
      return seen.rows.size;
    },
    enabled: since !== undefined,
    initialData: 0,
    staleTime: lookEvery,
    gcTime: 0,
    retry: false,
    ...watched,
  });
  return since === undefined ? 0 : data;
}
