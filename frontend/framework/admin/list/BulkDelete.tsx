/** Deletes what is selected, after a confirmation that names the count, and reports what stayed and why. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { newChangeset } from '#client/notices/changeset.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useUndoable } from '#client/notices/use-undoable.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { Blockers, blockingOf } from '#form/panels/Blockers.tsx';
import { TakenAlong } from '#form/panels/TakenAlong.tsx';
import type { BulkDeletion } from '#framework/records/wire.ts';
import { titleOf } from '#rules/records/record.ts';
import { countInWords } from '#rules/words/wording.ts';
import { Confirm } from '#ui/Confirm.tsx';

interface Props {
  model: ObjectModel;
  ids: string[];
  rows: Row[];
  open: boolean;
  close: () => void;
  /** what is to stay selected: the rows that were not deleted */
  done: (failed: string[]) => void;
}

export function BulkDelete({ model, ids, rows, open, close, done }: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const client = useQueryClient();
  const provider = useDataProvider<typeof adminDataProvider>();
  const { positive, failure } = useNotices();
  const undoable = useUndoable();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<BulkDeletion['failed']>([]);
  // The rows that were named stay named when the page has been read again.
  const titles = useRef(new Map<string, string>());
  for (const row of rows) titles.current.set(String(row.id), titleOf(row, model, lang));
  const name = (id: string) => titles.current.get(id) || id;
  const run = async () => {
    setBusy(true);
    try {
      const changeset = newChangeset();
      const { deleted, failed } = await provider.bulkDelete(model.name, ids, changeset);
      const message = translate('list.deleted', { smart_count: deleted.length });
      if (deleted.length) model.trash ? undoable(message, changeset) : positive(message);
      setFailed(failed);
      done(failed.map(({ id }) => id));
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
      close();
      await client.invalidateQueries({ queryKey: [model.name] });
    }
  };
  if (failed.length) return <NotDeleted failed={failed} name={name} close={() => setFailed([])} />;
  return (
    <Confirm
      question={
        open
          ? {
              title: translate('list.delete_title', { name: countInWords(ids.length, model, lang) }),
              content: (
                <>
                  <ul className="bulk-names">
                    {ids.slice(0, 10).map((id) => (
                      <li key={id}>{name(id)}</li>
                    ))}
                    {ids.length > 10 && <li>{translate('list.more', { smart_count: ids.length - 10 })}</li>}
                  </ul>
                  <TakenAlong object={model.name} ids={ids} />
                </>
              ),
              confirm: translate('ra.action.delete'),
              danger: true,
              busy,
            }
          : undefined
      }
      onAnswer={(yes) => (yes ? void run() : close())}
    />
  );
}

/** Which rows stayed, each with its reason and the way to what keeps it. */
function NotDeleted({ failed, name, close }: { failed: BulkDeletion['failed']; name: (id: string) => string; close: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('list.not_deleted', { smart_count: failed.length })}</DialogTitle>
      <DialogContent>
        <ul className="bulk-names">
          {failed.slice(0, shownFailures).map(({ id, message, data }) => (
            <li key={id}>
              {translate('list.failed_row', { name: name(id), message })}
              <Blockers {...blockingOf(data)} />
            </li>
          ))}
          {failed.length > shownFailures && <li>{translate('list.more', { smart_count: failed.length - shownFailures })}</li>}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button onClick={close} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Rows that were not deleted, of those reported one by one. */
const shownFailures = 50;
