/** The store behind the juror's pages: who is signed in, and the engine for typing (#client/typing), which reads the list and saves the edits. */
import { useSyncExternalStore } from 'react';
import type { JurorFacts, JuryTalk, OwnSelection, SelectionEntry, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import { type InBrowser, typingInBrowser } from '#client/typing/in-browser.ts';
import type { Adapter } from '#client/typing/typing.ts';
import { verdictOn } from '#client/typing/verdict.ts';
import { isNobody } from '#screens/site/account/index.ts';
import { ApiError, call } from '#screens/site/call.ts';
import { asWords, type Edits, emptySelection, type Listed, progressWith, selectionContent, storedBefore, type Words, wordsOf } from './core.ts';
import { lastList, offlineEntry, storeEntry, storeList } from './offline-list.ts';
import { nothingYet, type SelectionState } from './selection-state.ts';

/** How often to ask again who is signed in while the server does not answer, ms. */
const retryEvery = 4_000;

export class SelectionStore {
  #state: SelectionState = nothingYet;
  readonly #listeners = new Set<() => void>();
  /** one for each juror and campaign, so that jurors who share a tablet do not see each other's edits */
  #said: (InBrowser<Listed> & { of: string }) | undefined;
  #leave: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SelectionState => this.#state;

  readonly attach = (): (() => void) => {
    this.#leave ??= this.#said?.attach();
    if (!this.#said && isNobody('jury')) this.#set({ phase: 'signin' });
    else if (!this.#said) void this.load();
    return () => {
      clearTimeout(this.#timer);
      this.#leave?.();
      this.#leave = undefined;
    };
  };

  /** Asks who is signed in. The engine then reads their list and the edits that this device stored for them. */
  async load(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.#sit(await call('GET /api/site/jury/me', {}));
    } catch (error) {
      const verdict = verdictOn(error, undefined);
      const found = verdict === 'away' ? lastList() : undefined;
      if (found && !this.#said) this.#sit(found.juror, { ...found.facts, offlineAt: found.at });
      else if (!this.#said) this.#set({ phase: verdict === 'away' ? 'failed' : 'signin' });
      if (verdict === 'away' && !this.#said) this.#timer = setTimeout(() => void this.load(), retryEvery);
    }
  }

  /** The engine with this juror's edits, including those stored earlier on this device. */
  #sit(juror: JurorFacts, facts?: Listed): void {
    const of = `${juror.campaign}:${juror.email}`;
    if (this.#said?.of === of) {
      this.#said.typing.resume();
      return;
    }
    // After it has stopped it sends nothing when the page is left: another juror may be signed in.
    this.#said?.typing.rest();
    this.#leave?.();
    this.#state = nothingYet;
    const name = `reelbase.selection:${of}`;
    const said = typingInBrowser({ name, adapter: this.#adapter(of), ...(facts && { facts }), older: { key: name, entries: storedBefore } });
    this.#said = { ...said, of };
    said.typing.subscribe(() => this.#said?.typing === said.typing && this.#told(juror));
    this.#leave = said.attach();
    this.#told(juror);
  }

  #adapter(of: string): Adapter<Listed> {
    return {
      ...selectionContent,
      read: async (known) => {
        const [juror, facts] = await Promise.all([call('GET /api/site/jury/me', {}), call('GET /api/site/selection', {})]);
        // Somebody else has signed in since in another tab.
        if (known && `${juror.campaign}:${juror.email}` !== of) {
          this.#sit(juror);
          return known;
        }
        return facts;
      },
      send: async ({ values }, facts) => {
        const [[id, words]] = Object.entries(values) as [[string, Words]]; // one row in each call
        const ver = facts.items.find(({ enrolment }) => enrolment === id)?.own.ver ?? 0;
        const { item } = await call('PUT /api/site/selection/:enrolment', { at: { enrolment: id }, body: { ...words, ver }, keepalive: true });
        return { facts: { ...facts, items: [item], isRow: true } };
      },
      failed: (error, batch) => {
        const [id = ''] = Object.keys(batch?.values ?? {});
        const [item, { facts }] = [this.item(id), this.#state];
        if (error instanceof ApiError && item && facts) {
          // The data is the selection's present values.
          if (error.code === 'msg.datamodi') return { facts: { ...facts, items: [{ ...item, own: error.data as OwnSelection }], isRow: true } };
          if (error.code === 'rule.maxsel') {
            this.#full(id);
            const back = { ...this.words(id), choice: item.own.choice };
            this.#said?.typing.forget(id);
            this.#said?.typing.set(id, back);
            return { refused: [] };
          }
        }
        const verdict = verdictOn(error, batch);
        if (verdict !== 'away' && 'refused' in verdict) this.refresh();
        return verdict;
      },
    };
  }

  /** Shows the engine's state on the page, and stores the server's list, including this juror's saved edits, for a reload without a connection. */
  #told(juror: JurorFacts): void {
    const typing = this.#said?.typing.snapshot();
    if (!typing) return;
    const { facts, isOffline, halt } = typing;
    if (facts && facts !== this.#state.facts && facts.offlineAt === undefined) storeList(juror, facts);
    this.#set({
      juror,
      facts,
      phase: halt === 'signin' ? 'signin' : facts ? 'ready' : isOffline ? 'failed' : 'loading',
      offlineAt: facts?.offlineAt,
      edits: typing.unsaved as unknown as Edits, // set by `say`
      theirs: Object.fromEntries(typing.conflicts.map(({ path, theirs }) => [path, asWords(theirs)])),
      refused: Object.fromEntries(typing.problems.map(({ path, message = '' }) => [path, message])),
      isSending: typing.isBusy,
      savedAt: typing.sentAt,
      isOffline,
      isUnsaved: !typing.isSafe,
    });
  }

  /** Fetches the list again; a failure is ignored. */
  refresh(): void {
    void this.#said?.typing.look();
  }

  /** One entry to read, which counts as read from now on. Without a connection, the entry as it was stored on this device. */
  async open(id: string, signal: AbortSignal): Promise<SelectionEntry> {
    const entry = await call('GET /api/site/selection/:enrolment', { at: { enrolment: id }, signal }).catch((error: unknown) => {
      const found = error instanceof ApiError && error.isPassing && !signal.aborted ? offlineEntry(id) : undefined;
      if (!found) throw error;
      this.refresh();
      return found;
    });
    storeEntry(id, entry);
    const { facts } = this.#state;
    if (facts) this.#said?.typing.adopt({ ...facts, items: [entry.item], isRow: true });
    return entry;
  }

  item(id: string): SelectionItem | undefined {
    return this.#state.facts?.items.find(({ enrolment }) => enrolment === id);
  }

  words(id: string): Words {
    const said = this.#said?.typing.snapshot().values[id];
    return said === undefined ? wordsOf(this.item(id)?.own ?? emptySelection, undefined) : asWords(said);
  }

  /** Makes an edit: it is stored in the journal at once and sent soon. A primary choice above the limit is refused, and the page says what to do. */
  say(id: string, change: Partial<Words>): void {
    if (change.choice === 'primary' && !this.#hasPlace(id)) {
      this.#full(id);
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

  #full(id: string): void {
    this.#set({ full: id });
    this.refresh();
  }

  /** Resolves a conflict: the juror chose their own values or those of the other device. */
  decide(id: string, side: 'mine' | 'theirs'): void {
    this.#said?.typing.resolve(id, side);
  }

  closeFull(): void {
    this.#set({ full: undefined });
  }

  /** The discussion of an entry as it is now. */
  async talk(id: string, signal: AbortSignal): Promise<JuryTalk | undefined> {
    return (await call('GET /api/site/selection/:enrolment', { at: { enrolment: id }, signal })).talk;
  }

  /** Writes to the other jurors. The same key is written once. */
  note(id: string, text: string, key: string): Promise<JuryTalk> {
    return call('POST /api/site/selection/:enrolment/notes', { at: { enrolment: id }, body: { text }, key });
  }

  async declare(id: string, declared: boolean): Promise<void> {
    const facts = await call('POST /api/site/selection/:enrolment/conflict', { at: { enrolment: id }, body: { declared } });
    if (declared) this.#said?.typing.forget(id);
    this.#said?.typing.adopt(facts, true);
  }

  /** Declares that the juror is done, or takes it back. What was written before goes first. */
  async finish(done: boolean): Promise<void> {
    await this.flush();
    this.#said?.typing.adopt(await call('POST /api/site/selection/done', { body: { done } }), true);
  }

  /** Sends unsent edits now, without waiting for a pause in typing. */
  async flush(): Promise<void> {
    await this.#said?.typing.flush();
  }

  progress(): SelectionProgress | undefined {
    const { facts, edits } = this.#state;
    return facts && progressWith(facts, edits);
  }

  #set(change: Partial<SelectionState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export function useSelection(store: SelectionStore): SelectionState {
  return useSyncExternalStore(store.subscribe, store.state, store.state);
}
