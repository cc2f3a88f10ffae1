import { useId } from 'react';
import type { Limits } from '#application/enrolment/rules/demands.ts';
import type { Row } from '#codegen/model.ts';
import { sizeText } from '#rules/records/upload.ts';
import { labelled } from '#rules/words/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import { type EnrolTexts, fill } from '../texts.ts';
import { FilmLength } from '../uploads/FilmLength.tsx';

interface StoredFileProps {
  file: Row;
  isPicture: boolean | undefined;
  isFilm: boolean;
  /** what the campaign asks of the field */
  limits: Limits | undefined;
  place: number;
  count: number;
  t: EnrolTexts;
  onDescribe(text: string): void;
  onMove(by: number): void;
  onRemove(): void;
  onLeave(): void;
}

/** A file that is stored on the server: its picture or name, its description, and its position among the others. */
export function StoredFile({ file, isPicture, isFilm, limits, place, count, t, onDescribe, onMove, onRemove, onLeave }: StoredFileProps) {
  const id = useId();
  const link = String(file.link ?? '');
  const name = String(file.fileName ?? file.name ?? '');
  return (
    <li className="enrol-file">
      {isPicture && <img className="enrol-thumb" src={`${link}?w=320`} alt={String(file.desc ?? '')} width="120" height="90" loading="lazy" />}
      <div className="enrol-file-body">
        <p className="enrol-file-name">
          <a href={link} {...(isPicture ? { target: '_blank', rel: 'noreferrer' } : { download: name })}>
            {name}
          </a>{' '}
          {typeof file.size === 'number' && <span className="ui-help">{sizeText(file.size)}</span>}
        </p>
        {isFilm && <FilmLength src={link} limits={limits} t={t} />}
        {isPicture && (
          <div className="enrol-desc">
            <label htmlFor={id}>{t.files.desc}</label>
            <input
              className="ui-box"
              id={id}
              value={String(file.desc ?? '')}
              maxLength={1000}
              placeholder={t.files.descHelp}
              onChange={(event) => onDescribe(event.target.value)}
              onBlur={onLeave}
            />
          </div>
        )}
        <p className="enrol-file-actions">
          {count > 1 && (
            <>
              <button
                type="button"
                className="enrol-icon"
                disabled={place === 0}
                aria-label={labelled(t.files.earlier, name, pageLang())}
                title={t.files.earlier}
                onClick={() => onMove(-1)}
              >
                ↑
              </button>
              <button
                type="button"
                className="enrol-icon"
                disabled={place === count - 1}
                aria-label={labelled(t.files.later, name, pageLang())}
                title={t.files.later}
                onClick={() => onMove(1)}
              >
                ↓
              </button>
            </>
          )}
          <button type="button" className="enrol-link" aria-label={fill(t.form.remove, { label: ` ${name}` })} onClick={onRemove}>
            {t.files.remove}
          </button>
        </p>
      </div>
    </li>
  );
}
