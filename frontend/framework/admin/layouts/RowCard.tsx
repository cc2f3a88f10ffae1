/** A row as a card: its title, and the first columns of the view. */

import Checkbox from '@mui/material/Checkbox';
import type { DragEvent, ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { editPath } from '#client/paths.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { isBlank } from '#fields/show.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { titleFields, titleOf } from '#rules/records/record.ts';
import { labelled } from '#rules/words/language.ts';
import { type Column, namedBy, valueAt } from '../list/columns.ts';

/** Columns beside the title. */
const mostLines = 3;

interface Props {
  model: ObjectModel;
  columns: Column[];
  row: Row & { id: string };
  /** a field that the layout shows by itself */
  without: string;
  isSelected: boolean;
  toggle?: ((id: string) => void) | undefined;
  /** over the title */
  picture?: ReactNode;
  /** beside it */
  menu?: ReactNode;
  isBusy?: boolean;
  onDragStart?: ((event: DragEvent) => void) | undefined;
  onDragEnd?: () => void;
}

export function RowCard({ model, columns, row, without, isSelected, toggle, picture, menu, isBusy, onDragStart, onDragEnd }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const title = titleOf(row, model, lang);
  const named = namedBy(model, columns, lang);
  const inTitle = titleFields(model).map(stepOf);
  const lines = columns
    .filter(({ path, field }) => path !== named && !inTitle.includes(path) && path !== stepOf(without) && field.kind !== 'files')
    .slice(0, mostLines);
  return (
    <li
      className="row-card"
      data-selected={isSelected || undefined}
      aria-busy={isBusy || undefined}
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
    >
      {picture}
      <div className="row-card-head">
        {toggle && (
          <Checkbox
            size="small"
            checked={isSelected}
            onChange={() => toggle(row.id)}
            slotProps={{ input: { 'aria-label': labelled(translate('ra.action.select_row'), title, lang) } }}
          />
        )}
        <Link to={editPath(model, row.id)} draggable={false}>
          {title}
        </Link>
        {menu}
      </div>
      <dl>
        {lines.map(({ path, field }) => {
          const value = valueAt(row, path);
          if (value === undefined || isBlank(field, value)) return null;
          const { Cell } = faces[field.kind];
          return (
            <div key={path}>
              <dt>{text(field.label)}</dt>
              <dd lang={field.lang}>
                <Cell field={field} value={value} row={row} lang={lang} plain />
              </dd>
            </div>
          );
        })}
      </dl>
    </li>
  );
}
