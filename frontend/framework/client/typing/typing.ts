/**
 * The one engine for typing that survives (docs/decisions/044): every keystroke goes into the journal at once and to the server soon; what comes back, from
 * other tabs and other devices too, is merged. What is typed into and how it is sent says an adapter; the browser around it (storage, clock, tabs) is
 * handed in, so that tests can be the browser. No React: `subscribe` and `snapshot` are what useSyncExternalStore asks for.
 */

import type { JsonValue } from '#codegen/model.ts';
import { changedPaths } from '#rules/records/field-changes.ts';
import type { Answer, Batch, Content, Refused, Typed } from './edits.ts';
import * as made from './edits.ts';
import type { Journal } from './journal.ts';
import { type Snapshot, shown } from './shown.ts';

/** What a failed call means. */
export type Verdict<F> =
  /** nothing was decided: it is tried again */
  | 'away'
  /** nothing can be sent until that ends */
  | { halt: string }
  /** another change came first: the present value */
  | { facts: F }
  /** these values will never be taken as they are; what the adapter has put in their place is sent at once */
  | { refused: Refused[] };

/** How the thing that is typed into is reached. */
export interface Adapter<F> extends Content<F> {
  /** asks for it; `known` itself where nothing is new. Without it the store hands in by `adopt` what it learns */
  read?(known: F | undefined): Promise<F>;
  send(batch: Batch, facts: F, options: { keepalive: boolean }): Promise<Answer<F>>;
  /** `batch` where it was a call of `send` that failed */
  failed(error: unknown, batch?: Batch): Verdict<F>;
  /** between two tries, ms at most */
  longestRetry?: number;
  /** between two readings, ms */
  lookEvery?: number;
}

export interface Around<F> {
  journal: Journal;
  /** tabs of this browser that live, besides this one */
  aliveTabs(): Promise<ReadonlySet<string>>;
  /** to the other tabs that show the same */
  tell(facts: F): void;
  after(ms: number, task: () => void): () => void;
  now(): number;
}

/** After the last key, ms. */
const pauseBeforeSave = 800;
/** Between two looks for changes of other devices, ms, where an adapter has no other. */
const usualLookEvery = 20_000;
const firstRetry = 1_000;
const usualLongestRetry = 30_000;
const longestWait = 15_000;

export class Typing<F> {
  readonly #adapter: Adapter<F>;
  readonly #around: Around<F>;
  readonly #listeners = new Set<() => void>();
  #typed: Typed<F>;
  #snapshot: Snapshot<F> | undefined;
  #running: Promise<void> | undefined;
  #isOffline = false;
  #sentAt: number | undefined;
  #retry = firstRetry;
  #cancelSave: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;
  #closed = true;

  /** @param facts where they are known already */
  constructor(adapter: Adapter<F>, around: Around<F>, facts?: F) {
    this.#adapter = adapter;
    this.#around = around;
    this.#typed = made.nothingTyped(adapter, facts);
  }

  /** Loads it and what an earlier page left unsaved, and begins to send and to look for changes of others. */
  async open(): Promise<void> {
    this.#closed = false;
    await this.look();
  }

