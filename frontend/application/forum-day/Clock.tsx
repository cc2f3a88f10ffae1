/** The campaign's clock, and the rehearsal's clock with which a day can be tried in advance. */

import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { dayOf } from '#application/forum-day/rules/phases.ts';
import { instant, iso, stampOf } from '#framework/time.ts';
import { type DayView, timeOf, useClock } from './words.ts';

const step = 10 * 60_000;

export function Clock({ ahead, zone, isRehearsal }: { ahead: number; zone: string; isRehearsal: boolean }) {
  const translate = useTranslate();
  const stamp = stampOf(useClock(ahead, 1_000));
  return (
    <p className="fd-clock" data-rehearsal={isRehearsal || undefined}>
      <span className="fd-clock-time">
        {timeOf(stamp, zone)}
        <small>{stamp.slice(16)}</small>
      </span>
      <span className="fd-clock-zone">{zone}</span>
      {isRehearsal && <b>{translate('forumday.rehearsal.on')}</b>}
    </p>
  );
}

/** Starts and ends a rehearsal. Offered on every day but the forum day itself: on other days the screen would only show meetings that are over or far away. */
export function Rehearsal({ view, ahead, at, onAt }: { view: DayView; ahead: number; at: string | null; onAt: (at: string | null) => void }) {
  const translate = useTranslate();
  const now = useClock(ahead, 30_000);
  const first = view.meetings[0]?.planned.start ?? view.facts.slots.find(({ start }) => dayOf(start, view.zone) === view.facts.day)?.start;
  const to = (ms: number) => onAt(iso(stampOf(ms).slice(0, 16)));
  if (at !== null) {
    return (
      <div className="fd-rehearsal">
        <span>{translate('forumday.rehearsal.text')}</span>
        <Button variant="outlined" onClick={() => to(Date.now() + ahead - step)}>
          {translate('forumday.rehearsal.back')}
        </Button>
        <Button variant="outlined" onClick={() => to(Date.now() + ahead + step)}>
          {translate('forumday.rehearsal.on10')}
        </Button>
        <Button variant="outlined" onClick={() => onAt(null)}>
          {translate('forumday.rehearsal.end')}
        </Button>
      </div>
    );
  }
  if (first === undefined || dayOf(stampOf(now), view.zone) === view.facts.day) return null;
  return (
    <div className="fd-rehearsal">
      <span>{translate('forumday.rehearsal.offer', { day: view.facts.day })}</span>
      <Button variant="outlined" onClick={() => to(instant(first))}>
        {translate('forumday.rehearsal.start')}
      </Button>
    </div>
  );
}
