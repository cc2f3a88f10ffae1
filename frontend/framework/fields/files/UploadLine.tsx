/** A file on its way up: how far it is, and what became of it. */
import CloseIcon from '@mui/icons-material/Close';
import PauseIcon from '@mui/icons-material/Pause';
import PlayIcon from '@mui/icons-material/PlayArrow';
import RetryIcon from '@mui/icons-material/Replay';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { FailureText } from '#client/notices/FailureText.tsx';
import { sizeText } from '#rules/records/upload.ts';
import type { UploadItem } from './upload-queue.ts';

export function UploadLine({ item, onCancel, onRetry, onPause }: { item: UploadItem; onCancel(): void; onRetry(): void; onPause(): void }) {
  const translate = useTranslate();
  const [broken, setBroken] = useState(false);
  const { file, preview, state, progress, error, resumable, away } = item;
  // A film of hours is not whole at 99.6 %.
  const percent = progress < 1 ? Math.min(99, Math.round(progress * 100)) : 100;
  const label = file.name;
  // Sent whole, the server still looks into it and re-encodes it.
  const message =
    state === 'paused' ? 'files.paused' : state === 'waiting' ? 'files.waiting' : away ? 'files.away' : percent < 100 ? 'files.sending' : 'files.checking';
  return (
    <li className={`file-card file-${state}`}>
      <div className="file-line">
        <span className="file-picture">
          {preview && !broken ? <img src={preview} alt="" onError={() => setBroken(true)} /> : <span aria-hidden="true">{extensionOf(label)}</span>}
        </span>
        <div className="file-text">
          <span className="file-name">{label}</span>
          {state === 'failed' ? (
            <span className="file-problem" role="alert">
              <FailureText error={error} />
            </span>
          ) : (
            <>
              <progress className="file-progress" max={100} value={percent} aria-label={translate('files.progress', { label })} />
              <span className="file-facts file-told num" role={away || state === 'paused' ? 'status' : undefined}>
                {translate(message, { percent, size: sizeText(file.size) })}
              </span>
            </>
          )}
        </div>
        <div className="file-actions">
          {state === 'failed' && (
            <IconButton size="small" aria-label={translate('files.retry', { label })} onClick={onRetry}>
              <RetryIcon fontSize="small" />
            </IconButton>
          )}
          {resumable && state === 'sending' && percent < 100 && (
            <IconButton size="small" aria-label={translate('files.pause', { label })} onClick={onPause}>
              <PauseIcon fontSize="small" />
            </IconButton>
          )}
          {state === 'paused' && (
            <IconButton size="small" aria-label={translate('files.resume', { label })} onClick={onRetry}>
              <PlayIcon fontSize="small" />
            </IconButton>
          )}
          <IconButton size="small" aria-label={translate('files.cancel', { label })} onClick={onCancel}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

/** 'MP4', where there is no picture of it. */
function extensionOf(name: string): string {
  return (/\.([a-z0-9]{2,4})$/i.exec(name)?.[1] ?? '').toUpperCase();
}
