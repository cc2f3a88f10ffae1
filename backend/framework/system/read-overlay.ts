/** What the database says beside the schema files: lists of options that staff changed, and what the application's rows add to objects and lists. */

import type { Row } from '#codegen/model.ts';
import type { Database, Executor } from '#framework/data/engine/connect.ts';
import { table } from '#framework/data/engine/table.ts';
import { inspect } from '#framework/data/evolve/inspect.ts';
import { readCodeLists } from '#framework/data/system/code-lists.ts';
import { noOverlay, type Overlay, overlayMark } from '#framework/objects/overlay.ts';
import type { Tools } from '#framework/tools.ts';
import { Slot } from '#rules/slot.ts';

/** What rows of one object of the application add to schemas: `columns` are read of all of them, lists as JSON. */
export interface RowOverlay {
  object: string;
  columns: readonly string[];
  lay(rows: Row[]): Omit<Overlay, 'lists'>;
}

export const rowOverlay = new Slot<RowOverlay | undefined>(undefined);

export async function readOverlay(db: Executor): Promise<Overlay> {
  const more = rowOverlay.value;
  const rows = more ? await rowsOf(db, more) : [];
  return { ...noOverlay, ...more?.lay(rows), lists: await readCodeLists(db) };
}

/** After a save of a row that may say otherwise what its object adds. */
export function noteOverlay({ db, registry, log }: Pick<Tools, 'registry' | 'log'> & { db: Database }, object: string): void {
  if (rowOverlay.value?.object !== object) return;
  const look = async () => {
    // A save before this one may be on its way to being served, and be the very one that this one takes back.
    await registry.settled();
    if (overlayMark(await readOverlay(db)) !== overlayMark(registry.overlay())) await registry.reload();
  };
  void look().catch((error: unknown) => log.warn({ err: error }, 'added fields not read'));
}

/** Places where the columns are known to be there: looked at once, for they do not go. */
const known = new WeakSet<object>();

/** None before the table has the columns, as at the first start of a release that brings them. */
async function rowsOf(db: Executor, { object, columns }: RowOverlay): Promise<Row[]> {
  if (!known.has(db)) {
    const own = (await inspect(db, object)).get(object);
    if (!columns.every((name) => own?.columns.some((column) => column.name === name))) return [];
    known.add(db);
  }
  const rows = await table(db, object)
    .orderBy('id')
    .select(...columns);
  return rows.map((row) => Object.fromEntries(columns.map((name) => [name, readCell(row[name])])));
}

function readCell(cell: unknown): Row[string] {
  if (typeof cell === 'number' || cell === null) return cell;
  const text = String(cell ?? '');
  return /^[[{]/.test(text) ? (JSON.parse(text) as Row[string]) : text; // our own JSON
}
