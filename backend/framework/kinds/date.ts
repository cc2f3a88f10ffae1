/** 'YYYY-MM-DD' or ''. */

import { type ColumnFace, plain } from './column.ts';
import { schemaOfMoment } from './common/bases.ts';
import { columnOfMoment, dayIn, isDate, momentOf, ofMoment, sampleDay } from './common/moment.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const date: Kind<'date'> = {
  ...ofMoment,
  name: 'date',
  input: 'date',
  asked: (_field, _op, value) => (isDate(value) ? value : undefined),
  read: (_field, cell) => momentOf(cell)?.date,
  misread: 'field.date',
};

export const dateSchema: SchemaFace<'date'> = {
  ...schemaOfMoment,
  name: 'date',
  takes: ({ node, type }) => type === 'string' && node.format === 'date',
  usualFilter: true,
  column: () => 'date',
  sample: sampleDay,
};

export const dateColumn: ColumnFace<'date', 'date'> = {
  ...columnOfMoment,
  type: 'date',
  stores: { date: { family: 'date', sqlite: 'TEXT_DATE', mariadb: 'DATE' } },
  lay: () => plain('date'),
  convert: (value) => dayIn(value)?.date,
};
