/** What the tables of groups share: their question, a group in words, its figures, and its rows, some at a time. */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo } from 'react';
import { useDataProvider, useGetList, useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ClientEntry } from '#client/objects.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { FieldModel, JsonValue, ObjectModel, Row, Sort, ViewGroup } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { showOption } from '#fields/show.ts';
import type { GroupFigures, RowGroup } from '#framework/records/wire.ts';
import { hasFigures } from '#rules/queries/figures.ts';
import { currencyOf } from '#rules/values/currency.ts';
import { type Column, cardColumns, linkedBy, listFields, namedBy } from '../columns.ts';
import { PartFailed } from '../Failed.tsx';
import { inWords, useChosen } from '../Figures.tsx';
import { useRowColors } from '../RowTable.tsx';
import { type RowActions, TableRow } from '../TableRow.tsx';

export interface GroupedProps {
  entry: ClientEntry;
  columns: Column[];
  group: ViewGroup;
  setGroup: (group: ViewGroup) => void;
  filter: Row;
  sort: Sort;
  selected: readonly string[];
  toggle?: (id: string) => void;
  open: (row: Row) => void;
  label: string;
}

/** Rows shown of a group at first, and with each press on 'more'. */
export const some = 25;

export function useGroups({ entry: { model }, group, filter }: Pick<GroupedProps, 'entry' | 'group' | 'filter'>) {
  const provider = useDataProvider<typeof adminDataProvider>();
  const [chosen] = useChosen(model);
  const names = model.fields.filter((field) => chosen[field.name] && hasFigures(field)).map(({ name }) => name);
  return useQuery({
    queryKey: [model.name, 'groups', group, names, filter],
    queryFn: () => provider.groups(model.name, filter, group, names),
    placeholderData: (before) => before,
  });
}

export const keyOf = ({ value }: Pick<RowGroup, 'value'>) => JSON.stringify(value);

/** Options in the order that the schema has, everything else as the server orders it; what says nothing comes last. */
export function ordered(groups: readonly RowGroup[], { options }: FieldModel): RowGroup[] {
  const place = ({ value }: RowGroup) => (value === null ? Number.MAX_SAFE_INTEGER : options ? options.findIndex((option) => option.value === value) : 0);
  return [...groups].sort((a, b) => place(a) - place(b));
}

export function ColumnHeads({ columns, places, canSelect }: { columns: Column[]; places: (CSSProperties | undefined)[]; canSelect: boolean }) {
  const text = useText();
  return (
    <thead>
      <tr>
        {canSelect && <td className="cell-check" />}
        {columns.map(({ path, field: { kind, label } }, place) => (
          <th key={path} scope="col" data-align={faces[kind].align ?? 'start'} style={places[place]}>
            {text(label)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The value that a group's rows have, in words; of days the step that they lie in. */
export function GroupName({ field, step, value }: { field: FieldModel; step: ViewGroup['step']; value: JsonValue }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { Cell } = faces[field.kind];
  if (value === null) return <span className="soft">{translate('group.empty')}</span>;
  if (step) return dayInWords(String(value), step, translate);
  return <Cell field={field} value={value} row={{ [field.name]: value }} lang={lang} plain />;
}

/** The chosen figures of a group's rows, amounts apart for each currency. */
export function ChosenFigures({ model, figures, named }: { model: ObjectModel; figures: GroupFigures; named: boolean }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const [chosen] = useChosen(model);
  return model.fields.flatMap((summed) => {
    const name = chosen[summed.name];
    const currency = model.fields.find((other) => other.name === currencyOf(summed));
    return name
      ? (figures[summed.name] ?? []).map(({ by, figure }) => (
          <span key={`${summed.name} ${by}`} className="num soft">
            {named && `${translate(`list.figures.${name}`)} ${text(summed.label)} `}
            {by !== null && currency && showOption(currency, by, lang)}{' '}
            <b>{inWords(summed, name, figure, currency && by !== null ? { [currency.name]: by } : {})}</b>
          </span>
        ))
      : [];
  });
}

const still: readonly boolean[] = [];
const nothing = () => undefined;

interface RowsProps extends GroupedProps {
  /** the conditions that leave them */
  within: Row;
  places: (CSSProperties | undefined)[];
  /** how many of them */
  rows: number;
  show: (rows: number) => void;
}

export function GroupRows({ entry, columns, within, places, rows: shown, show, filter, sort, selected, toggle, open }: RowsProps) {
  const { model } = entry;
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { roles } = useSession();
  const {
    data,
    error,
    refetch,
    total = 0,
  } = useGetList<Row & { id: string }>(model.name, {
    filter: { ...filter, $and: [...(Array.isArray(filter.$and) ? filter.$and : []), within] },
    sort,
    pagination: { page: 1, perPage: shown },
    meta: { fields: listFields(model, columns, roles) },
  });
  const colors = useRowColors(entry, data);
  const named = namedBy(model, columns, lang);
  const onCard = useMemo(() => cardColumns(model, columns, named), [model, columns, named]);
  const actions: RowActions = { toggle: toggle ?? nothing, open, prepare: nothing, activate: nothing, edit: nothing };
  return (
    <>
      {(data ?? []).map((row, index) => (
        <TableRow
          key={row.id}
          model={model}
          columns={columns}
          row={row}
          index={index}
          isActive={false}
          isSelected={selected.includes(row.id)}
          color={colors[index]}
          named={named}
          still={undefined}
          places={places}
          onCard={onCard}
          linked={linkedBy(columns)}
          canSelect={toggle !== undefined}
          writable={still}
          cell={undefined}
          from={undefined}
          to={undefined}
          actions={actions}
        />
      ))}
      {error && !data && (
        <tr>
          <td colSpan={columns.length + (toggle ? 1 : 0)}>
            <PartFailed error={error} retry={refetch} />
          </td>
        </tr>
      )}
      {data && data.length < total && (
        <tr className="group-more">
          <td colSpan={columns.length + (toggle ? 1 : 0)}>
            <Button size="small" onClick={() => show(Math.min(shown + 4 * some, 1_000))}>
              {translate('group.more', { shown: data.length, smart_count: total })}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

function dayInWords(day: string, step: NonNullable<ViewGroup['step']>, translate: (key: string, values?: object) => string): string {
  const [year = '', month = ''] = day.split('-');
  if (step === 'year') return translate('group.year', { year });
  if (step === 'quarter') return translate('group.quarter', { year, quarter: Math.ceil(Number(month) / 3) });
  if (step === 'week') return translate('group.week', { day });
  if (step === 'day') return day;
  return translate('group.month', { year, month });
}
