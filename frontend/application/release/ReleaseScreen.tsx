/** The release of one campaign: the draft compared with the released version, the people affected, and the button. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { FailedPage } from '#admin/errors/ErrorPage.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import type { ReleasedFacts, ReleaseFacts } from '#application/release/rules/release-facts.ts';
import { useLanguage, useText } from '#client/language.tsx';
import type { BodyOf } from '#framework/api/wire.ts';
import { inZone } from '#framework/time.ts';
import { language } from '#rules/words/language.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Broken } from './Broken.tsx';
import { Downloads } from './Downloads.tsx';
import { People } from './People.tsx';
import { mailsPath, type Releasing, useRelease, useReleasing } from './use-release.ts';
import { Versions } from './Versions.tsx';

/** Most characters of a note; the server has the same limit. */
const longestNote = 1_000;

export function ReleaseScreen({ campaign, mayRelease }: { campaign: string; mayRelease: boolean }) {
  const translate = useTranslate();
  const { data: facts, error } = useRelease(campaign);
  const { busy, send } = useReleasing(campaign);
  const [done, setDone] = useState<ReleasedFacts>();
  if (error && !facts) return <FailedPage error={error} />;
  if (!facts) return <Pending />;
  const release = async <Name extends Releasing>(name: Name, body: BodyOf<Name>) => {
    const released = await send(name, body);
    if (released) setDone(released);
    return released !== undefined;
  };
  return (
    <>
      <div aria-live="polite">{done && <Done campaign={campaign} done={done} />}</div>
      <div className="release-grid">
        <section className="panel" aria-labelledby="release-state">
          <h2 id="release-state">{translate('release.state')}</h2>
          <State facts={facts} />
          <Broken facts={facts} />
          {mayRelease && facts.draft.broken.length === 0 && (facts.isChanged || isUnreported(facts)) && (
            <Order key={facts.number} facts={facts} busy={busy} onRelease={release} />
          )}
        </section>
        <Downloads facts={facts} />
      </div>
      {facts.people.length > 0 && (
        <section className="panel" aria-labelledby="release-people">
          <h2 id="release-people">{translate(facts.known ? 'release.people' : 'release.people_first', { number: facts.known, count: facts.people.length })}</h2>
          <People people={facts.people} names={facts.names} zone={facts.campaign.zone} shows={mayRelease} />
        </section>
      )}
      <Versions facts={facts} mayRelease={mayRelease} busy={busy} onRelease={release} />
    </>
  );
}

/** The newest version's mails were discarded: nobody has heard of what it changed. */
function isUnreported({ known, number, history, people }: ReleaseFacts): boolean {
  return known < number && history[0]?.batch?.state !== 'held' && people.length > 0;
}

function State({ facts }: { facts: ReleaseFacts }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const text = useText();
  const { draft, number, known, history, campaign, isChanged } = facts;
  const newest = history[0];
  const waiting = history.filter(({ batch }) => batch?.state === 'held');
  return (
    <>
      <dl className="release-facts">
        <dt>{translate('release.newest')}</dt>
        <dd>
          {newest
            ? translate('release.newest_value', { number, at: inZone(newest.at, campaign.zone), zone: campaign.zone, by: newest.by, smart_count: newest.count })
            : translate('release.none_yet')}
        </dd>
        <dt>{translate('release.draft')}</dt>
        <dd>
          {translate('release.draft_value', {
            meetings: translate('release.draft_meetings', { smart_count: draft.meetings }),
            dms: translate('release.draft_dms', { smart_count: draft.dms }),
            pitches: translate('release.draft_pitches', { smart_count: draft.pitches }),
          })}
        </dd>
      </dl>
      {(['dms', 'pitches'] as const).map((side) => {
        const ids = draft.without[side];
        const names = ids.map((id) => text((side === 'dms' ? facts.names.dm : facts.names.pitch)[id]?.title) || id);
        return ids.length > 0 && draft.meetings > 0 ? (
          <Alert key={side} severity="warning" className="release-alert">
            <details>
              <summary>{translate(`release.without_${side}`, { smart_count: ids.length })}</summary>
              {names.join(language[lang].list)}
            </details>
          </Alert>
        ) : null;
      })}
      {waiting.map(({ number: version, batch }) => (
        <Alert key={version} severity="warning" className="release-alert">
          {translate('release.waiting', { number: version })} {batch && <Link to={mailsPath(campaign.id, batch.id)}>{translate('release.look')}</Link>}
          {isChanged && known < number && <> {translate(known ? 'release.waiting_help' : 'release.waiting_first', { known })}</>}
        </Alert>
      ))}
      {isUnreported(facts) && (
        <Alert severity="warning" className="release-alert">
          {translate(known ? 'release.unreported' : 'release.unreported_first', { number, known })}
        </Alert>
      )}
      {!isChanged && !isUnreported(facts) && (
        <Alert severity={number ? 'success' : 'info'} className="release-alert">
          {number ? translate('release.same', { number }) : translate('release.empty')}
        </Alert>
      )}
    </>
  );
}

interface OrderProps {
  facts: ReleaseFacts;
  busy: boolean;
  onRelease: <Name extends Releasing>(name: Name, body: BodyOf<Name>) => Promise<boolean>;
}

function Order({ facts, busy, onRelease }: OrderProps) {
  const translate = useTranslate();
  const [note, setNote] = useState('');
  const [asking, setAsking] = useState(false);
  const mails = facts.people.reduce((sum, { to }) => sum + to.length, 0);
  const counts = { dms: facts.people.filter(({ side }) => side === 'dm').length, pitches: facts.people.filter(({ side }) => side === 'pitch').length, mails };
  const without = facts.people.filter(({ to }) => to.length === 0).length;
  const number = facts.number + 1;
  const answer = async (yes: boolean) => {
    setAsking(false);
    if (yes && (await onRelease('POST /api/release/:campaign', { version: facts.version, number: facts.number, note }))) setNote('');
  };
  return (
    <form
      className="release-order"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <p>{translate('release.touches', counts)}</p>
      {without > 0 && <p className="soft">{translate('release.without', { smart_count: without })}</p>}
      <TextField
        label={translate('release.note')}
        helperText={translate('release.note_help')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { maxLength: longestNote } }}
        fullWidth
      />
      <Button type="submit" variant="contained" disabled={busy}>
        {translate('release.go', { number })}
      </Button>
      <Confirm
        question={
          asking
            ? {
                title: translate('release.ask', { number }),
                content: (
                  <>
                    <p>{translate('release.ask_pages')}</p>
                    <p>{mails ? translate('release.ask_mails', counts) : translate('release.ask_nobody')}</p>
                  </>
                ),
                confirm: translate('release.go', { number }),
              }
            : undefined
        }
        onAnswer={(yes) => void answer(yes)}
      />
    </form>
  );
}

function Done({ campaign, done }: { campaign: string; done: ReleasedFacts }) {
  const translate = useTranslate();
  return (
    <Alert severity="success" className="release-alert">
      {translate('release.done', { number: done.number })}{' '}
      {translate(done.batch ? 'release.done_mails' : 'release.done_nobody', { told: done.told, mails: done.mails })}{' '}
      {done.batch && <Link to={mailsPath(campaign, done.batch)}>{translate('release.look')}</Link>}
    </Alert>
  );
}
