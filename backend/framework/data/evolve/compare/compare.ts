/** The steps from an existing table to the wanted one. Pure: reads nothing, runs nothing. */

import type { FieldModel } from '#codegen/model.ts';
import { ident } from '../../engine/connect.ts';
import { addIndexSql, createSearchSql, createTableSql, dropIndexSql, type Flavour, searchIndexName, virtualColumn } from '../ddl.ts';
import { type ColumnLayout, columnSql, isTextStore } from '../ddl-types.ts';
import type { ExistingColumn, ExistingTable } from '../inspect.ts';
import type { ForeignKey, TableLayout } from '../layout.ts';
import { type Conversion, type Rebuild, type Step, step } from '../step.ts';
import { copyExpression, differenceOf, isBlankNull, isRescaled, losses, misfits, sameFamily } from './compare-column.ts';
import { compareIndexes, compareKeys, needsWhole, orphans } from './compare-index.ts';
import { archiveName, latestArchived, matchColumns } from './match-columns.ts';

/** What is known of a table besides its present shape. */
export interface Known {
  /** columns whose values another step carries over */
  copied?: ReadonlySet<string>;
  /** what a column's field was when the table was last brought to its model */
  old?: (column: ColumnLayout) => FieldModel | undefined;
}

export function compareTable(
  db: Flavour,
  wanted: TableLayout,
  before: ExistingTable | undefined,
  exists: (table: string) => boolean,
  { copied, old = () => undefined }: Known = {},
): Step[] {
  if (!before) {
    const sql = createTableSql(db, wanted, exists);
    return [step('createTable', wanted.name, '', { description: `create table ${wanted.name}`, sql, blocking: true })];
  }
  const { moves, added, pairs, existing } = matchColumns(wanted, before, copied);
  const foreignKeys = wanted.foreignKeys.filter((key) => key.to === wanted.name || exists(key.to));
  const indexes = compareIndexes(db, wanted, existing);
  const keys = db.kind === 'mariadb' ? compareKeys(wanted, existing, foreignKeys) : { drop: [], add: [] };
  const additions = added.map((column) => addColumn(db, wanted, column, foreignKeys));
  const changes = db.kind === 'mariadb' ? alterations(db, wanted, existing, pairs, old) : rebuilds(db, wanted, existing, pairs, foreignKeys, added, old);
  return [...keys.drop, ...indexes.drop, ...moves, ...additions, ...changes, ...search(db, wanted, before), ...indexes.add, ...keys.add];
}

function addColumn(db: Flavour, table: TableLayout, column: ColumnLayout, keys: ForeignKey[]): Step {
  const key = keys.find((candidate) => candidate.column === column.name);
  // SQLite can give a new column its foreign key only here.
  const reference = db.kind === 'sqlite' && key ? ` REFERENCES ${ident(key.to)} (\`id\`) ON DELETE ${key.onDelete}` : '';
  const guard = db.kind === 'mariadb' ? 'IF NOT EXISTS ' : '';
  return step('addColumn', table.name, column.name, {
    description: `add column ${column.name} to ${table.name}`,
    sql: [`ALTER TABLE ${ident(table.name)} ADD COLUMN ${guard}${columnSql(db, column)}${reference}`],
    blocking: true,
  });
}

function search(db: Flavour, wanted: TableLayout, before: ExistingTable): Step[] {
  if (!wanted.search || before.search) return [];
  const add = `ALTER TABLE ${ident(wanted.name)} ADD FULLTEXT KEY ${ident(searchIndexName(wanted.name))} (\`_q\`)`;
  return [
    step('createSearch', wanted.name, '', {
      description: `make ${wanted.name} searchable`,
      sql: [db.kind === 'sqlite' ? createSearchSql(wanted.name) : add],
      blocking: true,
    }),
  ];
}

type Old = NonNullable<Known['old']>;
type Pair = { wanted: ColumnLayout; existing: ExistingColumn };

