/**
 * The journal: what is typed lies in the browser's storage before anything is sent, so that a reload, a closed window, a crash or the end of a session
 * loses no word. One entry for each field and tab; an entry goes when the server has its value.
 */

import type { Edit } from '#application/enrolment/rules/merge.ts';
import type { JsonValue } from '#codegen/model.ts';

export interface Entry {
  path: string;
  edit: Edit;
  /** ms since 1970 */
  at: number;
  /** what another tab, closed by now, had typed into the same field: waits for a decision */
  other?: JsonValue;
}

/** Of localStorage, what the journal needs. */
export interface Store {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const mark = 'reelbase.draft';

export class Journal {
  readonly #store: Store | undefined;
  readonly #enrolment: string;
  readonly #tab: string;
  #isNew = true;
  /** false once the storage took something no more: private mode, or full */
  isSafe: boolean;

  constructor(store: Store | undefined, enrolment: string, tab: string) {
    this.#store = store;
    this.#enrolment = enrolment;
    this.#tab = tab;
    this.isSafe = store !== undefined;
  }

  write(path: string, edit: Edit, at: number, other?: JsonValue): void {
    try {
      this.#store?.setItem(this.#key(path), JSON.stringify({ edit, at, other }));
    } catch {
      this.isSafe = false;
    }
  }

  drop(path: string): void {
    try {
      this.#store?.removeItem(this.#key(path));
    } catch {
      // what stays is found to be saved already at the next load
    }
  }

  /** Takes over what tabs left that are no more, and at first what this tab itself left; those of `alive` are left alone. */
  adopt(alive: ReadonlySet<string>): Entry[] {
    const prefix = `${mark}:${this.#enrolment}:`;
    const found: Entry[] = this.#isNew ? this.#own(`${prefix}${this.#tab}:`) : [];
    this.#isNew = false;
    for (const key of this.#keys(prefix)) {
      const rest = key.slice(prefix.length);
      const tab = rest.slice(0, rest.indexOf(':'));
      if (tab === this.#tab || alive.has(tab)) continue;
      const entry = this.#read(key, rest.slice(tab.length + 1));
      if (!entry) continue;
      // Written anew before the old one goes.
      const own = this.#readOwn(entry.path);
      if (!own || own.at < entry.at) this.write(entry.path, entry.edit, entry.at, entry.other);
      if (this.isSafe) this.#store?.removeItem(key);
      found.push(entry);
    }
    return found;
  }

  #own(prefix: string): Entry[] {
    return this.#keys(prefix).flatMap((key) => this.#read(key, key.slice(prefix.length)) ?? []);
  }

  #readOwn(path: string): Entry | undefined {
    return this.#read(this.#key(path), path);
  }

  #read(key: string, path: string): Entry | undefined {
    try {
      const { edit, at, other } = JSON.parse(this.#store?.getItem(key) ?? '') as Omit<Entry, 'path'>; // written above
      if (!Array.isArray(edit.sent) || edit.value === undefined || typeof at !== 'number') return undefined;
      return { path, edit, at, ...(other !== undefined && { other }) };
    } catch {
      return undefined;
    }
  }

  #keys(prefix: string): string[] {
    const keys: string[] = [];
    try {
      for (let index = 0; index < (this.#store?.length ?? 0); index += 1) {
        const key = this.#store?.key(index);
        if (key?.startsWith(prefix)) keys.push(key);
      }
    } catch {
      this.isSafe = false;
    }
    return keys;
  }

  #key(path: string): string {
    return `${mark}:${this.#enrolment}:${this.#tab}:${path}`;
  }
}

/** Enrolments that this browser holds unsaved words of, for a list to say so. */
export function enrolmentsInJournal(store: Store | undefined): Set<string> {
  const found = new Set<string>();
  try {
    for (let index = 0; index < (store?.length ?? 0); index += 1) {
      const [name, enrolment] = (store?.key(index) ?? '').split(':');
      if (name === mark && enrolment) found.add(enrolment);
    }
  } catch {
    // no storage, no journal
  }
  return found;
}
