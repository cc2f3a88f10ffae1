/** R10: what needs attention, what changed, how much there is. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { locales, showInstant } from '../fields/show.ts';
import { Curves } from '../pages/home/Curves.tsx';
import { useOverview } from '../pages/home/overview.ts';
import { waitingLines } from '../pages/home/Waiting.tsx';
import { Pending } from './Layout.tsx';
import { useLanguage, useText } from './language.tsx';
import { type ClientEntry, useObjects } from './objects.tsx';
import { editPath, listPath } from './paths.ts';
import type { adminDataProvider } from './providers/data.ts';
import { useSession } from './session.ts';
import './home.css';

/** GET /api/attention */
interface Attention {
  quarantined: { file: string; message?: string }[];
  pending: { object: string; steps: number; blocked: boolean }[];
  counts: { object: string; count: number; estimated: boolean }[];
}

/** GET /api/recent */
interface Recent {
  obj: string;
  id: string;
  title: string;
  at: string;
  by: string;
  action: string;
  ver: number;
  /** names of the changed fields */
  fields: string[];
}

export default function Home() {
  const translate = useTranslate();
  const { user } = useSession();
  useEffect(() => {
    document.title = `${translate('home.title')} · Reelbase`;
  }, [translate]);
  return (
    <div className="home">
      <h1>{translate('home.hello', { name: user.name || user.id })}</h1>
      <div className="home-grid">
        <div>
          <NeedsAttention />
          <Counts />
        </div>
        <div>
          <Curves />
          <RecentChanges />
        </div>
      </div>
    </div>
  );
}

function useAttention() {
  const provider = useDataProvider<typeof adminDataProvider>();
  return useQuery({ queryKey: ['attention'], queryFn: () => provider.fetch<Attention>('/api/attention') });
}

function NeedsAttention() {
  const translate = useTranslate();
  const attention = useAttention();
  const overview = useOverview();
  const { data } = attention;
  const isPending = attention.isPending || overview.isPending;
  const error = attention.error ?? overview.error;
  const waiting = waitingLines(overview.data);
  const quarantined = data?.quarantined ?? [];
  const plans = data?.pending ?? [];
  const items: ReactNode[] = [
    ...quarantined.map((item) => (
      <li key={item.file}>
        <Link to="/sysman">{translate('home.kinds.quarantine')}</Link> <code>{item.file}</code>
        {item.message && <p className="soft">{item.message}</p>}
      </li>
    )),
    ...plans.map((item) => (
      <li key={item.object}>
        <Link to="/sysman">{translate('home.kinds.plan')}</Link> <code>{item.object}</code>
      </li>
    )),
  ];
  return (
    <section className="panel">
      <h2>{translate('home.attention')}</h2>
      {isPending ? (
        <Pending />
      ) : error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <>
          {items.length > 0 && <ul className="home-items home-warn">{items}</ul>}
          {waiting.length > 0 && <ul className="home-items">{waiting}</ul>}
          {items.length + waiting.length === 0 && <p className="soft">{translate('home.calm')}</p>}
        </>
      )}
    </section>
  );
}

function Counts() {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { data } = useAttention();
  const { may } = useSession();
  const entries = useObjects().filter(({ model }) => may(model, 'list'));
  const total = (entry: ClientEntry) => {
    const count = data?.counts?.find((one) => one.object === entry.name);
    if (!count) return '';
    const number = new Intl.NumberFormat(locales[lang]).format(count.count);
    return count.estimated ? translate('home.about', { total: number }) : number;
  };
  return (
    <section className="panel">
      <h2>{translate('home.counts')}</h2>
      <ul className="home-counts">
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link to={listPath(entry.model)}>
              <span>{text(entry.model.label)}</span>
              <span className="num">{total(entry)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentChanges() {
  const translate = useTranslate();
  const text = useText();
  const objects = useObjects();
  const provider = useDataProvider<typeof adminDataProvider>();
  const { data, isPending, error } = useQuery({ queryKey: ['recent'], queryFn: () => provider.fetch<Recent[]>('/api/recent') });
  return (
    <section className="panel">
      <h2>{translate('home.recent')}</h2>
      {isPending && <Pending />}
      {error && <p role="alert">{error.message}</p>}
      {data?.length === 0 && <p className="soft">{translate('home.none')}</p>}
      <ul className="home-items">
        {data?.map((change) => {
          const entry = objects.find(({ name }) => name === change.obj);
          const title = change.title || change.id;
          const fields = change.fields.map((name) => text(entry?.model.fields.find((field) => field.name === name)?.label) || name);
          return (
            <li key={`${change.obj} ${change.id} ${change.ver} ${change.action}`}>
              <div className="home-change">
                <span className="soft">{text(entry?.model.label) || change.obj}</span>
                {entry && change.action !== 'delete' ? <Link to={editPath(entry.model, change.id)}>{title}</Link> : <span>{title}</span>}
                <span className="badge" data-color={change.action === 'delete' ? 'red' : change.action === 'create' ? 'green' : 'plain'}>
                  {translate(`home.actions.${change.action}`, { _: change.action })}
                </span>
              </div>
              <div className="soft home-meta">
                <time className="num">{showInstant(change.at)}</time> · {change.by}
                {change.action === 'update' && fields.length > 0 && ` · ${fields.slice(0, 4).join('、')}${fields.length > 4 ? ` +${fields.length - 4}` : ''}`}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
