/** Which existing rows a step would not suit, and why: checked before the step, and again on request. */
import type { FieldModel, ObjectEntry, ObjectModel, Row } from '#codegen/model.ts';
import type { Problem } from '#rules/words/problem.ts';
import { batches } from '../engine/batches.ts';
import { type Database, type Executor, ident, type RawRow } from '../engine/connect.ts';
import { decodeFields, decodeRow } from '../rows/codec.ts';
import { converted, readBy } from './converted.ts';
import { examineCopy } from './copy-list.ts';
import type { Conversion, Examination, RowFailure, Step } from './step.ts';

/** The compiled validator of an object, in the catalogue's words. */
export type Validate = (row: Row) => Problem[];

export interface Examined {
  /** the first rows that fail */
  failures: RowFailure[];
  /** how many fail in all; a SELECT is not counted beyond `most` + 1 */
  count: number;
}

/** Rows named in a report. */
const mostListed = 50;

/** Examines the rows for a step and names the first `most` that fail. `validate` is needed by a 'check' only. */
export async function examineStep(db: Database, entry: ObjectEntry, step: Step, validate?: Validate, most = mostListed): Promise<Examined> {
  const failures: RowFailure[] = [];
  let count = 0;
  const add = (examined: Examined) => {
    failures.push(...examined.failures.slice(0, most - failures.length));
    count += examined.count;
  };
  for (const examination of step.examinations) add(await byQuery(db, examination, most));
  if (step.copy) add(await examineCopy(db, step.copy));
  const conversions = step.conversion ? [step.conversion] : (step.rebuild?.conversions ?? []);
  for (const conversion of conversions) add(await byConversion(db, step.table, conversion, most));
  if (step.kind === 'check' && validate) add(await byValidator(db, entry, new Set(step.fields), validate, most));
  return { failures, count };
}

async function byQuery(db: Executor, { sql, params, code, values, field }: Examination, most: number): Promise<Examined> {
  const rows = await db.query<{ id: unknown }>(`${sql} LIMIT ${most + 1}`, params);
  return { count: rows.length, failures: rows.map(({ id }) => ({ id: String(id), problems: [{ path: field, code, ...(values && { values }) }] })) };
}

async function byConversion(db: Executor, table: string, conversion: Conversion, most: number): Promise<Examined> {
  const failures: RowFailure[] = [];
  let count = 0;
  for await (const rows of batches(db, table, readBy(conversion, conversion.from.name))) {
    for (const raw of rows) {
      if (converted(conversion, raw, conversion.from.name, db.kind) !== undefined) continue;
      count += 1;
      if (failures.length < most)
        failures.push({ id: String(raw.id), problems: [{ path: conversion.to.field?.name ?? conversion.to.name, code: 'field.type' }] });
    }
  }
  return { count, failures };
}

async function byValidator(db: Executor, entry: ObjectEntry, fields: Set<string>, validate: Validate, most: number): Promise<Examined> {
  const { model } = entry;
  const failures: RowFailure[] = [];
  let count = 0;
  const columns = model.fields.flatMap((field) => (field.column && !field.child ? [field.column.name] : []));
  for await (const raws of batches(db, model.name, columns.includes('id') ? columns : ['id', ...columns])) {
    const rows = await whole(db, model, raws);
    for (const row of rows) {
      // Other fields may have been wrong before: this change does not check them.
      const problems = validate(row).filter((problem) => fields.has(problem.path.split('/')[0] ?? ''));
      if (!problems.length) continue;
      count += 1;
      if (failures.length < most) failures.push({ id: String(row.id), problems });
    }
  }
  return { count, failures };
}

/** Rows as the validator sees them: child lists included, fields that are stored nowhere at their defaults. */
async function whole(db: Executor, model: ObjectModel, raws: RawRow[]): Promise<Row[]> {
  const rows = raws.map((raw) => decodeRow(model, raw, db.kind));
  for (const field of model.fields) {
    if (field.child) await addChildren(db, field, field.child.table, rows);
    else if (!field.column) for (const row of rows) row[field.name] = field.default;
  }
  return rows;
}

async function addChildren(db: Executor, field: FieldModel, table: string, rows: Row[]): Promise<void> {
  const ids = rows.map((row) => String(row.id));
  const raws = await db.query(`SELECT * FROM ${ident(table)} WHERE \`parent\` IN (${ids.map(() => '?').join(', ')}) ORDER BY \`parent\`, \`pos\``, ids);
  const byParent = new Map<string, Row[]>(ids.map((id) => [id, []]));
  for (const raw of raws) byParent.get(String(raw.parent))?.push(decodeFields(field.fields ?? [], raw, db.kind));
  for (const row of rows) row[field.name] = byParent.get(String(row.id)) ?? [];
}
