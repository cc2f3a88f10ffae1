/** One question with two answers; `typed` demands a name typed for what cannot be undone. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';

export interface Question {
  title: string;
  content?: ReactNode;
  confirm: string;
  danger?: boolean;
  /** what has to be typed before the answer counts */
  typed?: string;
  typedLabel?: string;
  busy?: boolean;
}

export function Confirm({ question, onAnswer }: { question: Question | undefined; onAnswer: (yes: boolean, typed?: string) => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const ready = !question?.busy && (question?.typed === undefined || typed === question.typed);
  const answer = (yes: boolean) => {
    onAnswer(yes, typed);
    setTyped('');
  };
  return (
    <Dialog open={question !== undefined} onClose={() => answer(false)} aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) answer(true);
        }}
      >
        <DialogTitle id={titleId}>{question?.title}</DialogTitle>
        <DialogContent>
          {question?.content}
          {question?.typed !== undefined && (
            <TextField
              fullWidth
              sx={{ mt: 2 }}
              autoComplete="off"
              label={question.typedLabel ?? question.typed}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => answer(false)}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" color={question?.danger ? 'error' : 'primary'} disabled={!ready} autoFocus={question?.typed === undefined}>
            {question?.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
