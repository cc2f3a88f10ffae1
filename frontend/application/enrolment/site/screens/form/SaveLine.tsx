import { useEffect, useRef, useState } from 'react';
import { savedClock } from '#application/enrolment/rules/times.ts';
import type { Draft } from '#screens/site/draft/use-draft.ts';
import { serverNow } from '#screens/site/facts.ts';
import { type EnrolTexts, fill } from '../../texts.ts';

/** The save status, in a few words and always visible. Changes that matter to the writer are announced; single saves are not. */
export function SaveLine({ draft, t }: { draft: Draft; t: EnrolTexts }) {
  const text = shortly(draft, t);
  return (
    <>
      <p className={`enrol-saved is-${draft.halt ?? draft.status}`}>
        <span className="enrol-saved-sign" aria-hidden="true" />
        {text}
      </p>
      <p className="unseen" aria-live="polite">
        <Announcement draft={draft} t={t} />
      </p>
    </>
  );
}

function shortly({ status, halt, facts }: Draft, t: EnrolTexts): string {
  if (halt === 'signin') return t.keep.failedShort;
  if (status === 'saving') return t.keep.saving;
  if (status === 'offline') return t.keep.offlineShort;
  if (status === 'conflict') return t.conflict.waiting;
  if (status === 'refused') return t.keep.refused;
  return status === 'saved' && facts?.savedAt ? fill(t.keep.saved, { time: savedClock(facts.savedAt, serverNow()) }) : t.keep.empty;
}

/** Connection lost, connection restored and the first save are announced. */
function Announcement({ draft, t }: { draft: Draft; t: EnrolTexts }) {
  const isBack = useIsBack(draft);
  const [wasSaving, setSaving] = useState(false);
  useEffect(() => {
    if (draft.status === 'saving') setSaving(true);
  }, [draft.status]);
  if (draft.status === 'offline') return t.keep.offline;
  if (isBack) return t.keep.back;
  return wasSaving && draft.status === 'saved' ? t.keep.savedSpoken : null;
}

/** True for some seconds after all waiting edits were sent. */
export function useIsBack({ status }: Draft): boolean {
  const [isBack, setBack] = useState(false);
  const wasOffline = useRef(false);
  useEffect(() => {
    if (status === 'offline') {
      wasOffline.current = true;
      setBack(false);
    } else if (status === 'saved' && wasOffline.current) {
      wasOffline.current = false;
      setBack(true);
      const timer = setTimeout(() => setBack(false), 6_000);
      return () => clearTimeout(timer);
    }
  }, [status]);
  return isBack;
}
