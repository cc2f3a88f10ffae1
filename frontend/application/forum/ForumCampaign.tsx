/** The frame of a page about one campaign's forum: who may see it, which campaign the address names, and a select for another one. */

import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ErrorPage, FailedPage } from '#admin/errors/ErrorPage.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { call } from '#client/http-client.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import { inLang } from '#rules/words/language.ts';
import './forum-campaign.css';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';

interface Props {
  title: string;
  /** CSS classes of the page */
  page: string;
  /** parameters of the address that remain when another campaign is chosen */
  params?: Record<string, string>;
  children: (forum: { campaign: string; chooser: ReactNode; mayChange: boolean }) => ReactNode;
}

export function ForumCampaign(props: Props) {
  const words = useWords();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  useEffect(() => {
    document.title = `${props.title} · Reelbase`;
  }, [props.title]);
  if (!entry || !session.may(entry.model, 'list')) return <ErrorPage status={403} message={words('msg.forbidden')} />;
  return <Chosen {...props} mayChange={session.may(entry.model, 'update')} />;
}

/** The campaign of the address, else the one whose forum is being prepared, which the server names. */
function Chosen({ title, page, params = {}, children, mayChange }: Props & { mayChange: boolean }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [search, setSearch] = useOwnSearchParams();
  const entry = useObjects().find(({ name }) => name === 'campaign');
  const { data, error } = useQuery({ queryKey: ['forum-campaigns'], queryFn: () => call('GET /api/desk', {}), retry: false });
  if (error && !data) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  const asked = search.get('campaign') ?? (data.forum || data.current);
  const campaign = data.campaigns.find(({ id }) => id === asked);
  if (data.campaigns.length === 0) {
    return (
      <div className="system">
        <h1>{title}</h1>
        <p>{translate('pairing.none')}</p>
        {entry && (
          <Button component={Link} to={editPath(entry.model)} variant="contained">
            {translate('pairing.first')}
          </Button>
        )}
      </div>
    );
  }
  const chooser = (
    <>
      <h1>{title}</h1>
      <TextField
        select
        className="forum-chooser"
        label={translate('pairing.campaign')}
        value={campaign ? asked : ''}
        onChange={(event) => setSearch({ campaign: event.target.value, ...params }, { replace: true })}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      >
        {!campaign && <option value="">—</option>}
        {data.campaigns.map(({ id, cname, ename }) => (
          <option key={id} value={id}>
            {inLang({ tw: cname, en: ename }, lang) || id} · {id}
          </option>
        ))}
      </TextField>
    </>
  );
  if (campaign) return children({ campaign: campaign.id, chooser, mayChange });
  return (
    <div className={page}>
      <header className="forum-head">{chooser}</header>
      <p role="alert">{translate('pairing.unknown', { id: asked })}</p>
    </div>
  );
}
