/** A draft on a page: the engine for typing (#client/typing) with the calls of an enrolment. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { EnrolmentFacts } from '#application/site/wire.ts';
import { onDevice } from '#client/device-store.ts';
import { typingInBrowser } from '#client/typing/in-browser.ts';
import type { Snapshot } from '#client/typing/shown.ts';
import type { Adapter, Typing } from '#client/typing/typing.ts';
import { verdictOn } from '#client/typing/verdict.ts';
import { ApiError, call } from '../call.ts';
import { draftContent, type Halt } from './draft-content.ts';

/** The state and actions of a draft: those of the engine (`set('director/bio', text)`; a list is one value), and those of the enrolment. */
export interface Draft extends Snapshot<EnrolmentFacts>, Verbs {}

interface Verbs extends Pick<Typing<EnrolmentFacts>, 'set' | 'blur' | 'resolve' | 'flush' | 'seen' | 'resume'> {
  /** takes a row from another call (the end of an upload, a withdrawal) */
  adopt(facts: EnrolmentFacts): void;
  /**
   * saves, then submits what is on the screen. @throws DraftUnsaved; ApiError: msg.invalid (fields), msg.window, msg.datamodi (the draft was merged:
   * look and send again)
   */
  submit(): Promise<EnrolmentFacts>;
}

/** Some edits could not be saved, so the enrolment cannot be submitted yet. */
export class DraftUnsaved extends Error {}

/** A draft that is saved while it is typed. `id` must not change within one component: give the component a key. `facts`: what is stored, where there is no connection. */
export function useDraft(id: string, facts?: EnrolmentFacts): Draft {
  const [draft] = useState(() => openDraft(id, facts));
  const snapshot = useSyncExternalStore(draft.typing.subscribe, draft.typing.snapshot, draft.typing.snapshot);
  useEffect(() => draft.attach(), [draft]);
  // Whoever writes wants to know of the line before the first word.
  const status = snapshot.status === 'saved' && snapshot.isOffline ? 'offline' : snapshot.status;
  return { ...snapshot, status, ...draft.verbs };
}

const mark = 'reelbase.draft';

function openDraft(id: string, facts?: EnrolmentFacts): { typing: Typing<EnrolmentFacts>; verbs: Verbs; attach: () => () => void } {
  const { typing, attach } = typingInBrowser({ name: `${mark}:${id}`, adapter: draftAdapter(id), facts });
  const submit = async (): Promise<EnrolmentFacts> => {
    await typing.flush();
    const { facts, unsaved } = typing.snapshot();
    if (!facts || Object.keys(unsaved).length) throw new DraftUnsaved();
    try {
      const done = await call('POST /api/site/enrolments/:id/submit', {
        at: { id },
        body: { ver: facts.ver, confirm: true },
        key: `submit-${id}-${facts.ver}`,
      });
      typing.adopt(done, true);
      return done;
    } catch (error) {
      if (error instanceof ApiError && isFacts(error.data)) typing.adopt(error.data); // the server's answer has the facts
      throw error;
    }
  };
  const { set, blur, resolve, flush, seen, resume } = typing;
  const adopt = (facts: EnrolmentFacts) => typing.adopt(facts, true);
  return { typing, verbs: { set, blur, resolve, flush, seen, resume, adopt, submit }, attach };
}

function draftAdapter(id: string): Adapter<EnrolmentFacts> {
  return {
    ...draftContent,
    async read(known) {
      const seen = await call('GET /api/site/enrolments/:id', { at: { id }, query: { ver: known?.ver } });
      if ('values' in seen || !known) return seen as EnrolmentFacts; // a request without a version gets the whole row
      return known.ver === seen.ver ? { ...known, ...seen } : known;
    },
    async send({ changes }, { ver }, { keepalive }) {
      const { enrolment, ...rest } = await call('PATCH /api/site/enrolments/:id', { at: { id }, body: { changes, ver }, keepalive });
      return { facts: enrolment, ...rest };
    },
    failed(error, batch) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status === 440) return verdictOn(error, batch);
      if (isFacts(error.data)) return { facts: error.data };
      return error.status === 404 ? { halt: 'gone' satisfies Halt } : verdictOn(error, batch);
    },
  };
}

function isFacts(data: unknown): data is EnrolmentFacts {
  return typeof data === 'object' && data !== null && 'ver' in data && 'values' in data && 'mayEdit' in data;
}

/** Enrolments with unsaved edits in this browser, so that a list can mark them. */
export function unsavedEnrolments(): Set<string> {
  return new Set(onDevice.keys(`${mark}:`).flatMap((key) => key.split(':')[1] || []));
}
