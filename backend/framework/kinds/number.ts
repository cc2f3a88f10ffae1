/** A double. */

import { type ColumnFace, columnOfNumber, plain } from './column.ts';
import { ofRate, schemaOfNumber } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const number: Kind<'number'> = { ...ofRate, name: 'number', vast: true };

export const numberSchema: SchemaFace<'number'> = {
  ...schemaOfNumber,
  name: 'number',
  takes: ({ type }) => type === 'number',
  column: () => 'double',
};

export const doubleColumn: ColumnFace<'double', 'double'> = {
  ...columnOfNumber,
  type: 'double',
  stores: { double: { family: 'double', sqlite: 'REAL', mariadb: 'DOUBLE' } },
  lay: () => plain('double'),
};
