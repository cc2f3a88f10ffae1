/** R14: the images of a campaign's site, grouped by place, with a preview of each. */

import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { NotFound } from '#admin/errors/NotFound.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { campaignName } from '#application/mailing/rules/mail-template.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { useEntry } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import type { adminDataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { stampOf } from '#framework/time.ts';
import type { Campaign } from '#generated/objects.ts';
import { Place } from './Place.tsx';
import { Preview, type Previewed } from './Preview.tsx';
import { useLayoutImages } from './use-layout-images.ts';
import './layout-images.css';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';

export default function LayoutImages() {
  const entry = useEntry('layout_image');
  const campaigns = useEntry('campaign');
  return entry && campaigns ? <Page model={entry.model} campaign={campaigns.model} /> : <NotFound />;
}

function Page({ model, campaign }: { model: ObjectModel; campaign: ObjectModel }) {
  const translate = useTranslate();
  const text = useText();
  const session = useSession();
  const { lang } = useLanguage();
  const provider = useDataProvider<typeof adminDataProvider>();
  const [query, setQuery] = useOwnSearchParams();
  const { data: campaigns } = useQuery({
    queryKey: ['campaign', 'layout'],
    queryFn: async () => {
      const parameters = { filter: {}, sort: { field: 'cStart', order: 'DESC' as const }, pagination: { page: 1, perPage: 100 } };
      return (await provider.getList('campaign', parameters)).data as Campaign[]; // the rows, under the name that react-admin gives them
    },
  });
  useEffect(() => {
    document.title = `${translate('layoutman.title')} · Reelbase`;
  }, [translate]);
  if (!campaigns) return <Pending />;
  const chosen = campaigns.find((row) => row.id === query.get('cid')) ?? currentOf(campaigns);
  return (
    <div className="layoutman">
      <header className="layoutman-head">
        <h1>{translate('layoutman.title')}</h1>
        {chosen && (
          <TextField
            select
            size="small"
            label={translate('layoutman.campaign')}
            value={String(chosen.id)}
            onChange={(event) => setQuery({ cid: event.target.value }, { replace: true })}
          >
            {campaigns.map((row) => (
              <MenuItem key={String(row.id)} value={String(row.id)}>
                {nameOf(row, lang)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </header>
      {!session.may(model, 'update') && <p className="soft">{translate('layoutman.readonly')}</p>}
      {chosen ? (
        <Places key={String(chosen.id)} model={model} campaign={chosen} />
      ) : (
        <p>
          {translate('layoutman.nocampaign')} <Link to={editPath(campaign)}>{translate('layoutman.newcampaign')}</Link>
          <span className="unseen">{text(campaign.label)}</span>
        </p>
      )}
    </div>
  );
}

function Places({ model, campaign }: { model: ObjectModel; campaign: Campaign }) {
  const text = useText();
  const { lang } = useLanguage();
  const session = useSession();
  const state = useLayoutImages(model, String(campaign.id));
  const [previewed, setPreviewed] = useState<Previewed>();
  if (state.error) throw state.error;
  if (!state.rows) return <Pending />;
  const rows = state.rows;
  const places = model.fields.find(({ name }) => name === 'place')?.options ?? [];
  const may = { create: session.may(model, 'create'), update: session.may(model, 'update') };
  return (
    <>
      {places.map(({ value, label }) => (
        <Place
          key={String(value)}
          place={String(value)}
          label={text(label)}
          rows={rows.filter((row) => row.place === value)}
          model={model}
          may={may}
          state={state}
          onPreview={(row) => setPreviewed({ place: String(value), row })}
        />
      ))}
      <Preview previewed={previewed} rows={rows} title={nameOf(campaign, lang)} lang={lang} onClose={() => setPreviewed(undefined)} />
    </>
  );
}

function nameOf(campaign: Campaign, lang: Lang): string {
  return campaignName(campaign, lang);
}

/** The campaign shown at first: the one whose enrolment is open or opens next, else the newest. */
function currentOf(campaigns: Campaign[]): Campaign | undefined {
  const now = stampOf(Date.now());
  const open = campaigns.find((row) => String(row.cStart) <= now && now <= String(row.cEnd));
  return open ?? campaigns[0];
}
