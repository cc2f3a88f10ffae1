import { everyRow, type Filter } from '#rules/queries/filter.ts';
import { type Database, ident } from '../engine/connect.ts';
import { type Reader, visible } from '../rows/reader.ts';
import { fromSql } from './query.ts';

/** Counted exactly up to here; a table that holds more is estimated, so that the home page costs the same at any size. */
export const countedExactly = 10_000;
const countedByLookups = 2_000;

export interface Count {
  count: number;
  estimated: boolean;
}

/** How many rows of an object a reader sees; beyond the bound the table's own number is used, and of a filter's rows the bound itself. */
export async function countRows(db: Database, reader: Reader, filter: Filter = everyRow): Promise<Count> {
  const { sql, params } = filter === everyRow ? reader.rows : visible(reader, filter);
  const bounded = `SELECT 1 AS one ${fromSql(reader.model)} WHERE ${sql} LIMIT ${countedExactly + 1}`;
  const [row] = await db.query(`SELECT COUNT(*) AS n FROM (${bounded}) bounded`, params);
  const count = Number(row?.n ?? 0);
  if (count <= countedExactly) return { count, estimated: false };
  if (filter !== everyRow) return { count, estimated: true };
  return { count: Math.max(count, await estimateOf(db, reader.model.name)), estimated: true };
}

/**
 * How many of a filter's rows each of the `parts` leaves, in one statement over its first rows alone: `isCut` says that there are more rows than were looked
 * at, so that each number is one that is reached or exceeded. What stands in another table is looked up for each row, and fewer rows are looked at for it.
 */
export async function countEach(db: Database, reader: Reader, filter: Filter, parts: readonly Filter[]): Promise<{ counts: number[]; isCut: boolean }> {
  const where = visible(reader, filter);
  // Within a group a list's entries are looked for in the row itself: the full-text index would find all rows of the table that have them first.
  const conditions = parts.map((part) => visible(reader, { kind: 'or', of: [part] }));
  const cases = conditions.map(({ sql }, index) => `CASE WHEN ${sql} THEN 1 ELSE 0 END AS c${index}`);
  const most = conditions.some(({ sql }) => sql.includes('FROM `')) ? countedByLookups : countedExactly;
  const looked = `SELECT ${['1 AS one', ...cases].join(', ')} ${fromSql(reader.model)} WHERE ${where.sql} LIMIT ${most + 1}`;
  const sums = parts.map((_, index) => `, SUM(c${index}) AS n${index}`).join('');
  const [row] = await db.query(`SELECT COUNT(*) AS n${sums} FROM (${looked}) looked`, [...conditions.flatMap(({ params }) => params), ...where.params]);
  return { counts: parts.map((_, index) => Number(row?.[`n${index}`] ?? 0)), isCut: Number(row?.n ?? 0) > most };
}

async function estimateOf(db: Database, table: string): Promise<number> {
  if (db.kind === 'sqlite') {
    // Rows are rarely deleted, so the newest rowid is near the number of rows, and it is one step down the tree.
    const [row] = await db.query(`SELECT MAX(rowid) AS estimate FROM ${ident(table)}`);
    return Number(row?.estimate ?? 0);
  }
  const [row] = await db.query('SELECT table_rows AS estimate FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?', [table]);
  return Number(row?.estimate ?? 0);
}
