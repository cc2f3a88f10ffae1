import Checkbox from '@mui/material/Checkbox';
import { type CSSProperties, type MouseEvent, memo, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { editPath } from '#client/paths.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { isBlank } from '#fields/show.ts';
import { titleOf } from '#rules/records/record.ts';
import { labelled } from '#rules/words/language.ts';
import { type Column, valueAt } from './columns.ts';

export interface RowActions {
  toggle: (id: string) => void;
  open: (row: Row) => void;
  activate: (index: number) => void;
  /** a click that may be the first of two: what the form will need is fetched */
  prepare: (row: Row) => void;
  /** opens a cell's input */
  edit: (row: number, column: number) => void;
}

interface Props {
  model: ObjectModel;
  columns: Column[];
  row: Row;
  index: number;
  isActive: boolean;
  isSelected: boolean;
  color: string | undefined;
  /** the column that names the row */
  named: string | undefined;
  /** the column that stays in sight where none is pinned */
  still: string | undefined;
  /** of the columns that have a width or are pinned */
  places: readonly (CSSProperties | undefined)[];
  /** the columns that the row's card shows on a phone */
  onCard: ReadonlySet<string>;
  /** the column whose cell is the row's link */
  linked: string | undefined;
  canSelect: boolean;
  /** of each column, whether its cells can be written */
  writable: readonly boolean[];
  /** the column that the keys are at, and the first and last of those marked */
  cell: number | undefined;
  from: number | undefined;
  to: number | undefined;
  actions: RowActions;
}

/** ms within which a second click makes it a double one */
const doubleClick = 200;

/** One row; one of its cells is a real link to it, so that it opens in a new tab and is found without a mouse. */
export const TableRow = memo(function TableRow({
  model,
  columns,
  row,
  index,
  isActive,
  isSelected,
  color,
  named,
  still,
  places,
  onCard,
  linked,
  canSelect,
  writable,
  cell,
  from,
  to,
  actions,
}: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const text = useText();
  const id = String(row.id);
  const opening = useRef(0);
  const box = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (cell !== undefined) box.current?.querySelectorAll<HTMLElement>('td[data-column]')[cell]?.focus();
  }, [cell]);
  /** The column of a cell that a double click opens; a finger has no such click. */
  const columnAt = ({ target }: MouseEvent): number | undefined => {
    const column = target instanceof Element ? Number(target.closest<HTMLElement>('td')?.dataset.column ?? Number.NaN) : Number.NaN;
    return writable[column] && matchMedia('(pointer: fine)').matches ? column : undefined;
  };
  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
    if (getSelection()?.toString()) return; // the person is marking text to copy it
    actions.activate(index);
    // The first of two clicks is not to lead away from the cell that the second opens; meanwhile what the form needs is on its way.
    window.clearTimeout(opening.current);
    if (columnAt(event) === undefined) actions.open(row);
    else if (event.detail < 2) {
      actions.prepare(row);
      opening.current = window.setTimeout(() => actions.open(row), doubleClick);
    }
  };
  const onDoubleClick = (event: MouseEvent<HTMLTableRowElement>) => {
    const column = columnAt(event);
    if (column === undefined) return;
    window.clearTimeout(opening.current);
    actions.edit(index, column);
  };
  // A colour of the schema is a token's name or any CSS colour.
  const tint = color && { '--tint': /^[a-z]+$/.test(color) ? `var(--${color}, ${color})` : color };
  return (
    <tr
      ref={box}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      className={isActive ? 'row-active' : undefined}
      data-selected={isSelected || undefined}
      style={tint ? (tint as CSSProperties) : undefined}
      data-tinted={color ? true : undefined}
    >
      {canSelect && (
        <td className="cell-check">
          <Checkbox
            checked={isSelected}
            onChange={() => actions.toggle(id)}
            slotProps={{ input: { 'aria-label': labelled(translate('ra.action.select_row'), id, lang) } }}
          />
        </td>
      )}
      {columns.map(({ path, field, pin }, column) => {
        const value = valueAt(row, path);
        const { Cell } = faces[field.kind];
        const shown = isBlank(field, value) || value === undefined ? null : <Cell field={field} value={value} row={row} lang={lang} plain={path === linked} />;
        return (
          <td
            key={path}
            lang={field.lang}
            data-column={column}
            tabIndex={cell === column ? -1 : undefined}
            data-at={cell === column || undefined}
            data-marked={(from !== undefined && to !== undefined && from !== to && column >= from && column <= to) || undefined}
            style={places[column]}
            data-name={path === still || pin || undefined}
            data-align={faces[field.kind].align ?? 'start'}
            data-kind={field.kind}
            data-card={onCard.has(path) ? (path === named ? 'title' : 'more') : undefined}
            data-label={onCard.has(path) && path !== named ? text(field.label) : undefined}
          >
            {path === linked ? (
              <Link className="row-link" to={editPath(model, id)} aria-label={shown ? undefined : titleOf(row, model, lang)}>
                {shown ?? '—'}
              </Link>
            ) : (
              // the title of a row is never empty
              (shown ?? (path === named ? <span className="soft">{titleOf(row, model, lang)}</span> : null))
            )}
          </td>
        );
      })}
    </tr>
  );
});
