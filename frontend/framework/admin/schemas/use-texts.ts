/** The texts of one object as they are edited, with undo and redo over form and JSON alike; what is not saved outlives a reload in this tab. */
import { useCallback, useEffect, useMemo, useReducer } from 'react';
import { inTab } from '#client/device-store.ts';
import { readDocument, type SchemaDocument, type SchemaTexts, writeDocument } from './document/schema-document.ts';

interface State {
  past: SchemaTexts[];
  now: SchemaTexts;
  future: SchemaTexts[];
  /** what the last change was made in, and when: quick changes of one thing are one step */
  tag: string;
  at: number;
}

type Act = { kind: 'set'; texts: SchemaTexts; tag: string; at: number } | { kind: 'undo' } | { kind: 'redo' } | { kind: 'start'; texts: SchemaTexts };

/** Changes of one thing within this are one step of undo, ms. */
const together = 1_200;
/** Steps that can be taken back. */
const most = 200;

function reduce(state: State, act: Act): State {
  if (act.kind === 'start') return { past: [], now: act.texts, future: [], tag: '', at: 0 };
  if (act.kind === 'set') {
    if (sameTexts(act.texts, state.now)) return state;
    const joins = act.tag !== '' && act.tag === state.tag && act.at - state.at < together;
    return { past: joins ? state.past : [...state.past.slice(-most), state.now], now: act.texts, future: [], tag: act.tag, at: act.at };
  }
  const [from, to] = act.kind === 'undo' ? [state.past, state.future] : [state.future, state.past];
  const next = act.kind === 'undo' ? from.at(-1) : from[0];
  if (!next) return state;
  const left = act.kind === 'undo' ? from.slice(0, -1) : from.slice(1);
  const given = act.kind === 'undo' ? [state.now, ...to] : [...to, state.now];
  return act.kind === 'undo' ? { ...state, past: left, now: next, future: given, tag: '' } : { ...state, past: given, now: next, future: left, tag: '' };
}

export interface Texts {
  now: SchemaTexts;
  /** undefined while one of the texts is no JSON */
  document: SchemaDocument | undefined;
  isDirty: boolean;
  /** what an earlier page of this tab left is shown */
  isRestored: boolean;
  set(texts: SchemaTexts, tag?: string): void;
  edit(change: (document: SchemaDocument) => SchemaDocument, tag?: string): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
  /** begins anew from these, as they are saved */
  start(texts: SchemaTexts): void;
  drop(): void;
}

/** `saved`: the files as the server has them; of a new object what it starts from. */
export function useTexts(name: string, saved: SchemaTexts, version: string): Texts {
  const key = `workbench:${name}`;
  const left = useMemo(() => draftOf(key, version), [key, version]);
  const [state, dispatch] = useReducer(reduce, undefined, () => ({ past: left ? [saved] : [], now: left ?? saved, future: [], tag: '', at: 0 }));
  const { now } = state;
  const isDirty = !sameTexts(now, saved);
  useEffect(() => void inTab.write(key, isDirty ? { texts: now, version } : undefined), [key, now, version, isDirty]);
  const document = useMemo(() => readDocument(now), [now]);
  const set = useCallback((texts: SchemaTexts, tag = '') => dispatch({ kind: 'set', texts, tag, at: Date.now() }), []);
  const edit = useCallback(
    (change: (document: SchemaDocument) => SchemaDocument, tag = '') => {
      if (!document) return;
      const next = change(document);
      if (next !== document) set(writeDocument(next), tag);
    },
    [document, set],
  );
  return {
    now,
    document,
    isDirty,
    isRestored: left !== undefined && isDirty,
    set,
    edit,
    undo: useCallback(() => dispatch({ kind: 'undo' }), []),
    redo: useCallback(() => dispatch({ kind: 'redo' }), []),
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    start: useCallback((texts) => dispatch({ kind: 'start', texts }), []),
    drop: useCallback(() => void inTab.write(key, undefined), [key]),
  };
}

export function sameTexts(one: SchemaTexts, other: SchemaTexts): boolean {
  const langs = new Set([...Object.keys(one.labels), ...Object.keys(other.labels)]) as Set<keyof SchemaTexts['labels']>;
  return one.schema === other.schema && [...langs].every((lang) => (one.labels[lang] ?? '') === (other.labels[lang] ?? ''));
}

/** What an earlier page of this tab left of the same version. */
function draftOf(key: string, version: string): SchemaTexts | undefined {
  const found = inTab.read(key) as { texts?: SchemaTexts; version?: string } | undefined; // its shape is checked below
  return found?.version === version && typeof found.texts?.schema === 'string' && typeof found.texts.labels === 'object' ? found.texts : undefined;
}
