/**
 * A part of a page that is fetched apart: tried twice, and if the line is away, again by itself whenever it may be back. No React:
 * each face draws what it holds in its own way.
 */

/** 'away': no answer from anywhere. 'gone': the server answers, and this part does not come: another build has taken its place. */
export type FetchState = 'coming' | 'there' | 'away' | 'gone';

/** What it asks of the browser. */
export interface Line {
  after(ms: number, task: () => void): void;
  /** calls whenever the line may be back; @returns what ends it */
  onBack(task: () => void): () => void;
  /** does the server answer at all? */
  answers(): Promise<boolean>;
}

/** Before the second try, ms. */
const pause = 600;
/** Between later tries, ms: twice as long each time, up to the last. */
const [firstWait, longestWait] = [3_000, 30_000];

export class Fetched<T> {
  #value: T | undefined;
  #state: FetchState = 'coming';
  #running: Promise<void> | undefined;
  #endWaiting: (() => void) | undefined;
  #wait = firstWait;
  readonly #load: () => Promise<T>;
  readonly #line: Line;
  readonly #listeners = new Set<() => void>();

  constructor(load: () => Promise<T>, line: Line = ofBrowser) {
    this.#load = load;
    this.#line = line;
  }

  /** undefined until it is there */
  readonly get = (): T | undefined => this.#value;
  readonly state = (): FetchState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Fetches it now; ends when it is there, or when these tries failed and the next ones wait for the line. Never rejects. */
  fetch(): Promise<void> {
    if (this.#state === 'there') return Promise.resolve();
    this.#running ??= this.#try().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Fetches it again, once: what is there stays until then. */
  renew(): void {
    this.#running ??= this.#once().then(() => {
      this.#running = undefined;
    });
  }

  /** Ends when it is there, however long the line is away. */
  async whenThere(): Promise<T> {
    void this.fetch();
    while (this.#value === undefined) {
      await new Promise<void>((resume) => {
        const stop = this.subscribe(() => {
          stop();
          resume();
        });
      });
    }
    return this.#value;
  }

  async #try(): Promise<void> {
    if (await this.#once()) return;
    await new Promise<void>((resume) => this.#line.after(pause, resume));
    if (await this.#once()) return;
    // The line may have come back within this very second.
    const answers = await this.#line.answers();
    if (answers && (await this.#once())) return;
    this.#set(answers ? 'gone' : 'away');
    this.#waitForLine();
  }

  async #once(): Promise<boolean> {
    try {
      this.#value = await this.#load();
    } catch {
      return false; // shown by the state when the retries are used up
    }
    this.#endWaiting?.();
    this.#set('there');
    return true;
  }

  #waitForLine(): void {
    this.#endWaiting?.();
    let isOver = false;
    const again = (): void => {
      if (!isOver) void this.fetch();
    };
    const stop = this.#line.onBack(again);
    this.#line.after(this.#wait, again);
    this.#wait = Math.min(this.#wait * 2, longestWait);
    this.#endWaiting = () => {
      isOver = true;
      stop();
    };
  }

  #set(state: FetchState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Longer than this no answer is waited for, ms. */
const patience = 4_000;

const ofBrowser: Line = {
  after: (ms, task) => void setTimeout(task, ms),
  onBack(task) {
    const seen = (): void => {
      if (document.visibilityState === 'visible') task();
    };
    addEventListener('online', task);
    document.addEventListener('visibilitychange', seen);
    return () => {
      removeEventListener('online', task);
      document.removeEventListener('visibilitychange', seen);
    };
  },
  async answers() {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), patience);
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: control.signal }).catch(() => undefined);
    clearTimeout(timer);
    return answer !== undefined;
  },
};
