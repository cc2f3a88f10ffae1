/** On a campaign's form: how its colours look on the dark and the light pages, and in words what had to be made lighter or darker to be read. */
import Alert from '@mui/material/Alert';
import type { CSSProperties } from 'react';
import { useTranslate } from 'react-admin';
import type { FormPart } from '#admin/edit/ObjectForm.tsx';
import { brandOf, contrastNotes, type Theme, tokensOf } from '#application/site/rules/brand.ts';
import { isColour } from '#rules/look/colour.ts';
import './brand.css';

const themes: readonly Theme[] = ['dark', 'light'];

export function BrandNote({ object, after }: FormPart) {
  const translate = useTranslate();
  if (object !== 'campaign' || !(isColour(after.brandColor) || isColour(after.brandSecond))) return null;
  const brand = brandOf({ brandColor: text(after.brandColor), brandSecond: text(after.brandSecond), brandType: text(after.brandType) });
  const notes = contrastNotes(brand);
  return (
    <Alert severity={notes.length ? 'info' : 'success'} sx={{ mb: 2 }} className="brand-note">
      {notes.map(({ theme, ratio, shown }) => (
        <p key={theme}>{translate('desk.brand.contrast', { pages: translate(`desk.brand.${theme}`), ratio, shown, chosen: brand.color })}</p>
      ))}
      {!notes.length && <p>{translate('desk.brand.good')}</p>}
      <div className="brand-samples" aria-hidden="true">
        {themes.map((theme) => (
          <span key={theme} className="brand-sample" style={variablesOf(tokensOf(brand, theme))}>
            <b>{translate(`desk.brand.${theme}`)}</b> <u>{translate('desk.brand.link')}</u> <i>{translate('desk.brand.button')}</i>
          </span>
        ))}
        <span className="brand-sample is-field" style={variablesOf(tokensOf(brand, 'dark'))}>
          <b>15</b>
        </span>
      </div>
    </Alert>
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** As custom properties of an element, which a script may set under the strict policy. */
function variablesOf(tokens: Record<string, string>): CSSProperties {
  return {
    '--sample-ground': tokens.ground,
    '--sample-ink': tokens.ink,
    '--sample-accent': tokens.accent,
    '--sample-accent-ink': tokens['accent-ink'],
    '--sample-field': tokens.field,
    '--sample-field-ink': tokens['field-ink'],
  } as CSSProperties; // React passes custom properties on
}
