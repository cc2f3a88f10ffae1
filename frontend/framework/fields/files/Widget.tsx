/** Files of a field: drop or choose several, see them go up, put them in order, describe them, take one away and back. */

import LinkIcon from '@mui/icons-material/Link';
import Button from '@mui/material/Button';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { noticeLines } from '#client/notices/notice-lines.ts';
import { inWords } from '#client/problems.ts';
import type { UploadPlace } from '#client/upload/send-file.ts';
import type { Row } from '#codegen/model.ts';
import { defaultRow, isObject } from '#rules/records/record.ts';
import { acceptOf, checkUpload, sizeText } from '#rules/records/upload.ts';
import { labelled, language } from '#rules/words/language.ts';
import type { Problem } from '#rules/words/problem.ts';
import { useFormFacts } from '../contract/form-facts.ts';
import { valueIn } from '../contract/path.ts';
import type { WidgetProps } from '../contract/widget.ts';
import { useRows } from '../list/use-rows.ts';
import { lookAtCaptions, takesCaptions } from './captions.ts';
import { DropZone } from './DropZone.tsx';
import { FileCard } from './FileCard.tsx';
import { unfinishedOf } from './send-large.ts';
import { UploadLine } from './UploadLine.tsx';
import { queueOf } from './upload-queue.ts';
import './files.css';

