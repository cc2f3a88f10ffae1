/** Meetings whose time or table is no longer in the grid. They prevent a release. Each can be dragged back onto the board, or selected to open its card. */
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { offGrid } from '#application/pairing/rules/board-state.ts';
import { type BoardIndex, momentOf, pairName } from '../lines.ts';
import type { MeetingWays } from './meeting-ways.ts';

interface OffGridProps {
  index: BoardIndex;
  choose: MeetingWays['choose'];
  place: MeetingWays['place'] | undefined;
}

export function OffGrid({ index, choose, place }: OffGridProps) {
  const translate = useTranslate();
  const { facts } = index;
  const stray = useMemo(() => offGrid(facts), [facts]);
  if (stray.length === 0) return null;
  return (
    <section className="panel pairing-tray" aria-label={translate('pairing.tray.title', { smart_count: stray.length, count: stray.length })}>
      <h2>{translate('pairing.tray.title', { smart_count: stray.length, count: stray.length })}</h2>
      <p className="soft">{translate('pairing.tray.help')}</p>
      <ul className="pairing-wishes">
        {stray.slice(0, 200).map(({ pairing, why }) => (
          <li key={pairing.id} data-pairing={pairing.id}>
            <Button size="small" className="pairing-name" onClick={() => choose(pairing.id)}>
              {pairName(index, pairing)}
            </Button>{' '}
            <span className="soft">{translate(`pairing.tray.${why}`, { at: momentOf(facts, pairing.start), room: pairing.room })}</span>
            {place && !pairing.locked && (
              <Button size="small" onClick={() => place({ pairing: pairing.id, dm: pairing.dm, pitch: pairing.pitch })}>
                {translate('pairing.unmet.place')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
