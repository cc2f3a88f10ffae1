/** Everybody at the forum, with marks for missing times, wishes or links. Personal links are made, copied, revoked and mailed here. */

import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ForumFacts, ForumObject, ForumPerson } from '#application/forum/rules/forum-facts.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useCopy } from '#client/notices/use-copy.ts';
import { clockAt, ownInstant, ownMinutes } from '#framework/time.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { MomentInput } from '#ui/MomentInput.tsx';
import { readMoment } from '#ui/moment.ts';
import { MailDialog } from './MailDialog.tsx';
import { useForumChange } from './use-forum.ts';

const filters = {
  all: () => true,
  notime: ({ free }: ForumPerson) => free === 0,
  nowish: ({ wishes, object }: ForumPerson) => object === 'decision_maker' && wishes === 0,
  nolink: ({ link }: ForumPerson) => link?.state !== 'open',
  unopened: ({ link }: ForumPerson) => link?.state === 'open' && link.opens === 0,
};
type Filter = keyof typeof filters;

export function People({ facts }: { facts: ForumFacts }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { positive } = useNotices();
  const { busy, send } = useForumChange(facts.campaign.id);
  const [object, setObject] = useState<ForumObject>('decision_maker');
  const [filter, setFilter] = useState<Filter>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [typedEnd, setTypedEnd] = useState('');
  const end = readMoment('date', typedEnd);
  const [revoking, setRevoking] = useState<ForumPerson>();
  const [isMailing, setMailing] = useState(false);
  const side = object === 'pitch' ? 'pitch' : 'dm';
  const all = useMemo(() => facts.people.filter((person) => person.object === object), [facts.people, object]);
  const active = all.filter(({ enabled }) => enabled);
  const shown = filter === 'all' ? all : active.filter(filters[filter]);
  const ids = shown.filter(({ id, enabled }) => enabled && chosen.has(id)).map(({ id }) => id);
  const order = { object, ids, ...(end ? { endsAt: ownInstant(`${end} 23:59:59`) } : {}) };
  const toggle = (id: string) => setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const make = async () => {
    if (await send('POST /api/forum/:campaign/links', { at: { campaign: facts.campaign.id }, body: order })) positive(translate('deskForum.people.made'));
  };
  const isAll = shown.length > 0 && shown.every(({ id, enabled }) => !enabled || chosen.has(id));
  return (
    <>
      <div className="forum-line">
        {(['decision_maker', 'pitch'] as const).map((one) => (
          <Button
            key={one}
            variant={one === object ? 'contained' : 'outlined'}
            aria-pressed={one === object}
            onClick={() => [setObject(one), setFilter('all'), setChosen(new Set())]}
          >
            {translate(`deskForum.people.${one === 'pitch' ? 'pitch' : 'dm'}`)} ({facts.people.filter((person) => person.object === one).length})
          </Button>
        ))}
      </div>
      <div className="forum-line">
        {(Object.keys(filters) as Filter[]) // the keys of the object literal
          .filter((name) => name !== 'nowish' || object === 'decision_maker')
          .map((name) => (
            <Button key={name} size="small" variant={name === filter ? 'contained' : 'text'} aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {translate(`deskForum.people.${name}`, { count: active.filter(filters[name]).length })}
            </Button>
          ))}
      </div>
      {facts.may.people && (
        <div className="forum-line forum-bulk">
          <span>{translate('deskForum.people.chosen', { count: ids.length })}</span>
          <MomentInput
            picker="date"
            label={translate('deskForum.people.ends')}
            help={translate('deskForum.people.endshelp')}
            value={typedEnd}
            onChange={setTypedEnd}
          />
          <Button variant="outlined" disabled={!ids.length || busy || end === undefined} onClick={() => void make()}>
            {translate('deskForum.people.make')}
          </Button>
          <Button variant="contained" disabled={!ids.length || busy || end === undefined} onClick={() => setMailing(true)}>
            {translate('deskForum.people.mail')}
          </Button>
        </div>
      )}
      <section className="forum-table" aria-label={translate(`deskForum.people.${side}`)}>
        <table>
          <thead>
            <tr>
              {facts.may.people && (
                <th>
                  <Checkbox
                    size="small"
                    checked={isAll}
                    onChange={() => setChosen(new Set(isAll ? [] : shown.filter(({ enabled }) => enabled).map(({ id }) => id)))}
                    slotProps={{ input: { 'aria-label': translate('deskForum.people.selectall') } }}
                  />
                </th>
              )}
              <th>{translate('deskForum.people.name')}</th>
              <th>{translate(`deskForum.people.detail.${side}`)}</th>
              <th className="is-number">{translate('deskForum.people.free')}</th>
              {side === 'dm' && <th className="is-number">{translate('deskForum.people.wishes')}</th>}
              <th>{translate('deskForum.people.link')}</th>
              <th>{translate('deskForum.people.seen')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((person) => (
              <tr key={person.id} className={person.enabled ? undefined : 'is-off'}>
                {facts.may.people && (
                  <td>
                    <Checkbox
                      size="small"
                      disabled={!person.enabled}
                      checked={person.enabled && chosen.has(person.id)}
                      onChange={() => toggle(person.id)}
                      slotProps={{ input: { 'aria-label': translate('deskForum.people.select', { name: person.name[lang] }) } }}
                    />
                  </td>
                )}
                <td>
                  <Link to={`/${object === 'pitch' ? 'pitchman' : 'dmman'}/edit?id=${encodeURIComponent(person.id)}`}>{person.name[lang] || person.id}</Link>
                  {!person.enabled && <small> {translate('deskForum.people.disabled')}</small>}
                  {!person.hasAddress && <small> {translate('deskForum.people.noaddress')}</small>}
                </td>
                <td>{person.detail}</td>
                <td className={`is-number${person.enabled && person.free === 0 ? ' is-missing' : ''}`}>{person.free}</td>
                {side === 'dm' && <td className={`is-number${person.enabled && person.wishes === 0 ? ' is-missing' : ''}`}>{person.wishes}</td>}
                <td>
                  <LinkCell person={person} onRevoke={() => setRevoking(person)} />
                </td>
                <td>{seenText(person, translate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p>{translate(all.length ? 'deskForum.people.nomatch' : 'deskForum.people.empty')}</p>}
      </section>
      <Confirm
        question={
          revoking && {
            title: translate('deskForum.people.revokeask', { name: revoking.name[lang] }),
            content: translate('deskForum.people.revoketext'),
            confirm: translate('deskForum.people.revoke'),
            danger: true,
            busy,
          }
        }
        onAnswer={async (yes) => {
          if (yes && revoking?.link && (await send('DELETE /api/forum/:campaign/links/:id', { at: { campaign: facts.campaign.id, id: revoking.link.id } })))
            positive(translate('deskForum.people.revoked'));
          setRevoking(undefined);
        }}
      />
      {isMailing && <MailDialog campaign={facts.campaign.id} order={order} onClose={() => setMailing(false)} />}
    </>
  );
}

function LinkCell({ person, onRevoke }: { person: ForumPerson; onRevoke: () => void }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const copy = useCopy();
  const { link } = person;
  const name = person.name[lang];
  if (link?.state !== 'open') return translate(`deskForum.people.state.${link?.state ?? 'none'}`);
  return (
    <span className="forum-links">
      {translate('deskForum.people.state.open')}
      {link.url && (
        <>
          <Button size="small" aria-label={translate('deskForum.people.copyof', { name })} onClick={() => copy(link.url, translate('deskForum.people.copied'))}>
            {translate('deskForum.people.copy')}
          </Button>
          <Button
            size="small"
            component="a"
            href={link.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={translate('deskForum.people.openof', { name })}
          >
            {translate('deskForum.people.open')}
          </Button>
          <Button size="small" color="error" aria-label={translate('deskForum.people.revokeof', { name })} onClick={onRevoke}>
            {translate('deskForum.people.revoke')}
          </Button>
        </>
      )}
    </span>
  );
}

function seenText({ link }: ForumPerson, translate: ReturnType<typeof useTranslate>): string {
  if (link?.state !== 'open') return '';
  if (link.seenAt === null) return translate('deskForum.people.never');
  const at = clockAt(link.seenAt, ownMinutes(link.seenAt));
  return `${at} · ${translate('deskForum.people.times', { count: link.opens })}`;
}
