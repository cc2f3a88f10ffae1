/** Who points at the open row: of each reference a list with its number, searched, filtered and paged in its place, and the way to the whole list as it is filtered here. */

import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath, listPath } from '#client/paths.ts';
import { dataProvider } from '#client/providers/data.ts';
import { textIn } from '#client/text.ts';
import type { FieldModel, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { showSum } from '#fields/number/decimal.ts';
import { isBlank, showOption } from '#fields/show.ts';
import type { Related } from '#framework/records/wire.ts';
import { rootOf } from '#rules/records/field-path.ts';
import { titleOf } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { RelatedFilter, RelatedPages, useRelatedRows } from './RelatedRows.tsx';

/** Columns shown of a row: the first of its list. */
const shownColumns = 6;

export function RelatedPanel({ model, id }: { model: ObjectModel; id: string }) {
  const translate = useTranslate();
  const objects = useObjects();
  const { data } = useQuery({ queryKey: ['related', model.name, id], queryFn: () => dataProvider.related(model.name, id), staleTime: 0, retry: false });
  const shown = (data ?? []).flatMap((related) => {
    const entry = objects.find(({ name }) => name === related.object);
    return entry && related.count > 0 ? [{ related, model: entry.model }] : [];
  });
  if (!shown.length) return null;
  return (
    <Box component="section" aria-labelledby="related-title" sx={{ mt: 4, maxWidth: 1180 }}>
      <Box
        component="h2"
        id="related-title"
        sx={{ fontSize: 'var(--size)', fontWeight: 600, m: 0, pb: 0.5, borderBottom: '1px solid var(--line)', lineHeight: 1.6 }}
      >
        {translate('form.related.title')}
      </Box>
      {shown.map((one) => (
        <Reference key={`${one.related.object} ${one.related.field}`} {...one} />
      ))}
    </Box>
  );
}

function Reference({ related, model }: { related: Related; model: ObjectModel }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const via = fieldAt(model.fields, related.field.replaceAll('.', '/'));
  const columns = model.list.columns
    .flatMap((name) => model.fields.find((field) => field.name === name) ?? [])
    .filter((field) => field.name !== related.field && field.name !== 'update_at')
    .slice(0, shownColumns);
  const list = useRelatedRows(related, model, columns);
  const all = `${listPath(model)}?${new URLSearchParams({ filter: JSON.stringify(list.filter), page: '1' })}`;
  return (
    <Box data-related={`${related.object}.${related.field}`} sx={{ mt: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', mb: 0.5 }}>
        <Box component="h3" sx={{ fontSize: 'var(--size-text)', fontWeight: 600, m: 0 }}>
          {translate('form.related.by', { object: textIn(model.label, lang) || model.name, field: textIn(via?.label, lang) || related.field })}
        </Box>
        <Link to={all}>{translate('form.related.all', { smart_count: list.count })}</Link>
      </Box>
      {related.count > list.perPage && <RelatedFilter list={list} model={model} />}
      <Box sx={{ overflowX: 'auto' }}>
        <Box component="table" sx={table}>
          <thead>
            <tr>
              {columns.map((field) => (
                <Box component="th" scope="col" key={field.name} style={{ textAlign: faces[field.kind].align ?? 'start' }}>
                  {textIn(field.label, lang) || field.name}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.rows.map((row) => (
              <tr key={String(row[model.entity.key])}>
                {columns.map((field, place) => (
                  <Box component="td" key={field.name} sx={{ textAlign: faces[field.kind].align ?? 'start' }}>
                    <Value field={field} row={row} lang={lang} to={place === 0 ? editPath(model, String(row[model.entity.key])) : undefined} model={model} />
                  </Box>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {list.count > list.perPage && <RelatedPages list={list} />}
      {related.sums && <Money sums={related.sums} model={model} list={rootOf(related.field)} lang={lang} />}
    </Box>
  );
}

/** The cell of a list; the first is the way to the row. */
function Value({ field, row, lang, to, model }: { field: FieldModel; row: Row; lang: Lang; to: string | undefined; model: ObjectModel }) {
  const value = row[field.name];
  const { Cell } = faces[field.kind];
  const shown = value === undefined || isBlank(field, value) ? null : <Cell field={field} value={value} row={row} lang={lang} plain={to !== undefined} />;
  return to === undefined ? (
    <span lang={field.lang}>{shown}</span>
  ) : (
    <Link to={to} lang={field.lang}>
      {shown ?? titleOf(row, model, lang)}
    </Link>
  );
}

function Money({ sums, model, list, lang }: { sums: NonNullable<Related['sums']>; model: ObjectModel; list: string; lang: Lang }) {
  const translate = useTranslate();
  const by = sums.by.map((name) => model.fields.find((field) => field.name === name));
  const fields = sums.fields.map((name) => fieldAt(model.fields, `${list}/${name}`));
  return (
    <Box sx={{ overflowX: 'auto', mt: 0.5 }}>
      <Box component="table" sx={table} aria-label={translate('form.related.sums')}>
        <thead>
          <tr>
            <th scope="col">{translate('form.related.sums')}</th>
            {fields.map((field, index) => (
              <Box component="th" scope="col" key={sums.fields[index]} style={{ textAlign: 'end' }}>
                {textIn(field?.label, lang)}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.groups.map(({ values, sums: amounts }) => (
            <tr key={JSON.stringify(values)}>
              <th scope="row">{values.map((value, index) => (by[index] ? showOption(by[index], value, lang) : '')).join(' · ')}</th>
              {sums.fields.map((name, index) => (
                <Box component="td" key={name} data-sum={name} sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
                  {fields[index] && showSum(fields[index], amounts[name] ?? '0', Object.fromEntries(sums.by.map((one, at) => [one, values[at] ?? null])))}
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const table = {
  borderCollapse: 'collapse',
  width: '100%',
  fontSize: 'var(--size-text)',
  '& th': { fontWeight: 500, color: 'text.secondary', fontSize: 'var(--size-small)' },
  '& thead th:first-of-type, & tbody th': { textAlign: 'start' },
  '& th, & td': { px: 1, py: '5px', whiteSpace: 'nowrap', borderBottom: '1px solid var(--line)', maxWidth: 320, overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;
