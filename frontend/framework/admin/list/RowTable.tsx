/** The rows themselves: a plain table, since a screen of 100 rows and 12 columns must scroll and follow the arrow keys at once. */

import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import { type ClientEntry, loadValidator } from '#client/objects.tsx';
import type { Row, Sort } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { isSortable } from '#rules/queries/filter.ts';
import type { CellEdit } from '#rules/records/bulk.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import { TickAll } from '#ui/TickAll.tsx';
import { type Column, cardColumns, linkedBy, namedBy, placesOf } from './columns.ts';
import { type RowActions, TableRow } from './TableRow.tsx';
import { useCells } from './use-cells.ts';
import { useKeys } from './use-keys.ts';
import { useMarks } from './use-marks.ts';

// The inputs of the fields, which a list does without until one is opened.
const CellEditor = part(() => import('./CellEditor.tsx'), 'form');

const noRows: Row[] = [];

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
  /** names the page, order and filter: another place starts at its first row */
  place: string;
  open: (row: Row) => void;
  /** a click that may be the first of two */
  prepare: (row: Row) => void;
  /** where cells may be written: what is pasted into them */
  paste?: (rows: CellEdit[]) => void;
  isStale: boolean;
  label: string;
  /** what was searched for, marked in the rows */
  searched: string;
}

export function RowTable({
  entry,
  columns,
  rows,
  count,
  sort,
  setSort,
  selected,
  select,
  toggle,
  place,
  open,
  prepare,
  paste,
  isStale,
  label,
  searched,
}: Props) {
  const translate = useTranslate();
  const text = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const colors = useRowColors(entry, rows);
  const { lang } = useLanguage();
  const named = namedBy(entry.model, columns, lang);
  const linked = linkedBy(columns);
  const places = useMemo(() => placesOf(columns).map(styleOf), [columns]);
  const onCard = useMemo(() => cardColumns(entry.model, columns, named), [entry.model, columns, named]);
  // What somebody pinned stays in sight in place of what names the row.
  const still = columns.some(({ pin }) => pin) ? undefined : named;
  const [active, setActive] = useState(0);
  useMarks(body, searched, rows);
  const ids = (rows ?? []).map((row) => String(row.id));
  const ticked = ids.filter((id) => selected.includes(id)).length;
  const go = (index: number) => setActive(Math.max(0, Math.min(ids.length - 1, index)));
  const current = rows?.[active];
  const cells = useCells({ model: entry.model, columns, rows: rows ?? noRows, active, go, place, paste });
  const actions = useSteady({ toggle: toggle ?? (() => undefined), open, prepare, activate: setActive, edit: (row, column) => cells.edit({ row, column }) });
  const editing = cells.editing && rows?.[cells.editing.row];
  const editor = cells.editing && columns[cells.editing.column];
  const anchor = cells.editing && body.current?.querySelectorAll('tr')[cells.editing.row]?.querySelectorAll<HTMLElement>('td[data-kind]')[cells.editing.column];
  useKeys(
    new Map([
      ['j', () => go(active + 1)],
      ['ArrowDown', () => go(active + 1)],
      ['k', () => go(active - 1)],
      ['ArrowUp', () => go(active - 1)],
      ['Home', () => go(0)],
      ['End', () => go(ids.length - 1)],
      ['x', () => current && toggle?.(String(current.id))],
      ['Enter', () => current && open(current)],
      ...cells.keys,
    ]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place starts at its first row
  useEffect(() => setActive(0), [place]);
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
                <TickAll
                  ticked={ticked}
                  all={ids.length}
                  label={translate('ra.action.select_all')}
                  onChange={() => select?.(ticked === ids.length ? selected.filter((id) => !ids.includes(id)) : [...new Set([...selected, ...ids])])}
                />
              </th>
            )}
            {columns.map(({ path, field, pin }, place) => {
              const sorted = sort.field === path ? sort.order : undefined;
              const name = text(field.label);
              return (
                <th
                  key={path}
                  scope="col"
                  data-align={faces[field.kind].align ?? 'start'}
                  data-name={path === still || pin || undefined}
                  style={places[place]}
                  aria-sort={sorted ? (sorted === 'ASC' ? 'ascending' : 'descending') : undefined}
                >
                  {isSortable(field, entry.model) && stepOf(field.name) === path ? (
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
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: there is nothing in them to read or to focus
                <tr key={index} aria-hidden="true">
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
                  index={index}
                  isActive={index === active}
                  isSelected={selected.includes(String(row.id))}
                  canSelect={toggle !== undefined}
                  color={colors[index]}
                  named={named}
                  still={still}
                  places={places}
                  onCard={onCard}
                  linked={linked}
                  actions={actions}
                  writable={cells.writable}
                  cell={cells.at?.row === index ? cells.at.column : undefined}
                  from={isWithin(cells.block?.rows, index) ? cells.block?.columns[0] : undefined}
                  to={isWithin(cells.block?.rows, index) ? cells.block?.columns[1] : undefined}
                />
              ))}
        </tbody>
      </table>
      {editing && editor && anchor && (
        <Soon fallback={null}>
          <CellEditor key={`${editing.id} ${editor.path}`} model={entry.model} field={editor.field} row={editing} anchor={anchor} onDone={cells.leave} />
        </Soon>
      )}
    </div>
  );
}

export function styleOf(place: ReturnType<typeof placesOf>[number]): CSSProperties | undefined {
  return place && { minWidth: place.width, maxWidth: place.width, ...(place.left !== undefined && { insetInlineStart: place.left }) };
}

function isWithin(ends: readonly [number, number] | undefined, index: number): boolean {
  return ends !== undefined && index >= ends[0] && index <= ends[1];
}

/** The same functions for the life of the table, so that a step of the arrow keys draws two rows and not a hundred. */
function useSteady(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      toggle: (id) => latest.current.toggle(id),
      open: (row) => latest.current.open(row),
      activate: (index) => latest.current.activate(index),
      prepare: (row) => latest.current.prepare(row),
      edit: (row, column) => latest.current.edit(row, column),
    }),
    [],
  );
}

/** A cell whose text is cut gets the whole as its tooltip, worked out only for the cell under the pointer. */
function tellWhatIsCut(event: PointerEvent<HTMLTableElement>) {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  if (!cell || cell.title) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
}

/**
 * For each row the colour of the first condition that it meets; the conditions come compiled with the validator. Where all rows would have the same one
 * it sets nothing apart, and none has any.
 */
export function useRowColors({ model, validator }: ClientEntry, rows: Row[] | undefined): (string | undefined)[] {
  const rules = model.list.rowColor;
  const { data } = useQuery({
    queryKey: ['validator', validator],
    queryFn: () => loadValidator(validator),
    enabled: rules.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const colors = (rows ?? []).map((row) => rules.find((_, index) => data?.conditions[`rowColor:${index}`]?.(row))?.color);
  return colors.length > 1 && new Set(colors).size === 1 ? [] : colors;
}
