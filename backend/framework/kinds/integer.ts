/** A whole number of 53 bits, or of 32 where its bounds say that they are enough; and the key of an object whose ids are numbers. */
import { greatestInt } from '#codegen/lint/vocabulary.ts';
import type { JsonSchema } from '#codegen/model.ts';
import { asNumber } from '#codegen/schema-node.ts';
import { type ColumnFace, columnOfNumber, numberIn, plain } from './column.ts';
import { numberRule, ofNumber, schemaOfNumber } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const integer: Kind<'integer'> = {
  ...ofNumber,
  name: 'integer',
  asked: (_field, _op, value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined),
};

export const integerSchema: SchemaFace<'integer'> = {
  ...schemaOfNumber,
  name: 'integer',
  takes: ({ type }) => type === 'integer',
  usualFilter: true,
  column: (node) => (isBig(node) ? 'bigint' : 'integer'),
  rule: (node, required) => numberRule(node, required, 'integer', Number.MAX_SAFE_INTEGER),
};

function isBig(node: JsonSchema): boolean {
  return Math.max(Math.abs(asNumber(node.maximum) ?? 0), Math.abs(asNumber(node.minimum) ?? 0)) > greatestInt;
}

/** MariaDB's INT */
const int32 = 2 ** 31;

export const integerColumn: ColumnFace<'integer', 'int'> = {
  ...columnOfNumber,
  type: 'integer',
  stores: { int: { family: 'integer', sqlite: 'INTEGER', mariadb: 'INT' } },
  // Where its bounds do not say that it fits, the next larger one.
  lay: (_column, field) =>
    plain(field?.minimum !== undefined && field.maximum !== undefined && field.minimum >= -int32 && field.maximum < int32 ? 'int' : 'bigint'),
  convert: (value) => {
    const number = numberIn(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
};

/** The text of a number, since keys are texts: '12' and 12 are one row. What no number can be made of is given back as it lies there. */
export const numericKeyColumn: ColumnFace<'numericKey', never> = {
  ...columnOfNumber,
  type: 'numericKey',
  stores: {},
  lay: (column) => ({ store: 'varchar', length: column.length ?? 64, scale: 0 }),
  encode: (value) => (value === null || value === undefined ? '' : String(value)),
  decode: (raw) => (isNumeric(raw) ? Number(raw) : String(raw ?? '')),
  asIs: undefined,
  written: () => (raw) => JSON.stringify(isNumeric(raw) ? Number(raw) : String(raw ?? '')),
  convert: numberIn,
};

function isNumeric(raw: unknown): boolean {
  return typeof raw === 'number' || (typeof raw === 'string' && raw !== '' && Number.isFinite(Number(raw)));
}

export const bigintColumn: ColumnFace<'bigint', 'bigint'> = {
  ...integerColumn,
  type: 'bigint',
  stores: { bigint: { family: 'integer', sqlite: 'BIGINT', mariadb: 'BIGINT' } },
  lay: () => plain('bigint'),
};
