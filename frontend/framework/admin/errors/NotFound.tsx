import { useHref, useLocation } from 'react-router';
import { useWords } from '#client/language.tsx';
import { ErrorPage } from './ErrorPage.tsx';

/** R42: the error carries the path of the address bar. */
export function NotFound() {
  const words = useWords();
  const path = useHref(useLocation());
  return <ErrorPage status={404} message={words('msg.route', { path })} />;
}
