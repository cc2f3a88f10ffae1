/** 'YYYY-MM-DD hh:mm:ss' UTC or ''. */

import { type ColumnFace, plain } from './column.ts';
import { schemaOfMoment } from './common/bases.ts';
import { columnOfMoment, dayIn, isDate, momentOf, ofMoment, sampleDay, two } from './common/moment.ts';
import type { Comparison, Kind, SchemaFace } from './kind.ts';

export const datetime: Kind<'datetime'> = {
  ...ofMoment,
  name: 'datetime',
  instant: true,
  asked: (_field, op, value) => (typeof value === 'string' ? instant(op, value) : undefined),
  read: (_field, cell, zone) => momentOf(cell, zone)?.stamp,
  misread: 'field.datetime',
};

/** A bare date means its first second, or its last in a comparison with an upper bound. */
function instant(op: Comparison, value: string): string | undefined {
  if (isDate(value)) return op === 'eq' || op === 'ne' ? undefined : `${value} ${op === 'lte' || op === 'gt' ? '23:59:59' : '00:00:00'}`;
  const match = /^(\d{4}-\d\d-\d\d) (([01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/.exec(value);
  return isDate(match?.[1]) ? value : undefined;
}

export const datetimeSchema: SchemaFace<'datetime'> = {
  ...schemaOfMoment,
  name: 'datetime',
  takes: ({ node, type }) => type === 'string' && node.format === 'date-time',
  usualFilter: true,
  column: () => 'datetime',
  sample: (random) => `${sampleDay(random)} ${two(random.int(0, 23))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}`,
};

export const datetimeColumn: ColumnFace<'datetime', 'datetime'> = {
  ...columnOfMoment,
  type: 'datetime',
  stores: { datetime: { family: 'datetime', sqlite: 'TEXT_DATETIME', mariadb: 'DATETIME' } },
  lay: () => plain('datetime'),
  convert: (value) => {
    const found = dayIn(value);
    return found && `${found.date} ${found.time}`;
  },
};
