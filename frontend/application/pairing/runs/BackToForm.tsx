/** The link back to the form from which the repair was opened, where the typed values wait to be saved. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { type BoardIndex, nameDm, namePitch } from '../lines.ts';
import type { LostTimes } from './absences.ts';

export function BackToForm({ index, lost }: { index: BoardIndex; lost: LostTimes }) {
  const translate = useTranslate();
  const [side = '', id = ''] = lost.who.split(' ');
  const entry = useObjects().find(({ name }) => name === (side === 'pitch' ? 'pitch' : 'decision_maker'));
  if (!entry || !(side === 'pitch' ? index.pitches : index.dms).has(id)) return null;
  const who = (side === 'pitch' ? namePitch : nameDm)(index, id).top;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" component={Link} to={editPath(entry.model, id)}>
          {translate('pairing.offered.back', { who })}
        </Button>
      }
    >
      {translate('pairing.offered.waits', { who })}
    </Alert>
  );
}
