/**
 * Keeps a draft: every keystroke goes into the journal at once and to the server soon; what comes back, from other tabs and other devices too, is merged.
 * The browser around it (calls, storage, clock, tabs) is handed in, so that tests can be the browser.
 */

import type { EnrolmentFacts, Merged } from '#application/site/wire.ts';
import type { JsonValue } from '#codegen/model.ts';
import type { Problem } from '#rules/problem.ts';
import {
  answered,
  type Batch,
  begun,
  heldBeside,
  isOpen,
  type Kept,
  left,
  nothing,
  recalled,
  received,
  rejected,
  resolved,
  sendable,
  typed,
  unsaved,
} from './core.ts';
import { type Failure, type Snapshot, type Surroundings, shown } from './surroundings.ts';

/** After the last key, ms. */
export const pauseBeforeSave = 800;
/** Between two looks for changes of other devices, ms. */
export const lookEvery = 20_000;
const firstRetry = 1_000;
const longestRetry = 30_000;
const longestWait = 15_000;

export class Keeper {
  readonly #around: Surroundings;
  readonly #listeners = new Set<() => void>();
  #kept: Kept = nothing;
  #snapshot: Snapshot | undefined;
  #running: Promise<void> | undefined;
  #isOffline = false;
  #retry = firstRetry;
  #cancelSave: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;
  #closed = false;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Loads the row and what an earlier page left unsaved, and begins to look for changes of others. */
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

  readonly snapshot = (): Snapshot => {
    this.#snapshot ??= shown(this.#kept, { isOffline: this.#isOffline, isBusy: this.#running !== undefined, isSafe: this.#around.journal.isSafe });
    return this.#snapshot;
  };

  /** Somebody typed; nested parts by their path: 'director/bio'. */
  set(path: string, value: JsonValue): void {
    this.#become(typed(this.#kept, path, value));
    this.#note(path);
    this.#saveIn(pauseBeforeSave);
  }

