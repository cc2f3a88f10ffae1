/** Who else has the record of an open form open, and whether somebody saved it meanwhile: asked and said while somebody is at the page. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#client/http/api-error.ts';
import { call } from '#client/http-client.ts';
import { useWatched } from '#client/use-attended.ts';
import type { Presence } from '#framework/comments/wire.ts';

/** Between two looks, ms. */
const lookEvery = 5_000;

export interface PresenceFacts {
  presence: Presence | undefined;
  /** the record is there no more */
  isGone: boolean;
  /** does not wait for the next look */
  look(): unknown;
}

/** @param id undefined = a new row, which nobody else can have open */
export function usePresence(object: string, id: string | undefined, isTyping: boolean): PresenceFacts {
  const watched = useWatched(lookEvery);
  const [page] = useState(() => crypto.getRandomValues(new Uint32Array(3)).join('-'));
  const { data, error, refetch } = useQuery({
    queryKey: ['presence', object, id, page, isTyping],
    queryFn: () => call('PUT /api/pb/:object/:id/presence/:page', { at: { object, id: id ?? '', page }, body: { isTyping } }),
    enabled: id !== undefined,
    ...watched,
    // What was known before the first letter was typed is known after it.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (id === undefined) return;
    const leave = () =>
      void call('DELETE /api/pb/:object/:id/presence/:page', { at: { object, id, page }, keepalive: true, once: true }).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [object, id, page]);
  return { presence: data, isGone: error instanceof ApiError && error.status === 404, look: refetch };
}
