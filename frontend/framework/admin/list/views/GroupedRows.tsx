/** The rows of a list by the values of one field: each group with its number and figures, its rows behind a press, some at a time. */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo } from 'react';
import { useDataProvider, useGetList, useStore, useTranslate } from 'react-admin';
import { useLanguage, useText, useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import type { ClientEntry } from '#client/objects.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { FieldModel, Row, Sort, ViewGroup } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { showOption } from '#fields/show.ts';
import type { RowGroup } from '#framework/records/wire.ts';
import { hasFigures } from '#rules/queries/figures.ts';
import { currencyOf } from '#rules/values/currency.ts';
import { type Column, cardColumns, linkedBy, listFields, namedBy, placesOf } from '../columns.ts';
import { inWords, useChosen } from '../Figures.tsx';
import { styleOf, useRowColors } from '../RowTable.tsx';
import { type RowActions, TableRow } from '../TableRow.tsx';
import './groups.css';

interface Props {
  entry: ClientEntry;
  columns: Column[];
  group: ViewGroup;
  filter: Row;
  sort: Sort;
  selected: readonly string[];
  toggle?: (id: string) => void;
  open: (row: Row) => void;
  label: string;
}

/** Rows shown of a group at first, and with each press on 'more'. */
const some = 25;

export default function GroupedRows(props: Props) {
  const { entry, columns, group, filter, label, toggle } = props;
  const { model } = entry;
  const provider = useDataProvider<typeof adminDataProvider>();
  const translate = useTranslate();
  const text = useText();
  const words = useWords();
  const [chosen] = useChosen(model);
  const names = model.fields.filter((field) => chosen[field.name] && hasFigures(field)).map(({ name }) => name);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [model.name, 'groups', group, names, filter],
    queryFn: () => provider.groups(model.name, filter, group, names),
    placeholderData: (before) => before,
  });
  const [opened, setOpened] = useStore<Record<string, number> | undefined>(`groups.${model.name}.${group.path}.${group.step ?? ''}`);
  const field = model.fields.find(({ name }) => name === group.path);
  const places = useMemo(() => placesOf(columns).map(styleOf), [columns]);
  if (error) return <p role="alert">{failureLines(error, words).join('\n')}</p>;
  if (!data || !field) return <div className="table-box" aria-busy="true" />;
  const groups = ordered(data.groups, field);
  // The first one is open until somebody has opened or closed one.
  const rowsOf = (one: RowGroup) => (opened ? (opened[keyOf(one)] ?? 0) : one === groups[0] ? some : 0);
  const show = (one: RowGroup, rows: number) => setOpened({ ...Object.fromEntries(groups.map((each) => [keyOf(each), rowsOf(each)])), [keyOf(one)]: rows });
  return (
    <div className="table-box">
      <table className={`rows rows-grouped${isPlaceholderData ? ' rows-stale' : ''}`} aria-label={label}>
        <thead>
          <tr>
            {toggle && <td className="cell-check" />}
            {columns.map(({ path, field: { kind, label: name } }, place) => (
              <th key={path} scope="col" data-align={faces[kind].align ?? 'start'} style={places[place]}>
                {text(name)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((one) => (
          <Group key={keyOf(one)} {...props} field={field} one={one} places={places} rows={rowsOf(one)} show={(rows) => show(one, rows)} />
        ))}
      </table>
      {data.isCut && <p className="soft group-cut">{translate('group.cut', { smart_count: groups.length })}</p>}
    </div>
  );
}

interface GroupProps extends Props {
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
  const text = useText();
  const { lang } = useLanguage();
  const [chosen] = useChosen(entry.model);
  const { Cell } = faces[field.kind];
  const isOpen = rows > 0;
  return (
    <tbody>
      <tr className="group-head">
        <th colSpan={columns.length + (toggle ? 1 : 0)} scope="rowgroup">
          <button type="button" aria-expanded={isOpen} onClick={() => show(isOpen ? 0 : some)}>
            <span aria-hidden="true">{isOpen ? '▼' : '▶'}</span>{' '}
            {one.value === null ? (
              <span className="soft">{translate('group.empty')}</span>
            ) : group.step ? (
              dayInWords(String(one.value), group.step, translate)
            ) : (
              <Cell field={field} value={one.value} row={{ [field.name]: one.value }} lang={lang} plain />
            )}
          </button>
          <span className="num">{translate('group.rows', { smart_count: one.count })}</span>
          {entry.model.fields.flatMap((summed) => {
            const name = chosen[summed.name];
            const currency = entry.model.fields.find((other) => other.name === currencyOf(summed));
            return name
              ? (one.figures[summed.name] ?? []).map(({ by, figure }) => (
                  <span key={`${summed.name} ${by}`} className="num soft">
                    {translate(`list.figures.${name}`)} {text(summed.label)} {by !== null && currency && showOption(currency, by, lang)}{' '}
                    <b>{inWords(summed, name, figure, currency && by !== null ? { [currency.name]: by } : {})}</b>
                  </span>
                ))
              : [];
          })}
        </th>
      </tr>
      {isOpen && <GroupRows {...props} />}
    </tbody>
  );
}

const still: readonly boolean[] = [];
const nothing = () => undefined;

function GroupRows({ entry, columns, one, places, rows: shown, show, filter, sort, selected, toggle, open }: GroupProps) {
  const { model } = entry;
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { roles } = useSession();
  const within = Array.isArray(filter.$and) ? filter.$and : [];
  const { data, total = 0 } = useGetList<Row & { id: string }>(model.name, {
    filter: { ...filter, $and: [...within, one.filter] },
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

const keyOf = ({ value }: RowGroup) => JSON.stringify(value);

/** Options in the order that the schema has, everything else as the server orders it; what says nothing comes last. */
function ordered(groups: readonly RowGroup[], { options }: FieldModel): RowGroup[] {
  const place = ({ value }: RowGroup) => (value === null ? Number.MAX_SAFE_INTEGER : options ? options.findIndex((option) => option.value === value) : 0);
  return [...groups].sort((a, b) => place(a) - place(b));
}

function dayInWords(day: string, step: NonNullable<ViewGroup['step']>, translate: (key: string, values?: object) => string): string {
  const [year = '', month = ''] = day.split('-');
  if (step === 'year') return translate('group.year', { year });
  if (step === 'quarter') return translate('group.quarter', { year, quarter: Math.ceil(Number(month) / 3) });
  if (step === 'week') return translate('group.week', { day });
  if (step === 'day') return day;
  return translate('group.month', { year, month });
}
