/** A row as its form reads it: by each who asks under one key, so that whoever asks ahead of the form asks for it. */
import { useQuery } from '@tanstack/react-query';
import { dataProvider } from './data.ts';

export const storedRow = (object: string, id: string) => ({
  queryKey: ['row', object, id],
  queryFn: async () => (await dataProvider.getOne(object, { id })).data,
});

/** Asked for once for as long as a screen stands; what others change meanwhile comes by a save (045) or at one's wish (179). */
export function useStoredRow(object: string, id: string | undefined) {
  return useQuery({ ...storedRow(object, id ?? ''), enabled: id !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
}
