/** A board without days, decision makers or pitches: says what is missing and links to where it is entered. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { BoardFacts } from '#application/pairing/rules/board-facts.ts';
import { useObjects } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';

export function isEmptyBoard({ slots, dms, pitches }: BoardFacts): boolean {
  return slots.length === 0 || dms.length === 0 || pitches.length === 0;
}

export function EmptyBoard({ facts }: { facts: BoardFacts }) {
  const translate = useTranslate();
  const session = useSession();
  const objects = useObjects();
  const model = (name: string) => {
    const found = objects.find((entry) => entry.name === name)?.model;
    return found && session.may(found, 'list') ? found : undefined;
  };
  const [dm, pitch] = [model('decision_maker'), model('pitch')];
  const steps = [
    { name: 'slots', count: facts.slots.length, to: `/ooosetup?campaign=${encodeURIComponent(facts.campaign.id)}` },
    { name: 'dms', count: facts.dms.length, to: dm && listPath(dm) },
    { name: 'pitches', count: facts.pitches.length, to: pitch && listPath(pitch) },
  ];
  return (
    <div className="panel pairing-empty">
      <h2>{translate('pairing.empty.title')}</h2>
      <p>{translate('pairing.empty.text')}</p>
      <ol>
        {steps.map(({ name, count, to }) => (
          <li key={name} data-done={count > 0 || undefined}>
            <span>
              <b>{translate(`pairing.empty.${name}`)}</b>
              <span className="soft">
                {count > 0 ? translate(name === 'slots' ? 'pairing.empty.slotsdone' : 'pairing.empty.done', { count }) : translate(`pairing.empty.${name}help`)}
              </span>
            </span>
            {to && count === 0 && (
              <Button component={Link} to={to} variant="outlined">
                {translate(`pairing.empty.${name}go`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
