/** Keeps unsaved input in the browser session and offers it back after a reload or a lost session. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { changedFields } from '#rules/records/record.ts';
import type { ObjectFormState } from '../state/use-object-form.ts';
import { type Draft, Drafts } from './drafts.ts';

interface DraftSetup {
  model: ObjectModel;
  id: string | undefined;
  base: Row;
  setBase(row: Row): void;
  state: ObjectFormState;
}

export function useDraft({ model, id, base, setBase, state }: DraftSetup) {
  const { row, changed, reset, setRow, pending } = state;
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
    if (changed.length > 0) return keep();
    // Typed and taken back: nothing to store. What an earlier page left stays until it is taken or refused
    if (wrote.current) drafts.drop();
    wrote.current = false;
  }, [keep, changed, drafts]);
  // What a field still holds back is handed over, and stored by the effect above, before the page goes
  useEffect(() => {
    const hide = () => flushSync(() => pending.flush());
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
    // The form as it was left open: what others saved since is merged or asked about by the save
    const before = offered.base ?? base;
    setBase(before);
    reset(before);
    setRow({ ...before, ...offered.row });
    setOffered(undefined);
  }, [offered, base, setBase, reset, setRow]);
  return { offered, keep, drop, restore };
}
