/** The list of people with their next meetings. Staff at the door mark who has come. */

import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Side } from '#application/forum-day/rules/events.ts';
import { isMissed } from '#application/forum-day/rules/with-day.ts';
import { useLanguage } from '#client/language.tsx';
import { stampOf } from '#framework/time.ts';
import { labelled } from '#rules/words/language.ts';
import { type DayView, useClock } from './words.ts';

type Filter = 'all' | 'unknown' | 'arrived' | 'absent';
const filters: readonly Filter[] = ['all', 'unknown', 'arrived', 'absent'];

export function People({ view, ahead }: { view: DayView; ahead: number }) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const now = stampOf(useClock(ahead, 15_000));
  return (
    <div className="fd-people">
      <div className="fd-people-tools">
        <TextField type="search" label={translate('forumday.people.find')} value={text} onChange={(event) => setText(event.target.value)} />
        <ToggleButtonGroup
          exclusive
          value={filter}
          onChange={(_event, next: Filter | null) => next && setFilter(next)}
          aria-label={translate('forumday.people.filter')}
        >
          {filters.map((one) => (
            <ToggleButton key={one} value={one}>
              {translate(one === 'all' ? 'forumday.people.all' : `forumday.presence.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      <div className="fd-people-lists">
        <PeopleOf side="dm" view={view} text={text} filter={filter} now={now} />
        <PeopleOf side="pitch" view={view} text={text} filter={filter} now={now} />
      </div>
    </div>
  );
}

interface SideProps {
  side: Side;
  view: DayView;
  text: string;
  filter: Filter;
  now: string;
}

function PeopleOf({ side, view, text, filter, now }: SideProps) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const title = useId();
  const people = side === 'dm' ? view.facts.dms.filter(({ enabled }) => enabled) : view.facts.pitches;
  const wanted = text.trim().toLowerCase();
  const lines = people.map(({ id }) => {
    const own = view.meetings.filter((meeting) => meeting[side] === id);
    const state = view.presence.get(`${side}:${id}`)?.state || 'unknown';
    return { id, ...view.nameOf(side, id), own, state, next: own.find((meeting) => meeting.end > now && !isMissed(meeting)) };
  });
  const today = lines.filter(({ own }) => own.length > 0);
  const shown = lines
    .filter(({ state, name, sub }) => (filter === 'all' || state === filter) && (!wanted || `${name} ${sub}`.toLowerCase().includes(wanted)))
    .sort((a, b) => Number(b.own.length > 0) - Number(a.own.length > 0) || ((a.next?.start ?? '9') < (b.next?.start ?? '9') ? -1 : 1));
  const here = today.filter(({ state }) => state === 'arrived').length;
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="fd-people-title">
        {translate(`forumday.people.${side}`, { here, of: today.length })}
      </h2>
      {shown.length === 0 && <p className="fd-note">{translate('forumday.people.none')}</p>}
      <ul>
        {shown.map(({ id, name, sub, state, next, own }) => (
          <li key={id} className="fd-line-person" data-status={state}>
            <span className="fd-person-name">
              <b>{side === 'pitch' && sub ? `${sub} ${name}` : name}</b>
              <span>
                {next
                  ? translate('forumday.people.next', { time: view.time(next.start), table: view.table(next.room) })
                  : translate(own.length ? 'forumday.people.over' : 'forumday.people.nothing')}
              </span>
            </span>
            {view.mayChange ? (
              (['arrived', 'absent'] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  className="fd-toggle"
                  data-status={one}
                  aria-pressed={state === one}
                  aria-label={labelled(name, translate(`forumday.presence.${one}`), lang)}
                  onClick={() =>
                    view.press({
                      kind: 'presence',
                      side,
                      who: id,
                      state: state === one ? '' : one,
                      since: one === 'absent' && state !== one ? view.now() : '',
                    })
                  }
                >
                  {translate(`forumday.presence.${one}`)}
                </button>
              ))
            ) : (
              <span>{translate(`forumday.presence.${state}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
