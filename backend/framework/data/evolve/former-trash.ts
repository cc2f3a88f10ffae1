/** Rows that an earlier version kept out of sight in their table, by a column `_trash`: into the trash that there is now. */
import type { ObjectModel } from '#codegen/model.ts';
import { dateAt, instant } from '#framework/time.ts';
import { type Database, ident } from '../engine/connect.ts';
import { wholeReader } from '../rows/reader.ts';
import { loadRow } from '../rows/records.ts';
import { putInTrash } from '../rows/trash.ts';
import { removeRow } from '../rows/write.ts';

/** Gives the ids that stay, as rows like any other: something still points at them. One query where there is nothing to do. */
export async function moveFormerTrash(db: Database, models: readonly ObjectModel[]): Promise<{ object: string; id: string }[]> {
  const sql =
    db.kind === 'sqlite'
      ? "SELECT m.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) p ON p.name = '_trash' WHERE m.type = 'table'"
      : "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = '_trash'";
  const tables = new Set((await db.query<{ name: string }>(sql)).map(({ name }) => name));
  const stayed: { object: string; id: string }[] = [];
  for (const model of models.filter(({ name }) => tables.has(name))) {
    const [table, key] = [ident(model.name), ident(model.entity.key)];
    for (const { k, at } of await db.query<{ k: string; at: string }>(`SELECT ${key} AS k, \`_trash\` AS at FROM ${table} WHERE \`_trash\` IS NOT NULL`)) {
      try {
        await db.transaction(async (tx) => {
          const row = await loadRow(tx, wholeReader(model, tx.kind), k, true);
          if (!row) return;
          await removeRow(tx, model, k);
          await putInTrash(
            tx,
            model,
            row,
            { id: `former ${model.name} ${k}`.slice(0, 64), isRoot: true, released: [] },
            String(row.update_by),
            dateAt(instant(at)),
          );
        });
      } catch {
        stayed.push({ object: model.name, id: k });
      }
    }
    await db.exec(`ALTER TABLE ${table} DROP COLUMN \`_trash\``);
  }
  return stayed;
}
