/** A draft in a page: the keeper bound to this browser's calls, storage, tabs and comings and goings. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { EnrolmentFacts, EnrolmentPulse, Merged } from '#application/site/wire.ts';
import { onDevice } from '#client/kept.ts';
import type { JsonValue } from '#codegen/model.ts';
import { ApiError, call } from '../call.ts';
import { enrolmentsInJournal, Journal } from './journal.ts';
import { Keeper } from './keeper.ts';
import type { Failure, Snapshot, Surroundings } from './surroundings.ts';

export type { Halt } from './core.ts';
export type { KeepingStatus, Snapshot } from './surroundings.ts';

export interface Draft extends Snapshot {
  /** as the person types; a nested part by its path: set('director/bio', text). Lists are one value. */
  set(path: string, value: JsonValue): void;
  /** when a field is left: saves at once */
  blur(path: string): void;
  resolve(path: string, side: 'mine' | 'theirs'): void;
  /** saves what can be saved; true when the server has everything that is typed */
  flush(): Promise<boolean>;
  /** a row that came by another call (an upload's end, a withdrawal) */
  adopt(facts: EnrolmentFacts): void;
  /** saves, then submits what is on the screen. @throws DraftUnsaved; ApiError: msg.invalid (fields), msg.window, msg.datamodi (the draft was merged: look and send again) */
  submit(): Promise<EnrolmentFacts>;
  /** the news were read */
  seen(): void;
  /** after signing in again, or to try at once */
  resume(): void;
}

/** The server has not everything that is typed, so nothing can be submitted yet. */
export class DraftUnsaved extends Error {}

/** The draft of an enrolment, kept as it is typed. `id` must not change in one component: give it a key. */
export function useDraft(id: string): Draft {
  const [draft] = useState(() => openDraft(id));
  const snapshot = useSyncExternalStore(draft.keeper.subscribe, draft.keeper.snapshot, draft.keeper.snapshot);
  useEffect(() => draft.attach(), [draft]);
  return { ...snapshot, ...draft.verbs };
}

type Verbs = Omit<Draft, keyof Snapshot>;

function openDraft(id: string): { keeper: Keeper; verbs: Verbs; attach: () => () => void } {
  holdTab();
  const path = `/enrolments/${encodeURIComponent(id)}`;
  let channel: BroadcastChannel | undefined;
  const around: Surroundings = {
    read: (ver) => call<EnrolmentFacts | EnrolmentPulse>('GET', ver === undefined ? path : `${path}?ver=${ver}`),
    save: (changes, { keepalive }) => call<Merged>('PATCH', path, { changes }, { keepalive }),
    failureOf,
    journal: new Journal(onDevice, id, tab),
    aliveTabs: tabsAlive,
    tell: (facts) => channel?.postMessage(facts),
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
  };
  const keeper = new Keeper(around);
  const submit = async (): Promise<EnrolmentFacts> => {
    await keeper.flush();
    const { facts, unsaved } = keeper.snapshot();
    if (!facts || Object.keys(unsaved).length) throw new DraftUnsaved();
    try {
      const done = await call<EnrolmentFacts>('POST', `${path}/submit`, { ver: facts.ver, confirm: true }, { key: `submit-${id}-${facts.ver}` });
      keeper.adopt(done, true);
      channel?.postMessage(done);
      return done;
    } catch (error) {
      const { data } = failureOf(error);
      if (typeof data === 'object' && data !== null && 'values' in data) keeper.adopt(data as EnrolmentFacts); // the server sends the facts along
      throw error;
    }
  };
  const verbs: Verbs = {
    set: (at, value) => keeper.set(at, value),
    blur: (at) => keeper.blur(at),
    resolve: (at, side) => keeper.resolve(at, side),
    flush: () => keeper.flush(),
    adopt(facts) {
      keeper.adopt(facts, true);
      channel?.postMessage(facts);
    },
    submit,
    seen: () => keeper.seen(),
    resume: () => keeper.resume(),
  };
  return {
    keeper,
    verbs,
    attach() {
      channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`reelbase.draft.${id}`);
      const detach = attach(keeper, channel);
      return () => {
        detach();
        channel?.close();
        channel = undefined;
      };
    },
  };
}

/** Listens to everything that comes and goes, until the page does. */
function attach(keeper: Keeper, channel: BroadcastChannel | undefined): () => void {
  const away = new AbortController();
  const { signal } = away;
  channel?.addEventListener('message', ({ data }: MessageEvent<EnrolmentFacts>) => keeper.adopt(data), { signal });
  addEventListener('online', () => keeper.resume(), { signal });
  addEventListener('focus', () => void keeper.look(), { signal });
  addEventListener('pagehide', () => keeper.leave(), { signal });
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? keeper.leave() : void keeper.look()), { signal });
  addEventListener(
    'beforeunload',
    (event) => {
      const { isSafe, unsaved } = keeper.snapshot();
      // Where the browser keeps nothing, leaving would lose words.
      if (!isSafe && Object.keys(unsaved).length) event.preventDefault();
    },
    { signal },
  );
  void keeper.open();
  return () => {
    keeper.leave();
    keeper.rest();
    away.abort();
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError)
    return { status: error.status, code: error.code || 'msg.unavailable', isPassing: error.isPassing, fields: error.fields, data: error.data };
  return { status: 0, code: 'offline', isPassing: true, fields: [], data: undefined };
}

/** Names this page among the tabs of this browser. */
const tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
const lockOf = (name: string): string => `reelbase.tab.${name}`;
let isHeld = false;

/** Held as long as this page lives; the browser lets go of it however the page ends. */
function holdTab(): void {
  if (isHeld) return;
  isHeld = true;
  void navigator.locks?.request(lockOf(tab), () => new Promise<void>(() => undefined)).catch(() => undefined); // a page that is being closed
}

/** Other tabs that live. Where the browser cannot say, none: their words are then taken over, which does no harm. */
async function tabsAlive(): Promise<ReadonlySet<string>> {
  const state = await navigator.locks?.query().catch(() => undefined);
  const prefix = lockOf('');
  const names = (state?.held ?? []).map(({ name }) => name ?? '').filter((name) => name.startsWith(prefix));
  return new Set(names.map((name) => name.slice(prefix.length)).filter((name) => name !== tab));
}

/** Enrolments that this browser holds unsaved words of: a list can say so. */
export function unsavedEnrolments(): Set<string> {
  return enrolmentsInJournal(onDevice);
}
