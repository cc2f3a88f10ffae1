/** An exact number: `column.precision` digits, `column.scale` of them after the point; a JavaScript number of at most 15 digits. */
import { decimalDigits } from '#codegen/lint/vocabulary.ts';
import type { FieldModel, JsonSchema } from '#codegen/model.ts';
import { asArray, asNumber, asObject } from '#codegen/schema-node.ts';
import { type Base, type ColumnFace, columnOfNumber, numberIn } from './column.ts';
import { numberRule, ofRate, schemaOfNumber } from './common/bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const decimal: Kind<'decimal'> = {
  ...ofRate,
  name: 'decimal',
  exact: true,
  asked: (field, _op, value) => (typeof value === 'number' && Number.isFinite(value) && fitsScale(field, value) ? value : undefined),
};

function fitsScale({ column }: FieldModel, value: number): boolean {
  return column?.scale === undefined || (Math.abs(value) < 1e15 && Number(value.toFixed(column.scale)) === value);
}

export const decimalSchema: SchemaFace<'decimal'> = {
  ...schemaOfNumber,
  name: 'decimal',
  // A precision, or steps below one.
  takes: ({ node, type }) => {
    const step = asNumber(node.multipleOf);
    return type === 'number' && (asObject(node['x-db'])?.precision !== undefined || (step !== undefined && step < 1));
  },
  usualFilter: true,
  column: () => 'decimal',
  digits: digitsOf,
  describe: (node) => ({ multipleOf: asNumber(node.multipleOf) ?? Number(`1e-${digitsOf(node).scale}`) }),
  rule: (node, required) => {
    const { precision, scale } = digitsOf(node);
    const limit = Number(`${'9'.repeat(Math.max(precision - scale, 0)) || '0'}.${'9'.repeat(scale) || '0'}`);
    return { ...numberRule(node, required, 'number', limit), multipleOf: asNumber(node.multipleOf) ?? Number(`1e-${scale}`) };
  },
};

/** Digits in all and after the point; the scale comes from `x-db.precision`, else from `multipleOf`. */
function digitsOf(node: JsonSchema): { precision: number; scale: number } {
  const [precision, scale] = asArray(asObject(node['x-db'])?.precision) ?? [];
  if (typeof precision === 'number' && typeof scale === 'number') return { precision, scale };
  const step = asNumber(node.multipleOf) ?? 0.01;
  const places = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  return { precision: decimalDigits, scale: Math.min(places, decimalDigits) };
}

/** SQLite keeps whole units, 12.50 as 1250: its own decimals are floats. */
export const decimalColumn: ColumnFace<'decimal', 'decimal'> = {
  ...columnOfNumber,
  type: 'decimal',
  stores: { decimal: { family: 'decimal', sqlite: 'INTEGER_DECIMAL', mariadb: 'DECIMAL', sized: 'digits' } },
  lay: (column) => ({ store: 'decimal', length: column.precision ?? 15, scale: column.scale ?? 0 }),
  // Exact for the 15 digits that the validator admits: the decimal text of the number, never binary arithmetic on it.
  encode: (value, column, base) => {
    if (typeof value !== 'number') return null;
    const fixed = value.toFixed(column.scale ?? 0);
    return base === 'mariadb' ? fixed : Number(fixed.replace('.', '')) || 0; // no minus zero
  },
  // Units are exact integers, and a division rounds to the double nearest to the decimal: the number that was written.
  decode: (raw, column, base) => (raw === null || raw === undefined ? null : Number(raw) / 10 ** units(column, base)),
  asIs: undefined,
  written: (column, base) => {
    const unit = 10 ** units(column, base);
    return (raw) => (raw === null || raw === undefined ? 'null' : JSON.stringify(Number(raw) / unit));
  },
  units,
  convert: (value, { precision = 15, scale = 0 }) => {
    const number = numberIn(value);
    return number !== undefined && Number(number.toFixed(scale)) === number && Math.abs(number) < 10 ** (precision - scale) ? number : undefined;
  },
};

function units({ scale = 0 }: { scale?: number }, base: Base): number {
  return base === 'sqlite' ? scale : 0;
}
