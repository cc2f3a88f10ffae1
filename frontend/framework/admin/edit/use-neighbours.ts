/** The records before and after this one in the list that one came from, with its filter and order. */
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'react-admin';
import { reply } from '#client/http/ask.ts';
import { request } from '#client/http-client.ts';
import { editPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import type { ObjectModel } from '#codegen/model.ts';

/** As react-admin's list stores it. */
interface ListState {
  filter?: Record<string, unknown>;
  sort?: string;
  order?: string;
}

export function useNeighbours(model: ObjectModel, id: string | undefined, go: (path: string) => void): { previous?: () => void; next?: () => void } {
  const { may } = useSession();
  const [list] = useStore<ListState>(`${model.name}.listParams`, {});
  const sort = list.sort ? [list.sort, list.order ?? 'ASC'] : [model.list.sort.field, model.list.sort.order];
  const query = { filter: JSON.stringify(list.filter ?? {}), sort: JSON.stringify(sort) };
  const { data } = useQuery({
    queryKey: [model.name, 'neighbours', id, query],
    queryFn: async ({ signal }) =>
      (await reply(request, 'GET /api/pb/:object/:id/neighbours', { at: { object: model.name, id: id ?? '' }, query, signal })).data.data,
    enabled: id !== undefined && may(model, 'list'),
    retry: false,
    staleTime: 10_000,
  });
  const to = (key: string | undefined) => (key === undefined ? undefined : () => go(editPath(model, key)));
  const [previous, next] = [to(data?.previous), to(data?.next)];
  return { ...(previous && { previous }), ...(next && { next }) };
}
