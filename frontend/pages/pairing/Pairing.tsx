/** R22: the one-on-one timetable of a campaign, chosen by its address. */
import Button from '@mui/material/Button';
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
import { BoardScreen } from './BoardScreen.tsx';
import '../../admin/home.css';
import '../../fields/cells.css';
import './pairing.css';
import './grid.css';
import './carry.css';
import './side.css';
import './runs.css';
import './phone.css';

export default function Pairing() {
  const translate = useTranslate();
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  useEffect(() => {
    document.title = `${translate('pairing.title')} · Reelbase`;
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
  const { data, error } = useQuery({ queryKey: ['pairing-campaigns'], queryFn: () => call<DeskCampaigns>('/api/desk'), retry: false });
  if (error) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  const asked = search.get('campaign') ?? (data.forum || data.current);
  const campaign = data.campaigns.find(({ id }) => id === asked);
  if (data.campaigns.length === 0 && entry) {
    return (
      <div className="system">
        <h1>{translate('pairing.title')}</h1>
        <p>{translate('pairing.none')}</p>
        <Button component={Link} to={editPath(entry.model)} variant="contained">
          {translate('pairing.first')}
        </Button>
      </div>
    );
  }
  const chooser = (
    <>
      <h1>{translate('pairing.title')}</h1>
      <TextField
        select
        className="pairing-campaign"
        label={translate('pairing.campaign')}
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
  if (campaign) return <BoardScreen key={campaign.id} campaign={campaign.id} chooser={chooser} />;
  return (
    <div className="pairing">
      <header className="pairing-head">{chooser}</header>
      <p role="alert">{translate('pairing.unknown', { id: asked })}</p>
    </div>
  );
}
