/** People to ask for one more slot, and how many wishes each slot would meet. */

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { FailureText } from '#client/notices/FailureText.tsx';
import { type BoardIndex, momentOf, nameDm, namePitch, pairName, spoken } from '../lines.ts';

export function OneMoreList({ index }: { index: BoardIndex }) {
  const translate = useTranslate();
  const { facts } = index;
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching } = useQuery({
    queryKey: ['pairing-more', facts.campaign.id, facts.version],
    queryFn: () => call('GET /api/pairing/:campaign/one-more', { at: { campaign: facts.campaign.id } }),
    enabled: asked,
    retry: false,
  });
  return (
    <>
      <p className="pairing-note soft">{translate('pairing.more.help')}</p>
      {!asked && (
        <Button variant="outlined" onClick={() => setAsked(true)}>
          {translate('pairing.more.ask')}
        </Button>
      )}
      <div role="status">
        {isFetching && <p className="soft">{translate('pairing.loading')}</p>}
        {error && (
          <p>
            <FailureText error={error} />
          </p>
        )}
        {data?.length === 0 && <p>{translate('pairing.more.none')}</p>}
      </div>
      {data && (
        <ul className="pairing-wishes">
          {data.map((one) => (
            <li key={`${one.side} ${one.who} ${one.start}`}>
              <b>{one.side === 'dm' ? spoken(nameDm(index, one.who)) : spoken(namePitch(index, one.who))}</b>
              <div>{translate('pairing.more.line', { at: momentOf(facts, one.start), what: pairName(index, one) })}</div>
              <div className="soft">{translate('pairing.more.gain', { rank: one.rank, gain: one.gain })}</div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
