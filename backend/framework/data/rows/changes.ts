/** What was changed, over all objects: the newest of it (GET /api/recent), or what is looked for (GET /api/changes). */

import type { Lang, Row } from '#codegen/model.ts';
import type { ExportNote, FoundChange, FoundChanges } from '#framework/records/wire.ts';
import { stampOf } from '#framework/time.ts';
import { titleOf } from '#rules/records/record.ts';
import type { Executor } from '../engine/connect.ts';
import { everyName, readRenames } from '../evolve/journal.ts';
import { always } from '../queries/fragment.ts';
import { type Entry, type EntryFilter, findEntries } from './entries.ts';
import { isHidden, readableChanges, wholeChanges } from './history.ts';
import type { Reader } from './reader.ts';
import { loadTitleRows } from './records.ts';

export interface Search extends Omit<EntryFilter, 'fields'> {
  /** by its present name; entries that were written under a former one are found too */
  field?: string;
}

export interface Limits {
  /** entries of a page */
  size: number;
  /** entries looked through for them: of those that nobody may show this reader there may be many in a row, and to look through all of them would be a scan */
  looked: number;
}

/** Exports stand in the history of no row: whose are shown. */
export type WhoseExports = 'none' | 'all' | { by: string };

/** Entries read at once. */
const batch = 200;

/**
 * Changes of the readers' objects, newest first. A row that a reader may not see shows nothing, and neither does one that is gone where a row rule would have
 * had to be asked.
 */
export async function findChanges(
  db: Executor,
  readers: ReadonlyMap<string, Reader>,
  { field, ...search }: Search,
  { size, looked }: Limits,
  whose: WhoseExports,
  lang?: Lang,
): Promise<FoundChanges> {
  const renames = await readRenames(db, search.object === undefined ? [...readers.keys()] : [search.object]);
  const fields = field === undefined ? undefined : everyName(field, [...renames.values()].flat());
  const entries: FoundChange[] = [];
  let [below, left, isEnd] = [search.below, looked, false];
  while (entries.length < size && left > 0 && !isEnd) {
    const limit = Math.min(batch, left);
    const { entries: found, stopped } = await findEntries(db, { ...search, ...(below !== undefined && { below }), ...(fields && { fields }) }, limit);
    isEnd = found.length < limit && stopped === undefined;
    left = stopped === undefined ? left - found.length : 0;
    const known = found.filter(({ object }) => readers.has(object));
    const titles = await titlesOf(db, readers, known, lang);
    for (const entry of found) {
      below = entry.id;
      const reader = readers.get(entry.object);
      const shown = reader && shownEntry(reader, entry, titles.get(entry.object)?.get(entry.row), renames.get(entry.object) ?? [], whose);
      if (!shown || (shown.row && reader && isHidden(reader, shown.changes, entry.changes, renames.get(entry.object) ?? [], entry.at))) continue;
      if (field === undefined || shown.changes[field] !== undefined) entries.push(shown);
      if (entries.length === size) return { entries, next: below };
    }
    below = stopped ?? below;
  }
  return { entries, next: isEnd ? null : (below ?? null) };
}

function shownEntry(reader: Reader, entry: Entry, title: string | undefined, renames: Renames, whose: WhoseExports): FoundChange | undefined {
  const { id, object, row, ver, by, action } = entry;
  const at = stampOf(entry.at);
  if (!row) {
    if (whose === 'none' || (whose !== 'all' && whose.by !== by)) return undefined;
    const { note }: { note?: ExportNote } = JSON.parse(entry.changes); // written by noteExport
    return { entry: id, object, row, title: '', isThere: false, at, by, action, ver, changes: {}, ...(note && { export: note }) };
  }
  if (title === undefined && reader.rows !== always) return undefined;
  const changes = readableChanges(reader, entry.changes, renames, entry.at);
  const name = by === row ? { name: title ?? row } : {};
  return { entry: id, object, row, title: title ?? row, isThere: title !== undefined, at, by, action, ver, changes, ...name };
}

/** What is looked for in a feed. */
export type Wanted = Pick<Search, 'object' | 'row' | 'by' | 'action' | 'field'>;

/**
 * Entries as the readers may see them, in their order; those of no row are left out. `wasSeen` is asked of a row that is gone, as it was, where a row rule
 * decides.
 */
export async function showEntries(
  db: Executor,
  readers: ReadonlyMap<string, Reader>,
  entries: readonly Entry[],
  wanted: Wanted,
  wasSeen: (reader: Reader, row: Row) => boolean,
  lang?: Lang,
): Promise<(FoundChange | undefined)[]> {
  const { object, row, by, action, field } = wanted;
  const isWanted = (entry: Entry) =>
    entry.row !== '' &&
    readers.has(entry.object) &&
    (object ?? entry.object) === entry.object &&
    (row ?? entry.row) === entry.row &&
    (by ?? entry.by) === entry.by &&
    (action ?? entry.action) === entry.action;
  const known = entries.filter(isWanted);
  const renames = await readRenames(db, [...new Set(known.map((entry) => entry.object))]);
  const titles = await titlesOf(db, readers, known, lang);
  return entries.map((entry) => {
    const reader = readers.get(entry.object);
    if (!reader || !isWanted(entry)) return undefined;
    const former = renames.get(entry.object) ?? [];
    const title = titles.get(entry.object)?.get(entry.row);
    const gone = title === undefined ? goneRow(reader, entry, former) : undefined;
    const isSeen = gone !== undefined && reader.rows !== always && wasSeen(reader, gone);
    const shown = shownEntry(isSeen ? { ...reader, rows: always } : reader, entry, title, former, 'none');
    return shown && (field === undefined || shown.changes[field] !== undefined) ? shown : undefined;
  });
}

/** The row that this entry took away, as it was. */
function goneRow({ model }: Reader, { row, changes, at }: Entry, renames: Renames): Row | undefined {
  const values = wholeChanges(changes, renames, at);
  const [key, now] = values[model.entity.key] ?? [];
  return key === row && now === null ? Object.fromEntries(Object.entries(values).map(([name, [old]]) => [name, old])) : undefined;
}

type Renames = Parameters<typeof readableChanges>[2];

/** object → id → title; one statement an object. */
async function titlesOf(
  db: Executor,
  readers: ReadonlyMap<string, Reader>,
  entries: readonly Entry[],
  lang: Lang | undefined,
): Promise<Map<string, Map<string, string>>> {
  const titles = new Map<string, Map<string, string>>();
  for (const [object, reader] of readers) {
    const ids = new Set(entries.filter((entry) => entry.object === object && entry.row).map(({ row }) => row));
    if (!ids.size) continue;
    const found = await loadTitleRows(db, reader, [...ids]);
    titles.set(object, new Map(found.map((row) => [String(row[reader.model.entity.key]), titleOf(row, reader.model, lang)])));
  }
  return titles;
}
