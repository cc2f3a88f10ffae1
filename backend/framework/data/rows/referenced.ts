import { pathOf } from '#rules/records/field-path.ts';
import { type Executor, ident } from '../engine/connect.ts';
import { col, inList } from '../queries/fragment.ts';
import { fromSql } from '../queries/query.ts';
import type { Reader } from './reader.ts';
import type { RelationPath } from './references.ts';

/** Which of `ids` some row that this reader may see points at through the reference. */
export async function referencedIds(db: Executor, reader: Reader, { path, field, place, table }: RelationPath, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  const list = inList(ids);
  const key = col(reader.model.entity.key);
  const column = ident(field.column?.name ?? field.name);
  if (place === 'column') {
    const sql = `SELECT DISTINCT t.${column} AS k ${fromSql(reader.model)} WHERE t.${column} IN ${list.sql} AND (${reader.rows.sql})`;
    return keys(await db.query(sql, [...list.params, ...reader.rows.params]));
  }
  if (place === 'child') {
    const sql = `SELECT DISTINCT c.${column} AS k ${fromSql(reader.model)} JOIN ${ident(table ?? '')} c ON c.\`parent\` = ${key} WHERE c.${column} IN ${list.sql} AND (${reader.rows.sql})`;
    return keys(await db.query(sql, [...list.params, ...reader.rows.params]));
  }
  const sql = `SELECT DISTINCT r.to_id AS k ${fromSql(reader.model)} JOIN \`_ref\` r ON r.row_id = ${key} AND r.obj = ? AND r.field = ? WHERE r.to_obj = ? AND r.to_id IN ${list.sql} AND (${reader.rows.sql})`;
  return keys(await db.query(sql, [reader.model.name, pathOf(path), field.relation?.to ?? '', ...list.params, ...reader.rows.params]));
}

function keys(rows: Record<string, unknown>[]): string[] {
  return rows.map(({ k }) => String(k));
}
