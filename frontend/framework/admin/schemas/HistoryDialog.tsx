/** The versions of an object's files, newest first, each with what it changed, and the way back to one. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { showInstant } from '#fields/show.ts';
import type { SchemaFiles } from '#framework/workbench/wire.ts';
import { Diff } from './Diff.tsx';
import { useSay } from './say.tsx';

interface Props {
  name: string;
  readOnly: boolean;
  busy: boolean;
  onRevert(to: string): void;
  onClose(): void;
}

export function HistoryDialog({ name, readOnly, busy, onRevert, onClose }: Props) {
  const say = useSay();
  const translate = useTranslate();
  const titleId = useId();
  const { data, error } = useQuery({ queryKey: ['schema-history', name], queryFn: () => call('GET /api/schemas/:name/history', { at: { name } }) });
  const [open, setOpen] = useState('');
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId}>{say('history.title', { name })}</DialogTitle>
      <DialogContent>
        <FailureLine error={error} />
        {data?.length === 0 && <p className="soft">{say('history.none')}</p>}
        <ol className="bench-versions">
          {data?.map((version, index) => (
            <li key={version.id}>
              <div className="bench-bar">
                <span>
                  {showInstant(version.at)} · {version.by || say('history.folder')} · {say(`history.${version.action}`)}
                </span>
                <Button aria-expanded={open === version.id} onClick={() => setOpen(open === version.id ? '' : version.id)}>
                  {say('history.changes')}
                </Button>
                {!readOnly && index > 0 && version.files && (
                  <Button variant="outlined" disabled={busy} onClick={() => onRevert(version.id)}>
                    {say('history.revert')}
                  </Button>
                )}
              </div>
              {open === version.id && <Diff before={whole(data[index + 1]?.files ?? null)} after={whole(version.files)} label={say('history.changes')} />}
            </li>
          ))}
        </ol>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** All files of a version in one text, for comparing. */
export function whole(files: SchemaFiles | null): string {
  if (!files) return '';
  return [files.schema, ...Object.entries(files.labels).map(([lang, text]) => `// ${lang}\n${text}`)].join('\n');
}
