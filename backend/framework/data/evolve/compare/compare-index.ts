/** Indexes and foreign keys: which stand as wanted, which go, which come. Pure. */
import { ident } from '../../engine/connect.ts';
import { addIndexSql, dropIndexSql, type Flavour, foreignKeySql, virtualColumn } from '../ddl.ts';
import { isTextStore } from '../ddl-types.ts';
import type { ExistingIndex, ExistingTable } from '../inspect.ts';
import type { ForeignKey, IndexLayout, TableLayout } from '../layout.ts';
import { type Examination, type Step, step } from '../step.ts';

export function compareIndexes(db: Flavour, wanted: TableLayout, existing: ExistingTable): { drop: Step[]; add: Step[] } {
  const isSame = (index: IndexLayout, old: ExistingIndex) => index.name === old.name && wantedSignature(db, wanted, index) === existingSignature(old);
  const gone = existing.indexes.filter((old) => /^[iu]x_/.test(old.name) && !wanted.indexes.some((index) => isSame(index, old)));
  const missing = wanted.indexes.filter((index) => !existing.indexes.some((old) => isSame(index, old)));
  return { drop: gone.map((old) => dropIndex(db, wanted, old)), add: missing.map((index) => addIndex(db, wanted, index)) };
}

/** Whether an index takes all of the column. */
export function needsWhole(table: TableLayout, column: string): boolean {
  return table.indexes.some((index) => index.columns.includes(column) && index.prefix === undefined);
}

function dropIndex(db: Flavour, table: TableLayout, old: ExistingIndex): Step {
  const sql = [dropIndexSql(db, table.name, old.name)];
  const [column = ''] = old.columns;
  if (db.kind === 'mariadb' && column.startsWith(virtualColumn(''))) sql.push(`ALTER TABLE ${ident(table.name)} DROP COLUMN IF EXISTS ${ident(column)}`);
  return step('dropIndex', table.name, old.name, { description: `drop index ${old.name}`, fields: old.columns, sql });
}

function addIndex(db: Flavour, table: TableLayout, index: IndexLayout): Step {
  const sql = [addIndexSql(db, table, index)];
  if (!index.unique) return step('addIndex', table.name, index.name, { description: `add index ${index.name}`, fields: index.fields, sql });
  return step('addUnique', table.name, index.name, {
    class: 'needsData',
    description: `make ${index.fields.join(', ')} of ${table.name} unique`,
    reason: 'rows that stand may share a value',
    fields: index.fields,
    sql,
    examinations: [duplicates(table.name, index)],
  });
}

/** Rows that share their value with another one. */
function duplicates(table: string, index: IndexLayout): Examination {
  const read = (name: string, of = '') => (index.anyCase ? `LOWER(${of}${ident(name)})` : `${of}${ident(name)}`);
  const names = index.columns.map((name) => read(name)).join(', ');
  const same = index.columns.map((name, at) => `b.v${at} = ${read(name, 'a.')}`).join(' AND ');
  const values = index.columns.map((name, at) => `${read(name)} AS v${at}`).join(', ');
  const filled = index.exceptEmpty ? ` WHERE ${ident(index.columns[0] ?? '')} <> ''` : '';
  const sql = `SELECT a.\`id\` FROM ${ident(table)} a JOIN (SELECT ${values} FROM ${ident(table)}${filled} GROUP BY ${names} HAVING COUNT(*) > 1) b ON ${same}`;
  return { sql, params: [], code: 'field.unique', field: index.fields[0] ?? '' };
}

/** Rows whose reference leads nowhere; a blank one leads nowhere on purpose. */
export function orphans(table: string, key: ForeignKey): Step['examinations'][number] {
  const [column, to] = [ident(key.column), ident(key.to)];
  const sql = `SELECT a.\`id\` FROM ${ident(table)} a LEFT JOIN ${to} b ON b.\`id\` = a.${column} WHERE a.${column} IS NOT NULL AND a.${column} <> '' AND b.\`id\` IS NULL`;
  return { sql, params: [], code: 'field.reference', field: key.column };
}

function wantedSignature(db: Flavour, table: TableLayout, index: IndexLayout): string {
  const [first = ''] = index.columns;
  const isText = isTextStore(table.columns.find((column) => column.name === first)?.store);
  const virtual = db.kind === 'mariadb' && (index.exceptEmpty || index.anyCase) && isText;
  const columns = virtual ? [virtualColumn(first)] : index.columns;
  return JSON.stringify([index.unique, columns, index.prefix ?? 0, db.kind === 'sqlite' && index.exceptEmpty]);
}

function existingSignature(index: ExistingIndex): string {
  return JSON.stringify([index.unique, index.columns, index.prefix ?? 0, index.partial]);
}

/** MariaDB's foreign keys, one by one; SQLite's are part of the table's shape. */
export function compareKeys(wanted: TableLayout, existing: ExistingTable, keys: ForeignKey[]): { drop: Step[]; add: Step[] } {
  const isSame = (key: ForeignKey, old: ExistingTable['foreignKeys'][number]) =>
    key.name === old.name && key.column === old.column && key.to === old.to && key.onDelete === old.onDelete.replace('NO ACTION', 'RESTRICT');
  const gone = existing.foreignKeys.filter((old) => !keys.some((key) => isSame(key, old)));
  const missing = keys.filter((key) => !existing.foreignKeys.some((old) => isSame(key, old)));
  return {
    drop: gone.map((old) =>
      step('dropForeignKey', wanted.name, old.column, {
        description: `drop foreign key ${old.name}`,
        sql: [`ALTER TABLE ${ident(wanted.name)} DROP FOREIGN KEY IF EXISTS ${ident(old.name)}`],
      }),
    ),
    add: missing.map((key) =>
      step('addForeignKey', wanted.name, key.column, {
        class: 'needsData',
        description: `let ${key.column} of ${wanted.name} refer to ${key.to}`,
        reason: 'references that stand may lead nowhere',
        sql: [`ALTER TABLE ${ident(wanted.name)} ADD ${foreignKeySql(key)}`],
        examinations: [orphans(wanted.name, key)],
      }),
    ),
  };
}
