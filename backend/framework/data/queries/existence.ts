import type { ObjectModel } from '#codegen/model.ts';
import type { Database } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

/** Whether a row with this key exists, compared byte by byte as keys are. */
export async function findKey(db: Database, model: ObjectModel, key: string): Promise<boolean> {
  const { key: name } = model.entity;
  return (await table(db, model.name).where(name, key).select(name).limit(1)).length > 0;
}
