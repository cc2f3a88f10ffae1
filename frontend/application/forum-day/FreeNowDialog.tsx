/** For somebody who waits: who is free in this slot and has an open wish, best first. One press makes the meeting. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { pairKey } from '#application/forum-day/rules/events.ts';
import { freeNow } from '#application/forum-day/rules/free-now.ts';
import type { DayMeeting } from '#application/forum-day/rules/with-day.ts';
import type { DayView } from './words.ts';

export function FreeNowDialog({ view, meeting, onClose }: { view: DayView; meeting: DayMeeting; onClose: () => void }) {
  const translate = useTranslate();
  const title = useId();
  const { side, candidates, notArrived } = freeNow(view.dayState, meeting);
  const who = side && view.nameOf(side, meeting[side]).name;
  const comes = side === 'dm' ? 'pitch' : 'dm';
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm" className="fd-dialog">
      <DialogTitle id={title}>{who === undefined ? translate('forumday.free.nobody') : translate('forumday.free.title', { who })}</DialogTitle>
      <DialogContent>
        {side && (
          <p className="fd-note">
            {translate(`forumday.free.${side}`, { time: `${view.time(meeting.start)}–${view.time(meeting.end)}`, table: view.table(meeting.room) })}
          </p>
        )}
        <ol className="fd-free">
          {candidates.map((pair) => {
            const { name, sub } = view.nameOf(comes, pair[comes]);
            const shown = comes === 'pitch' && sub ? `${sub} ${name}` : name;
            return (
              <li key={pairKey(pair)}>
                <span className="fd-person-name">
                  <b>{shown}</b>
                  <span>
                    {translate('forumday.free.rank', { rank: pair.rank })}
                    {comes === 'dm' && ` · ${translate(`forumday.presence.${pair.hasArrived ? 'arrived' : 'unknown'}`)}`}
                  </span>
                </span>
                <Button
                  variant="contained"
                  size="large"
                  aria-label={translate('forumday.free.makeof', { who: shown })}
                  onClick={() => {
                    view.press({ kind: 'substitute', dm: pair.dm, pitch: pair.pitch, instead: { dm: meeting.dm, pitch: meeting.pitch } });
                    onClose();
                  }}
                >
                  {translate('forumday.free.make')}
                </Button>
              </li>
            );
          })}
        </ol>
        {side && candidates.length === 0 && <p>{translate(`forumday.free.none.${side}`)}</p>}
        {notArrived > 0 && <p className="fd-note">{translate('forumday.free.notarrived', { smart_count: notArrived, count: notArrived })}</p>}
      </DialogContent>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
