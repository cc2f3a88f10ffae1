/** One file of a field: what it looks like, what it is called, and what can be done with it. */
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import DownloadIcon from '@mui/icons-material/Download';
import EditIcon from '@mui/icons-material/EditOutlined';
import RightIcon from '@mui/icons-material/KeyboardArrowDown';
import LeftIcon from '@mui/icons-material/KeyboardArrowUp';
import IconButton from '@mui/material/IconButton';
import { type DragEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useDownload } from '#client/notices/use-download.ts';
import { textIn } from '#client/text.ts';
import type { FieldModel, Lang, Row } from '#codegen/model.ts';
import { isRaster, nameInLink, sizeText, thumbLink, typeByName } from '#rules/records/upload.ts';
import { webAddress } from '#rules/web-address.ts';
import { safeLink } from '../show.ts';
import { textOf, titleOfFile } from './title.ts';

interface FileCardProps {
  row: Row;
  rowKey: string;
  /** the parts of an attachment */
  fields: readonly FieldModel[];
  lang: Lang;
  /** part → what is wrong with it */
  problems: Record<string, string>;
  readOnly: boolean;
  first: boolean;
  last: boolean;
  /** its parts stand open from the start */
  opened: boolean;
  onChange(row: Row): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
  drag: { onDragStart(event: DragEvent): void; onDrop(event: DragEvent): void };
}

/** Facts of a file that only the server sets. */
const given = new Set(['filepath', 'fileName', 'size']);

export function FileCard({ row, rowKey, fields, lang, problems, readOnly, first, last, opened, onChange, onMove, onRemove, drag }: FileCardProps) {
  const translate = useTranslate();
  const download = useDownload();
  const [open, setOpen] = useState(opened);
  const panel = useId();
  const link = textOf(row, 'link');
  const stored = nameInLink(link) !== undefined;
  const label = titleOfFile(row) || translate('files.untitled');
  const parts = fields.filter(({ name }) => !given.has(name) && !(stored && name === 'link'));
  const shown = open || Object.keys(problems).length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li
      className="file-card"
      data-row={rowKey}
      draggable={!readOnly && !shown}
      onDragStart={drag.onDragStart}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drag.onDrop}
      onKeyDown={onKeyDown}
    >
      <div className="file-line">
        <FilePicture link={link} label={label} />
        <div className="file-text">
          <span className="file-name">{label}</span>
          <span className="file-facts num">{[textOf(row, 'altName'), sizeOf(row), stored ? '' : hostOf(link)].filter(Boolean).join(' · ')}</span>
          {textOf(row, 'desc') && <span className="file-facts">{textOf(row, 'desc')}</span>}
        </div>
        <div className="file-actions">
          {stored && (
            <IconButton size="small" aria-label={translate('files.download', { label })} onClick={() => void download(link, textOf(row, 'fileName') || label)}>
              <DownloadIcon fontSize="small" />
            </IconButton>
          )}
          {!readOnly && (
            <>
              <IconButton size="small" disabled={first} aria-label={translate('form.list.up', { label })} onClick={() => onMove(-1)}>
                <LeftIcon fontSize="small" />
              </IconButton>
              <IconButton size="small" disabled={last} aria-label={translate('form.list.down', { label })} onClick={() => onMove(1)}>
                <RightIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={translate('files.details', { label })}
                aria-expanded={shown}
                aria-controls={panel}
                onClick={() => setOpen(!open)}
              >
                <EditIcon fontSize="small" />
              </IconButton>
              <IconButton size="small" aria-label={translate('form.list.remove', { label })} onClick={onRemove}>
                <DeleteIcon fontSize="small" />
              </IconButton>
            </>
          )}
        </div>
      </div>
      {shown && !readOnly && (
        <div className="file-parts" id={panel}>
          {parts.map((part) => (
            <Part
              key={part.name}
              part={part}
              lang={lang}
              value={textOf(row, part.name)}
              problem={problems[part.name]}
              onChange={(text) => onChange({ ...row, [part.name]: text })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

function Part({
  part,
  lang,
  value,
  problem,
  onChange,
}: {
  part: FieldModel;
  lang: Lang;
  value: string;
  problem: string | undefined;
  onChange(text: string): void;
}) {
  const id = useId();
  const box = { id, value, 'aria-invalid': problem !== undefined, 'aria-describedby': problem ? `${id}-error` : undefined };
  return (
    <div className="file-part" data-part={part.name}>
      <label htmlFor={id}>{textIn(part.label, lang) || part.name}</label>
      {(part.maxLength ?? 0) > 500 && part.format !== 'uri' ? (
        <textarea {...box} rows={2} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...box} type={part.format === 'uri' ? 'url' : 'text'} onChange={(event) => onChange(event.target.value)} />
      )}
      {problem && (
        <span id={`${id}-error`} className="file-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** A small picture that opens the whole one, or the file's kind. */
function FilePicture({ link, label }: { link: string; label: string }) {
  const translate = useTranslate();
  const [broken, setBroken] = useState(false);
  const address = safeLink(link);
  const isPicture = isRaster(typeByName(link.split('?')[0] ?? '') ?? '');
  const kind = <span aria-hidden="true">{(/\.([a-z0-9]{2,4})(?:\?|$)/i.exec(link)?.[1] ?? '…').toUpperCase()}</span>;
  if (!address) return <span className="file-picture">{kind}</span>;
  return (
    <a className="file-picture" href={address} target="_blank" rel="noreferrer" aria-label={translate('files.open', { label })} draggable={false}>
      {isPicture && !broken ? <img src={thumbLink(address, 160)} alt="" loading="lazy" draggable={false} onError={() => setBroken(true)} /> : kind}
    </a>
  );
}

function sizeOf(row: Row): string {
  return typeof row.size === 'number' && row.size > 0 ? sizeText(row.size) : '';
}

function hostOf(link: string): string {
  return webAddress(link)?.host ?? '';
}
