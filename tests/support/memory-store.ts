import type { Store } from '#client/kept.ts';

/** A browser's storage, that outlives its pages. */
export class MemoryStore implements Store {
  readonly kept = new Map<string, string>();
  isFull = false;
  get length() {
    return this.kept.size;
  }
  key(index: number) {
    return [...this.kept.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.kept.set(key, value);
  }
  removeItem(key: string) {
    this.kept.delete(key);
  }
}
