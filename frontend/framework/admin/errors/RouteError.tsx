/** What a screen shows when it broke while drawing or loading. */
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { reportError } from '#client/client-log.ts';
import { LanguageProvider } from '#client/language.tsx';
import { currentLanguage, loadCatalogue } from '#client/providers/i18n.ts';
import { FailedPage } from './ErrorPage.tsx';
import { NotFound } from './NotFound.tsx';

export function RouteError() {
  const error = useRouteError();
  const lang = currentLanguage();
  // The contexts of the page may be what broke, so the error page brings its own.
  const [catalogue, setCatalogue] = useState<Awaited<ReturnType<typeof loadCatalogue>>>();
  useEffect(() => {
    void loadCatalogue(lang).then(setCatalogue);
    if (!isRouteErrorResponse(error)) void reportError(error, location.pathname);
  }, [error, lang]);
  if (!catalogue) return null;
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <LanguageProvider first={lang} catalogue={catalogue}>
      {isMissing ? <NotFound /> : <FailedPage error={error} {...stackOf(error)} />}
    </LanguageProvider>
  );
}

/** Stacks are for developers: a production build shows none. */
function stackOf(error: unknown): { stack?: string } {
  return import.meta.env.DEV && error instanceof Error && error.stack ? { stack: error.stack } : {};
}
