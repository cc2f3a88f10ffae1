/** Lists that change their place (x-child on or off), their name, or come back: whole tables move, rows are carried over. Pure. */

import { createHash } from 'node:crypto';
import { columnsOfName } from '#codegen/describe/column-names.ts';
import type { FieldModel, ObjectModel } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { ident } from '../../engine/connect.ts';
import { createTableSql, dropIndexSql, type Flavour } from '../ddl.ts';
import { formerField } from '../inside.ts';
import type { ExistingTable } from '../inspect.ts';
import type { TableLayout } from '../layout.ts';
import { type ListCopy, type Step, step } from '../step.ts';
import { asItStands } from './compare.ts';
import { archivedField, archiveName, latestArchived } from './match-columns.ts';

export interface ListPlan {
  steps: Step[];
  /** columns of the object's table that a step carries over: neither archived nor brought back meanwhile */
  copied: Set<string>;
  /** tables that a step makes or moves: not compared meanwhile */
  tables: Set<string>;
}

type ExistingTables = ReadonlyMap<string, ExistingTable>;

export function compareLists(
  db: Flavour,
  model: ObjectModel,
  tables: readonly TableLayout[],
  existing: ExistingTables,
  old: readonly FieldModel[],
  exists: (table: string) => boolean,
): ListPlan {
  const plan: ListPlan = { steps: [], copied: new Set(), tables: new Set() };
  const object = existing.get(model.name);
  if (!object) return plan;
  const wanted = new Set(tables.map((table) => table.name));
  const add = (found: Step, ...names: string[]) => {
    plan.steps.push(found);
    for (const name of names) plan.tables.add(name);
  };
  for (const field of model.fields) {
    const names = [field.name, ...(field.was ?? []).filter((name) => !model.fields.some((other) => other.name === name))];
    // A name that no database takes has another in its place, for a table as for a column.
    const [own, all] = [columnsOfName(field.name), names.flatMap(columnsOfName)];
    const tableOf = (column: string) => `${model.name}__${column}`;
    const childOf = all.map(tableOf).find((name) => existing.has(name) && (name === field.child?.table || !wanted.has(name)));
    const columnOf = all.find((name) => object.columns.some((column) => column.name === name && column.store === 'json'));
    const archived = own.flatMap((name) => latestArchivedTable(existing, tableOf(name)) ?? [])[0];
    const back = own.flatMap((name) => latestArchived(object, name) ?? [])[0];
    const former = formerField(old, model.fields, field);
    const of = (to: ListCopy['to'], column: string, table: string): Step => copyStep(db, model, field, former, to, column, table, existing, tables, exists);
    if (field.child) {
      const { table } = field.child;
      if (columnOf !== undefined) {
        plan.copied.add(columnOf);
        add(of('table', columnOf, table), table);
      } else if (childOf === undefined) {
        if (archived) add(restoreTable(model.name, archived, table), table);
        else if (back?.store === 'json') add(restoreList(model.name, back.name, archivedField(back.name) ?? field.name), table);
      } else if (childOf !== table) add(renameTable(childOf, table, stepOf(field.name), stepOf(former?.name ?? field.name)), table, childOf);
    } else if (field.column?.type === 'json') {
      if (childOf !== undefined) {
        plan.copied.add(field.column.name);
        add(of('column', field.column.name, childOf), childOf);
      } else if (archived && columnOf === undefined && !back) {
        plan.copied.add(field.column.name);
        add(restoreTable(model.name, archived, tableOf(field.column.name)));
      }
    }
  }
  return plan;
}

function copyStep(
  db: Flavour,
  model: ObjectModel,
  field: FieldModel,
  old: FieldModel | undefined,
  to: ListCopy['to'],
  column: string,
  table: string,
  existing: ExistingTables,
  tables: readonly TableLayout[],
  exists: (table: string) => boolean,
): Step {
  const object = existing.get(model.name) as ExistingTable; // compareLists looked
  const layout = tables.find((one) => one.name === table);
  const create = to === 'table' && layout ? createTableSql(db, layout, (name) => name === model.name || exists(name)) : [];
  const child = existing.get(table);
  const copy: ListCopy = {
    to,
    object: model.name,
    column,
    table,
    archive: to === 'table' ? archiveName(object, column) : freeArchive(existing, table),
    model,
    field,
    ...(old && { old }),
    create: [...dropOldKeys(db, layout, existing), ...create],
    putAway: to === 'column' && child ? putAway(db, child) : { sql: [] },
  };
  const where = to === 'table' ? `a table of its own, ${table}` : `the column ${column} of ${model.name}`;
  const losses =
    to === 'column' && shapeOf(field) === 'object'
      ? [{ sql: moreThanOne(table), params: [], code: 'field.toomany' as const, values: { limit: 1 }, field: field.name }]
      : [];
  return step('carryList', model.name, field.name, {
    key: `carryList:${table}:${to}`,
    class: 'needsData',
    description: `carry the entries of ${field.name} over into ${where}`,
    reason: 'entries that stand may not fit',
    blocking: true,
    alone: true,
    copy,
    losses,
    ...(old && old.name !== field.name && { renames: [{ field: stepOf(field.name), former: stepOf(old.name) }] }),
  });
}

