/** A file on its way up: how far it is, and what became of it. */
import CloseIcon from '@mui/icons-material/Close';
import RetryIcon from '@mui/icons-material/Replay';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { sizeText } from '#domain/upload.ts';
import { useWords } from '../../admin/language.tsx';
import { failureLines } from '../../ui/failure-lines.ts';
import type { UploadItem } from './upload-queue.ts';

export function UploadLine({ item, onCancel, onRetry }: { item: UploadItem; onCancel(): void; onRetry(): void }) {
  const translate = useTranslate();
  const words = useWords();
  const [broken, setBroken] = useState(false);
  const { file, preview, state, progress, error } = item;
  const percent = Math.round(progress * 100);
  const label = file.name;
  // Sent whole, the server still looks into it and writes it anew.
  const told = state === 'waiting' ? 'files.waiting' : percent < 100 ? 'files.sending' : 'files.checking';
  return (
    <li className={`file-card file-${state}`}>
      <div className="file-line">
        <span className="file-picture">{preview && !broken && <img src={preview} alt="" onError={() => setBroken(true)} />}</span>
        <div className="file-text">
          <span className="file-name">{label}</span>
          {state === 'failed' ? (
            <span className="file-problem" role="alert">
              {failureLines(error, words).join(' ')}
            </span>
          ) : (
            <>
              <progress className="file-progress" max={100} value={percent} aria-label={translate('files.progress', { label })} />
              <span className="file-facts num">{translate(told, { percent, size: sizeText(file.size) })}</span>
            </>
          )}
        </div>
        <div className="file-actions">
          {state === 'failed' && (
            <IconButton size="small" aria-label={translate('files.retry', { label })} onClick={onRetry}>
              <RetryIcon fontSize="small" />
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
