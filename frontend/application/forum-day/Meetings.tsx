/** The meetings in the groups now, next and later, by their times including delays, with buttons for a whole slot. */

import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Phase, type SlotGroup, slotGroups } from '#application/forum-day/rules/phases.ts';
import { isMissed } from '#application/forum-day/rules/with-day.ts';
import { instant, stampOf } from '#framework/time.ts';
import { type DelayAsked, DelayDialog } from './DelayDialog.tsx';
import { FreeNowDialog } from './FreeNowDialog.tsx';
import { MeetingCard } from './MeetingCard.tsx';
import { type DayView, useClock } from './words.ts';

const order: readonly Phase[] = ['now', 'next', 'later', 'past'];

export function Meetings({ view, ahead }: { view: DayView; ahead: number }) {
  const translate = useTranslate();
  const now = stampOf(useClock(ahead, 5_000));
  const groups = useMemo(() => slotGroups(view.meetings, now), [view.meetings, now]);
  const [delay, setDelay] = useState<DelayAsked>();
  const [waiting, setWaiting] = useState('');
  const next = groups.find(({ phase }) => phase === 'next');
  const meeting = view.meetings.find(({ key }) => key === waiting);
  if (!groups.length) return <p className="fd-note">{translate('forumday.empty')}</p>;
  return (
    <div className="fd-meetings">
      {order.map((phase) => {
        const own = groups.filter((group) => group.phase === phase);
        const slots = own.map((group) => (
          <Slot
            key={group.planned.start}
            group={group}
            view={view}
            now={now}
            onDelay={() => setDelay({ start: group.planned.start })}
            onDelayOf={(key) => setDelay({ start: group.planned.start, key })}
            onFree={setWaiting}
          />
        ));
        if (phase === 'now' && !own.length) {
          const minutes = next && Math.max(1, Math.round((instant(next.start) - instant(now)) / 60_000));
          return (
            <section key={phase} className="fd-phase" data-phase={phase} aria-label={translate('forumday.phase.now')}>
              <h2>{translate('forumday.phase.now')}</h2>
              <p className="fd-note">
                {next && minutes !== undefined && minutes <= 180
                  ? translate('forumday.between', { smart_count: minutes, minutes })
                  : translate(next ? 'forumday.notyet' : 'forumday.over')}
              </p>
            </section>
          );
        }
        if (!own.length) return null;
        if (phase === 'past') {
          return (
            <details key={phase} className="fd-phase fd-past" open={own.length === groups.length}>
              <summary>{translate('forumday.phase.past', { smart_count: own.length, count: own.length })}</summary>
              {slots}
            </details>
          );
        }
        return (
          <section key={phase} className="fd-phase" data-phase={phase} aria-label={translate(`forumday.phase.${phase}`)}>
            <h2>{translate(`forumday.phase.${phase}`)}</h2>
            {slots}
          </section>
        );
      })}
      {delay && <DelayDialog view={view} asked={delay} onClose={() => setDelay(undefined)} />}
      {meeting && <FreeNowDialog view={view} meeting={meeting} onClose={() => setWaiting('')} />}
    </div>
  );
}

interface SlotProps {
  group: SlotGroup;
  view: DayView;
  now: string;
  onDelay: () => void;
  onDelayOf: (key: string) => void;
  onFree: (key: string) => void;
}

function Slot({ group, view, now, onDelay, onDelayOf, onFree }: SlotProps) {
  const translate = useTranslate();
  const isLate = group.meetings.some(({ minutes }) => minutes > 0);
  const done = group.meetings.filter(({ state }) => state === 'done').length;
  const missed = group.meetings.filter((meeting) => isMissed(meeting) && !meeting.isReplaced).length;
  return (
    <div className="fd-slot">
      <div className="fd-slot-head">
        <h3>
          {isLate && <del>{`${view.time(group.planned.start)}–${view.time(group.planned.end)}`}</del>}
          <span>{`${view.time(group.start)}–${view.time(group.end)}`}</span>
        </h3>
        <span className="fd-slot-count">
          {translate('forumday.count', { smart_count: group.meetings.length, count: group.meetings.length, done })}
          {missed > 0 && <b>{translate('forumday.missed', { smart_count: missed, count: missed })}</b>}
        </span>
        {view.mayChange && (
          <Button onClick={onDelay} aria-label={translate('forumday.delay.of', { what: view.time(group.planned.start) })}>
            {translate('forumday.delay.button')}
          </Button>
        )}
      </div>
      <ul className="fd-cards">
        {group.meetings.map((meeting) => (
          <MeetingCard key={meeting.key} meeting={meeting} view={view} now={now} onDelay={() => onDelayOf(meeting.key)} onFree={() => onFree(meeting.key)} />
        ))}
      </ul>
    </div>
  );
}
