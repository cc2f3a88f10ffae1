/** Archived columns and child tables: what they are, and the plan that drops them for good. */
import type { ObjectEntry } from '#codegen/model.ts';
import { type Database, ident } from './connect.ts';
import { inspect } from './inspect.ts';
import { archivedField } from './match-columns.ts';
import { type Plan, planObject } from './plan.ts';
import { type Step, step } from './step.ts';

/** Columns of removed fields that can still be read. */
export async function archivedColumns(db: Database, object: string): Promise<{ table: string; column: string; field: string; at: number }[]> {
  return db.query('SELECT `tbl` AS `table`, `col` AS `column`, `field`, `at` FROM `_archive` WHERE `obj` = ? AND `purged_at` IS NULL ORDER BY `id`', [object]);
}

/** Drops an object's archived columns and child tables. Every step is destructive: apply it with that class and the object's name. */
export async function planPurge(db: Database, entry: ObjectEntry): Promise<Plan> {
  const { name } = entry.model;
  const standing = [...(await inspect(db)).values()];
  const columns = standing
    .filter((table) => table.name === name || table.name.startsWith(`${name}__`))
    .flatMap((table) => table.columns.filter((column) => archivedField(column.name) !== undefined).map((column) => dropColumn(table.name, column.name)));
  const tables = standing.filter((table) => table.name.startsWith(`_x_${name}__`)).map((table) => dropTable(table.name));
  return { ...(await planObject(db, entry)), steps: [...columns, ...tables] };
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

function dropTable(table: string): Step {
  return step('purge', table, '', {
    class: 'destructive',
    description: `drop archived table ${table} with its rows`,
    reason,
    sql: [`DROP TABLE ${ident(table)}`],
  });
}
