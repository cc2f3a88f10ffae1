/** The rows of a list on their days, a month at a time; on a phone the days that have rows, one under the other. */

import AddIcon from '@mui/icons-material/Add';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { inTab } from '#client/device-store.ts';
import { useLanguage, useText, useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import { editPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { instantOf, localDay, showInstant } from '#fields/show.ts';
import { addDays, addMonths, dateAt, instant, ownInstant, stampOf } from '#framework/time.ts';
import { kinds } from '#kinds/index.ts';
import { weeksOf } from '#rules/queries/layouts.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { titleOf } from '#rules/records/record.ts';
import { language } from '#rules/words/language.ts';
import { listFields } from '../list/columns.ts';
import type { Card, LayoutProps } from './layout-props.ts';

/** Rows of a month; of a day at first. */
const most = 500;
const some = 4;

export default function Calendar({ entry, layout, columns, list }: LayoutProps) {
  const { model } = entry;
  const translate = useTranslate();
  const text = useText();
  const words = useWords();
  const { lang } = useLanguage();
  const session = useSession();
  const today = localDay(Date.now());
  const [month, setMonth] = useMonth(`calendar ${model.name} ${layout.field}`, today.slice(0, 7));
  const weeks = weeksOf(month, Number(translate('layout.first_day')));
  const [first = today, last = today] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const field = model.fields.find(({ name }) => name === layout.field);
  const isInstant = field !== undefined && kinds[field.kind].instant === true;
  const edge = (day: string) => (isInstant ? stampOf(ownInstant(`${day} 00:00:00`)) : day);
  const filter: Row = list.filterValues;
  const within = { [`${stepOf(layout.field)}@gte`]: edge(first), [`${stepOf(layout.field)}@lt`]: edge(addDays(last, 1) ?? last) };
  const { data, error, total, isFetching } = useGetList<Card>(model.name, {
    filter: { ...filter, $and: [...(Array.isArray(filter.$and) ? filter.$and : []), within] },
    sort: { field: layout.field, order: 'ASC' },
    pagination: { page: 1, perPage: most },
    meta: { fields: listFields(model, columns, session.roles, layout.field) },
  });
  const byDay = new Map<string, Card[]>();
  for (const row of data ?? []) {
    const day = dayOf(String(row[layout.field] ?? ''), isInstant);
    byDay.set(day, [...(byDay.get(day) ?? []), row]);
  }
  const move = (months: number) => setMonth((addMonths(`${month}-01`, months) ?? `${month}-01`).slice(0, 7));
  const named = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language[lang].times, { ...options, timeZone: 'UTC' }).format(dateAt(instant(`${day} 00:00:00`)));
  const mayMake = session.may(model, 'create') && field !== undefined;
  return (
    <section className="calendar" aria-label={translate('layout.calendar')} aria-busy={isFetching}>
      <div className="calendar-head">
        <IconButton size="small" aria-label={translate('layout.previous_month')} onClick={() => move(-1)}>
          <PreviousIcon fontSize="small" />
        </IconButton>
        <h2 aria-live="polite">{named(`${month}-01`, { year: 'numeric', month: 'long' })}</h2>
        <IconButton size="small" aria-label={translate('layout.next_month')} onClick={() => move(1)}>
          <NextIcon fontSize="small" />
        </IconButton>
        <Button size="small" onClick={() => setMonth(today.slice(0, 7))}>
          {translate('layout.today')}
        </Button>
        {total !== undefined && total > most && <span className="soft">{translate('layout.cut', { smart_count: most, total })}</span>}
      </div>
      {error && <p role="alert">{failureLines(error, words).join('\n')}</p>}
      <table aria-label={`${text(field?.label)} ${named(`${month}-01`, { year: 'numeric', month: 'long' })}`}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {named(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-today={day === today || undefined}
                  data-outside={!day.startsWith(month) || undefined}
                  data-empty={!byDay.has(day) || undefined}
                >
                  <div className="calendar-day">
                    <time dateTime={day}>
                      <span className="num">{Number(day.slice(8))}</span>
                      <span className="calendar-long">{named(day, { month: 'short', weekday: 'short' })}</span>
                    </time>
                    {mayMake && <NewOn model={model} field={field} day={day} isInstant={isInstant} />}
                  </div>
                  <DayRows model={model} rows={byDay.get(day) ?? []} field={layout.field} isInstant={isInstant} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {data?.length === 0 && <p className="soft calendar-none">{translate('layout.no_rows')}</p>}
    </section>
  );
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

function dayOf(value: string, isInstant: boolean): string {
  const moment = isInstant ? instantOf(value) : undefined;
  return moment ? localDay(moment) : value.slice(0, 10);
}

function NewOn({ model, field, day, isInstant }: { model: ObjectModel; field: FieldModel; day: string; isInstant: boolean }) {
  const translate = useTranslate();
  const label = translate('layout.new_on', { day });
  // At nine: a moment needs an hour, and whoever makes the record sees it.
  const value = isInstant ? stampOf(ownInstant(`${day} 09:00:00`)) : day;
  return (
    <IconButton
      size="small"
      className="calendar-new"
      aria-label={label}
      title={label}
      component={Link}
      to={editPath(model)}
      state={{ copy: { [field.name]: value } }}
    >
      <AddIcon fontSize="inherit" />
    </IconButton>
  );
}

function DayRows({ model, rows, field, isInstant }: { model: ObjectModel; rows: readonly Card[]; field: string; isInstant: boolean }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [isWhole, setWhole] = useState(false);
  if (!rows.length) return null;
  const shown = isWhole ? rows : rows.slice(0, some);
  return (
    <>
      <ul>
        {shown.map((row) => (
          <li key={row.id}>
            {isInstant && <time className="num soft">{showInstant(String(row[field])).slice(11, 16)} </time>}
            <Link to={editPath(model, row.id)}>{titleOf(row, model, lang) || row.id}</Link>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {translate('layout.more', { smart_count: rows.length - shown.length })}
        </Button>
      )}
    </>
  );
}
