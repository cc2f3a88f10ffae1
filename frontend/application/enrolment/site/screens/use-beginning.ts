import { useRef, useState } from 'react';
import type { EnrolmentCard } from '#application/site/wire.ts';
import { ApiError, call, newKey } from '#screens/site/call.ts';
import { pageAddress } from '#screens/site/facts.ts';
import { enrolTexts } from '../texts.ts';

export interface Beginning {
  isBusy: boolean;
  failure: string;
  /** makes a new draft, or a copy of an earlier enrolment, and opens it */
  run(copyOf?: string): void;
}

/**
 * Begins an enrolment; among `cards` a draft of theirs without a word in it is the one that a person means. The idempotency key is the same until an
 * answer comes, so that pressing again after a lost answer does not make a second draft.
 */
export function useBeginning(campaign: string, cards: readonly EnrolmentCard[] = []): Beginning {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const keys = useRef(new Map<string, string>());

  const open = (id: string) => location.assign(pageAddress('/enroll/edit', { campaign, id }));

  async function run(copyOf = '') {
    setBusy(true);
    setFailure('');
    const blank = copyOf === '' && cards.find(({ isUntouched, mayEdit }) => isUntouched && mayEdit);
    if (blank) return open(blank.id);
    const key = keys.current.get(copyOf) ?? newKey();
    keys.current.set(copyOf, key);
    try {
      const { id } = await call('POST /api/site/enrolments', { body: { campaign, ...(copyOf && { copyOf }) }, key });
      open(id);
    } catch (error) {
      if (error instanceof ApiError && !error.isPassing) keys.current.delete(copyOf);
      setFailure((error instanceof ApiError && error.sentence) || enrolTexts().keep.offlineNow);
      setBusy(false);
    }
  }
  return { isBusy, failure, run: (copyOf) => void run(copyOf) };
}
