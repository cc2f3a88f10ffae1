/** R10: what needs attention, each with its number and a link to the list, and the windows that open or end soon. */

import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Overview } from '#application/overview/wire.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath, listPath } from '#client/paths.ts';
import { showInstant } from '#fields/show.ts';
import { instant } from '#framework/time.ts';
import { language } from '#rules/words/language.ts';
import { useOverview } from './overview.ts';

/** Lines of a list; the home page supplies the box around them. */
export function useWaiting(): { lines: ReactNode[]; isPending: boolean; error: Error | null } {
  const { data, isPending, error } = useOverview();
  const lines = [
    ...(data?.waiting ?? []).map((one) => <WaitingLine key={`${one.object} ${one.what}`} {...one} />),
    ...(data?.windows ?? []).map((one) => <WindowLine key={`${one.object} ${one.id} ${one.field}`} {...one} />),
  ];
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

function WindowLine({ object, id, title, field, turn, at }: Overview['windows'][number]) {
  const translate = useTranslate();
  const text = useText();
  const entry = useObjects().find(({ name }) => name === object);
  const label = text(entry?.model.fields.find(({ name }) => name === field)?.label) || field;
  const hours = Math.max(0, Math.round((instant(at) - Date.now()) / 3_600_000));
  return (
    <li>
      <div className="home-change">
        <span className="badge" data-color={turn === 'ends' ? 'orange' : 'blue'}>
          {label}
        </span>
        {entry ? <Link to={editPath(entry.model, id)}>{title}</Link> : <span>{title}</span>}
      </div>
      <div className="soft home-meta">
        <time className="num">{showInstant(at)}</time> · {translate('home.inHours', { smart_count: hours })}
      </div>
    </li>
  );
}
