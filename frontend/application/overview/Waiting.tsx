/** R10: what needs attention, each with its number and a link to the list. */

import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Overview } from '#application/overview/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { language } from '#rules/words/language.ts';
import { useOverview } from './overview.ts';

/** Lines of a list; the home page supplies the box around them. */
export function useWaiting(): { lines: ReactNode[]; isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useOverview();
  const lines = (data?.waiting ?? []).map((one) => <WaitingLine key={`${one.object} ${one.what}`} {...one} />);
  return { lines, isPending, error };
}

function WaitingLine({ what, object, filter, count, estimated }: Overview['waiting'][number]) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const entry = useObjects().find(({ name }) => name === object);
  const number = new Intl.NumberFormat(language[lang].times).format(count);
  const label = translate(`home.waiting.${what}`, { smart_count: count });
  return (
    <li className="home-waiting">
      {entry ? <Link to={`${listPath(entry.model)}?filter=${encodeURIComponent(JSON.stringify(filter))}`}>{label}</Link> : <span>{label}</span>}
      <span className="home-number num">{estimated ? translate('home.about', { total: number }) : number}</span>
    </li>
  );
}
