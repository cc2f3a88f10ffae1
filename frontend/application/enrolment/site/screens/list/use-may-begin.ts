import { useEffect, useState } from 'react';
import type { CampaignFacts } from '#application/site/wire.ts';
import { call } from '#screens/site/call.ts';

/** Whether an applicant may begin an enrolment now: the window is open, or it has ended and staff gave them a late start, until `late`. */
export function useMayBegin({ id, enrol }: CampaignFacts): { mayBegin: boolean; late: string } {
  const [late, setLate] = useState('');
  const hasEnded = enrol.state === 'ended';
  useEffect(() => {
    if (!hasEnded) return setLate('');
    const control = new AbortController();
    // Without an answer the page is as it is for everybody.
    call('GET /api/site/late-start', { query: { campaign: id }, signal: control.signal }).then(
      ({ until }) => setLate(until),
      () => undefined,
    );
    return () => control.abort();
  }, [id, hasEnded]);
  return { mayBegin: enrol.state === 'open' || late !== '', late };
}
