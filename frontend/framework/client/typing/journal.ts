/**
 * The journal: what is typed lies in the browser's storage before anything is sent, so that a reload, a closed window, a crash or the end of a session
 * loses no word. One entry for each field and tab, `prefix:tab:path`; an entry goes when the server has its value.
 */

import type { DeviceStore } from '#client/device-store.ts';
import type { JsonValue } from '#codegen/model.ts';
import type { Edit } from '#rules/records/field-changes.ts';

export interface Entry {
  path: string;
  edit: Edit;
  /** ms since 1970 */
  at: number;
  /** what another tab, closed by now, had typed into the same field: waits for a decision */
  other?: JsonValue;
}

/** What an earlier release stored under one key: it is read once, and removed as soon as its entries are written in the present form. */
export interface Older {
  key: string;
  entries(found: unknown): Entry[];
}

export class Journal {
  readonly #store: DeviceStore;
  readonly #prefix: string;
  readonly #tab: string;
  readonly #older: Older | undefined;
  readonly #unsaved = new Set<string>();
  #isNew = true;

  constructor(store: DeviceStore, prefix: string, tab: string, older?: Older) {
    this.#store = store;
    this.#prefix = `${prefix}:`;
    this.#tab = tab;
    this.#older = older;
  }

  /** false while the storage does not hold something of it: private mode, or full */
  get isSafe(): boolean {
    return this.#store.isThere && !this.#unsaved.size;
  }

  write(path: string, edit: Edit, at: number, other?: JsonValue): void {
    if (this.#store.write(this.#key(path), { edit, at, other })) this.#unsaved.delete(path);
    else this.#unsaved.add(path);
  }

  /** What cannot be removed is found to be saved already at the next load. */
  drop(path: string): void {
    this.#unsaved.delete(path);
    this.#store.write(this.#key(path), undefined);
  }

  /** Takes over the entries of closed tabs, and at first those of this tab itself and of an earlier release; those of `alive` tabs are left alone. */
  adopt(alive: ReadonlySet<string>): Entry[] {
    const found: Entry[] = [];
    for (const key of this.#store.keys(this.#prefix)) {
      const rest = key.slice(this.#prefix.length);
      const tab = rest.slice(0, rest.indexOf(':'));
      if (alive.has(tab) || (tab === this.#tab && !this.#isNew)) continue;
      const entry = this.#read(key, rest.slice(tab.length + 1));
      if (!entry) continue;
      found.push(entry);
      if (tab === this.#tab) continue;
      this.#take(entry);
      if (this.isSafe) this.#store.write(key, undefined);
    }
    if (this.#isNew) found.push(...this.#moved());
    this.#isNew = false;
    return found;
  }

  #moved(): Entry[] {
    const old = this.#older && this.#store.read(this.#older.key);
    if (!this.#older || old === undefined) return [];
    const found = this.#older.entries(old);
    for (const entry of found) this.#take(entry);
    if (this.isSafe) this.#store.write(this.#older.key, undefined);
    return found;
  }

  /** The new entry is written before the old one is removed. */
  #take({ path, edit, at, other }: Entry): void {
    const own = this.#read(this.#key(path), path);
    if (!own || own.at < at) this.write(path, edit, at, other);
  }

  #read(key: string, path: string): Entry | undefined {
    const found = this.#store.read(key) as Omit<Entry, 'path'> | null | undefined; // written above; looked at below
    if (!found || !Array.isArray(found.edit?.sent) || found.edit.value === undefined || typeof found.at !== 'number') return undefined;
    const { edit, at, other } = found;
    return { path, edit, at, ...(other !== undefined && { other }) };
  }

  #key(path: string): string {
    return `${this.#prefix}${this.#tab}:${path}`;
  }
}
