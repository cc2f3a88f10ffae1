/** Deleting asks with the row's name; a refusal says why (K09-K11) and links to the rows that stand in the way. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogoutIfAccessDenied, useTranslate } from 'react-admin';
import { useHref } from 'react-router';
import type { ObjectModel } from '#codegen/model.ts';
import { isObject } from '#domain/record.ts';
import { ApiError } from '../admin/http-client.ts';
import { useText } from '../admin/language.tsx';
import { useEntry } from '../admin/objects.tsx';
import { editPath } from '../admin/paths.ts';
import { dataProvider } from '../admin/providers/data.ts';
import { useNotices } from '../ui/Notices.tsx';

interface DeleteDialogProps {
  model: ObjectModel;
  id: string;
  title: string;
  onClose(): void;
  onDeleted(): void;
}

interface Blocking {
  object: string;
  id: string;
  title: string;
}

interface Refused {
  message: string;
  blocking: Blocking[];
  more: number;
}

export function DeleteDialog({ model, id, title, onClose, onDeleted }: DeleteDialogProps) {
  const translate = useTranslate();
  const notices = useNotices();
  const client = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const remove = async () => {
    setBusy(true);
    try {
      await dataProvider.delete(model.name, { id });
      notices.positive(translate('form.deleted', { title }));
      void client.invalidateQueries({ queryKey: [model.name] });
      onDeleted();
    } catch (error) {
      if (await logoutIfAccessDenied(error)) return;
      if (error instanceof ApiError && error.refused) setRefused(refusalOf(error));
      else notices.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="delete-title" aria-describedby="delete-text">
      <DialogTitle id="delete-title" sx={{ fontSize: 16, fontWeight: 600 }}>
        {translate(refused ? 'form.delete.refused' : 'form.delete.title', { title })}
      </DialogTitle>
      <DialogContent id="delete-text">
        {refused ? (
          <>
            <Box role="alert">{refused.message}</Box>
            <Box component="ul" sx={{ mb: 0, pl: 2.5 }}>
              {refused.blocking.map((row) => (
                <BlockingRow key={`${row.object} ${row.id}`} row={row} />
              ))}
              {refused.more > 0 && <li>{translate('form.delete.more', { smart_count: refused.more })}</li>}
            </Box>
          </>
        ) : (
          translate(model.trash ? 'form.delete.trash' : 'form.delete.text')
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

function BlockingRow({ row }: { row: Blocking }) {
  const text = useText();
  const entry = useEntry(row.object);
  const href = useHref(entry ? editPath(entry.model, row.id) : '/');
  return (
    <li>
      {entry ? (
        <Link href={href} target="_blank" rel="noopener">
          {text(entry.model.label)}: {row.title || row.id}
        </Link>
      ) : (
        `${row.object}: ${row.title || row.id}`
      )}
    </li>
  );
}

/** `data` of a refusal by reference names the rows. */
function refusalOf(error: ApiError): Refused {
  const data = error.body?.data;
  const found = isObject(data) ? data : {};
  const rows = Array.isArray(found.blocking) ? found.blocking.filter(isObject) : [];
  const blocking = rows.map((row) => ({ object: String(row.object ?? ''), id: String(row.id ?? ''), title: String(row.title ?? '') }));
  return { message: error.message, blocking, more: typeof found.more === 'number' ? found.more : 0 };
}
