import { useState } from 'react';
import type { EnrolmentFacts } from '#application/site/wire.ts';
import { ApiError, call } from '#screens/site/call.ts';
import type { EnrolTexts } from '../../texts.ts';

/** Takes a withdrawal back; `busy` is the enrolment that is on its way. */
export function useRestore(t: EnrolTexts, onDone: (enrolment: EnrolmentFacts) => void) {
  const [busy, setBusy] = useState('');
  const [failure, setFailure] = useState('');
  async function run(id: string) {
    setBusy(id);
    setFailure('');
    try {
      onDone(await call('POST /api/site/enrolments/:id/restore', { at: { id }, body: {} }));
    } catch (error) {
      setFailure((error instanceof ApiError && error.sentence) || t.keep.offlineShort);
    } finally {
      setBusy('');
    }
  }
  return { run, busy, failure };
}
