/**
 * What a juror has seen last lies in this browser: the list and the readings that were opened, so that a line that is away takes neither from them.
 * Of one account at a time; signing out, another account and twelve hours clear it.
 */
import type { JurorFacts, SelectionEntry, SelectionFacts } from '#application/site/wire.ts';
import { onDevice } from '#client/kept.ts';
import { sessionTotal } from '#rules/session.ts';

const mark = 'reelbase.shelf';
const listKey = `${mark}:list`;
const entryKey = (id: string): string => `${mark}:entry:${id}`;
/** Characters of readings that are kept: what is typed needs room in the same storage. */
const mostKept = 1_500_000;

export interface ShelvedList {
  juror: JurorFacts;
  facts: SelectionFacts;
  /** ms since 1970 */
  at: number;
}

/** The list that was seen last, of whoever is signed in as far as this browser knows; undefined for none, or one older than a session lasts. */
export function lastList(): ShelvedList | undefined {
  const kept = read<ShelvedList>(listKey);
  if (!kept || !(Date.now() - kept.at < sessionTotal)) return undefined;
  return kept;
}

/** Keeps the list; what another account or campaign left goes. */
export function shelveList(juror: JurorFacts, facts: SelectionFacts): void {
  const last = read<ShelvedList>(listKey);
  if (last && (last.juror.email !== juror.email || last.facts.campaign !== facts.campaign)) clearShelf();
  write(listKey, { juror, facts, at: Date.now() } satisfies ShelvedList);
  // What is on the list no more, after a conflict of interest say, is not kept either.
  const listed = new Set(facts.items.map(({ enrolment }) => entryKey(enrolment)));
  for (const key of keys()) if (key.startsWith(entryKey('')) && !listed.has(key)) onDevice.write(key, undefined);
}

export function shelveEntry(id: string, entry: SelectionEntry): void {
  const size = keys().reduce((sum, key) => sum + (key === entryKey(id) ? 0 : onDevice.size(key)), 0);
  if (size < mostKept) write(entryKey(id), entry);
}

export function shelvedEntry(id: string): SelectionEntry | undefined {
  return lastList() && read<SelectionEntry>(entryKey(id));
}

export function clearShelf(): void {
  for (const key of keys()) onDevice.write(key, undefined);
}

const keys = (): string[] => onDevice.keys(`${mark}:`);

function read<T>(key: string): T | undefined {
  return onDevice.read(key) as T | undefined; // written below
}

function write(key: string, value: unknown): void {
  // Full: what is typed comes first, and needs the room.
  if (!onDevice.write(key, value)) clearShelf();
}
