/** Sums over the rows of a filter, exact: SQLite adds up whole units, MariaDB decimals, and neither passes through a binary fraction. */

import type { FieldModel, JsonValue } from '#codegen/model.ts';
import type { ChildSums, Figure, FigureGroup, Group } from '#framework/records/wire.ts';
import { faceOf } from '#kinds/columns.ts';
import { shapeOf } from '#kinds/index.ts';
import type { Filter } from '#rules/queries/filter.ts';
import type { GroupStep } from '#rules/queries/groups.ts';
import { isEmpty, isNumberField } from '#rules/records/record.ts';
import { meanOf } from '#rules/values/decimal.ts';
import { type Executor, ident, type RawRow } from '../engine/connect.ts';
import { decode } from '../rows/codec.ts';
import { type Reader, visible } from '../rows/reader.ts';
import { col } from './fragment.ts';
import { fromSql } from './query.ts';

/** Groups remembered in one answer; a field with more values is none to set sums apart by. */
const most = 100;

/** The sum of a number field over the rows that the reader may see and the filter asks for, apart for each value of `by`. */
export async function sumRows(db: Executor, reader: Reader, filter: Filter, field: FieldModel, by: FieldModel | undefined): Promise<Group[]> {
  const groups = await figureRows(db, reader, filter, [field], by ? [by] : []);
  return groups.map(({ values, count, figures }) => ({ value: values[0] ?? null, count, sum: figures[field.name]?.sum ?? '0' }));
}

/** How many rows have each value of a field, or lie in each step of its days: the most first, the latest days first; one more than `most` says that there are more. */
export async function groupRows(
  db: Executor,
  reader: Reader,
  filter: Filter,
  { field, step }: Grouping,
  atMost: number,
): Promise<{ key: string; value: JsonValue; count: number }[]> {
  const where = visible(reader, filter);
  const group = groupSql(field, step, db.kind);
  const order = step ? 'g0 DESC' : 'n DESC, g0';
  const sql = `SELECT ${group} AS g0, ${keySql(field, group, db.kind)} AS k0, COUNT(*) AS n ${fromSql(reader.model)} WHERE ${where.sql} GROUP BY ${group} ORDER BY ${order} LIMIT ?`;
  const rows = await db.query(sql, [...where.params, atMost + 1]);
  return rows.map((row) => ({ key: String(row.k0), value: groupValue(field, step, row.g0, db.kind), count: Number(row.n) }));
}

/** A field that sets rows apart; days by their step. */
export interface Grouping {
  field: FieldModel;
  step?: GroupStep | undefined;
}

/** What is the same for all values that the database takes for one: 'b' may stand for a group once and 'B' another time. */
function keySql({ column }: FieldModel, group: string, kind: Executor['kind']): string {
  if (!(column?.type === 'string' || column?.type === 'text') || column.binary) return group;
  return kind === 'mariadb' ? `MIN(HEX(WEIGHT_STRING(${group})))` : `MIN(lower(${group}))`;
}

/** The value, or the first day of its step as 'YYYY-MM-DD'. */
function groupSql(field: FieldModel, step: GroupStep | undefined, kind: Executor['kind']): string {
  const day = col(field.column?.name ?? field.name);
  if (!step || step === 'day') return day;
  return firstDays[kind][step](day);
}

const firstDays: Record<Executor['kind'], Record<Exclude<GroupStep, 'day'>, (day: string) => string>> = {
  sqlite: {
    week: (day) => `date(${day}, '-6 days', 'weekday 1')`,
    month: (day) => `substr(${day}, 1, 7) || '-01'`,
    quarter: (day) => `substr(${day}, 1, 4) || printf('-%02d-01', (CAST(substr(${day}, 6, 2) AS INTEGER) - 1) / 3 * 3 + 1)`,
    year: (day) => `substr(${day}, 1, 4) || '-01-01'`,
  },
  mariadb: {
    week: (day) => `CAST(DATE_SUB(${day}, INTERVAL WEEKDAY(${day}) DAY) AS CHAR)`,
    month: (day) => `DATE_FORMAT(${day}, '%Y-%m-01')`,
    quarter: (day) => `CONCAT(YEAR(${day}), '-', LPAD(QUARTER(${day}) * 3 - 2, 2, '0'), '-01')`,
    year: (day) => `DATE_FORMAT(${day}, '%Y-01-01')`,
  },
};

function groupValue(field: FieldModel, step: GroupStep | undefined, raw: unknown, kind: Executor['kind']): JsonValue {
  const value = step && step !== 'day' ? (raw as string | null) : field.column ? decode(field.column, raw, kind) : null; // text, as the steps are made
  return shapeOf(field) !== 'flag' && isEmpty(field, value) ? null : value;
}

/** Figures of several fields over the same rows, apart for each combination of the values of `by`, in one statement; `keys` are those of `groupRows`, of each grouping. */
export async function figureRows(
  db: Executor,
  reader: Reader,
  filter: Filter,
  fields: readonly FieldModel[],
  by: readonly (FieldModel | Grouping)[],
  atMost = most,
): Promise<(FigureGroup & { keys?: string[] })[]> {
  const where = visible(reader, filter);
  const apart = by.map((one): Grouping => ('field' in one ? one : { field: one }));
  const groups = apart.map(({ field, step }) => groupSql(field, step, db.kind));
  const keys = apart.flatMap((one, index) => (by[index] === one ? [`${keySql(one.field, groups[index] ?? '', db.kind)} AS k${index}`] : []));
  const named = [...groups.map((group, index) => `${group} AS g${index}`), ...keys];
  const figures = fields.map((field, index) => {
    const column = col(field.column?.name ?? field.name);
    const sum = isNumberField(field) ? `, ${totalOf(column, db.kind)} AS s${index}` : '';
    return `COUNT(${column}) AS n${index}, MIN(${column}) AS l${index}, MAX(${column}) AS h${index}${sum}`;
  });
  const tail = groups.length
    ? ` GROUP BY ${groups.join(', ')} ORDER BY ${groups.map((_, index) => `g${index}${apart[index]?.step ? ' DESC' : ''}`).join(', ')} LIMIT ${atMost}`
    : '';
  const sql = `SELECT ${[...named, 'COUNT(*) AS n', ...figures].join(', ')} ${fromSql(reader.model)} WHERE ${where.sql}${tail}`;
  const rows = await db.query(sql, where.params);
  return rows
    .filter((row) => Number(row.n) > 0)
    .map((row) => ({
      ...(keys.length && { keys: keys.map((_, index) => String(row[`k${index}`])) }),
      values: apart.map(({ field, step }, index) => groupValue(field, step, row[`g${index}`], db.kind)),
      count: Number(row.n),
      figures: Object.fromEntries(fields.map((field, index) => [field.name, figureOf(field, row, index, db.kind)])),
    }));
}

function figureOf(field: FieldModel, row: RawRow, index: number, kind: Executor['kind']): Figure {
  const count = Number(row[`n${index}`]);
  const edge = (name: string) => (field.column && count ? decode(field.column, row[`${name}${index}`], kind) : null);
  const figure: Figure = { count, min: edge('l'), max: edge('h') };
  if (!isNumberField(field)) return figure;
  const sum = pointed(String(row[`s${index}`]), unitScale(field, kind));
  return { ...figure, sum, ...(count > 0 && { mean: meanOf(sum, count) }) };
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
