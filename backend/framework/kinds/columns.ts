/** Every type of column. Pure. */
import type { ColumnType } from '#codegen/model.ts';
import { booleanColumn } from './boolean.ts';
import type { ColumnFace, Store, StoreFace } from './column.ts';
import { dateColumn } from './date.ts';
import { datetimeColumn } from './datetime.ts';
import { decimalColumn } from './decimal.ts';
import { bigintColumn, integerColumn, numericKeyColumn } from './integer.ts';
import { jsonColumn } from './json.ts';
import { doubleColumn } from './number.ts';
import { mixedColumn } from './select.ts';
import { stringColumn } from './string.ts';
import { textColumn } from './text.ts';
import { timeColumn } from './time.ts';

export const columns = {
  string: stringColumn,
  text: textColumn,
  integer: integerColumn,
  bigint: bigintColumn,
  decimal: decimalColumn,
  double: doubleColumn,
  boolean: booleanColumn,
  date: dateColumn,
  time: timeColumn,
  datetime: datetimeColumn,
  json: jsonColumn,
  numericKey: numericKeyColumn,
  mixed: mixedColumn,
} satisfies { [T in ColumnType]: ColumnFace<T, never> };

export const faceOf: (type: ColumnType) => ColumnFace<ColumnType, never> = (type) => columns[type];

export const stores: { [S in Store]: StoreFace } = {
  ...columns.string.stores,
  ...columns.text.stores,
  ...columns.integer.stores,
  ...columns.bigint.stores,
  ...columns.decimal.stores,
  ...columns.double.stores,
  ...columns.boolean.stores,
  ...columns.date.stores,
  ...columns.time.stores,
  ...columns.datetime.stores,
  ...columns.json.stores,
  // The search words' own, which no field has.
  tokens: { family: 'tokens', sqlite: 'TEXT_TOKENS', mariadb: 'MEDIUMTEXT', collation: 'tokens' },
};

/** The type of column that a store belongs to. */
export function typeOfStore(store: Store): ColumnType {
  return Object.values(columns).find((face) => store in face.stores)?.type ?? 'text';
}
