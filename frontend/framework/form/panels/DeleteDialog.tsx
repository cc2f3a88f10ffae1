/** Deleting asks with the row's name; a refusal says why (K09-K11) and links to the rows that stand in the way. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogoutIfAccessDenied, useTranslate } from 'react-admin';
import { ApiError } from '#client/http-client.ts';
import { newChangeset } from '#client/notices/changeset.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { ObjectModel } from '#codegen/model.ts';
import { Blockers, type Blocking, blockingOf } from './Blockers.tsx';
import { TakenAlong } from './TakenAlong.tsx';

interface DeleteDialogProps {
  model: ObjectModel;
  id: string;
  title: string;
  onClose(): void;
  onDeleted(): void;
}

interface Refused extends Blocking {
  message: string;
}

export function DeleteDialog({ model, id, title, onClose, onDeleted }: DeleteDialogProps) {
  const translate = useTranslate();
  const notices = useNotices();
  const undoable = useUndoable();
  const client = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const remove = async () => {
    setBusy(true);
    try {
      const changeset = newChangeset();
      await dataProvider.delete(model.name, { id, meta: { changeset } });
      const message = translate('form.deleted', { title });
      if (model.trash) undoable(message, changeset);
      else notices.positive(message);
      void client.invalidateQueries({ queryKey: [model.name] });
      onDeleted();
    } catch (error) {
      if (await logoutIfAccessDenied(error)) return;
      if (error instanceof ApiError && error.refused) setRefused({ message: error.message, ...blockingOf(error.body?.data) });
      else notices.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" aria-describedby="delete-text">
      <DialogTitle id="delete-title">{translate(refused ? 'form.delete.refused' : 'form.delete.title', { title })}</DialogTitle>
      <DialogContent id="delete-text">
        {refused ? (
          <>
            <Box role="alert" sx={{ mb: 1 }}>
              {refused.message}
            </Box>
            <Blockers rows={refused.rows} more={refused.more} />
          </>
        ) : (
          <>
            {translate(model.trash ? 'form.delete.trash' : 'form.delete.text')}
            <TakenAlong object={model.name} ids={[id]} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate(refused ? 'form.close' : 'form.cancel')}
        </Button>
        {!refused && (
          <Button variant="contained" color="error" loading={busy} onClick={() => void remove()}>
            {translate('form.delete.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
