/** One place of the site with its images: upload, replace, show or hide, put in order, preview. */

import EarlierIcon from '@mui/icons-material/ChevronLeft';
import LaterIcon from '@mui/icons-material/ChevronRight';
import HiddenIcon from '@mui/icons-material/VisibilityOffOutlined';
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { editPath } from '#client/paths.ts';
import type { ObjectModel } from '#codegen/model.ts';
import { DropZone } from '#fields/files/DropZone.tsx';
import { safeLink } from '#fields/show.ts';
import type { LayoutImage } from '#generated/objects.ts';
import { acceptOf, sizeText, thumbLink } from '#rules/records/upload.ts';
import { imageOf, recommended } from './places.ts';
import type { LayoutImagesState } from './use-layout-images.ts';

interface PlaceProps {
  place: string;
  label: string;
  /** in their order */
  rows: LayoutImage[];
  model: ObjectModel;
  may: { create: boolean; update: boolean };
  state: LayoutImagesState;
  onPreview(row: LayoutImage): void;
}

export function Place({ place, label, rows, model, may, state, onPreview }: PlaceProps) {
  const translate = useTranslate();
  const { rule, running } = state;
  const [width, height] = recommended[place] ?? [1920, 1080];
  const first = rows.find((row) => row.enabled === true);
  const move = (index: number, by: number) => {
    const next = [...rows];
    const [row] = next.splice(index, 1);
    if (row) next.splice(index + by, 0, row);
    void state.order(next);
  };
  return (
    <section className="layoutman-place" aria-labelledby={`place-${place}`} data-place={place}>
      <div className="layoutman-title">
        <h2 id={`place-${place}`}>{label}</h2>
        <span className="soft">{rows.length > 0 && translate('layoutman.count', { smart_count: rows.length })}</span>
        <p className="soft">{translate(`layoutman.about.${place}`, { _: '' })}</p>
      </div>
      <ul className="layoutman-grid">
        {rows.map((row, index) => (
          <Card
            key={String(row.id)}
            row={row}
            model={model}
            state={state}
            canChange={may.update}
            leads={row === first && rows.length > 1}
            onEarlier={index > 0 ? () => move(index, -1) : undefined}
            onLater={index < rows.length - 1 ? () => move(index, 1) : undefined}
            onPreview={() => onPreview(row)}
          />
        ))}
        {may.create && rule && (
          <li className="layoutman-new">
            {running?.at === place ? (
              <progress max={1} value={running.progress} aria-label={translate('files.progress', { label })} />
            ) : (
              <DropZone
                id={`add-${place}`}
                label={label}
                text={translate('layoutman.add')}
                hint={`${translate('layoutman.size', { width, height })} · ${sizeText(rule.maxSize)}`}
                accept={acceptOf(rule)}
                multiple={false}
                onFiles={([file]) => void state.add(place, file, rows.length)}
              />
            )}
          </li>
        )}
      </ul>
      {rows.length === 0 && !may.create && <p className="soft">{translate('layoutman.empty')}</p>}
    </section>
  );
}

interface CardProps {
  row: LayoutImage;
  model: ObjectModel;
  state: LayoutImagesState;
  canChange: boolean;
  /** the site shows this image first */
  leads: boolean;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  onPreview(): void;
}

function Card({ row, model, state, canChange, leads, onEarlier, onLater, onPreview }: CardProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const label = String(row.name);
  const address = safeLink(imageOf(row));
  const shown = row.enabled === true;
  const running = state.running?.at === row.id ? state.running : undefined;
  return (
    <li className={shown ? 'layoutman-card' : 'layoutman-card is-hidden'}>
      <button type="button" className="layoutman-picture" onClick={onPreview} aria-label={translate('layoutman.preview', { label })}>
        {address ? <img src={thumbLink(address, 640)} alt="" loading="lazy" /> : <span>{translate('layoutman.empty')}</span>}
      </button>
      <div className="layoutman-name">
        <Link to={editPath(model, String(row.id))}>{label}</Link>
        {!shown && <span className="layoutman-mark">{translate('layoutman.hidden')}</span>}
        {leads && <span className="layoutman-mark lead">{translate('layoutman.shown')}</span>}
      </div>
      {running && <progress max={1} value={running.progress} aria-label={translate('files.progress', { label })} />}
      {canChange && (
        <div className="layoutman-actions">
          <Button size="small" aria-label={translate('layoutman.replace_of', { label })} onClick={() => input.current?.click()}>
            {translate('layoutman.replace')}
          </Button>
          <span className="layoutman-icons">
            <IconButton size="small" disabled={!onEarlier} aria-label={translate('layoutman.earlier', { label })} onClick={onEarlier}>
              <EarlierIcon fontSize="small" />
            </IconButton>
            <IconButton size="small" disabled={!onLater} aria-label={translate('layoutman.later', { label })} onClick={onLater}>
              <LaterIcon fontSize="small" />
            </IconButton>
            <IconButton size="small" aria-label={translate(shown ? 'layoutman.hide' : 'layoutman.show', { label })} onClick={() => void state.toggle(row)}>
              {shown ? <EyeIcon fontSize="small" /> : <HiddenIcon fontSize="small" />}
            </IconButton>
          </span>
          <input
            ref={input}
            type="file"
            hidden
            accept={state.rule && acceptOf(state.rule)}
            onChange={(event) => {
              void state.replace(row, event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
      )}
    </li>
  );
}
