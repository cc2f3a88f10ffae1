/** Whom a record is assigned to and until when: dealt with, taken back, given to somebody. */
import CloseIcon from '@mui/icons-material/Close';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AssignmentBody, Person, Talk } from '#framework/comments/wire.ts';
import { MomentInput } from '#ui/MomentInput.tsx';
import { readMoment } from '#ui/moment.ts';

interface AssignmentsProps {
  talk: Talk;
  people: readonly Person[];
  busy: boolean;
  /** true where it was stored */
  onAssign(body: AssignmentBody): Promise<boolean>;
}

export function Assignments({ talk, people, busy, onAssign }: AssignmentsProps) {
  const translate = useTranslate();
  const [person, setPerson] = useState<Person | null>(null);
  const [day, setDay] = useState('');
  const due = readMoment('date', day);
  const give = async () => {
    if (!person || due === undefined || !(await onAssign({ account: person.id, due, is: 'open' }))) return;
    setPerson(null);
    setDay('');
  };
  return (
    <Box component="section" aria-labelledby="assigned-title">
      <Box component="h3" id="assigned-title" sx={heading}>
        {translate('comments.assigned')}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {talk.assignments.map(({ account, due: until, doneAt }) => {
          const name = talk.names[account] ?? account;
          const done = translate('comments.done', { name });
          return (
            <Box component="li" key={account} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
              <Checkbox
                size="small"
                checked={doneAt > 0}
                disabled={busy}
                slotProps={{ input: { 'aria-label': done } }}
                onChange={({ target }) => void onAssign(target.checked ? { account, is: 'done' } : { account, due: until, is: 'open' })}
              />
              <Box component="span" sx={{ flex: 1, minWidth: 0, ...(doneAt && { textDecoration: 'line-through' }) }}>
                {name} {until && <time className="num">{translate('comments.until', { day: until })}</time>}
              </Box>
              <IconButton
                size="small"
                disabled={busy}
                aria-label={translate('comments.unassign', { name })}
                onClick={() => void onAssign({ account, is: 'none' })}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Box>
          );
        })}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', mt: 1 }}>
        <Autocomplete
          size="small"
          sx={{ flex: '1 1 180px' }}
          options={people}
          value={person}
          onChange={(_, chosen) => setPerson(chosen)}
          getOptionKey={({ id }) => id}
          getOptionLabel={({ id, name }) => (name === id ? name : `${name} (${id})`)}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          renderInput={(params) => <TextField {...params} label={translate('comments.to')} />}
        />
        <Box sx={{ flex: '1 1 150px' }}>
          <MomentInput picker="date" label={translate('comments.due')} value={day} onChange={setDay} fullWidth />
        </Box>
        <Button variant="outlined" disabled={busy || !person || due === undefined} onClick={() => void give()}>
          {translate('comments.assign')}
        </Button>
      </Box>
    </Box>
  );
}

export const heading = { fontSize: 'var(--size-text)', fontWeight: 600, m: 0, mb: 0.5 } as const;
