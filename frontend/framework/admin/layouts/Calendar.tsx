/** The rows of a list on their days, a month at a time; on a phone the days that have rows, one under the other. */

import PreviousIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { inTab } from '#client/device-store.ts';
import { call } from '#client/http-client.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { noted } from '#client/notices/changeset.ts';
import { useSession } from '#client/session.ts';
import type { Row } from '#codegen/model.ts';
import { localDay } from '#fields/show.ts';
import { addDays, addMonths, dateAt, instant, ownInstant, stampOf } from '#framework/time.ts';
import { kinds } from '#kinds/index.ts';
import { endsOf, weeksOf } from '#rules/queries/layouts.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { titleOf } from '#rules/records/record.ts';
import { language } from '#rules/words/language.ts';
import { isWritable } from '../list/cells.ts';
import { listFields } from '../list/columns.ts';
import { PartFailed } from '../list/Failed.tsx';
import { CalendarWeek, freshOn, type Moving } from './CalendarWeek.tsx';
import { dayOf, movedBy } from './days.ts';
import type { Card, LayoutProps } from './layout-props.ts';
import { MoveMenu } from './MoveMenu.tsx';
import { useTaking } from './use-taking.ts';

/** Rows of a month. */
const most = 500;

/** How far a row goes by its menu. */
const steps = { day_before: -1, day_after: 1, week_before: -7, week_after: 7 } as const;

