/** Rows that an earlier version had deleted by a column of their table: into the trash that there is now. */
import type { ObjectModel } from '#codegen/model.ts';
import { dropFormerTrash, rowsOfFormerTrash, tablesOfFormerTrash } from '#framework/data/evolve/former-trash.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { type SaveTools, save } from '#framework/save/save.ts';
import { dateAt } from '#framework/time.ts';

/** Gives the rows that stay, as rows like any other: something still points at them. One query where there is nothing to do. */
export async function moveFormerTrash(tools: SaveTools, models: readonly ObjectModel[]): Promise<{ object: string; id: string }[]> {
  const tables = await tablesOfFormerTrash(tools.db);
  const stayed: { object: string; id: string }[] = [];
  for (const model of models.filter(({ name }) => tables.has(name))) {
    for (const { id, at } of await rowsOfFormerTrash(tools.db, model.name, model.entity.key)) {
      const move = tools.db.transaction(async (tx) => {
        const row = await loadRow(tx, wholeReader(model, tx.kind), id, true);
        if (row) await save(tools, tx, model, { remove: row }, { by: String(row.update_by), at: dateAt(at) });
      });
      await move.catch(() => stayed.push({ object: model.name, id }));
    }
    await dropFormerTrash(tools.db, model.name);
  }
  return stayed;
}
