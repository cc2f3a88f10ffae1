/** R43: status code, status text, message, stack where there is one, and the way home. */
import { useTranslate } from 'react-admin';
import { useHref } from 'react-router';
import { useWords } from '#client/language.tsx';
import { statusText } from './status-text.ts';
import './errors.css';

export function ErrorPage({ status, message, stack }: { status: number; message: string; stack?: string }) {
  const words = useWords();
  const translate = useTranslate();
  const office = useHref('/');
  return (
    <section className="error-page">
      <p className="error-status num">{status}</p>
      <h1>{statusText(status, words)}</h1>
      <p className="error-message">{message}</p>
      {stack && (
        <details>
          <summary>{translate('error.details')}</summary>
          <pre>{stack}</pre>
        </details>
      )}
      {/* A full load, not a route: after a fault the page starts from nothing. */}
      <p className="error-ways">
        <a href="/">{translate('error.home')}</a>
        {office !== '/' && <a href={office}>{translate('error.office')}</a>}
      </p>
    </section>
  );
}
