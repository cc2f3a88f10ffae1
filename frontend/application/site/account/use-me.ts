/** The signed-in visitor, shared by all parts of the page, so that the server is asked once. */
import { useSyncExternalStore } from 'react';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import type { ApplicantFacts, JurorFacts } from '#application/site/wire.ts';
import { ApiError, call } from '../call.ts';
import { dropCopies } from '../draft/offline-form.ts';
import { renewPage } from '../shell/live.ts';
import { dropPlaceholder } from '../ui/index.ts';
import { noteAccount } from './panel-state.ts';

export type FactsOf<R extends SiteRealm> = R extends 'applicant' ? ApplicantFacts : JurorFacts;

export interface Me<R extends SiteRealm> {
  /** undefined until it is known, null for nobody */
  me: FactsOf<R> | null | undefined;
  /** somebody was signed in here, and the session has ended by itself */
  hasEnded: boolean;
  /** the server did not answer; `refresh` asks again */
  isAway: boolean;
  refresh: () => Promise<void>;
  /** call after a sign-in or a change of the account */
  take: (facts: FactsOf<R>) => void;
  /** call when another request was answered 401 or 440: nobody is signed in any more */
  lose: (hasEnded?: boolean) => void;
  /** signs out. @throws ApiError where the server did not answer; then the person is still signed in */
  signOut: () => Promise<void>;
}

/** The visitor signed in to the realm. The server is asked once for each page. */
export function useMe<R extends SiteRealm>(realm: R): Me<R> {
  const store = stores[realm] as unknown as Store<R>; // each store has the facts of its own realm
  return useSyncExternalStore(store.subscribe, store.read);
}

class Store<R extends SiteRealm> {
  readonly #realm: R;
  readonly #listeners = new Set<() => void>();
  #state: Me<R>;
  #isAsked = false;

  constructor(realm: R) {
    this.#realm = realm;
    this.#state = {
      me: isNobody(realm) ? null : undefined,
      hasEnded: false,
      isAway: false,
      refresh: () => this.#refresh(),
      take: (facts) => this.#set({ me: facts, hasEnded: false, isAway: false }),
      lose: (hasEnded = true) => this.#set({ me: null, hasEnded, isAway: false }),
      signOut: async () => {
        await call(`POST /api/site/${realm as SiteRealm}/logout`, { body: {} });
        this.#set({ me: null, hasEnded: false, isAway: false });
      },
    };
  }

  readonly read = (): Me<R> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#isAsked) {
      this.#isAsked = true;
      if (this.#state.me === undefined) void this.#refresh();
      else if (this.#realm === 'applicant') dropCopies(undefined);
    }
    return () => this.#listeners.delete(listener);
  };

  async #refresh(): Promise<void> {
    try {
      const facts = (await call(`GET /api/site/${this.#realm as SiteRealm}/me`, {})) as FactsOf<R>; // the facts of its own realm
      this.#set({ me: facts, hasEnded: false, isAway: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401 || error.status === 440) this.#set({ me: null, hasEnded: error.status === 440, isAway: false });
      // Without an answer we assume that nothing has changed.
      else this.#set({ isAway: true });
    }
  }

  #set(change: Partial<Me<R>>): void {
    const { me } = this.#state;
    // What the server wrote around the panel is for who is signed in, or for nobody.
    if (me !== undefined && change.me !== undefined && (me === null) !== (change.me === null)) void renewPage();
    if (me && change.me !== undefined && change.me?.email !== me.email) dropPlaceholder();
    this.#state = { ...this.#state, ...change };
    if (this.#realm === 'applicant' && (change.me || (change.me === null && !change.hasEnded))) {
      if (change.me) noteAccount();
      dropCopies(change.me?.email);
    }
    for (const listener of this.#listeners) listener();
  }
}

/** The server has just written that nobody is signed in. A page that a worker had stored, or that is gone back to, may be older than a sign-in. */
export function isNobody(realm: SiteRealm): boolean {
  const panel = document.getElementById('panel');
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]; // what the name stands for
  const isFresh = document.documentElement.dataset.age === undefined && visit !== undefined && visit.type !== 'back_forward';
  return isFresh && panel?.dataset.door !== undefined && (panel.dataset.part?.startsWith('selection') ? 'jury' : 'applicant') === realm;
}

const stores = { applicant: new Store('applicant'), jury: new Store('jury') };
