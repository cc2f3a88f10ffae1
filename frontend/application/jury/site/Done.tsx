/** 'I am done': declared by the juror, seen by the staff, and taken back as long as the window is open. */
import { useState } from 'react';
import { ApiError } from '#screens/site/call.ts';
import { Button, Dialog, Notice } from '#screens/site/ui/index.ts';
import { ratingOf, wordsOf } from './core.ts';
import { timeOf } from './SaveLine.tsx';
import type { SelectionState } from './selection-state.ts';
import type { SelectionStore } from './store.ts';
import { fill, useSelectionTexts } from './texts.ts';

export function Done({ store, selection }: { store: SelectionStore; selection: SelectionState }) {
  const { done: t, conflict, saved } = useSelectionTexts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { facts, edits } = selection;
  if (!facts?.mayDeclare || facts.items.length + facts.conflicts.length === 0) return null;
  const send = async (done: boolean): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await store.finish(done);
      setAsking(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(fill(conflict.failed, { reason: error.sentence || saved.offline }));
    } finally {
      setBusy(false);
    }
  };
  if (facts.doneAt)
    return (
      <Notice
        tone="good"
        actions={
          <Button busy={isBusy} onClick={() => void send(false)}>
            {t.takeBack}
          </Button>
        }
      >
        {fill(t.declared, { time: timeOf(facts.doneAt) })}
        {failure && ` ${failure}`}
      </Notice>
    );
  const unread = facts.items.filter(({ isRead }) => !isRead).length;
  const unrated = facts.items.filter(({ own, enrolment }) => ratingOf(wordsOf(own, edits[enrolment]), facts.criteria).missing > 0).length;
  return (
    <>
      <p className="selection-finish">
        <Button onClick={() => setAsking(true)}>{t.declare}</Button>
      </p>
      {isAsking && (
        <Dialog
          title={t.title}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{t.cancel}</Button>
              <Button look="solid" busy={isBusy} onClick={() => void send(true)}>
                {t.confirm}
              </Button>
            </>
          }
        >
          {unread > 0 && <Notice tone="warn">{fill(t.unread, { count: unread })}</Notice>}
          {unrated > 0 && <Notice tone="warn">{fill(t.unrated, { count: unrated })}</Notice>}
          <p>{t.text}</p>
          {failure && <Notice tone="bad">{failure}</Notice>}
        </Dialog>
      )}
    </>
  );
}
