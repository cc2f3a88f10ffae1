/** Keeps unsaved input in the browser session and offers it back after a reload or a lost session. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { changedFields, mergeThreeWays } from '#rules/records/record.ts';
import type { ObjectFormState } from '../state/use-object-form.ts';
import { type Draft, Drafts } from './drafts.ts';

/** milliseconds from the last change to the draft */
const pause = 400;

interface DraftSetup {
  model: ObjectModel;
  id: string | undefined;
  base: Row;
  state: ObjectFormState;
}

export function useDraft({ model, id, base, state }: DraftSetup) {
  const { row, changed, setRow, pending } = state;
  const drafts = useMemo(() => new Drafts(model, id), [model, id]);
  const [offered, setOffered] = useState<Draft | undefined>(() => {
    const draft = drafts.find();
    return draft && Object.keys(changedFields(base, { ...base, ...draft.row }, model)).length > 0 ? draft : undefined;
  });
  const wrote = useRef(false);
  const keep = useCallback(() => {
    wrote.current = true;
    drafts.keep({ base, row, at: Date.now() });
  }, [row, base, drafts]);
  useEffect(() => {
    if (changed.length === 0) {
      // Typed and taken back: nothing to keep. What an earlier page left stays until it is taken or refused
      if (wrote.current) drafts.drop();
      wrote.current = false;
      return;
    }
    const timer = setTimeout(keep, pause);
    return () => clearTimeout(timer);
  }, [keep, changed, drafts]);
  const last = useRef({ keep, isChanged: false });
  last.current = { keep, isChanged: changed.length > 0 };
  // Who reloads or closes the page waits for no pause, neither a field's nor ours
  useEffect(() => {
    const hide = () => {
      flushSync(() => pending.flush());
      if (last.current.isChanged) last.current.keep();
    };
    window.addEventListener('pagehide', hide);
    return () => window.removeEventListener('pagehide', hide);
  }, [pending]);
  const drop = useCallback(() => {
    wrote.current = false;
    drafts.drop();
    setOffered(undefined);
  }, [drafts]);
  const restore = useCallback(() => {
    if (!offered) return;
    // The edits, over the stored row; where both changed, the edit shows, and the history has the other value
    const { merged, conflicts } = mergeThreeWays(offered.base ?? base, { ...base, ...offered.row }, base, model);
    const mine = Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict.mine]));
    setRow({ ...merged, ...mine });
    setOffered(undefined);
  }, [offered, base, model, setRow]);
  return { offered, keep, drop, restore };
}
