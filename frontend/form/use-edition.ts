/** The edition of the campaign that a record belongs to; undefined while nobody knows it. */
import { useQuery } from '@tanstack/react-query';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { campaignField } from '#domain/rules/edition.ts';
import { dataProvider } from '../admin/providers/data.ts';

export function useEdition(model: ObjectModel, row: Row): number | null | undefined {
  const field = campaignField(model);
  const id = field === undefined ? '' : String(row[field] ?? '');
  const { data } = useQuery({
    queryKey: ['campaign', 'edition', id],
    queryFn: async () => (await dataProvider.getOne('campaign', { id })).data,
    enabled: id !== '',
    staleTime: 60_000,
    retry: false,
  });
  if (!data) return undefined;
  return typeof data.edition === 'number' ? data.edition : null;
}
