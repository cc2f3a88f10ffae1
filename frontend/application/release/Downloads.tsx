/** The schedules of a version: each to print, and all of them as a workbook. */
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ReleaseFacts } from '#application/release/rules/release-facts.ts';
import { addressOf } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useDownload } from '#client/notices/use-download.ts';

export function Downloads({ facts }: { facts: ReleaseFacts }) {
  const translate = useTranslate();
  const { lang: own } = useLanguage();
  const download = useDownload('export');
  const [chosen, setVersion] = useState('newest');
  const [lang, setLang] = useState<string>(own);
  const [busy, setBusy] = useState('');
  const version = chosen === 'newest' && facts.number === 0 ? 'draft' : chosen;
  const count =
    version === 'draft' ? facts.draft.meetings : (facts.history.find(({ number }) => version === 'newest' || number === Number(version))?.count ?? 0);
  const take = async (name: 'dm' | 'pitch' | 'xlsx') => {
    setBusy(name);
    const query = { version, lang, side: name === 'xlsx' ? undefined : name };
    const ending = name === 'xlsx' ? 'xlsx' : 'pdf';
    await download(
      addressOf(`GET /api/release/:campaign/schedules.${ending}`, { at: { campaign: facts.campaign.id }, query }),
      `${facts.campaign.id}-${version}-${name}.${ending}`,
    );
    setBusy('');
  };
  return (
    <section className="panel" aria-labelledby="release-print">
      <h2 id="release-print">{translate('release.print')}</h2>
      <p className="soft">{translate('release.print_help')}</p>
      <div className="release-choice">
        <TextField
          select
          label={translate('release.version')}
          value={version}
          onChange={(event) => setVersion(event.target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {facts.number > 0 && <option value="newest">{translate('release.version_newest', { number: facts.number })}</option>}
          <option value="draft">{translate('release.version_draft')}</option>
          {facts.history.slice(1).map(({ number }) => (
            <option key={number} value={number}>
              {translate('release.version_of', { number })}
            </option>
          ))}
        </TextField>
        <TextField
          select
          label={translate('release.language')}
          value={lang}
          onChange={(event) => setLang(event.target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="tw">繁體中文</option>
          <option value="en">English</option>
        </TextField>
      </div>
      {count === 0 && <p className="soft">{translate('release.print_none')}</p>}
      <p className="release-buttons">
        {(['dm', 'pitch', 'xlsx'] as const).map((name) => (
          <Button key={name} variant="outlined" disabled={busy !== '' || count === 0} onClick={() => void take(name)}>
            {translate(busy === name ? 'release.taking' : `release.take.${name}`)}
          </Button>
        ))}
      </p>
    </section>
  );
}
