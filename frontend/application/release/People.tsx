/** The people whom a release affects: each with their own changes, old → new on the campaign's clock. */
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Change, PersonChanges, Side } from '#application/release/rules/release.ts';
import type { ReleaseNames, TouchedPerson } from '#application/release/rules/release-facts.ts';
import { otherSide, placeText } from '#application/release/rules/schedule.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { language } from '#rules/words/language.ts';

const colors: Record<Change['kind'], string> = { new: 'green', gone: 'red', time: 'orange', room: 'blue' };

interface PeopleProps {
  people: readonly (PersonChanges & Partial<Pick<TouchedPerson, 'to'>>)[];
  names: ReleaseNames;
  zone: string;
  /** the address for the mails */
  shows?: boolean;
}

export function People({ people, names, zone, shows = false }: PeopleProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const [side, setSide] = useState<Side | 'all'>('all');
  const [wanted, setWanted] = useState('');
  const own = ({ side: of, id }: PersonChanges) => names[of][id];
  const said = (person: PersonChanges) => `${text(own(person)?.title)} ${text(own(person)?.detail)} ${person.id}`.toLocaleLowerCase();
  const chosen = people.filter((person) => (side === 'all' || person.side === side) && said(person).includes(wanted.trim().toLocaleLowerCase()));
  return (
    <>
      <div className="release-filter">
        <ToggleButtonGroup
          exclusive
          size="small"
          value={side}
          onChange={(_event, next: Side | 'all' | null) => next && setSide(next)}
          aria-label={translate('release.side')}
        >
          {(['all', 'dm', 'pitch'] as const).map((name) => (
            <ToggleButton key={name} value={name}>
              {translate(`release.sides.${name}`)} {name === 'all' ? people.length : people.filter((person) => person.side === name).length}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <TextField type="search" label={translate('release.search')} value={wanted} onChange={(event) => setWanted(event.target.value)} />
      </div>
      {chosen.length === 0 && <p className="soft">{translate('release.nobody')}</p>}
      <ul className="release-people">
        {chosen.map((person) => (
          <li key={`${person.side} ${person.id}`}>
            <div className="release-person">
              <b>{text(own(person)?.title) || person.id}</b>
              <span className="soft">{text(own(person)?.detail)}</span>
              {shows && (
                <span className={person.to?.length ? 'release-to' : 'release-to release-noaddress'}>
                  {person.to?.length ? person.to.map(({ to }) => to).join(language[lang].list) : translate('release.noaddress')}
                </span>
              )}
            </div>
            <Changes person={person} names={names} zone={zone} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Changes({ person: { side, changes }, names, zone }: { person: PersonChanges; names: ReleaseNames; zone: string }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const other = otherSide(side);
  return (
    <ul className="release-changes">
      {changes.map(({ kind, before, after, ...ids }) => (
        <li key={`${ids.dm} ${ids.pitch}`}>
          <span className="badge" data-color={colors[kind]}>
            {translate(`release.kinds.${kind}`)}
          </span>
          <span className="release-when">
            {before && (after ? <del>{placeText(before, zone, lang)}</del> : <span>{placeText(before, zone, lang)}</span>)}
            {before && after && (
              <span role="img" aria-label={translate('release.becomes')}>
                {' → '}
              </span>
            )}
            {after && <span>{placeText(after, zone, lang)}</span>}
          </span>
          <span>{text(names[other][ids[other]]?.title) || ids[other]}</span>
        </li>
      ))}
    </ul>
  );
}
