/**
 * The journal: what is typed lies in the browser's storage before anything is sent, so that a reload, a closed window, a crash or the end of a session
 * loses no word. One entry for each field and tab; an entry goes when the server has its value.
 */

import type { Edit } from '#application/enrolment/rules/merge.ts';
import type { Kept } from '#client/kept.ts';
import type { JsonValue } from '#codegen/model.ts';

export interface Entry {
  path: string;
  edit: Edit;
  /** ms since 1970 */
  at: number;
  /** what another tab, closed by now, had typed into the same field: waits for a decision */
  other?: JsonValue;
}

const mark = 'reelbase.draft';

export class Journal {
  readonly #kept: Kept;
  readonly #enrolment: string;
  readonly #tab: string;
  #isNew = true;
  /** false once the storage took something no more: private mode, or full */
  isSafe: boolean;

  constructor(kept: Kept, enrolment: string, tab: string) {
    this.#kept = kept;
    this.#enrolment = enrolment;
    this.#tab = tab;
    this.isSafe = kept.isThere;
  }

  write(path: string, edit: Edit, at: number, other?: JsonValue): void {
    if (!this.#kept.write(this.#key(path), { edit, at, other })) this.isSafe = false;
  }

  /** What cannot be removed is found to be saved already at the next load. */
  drop(path: string): void {
    this.#kept.write(this.#key(path), undefined);
  }

  /** Takes over what tabs left that are no more, and at first what this tab itself left; those of `alive` are left alone. */
  adopt(alive: ReadonlySet<string>): Entry[] {
    const prefix = `${mark}:${this.#enrolment}:`;
    const found: Entry[] = this.#isNew ? this.#own(`${prefix}${this.#tab}:`) : [];
    this.#isNew = false;
    for (const key of this.#kept.keys(prefix)) {
      const rest = key.slice(prefix.length);
      const tab = rest.slice(0, rest.indexOf(':'));
      if (tab === this.#tab || alive.has(tab)) continue;
      const entry = this.#read(key, rest.slice(tab.length + 1));
      if (!entry) continue;
      // Written anew before the old one goes.
      const own = this.#readOwn(entry.path);
      if (!own || own.at < entry.at) this.write(entry.path, entry.edit, entry.at, entry.other);
      if (this.isSafe) this.#kept.write(key, undefined);
      found.push(entry);
    }
    return found;
  }

  #own(prefix: string): Entry[] {
    return this.#kept.keys(prefix).flatMap((key) => this.#read(key, key.slice(prefix.length)) ?? []);
  }

  #readOwn(path: string): Entry | undefined {
    return this.#read(this.#key(path), path);
  }

  #read(key: string, path: string): Entry | undefined {
    const found = this.#kept.read(key) as Omit<Entry, 'path'> | null | undefined; // written above; looked at below
    if (!found || !Array.isArray(found.edit?.sent) || found.edit.value === undefined || typeof found.at !== 'number') return undefined;
    const { edit, at, other } = found;
    return { path, edit, at, ...(other !== undefined && { other }) };
  }

  #key(path: string): string {
    return `${mark}:${this.#enrolment}:${this.#tab}:${path}`;
  }
}

/** Enrolments that this browser holds unsaved words of, for a list to say so. */
export function enrolmentsInJournal(kept: Kept): Set<string> {
  return new Set(kept.keys(`${mark}:`).flatMap((key) => key.split(':')[1] || []));
}
