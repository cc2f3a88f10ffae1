/** R43: status code, status text, message, stack where there is one, and the way home. */
import { useTranslate } from 'react-admin';
import { useHref } from 'react-router';
import { ApiError } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { clientStatus } from '#rules/log-entry.ts';
import { statusText } from './status-text.ts';
import './errors.css';

export function ErrorPage({ status, message, request, stack }: { status: number; message: string; request?: string; stack?: string }) {
  const words = useWords();
  const translate = useTranslate();
  const office = useHref('/');
  return (
    <section className="error-page">
      <p className="error-status num">{status}</p>
      <h1>{statusText(status, words)}</h1>
      <p className="error-message">{message}</p>
      {request && <p className="soft">{words('api.request', { request })}</p>}
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

/** What came of a call or a screen that failed, with the request by which the server's log finds it. */
export function FailedPage({ error, stack }: { error: unknown; stack?: string }) {
  const message = error instanceof Error ? error.message : String(error);
  const request = error instanceof ApiError && !message.includes(error.request) ? error.request : '';
  return <ErrorPage status={clientStatus(error)} message={message} {...(request && { request })} {...(stack && { stack })} />;
}
