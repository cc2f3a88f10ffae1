/** 'YYYY-MM-DD' or ''. */
import { schemaOfMoment } from './bases.ts';
import type { Kind, SchemaFace } from './kind.ts';
import { isDate, momentOf, ofMoment } from './moment.ts';

export const date: Kind<'date'> = {
  ...ofMoment,
  name: 'date',
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
};
