/** One meeting, readable at arm's length: where, who with whom, who is present, its state, and its buttons. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { pairKey, type Side } from '#application/forum-day/rules/events.ts';
import { hasArrived, waitingSide } from '#application/forum-day/rules/free-now.ts';
import { type DayMeeting, isMissed } from '#application/forum-day/rules/with-day.ts';
import type { DayView } from './words.ts';

interface CardProps {
  meeting: DayMeeting;
  view: DayView;
  now: string;
  onDelay: () => void;
  onFree: () => void;
}

export function MeetingCard({ meeting, view, now, onDelay, onFree }: CardProps) {
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const { dm, pitch, state, mark, minutes, room, planned } = meeting;
  const { press, mayChange } = view;
  const set = (next: 'running' | 'done' | 'nodm' | 'nopitch') => {
    setAsked(false);
    press({ kind: 'meeting', dm, pitch, state: next });
  };
  const isOver = state === 'planned' && now >= meeting.end;
  const shown = meeting.isReplaced ? 'replaced' : isOver ? 'unmarked' : state;
  const instead = meeting.instead && view.meetings.find(({ key }) => meeting.instead && key === pairKey(meeting.instead));
  const names = `${view.nameOf('dm', dm).name} × ${view.nameOf('pitch', pitch).name}`;
  return (
    <li className="fd-card" data-state={shown} aria-label={names}>
      <div className="fd-card-head">
        <b className="fd-room">{room || '—'}</b>
        <span className="fd-time">
          {minutes > 0 && <del>{view.time(planned.start)}</del>} {view.time(meeting.start)}
        </span>
        <span className="fd-state">{translate(`forumday.state.${shown}`)}</span>
      </div>
      <Person side="dm" id={dm} view={view} meeting={meeting} />
      <Person side="pitch" id={pitch} view={view} meeting={meeting} />
      {view.clashes.has(meeting.key) && <p className="fd-warn">{translate('forumday.clash')}</p>}
      {view.tableClashes.has(meeting.key) && <p className="fd-warn">{translate('forumday.tableclash', { table: view.table(meeting.room) })}</p>}
      {meeting.instead && (
        <p className="fd-note">
          {translate('forumday.instead', {
            who: view.nameOf(...((instead?.state === 'nodm' ? ['dm', meeting.instead.dm] : ['pitch', meeting.instead.pitch]) as [Side, string])).name, // who did not come
          })}
        </p>
      )}
      {mark && <p className="fd-mark">{translate('forumday.by', { who: mark.by, at: view.time(mark.at) })}</p>}
      {mayChange && (
        <div className="fd-buttons">
          {state === 'planned' && (
            <>
              <Button variant="contained" onClick={() => set('running')}>
                {translate('forumday.do.start')}
              </Button>
              <Button variant="outlined" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
                {translate('forumday.do.noshow')}
              </Button>
            </>
          )}
          {state === 'running' && (
            <Button variant="contained" color="success" onClick={() => set('done')}>
              {translate('forumday.do.done')}
            </Button>
          )}
          {isMissed(meeting) && waitingSide(view.dayState, meeting) && (
            <Button variant="contained" onClick={onFree}>
              {translate('forumday.do.free')}
            </Button>
          )}
          {mark?.isOwn && (
            <Button variant="outlined" onClick={() => press({ kind: 'undo', press: mark.id })}>
              {translate('forumday.do.undo')}
            </Button>
          )}
          {meeting.press && state === 'planned' && (
            <Button variant="outlined" onClick={() => press({ kind: 'undo', press: meeting.press })}>
              {translate('forumday.do.takeback')}
            </Button>
          )}
          {state !== 'done' && !isMissed(meeting) && (
            <Button variant="text" onClick={onDelay} aria-label={translate('forumday.delay.of', { what: names })}>
              {translate('forumday.delay.button')}
            </Button>
          )}
          {isAsked && state === 'planned' && (
            <fieldset className="fd-ask">
              <legend>{translate('forumday.who')}</legend>
              {(['nodm', 'nopitch'] as const).map((one) => (
                <Button key={one} variant="outlined" color="error" onClick={() => set(one)}>
                  {translate(`forumday.do.${one}`)}
                </Button>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </li>
  );
}

/** A press marks the person as present; another press removes the mark. */
function Person({ side, id, view, meeting }: { side: Side; id: string; view: DayView; meeting: DayMeeting }) {
  const translate = useTranslate();
  const { name, sub } = view.nameOf(side, id);
  const isHere = hasArrived(view.dayState, side, meeting);
  const mark = view.presence.get(`${side}:${id}`)?.state;
  const isAway = mark === 'absent';
  const isMissing = meeting.state === (side === 'dm' ? 'nodm' : 'nopitch');
  const status = isMissing || isAway ? 'absent' : isHere ? 'arrived' : 'unknown';
  const text = (
    <>
      <span className="fd-dot" aria-hidden />
      <span className="fd-person-name">
        <b>{side === 'pitch' && sub ? `${sub} ${name}` : name}</b>
        {side === 'dm' && sub && <span>{sub}</span>}
      </span>
      <span className="fd-person-state">{translate(`forumday.presence.${isMissing && !isAway ? 'missing' : status}`)}</span>
    </>
  );
  if (!view.mayChange) {
    return (
      <p className="fd-person" data-status={status}>
        {text}
      </p>
    );
  }
  return (
    <button
      type="button"
      className="fd-person"
      data-status={status}
      aria-pressed={status === 'arrived'}
      onClick={() => view.press({ kind: 'presence', side, who: id, state: mark === 'arrived' ? '' : 'arrived', since: '' })}
    >
      {text}
    </button>
  );
}
