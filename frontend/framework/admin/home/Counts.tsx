/** How many records there are of each object. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { type ClientEntry, useObjects } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import { language } from '#rules/words/language.ts';
import { useAttention } from './use-attention.ts';

export function Counts() {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { data } = useAttention();
  const { may } = useSession();
  const entries = useObjects().filter(({ model }) => may(model, 'list'));
  const total = (entry: ClientEntry) => {
    const count = data?.counts?.find((one) => one.object === entry.name);
    if (!count) return '';
    const number = new Intl.NumberFormat(language[lang].times).format(count.count);
    return count.estimated ? translate('home.about', { total: number }) : number;
  };
  return (
    <section className="panel">
      <h2>{translate('home.counts')}</h2>
      <ul className="home-counts">
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link to={listPath(entry.model)}>
              <span>{text(entry.model.plural)}</span>
              <span className="num">{total(entry)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