  /** The field was left: it is saved at once. */
  blur(path: string): void {
    if (sendable(this.#kept).length) void this.flush();
    else this.#become(left(this.#kept, path));
  }

  resolve(path: string, side: 'mine' | 'theirs'): void {
    this.#become(resolved(this.#kept, path, side));
    this.#note(path);
    this.#saveIn(0);
  }

  /** A row that came by another call: an upload, a submission, another tab. */
  adopt(facts: EnrolmentFacts, isOwn = false): void {
    this.#become(received(this.#kept, facts, isOwn ? Object.keys(facts.values) : []));
    this.#sweep();
    this.#saveIn(0);
  }

  seen(): void {
    this.#become({ ...this.#kept, news: [] });
  }

  /** Saves what can be saved now. True when the server has everything. */
  async flush(): Promise<boolean> {
    this.#cancelSave?.();
    const until = this.#around.now() + longestWait;
    while (!this.#closed && this.#around.now() < until && (this.#running || this.#maySend())) {
      await (this.#running ?? this.#send(false));
      if (this.#isOffline) break;
    }
    return this.#kept.facts !== undefined && !Object.keys(unsaved(this.#kept)).length;
  }

  /** The page is being left: what is typed goes out without waiting for what is under way. */
  leave(): void {
    if (!this.#maySend()) return;
    const { kept, batch } = begun(this.#kept);
    this.#kept = kept;
    if (!batch) return;
    for (const path of Object.keys(batch.values)) this.#note(path);
    this.#around.save(batch.changes, { keepalive: true }).then(
      (merged) => this.#take(batch, merged),
      () => undefined, // the journal has it
    );
  }

  /** The line is back, or somebody signed in again. */
  resume(): void {
    this.#retry = firstRetry;
    if (this.#kept.halt === 'signin') this.#become({ ...this.#kept, halt: undefined });
    this.#isOffline = false;
    void this.look();
    this.#saveIn(0);
  }

  /** Asks whether the row is still the same. */
  async look(): Promise<void> {
    this.#cancelLook?.();
    await this.#recall();
    try {
      const seen = await this.#around.read(this.#kept.facts?.ver);
      this.#isOffline = false;
      const { facts } = this.#kept;
      if ('values' in seen) {
        this.#become(received(this.#kept, seen));
        // A page that was left had no time to say what it saved.
        this.#around.tell(seen);
      } else if (facts && facts.ver === seen.ver) this.#become(received(this.#kept, { ...facts, ...seen }));
      this.#sweep();
      if (sendable(this.#kept).length) this.#saveIn(0);
    } catch (error) {
      this.#failed(error, undefined);
    }
    if (this.#closed) return;
    this.#cancelLook?.();
    this.#cancelLook = this.#around.after(this.#kept.facts && !this.#isOffline ? lookEvery : this.#retry, () => void this.look());
  }

  async #recall(): Promise<void> {
    const alive = await this.#around.aliveTabs();
    // Left meanwhile: what was not taken over stays for the next page.
    if (this.#closed) return;
    const found = this.#around.journal.adopt(alive);
    if (!found.length) return;
    let next = recalled(this.#kept, found);
    if (next.facts) next = received(next, next.facts);
    this.#become(next);
    for (const { path } of found) this.#noted.add(path);
    this.#sweep();
  }

  #maySend(): boolean {
    return !this.#closed && this.#kept.facts !== undefined && this.#kept.halt === undefined && sendable(this.#kept).length > 0;
  }

  #saveIn(ms: number): void {
    this.#cancelSave?.();
    this.#cancelSave = this.#around.after(ms, () => {
      this.#cancelSave = undefined;
      if (this.#maySend() && !this.#running) void this.#send(false);
    });
  }

  /** One call after the other, until nothing is left that may go. */
  #send(keepalive: boolean): Promise<void> {
    const work = async () => {
      while (this.#maySend()) {
        const { kept, batch } = begun(this.#kept);
        this.#become(kept);
        if (!batch) return;
        for (const path of Object.keys(batch.values)) this.#note(path);
        try {
          const merged = await this.#around.save(batch.changes, { keepalive });
          this.#isOffline = false;
          this.#retry = firstRetry;
          this.#take(batch, merged);
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

  #take(batch: Batch, merged: Merged): void {
    this.#become(answered(this.#kept, batch, merged));
    this.#sweep();
    this.#around.tell(merged.enrolment);
  }

  /** What a failure means; true where the rest may be sent at once. */
  #failed(error: unknown, batch: Batch | undefined): boolean {
    const { status, code, isPassing, fields, data } = this.#around.failureOf(error);
    if (status === 401 || status === 440) this.#become({ ...this.#kept, halt: 'signin' });
    else if (isFacts(data)) this.#become(received(this.#kept, data));
    else if (status === 404) this.#become({ ...this.#kept, halt: 'gone' });
    else if (!isPassing && status !== 423 && batch) return this.#reject(batch, code, fields);
    else {
      this.#isOffline = true;
      this.#saveIn(this.#retry);
      this.#retry = Math.min(this.#retry * 2, longestRetry);
      this.#changed();
    }
    return false;
  }

  /** A call that will never be taken as it is: what it names stays here; where it names nothing, everything that it held. */
  #reject(batch: Batch, code: string, fields: Failure['fields']): boolean {
    const paths = Object.keys(batch.values);
    const named = fields.flatMap(({ path, code: own }) =>
      paths.filter((each) => path === each || path.startsWith(`${each}/`)).map((each) => ({ path: each, code: own })),
    );
    const stay = named.length ? named : paths.map((path) => ({ path, code }));
    this.#become(rejected(this.#kept, stay as Problem[])); // codes of the server's catalogue
    return true;
  }

  /** What stands in the journal is what is open, and no more. */
  #sweep(): void {
    for (const path of this.#noted) this.#note(path);
  }

  readonly #noted = new Set<string>();

  #note(path: string): void {
    const edit = this.#kept.edits[path];
    if (edit && isOpen(edit)) {
      this.#noted.add(path);
      this.#around.journal.write(path, edit, this.#around.now(), heldBeside(this.#kept, path));
    } else if (this.#noted.delete(path)) this.#around.journal.drop(path);
  }

  #become(next: Kept): void {
    if (next === this.#kept) return;
    this.#kept = next;
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function isFacts(data: unknown): data is EnrolmentFacts {
  return typeof data === 'object' && data !== null && 'ver' in data && 'values' in data && 'mayEdit' in data;
}