export default function FilesWidget({ id, field, label, value, path, options, problems, describedBy, readOnly, invalid, onChange, onBlur }: WidgetProps) {
  const facts = useFormFacts();
  const { lang, messages } = useLanguage();
  const translate = useTranslate();
  const notices = useNotices();
  const rule = field.file;
  const parts = field.fields ?? [];
  const rows = useRows(Array.isArray(value) ? value.filter(isObject) : [], (next) => {
    onChange(next);
    onBlur();
  });
  const spelled = path.join('/');
  const queue = queueOf(facts.pending, spelled);
  const uploads = useSyncExternalStore(queue.subscribe, queue.items);
  const [opened, setOpened] = useState('');
  const dragged = useRef<number>(undefined);
  if (!rule) return null;

  const { model, mode } = facts;
  const place: UploadPlace = {
    object: model.name,
    id: mode === 'edit' ? String(facts.row()[model.entity.key] ?? '') : '',
    field: options.path,
    purpose: rule.purpose,
  };
  /** Into the row as it is when the file has arrived: the widget may be gone by then, or other files be there. */
  const arrived = (attachment: Row) => {
    const parent = path.slice(0, -1);
    const inside = parent.length === 0 ? facts.row() : valueIn(facts.row(), parent);
    if (!isObject(inside)) return; // the row of the list was removed meanwhile
    const existing = inside[field.name];
    const known = Object.fromEntries(Object.entries(attachment).filter(([name]) => parts.some((part) => part.name === name)));
    facts.change(parent, { [field.name]: [...(Array.isArray(existing) ? existing : []), { ...defaultRow(parts), ...known }] });
  };
  const said = (problems: readonly Problem[]) =>
    inWords(
      problems.map((one) => ({ ...one, path: one.path || spelled })),
      messages,
      lang,
      model,
    ).map(({ message }) => message);
  const choose = async (chosen: File[]) => {
    const { files, errors, warnings } = await lookAtCaptions(chosen, rule, videosOf(facts));
    if (errors.length) notices.negative(said(errors));
    if (warnings.length) notices.inform(noticeLines(said(warnings)).join('\n'));
    if (files.length) add(files);
  };
  const add = (files: File[]) => {
    if (readOnly) return;
    const found = checkUpload(files, rule, rows.items.length + uploads.length).map((problem) => ({ ...problem, path: problem.path || spelled }));
    // The good ones of several are uploaded; of too many none, since it is unclear which.
    const good = found.some(({ code }) => code === 'file.count')
      ? []
      : files.filter((file) => checkUpload([file], { ...rule, maxCount: Number.POSITIVE_INFINITY }).length === 0);
    if (found.length) notices.negative(inWords(found, messages, lang, model).map(({ message }) => message));
    if (good.length) queue.add(good, place, arrived);
  };
  const unfinished = readOnly || uploads.length ? [] : unfinishedOf(place);
  const free = rule.maxCount - rows.items.length - uploads.length;
  const hint = translate('files.hint', {
    kinds: rule.kinds.map((kind) => translate(`files.kinds.${kind}`, { _: kind })).join(language[lang].list),
    size: sizeText(rule.maxSize),
    smart_count: rule.maxCount,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label above names the group; a fieldset would bring a frame and a legend of its own
    <div
      id={id}
      className="files"
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      data-invalid={invalid || undefined}
    >
      {(rows.items.length > 0 || uploads.length > 0) && (
        <ul className="file-list">
          {rows.items.map(({ key, row }, index) => (
            <FileCard
              key={key}
              rowKey={key}
              row={row}
              fields={parts}
              lang={lang}
              problems={problemsAt(problems, index)}
              readOnly={readOnly}
              first={index === 0}
              last={index === rows.items.length - 1}
              opened={key === opened}
              onChange={(next) => onChange(rows.items.map((item, at) => (at === index ? next : item.row)))}
              onMove={(by) => rows.move(index, index + by)}
              onRemove={() => rows.remove(index)}
              drag={{
                onDragStart: () => {
                  dragged.current = index;
                },
                onDrop: (event) => {
                  if (dragged.current === undefined || event.dataTransfer.types.includes('Files')) return;
                  event.preventDefault();
                  rows.move(dragged.current, index);
                  dragged.current = undefined;
                },
              }}
            />
          ))}
          {uploads.map((item) => (
            <UploadLine
              key={item.key}
              item={item}
              onCancel={() => queue.cancel(item.key)}
              onRetry={() => queue.retry(item.key)}
              onPause={() => queue.pause(item.key)}
            />
          ))}
        </ul>
      )}
      {readOnly && rows.items.length === 0 && <span className="soft">{translate('form.list.empty')}</span>}
      {!readOnly && free > 0 && (
        <DropZone
          id={`${id}-choose`}
          label={label}
          text={translate('files.choose', { smart_count: rule.maxCount })}
          hint={hint}
          accept={takesCaptions(rule) ? `${acceptOf(rule)},.srt` : acceptOf(rule)}
          multiple={rule.maxCount > 1}
          onFiles={takesCaptions(rule) ? (files) => void choose(files) : add}
        >
          <Button
            size="small"
            startIcon={<LinkIcon />}
            aria-label={labelled(label, translate('form.files.add'), lang)}
            onClick={() => setOpened(rows.add(defaultRow(parts)))}
          >
            {translate('form.files.add')}
          </Button>
        </DropZone>
      )}
      {unfinished.length > 0 && free > 0 && (
        <span className="file-hint" role="note">
          {translate('files.unfinished', { files: unfinished.join(language[lang].list) })}
        </span>
      )}
      {rows.last && (
        <div role="status" className="file-undo">
          {translate('form.list.removed')}
          <Button size="small" onClick={rows.undo}>
            {translate('form.list.undo')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Addresses of the videos in the record's own fields. */
function videosOf({ model, row }: ReturnType<typeof useFormFacts>): string[] {
  return model.fields
    .filter(({ file }) => file?.kinds.includes('video'))
    .flatMap(({ name }) => {
      const files = row()[name];
      return Array.isArray(files) ? files.filter(isObject).map(({ link }) => String(link ?? '')) : [];
    })
    .filter((link) => link !== '');
}

/** 'link' → what is wrong with it, of the file at this place. */
function problemsAt(problems: Record<string, string>, index: number): Record<string, string> {
  const own = Object.entries(problems).filter(([path]) => path.startsWith(`${index}/`));
  return Object.fromEntries(own.map(([path, message]) => [path.slice(String(index).length + 1), message]));
}
