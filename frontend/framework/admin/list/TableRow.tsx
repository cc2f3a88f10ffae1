import Checkbox from '@mui/material/Checkbox';
import { type CSSProperties, type MouseEvent, memo } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { editPath } from '#client/paths.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { isBlank } from '#fields/show.ts';
import { titleOf } from '#rules/records/record.ts';
import { type Column, valueAt } from './columns.ts';

export interface RowActions {
  toggle: (id: string) => void;
  open: (row: Row) => void;
  activate: (index: number) => void;
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
  actions: RowActions;
}

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
  actions,
}: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const text = useText();
  const id = String(row.id);
  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, label')) return;
    if (getSelection()?.toString()) return; // the person is marking text to copy it
    actions.activate(index);
    actions.open(row);
  };
  // A colour of the schema is a token's name or any CSS colour.
  const tint = color && { '--tint': /^[a-z]+$/.test(color) ? `var(--${color}, ${color})` : color };
  return (
    <tr
      onClick={onClick}
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
            slotProps={{ input: { 'aria-label': `${translate('ra.action.select_row')}: ${id}` } }}
          />
        </td>
      )}
      {columns.map(({ path, field, pin }, place) => {
        const value = valueAt(row, path);
        const { Cell } = faces[field.kind];
        const shown = isBlank(field, value) || value === undefined ? null : <Cell field={field} value={value} row={row} lang={lang} plain={path === linked} />;
        return (
          <td
            key={path}
            style={places[place]}
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
