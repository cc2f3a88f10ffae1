/** Shows an image in its place: a small copy of the campaign site's page around it, dark or light like that page. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'react-admin';
import { ownSide } from '#application/campaign/rules/two-sides.ts';
import type { Lang } from '#codegen/model.ts';
import { safeLink } from '#fields/show.ts';
import type { LayoutImage } from '#generated/objects.ts';
import { thumbLink } from '#rules/records/upload.ts';
import { language } from '#rules/words/language.ts';
import { imageOf, shownAt } from './places.ts';

export interface Previewed {
  place: string;
  row: LayoutImage;
}

interface PreviewProps {
  previewed: Previewed | undefined;
  /** all images of the campaign: the copy of the page shows the others too */
  rows: readonly LayoutImage[];
  title: string;
  lang: Lang;
  onClose(): void;
}

export function Preview({ previewed, rows, title, lang, onClose }: PreviewProps) {
  const translate = useTranslate();
  const name = previewed ? String(previewed.row.name) : '';
  return (
    <Dialog open={previewed !== undefined} onClose={onClose} maxWidth="md" fullWidth aria-labelledby="layout-preview">
      <DialogTitle id="layout-preview">{translate('layoutman.preview', { label: name })}</DialogTitle>
      <DialogContent>{previewed && <Sample {...previewed} rows={rows} title={title} lang={lang} />}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('layoutman.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Sample({ place, row, rows, title, lang }: Previewed & { rows: readonly LayoutImage[]; title: string; lang: Lang }) {
  const translate = useTranslate();
  const light = place.endsWith('_edit');
  const own = (at: string): LayoutImage[] => (place === at ? [row] : shownAt(rows, at).slice(0, 1));
  const ground = own(light ? place : place === 'selection' ? 'selection' : 'enroll')[0];
  const [logo] = own('logo');
  const sponsors = place === 'sponsor' ? [row, ...shownAt(rows, 'sponsor').filter((one) => one.id !== row.id)] : shownAt(rows, 'sponsor');
  return (
    <div className={light ? 'sample light' : 'sample dark'} lang={language[lang].html}>
      {ground && <Picture row={ground} lang={lang} className="sample-ground" />}
      <div className="sample-head">{logo ? <Picture row={logo} lang={lang} className="sample-logo" /> : <span className="sample-logo">{title}</span>}</div>
      <div className="sample-body">
        <strong>{title}</strong>
        <span>{translate('layoutman.sample')}</span>
        {!light && <span className="sample-button">{translate('layoutman.open')}</span>}
      </div>
      {sponsors.length > 0 && (
        <div className="sample-foot">
          {sponsors.slice(0, 8).map((one) => (
            <Picture key={String(one.id)} row={one} lang={lang} className="sample-sponsor" />
          ))}
        </div>
      )}
    </div>
  );
}

function Picture({ row, lang, className }: { row: LayoutImage; lang: Lang; className: string }) {
  const address = safeLink(imageOf(row));
  if (!address) return null;
  return <img className={className} src={thumbLink(address, 1280)} alt={String(ownSide(lang, row.altTw, row.altEn) || '')} />;
}
