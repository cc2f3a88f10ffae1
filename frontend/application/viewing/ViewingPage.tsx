/** R35: one viewing page of a campaign in one language: composer, preview, personal links, statistics. An address in another form is 'not found'. */

import Button from '@mui/material/Button';
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useParams } from 'react-router';
import { ErrorPage, FailedPage } from '#admin/errors/ErrorPage.tsx';
import { NotFound } from '#admin/errors/NotFound.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { composerPath, otherLang, type PageName, pageNameOf } from '#application/viewing/rules/page-address.ts';
import { ApiError } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { part } from '#ui/part.tsx';
import { Composer } from './compose/Composer.tsx';
import type { PageTabProps } from './page-tab.ts';
import { pageOf, useVpman } from './use-vpman.ts';
import { useWordsOf } from './use-words.ts';
import '#admin/home/home.css';
import '#fields/cells.css';
import '#ui/key-figures.css';
import './vpman.css';
import './composer.css';
import './numbers.css';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';
import { type Part, Soon } from '#ui/soon.tsx';

const tabs: Record<string, Part<PageTabProps>> = {
  preview: part(() => import('./Preview.tsx'), 'tab'),
  links: part(() => import('./links/Links.tsx'), 'tab'),
  statistics: part(() => import('./statistics/Statistics.tsx'), 'tab'),
  meetings: part(() => import('./statistics/Meetings.tsx'), 'tab'),
};

export default function ViewingPage() {
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'viewing_page');
  const { page = '' } = useParams();
  const name = pageNameOf(page);
  if (!entry || !session.may(entry.model, 'list')) return <ErrorPage status={403} message={words('msg.forbidden')} />;
  return name ? <Loaded key={page} name={name} /> : <NotFound />;
}

function Loaded({ name }: { name: PageName }) {
  const { data, error } = useVpman('GET /api/vpman/:campaign/:pg', { at: pageOf(name) });
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error) return <FailedPage error={error} />;
  // Until new facts are loaded, these may belong to the page that was open before.
  if (!data || data.campaign.id !== name.campaign) return <Pending />;
  return <Screen name={name} facts={data} />;
}

function Screen({ name, facts }: PageTabProps) {
  const translate = useTranslate();
  const words = useWordsOf();
  const [search, setSearch] = useOwnSearchParams();
  const [wants, setWants] = useState(false);
  const row = facts.pages[name.lang];
  const wanted = search.get('tab') ?? '';
  const tab = row && wanted in tabs ? wanted : 'compose';
  const Panel = tabs[tab];
  const title = String(row?.title ?? '') || translate('vpman.untitled');
  useEffect(() => {
    document.title = `${title} · ${translate('vpman.title')} · Reelbase`;
  }, [title, translate]);
  const other = { ...name, lang: otherLang(name.lang) };
  return (
    <div className="system vpman">
      <header className="vpman-head">
        <div>
          <p className="soft vpman-crumb">
            <Link to="/vpman">{translate('vpman.title')}</Link> › {words.name(facts.campaign)} › {translate('vpman.page', { pg: name.pg })}
          </p>
          <h1>{row ? title : translate('vpman.offer.title', { page: `${name.campaign} ${name.pg}` })}</h1>
        </div>
        <nav aria-label={translate('vpman.language')} className="vpman-langs">
          <span className="badge" data-color="accent" aria-current="page">
            {translate(`vpman.lang.${name.lang}`)}
          </span>
          <Button size="small" component={Link} to={composerPath(other) + (tab === 'compose' ? '' : `?tab=${tab}`)}>
            {translate(`vpman.lang.${other.lang}`)}
            {!facts.pages[other.lang] && ` · ${translate('vpman.none')}`}
          </Button>
        </nav>
      </header>
      {!row && !wants ? (
        <Offer name={name} facts={facts} onMake={() => setWants(true)} />
      ) : (
        <>
          {row && (
            <Tabs
              value={tab}
              onChange={(_event, next: string) => setSearch(next === 'compose' ? {} : { tab: next }, { replace: true })}
              variant="scrollable"
              aria-label={translate('vpman.tabs.label')}
            >
              {['compose', ...Object.keys(tabs)].map((one) => (
                <TabButton key={one} value={one} id={`vpman-tab-${one}`} aria-controls="vpman-panel" label={translate(`vpman.tabs.${one}`)} />
              ))}
            </Tabs>
          )}
          {row ? (
            <div id="vpman-panel" role="tabpanel" aria-labelledby={`vpman-tab-${tab}`} className="vpman-panel">
              <Soon fallback={<Pending />}>{Panel ? <Panel name={name} facts={facts} /> : <Composer name={name} facts={facts} />}</Soon>
            </div>
          ) : (
            <Composer name={name} facts={facts} />
          )}
        </>
      )}
    </div>
  );
}

/** Offers to make a page that does not exist yet. */
function Offer({ name, facts, onMake }: PageTabProps & { onMake: () => void }) {
  const translate = useTranslate();
  return (
    <section className="panel">
      <p>{translate(facts.may.create ? 'vpman.offer.text' : 'vpman.offer.nothing', { language: translate(`vpman.lang.${name.lang}`) })}</p>
      {facts.may.create && (
        <p className="vpman-buttons">
          <Button variant="contained" onClick={onMake}>
            {translate('vpman.offer.make')}
          </Button>
        </p>
      )}
    </section>
  );
}
