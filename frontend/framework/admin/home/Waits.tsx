/** What waits for who looks: reminders by how far away they are, what the application says, and what was begun in this tab and not saved. */

import DoneIcon from '@mui/icons-material/Done';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import { useWatched } from '#client/use-attended.ts';
import { useChange } from '#client/use-change.ts';
import { showInstant } from '#fields/show.ts';
import { draftedRows } from '#form/drafts/drafts.ts';
import type { Due } from '#framework/reminders/wire.ts';
import { titleOf } from '#rules/records/record.ts';
import { dueGroup, dueGroups } from '#rules/records/reminder.ts';
import { labelled } from '#rules/words/language.ts';
import { Pending } from '../layout/Layout.tsx';
import { homeParts } from './home-parts.ts';
import { PutOff } from './PutOff.tsx';

const assignmentsStale = ['reminders', 'talk'];

export function Waits() {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const reminders = useQuery({ queryKey: ['reminders', lang], queryFn: () => call('GET /api/reminders', {}), ...useWatched(60_000) });
  const application = homeParts.value.useWaiting();
  const drafts = useDrafts();
  const { due = [], more = [], today = '' } = reminders.data ?? {};
  const error = reminders.error ?? application.error;
  const isCalm = due.length + application.lines.length + drafts.length === 0;
  return (
    <section className="panel" aria-labelledby="home-waits">
      <h2 id="home-waits">{translate('home.waits.title')}</h2>
      <FailureLine error={error} />
      {application.lines.length > 0 && <ul className="home-items">{application.lines}</ul>}
      {reminders.isPending || application.isPending ? (
        <Pending />
      ) : (
        <>
          {dueGroups.map((group) => (
            <Group
              key={group}
              name={group}
              lines={due
                .filter(({ day }) => dueGroup(day, today) === group)
                .map((one) => <DueLine key={`${one.object} ${one.name} ${one.id} ${one.at}`} {...one} />)}
            />
          ))}
          {more.map(({ object, name, label }) => (
            <p key={`${object} ${name}`} className="soft">
              {translate('home.waits.more', { label })}
            </p>
          ))}
          <Group name="drafts" lines={drafts} />
          {isCalm && !error && <p className="soft">{translate('home.waits.calm')}</p>}
        </>
      )}
    </section>
  );
}

function Group({ name, lines }: { name: string; lines: ReactNode[] }) {
  const translate = useTranslate();
  if (!lines.length) return null;
  const id = `home-waits-${name}`;
  return (
    <>
      <h3 id={id} className="home-group" data-group={name}>
        {translate(`home.waits.${name}`)} <span className="home-number num">{lines.length}</span>
      </h3>
      <ul className="home-items" aria-labelledby={id}>
        {lines}
      </ul>
    </>
  );
}

function DueLine(due: Due) {
  const translate = useTranslate();
  const entry = useObjects().find(({ name }) => name === due.object);
  return (
    <li className="home-due">
      <div>
        {entry ? <Link to={editPath(entry.model, due.id)}>{due.title}</Link> : <span>{due.title}</span>}
        <div className="home-change soft home-meta">
          <span className="badge">{due.name ? due.label : translate('home.waits.assigned')}</span>
          <time className="num">{due.at.length > 10 ? showInstant(due.at) : due.day}</time>
        </div>
      </div>
      {due.name ? <PutOff {...due} /> : <DoneButton {...due} />}
    </li>
  );
}

/** Of what is assigned to oneself: it is dealt with for everybody. */
function DoneButton({ object, id, title }: Due) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { user } = useSession();
  const { send, busy } = useChange(assignmentsStale);
  const label = labelled(translate('home.waits.done'), title, lang);
  const say = () => void send('PUT /api/pb/:object/:id/assignment', { at: { object, id }, body: { account: user.id, is: 'done' } });
  return (
    <IconButton size="small" aria-label={label} title={label} disabled={busy} onClick={say}>
      <DoneIcon fontSize="small" />
    </IconButton>
  );
}

function useDrafts(): ReactNode[] {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const objects = useObjects();
  const found = useMemo(() => objects.flatMap(({ model }) => draftedRows(model).map((draft) => ({ model, ...draft }))), [objects]);
  return found.map(({ model, id, row }) => (
    <li key={`${model.name} ${id}`} className="home-change">
      <span className="badge">{text(model.label)}</span>
      <Link to={editPath(model, id || undefined)}>{titleOf(row, model, lang) || id || translate('home.waits.new')}</Link>
    </li>
  ));
}
