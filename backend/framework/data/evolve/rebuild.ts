/** The steps that are more than statements: SQLite's copy of a table into a new shape, and MariaDB's conversion of a column. */
import type { JsonValue } from '#codegen/model.ts';
import { batches } from '../engine/batches.ts';
import { type Database, type Executor, ident, type RawRow } from '../engine/connect.ts';
import { encode } from '../rows/codec.ts';
import { columnModelOf } from './convert.ts';
import { converted, readBy } from './converted.ts';
import { virtualColumn } from './ddl.ts';
import { columnSql } from './ddl-types.ts';
import { renamedInside, withoutInside } from './inside.ts';
import type { ExistingTable } from './inspect.ts';
import type { Conversion, InsidePurge, InsideRename, Rebuild } from './step.ts';

/**
 * SQLite's procedure for any change of a table: foreign keys off, one transaction, new table, copy, drop, rename, indexes again, every
 * foreign key checked, commit. Cut off at any moment it leaves the old table.
 */
export async function rebuildTable(db: Database, table: string, { columns, foreignKeys, conversions }: Rebuild): Promise<void> {
  await db.session(async (session) => {
    const copy = `_new_${table}`;
    const indexes = await session.query<{ sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL", [table]);
    await session.exec('PRAGMA foreign_keys = OFF');
    try {
      await session.exec('BEGIN IMMEDIATE');
      await session.exec(`DROP TABLE IF EXISTS ${ident(copy)}`);
      await session.exec(`CREATE TABLE ${ident(copy)} (${[...columns.map((column) => column.sql), ...foreignKeys].join(', ')})`);
      const copied = columns.filter((column) => column.from !== undefined);
      const names = copied.map((column) => ident(column.name)).join(', ');
      await session.exec(`INSERT INTO ${ident(copy)} (${names}) SELECT ${copied.map((column) => column.from).join(', ')} FROM ${ident(table)}`);
      for (const conversion of conversions) await fill(session, copy, conversion, conversion.archive, conversion.to.name);
      await session.exec(`DROP TABLE ${ident(table)}`);
      await session.exec(`ALTER TABLE ${ident(copy)} RENAME TO ${ident(table)}`);
      // One over a column that was converted is made again by the next comparison.
      for (const { sql } of indexes) await session.exec(sql);
      const dead = await session.query(`PRAGMA foreign_key_check(${ident(table)})`);
      if (dead.length) throw new Error(`${dead.length} references of ${table} lead nowhere`);
      await session.exec('COMMIT');
    } catch (error) {
      await session.exec('ROLLBACK').catch(() => {});
      throw error;
    } finally {
      await session.exec('PRAGMA foreign_keys = ON');
    }
  });
}

/**
 * MariaDB cannot roll a table back, so the new column is filled beside the old one, which goes on working, and one ALTER exchanges
 * their names. Cut off before it, the filling begins again.
 */
export async function convertColumn(db: Database, existing: ExistingTable, conversion: Conversion): Promise<void> {
  const { from, to, archive } = conversion;
  const table = ident(existing.name);
  const beside = `_n_${to.name}`;
  const virtual = virtualColumn(from.name);
  for (const index of existing.indexes) {
    if (index.columns.includes(virtual)) await db.exec(`ALTER TABLE ${table} DROP INDEX ${ident(index.name)}, DROP COLUMN ${ident(virtual)}`);
  }
  if (existing.columns.some((column) => column.name === beside)) await db.exec(`ALTER TABLE ${table} DROP COLUMN ${ident(beside)}`);
  await db.exec(`ALTER TABLE ${table} ADD COLUMN ${columnSql(db, { ...to, name: beside })}`);
  for await (const rows of batches(db, existing.name, readBy(conversion, from.name))) {
    await db.transaction((tx) => fillRows(tx, existing.name, conversion, rows, from.name, beside));
  }
  await db.exec(`ALTER TABLE ${table} RENAME COLUMN ${ident(from.name)} TO ${ident(archive)}, RENAME COLUMN ${ident(beside)} TO ${ident(to.name)}`);
}

/** Members of nested values under their new names. */
export async function renameInside(db: Database, { table, column, renames }: InsideRename): Promise<void> {
  await rewrite(db, table, column, (value) => renamedInside(value, renames));
}

/** Members of nested values that go for good. */
export async function purgeInside(db: Database, { table, column, paths }: InsidePurge): Promise<void> {
  await rewrite(db, table, column, (value) => withoutInside(value, paths));
}

/** The nested values of a column, row by row, until none is left to change: a row that was saved meanwhile is checked again. */
async function rewrite(db: Database, table: string, column: string, change: (value: JsonValue) => JsonValue): Promise<void> {
  const update = `UPDATE ${ident(table)} SET ${ident(column)} = ? WHERE \`id\` = ? AND ${ident(column)} = ?`;
  let missed = 0;
  do {
    missed = 0;
    for await (const rows of batches(db, table, ['id', column])) {
      await db.transaction(async (tx) => {
        for (const raw of rows) {
          if (typeof raw[column] !== 'string') continue;
          const value = JSON.stringify(change(JSON.parse(raw[column]) as JsonValue)); // the codec wrote it
          // batches selects the key
          if (value !== raw[column] && !(await tx.run(update, [value, raw.id as string, raw[column]])).changes) missed += 1;
        }
      });
    }
  } while (missed);
}

async function fill(db: Executor, table: string, conversion: Conversion, source: string, target: string): Promise<void> {
  for await (const rows of batches(db, table, readBy(conversion, source))) await fillRows(db, table, conversion, rows, source, target);
}

async function fillRows(db: Executor, table: string, conversion: Conversion, rows: RawRow[], source: string, target: string): Promise<void> {
  const column = conversion.to.field?.column ?? columnModelOf(conversion.to);
  const update = `UPDATE ${ident(table)} SET ${ident(target)} = ? WHERE \`id\` = ?`;
  for (const raw of rows) {
    const value = converted(conversion, raw, source, db.kind);
    if (value === undefined) throw new Error(`row ${raw.id} of ${table}: ${source} has no equal`);
    await db.run(update, [encode(column, value, db.kind), raw.id as string]); // batches selects the key
  }
}
