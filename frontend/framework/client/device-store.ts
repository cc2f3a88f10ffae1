/**
 * Storage in the browser for what a person typed or did until the server has it: the one place that reads and writes what must outlive a reload. A browser
 * without storage (private mode, full, switched off by its owner) throws at every access; here it answers false or nothing, and the page goes on.
 */

/** What is asked of the browser's storage; undefined where it refuses. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Of localStorage and sessionStorage, what is needed. */
export interface Store {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export class DeviceStore {
  readonly #store: () => Store | undefined;

  constructor(store: () => Store | undefined) {
    this.#store = store;
  }

  /** Whether there is a store at all. */
  get isThere(): boolean {
    return attempt(() => this.#store() != null) ?? false;
  }

  /** The value that was written; undefined for nothing, or for text that is not JSON. The reader checks its shape: another release may have written it. */
  read(key: string): unknown {
    return attempt(() => {
      const text = this.#store()?.getItem(key);
      return text ? JSON.parse(text) : undefined;
    });
  }

  /** Whether it is stored now; `undefined` removes it. A value that does not fit leaves the previous one in place. */
  write(key: string, value: unknown): boolean {
    const written = attempt(() => {
      const store = this.#store();
      if (value === undefined) store?.removeItem(key);
      else store?.setItem(key, JSON.stringify(value));
      return store != null;
    });
    return written ?? false;
  }

  /** How many characters it takes. */
  size(key: string): number {
    return attempt(() => this.#store()?.getItem(key)?.length) ?? 0;
  }

  /** The names that begin so. */
  keys(prefix: string): string[] {
    const found = attempt(() => {
      const store = this.#store();
      return Array.from({ length: store?.length ?? 0 }, (_, index) => store?.key(index) ?? '').filter((key) => key.startsWith(prefix));
    });
    return found ?? [];
  }
}

/** Until it is removed: for what is sent later, also after the window was closed. */
export const onDevice = new DeviceStore(() => globalThis.localStorage);
/** As long as the tab: for what only its own form takes up again. */
export const inTab = new DeviceStore(() => globalThis.sessionStorage);
