/** Adds or removes minutes of delay: for a slot, for all later slots, for a table or for one person. Lists the present delays. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { activeEvents, type DayEvent, type Delay } from '#application/forum-day/rules/events.ts';
import { useLanguage } from '#client/language.tsx';
import { labelled } from '#rules/words/language.ts';
import type { DayView } from './words.ts';

export interface DelayAsked {
  /** the slot's planned start */
  start: string;
  /** the meeting whose table or people are delayed */
  key?: string;
}

const amounts = [5, 10, 15, 20, 30, -5, -10] as const;

export function DelayDialog({ view, asked, onClose }: { view: DayView; asked: DelayAsked; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const meeting = view.meetings.find(({ key }) => key === asked.key);
  const ways: Pick<Delay, 'of' | 'who'>[] = meeting
    ? [...(meeting.room ? [{ of: 'room' as const, who: meeting.room }] : []), { of: 'dm', who: meeting.dm }, { of: 'pitch', who: meeting.pitch }]
    : [
        { of: 'slot', who: '' },
        { of: 'from', who: '' },
      ];
  const [way, setWay] = useState(0);
  const [minutes, setMinutes] = useState<number>(10);
  const say = useDelayWords(view);
  const { lang } = useLanguage();
  const active = activeEvents(view.facts.events).filter((event): event is DayEvent & Delay => event.kind === 'delay');
  const chosen = ways[way];
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm" className="fd-dialog">
      <DialogTitle id={title}>{translate('forumday.delay.title')}</DialogTitle>
      <DialogContent>
        <fieldset className="fd-choice">
          <legend>{translate('forumday.delay.what')}</legend>
          {ways.map((one, index) => (
            <label key={one.of}>
              <input type="radio" name="way" checked={way === index} onChange={() => setWay(index)} />
              <span>{say({ ...one, start: asked.start })}</span>
            </label>
          ))}
        </fieldset>
        <fieldset className="fd-choice fd-minutes">
          <legend>{translate('forumday.delay.minutes')}</legend>
          {amounts.map((one) => (
            <label key={one}>
              <input type="radio" name="minutes" checked={minutes === one} onChange={() => setMinutes(one)} />
              <span>{one > 0 ? `+${one}` : `−${-one}`}</span>
            </label>
          ))}
        </fieldset>
        {active.length > 0 && (
          <div className="fd-delays">
            <h3>{translate('forumday.delay.standing')}</h3>
            <ul>
              {active.map((event) => (
                <li key={event.id}>
                  <span>
                    {say(event)} <b>{event.minutes > 0 ? `+${event.minutes}` : `−${-event.minutes}`}</b>{' '}
                    <small>{translate('forumday.by', { who: event.by, at: view.time(event.at) })}</small>
                  </span>
                  <Button onClick={() => view.press({ kind: 'undo', press: event.id })} aria-label={labelled(translate('forumday.do.undo'), say(event), lang)}>
                    {translate('forumday.do.undo')}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          size="large"
          variant="contained"
          onClick={() => {
            if (chosen) view.press({ kind: 'delay', ...chosen, start: asked.start, minutes });
            onClose();
          }}
        >
          {translate(minutes > 0 ? 'forumday.delay.go' : 'forumday.delay.goback', { smart_count: Math.abs(minutes), minutes: Math.abs(minutes) })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Names what a delay applies to. */
export function useDelayWords(view: DayView): (delay: Pick<Delay, 'of' | 'who' | 'start'>) => string {
  const translate = useTranslate();
  return ({ of, who, start }) => {
    const named = of === 'dm' || of === 'pitch' ? view.nameOf(of, who).name : of === 'room' ? view.table(who) : who;
    return translate(`forumday.delay.${of}`, { time: view.time(start), who: named });
  };
}
