/** Samples of JSON into a schema: what all of them have is required, what differs between them is any JSON. Pure. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { isObject, stamps } from '#rules/records/record.ts';
import { freeKey, guessFields, keyOf, textSchema } from './guess-columns.ts';

/** Levels of objects in objects that become fields; below them it is any JSON. */
const deepest = 5;

/** Properties and required of objects that are alike. */
export function guessObject(samples: readonly Record<string, JsonValue>[], depth = 0): JsonSchema {
  const properties: JsonSchema = {};
  const required: string[] = [];
  // Stamps are the server's own at the top alone.
  const taken = new Set<string>(depth ? [] : stamps);
  for (const name of new Set(samples.flatMap((sample) => Object.keys(sample)))) {
    const key = freeKey(keyOf(name) || 'field', taken);
    taken.add(key.toLowerCase());
    const values = samples.flatMap((sample) => (sample[name] === undefined || sample[name] === null ? [] : [sample[name]]));
    properties[key] = { title: name.trim() || key, ...valueSchema(values, depth) };
    if (samples.length > 1 && values.length === samples.length && values.every(isFilled)) required.push(key);
  }
  return { properties, ...(required.length > 0 && { required }) };
}

function valueSchema(values: readonly JsonValue[], depth: number): JsonSchema {
  const plain = values.filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
  if (plain.length === values.length) {
    const isAlike = new Set(plain.map((value) => typeof value)).size <= 1;
    const [field] = isAlike
      ? guessFields(
          ['value'],
          plain.map((value) => [value]),
        )
      : [];
    const { title: _, ...schema } = field?.schema ?? {};
    // A text that looks like a number was written as a text.
    const isOther = typeof plain[0] === 'string' && schema.type !== 'string';
    return isAlike && values.length ? (isOther ? textSchema(longestOf(plain)) : schema) : textSchema(values.length ? longestOf(plain) : 100);
  }
  const objects = values.filter(isObject) as Record<string, JsonValue>[]; // JSON, so its values are
  const hasFields = objects.some((one) => Object.keys(one).length > 0);
  if (hasFields && objects.length === values.length && depth < deepest) return { type: 'object', ...guessObject(objects, depth + 1) };
  const lists = values.filter(Array.isArray) as JsonValue[][];
  if (lists.length !== values.length || depth >= deepest) return anyJson;
  const items = lists.flat();
  if (items.every((item) => typeof item === 'string')) return { type: 'array', items: { type: 'string', maxLength: 200 } };
  if (items.every(isObject) && items.some((item) => Object.keys(item).length > 0)) return { type: 'array', items: valueSchema(items, depth + 1) };
  return anyJson;
}

/** What counts as given where a field is required. */
function isFilled(value: JsonValue): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== '';
}

const anyJson: JsonSchema = { 'x-json': { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] } };

function longestOf(values: readonly JsonValue[]): number {
  return values.reduce<number>((most, value) => Math.max(most, String(value).length), 0);
}
