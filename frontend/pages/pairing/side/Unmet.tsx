/** Wishes without a meeting, the dearest first: dragged onto the board from here, or asked why. */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardWish, WhyFacts } from '#domain/pairing/board-facts.ts';
import { rulesBySlot } from '#domain/pairing/moves.ts';
import { call } from '../../../admin/http-client.ts';
import { useLanguage } from '../../../admin/language.tsx';
import type { Carry } from '../carry.ts';
import { type BoardIndex, type Filters, momentOf, nameDm, namePitch, pairName, spoken } from '../lines.ts';
import { type BoardDeeds, boardPath } from '../use-board.ts';

/** So many are drawn at once. */
const page = 60;

interface UnmetProps {
  index: BoardIndex;
  filters: Filters;
  deeds: BoardDeeds;
  mayChange: boolean;
  isPhone: boolean;
  place: (what: Carry) => void;
}

export const Unmet = memo(function Unmet({ index, filters, deeds, mayChange, isPhone, place }: UnmetProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState(page);
  const [asked, setAsked] = useState('');
  const wishes = useMemo(() => wishesOf(index, index.facts.unmet, filters), [index, filters]);
  if (index.facts.unmet.length === 0) return <p className="pairing-note">{translate('pairing.unmet.none')}</p>;
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
              {asked === key && <Why index={index} wish={wish} deeds={deeds} mayChange={mayChange} />}
            </li>
          );
        })}
      </ul>
      {wishes.length === 0 && <p className="pairing-note">{translate('pairing.unmet.filtered')}</p>}
      {wishes.length > shown && <Button onClick={() => setShown(shown + page)}>{translate('pairing.unmet.more', { count: wishes.length - shown })}</Button>}
    </>
  );
});

/** The server's answer, and where it could stand by hand after all. */
function Why({ index, wish, deeds, mayChange }: { index: BoardIndex; wish: BoardWish; deeds: BoardDeeds; mayChange: boolean }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { facts } = index;
  const query = new URLSearchParams({ dm: wish.dm, pitch: wish.pitch }).toString();
  const { data, error } = useQuery({
    queryKey: ['pairing-why', facts.campaign.id, query, facts.version, lang],
    queryFn: () => call<WhyFacts>(boardPath(facts.campaign.id, `/why?${query}`)),
    retry: false,
  });
  const free = useMemo(() => rulesBySlot(facts, wish.dm, wish.pitch).flatMap((rule, slot) => (rule === null ? [slot] : [])), [facts, wish]);
  return (
    <div className="pairing-why" role="status">
      {error ? error.message : data ? <p>{data.text}</p> : <p className="soft">{translate('pairing.loading')}</p>}
      {data && data.displacedBy.length > 0 && (
        <ul>
          {data.displacedBy.map((one) => (
            <li key={one.pairing}>
              {momentOf(facts, one.start)} {pairName(index, one)} · {translate('pairing.rank', { rank: one.rank })}
            </li>
          ))}
        </ul>
      )}
      {mayChange && free.length > 0 && (
        <p className="pairing-buttons">
          <span className="soft">{translate('pairing.unmet.free')}</span>
          {free.slice(0, 6).map((slot) => {
            const start = facts.slots[slot]?.start ?? '';
            return (
              <Button
                key={slot}
                variant="outlined"
                disabled={deeds.busy}
                onClick={() => void deeds.move([{ do: 'place', dm: wish.dm, pitch: wish.pitch, start }])}
              >
                {momentOf(facts, start)}
              </Button>
            );
          })}
        </p>
      )}
    </div>
  );
}

/** Of a list of wishes those that the filters leave. */
export function wishesOf<T extends BoardWish>(index: BoardIndex, wishes: readonly T[], { text, program }: Filters): T[] {
  const wanted = text.trim().toLowerCase();
  return wishes.filter(({ dm, pitch }) => {
    if (program && index.pitches.get(pitch)?.program !== program) return false;
    return !wanted || `${spoken(namePitch(index, pitch))} ${spoken(nameDm(index, dm))}`.toLowerCase().includes(wanted);
  });
}
