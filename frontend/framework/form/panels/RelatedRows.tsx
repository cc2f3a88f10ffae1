/** The rows of one reference: which of them are shown, and the controls for it. The first page came with the panel; what is searched or paged is asked for as any list. */

import PreviousIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { QuickFilters } from '#fields/QuickFilters.tsx';
import type { Related } from '#framework/records/wire.ts';

/** Rows of a page: as many as come with the panel. */
const perPage = 5;

export interface RelatedRows {
  rows: Row[];
  count: number;
  perPage: number;
  page: number;
  /** with the reference itself: the whole list's filter */
  filter: Row;
  /** what was typed and chosen here */
  own: Row;
  setPage(page: number): void;
  setOwn(own: Row): void;
}

export function useRelatedRows(related: Related, model: ObjectModel, columns: readonly FieldModel[]): RelatedRows {
  const [page, setPage] = useState(0);
  const [own, setOwn] = useState<Row>({});
  const asked = useDeferredValue(own);
  const isFirst = page === 0 && !Object.keys(asked).length;
  const filter = { ...related.filter, ...asked };
  const { data } = useQuery({
    queryKey: [model.name, 'related', page, filter],
    queryFn: () =>
      dataProvider.getList(model.name, {
        filter,
        pagination: { page: page + 1, perPage },
        sort: model.list.sort,
        meta: { fields: columns.map(({ name }) => name) },
      }),
    enabled: !isFirst,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown = isFirst ? { rows: related.rows, count: related.count } : { rows: data?.data ?? related.rows, count: data?.total ?? related.count };
  const change = (next: Row) => {
    setPage(0);
    setOwn(next);
  };
  return { ...shown, perPage, page, filter, own, setPage, setOwn: change };
}

export function RelatedFilter({ list, model }: { list: RelatedRows; model: ObjectModel }) {
  const translate = useTranslate();
  const text = useText();
  const { own, setOwn } = list;
  const search = (q: string) => {
    const { q: _, ...others } = own;
    setOwn(q.trim() ? { ...others, q } : others);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 0.5 }}>
      {model.search.length > 0 && (
        <TextField
          type="search"
          size="small"
          value={own.q ?? ''}
          placeholder={translate('form.search')}
          onChange={(event) => search(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': translate('form.related.search', { what: text(model.plural) || text(model.label) }) } }}
        />
      )}
      <QuickFilters model={model} filter={own} setFilter={setOwn} />
    </Box>
  );
}

export function RelatedPages({ list }: { list: RelatedRows }) {
  const translate = useTranslate();
  const { page, count, rows, setPage } = list;
  const from = page * list.perPage;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 'var(--size-small)', color: 'text.secondary' }}>
      <IconButton size="small" aria-label={translate('form.related.previous')} disabled={page === 0} onClick={() => setPage(page - 1)}>
        <PreviousIcon fontSize="small" />
      </IconButton>
      <span role="status">{translate('form.related.range', { from: from + 1, to: from + rows.length, all: count })}</span>
      <IconButton size="small" aria-label={translate('form.related.next')} disabled={from + rows.length >= count} onClick={() => setPage(page + 1)}>
        <NextIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
