/** Matches existing columns to the wanted ones: by name, by a former name, out of the archive; the others are archived. Pure. */

import { columnsOfName } from '#codegen/describe/column-names.ts';
import { ident } from '../../engine/connect.ts';
import type { ColumnLayout } from '../ddl-types.ts';
import type { ExistingColumn, ExistingTable } from '../inspect.ts';
import type { TableLayout } from '../layout.ts';
import { type Step, step } from '../step.ts';
import { sameFamily } from './compare-column.ts';

export interface Match {
  /** renames, restorations and archivings, in order */
  moves: Step[];
  added: ColumnLayout[];
  pairs: { wanted: ColumnLayout; existing: ExistingColumn }[];
  /** the table as it is after the moves */
  existing: ExistingTable;
}

/** Columns of the framework, in child tables without an underscore. */
const own = new Set(['id', 'parent', 'pos', 'ver']);

/** `copied`: columns whose values another step carries over, so that they are neither archived nor brought back here. */
export function matchColumns(wanted: TableLayout, before: ExistingTable, copied: ReadonlySet<string> = new Set()): Match {
  const existing = structuredClone(before);
  const moves: Step[] = [];
  const find = (name: string) => existing.columns.find((column) => column.name === name);
  const isWanted = (name: string) => wanted.columns.some((column) => column.name === name);
  const move = (kind: 'renameColumn' | 'restoreColumn' | 'archiveColumn', from: string, to: string, rest: Partial<Step> = {}) => {
    const verb = { renameColumn: 'rename', restoreColumn: 'restore', archiveColumn: 'archive' }[kind];
    moves.push(
      step(kind, wanted.name, from, {
        description: `${verb} column ${from} of ${wanted.name} as ${to}`,
        sql: renameSql(wanted.name, from, to),
        blocking: kind !== 'archiveColumn',
        ...rest,
      }),
    );
    rename(existing, from, to);
  };
  const missing = wanted.columns.filter((column) => !find(column.name));
  const added: ColumnLayout[] = [];
  const archive = (column: string) => {
    const to = archiveName(existing, column);
    move('archiveColumn', column, to, { archives: [{ column: to, field: column }] });
  };
  for (const column of missing) {
    const former = formerColumns(column).find((name) => find(name) && !isWanted(name));
    // A name that differs in its case alone is in the way, whose field is gone.
    const twin = existing.columns.find(({ name }) => name !== former && name !== column.name && name.toLowerCase() === column.name.toLowerCase());
    if (former && twin && !isWanted(twin.name)) archive(twin.name);
    if (former) move('renameColumn', former, column.name, { renames: [{ field: pathOf(wanted, column.name), former: pathOf(wanted, former) }] });
    else added.push(column);
  }
  for (const column of [...existing.columns]) {
    if (isWanted(column.name) || isSystem(column.name) || copied.has(column.name)) continue;
    archive(column.name);
  }
  for (const column of [...added]) {
    const archived = existing.columns.filter((candidate) => archivedField(candidate.name) === column.name && sameFamily(candidate, column));
    // Those that were just archived are another field's.
    const last = archived
      .filter((candidate) => before.columns.some((old) => old.name === candidate.name))
      .sort((a, b) => archiveNumber(b.name) - archiveNumber(a.name))[0];
    if (!last || copied.has(column.name)) continue;
    move('restoreColumn', last.name, column.name, { sql: [...renameSql(wanted.name, last.name, column.name), forgetArchive(wanted.name, last.name)] });
    added.splice(added.indexOf(column), 1);
  }
  const pairs = wanted.columns.flatMap((column) => {
    const found = find(column.name);
    return found && !own.has(column.name) ? [{ wanted: column, existing: found }] : [];
  });
  return { moves, added, pairs, existing };
}

function renameSql(table: string, from: string, to: string): string[] {
  return [`ALTER TABLE ${ident(table)} RENAME COLUMN ${ident(from)} TO ${ident(to)}`];
}

/** What a field's column was called: under its present name when other fields stood beside it, and under its former names. */
function formerColumns({ field }: ColumnLayout): string[] {
  return field ? [field.name, ...(field.column?.was ?? [])].flatMap(columnsOfName) : [];
}

/** Restored columns are no longer archived. */
function forgetArchive(table: string, column: string): string {
  return `UPDATE \`_archive\` SET \`purged_at\` = ${Date.now()} WHERE \`tbl\` = '${table}' AND \`col\` = '${column}' AND \`purged_at\` IS NULL`;
}

/** A column as the history names it: of a child table below its list. */
function pathOf(table: TableLayout, column: string): string {
  return table.kind === 'child' ? `${table.name.slice(table.name.indexOf('__') + 2)}.${column}` : column;
}

function isSystem(name: string): boolean {
  return name.startsWith('_') || own.has(name);
}

function rename(table: ExistingTable, from: string, to: string): void {
  for (const column of table.columns) if (column.name === from) column.name = to;
  for (const index of table.indexes) index.columns = index.columns.map((name) => (name === from ? to : name));
  for (const key of table.foreignKeys) if (key.column === from) key.column = to;
}

/** The column in which a field's values were archived last. */
export function latestArchived(table: ExistingTable, field: string): ExistingColumn | undefined {
  const found = table.columns.filter((column) => archivedField(column.name) === field.slice(0, 50));
  return found.sort((a, b) => archiveNumber(b.name) - archiveNumber(a.name))[0];
}

/** `_x_{field}_{n}`: the next free one. */
export function archiveName(table: ExistingTable, field: string): string {
  const stem = field.slice(0, 50);
  const numbers = table.columns.filter((column) => archivedField(column.name) === stem).map((column) => archiveNumber(column.name));
  return `_x_${stem}_${Math.max(0, ...numbers) + 1}`;
}

/** The field that an archived column held; undefined for any other column. */
export function archivedField(column: string): string | undefined {
  return /^_x_(.+)_\d+$/.exec(column)?.[1];
}

function archiveNumber(column: string): number {
  return Number(/_(\d+)$/.exec(column)?.[1] ?? 0);
}
