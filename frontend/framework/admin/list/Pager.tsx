/** The position in the list, in words, and the ways on: next and previous by cursor, a jump by number. */

import PreviousIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { type ListControllerResult, useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { language } from '#rules/words/language.ts';

export const pageSizes = [25, 50, 100];

export function Pager({ list }: { list: ListControllerResult }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { page, perPage, total, data } = list;
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  if (total === undefined || !data) return <div className="pager" />;
  const number = (value: number) => new Intl.NumberFormat(language[lang].times).format(value);
  const pages = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  const jump = () => {
    const wanted = Math.min(Math.round(Number(typed)), pages);
    if (wanted >= 1 && wanted !== page) list.setPage(wanted);
    else setTyped(String(page));
  };
  const says = total === 0 ? 'list.range_none' : list.meta?.estimated ? 'list.range_about' : 'list.range';
  return (
    <div className="pager">
      <span className="num" role="status">
        {translate(says, { first: number(first), last: number(Math.min(first + data.length - 1, total)), total: number(total) })}
      </span>
      <div className="pager-ways">
        <label className="pager-size">
          <span className="unseen">{translate('ra.navigation.page_rows_per_page')}</span>
          <select value={perPage} onChange={(event) => list.setPerPage(Number(event.target.value))} title={translate('ra.navigation.page_rows_per_page')}>
            {[...new Set([...pageSizes, perPage])]
              .sort((a, b) => a - b)
              .map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
          </select>
        </label>
        <IconButton aria-label={translate('ra.navigation.previous')} disabled={page <= 1} onClick={() => list.setPage(page - 1)}>
          <PreviousIcon fontSize="small" />
        </IconButton>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            jump();
          }}
        >
          <input
            className="num"
            inputMode="numeric"
            aria-label={translate('list.page')}
            value={typed}
            size={Math.max(2, typed.length)}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={jump}
          />
        </form>
        <span className="num soft">/ {number(pages)}</span>
        <IconButton aria-label={translate('ra.navigation.next')} disabled={page >= pages} onClick={() => list.setPage(page + 1)}>
          <NextIcon fontSize="small" />
        </IconButton>
      </div>
    </div>
  );
}
