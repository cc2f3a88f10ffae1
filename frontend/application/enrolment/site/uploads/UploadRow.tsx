import type { Limits } from '#application/enrolment/rules/demands.ts';
import { labelled } from '#rules/words/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import { Button, Progress } from '#screens/site/ui/index.ts';
import { type EnrolTexts, fill } from '../texts.ts';
import { FilmLength } from './FilmLength.tsx';
import type { Upload } from './use-uploads.ts';

interface UploadRowProps {
  upload: Upload;
  t: EnrolTexts;
  /** what the campaign asks of the field */
  limits: Limits | undefined;
  onCancel(): void;
  onRetry(): void;
}

/** A file that is being uploaded: its progress, why it waits, what failed and what to do. */
export function UploadRow({ upload, t, limits, onCancel, onRetry }: UploadRowProps) {
  const { name, state, done, preview, film, reason } = upload;
  const isOver = state === 'failed' || state === 'refused';
  return (
    <li className={`enrol-file is-${state}`}>
      {preview && <img className="enrol-thumb" src={preview} alt="" width="120" height="90" />}
      <div className="enrol-file-body">
        <p className="enrol-file-name">{name}</p>
        {film && <FilmLength src={film} limits={limits} t={t} />}
        {!isOver && <Progress value={state === 'waiting' || state === 'checking' ? undefined : done} label={name} />}
        <p className={isOver ? 'ui-error' : 'ui-help'} role={isOver ? 'alert' : 'status'}>
          {saying(upload, t)}
        </p>
        <p className="enrol-file-actions">
          {state === 'failed' && <Button onClick={onRetry}>{t.files.retry}</Button>}
          <Button look="plain" aria-label={labelled(isOver ? t.files.dismiss : t.files.cancel, name, pageLang())} onClick={onCancel}>
            {isOver ? t.files.dismiss : t.files.cancel}
          </Button>
        </p>
      </div>
    </li>
  );

  function saying(_of: Upload, texts: EnrolTexts): string {
    const percent = Math.floor(done * 100);
    if (state === 'refused') return reason;
    if (state === 'failed') return reason ? fill(texts.files.failed, { reason }) : texts.files.failedPlain;
    if (state === 'paused') return fill(texts.files.paused, { percent });
    if (state === 'checking') return texts.files.checking;
    return state === 'waiting' ? texts.files.waiting : fill(texts.files.uploading, { percent });
  }
}
