/** Removes the automatic meetings, or all, after showing how many. One press undoes it. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardFacts } from '#application/pairing/rules/board-facts.ts';
import { type ClearWhat, isCleared } from '#application/pairing/rules/clear.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { BoardActions } from './use-board.ts';

const choices: readonly ClearWhat[] = ['auto', 'all'];

export function ClearDialog({ facts, actions, onClose }: { facts: BoardFacts; actions: BoardActions; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const { positive } = useNotices();
  const [what, setWhat] = useState<ClearWhat>('auto');
  const countOf = (one: ClearWhat) => facts.pairings.filter((pairing) => isCleared(one, pairing)).length;
  const count = countOf(what);
  const locked = facts.pairings.filter((pairing) => pairing.locked).length;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await actions.send('clear', { what, count })) positive(translate('pairing.clear.done', { smart_count: count }));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{translate('pairing.clear.title')}</DialogTitle>
        <DialogContent className="pairing-form">
          <RadioGroup aria-labelledby={titleId} value={what} onChange={(_event, next) => setWhat(next === 'all' ? 'all' : 'auto')}>
            {choices.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio size="small" />}
                label={translate(`pairing.clear.${one}`, { smart_count: countOf(one), count: countOf(one) })}
              />
            ))}
          </RadioGroup>
          <p className="soft">{translate(locked ? 'pairing.clear.help' : 'pairing.clear.undo', { smart_count: locked, count: locked })}</p>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" color="error" variant="contained" disabled={count === 0} loading={actions.busy}>
            {translate('pairing.clear.go', { smart_count: count, count })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
