/** The forum day of a campaign, kept open on a tablet: /ooday?campaign=&day=, with `view=hall` for the screen in the hall and `at=` for a rehearsal. */
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { DeskCampaigns } from '#domain/campaign/desk-calls.ts';
import { call } from '../../admin/http-client.ts';
import { Pending } from '../../admin/Layout.tsx';
import { useLanguage, useWords } from '../../admin/language.tsx';
import { useObjects } from '../../admin/objects.tsx';
import { useSession } from '../../admin/session.tsx';
import { ErrorPage } from '../errors/ErrorPage.tsx';
import { DayScreen } from './DayScreen.tsx';
import './forum-day.css';
import './meetings.css';
import './people.css';
import './dialogs.css';
import './hall.css';

export default function ForumDay() {
  const translate = useTranslate();
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  useEffect(() => {
    document.title = `${translate('forumday.title')} · Reelbase`;
  }, [translate]);
  if (!entry || !session.may(entry.model, 'list')) return <ErrorPage status={403} message={words('msg.forbidden')} />;
  return <Campaigns />;
}

/** The chosen campaign, else the current one, which the server names first. */
function Campaigns() {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [search, setSearch] = useSearchParams();
  const { data, error } = useQuery({ queryKey: ['pairing-campaigns'], queryFn: () => call<DeskCampaigns>('/api/desk'), retry: false });
  if (error && !data) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  const asked = search.get('campaign') ?? (data.forum || data.current);
  const campaign = data.campaigns.find(({ id }) => id === asked);
  const chooser = (
    <>
      <h1>{translate('forumday.title')}</h1>
      <TextField
        select
        className="fd-campaign"
        label={translate('forumday.campaign')}
        value={campaign ? asked : ''}
        onChange={(event) => setSearch({ campaign: event.target.value }, { replace: true })}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {!campaign && <option value="">—</option>}
        {data.campaigns.map(({ id, cname, ename }) => (
          <option key={id} value={id}>
            {(lang === 'en' ? ename || cname : cname || ename) || id} · {id}
          </option>
        ))}
      </TextField>
    </>
  );
  if (campaign) return <DayScreen key={campaign.id} campaign={campaign.id} chooser={chooser} />;
  return (
    <div className="fd">
      <header className="fd-head">{chooser}</header>
      <p role="alert">{translate(data.campaigns.length ? 'forumday.unknown' : 'forumday.none', { id: asked })}</p>
    </div>
  );
}
