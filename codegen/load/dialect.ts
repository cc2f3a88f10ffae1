/**
 * A file that names a dialect of the standard (`"$schema": "https://json-schema.org/…"`) means by date-time, time and uri what the standard means; the house
 * means a stored stamp, a time of day and a web address by the same names. Here such a file's words become the house's names for the standard's. Pure.
 */
import type { JsonSchema, JsonValue } from '../model.ts';
import { asObject } from '../schema-node.ts';

const names: Record<string, string> = { 'date-time': 'rfc3339', time: 'rfc3339-time', uri: 'any-uri', url: 'any-uri' };
/** Words that bring fields along from elsewhere. */
const combining = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef'] as const;
/** What holds data, and no schema. */
const data: readonly string[] = ['default', 'examples', 'const', 'enum'];

/** The schema with its formats by the house's names; the same one where the file says nothing of a dialect. @param dialect the file's `$schema` */
export function inHouseWords(schema: JsonSchema, dialect: JsonValue | undefined): JsonSchema {
  return /^https?:\/\/json-schema\.org\//.test(String(dialect ?? '')) ? (asObject(renamed(schema)) ?? schema) : schema;
}

function renamed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(renamed);
  const node = asObject(value);
  if (!node) return value;
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => {
      // Beside nothing that brings fields along, it says what draft-07 says by another word.
      if (key === 'unevaluatedProperties' && child === false && !combining.some((word) => node[word] !== undefined)) return ['additionalProperties', false];
      if (key === 'format' && typeof child === 'string') return [key, names[child] ?? child];
      return [key, data.includes(key) || key.startsWith('x-') ? child : renamed(child)];
    }),
  );
}
