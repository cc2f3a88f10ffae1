/** The rows of a list by the values of one field: each group with its number and figures, its rows behind a press, some at a time. */
import { type CSSProperties, useMemo } from 'react';
import { useStore, useTranslate } from 'react-admin';
import type { FieldModel } from '#codegen/model.ts';
import type { RowGroup } from '#framework/records/wire.ts';
import { placesOf } from '../columns.ts';
import { Failed } from '../Failed.tsx';
import { styleOf } from '../RowTable.tsx';
import { AcrossChooser } from './AcrossChooser.tsx';
import { ChosenFigures, ColumnHeads, type GroupedProps, GroupName, GroupRows, keyOf, ordered, some, useGroups } from './GroupRows.tsx';
import './groups.css';

export default function GroupedRows(props: GroupedProps) {
  const { entry, columns, group, label, toggle } = props;
  const { model } = entry;
  const translate = useTranslate();
  const { data, error, refetch, isPlaceholderData } = useGroups(props);
  const [opened, setOpened] = useStore<Record<string, number> | undefined>(`groups.${model.name}.${group.path}.${group.step ?? ''}`);
  const field = model.fields.find(({ name }) => name === group.path);
  const places = useMemo(() => placesOf(columns).map(styleOf), [columns]);
  // What was there before goes on to be shown where asking again fails.
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data || !field) return <div className="table-box" aria-busy="true" />;
  const groups = ordered(data.groups, field);
  // The first one is open until somebody has opened or closed one.
  const rowsOf = (one: RowGroup) => (opened ? (opened[keyOf(one)] ?? 0) : one === groups[0] ? some : 0);
  const show = (one: RowGroup, rows: number) => setOpened({ ...Object.fromEntries(groups.map((each) => [keyOf(each), rowsOf(each)])), [keyOf(one)]: rows });
  return (
    <div className="table-box">
      <AcrossChooser {...props} />
      <table className={`rows rows-grouped${isPlaceholderData ? ' rows-stale' : ''}`} aria-label={label}>
        <ColumnHeads columns={columns} places={places} canSelect={toggle !== undefined} />
        {groups.map((one) => (
          <Group key={keyOf(one)} {...props} field={field} one={one} places={places} rows={rowsOf(one)} show={(rows) => show(one, rows)} />
        ))}
      </table>
      {data.isCut && <p className="soft group-cut">{translate('group.cut', { smart_count: groups.length })}</p>}
    </div>
  );
}

interface GroupProps extends GroupedProps {
  field: FieldModel;
  one: RowGroup;
  places: (CSSProperties | undefined)[];
  /** how many of its rows are shown; 0: it is folded */
  rows: number;
  show: (rows: number) => void;
}

function Group(props: GroupProps) {
  const { entry, columns, group, field, one, rows, show, toggle } = props;
  const translate = useTranslate();
  const isOpen = rows > 0;
  return (
    <tbody>
      <tr className="group-head">
        <th colSpan={columns.length + (toggle ? 1 : 0)} scope="rowgroup">
          <button type="button" aria-expanded={isOpen} onClick={() => show(isOpen ? 0 : some)}>
            <span aria-hidden="true">{isOpen ? '▼' : '▶'}</span> <GroupName field={field} step={group.step} value={one.value} />
          </button>
          <span className="num">{translate('group.rows', { smart_count: one.count })}</span>
          <ChosenFigures model={entry.model} figures={one.figures} named />
        </th>
      </tr>
      {isOpen && <GroupRows {...props} within={one.filter} />}
    </tbody>
  );
}
