/** What the data says of itself before anybody works with it: the format that it is in, and that a restore into it has not ended. */

import { tableNames } from '../system/system-tables.ts';
import type { Database, Executor } from './connect.ts';
import { table } from './table.ts';

/**
 * The format of the data that this server writes. Raise it together with a change that an older server would misread or damage
 * (a system table that it does not know how to keep, a value that is stored otherwise); what is merely added needs no new number.
 */
export const dataFormat = 1;

/** Exists until a restore into this database has ended; a table, so that an older server's schema plan leaves it alone. */
export const restoringTable = '_restoring';

/** Data that this server must not touch; the message says the way out. */
export class ForeignData extends Error {}

/** Asked right after the connection, before anything is written. @throws ForeignData */
export async function demandFormat(db: Database): Promise<void> {
  const tables = await tableNames(db);
  if (tables.has(restoringTable)) throw new ForeignData(halfRestored(db.address));
  const format = await readFormat(db, tables);
  if (format > dataFormat)
    throw new ForeignData(
      `The data at ${db.address} is of format ${format}, written by a newer Reelbase, and this one knows formats up to ${dataFormat}: start the newer version again, or restore a backup that was made before the update into an empty place`,
    );
}

/** The sentence for a place whose restore was cut off. */
export function halfRestored(place: string): string {
  return `A restore into ${place} was cut off half-way or still runs: run npm run restore again with the same settings, and it begins anew`;
}

/** 0 where nothing was written down, as before there were formats. */
export async function readFormat(db: Executor, tables?: ReadonlySet<string>): Promise<number> {
  if (!(tables ?? (await tableNames(db))).has('_setting')) return 0;
  const row = await table(db, '_setting').where({ name: 'format' }).first('value');
  return Number(row?.value ?? 0);
}

/** Writes down that this server has worked with the data. */
export async function noteFormat(db: Database): Promise<void> {
  const format = await readFormat(db);
  if (format >= dataFormat) return;
  await db.transaction(async (tx) => {
    await table(tx, '_setting').where({ name: 'format' }).del();
    await table(tx, '_setting').insert({ name: 'format', value: String(dataFormat) });
  });
}
