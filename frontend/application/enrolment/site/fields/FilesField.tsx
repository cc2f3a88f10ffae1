import { type DragEvent, useRef, useState } from 'react';
import type { JsonValue, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import { acceptOf, sizeText } from '#rules/records/upload.ts';
import { Button } from '#screens/site/ui/index.ts';
import { fill } from '../texts.ts';
import { UploadRow } from '../uploads/UploadRow.tsx';
import { kindsInWords, type Uploads } from '../uploads/use-uploads.ts';
import { GroupFrame } from './Frame.tsx';
import { type FieldProps, idOf } from './field.ts';
import { StoredFile } from './StoredFile.tsx';

interface FilesProps extends FieldProps {
  uploads: Uploads;
  /** address of a form to fill in, where the field is for one; '' for none */
  template: string;
}

/**
 * The files of a field: stored files, uploads in progress, and an area to drop or choose more, which says what it accepts. Each file shows its own
 * problems.
 */
export default function FilesField(props: FilesProps) {
  const { path, field, value, t, uploads, template, onChange, onLeave } = props;
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [said, setSaid] = useState('');
  const files = (Array.isArray(value) ? value : []).filter(isObject);
  const rule = field.file;
  if (!rule) return null;
  const isPicture = rule.kinds.includes('image');
  const isFilm = rule.kinds.includes('video');
  const running = uploads.list.filter((upload) => upload.field === path);
  const isOne = rule.maxCount === 1;
  const isReplacing = isOne && (files.length > 0 || running.some(({ state }) => state !== 'refused'));
  const isFull = !isOne && files.length + running.filter(({ state }) => state !== 'refused' && state !== 'failed').length >= rule.maxCount;

  function take(list: FileList | null) {
    if (list?.length) uploads.add(path, field, [...list], files.length);
    onLeave();
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }
  function remove(file: Row) {
    onChange(files.filter((other) => other !== file));
    setSaid(fill(t.files.removed, { name: String(file.fileName ?? '') }));
    picker.current?.focus();
  }
  function move(index: number, by: number) {
    const next: JsonValue[] = [...files];
    const [file] = next.splice(index, 1);
    if (file !== undefined) next.splice(index + by, 0, file);
    onChange(next);
  }

  const limits = { kinds: kindsInWords(field, t), size: sizeText(rule.maxSize), count: rule.maxCount };
  return (
    <GroupFrame of={{ ...props, field: { ...field, help: undefined } }}>
      {template && rule.purpose === 'proposal' && (
        <p className="enrol-template">
          <a href={template} target="_blank" rel="noreferrer">
            ↓ {t.files.template}
          </a>
        </p>
      )}
      {files.length > 0 && (
        <ul className={isPicture ? 'enrol-files is-pictures' : 'enrol-files'}>
          {files.map((file, index) => (
            <StoredFile
              key={String(file.link)}
              {...{ file, t, path, isPicture, isFilm, limits: props.limits, onLeave }}
              place={index}
              count={files.length}
              onDescribe={(desc) => onChange(files.map((other) => (other === file ? { ...file, desc } : other)))}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      )}
      {running.length > 0 && (
        <ul className="enrol-files">
          {running.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              limits={props.limits}
              t={t}
              onCancel={() => uploads.cancel(upload.key)}
              onRetry={() => uploads.retry(upload.key)}
            />
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an additional way; the button beside it works with the keyboard */}
      <div
        className={isOver ? 'enrol-drop is-over' : 'enrol-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
        }}
        onDrop={drop}
      >
        {isFull ? (
          <p className="ui-help">{fill(t.files.full, { count: rule.maxCount })}</p>
        ) : (
          <>
            <Button onClick={() => picker.current?.click()}>{isReplacing ? t.files.another : isPicture ? t.files.pickImage : t.files.pick}</Button>
            <span className="enrol-drop-hint">{isOver ? t.files.dropNow : t.files.drop}</span>
            <p className="ui-help">
              {fill(isOne ? t.files.limitOne : t.files.limits, limits)}
              {isReplacing && files.length > 0 && (
                <>
                  <br />
                  {t.files.replaces}
                </>
              )}
            </p>
          </>
        )}
        <input
          ref={picker}
          className="unseen"
          id={idOf(path)}
          type="file"
          tabIndex={-1}
          aria-label={field.label[props.lang]}
          accept={acceptOf(rule)}
          multiple={rule.maxCount > 1}
          onChange={(event) => {
            take(event.target.files);
            // so that the same file can be chosen again after a failure
            event.target.value = '';
          }}
        />
      </div>
      <p className="unseen" aria-live="polite">
        {said}
      </p>
    </GroupFrame>
  );
}