/** MariaDB: one ALTER a column, or a conversion. */
function alterations(db: Flavour, table: TableLayout, existing: ExistingTable, pairs: Pair[], old: Old): Step[] {
  return pairs.flatMap((pair) => {
    const { wanted } = pair;
    const difference = differenceOf('mariadb', pair.existing, wanted, needsWhole(table, wanted.name), old(wanted));
    if (difference === 'same') return [];
    if (difference === 'convert') return [convert(table, existing, pair, old(wanted))];
    const sql: string[] = [];
    if (wanted.notNull && !pair.existing.notNull)
      sql.push(`UPDATE ${ident(table.name)} SET ${ident(wanted.name)} = ${wanted.store === 'bool' ? '0' : "''"} WHERE ${ident(wanted.name)} IS NULL`);
    sql.push(...aroundVirtual(db, table, existing, wanted, `MODIFY COLUMN ${columnSql(db, wanted)}`));
    // A text that becomes a reference: blank says the same as none.
    if (isBlankNull(pair.existing, wanted)) sql.push(`UPDATE ${ident(table.name)} SET ${ident(wanted.name)} = NULL WHERE ${ident(wanted.name)} = ''`);
    return [difference === 'widen' ? widen(table, wanted, sql) : narrow(table, pair, sql, misfits('mariadb', table.name, pair.existing, wanted), false)];
  });
}

/** A generated column depends on this one: it goes, and comes back with its index. */
function aroundVirtual(db: Flavour, table: TableLayout, existing: ExistingTable, column: ColumnLayout, change: string): string[] {
  const virtual = virtualColumn(column.name);
  const alter = `ALTER TABLE ${ident(table.name)} ${change}`;
  const index = table.indexes.find((candidate) => candidate.exceptEmpty && candidate.columns[0] === column.name);
  if (!index || !existing.columns.some((candidate) => candidate.name === virtual)) return [alter];
  return [
    dropIndexSql(db, table.name, index.name),
    `ALTER TABLE ${ident(table.name)} DROP COLUMN IF EXISTS ${ident(virtual)}`,
    alter,
    addIndexSql(db, table, index),
  ];
}

function widen(table: TableLayout, column: ColumnLayout, sql: string[]): Step {
  return step('widen', table.name, column.name, { description: `widen column ${column.name} of ${table.name}`, sql });
}

function narrow(table: TableLayout, { wanted }: Pair, sql: string[], examination: Step['examinations'][number], blocking: boolean): Step {
  return step('narrow', table.name, wanted.name, {
    class: 'needsData',
    description: `narrow column ${wanted.name} of ${table.name}`,
    reason: 'values that stand may not fit',
    sql,
    blocking,
    examinations: [examination],
  });
}

function convert(table: TableLayout, existing: ExistingTable, pair: Pair, old: FieldModel | undefined): Step {
  const { wanted } = pair;
  const archive = archiveName(existing, wanted.name);
  return step('convert', table.name, wanted.name, {
    class: 'needsData',
    description: `convert column ${wanted.name} of ${table.name} from ${old && wanted.store === 'json' ? old.kind : (pair.existing.store ?? pair.existing.declared)} to ${wanted.field && wanted.store === 'json' ? wanted.field.kind : wanted.store}, keeping the old values as ${archive}`,
    reason: 'values that stand may have no equal of the new kind',
    blocking: true,
    conversion: conversionOf(existing, pair, old),
    losses: losses('mariadb', table.name, pair.existing, wanted, old),
    archives: [{ column: archive, field: wanted.name }],
  });
}

function conversionOf(table: ExistingTable, { wanted, existing }: Pair, old: FieldModel | undefined): Conversion {
  const back = latestArchived(table, wanted.name);
  const previous = back?.store !== undefined && sameFamily(back, wanted) ? { previous: { ...back, store: back.store } } : {};
  return { from: { ...existing, store: existing.store ?? 'text' }, to: wanted, archive: archiveName(table, wanted.name), ...(old && { old }), ...previous };
}

