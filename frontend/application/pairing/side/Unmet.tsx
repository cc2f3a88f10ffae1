/** Wishes without a meeting, highest priority first. Each can be dragged onto the board, and explains why it has no meeting. */
import Button from '@mui/material/Button';
import { memo, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardWish } from '#application/pairing/rules/board-facts.ts';
import type { Carry } from '../carry/carry.ts';
import { type BoardIndex, type Filters, nameDm, namePitch, pairName, spoken } from '../lines.ts';
import type { BoardActions } from '../use-board.ts';
import { Why } from './Why.tsx';

/** Number of wishes drawn at once. */
const page = 60;

interface UnmetProps {
  index: BoardIndex;
  filters: Filters;
  actions: BoardActions;
  mayChange: boolean;
  isPhone: boolean;
  place: (what: Carry) => void;
  onPlaced: (wish: BoardWish, start: string) => void;
}

export const Unmet = memo(function Unmet({ index, filters, actions, mayChange, isPhone, place, onPlaced }: UnmetProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState(page);
  const [asked, setAsked] = useState('');
  const wishes = useMemo(() => wishesOf(index, index.facts.unmet, filters), [index, filters]);
  const { facts } = index;
  if (facts.unmet.length === 0) return <p className="pairing-note">{translate(facts.pairings.length ? 'pairing.unmet.none' : 'pairing.unmet.nowish')}</p>;
  return (
    <>
      <p className="pairing-note soft">{translate(isPhone ? 'pairing.unmet.phone' : 'pairing.unmet.help')}</p>
      <ul className="pairing-wishes">
        {wishes.slice(0, shown).map((wish) => {
          const key = `${wish.dm} ${wish.pitch}`;
          return (
            <li key={key}>
              <div className="pairing-wish" data-wish={key}>
                <span className="pairing-rank" title={translate('pairing.rank', { rank: wish.rank })}>
                  {wish.rank}
                </span>
                <span>
                  <b>{spoken(namePitch(index, wish.pitch))}</b>
                  <span className="soft">{spoken(nameDm(index, wish.dm))}</span>
                </span>
              </div>
              <div className="pairing-wish-deeds">
                {mayChange && !isPhone && (
                  <button
                    type="button"
                    aria-label={translate('pairing.unmet.placelabel', { what: pairName(index, wish) })}
                    onClick={() => place({ pairing: '', ...wish })}
                  >
                    {translate('pairing.unmet.place')}
                  </button>
                )}
                <button
                  type="button"
                  aria-expanded={asked === key}
                  aria-label={translate('pairing.unmet.whylabel', { what: pairName(index, wish) })}
                  onClick={() => setAsked(asked === key ? '' : key)}
                >
                  {translate('pairing.unmet.why')}
                </button>
              </div>
              {asked === key && <Why index={index} wish={wish} actions={actions} mayChange={mayChange} onPlaced={(start) => onPlaced(wish, start)} />}
            </li>
          );
        })}
      </ul>
      {wishes.length === 0 && <p className="pairing-note">{translate('pairing.unmet.filtered')}</p>}
      {wishes.length > shown && <Button onClick={() => setShown(shown + page)}>{translate('pairing.unmet.more', { count: wishes.length - shown })}</Button>}
    </>
  );
});

/** The wishes that match the filters. */
export function wishesOf<T extends BoardWish>(index: BoardIndex, wishes: readonly T[], { text, program }: Filters): T[] {
  const wanted = text.trim().toLowerCase();
  return wishes.filter(({ dm, pitch }) => {
    if (program && index.pitches.get(pitch)?.program !== program) return false;
    return !wanted || `${spoken(namePitch(index, pitch))} ${spoken(nameDm(index, dm))}`.toLowerCase().includes(wanted);
  });
}
