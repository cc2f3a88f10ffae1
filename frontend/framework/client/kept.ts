/**
 * What a person typed or did, kept by the browser until the server has it: the one place that reads and writes what must outlive a reload. A browser
 * that keeps nothing (private mode, full, switched off by its owner) throws at every touch; here it answers false or nothing, and the page goes on.
 */

/** Of localStorage and sessionStorage, what is needed. */
export interface Store {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export class Kept {
  readonly #store: () => Store | undefined;

  constructor(store: () => Store | undefined) {
    this.#store = store;
  }

  /** Whether there is a store at all. */
  get isThere(): boolean {
    try {
      return this.#store() !== undefined;
    } catch {
      return false;
    }
  }

  /** What was written; undefined for nothing, or for what is no JSON. Whoever reads looks at what it is: another release may have written it. */
  read(key: string): unknown {
    try {
      const text = this.#store()?.getItem(key);
      return text ? JSON.parse(text) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether it is kept now; `undefined` removes it. What was kept before stays where the new value found no room. */
  write(key: string, value: unknown): boolean {
    try {
      const store = this.#store();
      if (value === undefined) store?.removeItem(key);
      else store?.setItem(key, JSON.stringify(value));
      return store !== undefined;
    } catch {
      return false;
    }
  }

  /** How many characters it takes. */
  size(key: string): number {
    try {
      return this.#store()?.getItem(key)?.length ?? 0;
    } catch {
      return 0;
    }
  }

  /** The names that begin so. */
  keys(prefix: string): string[] {
    try {
      const store = this.#store();
      return Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '').filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  }
}

/** Until it is removed: for what is sent later, also after the window was closed. */
export const onDevice = new Kept(() => globalThis.localStorage);
/** As long as the tab: for what only its own form takes up again. */
export const inTab = new Kept(() => globalThis.sessionStorage);
