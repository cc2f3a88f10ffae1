/** Archived columns, members and child tables: what they are, and the plan that drops them for good. */

import { columnsOfName } from '#codegen/describe/column-names.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import { rootOf, stepOf, stepsOf } from '#rules/records/field-path.ts';
import { type Database, ident } from '../engine/connect.ts';
import { table } from '../engine/table.ts';
import { archivedStem } from './compare/compare-lists.ts';
import { archivedField } from './compare/match-columns.ts';
import { type ExistingTable, inspect } from './inspect.ts';
import { readArchived } from './journal.ts';
import { type Plan, planObject } from './plan.ts';
import { type Step, step } from './step.ts';

/** Columns of removed fields that can still be read. */
export async function archivedColumns(db: Database, object: string): Promise<{ table: string; column: string; field: string; at: number }[]> {
  return db.query('SELECT `tbl` AS `table`, `col` AS `column`, `field`, `at` FROM `_archive` WHERE `obj` = ? AND `purged_at` IS NULL ORDER BY `id`', [object]);
}

/** Something that a removed field left: a column, the members of nested values, or a table of a list. */
export interface ArchivedPart {
  /** the step of `planPurge` that drops it */
  key: string;
  table: string;
  /** the fields that it held, as dotted paths */
  fields: string[];
  /** rows that have a value there; none where only reading each nested value would say */
  rows?: number;
  /** of those values, as text */
  bytes?: number;
  /** ms since 1970: when it was put away, where that is known */
  at?: number;
}

/** What is archived of the objects' removed fields and how big it is: a scan of each column, so it is asked for by itself. */
export async function archivedParts(db: Database, entries: readonly ObjectEntry[]): Promise<(ArchivedPart & { object: string })[]> {
  const existing = await inspect(db);
  const parts: (ArchivedPart & { object: string })[] = [];
  for (const { model } of entries) {
    const [steps, noted] = await Promise.all([purgeSteps(db, model.name, existing), archivedColumns(db, model.name)]);
    for (const { key, table, fields, purge } of steps) {
      const columns = fields.length ? fields : (existing.get(table)?.columns.map(({ name }) => name) ?? []);
      const note = noted.findLast((one) => one.table === table && fields.includes(purge ? one.field : one.column));
      const held = purge ? fields : fields.length ? [note?.field ?? archivedField(fields[0] ?? '') ?? ''] : [archivedList(model.name, table)];
      const size = purge ? {} : await sizeOf(db, table, columns);
      parts.push({ object: model.name, key, table, fields: held, ...size, ...(note && { at: Number(note.at) }) });
    }
  }
  return parts;
}

async function sizeOf(db: Database, table: string, columns: readonly string[]): Promise<{ rows: number; bytes: number }> {
  const bytesOf = (column: string) => `COALESCE(LENGTH(CAST(${ident(column)} AS ${db.kind === 'sqlite' ? 'BLOB' : 'CHAR'})), 0)`;
  const all = columns.map(bytesOf).join(' + ') || '0';
  const [row] = await db.query<{ n: unknown; bytes: unknown }>(
    `SELECT SUM(bytes > 0) AS n, SUM(bytes) AS bytes FROM (SELECT ${all} AS bytes FROM ${ident(table)}) archived`,
  );
  return { rows: Number(row?.n ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/** Fields, as dotted paths, of which a step drops what was archived; to be asked before it. */
export async function purgedFields(db: Database, object: string, { kind, table: from, fields, purge }: Step): Promise<string[]> {
  if (kind !== 'purge' || purge) return purge ? fields : [];
  const [column] = fields;
  if (column === undefined) return listsIn(db, object, from);
  const noted = (await readArchived(db, object)).filter(({ tbl, col }) => tbl === from && col === column).map(({ field }) => field);
  return noted.length ? noted : [archivedField(column) ?? ''];
}

/** Of the lists that something is noted of, those whose rows are in this archived table: it may be called by a name that was made of theirs. */
async function listsIn(db: Database, object: string, archive: string): Promise<string[]> {
  const noted: unknown[] = await table(db, '_ref').where({ obj: object }).distinct().pluck('field');
  const stem = archive.slice('_x_'.length).replace(/_\d+$/, '');
  const lists = new Set(noted.map((field) => rootOf(String(field))));
  return [...lists].filter((list) => columnsOfName(list).some((name) => archivedStem(`${object}__${name}`) === stem)).map(stepOf);
}

/** `_x_order__lines_1` → 'lines' */
function archivedList(object: string, table: string): string {
  return table.slice(`_x_${object}__`.length).replace(/_\d+$/, '');
}

/** Drops an object's archived columns, the archived members inside nested values and archived child tables. Every step is destructive: apply it with that class and the object's name. */
export async function planPurge(db: Database, entry: ObjectEntry): Promise<Plan> {
  const steps = await purgeSteps(db, entry.model.name, await inspect(db));
  return { ...(await planObject(db, entry)), steps };
}

async function purgeSteps(db: Database, name: string, existing: ReadonlyMap<string, ExistingTable>): Promise<Step[]> {
  const all = [...existing.values()];
  const columns = all
    .filter((table) => table.name === name || table.name.startsWith(`${name}__`))
    .flatMap((table) => table.columns.filter((column) => archivedField(column.name) !== undefined).map((column) => dropColumn(table.name, column.name)));
  const tables = all.filter((table) => table.name.startsWith(`_x_${name}__`)).map((table) => dropTable(table.name));
  return [...columns, ...(await members(db, name)), ...tables];
}

const reason = 'the values cannot be brought back';

function dropColumn(table: string, column: string): Step {
  const forget = `UPDATE \`_archive\` SET \`purged_at\` = ${Date.now()} WHERE \`tbl\` = '${table}' AND \`col\` = '${column}'`;
  return step('purge', table, column, {
    class: 'destructive',
    description: `drop archived column ${column} of ${table} with its values`,
    reason,
    sql: [`ALTER TABLE ${ident(table)} DROP COLUMN ${ident(column)}`, forget],
  });
}

/** What removed fields left inside objects and lists, a step for each column. */
async function members(db: Database, object: string): Promise<Step[]> {
  const archived = (await readArchived(db, object)).filter(({ col, field }) => !col.startsWith('_x_') && field.includes('.'));
  return [...new Set(archived.map(({ tbl, col }) => JSON.stringify([tbl, col])))].map((place) => {
    const [table, column] = JSON.parse(place) as [string, string]; // written in the line above
    const fields = archived.filter(({ tbl, col }) => tbl === table && col === column).map(({ field }) => field);
    // A path begins with the field of the column; in a list's own table with the list and its field.
    const own = table === object ? 1 : 2;
    return step('purge', table, column, {
      key: `purgeInside:${table}:${column}`,
      class: 'destructive',
      description: `drop what is kept of ${fields.join(', ')} inside ${column} of ${table}`,
      reason,
      fields,
      purge: { table, column, paths: fields.map((field) => stepsOf(field).slice(own)) },
      sql: [`UPDATE \`_archive\` SET \`purged_at\` = ${Date.now()} WHERE \`tbl\` = '${table}' AND \`col\` = '${column}' AND \`purged_at\` IS NULL`],
    });
  });
}

function dropTable(table: string): Step {
  return step('purge', table, '', {
    class: 'destructive',
    description: `drop archived table ${table} with its rows`,
    reason,
    sql: [`DROP TABLE ${ident(table)}`],
  });
}
