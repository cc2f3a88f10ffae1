/** Puts a reminder off, or says that it is dealt with; the notice takes it back. */
import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { UndoNotice } from '#client/notices/use-undoable.tsx';
import { useChange } from '#client/use-change.ts';
import type { Due } from '#framework/reminders/wire.ts';
import type { PutOff as Word } from '#rules/records/reminder.ts';

const stale = ['reminders'];

export function PutOff({ object, id, name, at, title }: Due) {
  const translate = useTranslate();
  const notify = useNotify();
  const { send, busy } = useChange(stale);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const say = (until: Word) => send('POST /api/reminders', { body: { object, id, name, at, until } });
  const take = async (until: Word) => {
    setAnchor(null);
    const answer = await say(until);
    if (!answer) return;
    const message = answer.until ? translate('home.waits.away', { title, day: answer.until }) : translate('home.waits.dealt', { title });
    notify(<UndoNotice message={message} undo={async () => ((await say('none')) ? 1 : 0)} />, { type: 'success', autoHideDuration: 20_000 });
  };
  const words: [Word, string][] = [
    ['tomorrow', 'tomorrow'],
    ['week', 'week_off'],
    ['done', 'done'],
  ];
  const label = translate('home.waits.put_off', { title });
  return (
    <>
      <IconButton size="small" aria-label={label} title={label} aria-haspopup="menu" disabled={busy} onClick={(event) => setAnchor(event.currentTarget)}>
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': label, dense: true } }}>
        {words.map(([word, said]) => (
          <MenuItem key={word} onClick={() => void take(word)}>
            {translate(`home.waits.${said}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
