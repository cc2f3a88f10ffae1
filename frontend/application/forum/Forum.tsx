/** The set-up of a campaign's forum: days and tables, people and their personal links, wishes from a spreadsheet. */
import Button from '@mui/material/Button';
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { FailedPage } from '#admin/errors/ErrorPage.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { Days } from './Days.tsx';
import { ForumCampaign } from './ForumCampaign.tsx';
import { People } from './People.tsx';
import { useForum } from './use-forum.ts';
import { WishSheet } from './WishSheet.tsx';
import '#admin/home/home.css';
import '#fields/cells.css';
import './forum.css';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';

const tabs = ['days', 'people', 'wishes'] as const;

export default function Forum() {
  const translate = useTranslate();
  const [search, setSearch] = useOwnSearchParams();
  const tab = tabs.find((name) => name === search.get('tab')) ?? 'days';
  const title = translate('deskForum.title');
  return (
    <ForumCampaign title={title} page="system forum" params={{ tab }}>
      {({ campaign, chooser }) => (
        <div className="system forum">
          <header className="forum-head">
            {chooser}
            <Button component={Link} to={`/oooman?campaign=${encodeURIComponent(campaign)}`}>
              {translate('deskForum.board')}
            </Button>
          </header>
          <Tabs
            value={tab}
            onChange={(_event, next: string) => setSearch({ campaign, tab: next }, { replace: true })}
            variant="scrollable"
            allowScrollButtonsMobile
            aria-label={title}
          >
            {tabs.map((name) => (
              <TabButton key={name} value={name} id={`forum-tab-${name}`} aria-controls="forum-panel" label={translate(`deskForum.tabs.${name}`)} />
            ))}
          </Tabs>
          <div id="forum-panel" role="tabpanel" aria-labelledby={`forum-tab-${tab}`} className="forum-panel">
            <Panel key={campaign} campaign={campaign} tab={tab} />
          </div>
        </div>
      )}
    </ForumCampaign>
  );
}

function Panel({ campaign, tab }: { campaign: string; tab: (typeof tabs)[number] }) {
  const translate = useTranslate();
  const { data, error } = useForum(campaign);
  if (error) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  if (tab === 'people') return <People facts={data} />;
  if (tab === 'wishes') return data.may.people ? <WishSheet campaign={campaign} people={data.people} /> : <p>{translate('deskForum.guest')}</p>;
  return <Days key={data.campaign.ver} facts={data} />;
}