  /** Nothing more is sent or asked until `open`. */
  rest(): void {
    this.#closed = true;
    this.#cancelSave?.();
    this.#cancelLook?.();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot<F> => {
    this.#snapshot ??= shown(this.#typed, {
      isOffline: this.#isOffline,
      isBusy: this.#running !== undefined,
      isSafe: this.#around.journal.isSafe,
      sentAt: this.#sentAt,
    });
    return this.#snapshot;
  };

  /** The person typed; nested parts by their path: 'director/bio'. */
  readonly set = (path: string, value: JsonValue): void => {
    this.#become(made.typed(this.#typed, path, value));
    this.#note(path);
    this.#saveIn(pauseBeforeSave);
  };

  /** The field was left: it is saved at once. */
  readonly blur = (path: string): void => {
    if (made.sendable(this.#typed).length) void this.flush();
    else this.#become(made.left(this.#typed, path));
  };

  /** Between the two sides of a field; of a refused one, 'mine' sends it once more. */
  readonly resolve = (path: string, side: 'mine' | 'theirs'): void => {
    this.#become(made.resolved(this.#typed, path, side));
    this.#note(path);
    this.#saveIn(0);
  };

  /** What came by another call (an upload, a submission) or from another tab; `isOwn`: this page's own action, of which the other tabs hear. */
  adopt(facts: F, isOwn = false): void {
    this.#isOffline = false;
    this.#become(made.received(this.#typed, facts, isOwn ? Object.keys(this.#adapter.values(facts)) : []));
    this.#sweep();
    this.#saveIn(0);
    if (isOwn) this.#tell();
  }

  /** What was typed there is given up. */
  forget(path: string): void {
    this.#become(made.forgotten(this.#typed, path));
    this.#note(path);
  }

  /** The news were read. */
  readonly seen = (): void => this.#become({ ...this.#typed, news: [] });

  /** Saves what can be saved now. True when the server has everything. */
  readonly flush = async (): Promise<boolean> => {
    this.#cancelSave?.();
    const until = this.#around.now() + longestWait;
    while (!this.#closed && this.#around.now() < until && (this.#running || this.#maySend())) {
      await (this.#running ?? this.#send());
      if (this.#isOffline) break;
    }
    return this.#typed.facts !== undefined && !Object.keys(made.unsaved(this.#typed)).length;
  };

  /** The page is being left: what is typed goes out without waiting for what is under way. */
  leave(): void {
    const begins = this.#begin();
    if (!begins) return;
    const { batch, facts } = begins;
    this.#adapter.send(batch, facts, { keepalive: true }).then(
      (answer) => this.#take(batch, answer),
      () => undefined, // the journal has it
    );
  }

  /** The connection is back, or the person signed in again. */
  readonly resume = (): void => {
    this.#retry = firstRetry;
    if (this.#typed.halt === 'signin') this.#become({ ...this.#typed, halt: undefined });
    this.#isOffline = false;
    void this.look();
    this.#saveIn(0);
  };

  /** Asks whether it is still the same. */
  async look(): Promise<void> {
    this.#cancelLook?.();
    await this.#recall();
    if (this.#adapter.read)
      try {
        const { facts: known } = this.#typed;
        const came = await this.#adapter.read(known);
        const isSame = came === this.#typed.facts && !this.#isOffline && this.#typed.halt === undefined;
        this.#isOffline = false;
        this.#retry = firstRetry;
        if (!isSame) this.#become(made.received(this.#typed, came));
        // A page that was left had no time to say what it saved.
        if (known === undefined || changedPaths(this.#adapter.values(known), this.#adapter.values(came)).length) this.#tell();
        this.#sweep();
        if (made.sendable(this.#typed).length) this.#saveIn(0);
      } catch (error) {
        this.#failed(error, undefined);
      }
    if (this.#closed) return;
    this.#cancelLook?.();
    this.#cancelLook = this.#around.after(
      this.#typed.facts !== undefined && !this.#isOffline ? (this.#adapter.lookEvery ?? usualLookEvery) : this.#retry,
      () => void this.look(),
    );
  }

  async #recall(): Promise<void> {
    const alive = await this.#around.aliveTabs();
    // Left meanwhile: what was not taken over stays for the next page.
    if (this.#closed) return;
    const found = this.#around.journal.adopt(alive);
    if (!found.length) return;
    let next = made.recalled(this.#typed, found);
    if (next.facts !== undefined) next = made.received(next, next.facts);
    this.#become(next);
    for (const { path } of found) this.#noted.add(path);
    this.#sweep();
    this.#saveIn(0);
  }

  #maySend(): boolean {
    return !this.#closed && this.#typed.facts !== undefined && this.#typed.halt === undefined && made.sendable(this.#typed).length > 0;
  }

  #saveIn(ms: number): void {
    this.#cancelSave?.();
    this.#cancelSave = this.#around.after(ms, () => {
      this.#cancelSave = undefined;
      if (this.#maySend() && !this.#running) void this.#send();
    });
  }

  /** The next call; undefined for none. */
  #begin(): { batch: Batch; facts: F } | undefined {
    if (!this.#maySend()) return undefined;
    const { typing, batch } = made.begun(this.#typed);
    this.#become(typing);
    if (!batch || typing.facts === undefined) return undefined;
    for (const path of Object.keys(batch.values)) this.#note(path);
    return { batch, facts: typing.facts };
  }

  /** One call after the other, until nothing is left that may go. */
  #send(): Promise<void> {
    const work = async () => {
      for (;;) {
        const begins = this.#begin();
        if (!begins) return;
        const { batch, facts } = begins;
        try {
          const answer = await this.#adapter.send(batch, facts, { keepalive: false });
          this.#isOffline = false;
          this.#retry = firstRetry;
          this.#take(batch, answer);
        } catch (error) {
          if (!this.#failed(error, batch)) return;
        }
      }
    };
    this.#running = work().finally(() => {
      this.#running = undefined;
      this.#changed();
      // Typed while the last answer was on its way.
      if (this.#maySend() && !this.#isOffline && !this.#cancelSave) this.#saveIn(pauseBeforeSave);
    });
    this.#changed();
    return this.#running;
  }

  #take(batch: Batch, answer: Answer<F>): void {
    this.#sentAt = this.#around.now();
    this.#become(made.answered(this.#typed, batch, answer));
    this.#sweep();
    this.#tell();
  }

  /** The newest that is known: an answer may have been overtaken. */
  #tell(): void {
    if (this.#typed.facts !== undefined) this.#around.tell(this.#typed.facts);
  }

  /** What a failure means; true where the rest may be sent at once. */
  #failed(error: unknown, batch: Batch | undefined): boolean {
    const verdict = this.#adapter.failed(error, batch);
    if (verdict === 'away') {
      this.#isOffline = true;
      this.#saveIn(this.#retry);
      this.#retry = Math.min(this.#retry * 2, this.#adapter.longestRetry ?? usualLongestRetry);
      this.#changed();
      return false;
    }
    this.#isOffline = false;
    if ('halt' in verdict) this.#become({ ...this.#typed, halt: verdict.halt });
    else if ('facts' in verdict) this.#become(made.received(this.#typed, verdict.facts));
    else this.#become(made.rejected(this.#typed, verdict.refused));
    this.#sweep();
    return 'refused' in verdict;
  }

  /** The journal holds the open edits, and nothing else. */
  #sweep(): void {
    for (const path of this.#noted) this.#note(path);
  }

  readonly #noted = new Set<string>();

  #note(path: string): void {
    const edit = this.#typed.edits[path];
    if (edit && made.isStored(this.#adapter, edit)) {
      this.#noted.add(path);
      this.#around.journal.write(path, edit, this.#around.now(), made.heldBeside(this.#typed, path));
    } else if (this.#noted.delete(path)) this.#around.journal.drop(path);
  }

  #become(next: Typed<F>): void {
    if (next === this.#typed) return;
    this.#typed = next;
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = undefined;
    for (const listener of this.#listeners) listener();
  }
}
