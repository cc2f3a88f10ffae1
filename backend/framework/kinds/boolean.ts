/** Yes or no. */
import { textOf } from './bases.ts';
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
