/** Released timetables of a campaign: what a release would change for whom, the release itself, versions, and schedules to print. */
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
import { ReleaseScreen } from './ReleaseScreen.tsx';
import '../../admin/home.css';
import '../../fields/cells.css';
import './release.css';

export default function Release() {
  const translate = useTranslate();
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  useEffect(() => {
    document.title = `${translate('release.title')} · Reelbase`;
  }, [translate]);
  if (!entry || !session.may(entry.model, 'list')) return <ErrorPage status={403} message={words('msg.forbidden')} />;
  return <Campaigns mayRelease={session.may(entry.model, 'update')} />;
}

/** The chosen campaign, else the current one, which the server names first. */
function Campaigns({ mayRelease }: { mayRelease: boolean }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [search, setSearch] = useSearchParams();
  const entry = useObjects().find(({ name }) => name === 'campaign');
  const { data, error } = useQuery({ queryKey: ['pairing-campaigns'], queryFn: () => call<DeskCampaigns>('/api/desk'), retry: false });
  if (error) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  const asked = search.get('campaign') ?? (data.forum || data.current);
  const campaign = data.campaigns.find(({ id }) => id === asked);
  if (data.campaigns.length === 0) {
    return (
      <div className="system">
        <h1>{translate('release.title')}</h1>
        <p>{translate('pairing.none')}</p>
        {entry && (
          <Button component={Link} to={editPath(entry.model)} variant="contained">
            {translate('pairing.first')}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="system release">
      <header className="release-head">
        <h1>{translate('release.title')}</h1>
        <TextField
          select
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
        {campaign && (
          <Button component={Link} to={`/oooman?campaign=${encodeURIComponent(campaign.id)}`}>
            {translate('release.board')}
          </Button>
        )}
      </header>
      {campaign ? (
        <ReleaseScreen key={campaign.id} campaign={campaign.id} mayRelease={mayRelease} />
      ) : (
        <p role="alert">{translate('pairing.unknown', { id: asked })}</p>
      )}
    </div>
  );
}
