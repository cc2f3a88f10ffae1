/** R10: what needs attention, what changed, how much there is. */

import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { type ClientEntry, useObjects } from '#client/objects.tsx';
import { editPath, listPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import { saidTitle } from '#client/titles.ts';
import { showInstant } from '#fields/show.ts';
import { useOperationName } from '#form/panels/operation-name.ts';
import { Slot } from '#rules/slot.ts';
import { language } from '#rules/words/language.ts';
import { Pending } from '../layout/Layout.tsx';
import { sayFinding } from '../system/finding-words.ts';
import { useFindingWords } from '../system/use-finding-words.ts';
import './home.css';

/** What the application shows on the home page: lines of what waits, and cards above the changes. */
export interface HomeParts {
  useWaiting(): { lines: ReactNode[]; isPending: boolean; error: Error | null };
  cards: ComponentType[];
}

export const homeParts = new Slot<HomeParts>({ useWaiting: () => ({ lines: [], isPending: false, error: null }), cards: [] });

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
          {homeParts.value.cards.map((Card, at) => (
            <Card key={String(at)} />
          ))}
          <RecentChanges />
        </div>
      </div>
    </div>
  );
}

function useAttention() {
  return useQuery({ queryKey: ['attention'], queryFn: () => call('GET /api/attention', {}) });
}

function NeedsAttention() {
  const translate = useTranslate();
  const attention = useAttention();
  const findingWords = useFindingWords();
  const { useWaiting } = homeParts.value;
  const waiting = useWaiting();
  const { data } = attention;
  const isPending = attention.isPending || waiting.isPending;
  const error = attention.error ?? waiting.error;
  const quarantined = data?.quarantined ?? [];
  const plans = data?.pending ?? [];
  const items: ReactNode[] = [
    ...quarantined.map((item) => (
      <li key={item.file}>
        <Link to="/sysman">{translate('home.kinds.quarantine')}</Link> <code>{item.file}</code>
        {item.message && <p className="soft">{sayFinding(item.message, findingWords)}</p>}
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
          {waiting.lines.length > 0 && <ul className="home-items">{waiting.lines}</ul>}
          {items.length + waiting.lines.length === 0 && <p className="soft">{translate('home.calm')}</p>}
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

function RecentChanges() {
  const translate = useTranslate();
  const operationName = useOperationName();
  const { lang } = useLanguage();
  const text = useText();
  const objects = useObjects();
  const { data, isPending, error } = useQuery({ queryKey: ['recent', lang], queryFn: () => call('GET /api/recent', {}) });
  return (
    <section className="panel">
      <h2>{translate('home.recent')}</h2>
      {isPending && <Pending />}
      {error && <p role="alert">{error.message}</p>}
      {data?.length === 0 && <p className="soft">{translate('home.none')}</p>}
      <ul className="home-items">
        {data?.map((change) => {
          const entry = objects.find(({ name }) => name === change.obj);
          const title = entry ? saidTitle(entry.model, change, lang) : change.title || change.id;
          const fields = change.fields.map((name) => text(entry?.model.fields.find((field) => field.name === name)?.label) || name);
          return (
            <li key={`${change.obj} ${change.id} ${change.ver} ${change.action}`}>
              <div className="home-change">
                <span className="soft">{text(entry?.model.label) || change.obj}</span>
                {entry && change.action !== 'delete' ? <Link to={editPath(entry.model, change.id)}>{title}</Link> : <span>{title}</span>}
                <span className="badge" data-color={change.action === 'delete' ? 'red' : change.action === 'create' ? 'green' : 'plain'}>
                  {operationName(change.action, entry?.model)}
                </span>
              </div>
              <div className="soft home-meta">
                <time className="num">{showInstant(change.at)}</time> · {change.by}
                {change.action === 'update' &&
                  fields.length > 0 &&
                  ` · ${fields.slice(0, 4).join(translate('list.comma'))}${fields.length > 4 ? ` +${fields.length - 4}` : ''}`}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
