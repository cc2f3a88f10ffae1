/** A week of a calendar: each row stands on its day, or lies across all of its days, and can be taken to others. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type CSSProperties, type DragEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage } from '#client/language.tsx';
import { editPath } from '#client/paths.ts';
import type { ObjectModel, ViewLayout } from '#codegen/model.ts';
import { showInstant } from '#fields/show.ts';
import { addDays, isStamp, ownInstant, stampOf } from '#framework/time.ts';
import { type Span, spansOf } from '#rules/queries/layouts.ts';
import { titleOf } from '#rules/records/record.ts';
import { daysBetween, daysOf } from './days.ts';
import type { Card } from './layout-props.ts';
import { MoveButton } from './MoveMenu.tsx';

/** Lines of a day at first. */
const some = 4;

interface Props {
  model: ObjectModel;
  layout: ViewLayout;
  /** 'YYYY-MM' */
  month: string;
  today: string;
  days: readonly string[];
  rows: readonly Card[];
  named: (day: string, options: Intl.DateTimeFormatOptions) => string;
  /** what a new record of that day begins with; undefined where nobody may make one */
  fresh: ((day: string) => object) | undefined;
  moving: Moving;
}

/** Rows that are taken from one day to another. */
export interface Moving {
  may: boolean;
  /** the row that is on its way */
  busy: string | undefined;
  /** the row that is held, and the day that it is held at */
  held: { row: Card; day: string } | undefined;
  hold: (held: Moving['held']) => void;
  choose: (row: Card, anchor: HTMLElement) => void;
  by: (row: Card, days: number) => void;
}

export function CalendarWeek({ model, layout, month, today, days, rows, named, fresh, moving }: Props) {
  const translate = useTranslate();
  const [isWhole, setWhole] = useState(false);
  const spans = spansOf(days, rows, (row) => daysOf(row, layout));
  return (
    <tr>
      {days.map((day, place) => {
        const here = spans.filter(({ from, to }) => from <= place && place <= to);
        const shown = isWhole ? here : here.filter(({ lane }) => lane < some);
        const lanes = Math.max(0, ...shown.map(({ lane }) => lane + 1));
        const label = translate('layout.new_on', { day });
        return (
          <td
            key={day}
            data-today={day === today || undefined}
            data-outside={!day.startsWith(month) || undefined}
            data-empty={!here.some(({ from }) => from === place) || undefined}
            onDragOver={(event) => moving.held && event.preventDefault()}
            onDrop={(event) => {
              if (!moving.held) return;
              event.preventDefault();
              moving.by(moving.held.row, daysBetween(moving.held.day, day));
              moving.hold(undefined);
            }}
          >
            <div className="calendar-day">
              <time dateTime={day}>
                <span className="num">{Number(day.slice(8))}</span>
                <span className="calendar-long">{named(day, { month: 'short', weekday: 'short' })}</span>
              </time>
              {fresh && (
                <IconButton size="small" className="calendar-new" aria-label={label} title={label} component={Link} to={editPath(model)} state={fresh(day)}>
                  <AddIcon fontSize="inherit" />
                </IconButton>
              )}
            </div>
            {lanes > 0 && (
              <ul>
                {Array.from({ length: lanes }, (_, lane) => {
                  const span = shown.find((one) => one.lane === lane);
                  // Where a row lies on from an earlier day, or none stands before the next line, the line stays free.
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
                  if (span?.from !== place) return <li key={lane} aria-hidden="true" />;
                  return <CalendarRow key={span.row.id} model={model} layout={layout} span={span} day={day} moving={moving} />;
                })}
              </ul>
            )}
            {here.length > shown.length && (
              <Button size="small" onClick={() => setWhole(true)}>
                {translate('layout.more', { smart_count: here.length - shown.length })}
              </Button>
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface RowProps {
  model: ObjectModel;
  layout: ViewLayout;
  span: Span<Card>;
  /** the first of its days in this week */
  day: string;
  moving: Moving;
}

function CalendarRow({ model, layout, span, day, moving }: RowProps) {
  const { row, from, to, begins, ends } = span;
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [first, last] = daysOf(row, layout);
  const value = String(row[layout.field]);
  const range = first < last ? translate('layout.range', { first, last }) : undefined;
  const mayMove = moving.may && moving.busy === undefined;
  const hold = (event: DragEvent<HTMLElement>) => {
    event.dataTransfer.setData('text/plain', row.id); // without it some browsers drag nothing
    event.dataTransfer.effectAllowed = 'move';
    const { left, width } = event.currentTarget.getBoundingClientRect();
    // A row is held where the pointer took it, so that it goes as far as the pointer does.
    const within = Math.floor(((event.clientX - left) / width) * (to - from + 1));
    moving.hold({ row, day: addDays(day, Math.min(to - from, Math.max(0, within))) ?? day });
  };
  return (
    <li
      className="calendar-row"
      style={{ '--days': to - from + 1 } as CSSProperties} // a property of our own
      data-row={row.id}
      data-long={first < last || undefined}
      data-begins={begins || undefined}
      data-ends={ends || undefined}
      aria-busy={moving.busy === row.id || undefined}
      draggable={mayMove}
      onDragStart={mayMove ? hold : undefined}
      onDragEnd={() => moving.hold(undefined)}
    >
      {begins && isStamp(value) && <time className="num soft">{showInstant(value).slice(11, 16)} </time>}
      <Link to={editPath(model, row.id)} title={range} draggable={false}>
        {titleOf(row, model, lang) || row.id}
      </Link>
      {range && <span className="calendar-long">{range}</span>}
      {mayMove && <MoveButton row={row} model={model} open={(anchor) => moving.choose(row, anchor)} />}
    </li>
  );
}

/** What a new record of that day holds: at nine, where it needs an hour; whoever makes it sees that. */
export function freshOn(field: string, isInstant: boolean): (day: string) => object {
  return (day) => ({ copy: { [field]: isInstant ? stampOf(ownInstant(`${day} 09:00:00`)) : day } });
}
