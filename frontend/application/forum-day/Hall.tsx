/**
 * The screen in the hall: where to go now and next, in large type. It never shows who did not come. It covers the whole window and turns its pages by
 * itself.
 */

import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { slotGroups } from '#application/forum-day/rules/phases.ts';
import { type DayMeeting, isMissed } from '#application/forum-day/rules/with-day.ts';
import { stampOf } from '#framework/time.ts';
import { Clock } from './Clock.tsx';
import { type DayView, useClock } from './words.ts';

/** How long one page is shown, ms. */
const turn = 12_000;
/** Smallest size of one meeting with its gap, in lines of the screen's type. */
const [cardWidth, cardHeight] = [22, 6.4];

export function Hall({ view, ahead, line, onLeave }: { view: DayView; ahead: number; line: 'ok' | 'away'; onLeave: () => void }) {
  const translate = useTranslate();
  const root = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const now = stampOf(useClock(ahead, 5_000));
  const groups = useMemo(() => slotGroups(view.meetings, now).filter(({ phase }) => phase === 'now' || phase === 'next'), [view.meetings, now]);
  const [room, setRoom] = useState(12);
  const [page, setPage] = useState(0);
  useEffect(() => {
    root.current?.showModal();
    const measure = () => {
      const box = body.current?.getBoundingClientRect();
      const line = body.current ? Number.parseFloat(getComputedStyle(body.current).fontSize) : 16;
      if (box) setRoom(Math.max(1, Math.floor(box.width / (cardWidth * line))) * Math.max(1, Math.floor(box.height / (cardHeight * line))));
    };
    measure();
    addEventListener('resize', measure);
    const timer = setInterval(() => setPage((before) => before + 1), turn);
    return () => {
      removeEventListener('resize', measure);
      clearInterval(timer);
    };
  }, []);
  // First the current meetings, then the next ones; each group has pages of its own.
  const pages = groups.flatMap((group) => {
    const shown = group.meetings.filter((meeting) => !meeting.isReplaced);
    return Array.from({ length: Math.ceil(shown.length / room) }, (_, index) => ({ group, meetings: shown.slice(index * room, (index + 1) * room) }));
  });
  const current = pages[page % Math.max(1, pages.length)];
  return (
    <dialog ref={root} className="fd-hall" aria-label={translate('forumday.hall.title')} onCancel={onLeave} data-away={line === 'away' || undefined}>
      <header>
        {current ? (
          <h1>
            {translate(`forumday.phase.${current.group.phase}`)}{' '}
            <span>
              {current.group.meetings.some(({ minutes }) => minutes > 0) && <del>{view.time(current.group.planned.start)}</del>}{' '}
              {view.time(current.group.start)}–{view.time(current.group.end)}
            </span>
          </h1>
        ) : (
          <h1>{translate('forumday.hall.title')}</h1>
        )}
        {pages.length > 1 && (
          <span className="fd-hall-page">
            {(page % pages.length) + 1} / {pages.length}
          </span>
        )}
        <Clock ahead={ahead} zone={view.zone} isRehearsal={false} />
        <button type="button" className="fd-hall-leave" onClick={onLeave}>
          {translate('forumday.hall.leave')}
        </button>
      </header>
      <div ref={body} className="fd-hall-body">
        {current ? (
          <ul>
            {current.meetings.map((meeting) => (
              <HallMeeting key={meeting.key} meeting={meeting} view={view} isApart={meeting.start !== current.group.start} />
            ))}
          </ul>
        ) : (
          <p>{translate('forumday.hall.nothing')}</p>
        )}
      </div>
    </dialog>
  );
}

/** Shows the meeting's own time only where it differs from the time in the head. */
function HallMeeting({ meeting, view, isApart }: { meeting: DayMeeting; view: DayView; isApart: boolean }) {
  const [dm, pitch] = [view.nameOf('dm', meeting.dm), view.nameOf('pitch', meeting.pitch)];
  return (
    <li data-late={(meeting.minutes > 0 && !isMissed(meeting)) || undefined}>
      <b className="fd-room">{meeting.room || '—'}</b>
      <span>
        <b>{dm.name}</b>
        {dm.sub && <small>{dm.sub}</small>}
        <b>{[pitch.sub, pitch.name].filter(Boolean).join(' ')}</b>
        {isApart && (
          <span className="fd-time">
            <del>{view.time(meeting.planned.start)}</del> {view.time(meeting.start)}
          </span>
        )}
      </span>
    </li>
  );
}
