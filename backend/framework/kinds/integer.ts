/** A whole number: 32 bits, or 53 where its bounds say so. */
import { greatestInt } from '#codegen/lint/vocabulary.ts';
import type { JsonSchema } from '#codegen/model.ts';
import { asNumber } from '#codegen/schema-node.ts';
import { numberRule, ofNumber, schemaOfNumber } from './bases.ts';
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
  rule: (node, required) => numberRule(node, required, 'integer', isBig(node) ? Number.MAX_SAFE_INTEGER : greatestInt),
};

function isBig(node: JsonSchema): boolean {
  return Math.max(Math.abs(asNumber(node.maximum) ?? 0), Math.abs(asNumber(node.minimum) ?? 0)) > greatestInt;
}
