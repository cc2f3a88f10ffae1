/** Set-up of a campaign's forum: days and tables, people and their links, wishes from a sheet. */
import Button from '@mui/material/Button';
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import type { DeskCampaigns } from '#domain/campaign/desk-calls.ts';
import { call } from '../../admin/http-client.ts';
import { Pending } from '../../admin/Layout.tsx';
import { useLanguage, useWords } from '../../admin/language.tsx';
import { useObjects } from '../../admin/objects.tsx';
import { editPath } from '../../admin/paths.ts';
import { useSession } from '../../admin/session.tsx';
import { ErrorPage } from '../errors/ErrorPage.tsx';
import { Days } from './Days.tsx';
import { People } from './People.tsx';
import { useForum } from './use-forum.ts';
import { WishSheet } from './WishSheet.tsx';
import '../../admin/home.css';
import '../../fields/cells.css';
import './forum.css';

const tabs = ['days', 'people', 'wishes'] as const;

export default function Forum() {
  const translate = useTranslate();
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  useEffect(() => {
    document.title = `${translate('deskForum.title')} · Reelbase`;
  }, [translate]);
  if (!entry || !session.may(entry.model, 'list')) return <ErrorPage status={403} message={words('msg.forbidden')} />;
  return <Campaigns />;
}

/** The chosen campaign, else the current one, which the server names first. */
function Campaigns() {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [search, setSearch] = useSearchParams();
  const entry = useObjects().find(({ name }) => name === 'campaign');
  const { data, error } = useQuery({ queryKey: ['forum-campaigns'], queryFn: () => call<DeskCampaigns>('/api/desk'), retry: false });
  if (error) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  const asked = search.get('campaign') ?? (data.forum || data.current);
  const campaign = data.campaigns.find(({ id }) => id === asked);
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'days';
  const go = (next: Record<string, string>) => setSearch({ campaign: asked, tab, ...next }, { replace: true });
  if (data.campaigns.length === 0 && entry) {
    return (
      <div className="system forum">
        <h1>{translate('deskForum.title')}</h1>
        <p>{translate('deskForum.none')}</p>
        <Button component={Link} to={editPath(entry.model)} variant="contained">
          {translate('deskForum.first')}
        </Button>
      </div>
    );
  }
  return (
    <div className="system forum">
      <header className="forum-head">
        <h1>{translate('deskForum.title')}</h1>
        <TextField
          select
          label={translate('deskForum.campaign')}
          value={campaign ? asked : ''}
          onChange={(event) => go({ campaign: event.target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {!campaign && <option value="">—</option>}
          {data.campaigns.map(({ id, cname, ename }) => (
            <option key={id} value={id}>
              {(lang === 'en' ? ename || cname : cname || ename) || id} · {id}
            </option>
          ))}
        </TextField>
        {campaign && (
          <Button component={Link} to={`/oooman?campaign=${encodeURIComponent(campaign.id)}`}>
            {translate('deskForum.board')}
          </Button>
        )}
      </header>
      {campaign ? (
        <>
          <Tabs
            value={tab}
            onChange={(_event, next: string) => go({ tab: next })}
            variant="scrollable"
            allowScrollButtonsMobile
            aria-label={translate('deskForum.title')}
          >
            {tabs.map((name) => (
              <TabButton key={name} value={name} id={`forum-tab-${name}`} aria-controls="forum-panel" label={translate(`deskForum.tabs.${name}`)} />
            ))}
          </Tabs>
          <div id="forum-panel" role="tabpanel" aria-labelledby={`forum-tab-${tab}`} className="forum-panel">
            <Panel key={campaign.id} campaign={campaign.id} tab={tab} />
          </div>
        </>
      ) : (
        <p role="alert">{translate('deskForum.unknown', { id: asked })}</p>
      )}
    </div>
  );
}

function Panel({ campaign, tab }: { campaign: string; tab: (typeof tabs)[number] }) {
  const translate = useTranslate();
  const { data, error } = useForum(campaign);
  if (error) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  if (tab === 'people') return <People facts={data} />;
  if (tab === 'wishes') return data.may.people ? <WishSheet campaign={campaign} people={data.people} /> : <p>{translate('deskForum.guest')}</p>;
  return <Days key={data.campaign.ver} facts={data} />;
}