function moreThanOne(table: string): string {
  return `SELECT \`parent\` AS \`id\` FROM ${ident(table)} GROUP BY \`parent\` HAVING COUNT(*) > 1`;
}

/** MariaDB's foreign keys have names that are taken once a database: an archived table of an earlier version may still hold them. */
function dropOldKeys(db: Flavour, layout: TableLayout | undefined, existing: ExistingTables): string[] {
  if (db.kind === 'sqlite' || !layout) return [];
  const names = new Set(layout.foreignKeys.map((key) => key.name));
  return [...existing.values()]
    .filter((table) => table.name.startsWith('_x_'))
    .flatMap((table) => table.foreignKeys.filter((key) => names.has(key.name)).map((key) => dropKey(table.name, key.name)));
}

function dropKey(table: string, key: string): string {
  return `ALTER TABLE ${ident(table)} DROP FOREIGN KEY IF EXISTS ${ident(key)}`;
}

/**
 * What makes a child table fit for the archive: its indexes and keys have names that the next table of its name needs, and a key to
 * another object would keep that one's rows from being deleted.
 */
export function putAway(db: Flavour, table: ExistingTable): ListCopy['putAway'] {
  if (db.kind === 'mariadb') return { sql: table.foreignKeys.map((key) => dropKey(table.name, key.name)) };
  const sql = table.indexes.map((index) => dropIndexSql(db, table.name, index.name));
  if (table.foreignKeys.every((key) => key.column === 'parent')) return { sql };
  const columns = table.columns.map((column) => ({ name: column.name, sql: asItStands('child', column, column.name), from: ident(column.name) }));
  const foreignKeys = table.foreignKeys
    .filter((key) => key.column === 'parent')
    .map((key) => `FOREIGN KEY (\`parent\`) REFERENCES ${ident(key.to)} (\`id\`) ON DELETE CASCADE`);
  return { rebuild: { columns, foreignKeys, conversions: [] }, sql };
}

/** A child list that is gone: its rows stay, under another name. */
export function archiveTable(db: Flavour, table: ExistingTable, existing: ExistingTables): Step {
  const archive = freeArchive(existing, table.name);
  const { rebuild, sql } = putAway(db, table);
  return step('archiveTable', table.name, '', {
    description: `archive table ${table.name} as ${archive}`,
    ...(rebuild && { rebuild }),
    sql: [...sql, `ALTER TABLE ${ident(table.name)} RENAME TO ${ident(archive)}`],
  });
}

/** A list that comes back with its name; rows that went meanwhile take their entries along. */
function restoreTable(object: string, archive: string, table: string): Step {
  return step('restoreTable', table, '', {
    description: `restore the archived table ${archive} as ${table}`,
    sql: [
      `DELETE FROM ${ident(archive)} WHERE \`parent\` NOT IN (SELECT \`id\` FROM ${ident(object)})`,
      `ALTER TABLE ${ident(archive)} RENAME TO ${ident(table)}`,
    ],
    blocking: true,
    alone: true,
  });
}

/** The same for one that was a column when it went and is a table now: the column comes back first, and is carried over then. */
function restoreList(object: string, archive: string, name: string): Step {
  return step('restoreColumn', object, name, {
    description: `restore column ${archive} of ${object} as ${name}`,
    sql: [`ALTER TABLE ${ident(object)} RENAME COLUMN ${ident(archive)} TO ${ident(name)}`],
    blocking: true,
    alone: true,
  });
}

function renameTable(from: string, to: string, field: string, former: string): Step {
  return step('renameTable', to, '', {
    description: `rename table ${from} as ${to}`,
    fields: [field],
    sql: [`ALTER TABLE ${ident(from)} RENAME TO ${ident(to)}`, `UPDATE \`_archive\` SET \`tbl\` = '${to}' WHERE \`tbl\` = '${from}'`],
    blocking: true,
    alone: true,
    renames: [{ field, former }],
  });
}

function freeArchive(existing: ExistingTables, table: string): string {
  let number = 1;
  while (existing.has(archivedTable(table, number))) number += 1;
  return archivedTable(table, number);
}

function latestArchivedTable(existing: ExistingTables, table: string): string | undefined {
  // Long ones were cut off, at which two of them could be one.
  return [table, ...(isLong(table) ? [table.slice(0, longest)] : [])].flatMap((name) => {
    let number = 1;
    while (existing.has(archivedTable(name, number + 1))) number += 1;
    return existing.has(archivedTable(name, number)) ? archivedTable(name, number) : [];
  })[0];
}

/** Characters of a table's name that its archive can have around it. */
const longest = 54;
const isLong = (table: string) => table.length > longest;

function archivedTable(table: string, number: number): string {
  return `_x_${archivedStem(table)}_${number}`;
}

/** Of a table's name, what its archives are called by: a long one is cut. */
export function archivedStem(table: string): string {
  return isLong(table) ? `${table.slice(0, longest - 11)}_${createHash('sha256').update(table).digest('hex').slice(0, 10)}` : table;
}
