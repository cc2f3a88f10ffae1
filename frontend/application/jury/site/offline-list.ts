/**
 * What a juror has seen last lies in this browser: the list and the readings that were opened, so that a line that is away takes neither from them.
 * Of one account at a time; signing out, another account and twelve hours clear it.
 */
import type { JurorFacts, SelectionEntry, SelectionFacts } from '#application/site/wire.ts';
import { onDevice } from '#client/device-store.ts';
import { sessionTotal } from '#rules/accounts/session.ts';

const mark = 'reelbase.shelf';
const listKey = `${mark}:list`;
const entryKey = (id: string): string => `${mark}:entry:${id}`;
/** Characters of entries to read that are stored: unsent edits need space in the same storage. */
const mostStored = 1_500_000;

export interface OfflineList {
  juror: JurorFacts;
  facts: SelectionFacts;
  /** ms since 1970 */
  at: number;
}

/** The list that was seen last, of whoever is signed in as far as this browser knows; undefined for none, or one older than a session lasts. */
export function lastList(): OfflineList | undefined {
  const found = read<OfflineList>(listKey);
  if (!found || !(Date.now() - found.at < sessionTotal)) return undefined;
  return found;
}

/** Keeps the list; what another account or campaign left goes. */
export function storeList(juror: JurorFacts, facts: SelectionFacts): void {
  const last = read<OfflineList>(listKey);
  if (last && (last.juror.email !== juror.email || last.facts.campaign !== facts.campaign)) clearOfflineList();
  write(listKey, { juror, facts, at: Date.now() } satisfies OfflineList);
  // Entries that are no longer on the list, after a conflict of interest say, are removed too.
  const listed = new Set(facts.items.map(({ enrolment }) => entryKey(enrolment)));
  for (const key of keys()) if (key.startsWith(entryKey('')) && !listed.has(key)) onDevice.write(key, undefined);
}

export function storeEntry(id: string, entry: SelectionEntry): void {
  const size = keys().reduce((sum, key) => sum + (key === entryKey(id) ? 0 : onDevice.size(key)), 0);
  if (size < mostStored) write(entryKey(id), entry);
}

export function offlineEntry(id: string): SelectionEntry | undefined {
  return lastList() && read<SelectionEntry>(entryKey(id));
}

export function clearOfflineList(): void {
  for (const key of keys()) onDevice.write(key, undefined);
}

const keys = (): string[] => onDevice.keys(`${mark}:`);

function read<T>(key: string): T | undefined {
  return onDevice.read(key) as T | undefined; // written below
}

function write(key: string, value: unknown): void {
  // Storage is full: unsent edits come first, and need the space.
  if (!onDevice.write(key, value)) clearOfflineList();
}
