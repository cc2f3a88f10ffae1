/** The log of presses: what, by whom and when, newest first. Each can be undone while that still has an effect. */
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { activeEvents, type DayEvent } from '#application/forum-day/rules/events.ts';
import { useLanguage } from '#client/language.tsx';
import { labelled } from '#rules/words/language.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { useDelayWords } from './DelayDialog.tsx';
import type { DayView } from './words.ts';

export function DayLog({ view }: { view: DayView }) {
  const translate = useTranslate();
  const say = useEventWords(view);
  const { lang } = useLanguage();
  const [isClearing, setClearing] = useState(false);
  const { events } = view.facts;
  const active = new Set(activeEvents(events).map(({ id }) => id));
  return (
    <div className="fd-log">
      {events.length === 0 && <p className="fd-note">{translate('forumday.log.none')}</p>}
      <ul>
        {[...events].reverse().map((event) => {
          const counts = active.has(event.id);
          const isUndoable = event.kind !== 'undo' && event.kind !== 'clear';
          return (
            <li key={event.id} data-undone={(isUndoable && !counts) || undefined}>
              <span>
                {isUndoable && !counts ? <del>{say(event)}</del> : say(event)}{' '}
                <small>{translate('forumday.by', { who: event.by, at: view.time(event.at) })}</small>
              </span>
              {view.mayChange && isUndoable && counts && (
                <Button onClick={() => view.press({ kind: 'undo', press: event.id })} aria-label={labelled(translate('forumday.do.undo'), say(event), lang)}>
                  {translate('forumday.do.undo')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {view.mayChange && active.size > 0 && (
        <Button color="error" variant="outlined" size="large" onClick={() => setClearing(true)}>
          {translate('forumday.clear.button')}
        </Button>
      )}
      <Confirm
        question={
          isClearing
            ? {
                title: translate('forumday.clear.title', { day: view.facts.day }),
                content: <p>{translate('forumday.clear.text', { smart_count: active.size, count: active.size })}</p>,
                confirm: translate('forumday.clear.go'),
                danger: true,
              }
            : undefined
        }
        onAnswer={(yes) => {
          setClearing(false);
          if (yes) view.press({ kind: 'clear' });
        }}
      />
    </div>
  );
}

function useEventWords(view: DayView): (event: DayEvent) => string {
  const translate = useTranslate();
  const delay = useDelayWords(view);
  const pair = ({ dm, pitch }: { dm: string; pitch: string }) => `${view.nameOf('dm', dm).name} × ${view.nameOf('pitch', pitch).name}`;
  const say = (event: DayEvent): string => {
    switch (event.kind) {
      case 'presence':
        return translate(`forumday.log.presence.${event.state || 'none'}`, { who: view.nameOf(event.side, event.who).name });
      case 'meeting':
        return translate(`forumday.log.meeting.${event.state || 'none'}`, { what: pair(event) });
      case 'delay':
        return `${delay(event)} ${event.minutes > 0 ? `+${event.minutes}` : `−${-event.minutes}`}`;
      case 'substitute':
        return translate('forumday.log.substitute', { what: pair(event), time: view.time(event.start) });
      case 'undo': {
        const target = view.facts.events.find(({ id }) => id === event.press);
        return translate('forumday.log.undo', { what: target ? say(target) : '' });
      }
      case 'clear':
        return translate('forumday.log.clear');
    }
  };
  return say;
}
