/** Which columns of a sheet a person said to be which fields, by object and heads: the same sheet comes again next month. */
import { createHash } from 'node:crypto';
import type { Executor, RawRow } from '../engine/connect.ts';
import { table } from '../engine/table.ts';

export interface SheetHeads {
  /** the account */
  who: string;
  object: string;
  heads: readonly string[];
}

/** Sheets remembered for a person and an object; the oldest is forgotten. */
const most = 50;

function placeOf({ who, object, heads }: SheetHeads) {
  return { who, object, heads: createHash('sha256').update(JSON.stringify(heads)).digest('hex').slice(0, 40) };
}

/** JSON; '' where nothing is remembered. */
export async function findColumns(db: Executor, sheet: SheetHeads): Promise<string> {
  const row = await table(db, '_import_columns').where(placeOf(sheet)).first('columns');
  return String(row?.columns ?? '');
}

export async function rememberColumns(db: Executor, sheet: SheetHeads, columns: string, now: number): Promise<void> {
  const place = placeOf(sheet);
  if (await table(db, '_import_columns').where(place).update({ columns, at: now })) return;
  await table(db, '_import_columns').insert({ ...place, columns, at: now });
  const { who, object } = place;
  const oldest = await table(db, '_import_columns').where({ who, object }).orderBy('at', 'desc').offset(most).limit(1).first('at');
  if (oldest) await table(db, '_import_columns').where({ who, object }).where('at', '<=', Number(oldest.at)).del();
}

export async function forgetColumns(db: Executor, sheet: SheetHeads): Promise<void> {
  await table(db, '_import_columns').where(placeOf(sheet)).del();
}

/** Sheets go on to fill fields that were renamed. @param fieldOf the present name of a field */
export async function renameInColumns(db: Executor, object: string, fieldOf: (field: string) => string): Promise<void> {
  for (const { columns, ...place } of (await table(db, '_import_columns').where({ object }).select('who', 'object', 'heads', 'columns')) as RawRow[]) {
    const said = JSON.parse(String(columns)) as Record<string, string>; // written by import-records.ts
    const renamed = JSON.stringify(Object.fromEntries(Object.entries(said).map(([at, field]) => [at, fieldOf(field)])));
    if (renamed !== columns) await table(db, '_import_columns').where(place).update({ columns: renamed });
  }
}
