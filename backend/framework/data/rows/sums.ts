/** Sums over the rows of a filter, exact: SQLite adds up whole units, MariaDB decimals, and neither passes through a binary fraction. */

import type { FieldModel } from '#codegen/model.ts';
import type { ChildSums, Group } from '#framework/records/wire.ts';
import { faceOf } from '#kinds/columns.ts';
import type { Filter } from '#rules/records/filter.ts';
import { type Executor, ident } from '../engine/connect.ts';
import { decode } from './codec.ts';
import { col } from './fragment.ts';
import { fromSql } from './query.ts';
import { type Reader, visible } from './reader.ts';

/** Groups remembered in one answer; a field with more values is none to set sums apart by. */
const most = 100;

/** The sum of a number field over the rows that the reader may see and the filter asks for, apart for each value of `by`. */
export async function sumRows(db: Executor, reader: Reader, filter: Filter, field: FieldModel, by: FieldModel | undefined): Promise<Group[]> {
  const where = visible(reader, filter);
  const column = col(field.column?.name ?? field.name);
  const group = by?.column ? col(by.column.name) : undefined;
  const sum = totalOf(column, db.kind);
  const tail = group ? ` GROUP BY ${group} ORDER BY ${group} LIMIT ${most}` : '';
  const sql = `SELECT ${group ? `${group} AS g, ` : ''}COUNT(*) AS n, ${sum} AS s ${fromSql(reader.model)} WHERE ${where.sql}${tail}`;
  const rows = await db.query<{ g?: unknown; n: unknown; s: unknown }>(sql, where.params);
  return rows
    .filter((row) => Number(row.n) > 0)
    .map((row) => ({
      value: by?.column ? decode(by.column, row.g, db.kind) : null,
      count: Number(row.n),
      sum: pointed(String(row.s), unitScale(field, db.kind)),
    }));
}

/** Sums of several fields of an object's child rows that point at `to`, in one statement. */
export async function sumChildren(
  db: Executor,
  reader: Reader,
  filter: Filter,
  child: { table: string; reference: FieldModel; to: string },
  fields: FieldModel[],
  by: FieldModel[],
): Promise<ChildSums[]> {
  const where = visible(reader, filter);
  const groups = by.map((field) => col(field.column?.name ?? field.name));
  const sums = fields.map((field, index) => `${totalOf(`c.${ident(field.column?.name ?? field.name)}`, db.kind)} AS s${index}`);
  const named = groups.map((group, index) => `${group} AS g${index}`);
  const tail = groups.length ? ` GROUP BY ${groups.join(', ')} ORDER BY ${groups.join(', ')} LIMIT ${most}` : '';
  const key = col(reader.model.entity.key);
  const on = `c.\`parent\` = ${key} AND c.${ident(child.reference.column?.name ?? child.reference.name)} = ?`;
  const sql = `SELECT ${[...named, `COUNT(DISTINCT ${key}) AS n`, ...sums].join(', ')} ${fromSql(reader.model)} JOIN ${ident(child.table)} c ON ${on} WHERE ${where.sql}${tail}`;
  const rows = await db.query(sql, [child.to, ...where.params]);
  return rows
    .filter((row) => Number(row.n) > 0)
    .map((row) => ({
      values: by.map((field, index) => (field.column ? decode(field.column, row[`g${index}`], db.kind) : null)),
      count: Number(row.n),
      sums: Object.fromEntries(fields.map((field, index) => [field.name, pointed(String(row[`s${index}`]), unitScale(field, db.kind))])),
    }));
}

/** SQLite's total of whole units is whole; a sum of nothing is null and reads as nought. */
function totalOf(column: string, kind: Executor['kind']): string {
  return `CAST(COALESCE(SUM(${column}), 0) AS ${kind === 'sqlite' ? 'TEXT' : 'CHAR'})`;
}

function unitScale(field: FieldModel, kind: Executor['kind']): number {
  return (field.column && faceOf(field.column.type).units?.(field.column, kind)) ?? 0;
}

/** '12345' in units of two digits is '123.45'. */
function pointed(text: string, scale: number): string {
  if (!scale) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.replace('-', '').padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
