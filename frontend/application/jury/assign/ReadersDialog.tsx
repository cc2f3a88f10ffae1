/** The readers of one enrolment, chosen by hand. It is a field of the enrolment, so the record API saves it, with history and a way back. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { AssignmentJuror, AssignmentLine } from '#application/jury/wire.ts';
import { newChangeset, noted } from '#client/notices/changeset.ts';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { useName } from '#screens/campaign/use-labels.ts';

export function ReadersDialog({ line, jurors, onClose }: { line: AssignmentLine; jurors: readonly AssignmentJuror[]; onClose: () => void }) {
  const translate = useTranslate();
  const named = useName();
  const undoable = useUndoable();
  const titleId = useId();
  const { busy, send } = useDashboardChange();
  const before = line.readers.map(({ juror }) => juror);
  const [readers, setReaders] = useState<readonly string[]>(before);
  const conflicts = new Set(line.readers.filter(({ state }) => state === 'conflict').map(({ juror }) => juror));
  const save = async () => {
    const changeset = newChangeset();
    const headers = { ...noted(changeset), 'If-Match': `"${line.ver}"` };
    const saved = await send('PUT /api/pb/:object/:id', { at: { object: 'enrolment', id: line.id }, body: { readers: [...readers] }, headers });
    if (saved) undoable(translate('desk.assign.saved', { smart_count: 1 }), changeset);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('desk.assign.handof', { name: `${line.number} ${named(line)}` })}</DialogTitle>
      <DialogContent className="desk-readers">
        {jurors
          .filter(({ id, enabled }) => enabled || before.includes(id))
          .map((juror) => (
            <FormControlLabel
              key={juror.id}
              control={
                <Checkbox
                  checked={readers.includes(juror.id)}
                  onChange={(_event, isOn) => setReaders(isOn ? [...readers, juror.id] : readers.filter((one) => one !== juror.id))}
                />
              }
              label={
                <>
                  {named(juror)}{' '}
                  <span className="soft">
                    {[
                      juror.group,
                      translate('desk.assign.loadof', { smart_count: juror.load }),
                      conflicts.has(juror.id) ? translate('desk.assign.state.conflict') : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </>
              }
            />
          ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={busy} onClick={() => void save()}>
          {translate('ra.action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
