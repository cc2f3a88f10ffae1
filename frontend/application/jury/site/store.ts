/** The store behind the juror's pages: the list, and the edits, which the engine for typing (#client/typing) saves. */
import { useSyncExternalStore } from 'react';
import type { JurorFacts, OwnSelection, SelectionEntry, SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import { type InBrowser, typingInBrowser } from '#client/typing/in-browser.ts';
import type { Adapter } from '#client/typing/typing.ts';
import { verdictOn } from '#client/typing/verdict.ts';
import { ApiError, call } from '#screens/site/call.ts';
import {
  asWords,
  type Edits,
  nothingSaid,
  type Owns,
  ownsOf,
  progressWith,
  received,
  selectionContent,
  storedBefore,
  type Words,
  withItem,
  withOwns,
  wordsOf,
} from './core.ts';
import { lastList, offlineEntry, storeEntry, storeList } from './offline-list.ts';
import { nothingYet, type SelectionState } from './selection-state.ts';

/** How often to look for edits of another device, ms. */
const pollEvery = 20_000;
const shortestRetry = 2_000;
const longestRetry = 30_000;

export class SelectionStore {
  #state: SelectionState = nothingYet;
  readonly #listeners = new Set<() => void>();
  /** one for each juror and campaign, so that jurors who share a tablet do not see each other's edits */
  #said: (InBrowser<Owns> & { of: string }) | undefined;
  #leave: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry = shortestRetry;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SelectionState => this.#state;

  /** Fetches the list again when the page is looked at again, and every twenty seconds. */
  readonly attach = (): (() => void) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible' || this.#state.phase !== 'ready') return;
      void (this.#state.offlineAt === undefined ? this.refresh() : this.load());
    };
    const timer = setInterval(look, pollEvery);
    window.addEventListener('focus', look);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    this.#leave ??= this.#said?.attach();
    if (this.#state.phase === 'loading') void this.load();
    return () => {
      clearInterval(timer);
      clearTimeout(this.#timer);
      window.removeEventListener('focus', look);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
      this.#leave?.();
      this.#leave = undefined;
    };
  };

  /** The juror, their list, and the edits that this device stored for them. */
  async load(): Promise<void> {
    try {
      const juror = await call('GET /api/site/jury/me', {});
      const facts = await call('GET /api/site/selection', {});
      // Edits of another juror are not sent.
      const isSameJuror = this.#state.juror?.email === juror.email && this.#state.juror.campaign === juror.campaign;
      const next = received(isSameJuror ? this.#state.facts : undefined, facts);
      this.#retry = shortestRetry;
      this.#set({ phase: 'ready', juror, facts: next, isOffline: false, offlineAt: undefined });
      this.#hear(juror, next);
      this.#storeOffline();
    } catch (error) {
      if (this.#state.phase === 'loading' && error instanceof ApiError && error.isPassing) this.#showOffline();
      this.#failed(error);
    }
  }

  /** Edits that an earlier release stored under one key. They are read once, and removed as soon as they are stored in the present format. */
  #showOffline(): void {
    const found = lastList();
    if (!found) return;
    const { juror, facts, at } = found;
    this.#set({ phase: 'ready', juror, facts, offlineAt: at });
    this.#hear(juror, facts, true);
  }

  /** The engine with this juror's edits, including those stored earlier on this device. */
  #hear(juror: JurorFacts, facts: SelectionFacts, isOfflineList = false): void {
    const of = `${facts.campaign}:${juror.email}`;
    const owns = ownsOf(facts, isOfflineList);
    if (this.#said?.of === of) {
      this.#said.typing.adopt(owns);
      return;
    }
    // After it has stopped it sends nothing when the page is left: another juror may be signed in.
    this.#said?.typing.rest();
    this.#leave?.();
    const name = `reelbase.selection:${of}`;
    const said = typingInBrowser({ name, adapter: this.#adapter(), facts: owns, older: { key: name, entries: storedBefore } });
    this.#said = { ...said, of };
    said.typing.subscribe(() => this.#said?.typing === said.typing && this.#told());
    this.#leave = said.attach();
    this.#told();
  }

  #adapter(): Adapter<Owns> {
    return {
      ...selectionContent,
      send: async ({ values }, { rows }) => {
        const [[id, words]] = Object.entries(values) as [[string, Words]]; // one row in each call
        const { item } = await call('PUT /api/site/selection/:enrolment', {
          at: { enrolment: id },
          body: { ...words, ver: rows[id]?.ver ?? 0 },
          keepalive: true,
        });
        return { facts: { rows: { [id]: item.own } } };
      },
      failed: (error, batch) => {
        const [id] = Object.keys(batch?.values ?? {});
        if (error instanceof ApiError && id !== undefined) {
          if (error.code === 'msg.datamodi') return { facts: { rows: { [id]: error.data as OwnSelection } } }; // the selection's present values, from the server's answer
          if (error.code === 'rule.maxsel') {
            this.#set({ full: id });
            void this.refresh();
            const back = { ...this.words(id), choice: this.item(id)?.own.choice ?? 'none' };
            this.#said?.typing.forget(id);
            this.#said?.typing.set(id, back);
            return { refused: [] };
          }
        }
        const verdict = verdictOn(error, batch);
        if (verdict !== 'away' && 'refused' in verdict) void this.refresh();
        return verdict;
      },
    };
  }

  /** The engine's state in the form that the page shows. */
  #told(): void {
    const typing = this.#said?.typing.snapshot();
    const { facts, savedAt } = this.#state;
    if (!typing || !facts) return;
    const next = typing.facts ? withOwns(facts, typing.facts) : facts;
    this.#set({
      facts: next,
      edits: typing.unsaved as unknown as Edits, // set by `say`
      theirs: Object.fromEntries(typing.conflicts.map(({ path, theirs }) => [path, asWords(theirs)])),
      refused: Object.fromEntries(typing.problems.map(({ path, message = '' }) => [path, message])),
      isSending: typing.isBusy,
      savedAt: typing.sentAt,
      isOffline: typing.isOffline || (this.#state.isOffline && typing.sentAt === savedAt),
      isUnsaved: !typing.isSafe,
      ...(typing.halt === 'signin' && { phase: 'signin' }),
    });
    if (next !== facts) this.#storeOffline();
  }

  /** Fetches the list again; a failure is ignored. */
  async refresh(): Promise<void> {
    try {
      this.take(await call('GET /api/site/selection', {}));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Takes over a list that came with an answer. */
  take(facts: SelectionFacts): void {
    const next = received(this.#state.facts, facts);
    this.#set({ facts: next, isOffline: false });
    this.#said?.typing.adopt(ownsOf(next));
    this.#storeOffline();
  }

  /** Stores the server's list, including this juror's saved edits, for a reload without a connection. */
  #storeOffline(): void {
    const { juror, facts, phase } = this.#state;
    if (juror && facts && phase === 'ready') storeList(juror, facts);
  }

  /** One entry to read, which counts as read from now on. Without a connection, the entry as it was stored on this device. */
  async open(id: string, signal: AbortSignal): Promise<SelectionEntry> {
    const entry = await call('GET /api/site/selection/:enrolment', { at: { enrolment: id }, signal }).catch((error: unknown) => {
      const found = error instanceof ApiError && error.isPassing && !signal.aborted ? offlineEntry(id) : undefined;
      if (!found) throw error;
      this.#failed(error);
      return found;
    });
    storeEntry(id, entry);
    const { facts } = this.#state;
    if (facts) this.#set({ facts: withItem(facts, { enrolment: id, isRead: entry.item.isRead }) });
    const { own } = entry.item;
    if (own.ver > (this.item(id)?.own.ver ?? 0)) this.#said?.typing.adopt({ rows: { [id]: own } });
    return entry;
  }

  item(id: string): SelectionItem | undefined {
    return this.#state.facts?.items.find(({ enrolment }) => enrolment === id);
  }

  words(id: string): Words {
    const said = this.#said?.typing.snapshot().values[id];
    return said === undefined ? wordsOf(this.item(id)?.own ?? nothingSaid, undefined) : asWords(said);
  }

  /** Makes an edit: it is stored in the journal at once and sent soon. A primary choice above the limit is refused, and the page says what to do. */
  say(id: string, change: Partial<Words>): void {
    if (change.choice === 'primary' && !this.#hasPlace(id)) {
      this.#set({ full: id });
      void this.refresh();
      return;
    }
    this.#said?.typing.set(id, { ...this.words(id), ...change });
    if (!('comment' in change)) void this.flush();
  }

  #hasPlace(id: string): boolean {
    const { facts, edits } = this.#state;
    if (!facts) return true;
    const { [id]: _, ...others } = edits;
    const { primary, maxSel } = progressWith(facts, others);
    return this.item(id)?.own.choice === 'primary' || primary < maxSel;
  }

  /** Resolves a conflict: the juror chose their own values or those of the other device. */
  decide(id: string, side: 'mine' | 'theirs'): void {
    this.#said?.typing.resolve(id, side);
  }

  closeFull(): void {
    this.#set({ full: undefined });
  }

  async declare(id: string, declared: boolean): Promise<void> {
    const facts = await call('POST /api/site/selection/:enrolment/conflict', { at: { enrolment: id }, body: { declared } });
    if (declared) this.#said?.typing.forget(id);
    this.#set({ facts });
    this.#said?.typing.adopt(ownsOf(facts));
  }

  /** Sends unsent edits now, without waiting for a pause in typing. */
  async flush(): Promise<void> {
    await this.#said?.typing.flush();
  }

  progress(): SelectionProgress | undefined {
    const { facts, edits } = this.#state;
    return facts && progressWith(facts, edits);
  }

  #failed(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'msg.session' || error.code === 'msg.timeout') this.#set({ phase: 'signin' });
    else if (error.isPassing) {
      this.#set({ isOffline: true, phase: this.#state.phase === 'loading' ? 'failed' : this.#state.phase });
      if (this.#state.phase !== 'failed' && this.#state.offlineAt === undefined) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.load(), this.#retry);
      this.#retry = Math.min(this.#retry * 2, longestRetry);
    } else this.#set({ phase: this.#state.facts ? this.#state.phase : 'failed' });
  }

  #set(change: Partial<SelectionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export function useSelection(store: SelectionStore): SelectionState {
  return useSyncExternalStore(store.subscribe, store.state, store.state);
}
