/**
 * Saves what a person fills in, field by field, while they go on: one call at a time, the newest value of each field. What is not saved yet stays on this
 * device, so that a reload or a lost line loses nothing. No React.
 */
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import { ApiError } from '#client/http/api-error.ts';
import { ask } from '#client/http/ask.ts';
import { onDevice } from '#client/kept.ts';

/** What is saved apart. */
export interface Fields {
  cells: string;
  priority: string[];
}
export type Field = keyof Fields;

export interface Saving {
  facts: MyFacts;
  /** not saved yet */
  edits: Partial<Fields>;
  state: 'idle' | 'waiting' | 'sending' | 'offline' | 'failed' | 'conflict';
  /** the server's words where it failed */
  why: string;
  savedAt: number | undefined;
}

/** ms after the last change */
const pause = 600;
const offlinePause = 4_000;
/** Longest time for one call, ms: a line that says nothing is a broken one. */
const patience = 90_000;

export class Saver {
  #now: Saving;
  readonly #token: string;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(facts: MyFacts, token: string) {
    this.#token = token;
    const edits = facts.wishes.state === 'open' ? kept(token, facts) : {};
    this.#now = { facts, edits, state: 'idle', why: '', savedAt: undefined };
    if (Object.keys(edits).length) this.#wait(pause);
    addEventListener('online', () => this.#now.state === 'offline' && void this.#send());
    addEventListener('pagehide', () => this.#leave());
  }

  get = (): Saving => this.#now;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  edit<F extends Field>(field: F, value: Fields[F]): void {
    this.#set({ edits: { ...this.#now.edits, [field]: value }, state: this.#now.state === 'sending' ? 'sending' : 'waiting', why: '' });
    keep(this.#token, this.#now.facts, this.#now.edits);
    this.#wait(pause);
  }

  /** After a conflict or a refusal: what was typed again, or what the server has. */
  settle(isMine: boolean): void {
    if (!isMine) this.#set({ edits: {}, state: 'idle', why: '' });
    keep(this.#token, this.#now.facts, this.#now.edits);
    if (isMine) void this.#send();
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#now.state === 'sending') return this.#wait(pause);
    const [field] = Object.keys(this.#now.edits) as Field[]; // keys of the edits
    if (!field) return;
    const { facts } = this.#now;
    const value = this.#now.edits[field];
    this.#set({ state: 'sending' });
    try {
      this.#done(await put(this.#token, bodyOf(facts, field, value)), field, value);
    } catch (error) {
      if (error instanceof ApiError && error.isPassing) {
        this.#set({ state: 'offline' });
        this.#wait(offlinePause);
      } else if (error instanceof ApiError && error.code === 'msg.datamodi' && isFacts(error.data)) this.#overtaken(error.data, field);
      else if (error instanceof ApiError) this.#set({ state: 'failed', why: error.fields[0]?.message ?? error.sentence });
      else throw error;
    }
  }

  #done(facts: MyFacts, field: Field, value: unknown): void {
    const edits = { ...this.#now.edits };
    if (edits[field] === value) delete edits[field];
    this.#set({ facts, edits, state: Object.keys(edits).length ? 'waiting' : 'idle', savedAt: Date.now() });
    keep(this.#token, facts, edits);
    if (Object.keys(edits).length) this.#wait(pause);
  }

  /** Somebody else saved the row: another field of it is no matter, the same one is asked about. */
  #overtaken(facts: MyFacts, field: Field): void {
    const before = this.#now.facts;
    const isSame = String(before[field]) === String(facts[field]) && before.grid === facts.grid;
    const edits = before.grid === facts.grid ? this.#now.edits : without(this.#now.edits, 'cells');
    this.#set({ facts, edits, state: isSame ? 'waiting' : Object.keys(edits).length ? 'conflict' : 'idle' });
    if (isSame) this.#wait(0);
  }

  /** The browser finishes this call after the page is gone. */
  #leave(): void {
    const [field] = Object.keys(this.#now.edits) as Field[]; // keys of the edits
    if (field && this.#now.state === 'waiting') void put(this.#token, bodyOf(this.#now.facts, field, this.#now.edits[field]), true).catch(() => undefined); // it is kept on this device
  }

  #set(change: Partial<Saving>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

function bodyOf({ ver, grid }: MyFacts, field: Field, value: unknown): object {
  return field === 'cells' ? { ver, cells: value, grid } : { ver, priority: value };
}

async function put(token: string, body: object, keepalive = false): Promise<MyFacts> {
  const facts = await ask(`/api/my/${token}`, { method: 'PUT', body, keepalive, patience });
  if (!isFacts(facts)) throw new ApiError(502, '', null);
  return facts;
}

function isFacts(value: unknown): value is MyFacts {
  return typeof value === 'object' && value !== null && 'ver' in value && 'cells' in value;
}

/** Unsaved values that were typed over the same version of the same grid. */
function kept(token: string, facts: MyFacts): Partial<Fields> {
  const found = onDevice.read(nameOf(token)) as { ver: number; grid: string; edits: Partial<Fields> } | null | undefined; // written by keep
  return found && found.ver === facts.ver && found.grid === facts.grid ? found.edits : {};
}

/** Where there is no room, what is typed is saved within a second anyway. */
function keep(token: string, { ver, grid }: MyFacts, edits: Partial<Fields>): void {
  onDevice.write(nameOf(token), Object.keys(edits).length ? { ver, grid, edits } : undefined);
}

/** Not the token itself: whoever reads this device's store later opens nothing with it. */
function nameOf(token: string): string {
  return `my ${token.slice(0, 12)}`;
}

function without(edits: Partial<Fields>, field: Field): Partial<Fields> {
  const { [field]: _gone, ...rest } = edits;
  return rest;
}
