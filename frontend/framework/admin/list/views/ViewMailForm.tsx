/** Whether somebody is mailed a view, and when. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import type { Clockwork } from '#codegen/model.ts';
import { dateAt, instant } from '#framework/time.ts';
import type { View } from '#framework/views/wire.ts';
import { rhythms } from '#rules/clockwork.ts';
import { language } from '#rules/words/language.ts';
import { MomentInput } from '#ui/MomentInput.tsx';
import { readMoment } from '#ui/moment.ts';

interface Props {
  view: View;
  /** the list shows the view with changes that are not saved */
  isChanged: boolean;
  busy: boolean;
  cancel: () => void;
  save: (mail: Clockwork | null) => void;
}

const daysOf = { week: 7, month: 31 } as const;

export function ViewMailForm({ view, isChanged, busy, cancel, save }: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const titleId = useId();
  const [every, setEvery] = useState<Clockwork['every'] | 'never'>(view.mail?.every ?? 'week');
  const [on, setOn] = useState(view.mail?.on ?? 1);
  const [at, setAt] = useState(view.mail?.at ?? '08:00');
  const read = readMoment('time', at, false);
  const isWhole = every === 'never' || Boolean(read);
  const weekday = new Intl.DateTimeFormat(language[lang].times, { weekday: 'long', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  const named = (day: number) => (every === 'week' ? weekday.format(dateAt(instant(`2024-01-0${day} 00:00:00`))) : String(day));
  const send = () => save(every === 'never' || !read ? null : { every, ...(every !== 'day' && { on }), at: read });
  return (
    <Dialog open onClose={cancel} aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !busy) send();
        }}
      >
        <DialogTitle id={titleId}>{translate('view.mail_title', { name: view.name })}</DialogTitle>
        <DialogContent className="view-form">
          <TextField
            select
            autoFocus
            size="small"
            label={translate('view.mail_every')}
            helperText={translate('view.mail_help')}
            value={every}
            onChange={({ target }) => {
              setEvery(target.value as typeof every); // one of those below
              setOn(1);
            }}
          >
            {([...rhythms, ...(view.mail ? (['never'] as const) : [])] as const).map((one) => (
              <MenuItem key={one} value={one}>
                {translate(`view.rhythms.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          {(every === 'week' || every === 'month') && (
            <TextField
              select
              size="small"
              label={translate('view.mail_on')}
              value={on}
              {...(every === 'month' && on > 28 && { helperText: translate('view.mail_on_help') })}
              onChange={({ target }) => setOn(Number(target.value))}
            >
              {Array.from({ length: daysOf[every] }, (_, index) => index + 1).map((day) => (
                <MenuItem key={day} value={day}>
                  {named(day)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {every !== 'never' && <MomentInput picker="time" required fullWidth label={translate('view.mail_at')} value={at} onChange={setAt} />}
          {isChanged && every !== 'never' && <p className="soft">{translate('view.mail_saved')}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={cancel}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isWhole || busy}>
            {translate('ra.action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
