/** The newest changes of what the person may read. */

import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { saidTitle } from '#client/titles.ts';
import { useWatched } from '#client/use-attended.ts';
import { showInstant } from '#fields/show.ts';
import { useOperationName } from '#form/panels/operation-name.ts';
import { language } from '#rules/words/language.ts';
import { Pending } from '../layout/Layout.tsx';

export function RecentChanges() {
  const translate = useTranslate();
  const operationName = useOperationName();
  const { lang } = useLanguage();
  const text = useText();
  const objects = useObjects();
  const { data, isPending, error } = useQuery({ queryKey: ['recent', lang], queryFn: () => call('GET /api/recent', {}), ...useWatched(60_000) });
  return (
    <section className="panel">
      <h2>{translate('home.recent')}</h2>
      {isPending && <Pending />}
      <FailureLine error={error} />
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
                  ` · ${fields.slice(0, 4).join(language[lang].list)}${fields.length > 4 ? ` +${fields.length - 4}` : ''}`}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
