import type { ObjectModel } from '#codegen/model.ts';
import { type Database, ident } from '../engine/connect.ts';

/** Whether a row with this key exists, compared byte by byte as keys are. */
export async function findKey(db: Database, model: ObjectModel, key: string): Promise<boolean> {
  const rows = await db.query(`SELECT 1 AS one FROM ${ident(model.name)} WHERE ${ident(model.entity.key)} = ? LIMIT 1`, [key]);
  return rows.length > 0;
}
