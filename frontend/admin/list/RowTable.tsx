/** The rows themselves: a plain table, since a screen of 100 rows and 12 columns must scroll and follow the arrow keys at once. */

import Checkbox from '@mui/material/Checkbox';
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { Row, Sort } from '#codegen/model.ts';
import { isSortable } from '#domain/filter.ts';
import { alignOf } from '../../fields/cells.ts';
import { useText } from '../language.tsx';
import { type ClientEntry, loadValidator } from '../objects.tsx';
import type { Column } from './columns.ts';
import { TableRow } from './TableRow.tsx';

interface Props {
  entry: ClientEntry;
  columns: Column[];
  rows: Row[] | undefined;
  /** rows a page: how many bones to show while loading */
  count: number;
  sort: Sort;
  setSort: (sort: Sort) => void;
  selected: string[];
  select?: (ids: string[]) => void;
  toggle?: (id: string) => void;
  active: number;
  setActive: (index: number) => void;
  open: (row: Row) => void;
  isStale: boolean;
  label: string;
}

export function RowTable({ entry, columns, rows, count, sort, setSort, selected, select, toggle, active, setActive, open, isStale, label }: Props) {
  const translate = useTranslate();
  const text = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const colorOf = useRowColor(entry);
  const ids = (rows ?? []).map((row) => String(row.id));
  const ticked = ids.filter((id) => selected.includes(id)).length;
  useEffect(() => {
    body.current?.querySelectorAll('tr')[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className="table-box">
      <table className={`rows${isStale ? ' rows-stale' : ''}`} aria-label={label} aria-busy={rows === undefined || isStale} onPointerOver={tellWhatIsCut}>
        <thead>
          <tr>
            {toggle && (
              <th className="cell-check" scope="col">
                <Checkbox
                  checked={ticked > 0 && ticked === ids.length}
                  indeterminate={ticked > 0 && ticked < ids.length}
                  onChange={() => select?.(ticked === ids.length ? selected.filter((id) => !ids.includes(id)) : [...new Set([...selected, ...ids])])}
                  slotProps={{ input: { 'aria-label': translate('ra.action.select_all') } }}
                />
              </th>
            )}
            {columns.map(({ path, field }) => {
              const sorted = sort.field === path ? sort.order : undefined;
              const name = text(field.label);
              return (
                <th key={path} scope="col" data-align={alignOf(field.kind)} aria-sort={sorted ? (sorted === 'ASC' ? 'ascending' : 'descending') : undefined}>
                  {isSortable(field, entry.model) && field.name === path ? (
                    <button type="button" onClick={() => setSort({ field: path, order: sorted === 'ASC' ? 'DESC' : 'ASC' })}>
                      {name}
                      <span aria-hidden="true" className="sort-mark">
                        {sorted === 'ASC' ? '▲' : sorted === 'DESC' ? '▼' : ''}
                      </span>
                    </button>
                  ) : (
                    name
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows === undefined
            ? Array.from({ length: Math.min(count, 12) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
                <tr key={index}>
                  {toggle && <td />}
                  {columns.map(({ path }) => (
                    <td key={path}>
                      <div className="bone" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, index) => (
                <TableRow
                  key={String(row.id)}
                  model={entry.model}
                  columns={columns}
                  row={row}
                  isActive={index === active}
                  isSelected={selected.includes(String(row.id))}
                  color={colorOf(row)}
                  {...(toggle ? { toggle } : {})}
                  activate={() => setActive(index)}
                  open={open}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
}

/** A cell whose text is cut gets the whole as its tooltip, worked out only for the cell under the pointer. */
function tellWhatIsCut(event: PointerEvent<HTMLTableElement>) {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  if (!cell || cell.title) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
}

/** The colour of the first condition that a row meets; the conditions come compiled with the validator. */
function useRowColor({ model, validator }: ClientEntry): (row: Row) => string | undefined {
  const rules = model.list.rowColor;
  const { data } = useQuery({
    queryKey: ['validator', validator],
    queryFn: () => loadValidator(validator),
    enabled: rules.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (row) => rules.find((_, index) => data?.conditions[`rowColor:${index}`]?.(row))?.color;
}
