/**
 * The offline list: the list and the entries that a juror opened last, stored in this browser so that they can be read without a connection. It holds
 * the data of one account. Signing out, another account, or twelve hours clear it.
 */
import type { JurorFacts, SelectionEntry, SelectionFacts } from '#application/site/wire.ts';
import { onDevice } from '#client/device-store.ts';
import { sessionTotal } from '#rules/accounts/session.ts';

const mark = 'reelbase.shelf';
const listKey = `${mark}:list`;
const entryKey = (id: string): string => `${mark}:entry:${id}`;
/** Most characters of entries that are stored; unsent edits need space in the same storage. */
const mostStored = 1_500_000;

export interface OfflineList {
  juror: JurorFacts;
  facts: SelectionFacts;
  /** ms since 1970 */
  at: number;
}

/** The stored list of the person who was signed in last; undefined for none, or for one older than a session lasts. */
export function lastList(): OfflineList | undefined {
  const found = read<OfflineList>(listKey);
  // One that a release before criteria and discussion has stored cannot be shown.
  if (!found?.facts.criteria || !found.facts.talk || !(Date.now() - found.at < sessionTotal)) return undefined;
  return found;
}

/** Stores the list and removes what another account or campaign left. */
export function storeList(juror: JurorFacts, facts: SelectionFacts): void {
  const last = read<OfflineList>(listKey);
  if (last && (last.juror.email !== juror.email || last.facts.campaign !== facts.campaign)) clearOfflineList();
  write(listKey, { juror, facts, at: Date.now() } satisfies OfflineList);
  // Removes stored entries that are no longer on the list, for example after a conflict of interest.
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

/** A note to the jury that is not sent yet: it outlives a reload. */
const noteKey = (id: string): string => `${mark}:note:${id}`;

export function storedNote(id: string): string {
  return read<string>(noteKey(id)) ?? '';
}

export function storeNote(id: string, text: string): void {
  if (text) write(noteKey(id), text);
  else onDevice.write(noteKey(id), undefined);
}

export function clearOfflineList(): void {
  for (const key of keys()) onDevice.write(key, undefined);
}

const keys = (): string[] => onDevice.keys(`${mark}:`);

function read<T>(key: string): T | undefined {
  return onDevice.read(key) as T | undefined; // written below
}

function write(key: string, value: unknown): void {
  // Storage is full: stored entries are removed, because unsent edits matter more.
  if (!onDevice.write(key, value)) clearOfflineList();
}
