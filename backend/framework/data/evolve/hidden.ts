/** What is left of removed fields inside an object's nested values: known of a model before it is put to use, so that reading and writing need not ask. */
import type { ObjectModel } from '#codegen/model.ts';
import type { Executor } from '../engine/connect.ts';

interface Hidden {
  /** fields whose nested values have hidden members */
  inside: ReadonlySet<string>;
  /** child table → its archived columns */
  columns: ReadonlyMap<string, readonly string[]>;
}

const none: Hidden = { inside: new Set(), columns: new Map() };
const known = new WeakMap<ObjectModel, Hidden>();

/** Looked up without a question to the database: nothing hidden unless `noteHidden` found some. */
export function hiddenOf(model: ObjectModel): Hidden {
  return known.get(model) ?? none;
}

/** Asks what is hidden in the tables of these models. */
export async function noteHidden(db: Executor, models: readonly ObjectModel[]): Promise<void> {
  const rows = await db.query<{ obj: string; tbl: string; col: string }>('SELECT `obj`, `tbl`, `col` FROM `_archive` WHERE `purged_at` IS NULL');
  for (const model of models) {
    const own = rows.filter(({ obj }) => obj === model.name);
    known.delete(model);
    if (!own.length) continue;
    const inside = new Set<string>();
    const columns = new Map<string, string[]>();
    for (const { tbl, col } of own) {
      const list = model.fields.find((field) => field.child?.table === tbl);
      const isArchived = col.startsWith('_x_');
      if (list && isArchived) columns.set(tbl, [...(columns.get(tbl) ?? []), col]);
      const field = list ?? model.fields.find((candidate) => candidate.column?.name === col);
      if (field && !isArchived) inside.add(field.name);
    }
    if (inside.size || columns.size) known.set(model, { inside, columns });
  }
}
