/** The edition that decides a record's options: that of the row it refers to; undefined while it is unknown. */
import { useQuery } from '@tanstack/react-query';
import { dataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { editionOf, editionReference } from '#rules/records/edition.ts';

export function useEdition(model: ObjectModel, row: Row): number | null | undefined {
  const { object = '', field = '' } = editionReference(model) ?? {};
  const id = String(row[field] ?? '');
  const { data } = useQuery({
    queryKey: [object, 'edition', id],
    queryFn: async () => (await dataProvider.getOne(object, { id })).data,
    enabled: object !== '' && id !== '',
    staleTime: 60_000,
    retry: false,
  });
  return data && editionOf(data);
}
