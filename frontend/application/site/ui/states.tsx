import type { ReactNode } from 'react';
import { partWords } from '../parts.ts';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

/** Says what happened, what is safe and what to do. A bad notice is announced at once, the others politely. */
export function Notice({ tone = 'info', title, children, actions }: { tone?: NoticeTone; title?: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={`ui-notice is-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {title && <strong>{title}</strong>}
      {children && <div>{children}</div>}
      {actions && <div className="ui-actions">{actions}</div>}
    </div>
  );
}

/** For work that takes longer than 200 ms; it appears only after that time. */
export function Spinner({ label }: { label?: string }) {
  return (
    <p className="ui-wait" role="status">
      <span className="ui-spin" aria-hidden="true" />
      <span>{label ?? partWords().loading}</span>
    </p>
  );
}

let written = '';

/** Keeps what the server wrote into the panel, before React takes it over. */
export function keepPlaceholder(panel: HTMLElement): void {
  written = panel.innerHTML;
}

/** It may be for the person who opened the page: whoever signs in after them here sees none of it. */
export function dropPlaceholder(): void {
  written = '';
}

/** The panel as the server wrote it, until what it stands for is there: nothing moves twice. */
export function Placeholder() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own words, taken from the page
  return <div className="placeholder" dangerouslySetInnerHTML={{ __html: written }} />;
}

/** @param value 0 to 1; left out where the progress is unknown */
export function Progress({ value, label }: { value?: number; label: string }) {
  return <progress className="ui-progress" max={1} value={value} aria-label={label} />;
}
