/** Why a wish has no meeting: the server's reason, and the slots in which it can still be placed by hand. */

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardWish } from '#application/pairing/rules/board-facts.ts';
import { rulesBySlot } from '#application/pairing/rules/moves.ts';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import { type BoardIndex, momentOf, pairName } from '../lines.ts';
import type { BoardActions } from '../use-board.ts';

/** Number of slots offered at once. */
const few = 6;

interface WhyProps {
  index: BoardIndex;
  wish: BoardWish;
  actions: BoardActions;
  mayChange: boolean;
  onPlaced: (start: string) => void;
}

export function Why({ index, wish, actions, mayChange, onPlaced }: WhyProps) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { facts } = index;
  const [isAll, setAll] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['pairing-why', facts.campaign.id, wish.dm, wish.pitch, facts.version, lang],
    queryFn: () => call('GET /api/pairing/:campaign/why', { at: { campaign: facts.campaign.id }, query: { dm: wish.dm, pitch: wish.pitch } }),
    retry: false,
    placeholderData: (before) => before,
  });
  const free = useMemo(() => rulesBySlot(facts, wish.dm, wish.pitch).flatMap((rule, slot) => (rule === null ? [slot] : [])), [facts, wish]);
  const place = async (start: string) => {
    if (await actions.move([{ do: 'place', dm: wish.dm, pitch: wish.pitch, start }])) onPlaced(start);
  };
  return (
    <div className="pairing-why">
      <div role="status">{error ? <FailureText error={error} /> : data ? <p>{data.text}</p> : <p className="soft">{translate('pairing.loading')}</p>}</div>
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
        <>
          <p className="soft">{translate('pairing.unmet.free')}</p>
          <div className="pairing-times">
            {free.slice(0, isAll ? free.length : few).map((slot) => {
              const start = facts.slots[slot]?.start ?? '';
              return (
                <Button key={slot} variant="outlined" disabled={actions.busy} onClick={() => void place(start)}>
                  {momentOf(facts, start)}
                </Button>
              );
            })}
            {!isAll && free.length > few && <Button onClick={() => setAll(true)}>{translate('pairing.phone.more', { count: free.length - few })}</Button>}
          </div>
        </>
      )}
    </div>
  );
}
