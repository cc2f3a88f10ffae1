/** Yes or no. */

import { type ColumnFace, plain } from './column.ts';
import { textOf } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

const yes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'y', '是', '✓', 'v']);
const no: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', '否', '✗', 'x', '-']);

export const boolean: Kind<'boolean'> = {
  name: 'boolean',
  shape: 'flag',
  empty: () => false,
  operators: () => ['eq', 'ne', 'in', 'nin'],
  asked: (_field, _op, value) => (typeof value === 'boolean' ? value : undefined),
  sorts: true,
  read: (_field, cell) => {
    const said = textOf(cell).toLowerCase();
    return yes.has(said) ? true : no.has(said) ? false : undefined;
  },
  misread: 'field.invalid',
};

export const booleanSchema: SchemaFace<'boolean'> = {
  name: 'boolean',
  takes: ({ type }) => type === 'boolean',
  stands: ['list', 'filter', 'sort'],
  usualFilter: true,
  groups: true,
  column: () => 'boolean',
  rule: () => ({ type: 'boolean' }),
  type: ({ column }) => ({ type: column?.nullable ? ['boolean', 'null'] : 'boolean' }),
};

export const booleanColumn: ColumnFace<'boolean', 'bool'> = {
  type: 'boolean',
  stores: { bool: { family: 'bool', sqlite: 'INTEGER_BOOL', mariadb: 'TINYINT(1)' } },
  lay: () => plain('bool'),
  encode: (value, column) => (value === true || value === 1 ? 1 : value === null && column.nullable ? null : 0),
  decode: (raw, column) => (raw === null && column.nullable ? null : isTrue(raw)),
  written: (column) => (raw) => (raw === null && column.nullable ? 'null' : isTrue(raw) ? 'true' : 'false'),
  blank: false,
  convert: (value) => {
    if (typeof value === 'boolean') return value;
    const said = String(value).trim().toLowerCase();
    return storedYes.has(said) ? true : storedNo.has(said) ? false : undefined;
  },
};

/** What stands for yes and no in a column that becomes one of flags: a mark of a sheet is none. */
const storedYes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'y', 'on', '是']);
const storedNo: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', 'off', '否']);

function isTrue(raw: unknown): boolean {
  return raw === 1 || raw === true || raw === '1' || raw === 1n;
}
