/**
 * The journal: what is typed lies in the browser's storage before anything is sent, so that a reload, a closed window, a crash or the end of a session
 * loses no word. One entry for each field and tab, `prefix:tab:path`; an entry goes when the server has its value.
 */

import type { Kept } from '#client/kept.ts';
import type { JsonValue } from '#codegen/model.ts';
import type { Edit } from '#rules/field-changes.ts';

export interface Entry {
  path: string;
  edit: Edit;
  /** ms since 1970 */
  at: number;
  /** what another tab, closed by now, had typed into the same field: waits for a decision */
  other?: JsonValue;
}

/** What an earlier release kept under one key: it is read once, and goes as soon as its entries are written anew. */
export interface Older {
  key: string;
  entries(found: unknown): Entry[];
}

export class Journal {
  readonly #kept: Kept;
  readonly #prefix: string;
  readonly #tab: string;
  readonly #older: Older | undefined;
  readonly #unkept = new Set<string>();
  #isNew = true;

  constructor(kept: Kept, prefix: string, tab: string, older?: Older) {
    this.#kept = kept;
    this.#prefix = `${prefix}:`;
    this.#tab = tab;
    this.#older = older;
  }

  /** false while the storage does not hold something of it: private mode, or full */
  get isSafe(): boolean {
    return this.#kept.isThere && !this.#unkept.size;
  }

  write(path: string, edit: Edit, at: number, other?: JsonValue): void {
    if (this.#kept.write(this.#key(path), { edit, at, other })) this.#unkept.delete(path);
    else this.#unkept.add(path);
  }

  /** What cannot be removed is found to be saved already at the next load. */
  drop(path: string): void {
    this.#unkept.delete(path);
    this.#kept.write(this.#key(path), undefined);
  }

  /** Takes over what tabs left that are no more, and at first what this tab itself and an earlier release left; those of `alive` are left alone. */
  adopt(alive: ReadonlySet<string>): Entry[] {
    const found: Entry[] = [];
    for (const key of this.#kept.keys(this.#prefix)) {
      const rest = key.slice(this.#prefix.length);
      const tab = rest.slice(0, rest.indexOf(':'));
      if (alive.has(tab) || (tab === this.#tab && !this.#isNew)) continue;
      const entry = this.#read(key, rest.slice(tab.length + 1));
      if (!entry) continue;
      found.push(entry);
      if (tab === this.#tab) continue;
      this.#take(entry);
      if (this.isSafe) this.#kept.write(key, undefined);
    }
    if (this.#isNew) found.push(...this.#moved());
    this.#isNew = false;
    return found;
  }

  #moved(): Entry[] {
    const old = this.#older && this.#kept.read(this.#older.key);
    if (!this.#older || old === undefined) return [];
    const found = this.#older.entries(old);
    for (const entry of found) this.#take(entry);
    if (this.isSafe) this.#kept.write(this.#older.key, undefined);
    return found;
  }

  /** Written anew before the old one goes. */
  #take({ path, edit, at, other }: Entry): void {
    const own = this.#read(this.#key(path), path);
    if (!own || own.at < at) this.write(path, edit, at, other);
  }

  #read(key: string, path: string): Entry | undefined {
    const found = this.#kept.read(key) as Omit<Entry, 'path'> | null | undefined; // written above; looked at below
    if (!found || !Array.isArray(found.edit?.sent) || found.edit.value === undefined || typeof found.at !== 'number') return undefined;
    const { edit, at, other } = found;
    return { path, edit, at, ...(other !== undefined && { other }) };
  }

  #key(path: string): string {
    return `${this.#prefix}${this.#tab}:${path}`;
  }
}
