/** The column `_trash` of an earlier version, by which deleted rows stayed in their table out of sight. */
import { instant } from '#framework/time.ts';
import { type Database, ident } from '../engine/connect.ts';

/** Tables that have one. */
export async function tablesOfFormerTrash(db: Database): Promise<Set<string>> {
  const sql =
    db.kind === 'sqlite'
      ? "SELECT m.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) p ON p.name = '_trash' WHERE m.type = 'table'"
      : "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = '_trash'";
  return new Set((await db.query<{ name: string }>(sql)).map(({ name }) => name));
}

/** Rows of a table that were deleted so; `at` in ms. */
export async function rowsOfFormerTrash(db: Database, table: string, key: string): Promise<{ id: string; at: number }[]> {
  const rows = await db.query(`SELECT ${ident(key)} AS k, \`_trash\` AS at FROM ${ident(table)} WHERE \`_trash\` IS NOT NULL`);
  return rows.map(({ k, at }) => ({ id: String(k), at: instant(String(at)) }));
}

export async function dropFormerTrash(db: Database, table: string): Promise<void> {
  await db.exec(`ALTER TABLE ${ident(table)} DROP COLUMN \`_trash\``);
}
