/** The juror's desk in the browser: the list, what is said, and its way to the server one call after another. */
import { useSyncExternalStore } from 'react';
import type { JurorFacts, OwnSelection, SelectionEntry, SelectionFacts, SelectionItem, SelectionProgress } from '#application/site/wire.ts';
import { ApiError, call } from '#screens/site/call.ts';
import { type Edit, isSame, isUnsent, merge, nothingSaid, onto, progressWith, received, sendableOf, type Words, withItem, wordsOf } from './core.ts';
import { type DeskState, newest, nothingYet, standing } from './desk-state.ts';
import { Journal } from './journal.ts';
import { lastList, shelvedEntry, shelveEntry, shelveList } from './shelf.ts';

/** A comment goes out when the hand rests, ms. */
const rest = 900;
/** Another device's choices are looked for, ms. */
const pollEvery = 20_000;
const shortestRetry = 2_000;
const longestRetry = 30_000;

export class DeskStore {
  #state: DeskState = nothingYet;
  readonly #listeners = new Set<() => void>();
  #journal: Journal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry = shortestRetry;
  #run: Promise<void> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DeskState => this.#state;

  /** Asks again on coming back and every twenty seconds; sends when the connection is back. */
  readonly attach = (): (() => void) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible' || this.#state.phase !== 'ready') return;
      void (this.#state.shelvedAt === undefined ? this.refresh().then(() => this.#send()) : this.load());
    };
    const leave = (): void => void this.#send();
    const timer = setInterval(look, pollEvery);
    window.addEventListener('focus', look);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pagehide', leave);
    if (this.#state.phase === 'loading') void this.load();
    return () => {
      clearInterval(timer);
      clearTimeout(this.#timer);
      window.removeEventListener('focus', look);
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pagehide', leave);
    };
  };

  /** Who is there, their list, and what this device kept for them. */
  async load(): Promise<void> {
    try {
      const juror = await call<JurorFacts>('GET', '/jury/me');
      const facts = await call<SelectionFacts>('GET', '/selection');
      this.#journal = new Journal(facts.campaign, juror.email);
      // Another juror's words are not taken along.
      const isSameJuror = this.#state.juror?.email === juror.email && this.#state.juror.campaign === juror.campaign;
      const edits = { ...this.#journal.read(), ...(isSameJuror && this.#state.edits) };
      const known = isSameJuror ? this.#state.facts : undefined;
      this.#set({ phase: 'ready', juror, facts: received(known, facts), edits: standing(edits, facts), isOffline: false, shelvedAt: undefined });
      this.#shelve();
      void this.#send();
    } catch (error) {
      if (this.#state.phase === 'loading' && error instanceof ApiError && error.isPassing) this.#unshelve();
      this.#failed(error);
    }
  }

  /** What this browser kept of whoever was here last. Nothing is sent before the server has said who is there. */
  #unshelve(): void {
    const kept = lastList();
    if (!kept) return;
    const { juror, facts, at } = kept;
    this.#journal = new Journal(facts.campaign, juror.email);
    this.#set({ phase: 'ready', juror, facts, edits: standing(this.#journal.read(), facts), shelvedAt: at });
  }

  /** The list anew; quiet when it fails. */
  async refresh(): Promise<void> {
    try {
      this.take(await call<SelectionFacts>('GET', '/selection'));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** A list that came with an answer. */
  take(facts: SelectionFacts): void {
    const next = received(this.#state.facts, facts);
    this.#set({ facts: next, edits: standing(this.#state.edits, next), isOffline: false });
    this.#shelve();
  }

  /** What the server has said is what a reload without a line shows, the juror's own words that arrived among it. */
  #shelve(): void {
    const { juror, facts, phase } = this.#state;
    if (juror && facts && phase === 'ready') shelveList(juror, facts);
  }

  /** One to read; it counts as read from now on. While the line is away, as it was read last on this device. */
  async open(id: string, signal: AbortSignal): Promise<SelectionEntry> {
    const entry = await call<SelectionEntry>('GET', `/selection/${encodeURIComponent(id)}`, undefined, { signal }).catch((error: unknown) => {
      const kept = error instanceof ApiError && error.isPassing && !signal.aborted ? shelvedEntry(id) : undefined;
      if (!kept) throw error;
      this.#failed(error);
      return kept;
    });
    shelveEntry(id, entry);
    const { facts } = this.#state;
    if (facts) this.#set({ facts: withItem(facts, { enrolment: id, isRead: entry.item.isRead, ...newest(this.item(id), entry.item) }) });
    return entry;
  }

  item(id: string): SelectionItem | undefined {
    return this.#state.facts?.items.find(({ enrolment }) => enrolment === id);
  }

  words(id: string): Words {
    return wordsOf(this.item(id)?.own ?? nothingSaid, this.#state.edits[id]);
  }

  /** Says something; it lies in the journal at once and goes out soon. A primary choice beyond the limit is not taken, and the page says what to do. */
  say(id: string, change: Partial<Words>): void {
    const { edits, facts } = this.#state;
    const own = this.item(id)?.own ?? nothingSaid;
    const known = edits[id];
    const next: Edit = { ...(known ?? { ...wordsOf(own, undefined), from: own }), ...change };
    if (facts && change.choice === 'primary' && !this.#hasPlace(id)) {
      this.#set({ full: id });
      void this.refresh();
      return;
    }
    const refused = { ...this.#state.refused };
    delete refused[id];
    this.#set({ edits: { ...edits, [id]: next }, refused });
    clearTimeout(this.#timer);
    if ('comment' in change) this.#timer = setTimeout(() => void this.#send(), rest);
    else void this.#send();
  }

  #hasPlace(id: string): boolean {
    const { facts, edits } = this.#state;
    if (!facts) return true;
    const { [id]: _, ...others } = edits;
    const { primary, maxSel } = progressWith(facts, others);
    return this.item(id)?.own.choice === 'primary' || primary < maxSel;
  }

  /** The juror decided between their own words and those of the other device. */
  decide(id: string, side: 'mine' | 'theirs'): void {
    const { [id]: standing, ...theirs } = this.#state.theirs;
    const { [id]: edit, ...edits } = this.#state.edits;
    if (!standing || !edit) return;
    this.#set({ theirs, edits: side === 'mine' ? { ...edits, [id]: { ...edit, from: standing } } : edits });
    void this.#send();
  }

  closeFull(): void {
    this.#set({ full: undefined });
  }

  async declare(id: string, declared: boolean): Promise<void> {
    const facts = await call<SelectionFacts>('POST', `/selection/${encodeURIComponent(id)}/conflict`, { declared });
    const { [id]: _, ...edits } = this.#state.edits;
    this.#set({ edits: declared ? edits : this.#state.edits, facts });
  }

  /** Sends what is said and not sent, without waiting for the hand to rest. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#send();
  }

  progress(): SelectionProgress | undefined {
    const { facts, edits } = this.#state;
    return facts && progressWith(facts, edits);
  }

  #send(): Promise<void> {
    this.#run ??= this.#sendAll().finally(() => {
      this.#run = undefined;
    });
    return this.#run;
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const id = this.#nextToSend();
      if (id === undefined || !(await this.#sendOne(id))) return;
    }
  }

  #nextToSend(): string | undefined {
    const { edits, theirs, refused, phase, shelvedAt } = this.#state;
    if (phase !== 'ready' || shelvedAt !== undefined) return undefined;
    return Object.keys(edits).find((id) => isUnsent(edits[id] as Edit) && !theirs[id] && !refused[id] && this.item(id)); // its own key
  }

  /** Whether to go on with the next. */
  async #sendOne(id: string): Promise<boolean> {
    const edit = this.#state.edits[id];
    if (!edit) return true;
    const words = sendableOf(edit);
    this.#set({ sending: id });
    try {
      const { choice, weight, comment } = words;
      const path = `/selection/${encodeURIComponent(id)}`;
      const { item } = await call<{ item: SelectionItem }>('PUT', path, { choice, weight, comment, ver: edit.from.ver }, { keepalive: true });
      this.#retry = shortestRetry;
      this.#arrived(id, item);
      return true;
    } catch (error) {
      this.#set({ sending: undefined });
      return this.#sendFailed(id, edit, error);
    }
  }

  #arrived(id: string, item: SelectionItem): void {
    const { facts, edits } = this.#state;
    const { [id]: edit, ...others } = edits;
    const left = edit && onto(edit, item.own);
    const next = facts && withItem(facts, { enrolment: id, own: item.own });
    this.#set({ sending: undefined, savedAt: Date.now(), isOffline: false, facts: next, edits: left ? { ...others, [id]: left } : others });
    this.#shelve();
  }

  #sendFailed(id: string, edit: Edit, error: unknown): boolean {
    if (!(error instanceof ApiError)) throw error;
    const { [id]: now = edit, ...others } = this.#state.edits;
    if (error.code === 'msg.datamodi') {
      this.#meet(id, now, error.data as OwnSelection); // the selection as it stands, by the wire
      return true;
    }
    if (error.code === 'rule.maxsel') {
      const back = onto({ ...now, choice: now.from.choice }, now.from);
      this.#set({ edits: back ? { ...others, [id]: back } : others, full: id });
      void this.refresh();
      return true;
    }
    if (error.isPassing || error.code === 'msg.session' || error.code === 'msg.timeout') {
      this.#failed(error);
      return false;
    }
    this.#set({ refused: { ...this.#state.refused, [id]: error.sentence } });
    void this.refresh();
    return true;
  }

  /** Their words and ours: merged where they do not meet, else asked about. */
  #meet(id: string, mine: Edit, theirs: OwnSelection): void {
    const { facts } = this.#state;
    const { [id]: _, ...others } = this.#state.edits;
    const next = facts && withItem(facts, { enrolment: id, own: theirs });
    const merged = isSame(mine, theirs) ? { ...mine, from: theirs } : merge(mine, theirs);
    const left = merged && onto(merged, theirs);
    if (merged) this.#set({ facts: next, edits: left ? { ...others, [id]: left } : others });
    else this.#set({ facts: next, theirs: { ...this.#state.theirs, [id]: theirs } });
    this.#shelve();
  }

  #failed(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'msg.session' || error.code === 'msg.timeout') this.#set({ phase: 'signin' });
    else if (error.isPassing) {
      this.#set({ isOffline: true, phase: this.#state.phase === 'loading' ? 'failed' : this.#state.phase });
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void (this.#state.phase === 'failed' || this.#state.shelvedAt !== undefined ? this.load() : this.#send()), this.#retry);
      this.#retry = Math.min(this.#retry * 2, longestRetry);
    } else this.#set({ phase: this.#state.facts ? this.#state.phase : 'failed' });
  }

  #set(change: Partial<DeskState>): void {
    const before = this.#state.edits;
    this.#state = { ...this.#state, ...change };
    if (this.#journal && before !== this.#state.edits) this.#state.isUnkept = !this.#journal.write(this.#state.edits);
    for (const listener of this.#listeners) listener();
  }
}

export function useDesk(store: DeskStore): DeskState {
  return useSyncExternalStore(store.subscribe, store.state, store.state);
}
