/** Anything else. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { asNumber } from '#codegen/schema-node.ts';
import { type ColumnFace, plain } from './column.ts';
import { ofJson } from './common/bases.ts';
import type { Kind, Outline, SchemaFace } from './kind.ts';

export const json: Kind<'json'> = {
  ...ofJson,
  name: 'json',
  shape: 'any',
  empty: blank,
  operators: () => ['null'],
  verbatim: true,
};

/** Of a list or an object it is an empty one: what a cleared box and a blank cell say. */
function blank({ default: given }: Outline): JsonValue {
  if (Array.isArray(given)) return [];
  return typeof given === 'object' && given !== null ? {} : null;
}

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

export const jsonColumn: ColumnFace<'json', 'json'> = {
  type: 'json',
  // What MariaDB's JSON is an alias of, without the check that the codec makes superfluous.
  stores: { json: { family: 'json', sqlite: 'TEXT_JSON', mariadb: 'LONGTEXT', collation: 'json' } },
  lay: () => plain('json'),
  encode: (value) => (value === null || value === undefined ? null : Array.isArray(value) && value.length === 0 ? '[]' : JSON.stringify(value)),
  decode: (raw) => {
    if (raw === null || raw === undefined) return null;
    if (typeof raw !== 'string') return raw as JsonValue; // MariaDB's driver has parsed it
    if (raw === '[]') return [];
    return raw === '{}' ? {} : (JSON.parse(raw) as JsonValue); // what JSON.parse returns
  },
  written: (_column, _base, empty) => (raw) =>
    raw === null || raw === undefined || raw === 'null' ? empty : typeof raw === 'string' ? raw : JSON.stringify(raw),
  blank: null,
  // By the field's shape, which data/evolve/convert.ts looks at.
  convert: (value) => value,
};
