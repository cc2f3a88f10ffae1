/** The screen of one forum day: the head with the clock, and below it the meetings, the people or the log. */
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router';
import { FailedPage } from '#admin/errors/ErrorPage.tsx';
import { Pending } from '#admin/layout/Layout.tsx';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';
import type { DayFacts } from '#application/forum-day/rules/day-facts.ts';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { inZone } from '#framework/time.ts';
import { Clock, Rehearsal } from './Clock.tsx';
import { DayLog } from './DayLog.tsx';
import { Hall } from './Hall.tsx';
import { Meetings } from './Meetings.tsx';
import { People } from './People.tsx';
import { type Day, useDay } from './use-day.ts';
import { useView } from './words.ts';

type Tab = 'meetings' | 'people' | 'log';

export function DayScreen({ campaign, chooser }: { campaign: string; chooser: ReactNode }) {
  const { user } = useSession();
  const [search] = useSearchParams();
  const day = useDay(campaign, user.id, search.get('day') ?? '', search.get('at'));
  if (day.error && !day.facts) return <FailedPage error={day.error} />;
  if (!day.facts) return <Pending />;
  return <Board day={day} facts={day.facts} campaign={campaign} chooser={chooser} />;
}

function Board({ day, facts, campaign, chooser }: { day: Day; facts: DayFacts; campaign: string; chooser: ReactNode }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const session = useSession();
  const entry = useObjects().find(({ name }) => name === 'pairing');
  const mayChange = entry !== undefined && session.may(entry.model, 'update');
  const [search, setSearch] = useOwnSearchParams();
  const [tab, setTab] = useState<Tab>('meetings');
  const isDraft = facts.release === null;
  const isDraftShown = isDraft && search.get('plan') === 'draft';
  const view = useView(facts, lang, isDraftShown, day.ahead, mayChange, day.press);
  /** changes the address; null removes a parameter */
  const go = (changes: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('campaign', campaign);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  if (search.get('view') === 'hall') return <Hall view={view} ahead={day.ahead} line={day.line} onLeave={() => go({ view: null })} />;
  const hasPlan = !isDraft || isDraftShown;
  return (
    <div className="fd">
      <header className="forum-head">
        {chooser}
        {facts.days.length > 0 && (
          <TextField
            select
            className="fd-day"
            label={translate('forumday.day')}
            value={facts.day}
            onChange={(event) => go({ day: event.target.value })}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {!facts.days.includes(facts.day) && <option value={facts.day}>{facts.day}</option>}
            {facts.days.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </TextField>
        )}
        <Clock ahead={day.ahead} zone={view.zone} isRehearsal={search.has('at')} />
        <LineState day={day} />
      </header>
      <Rehearsal view={view} ahead={day.ahead} at={search.get('at')} onAt={(at) => go({ at })} />
      <p className="fd-source">
        {facts.release
          ? translate('forumday.released', { number: facts.release.number, at: inZone(facts.release.at, view.zone), zone: view.zone })
          : translate(isDraftShown ? 'forumday.draftshown' : 'forumday.unreleased')}
      </p>
      {facts.days.length === 0 ? (
        <p className="fd-note">{translate('forumday.nodays')}</p>
      ) : !hasPlan ? (
        <div className="fd-offer">
          <Button variant="contained" size="large" onClick={() => go({ plan: 'draft' })}>
            {translate('forumday.showdraft')}
          </Button>
          <Button component={Link} size="large" to={`/oooman?campaign=${encodeURIComponent(campaign)}`}>
            {translate('forumday.toboard')}
          </Button>
        </div>
      ) : (
        <>
          <nav className="fd-tabs" aria-label={translate('forumday.views')}>
            <ToggleButtonGroup exclusive value={tab} onChange={(_event, next: Tab | null) => next && setTab(next)}>
              {(['meetings', 'people', 'log'] as const).map((one) => (
                <ToggleButton key={one} value={one}>
                  {translate(`forumday.tab.${one}`)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
            <Button onClick={() => go({ view: 'hall' })}>{translate('forumday.hall.open')}</Button>
          </nav>
          {tab === 'meetings' && <Meetings view={view} ahead={day.ahead} />}
          {tab === 'people' && <People view={view} ahead={day.ahead} />}
          {tab === 'log' && <DayLog view={view} />}
        </>
      )}
    </div>
  );
}

/** Says whether the server has everything that was pressed on this device. */
function LineState({ day: { line, waiting } }: { day: Day }) {
  const translate = useTranslate();
  const kind = line === 'away' ? 'away' : waiting ? 'sending' : 'ok';
  return (
    <p className="fd-line" data-kind={kind} role="status">
      {translate(`forumday.line.${kind === 'away' && waiting ? 'waiting' : kind}`, { smart_count: waiting, count: waiting })}
    </p>
  );
}