export default function Calendar({ entry, layout, setLayout, columns, list }: LayoutProps) {
  const { model } = entry;
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const session = useSession();
  const today = localDay(Date.now());
  const [month, setMonth] = useMonth(`calendar ${model.name} ${layout.field}`, today.slice(0, 7));
  const weeks = weeksOf(month, Number(translate('layout.first_day')));
  const [first = today, last = today] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const named = (name: string | undefined) => model.fields.find((one) => one.name === name);
  const [field, until] = [named(layout.field), named(layout.until)];
  const ends = endsOf(layout, model, session.roles);
  const isInstant = field !== undefined && kinds[field.kind].instant === true;
  const edge = (day: string) => (isInstant ? stampOf(ownInstant(`${day} 00:00:00`)) : day);
  const filter: Row = list.filterValues;
  const begins = (how: 'gte' | 'lt', day: string) => ({ [`${stepOf(layout.field)}@${how}`]: edge(day) });
  const lasts = layout.until ? { $or: [begins('gte', first), { [`${stepOf(layout.until)}@gte`]: edge(first) }] } : begins('gte', first);
  const within = { ...lasts, ...begins('lt', addDays(last, 1) ?? last) };
  const { data, error, refetch, total, isFetching } = useGetList<Card>(model.name, {
    filter: { ...filter, $and: [...(Array.isArray(filter.$and) ? filter.$and : []), within] },
    sort: { field: layout.field, order: 'ASC' },
    pagination: { page: 1, perPage: most },
    meta: { fields: listFields(model, columns, session.roles, layout.field, layout.until) },
  });
  const { moving, menu, box } = useDayMoves(
    { entry, layout },
    [field, until].every((one) => one === undefined || isWritable({ path: stepOf(one.name), field: one }, model, session.roles)),
    data,
  );
  const go = (months: number) => setMonth((addMonths(`${month}-01`, months) ?? `${month}-01`).slice(0, 7));
  const spoken = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language[lang].times, { ...options, timeZone: 'UTC' }).format(dateAt(instant(`${day} 00:00:00`)));
  return (
    <section ref={box} className="calendar" aria-label={translate('layout.calendar')} aria-busy={isFetching}>
      <div className="calendar-head">
        <IconButton size="small" aria-label={translate('layout.previous_month')} onClick={() => go(-1)}>
          <PreviousIcon fontSize="small" />
        </IconButton>
        <h2 aria-live="polite">{spoken(`${month}-01`, { year: 'numeric', month: 'long' })}</h2>
        <IconButton size="small" aria-label={translate('layout.next_month')} onClick={() => go(1)}>
          <NextIcon fontSize="small" />
        </IconButton>
        <Button size="small" onClick={() => setMonth(today.slice(0, 7))}>
          {translate('layout.today')}
        </Button>
        {ends.length > 0 && (
          <TextField
            select
            size="small"
            className="calendar-until"
            label={translate('layout.until')}
            value={layout.until ?? ''}
            onChange={({ target }) => setLayout({ kind: layout.kind, field: layout.field, ...(target.value && { until: target.value }) })}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{translate('layout.one_day')}</MenuItem>
            {ends.map(({ name, label }) => (
              <MenuItem key={name} value={name}>
                {text(label)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {total !== undefined && total > most && <span className="soft">{translate('layout.cut', { smart_count: most, total })}</span>}
      </div>
      {error && !data && <PartFailed error={error} retry={refetch} />}
      <table aria-label={`${text(field?.label)} ${spoken(`${month}-01`, { year: 'numeric', month: 'long' })}`}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {spoken(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <CalendarWeek
              key={days[0]}
              model={model}
              layout={layout}
              month={month}
              today={today}
              days={days}
              rows={data ?? []}
              named={spoken}
              fresh={session.may(model, 'create') ? freshOn(layout.field, isInstant) : undefined}
              moving={moving}
            />
          ))}
        </tbody>
      </table>
      {data?.length === 0 && <p className="soft calendar-none">{translate('layout.no_rows')}</p>}
      {menu}
    </section>
  );
}

/** Rows taken to another day, by a drag or by their menu; who moves one by keys finds it again where it went. */
function useDayMoves({ entry: { model }, layout }: Pick<LayoutProps, 'entry' | 'layout'>, mayWrite: boolean, rows: readonly Card[] | undefined) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const session = useSession();
  const { busy, take } = useTaking();
  const box = useRef<HTMLElement>(null);
  const [held, hold] = useState<Moving['held']>();
  const [choice, setChoice] = useState<{ row: Card; anchor: HTMLElement }>();
  const [followed, setFollowed] = useState<string>();
  const by: Moving['by'] = (row, days) => {
    const body = days === 0 ? undefined : movedBy(row, layout, days);
    if (!body) return;
    void take(row.id, translate('layout.moved', { title: titleOf(row, model, lang), day: dayOf(body[layout.field]) }), async (changeset) => {
      const headers = { 'If-Match': `"${String(row.ver)}"`, ...noted(changeset) };
      await call('PUT /api/pb/:object/:id', { at: { object: model.name, id: row.id }, body, headers });
      return true;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row stands elsewhere once the rows have come anew, and can be taken again
  useEffect(() => {
    if (followed === undefined || busy !== undefined) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(followed)}"] button`)?.focus();
    setFollowed(undefined);
  }, [rows, busy]);
  const may = mayWrite && session.may(model, 'update');
  const moving: Moving = { may, busy, held, hold, choose: (row, anchor) => setChoice({ row, anchor }), by };
  const menu = (
    <MoveMenu
      ways={Object.entries(steps).map(([name, days]) => ({
        name,
        label: translate(`layout.${name}`),
        take: () => {
          setFollowed(choice?.row.id);
          if (choice) by(choice.row, days);
        },
      }))}
      anchor={choice?.anchor ?? null}
      close={() => setChoice(undefined)}
    />
  );
  return { moving, menu, box };
}

/** The month that is looked at, in this tab, so that one comes back to it from a record. */
function useMonth(name: string, now: string): [string, (month: string) => void] {
  const [month, setMonth] = useState(() => {
    const stored = inTab.read(name);
    return typeof stored === 'string' && /^\d{4}-\d\d$/.test(stored) ? stored : now;
  });
  return [
    month,
    (next) => {
      inTab.write(name, next === now ? undefined : next);
      setMonth(next);
    },
  ];
}
