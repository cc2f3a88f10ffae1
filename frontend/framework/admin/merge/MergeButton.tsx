/** Merging of a list's selected rows. */
import MergeIcon from '@mui/icons-material/CallMerge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ObjectModel } from '#codegen/model.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';

const MergeDialog = part(() => import('./MergeDialog.tsx'));

export function MergeButton({ model, ids, done }: { model: ObjectModel; ids: string[]; done(): void }) {
  const translate = useTranslate();
  // The rows as they were chosen.
  const [open, setOpen] = useState<string[]>();
  if (!open && (ids.length < 2 || ids.length > mostMerged)) return null;
  return (
    <>
      <Tooltip title={translate('merge.action')}>
        <IconButton aria-label={translate('merge.action')} onClick={() => setOpen(ids)}>
          <MergeIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {open && (
        <Soon fallback={null}>
          <MergeDialog model={model} ids={open} onClose={() => setOpen(undefined)} onDone={done} />
        </Soon>
      )}
    </>
  );
}

/** As many as the server merges in one act, with the one that stays. */
const mostMerged = 20;
