/** 'HH:MM:SS' or ''. */
import { stampOf } from '#framework/time.ts';
import { type ColumnFace, plain } from './column.ts';
import { clockOf, schemaOfMoment, textOf } from './common/bases.ts';
import { columnOfMoment, daytimeIn, ofMoment, two, wholeClock } from './common/moment.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const time: Kind<'time'> = {
  ...ofMoment,
  name: 'time',
  input: 'time',
  asked: (_field, _op, value) => (typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) ? value : undefined),
  read: (_field, cell) => {
    const said = cell instanceof Date && !clockOf(cell) ? stampOf(cell).slice(11) : textOf(cell);
    return /^\d{1,2}:\d{2}(:\d{2})?$/.test(said) ? wholeClock(said) : undefined;
  },
  misread: 'field.time',
};

export const timeSchema: SchemaFace<'time'> = {
  ...schemaOfMoment,
  name: 'time',
  takes: ({ node, type }) => type === 'string' && node.format === 'time',
  column: () => 'time',
  sample: (random) => `${two(random.int(8, 20))}:${two(random.int(0, 11) * 5)}:00`,
};

export const timeColumn: ColumnFace<'time', 'time'> = {
  ...columnOfMoment,
  type: 'time',
  stores: { time: { family: 'time', sqlite: 'TEXT_TIME', mariadb: 'TIME' } },
  lay: () => plain('time'),
  convert: (value) => {
    const text = String(value).trim();
    return /^\d\d:\d\d:\d\d$/.test(text) ? text : daytimeIn(text)?.time;
  },
};
