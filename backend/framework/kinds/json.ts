/** Anything else. */
import type { JsonSchema } from '#codegen/model.ts';
import { asNumber } from '#codegen/schema-node.ts';
import { ofJson } from './bases.ts';
import type { Kind, SchemaFace } from './kind.ts';

export const json: Kind<'json'> = {
  ...ofJson,
  name: 'json',
  shape: 'any',
  empty: () => null,
  initial: (field) => (Array.isArray(field.default) ? [] : typeof field.default === 'object' && field.default !== null ? {} : null),
  verbatim: true,
};

export const jsonSchema: SchemaFace<'json'> = {
  name: 'json',
  takes: () => true,
  stands: [],
  column: () => 'json',
  rule: (node, required) => {
    if (node.type === 'array')
      return {
        type: 'array',
        ...given(node, ['minItems', 'maxItems', 'uniqueItems']),
        ...(required && { minItems: Math.max(1, asNumber(node.minItems) ?? 0) }),
      };
    return node.type === 'object' ? { type: 'object', ...given(node, ['minProperties', 'maxProperties']) } : {};
  },
  type: () => ({ tsType: 'JsonValue' }),
};

function given(node: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(keys.flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])));
}
