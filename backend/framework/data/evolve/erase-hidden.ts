/** What removed fields left of one row, out of sight: it goes for good where the row is emptied of what somebody wrote, lest it come back with the field. */
import type { JsonValue } from '#codegen/model.ts';
import { stepsOf } from '#rules/records/field-path.ts';
import type { Executor, RawRow } from '../engine/connect.ts';
import { raw, table } from '../engine/table.ts';
import { tableNames } from '../system/system-tables.ts';
import { archivedField } from './compare/match-columns.ts';
import { withoutInside } from './inside.ts';
import { readArchived } from './journal.ts';

interface Hidden {
  columns: { tbl: string; col: string; needed: unknown }[];
  insides: { tbl: string; col: string; field: string }[];
  tables: string[];
}

/** Where an object's removed fields are, looked for once in a transaction: many rows may be erased in one, and no table changes within it. */
const known = new WeakMap<Executor, Map<string, Promise<Hidden>>>();

function hiddenOf(tx: Executor, object: string): Promise<Hidden> {
  const ofTx = known.get(tx) ?? new Map<string, Promise<Hidden>>();
  known.set(tx, ofTx);
  const found = ofTx.get(object) ?? lookFor(tx, object);
  ofTx.set(object, found);
  return found;
}

async function lookFor(tx: Executor, object: string): Promise<Hidden> {
  const isOwn = ({ tbl }: { tbl: string }) => tbl === object || tbl.startsWith(`${object}__`);
  const columns = (await archivedColumns(tx)).filter(isOwn);
  const insides = (await readArchived(tx, object)).filter((one) => archivedField(one.col) === undefined && isOwn(one));
  return { columns, insides, tables: [...(await tableNames(tx))].filter((name) => name.startsWith(`_x_${object}__`)) };
}

/** In archived columns, inside nested values, and in archived tables of lists. Repeated, it changes nothing. */
export async function eraseHidden(tx: Executor, object: string, id: string): Promise<void> {
  const keyIn = (name: string) => (name === object ? 'id' : 'parent');
  const { columns, insides, tables } = await hiddenOf(tx, object);
  for (const { tbl, col, needed } of columns) {
    const blank = tx.kind === 'mariadb' ? raw(tx, 'DEFAULT(??)', [col]) : raw(tx, "CASE typeof(??) WHEN 'text' THEN '' ELSE 0 END", [col]);
    await table(tx, tbl)
      .where({ [keyIn(tbl)]: id })
      .update({ [col]: Number(needed) ? blank : null });
  }
  for (const { tbl, col, field } of insides) {
    // A path begins with the field of the column; in a list's own table with the list and its field.
    const path = stepsOf(field).slice(tbl === object ? 1 : 2);
    const rows: RawRow[] = await table(tx, tbl)
      .where({ [keyIn(tbl)]: id })
      .select('id', col);
    for (const row of rows) {
      const value = JSON.parse(String(row[col] ?? 'null')) as JsonValue; // the codec wrote it
      await table(tx, tbl)
        .where({ id: row.id })
        .update({ [col]: JSON.stringify(withoutInside(value, [path])) });
    }
  }
  for (const name of tables) await table(tx, name).where({ parent: id }).del();
}

/** `needed`: it has to have a value. */
async function archivedColumns(tx: Executor): Promise<{ tbl: string; col: string; needed: unknown }[]> {
  const sql =
    tx.kind === 'sqlite'
      ? `SELECT m.name AS tbl, p.name AS col, p."notnull" AS needed FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND SUBSTR(p.name, 1, 3) = '_x_'`
      : "SELECT table_name AS tbl, column_name AS col, is_nullable = 'NO' AS needed FROM information_schema.columns WHERE table_schema = DATABASE() AND SUBSTR(column_name, 1, 3) = '_x_'";
  return (await tx.query<{ tbl: string; col: string; needed: unknown }>(sql)).filter(({ col }) => archivedField(col) !== undefined);
}
