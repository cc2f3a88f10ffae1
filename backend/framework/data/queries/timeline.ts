/** Counts rows over time: by day, hour or month, in one statement whatever their number. */
import type { FieldModel } from '#codegen/model.ts';
import type { Filter } from '#rules/queries/filter.ts';
import type { Executor } from '../engine/connect.ts';
import { decode } from '../rows/codec.ts';
import { type Reader, visible } from '../rows/reader.ts';
import { col } from './fragment.ts';
import { fromSql } from './query.ts';

/** Leading characters of 'YYYY-MM-DD hh:mm:ss' that set a stretch of time apart. */
export const stretches = { month: 7, day: 10, hour: 13 } as const;

export interface Stretch {
  /** '2026-11', '2026-11-21' or '2026-11-21 08', as stored: instants in UTC */
  at: string;
  count: number;
  /** of the field summed; 0 without one. A number for a plot: to be precise about money, ask for sums. */
  sum: number;
}

/** Stretches answered at most: more than two months of hours. */
const most = 2_000;

/** How many of the rows that the reader may see and the filter asks for fall into each stretch of `time`, the earliest first; empty stretches are left out. */
export async function countAlong(
  db: Executor,
  reader: Reader,
  filter: Filter,
  time: FieldModel,
  stretch: keyof typeof stretches,
  summed?: FieldModel,
): Promise<Stretch[]> {
  const where = visible(reader, filter);
  const column = col(time.column?.name ?? time.name);
  const sum = summed?.column ? `, SUM(${col(summed.column.name)}) AS s` : '';
  const rows = await db.query(
    `SELECT SUBSTR(${column}, 1, ${stretches[stretch]}) AS moment, COUNT(*) AS n${sum} ${fromSql(reader.model)} WHERE (${where.sql}) AND ${column} IS NOT NULL GROUP BY moment ORDER BY moment LIMIT ${most}`,
    where.params,
  );
  return rows
    .map((row) => ({
      at: String(row.moment ?? ''),
      count: Number(row.n),
      sum: summed?.column ? Number(decode(summed.column, row.s, db.kind) ?? 0) : 0,
    }))
    .filter(({ at }) => at.length === stretches[stretch]);
}