/** SQLite: all that needs a new shape goes into one rebuild, what is safe first and by itself. */
function rebuilds(db: Flavour, table: TableLayout, existing: ExistingTable, pairs: Pair[], available: ForeignKey[], added: ColumnLayout[], old: Old): Step[] {
  const differences = new Map(pairs.map((pair) => [pair.wanted.name, differenceOf('sqlite', pair.existing, pair.wanted, false, old(pair.wanted))]));
  const newNames = new Set(added.map((column) => column.name));
  const isStored = (key: ForeignKey) =>
    existing.foreignKeys.some((old) => old.column === key.column && old.to === key.to && old.onDelete.replace('NO ACTION', 'RESTRICT') === key.onDelete);
  const previous = table.foreignKeys.filter((key) => isStored(key) || (newNames.has(key.column) && available.includes(key)));
  const dropped = existing.foreignKeys.length > table.foreignKeys.filter(isStored).length;
  const widened = pairs.filter((pair) => differences.get(pair.wanted.name) === 'widen');
  const hard = pairs.filter((pair) => ['narrow', 'convert'].includes(differences.get(pair.wanted.name) ?? ''));
  const missing = available.filter((key) => !previous.includes(key));
  const steps: Step[] = [];
  const names = (some: Pair[]) => some.map((pair) => pair.wanted.name);
  if (widened.length || dropped) {
    const fields = names(widened);
    steps.push(
      step('rebuild', table.name, '', {
        key: `rebuild:${table.name}:safe`,
        fields,
        description: `rebuild ${table.name}${fields.length ? ` with wider ${fields.join(', ')}` : ' without a foreign key'}`,
        blocking: widened.some((pair) => isRescaled('sqlite', pair.existing, pair.wanted)),
        rebuild: shape(db, table, existing, widened, [], previous, added, old),
      }),
    );
  }
  if (hard.length || missing.length) {
    const converted = hard.filter((pair) => differences.get(pair.wanted.name) === 'convert');
    const narrowed = hard.filter((pair) => !converted.includes(pair));
    const archives = converted.map((pair) => ({ column: archiveName(existing, pair.wanted.name), field: pair.wanted.name }));
    steps.push(
      step('rebuild', table.name, '', {
        key: `rebuild:${table.name}:${[...names(hard), ...missing.map((key) => key.column)].join(',')}`,
        class: 'needsData',
        fields: [...names(hard), ...missing.map((key) => key.column)],
        description: `rebuild ${table.name}: ${[...hard.map((pair) => `${pair.wanted.name} becomes ${pair.wanted.store}`), ...missing.map((key) => `${key.column} refers to ${key.to}`)].join(', ')}`,
        reason: 'values that stand may not fit',
        blocking: hard.some((pair) => converted.includes(pair) || isRescaled('sqlite', pair.existing, pair.wanted)),
        examinations: [...narrowed.map((pair) => misfits('sqlite', table.name, pair.existing, pair.wanted)), ...missing.map((key) => orphans(table.name, key))],
        rebuild: shape(db, table, existing, [...widened, ...narrowed], converted, [...previous, ...missing], added, old),
        losses: converted.flatMap((pair) => losses('sqlite', table.name, pair.existing, pair.wanted, old(pair.wanted))),
        archives,
      }),
    );
  }
  return steps;
}

function shape(
  db: Flavour,
  table: TableLayout,
  existing: ExistingTable,
  changed: Pair[],
  converted: Pair[],
  keys: ForeignKey[],
  added: ColumnLayout[],
  old: Old,
): Rebuild {
  const columns: Rebuild['columns'] = [];
  for (const column of existing.columns) {
    const change = changed.find((pair) => pair.existing === column);
    const conversion = converted.find((pair) => pair.existing === column);
    if (change) columns.push({ name: column.name, sql: columnSql(db, change.wanted), from: copyExpression(column, change.wanted) });
    else if (conversion) {
      const archive = archiveName(existing, column.name);
      columns.push({ name: archive, sql: asItStands(table.kind, column, archive), from: ident(column.name) });
      columns.push({ name: column.name, sql: columnSql(db, conversion.wanted) });
    } else columns.push({ name: column.name, sql: asItStands(table.kind, column, column.name), from: ident(column.name) });
  }
  for (const column of added) columns.push({ name: column.name, sql: columnSql(db, column), from: ident(column.name) });
  const foreignKeys = keys.map((key) => `FOREIGN KEY (${ident(key.column)}) REFERENCES ${ident(key.to)} (\`id\`) ON DELETE ${key.onDelete}`);
  return { columns, foreignKeys, conversions: converted.map((pair) => conversionOf(existing, pair, old(pair.wanted))) };
}

/** A column of SQLite as it is declared now. */
export function asItStands(kind: TableLayout['kind'], column: ExistingColumn, name: string): string {
  if (name === '_rid') return '`_rid` INTEGER PRIMARY KEY';
  if (name === 'id') return kind === 'object' ? `\`id\` ${column.declared} NOT NULL UNIQUE` : '`id` INTEGER PRIMARY KEY AUTOINCREMENT';
  const isText = isTextStore(column.store);
  const collation = isText && !column.binary ? ' COLLATE NOCASE' : '';
  return `${ident(name)} ${column.declared}${column.notNull ? ' NOT NULL' : ''}${column.defaultSql === null ? '' : ` DEFAULT ${column.defaultSql}`}${collation}`;
}
