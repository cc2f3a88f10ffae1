/** What changed lately, over several objects (docs/decisions/003, GET /api/recent). */

import type { Lang } from '#codegen/model.ts';
import type { Change } from '#framework/system/wire.ts';
import { stampOf } from '#framework/time.ts';
import { titleOf } from '#rules/records/record.ts';
import type { Executor } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { readRenames } from '../evolve/journal.ts';
import { always } from './fragment.ts';
import { readableChanges } from './history.ts';
import type { Reader } from './reader.ts';
import { loadTitleRows } from './records.ts';

/** History rows looked through for changes that the reader may see; to look through all of them would be a scan. */
const lookedThrough = 300;

/**
 * The newest changes of the readers' objects, newest first. A row that a reader may not see shows nothing, and neither does one that
 * is gone where a row rule would have had to be asked.
 */
export async function recentChanges(db: Executor, readers: ReadonlyMap<string, Reader>, limit: number, lang?: Lang): Promise<Change[]> {
  const newest = await table(db, '_history').orderBy('id', 'desc').limit(lookedThrough);
  const rows = newest.filter((row) => readers.has(String(row.obj)));
  const titles = await titlesOf(db, readers, rows, lang);
  const renames = await readRenames(db, [...new Set(rows.map((row) => String(row.obj)))]);
  const changes: Change[] = [];
  for (const row of rows) {
    const obj = String(row.obj);
    const id = String(row.row_id);
    const reader = readers.get(obj);
    const title = titles.get(obj)?.get(id);
    if (!reader || (title === undefined && reader.rows !== always)) continue;
    changes.push({
      obj,
      id,
      title: title ?? id,
      at: stampOf(Number(row.at)),
      by: row.by === row.row_id ? (title ?? id) : String(row.by),
      action: String(row.action),
      ver: Number(row.ver),
      fields: Object.keys(readableChanges(reader, String(row.changes), renames.get(obj) ?? [], Number(row.at))),
    });
    if (changes.length === limit) break;
  }
  return changes;
}

/** object → id → title; one statement an object. */
async function titlesOf(
  db: Executor,
  readers: ReadonlyMap<string, Reader>,
  rows: Record<string, unknown>[],
  lang: Lang | undefined,
): Promise<Map<string, Map<string, string>>> {
  const titles = new Map<string, Map<string, string>>();
  for (const [obj, reader] of readers) {
    const ids = new Set(rows.filter((row) => row.obj === obj).map((row) => String(row.row_id)));
    if (!ids.size) continue;
    const found = await loadTitleRows(db, reader, [...ids]);
    titles.set(obj, new Map(found.map((row) => [String(row[reader.model.entity.key]), titleOf(row, reader.model, lang)])));
  }
  return titles;
}
