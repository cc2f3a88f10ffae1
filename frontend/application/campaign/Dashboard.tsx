/** The dashboard of one campaign, from the check before its opening to the decisions after the jury. The address names the open tab. */

import Button from '@mui/material/Button';
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ErrorPage, FailedPage } from '#admin/errors/ErrorPage.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { useWords } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import { part } from '#ui/part.tsx';
import type { TabProps } from './tab.ts';
import { useDashboard } from './use-dashboard.ts';
import { useName } from './use-labels.ts';
import '#admin/home/home.css';
import '#fields/cells.css';
import '#ui/key-figures.css';
import './dashboard.css';
import './dashboard-tables.css';
import './dashboard-figures.css';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';
import { type Part, Soon } from '#ui/soon.tsx';

const tabs: Record<string, Part<TabProps>> = {
  overview: part(() => import('./overview/Overview.tsx'), 'tab'),
  statistics: part(() => import('./statistics/Statistics.tsx'), 'tab'),
  ranking: part(() => import('#screens/jury/ranking/Ranking.tsx'), 'tab'),
  jury: part(() => import('#screens/jury/jury/JuryProgress.tsx'), 'tab'),
  assignment: part(() => import('#screens/jury/assign/Assignment.tsx'), 'tab'),
  decisions: part(() => import('#screens/jury/decisions/Decisions.tsx'), 'tab'),
  // The mailing feature exports its screen by its name.
  mails: part(async () => ({ default: (await import('#screens/mailing/Mailing.tsx')).Mailing }), 'tab'),
};

export default function Dashboard() {
  const translate = useTranslate();
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'campaign');
  useEffect(() => {
    document.title = `${translate('desk.title')} · Reelbase`;
  }, [translate]);
  if (!entry || !session.may(entry.model, 'list')) return <ErrorPage status={403} message={words('msg.forbidden')} />;
  return <Campaigns />;
}

/** The chosen campaign. Where none is chosen, the current one, which the server lists first. */
function Campaigns() {
  const translate = useTranslate();
  const named = useName();
  const [search, setSearch] = useOwnSearchParams();
  const entry = useObjects().find(({ name }) => name === 'campaign');
  const { data, error } = useDashboard('GET /api/desk', {});
  const wanted = search.get('tab') ?? '';
  const tab = wanted in tabs ? wanted : 'overview';
  const Panel = tabs[tab];
  useEffect(() => Panel?.ahead(), [Panel]);
  if (error) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  const asked = search.get('campaign') ?? data.current;
  const campaign = data.campaigns.find(({ id }) => id === asked);
  const go = (next: Record<string, string>) => setSearch({ campaign: asked, tab, ...next }, { replace: true });
  if (data.campaigns.length === 0 && entry) {
    return (
      <div className="system desk">
        <h1>{translate('desk.title')}</h1>
        <p>{translate('desk.none')}</p>
        <Button component={Link} to={editPath(entry.model)} variant="contained">
          {translate('desk.first')}
        </Button>
      </div>
    );
  }
  return (
    <div className="system desk">
      <header className="desk-head">
        <h1>{translate('desk.title')}</h1>
        <TextField
          select
          label={translate('desk.campaign')}
          value={campaign ? asked : ''}
          onChange={(event) => go({ campaign: event.target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {!campaign && <option value="">—</option>}
          {data.campaigns.map((one) => (
            <option key={one.id} value={one.id}>
              {named(one)} · {one.id}
            </option>
          ))}
        </TextField>
        {campaign && entry && (
          <Button component={Link} to={editPath(entry.model, campaign.id)}>
            {translate('desk.edit')}
          </Button>
        )}
      </header>
      {campaign && Panel ? (
        <>
          <Tabs
            value={tab}
            onChange={(_event, next: string) => go({ tab: next })}
            variant="scrollable"
            allowScrollButtonsMobile
            aria-label={translate('desk.tablabel')}
          >
            {Object.keys(tabs).map((name) => (
              <TabButton key={name} value={name} id={`desk-tab-${name}`} aria-controls="desk-panel" label={translate(`desk.tabs.${name}`)} />
            ))}
          </Tabs>
          <TabInSight tab={tab} />
          <div id="desk-panel" role="tabpanel" aria-labelledby={`desk-tab-${tab}`} className="desk-panel">
            <Soon fallback={<Pending />}>
              <Panel key={campaign.id} campaign={campaign.id} />
            </Soon>
          </div>
        </>
      ) : (
        <p role="alert">{translate('desk.unknown', { id: asked })}</p>
      )}
    </div>
  );
}

/** On a phone the bar of tabs is wider than the screen, and its arrows take space once they appear: this scrolls the chosen tab back into view. */
function TabInSight({ tab }: { tab: string }) {
  useEffect(() => {
    const chosen = document.getElementById(`desk-tab-${tab}`);
    const bar = chosen?.closest('.MuiTabs-scroller');
    if (!chosen || !bar) return;
    const watch = new ResizeObserver(() => bar.scrollTo({ left: chosen.offsetLeft - (bar.clientWidth - chosen.offsetWidth) / 2 }));
    watch.observe(bar);
    return () => watch.disconnect();
  }, [tab]);
  return null;
}
