import { useCallback, useEffect, useState } from 'react';
import type { EnrolmentCard } from '#application/site/wire.ts';
import { ApiError, call } from '#screens/site/call.ts';

export interface Cards {
  /** undefined until they are loaded */
  cards?: EnrolmentCard[];
  failure: string;
  /** the session ended while they were loaded */
  isSignedOut: boolean;
  reload(): void;
}

/** The applicant's own enrolments in a campaign, newest first as the server sorts them. */
export function useCards(campaign: string, isAsked = true): Cards {
  const [cards, setCards] = useState<EnrolmentCard[]>();
  const [failure, setFailure] = useState('');
  const [isSignedOut, setSignedOut] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round fetches them again
  useEffect(() => {
    if (!isAsked) return;
    const control = new AbortController();
    call('GET /api/site/enrolments', { query: { campaign }, signal: control.signal }).then(
      (found) => {
        setCards(found);
        setFailure('');
        setSignedOut(false);
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        setSignedOut(error instanceof ApiError && error.status === 401);
        setFailure((error instanceof ApiError && error.sentence) || '-');
      },
    );
    return () => control.abort();
  }, [campaign, isAsked, round]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { cards, failure, isSignedOut, reload };
}
