/** A list's rows by two fields: how many have each pair of values, with the chosen figures, and the rows of the pair that was pressed. */
import CopyIcon from '@mui/icons-material/ContentCopy';
import Button from '@mui/material/Button';
import { useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useCopy } from '#client/notices/use-copy.ts';
import type { FieldModel, Row } from '#codegen/model.ts';
import type { RowCell, RowGroup } from '#framework/records/wire.ts';
import { placesOf } from '../columns.ts';
import { Failed } from '../Failed.tsx';
import { styleOf } from '../RowTable.tsx';
import { AcrossChooser } from './AcrossChooser.tsx';
import { ChosenFigures, ColumnHeads, type GroupedProps, GroupName, GroupRows, keyOf, ordered, some, useGroups } from './GroupRows.tsx';
import './groups.css';

export default function CrossTable(props: GroupedProps) {
  const { entry, columns, group, label } = props;
  const { model } = entry;
  const translate = useTranslate();
  const text = useText();
  const { data, error, refetch, isPlaceholderData } = useGroups(props);
  const [picked, setPicked] = useState<{ row: string | undefined; column: string | undefined; rows: number }>();
  const table = useRef<HTMLTableElement>(null);
  const copy = useCopy();
  const places = useMemo(() => placesOf(columns).map(styleOf), [columns]);
  const named = (path: string | undefined) => model.fields.find(({ name }) => name === path);
  const [down, across] = [named(group.path), named(group.across?.path)];
  // What was there before goes on to be shown where asking again fails.
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data?.across || !down || !across) return <div className="table-box" aria-busy="true" />;
  const all = data.across.groups;
  const heads = fromTheFirst(ordered(all, across), across);
  const rows = ordered(data.groups, down);
  const most = Math.max(1, ...rows.flatMap(({ cells = [] }) => cells.map(({ count }) => count)));
  const within = picked && withinOf(picked.row, rows, picked.column, heads);
  const cell = (of: Pick<RowCell, 'count' | 'figures'> | undefined, row: RowGroup | undefined, column: RowGroup | undefined) => {
    if (!of?.count) return null;
    const place = { row: row && keyOf(row), column: column && keyOf(column) };
    const isPicked = picked !== undefined && picked.row === place.row && picked.column === place.column;
    return (
      <button
        type="button"
        aria-pressed={isPicked}
        style={row && column && { backgroundSize: `${(of.count / most) * 100}% 100%` }}
        onClick={() => setPicked(isPicked ? undefined : { ...place, rows: some })}
      >
        <span className="num">{of.count}</span> <ChosenFigures model={model} figures={of.figures} named={false} />
      </button>
    );
  };
  return (
    <div className="table-box">
      <AcrossChooser {...props}>
        <Button size="small" startIcon={<CopyIcon />} onClick={() => table.current && copy(sheetOf(table.current), translate('group.copied'))}>
          {translate('group.copy')}
        </Button>
      </AcrossChooser>
      <table ref={table} className={`cross${isPlaceholderData ? ' rows-stale' : ''}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{translate('group.both', { down: text(down.label), across: text(across.label) })}</th>
            {heads.map((column) => (
              <th key={keyOf(column)} scope="col">
                <GroupName field={across} step={group.across?.step} value={column.value} />
              </th>
            ))}
            <th scope="col">{translate('group.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">
                <GroupName field={down} step={group.step} value={row.value} />
              </th>
              {heads.map((column) => (
                <td key={keyOf(column)}>
                  {cell(
                    row.cells?.find((one) => one.column === all.indexOf(column)),
                    row,
                    column,
                  )}
                </td>
              ))}
              <td>{cell(row, row, undefined)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{translate('group.total')}</th>
            {heads.map((column) => (
              <td key={keyOf(column)}>{cell(column, undefined, column)}</td>
            ))}
            <td className="num">{data.isCut ? '' : rows.reduce((sum, { count }) => sum + count, 0)}</td>
          </tr>
        </tfoot>
      </table>
      {data.isCut && <p className="soft group-cut">{translate('group.cut', { smart_count: rows.length })}</p>}
      {data.across.isCut && <p className="soft group-cut">{translate('group.cut_across', { smart_count: heads.length })}</p>}
      {picked && within && (
        <table key={`${picked.row} ${picked.column}`} ref={comeToSight} className="rows rows-grouped" aria-label={translate('group.of_cell', { name: label })}>
          <ColumnHeads columns={columns} places={places} canSelect={props.toggle !== undefined} />
          <tbody>
            <GroupRows {...props} within={within} places={places} rows={picked.rows} show={(shown) => setPicked({ ...picked, rows: shown })} />
          </tbody>
        </table>
      )}
    </div>
  );
}

/** The conditions of a cell, or of a total; undefined once a filter has left one of its groups out. */
function withinOf(row: string | undefined, rows: readonly RowGroup[], column: string | undefined, heads: readonly RowGroup[]): Row | undefined {
  const [down, across] = [rows.find((one) => keyOf(one) === row), heads.find((one) => keyOf(one) === column)];
  return (row === undefined || down) && (column === undefined || across) ? { ...down?.filter, ...across?.filter } : undefined;
}

/** Below a long table nobody would see that there is an answer. */
function comeToSight(rows: HTMLTableElement | null) {
  rows?.scrollIntoView({ block: 'center' });
}

/** What is seen, as a spreadsheet takes it. */
function sheetOf(table: HTMLTableElement): string {
  return [...table.rows].map(({ cells }) => [...cells].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()).join('\t')).join('\n');
}

/** Days go from left to right as time does, what has none comes last. */
function fromTheFirst(groups: RowGroup[], { kind }: FieldModel): RowGroup[] {
  if (kind !== 'date') return groups;
  return [...groups].sort((a, b) => (b.value === null ? -1 : a.value === null ? 1 : String(a.value) < String(b.value) ? -1 : 1));
}
