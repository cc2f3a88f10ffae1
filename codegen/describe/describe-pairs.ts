/**
 * Objects whose keys are chosen by whoever fills them in (`patternProperties`, `additionalProperties` with a schema): what a form can show of them as pairs
 * of a key and a box. The value stays JSON, checked by its own schema; what has no box is JSON inside of the pair. Pure.
 */

import type { FieldModel, JsonSchema, JsonValue, Pairs } from '../model.ts';
import { asArray, asNumber, asObject, asString, dereferenced, hasOptions, objects, strings, withoutUndefined } from '../schema-node.ts';

/** The fields of an object node whose references lead into `root`. */
type Describe = (node: JsonSchema, root: JsonSchema) => FieldModel[];

/** Objects that say more are told by the validator alone, and typed as JSON. */
const words = [
  ...['title', 'description', 'default', 'definitions', '$comment', 'type', 'properties', 'required'],
  ...['patternProperties', 'additionalProperties', 'propertyNames', 'minProperties', 'maxProperties'],
];

/** `rule` is the whole schema of the value; undefined where that is no object of pairs. */
export function pairsOf(rule: JsonValue | undefined, fieldsIn: Describe): Pairs | undefined {
  const root = asObject(rule);
  const node = root && dereferenced(root, root)?.node;
  if (!root || !node || Object.keys(node).some((key) => !words.includes(key)) || typesOf(node).some((type) => type !== 'object')) return undefined;
  const fixed = Object.entries(asObject(node.properties) ?? {}).map(([name, child]) => [name, boxed(child, root)] as const);
  const declared = Object.entries(asObject(node.patternProperties) ?? {});
  const other = node.additionalProperties ?? true;
  const ways: { pattern?: string; schema: JsonValue }[] = declared.map(([pattern, schema]) => ({ pattern, schema }));
  // Any JSON behind any key is no map that somebody thought of.
  if (!isNever(other) && (declared.length > 0 || Object.keys(asObject(other) ?? {}).length > 0)) ways.push({ schema: other });
  if (ways.length === 0 || fixed.some(([, child]) => child['x-json'] !== undefined)) return undefined;
  const fields = fieldsIn({ properties: Object.fromEntries(fixed), required: node.required ?? [] }, root);
  return withoutUndefined<Pairs>({
    fields: fields.length > 0 ? fields : undefined,
    values: ways.flatMap(({ pattern, schema }) => {
      const [field] = fieldsIn({ properties: { value: boxed(schema, root) }, required: ['value'] }, root);
      return field ? [withoutUndefined({ pattern, field })] : [];
    }),
    keys: keysOf(node.propertyNames, root),
  });
}

function keysOf(declared: JsonValue | undefined, root: JsonSchema): Pairs['keys'] {
  const node = dereferenced(asObject(declared) ?? {}, root)?.node ?? {};
  const keys = withoutUndefined({
    pattern: asString(node.pattern),
    minLength: asNumber(node.minLength),
    maxLength: asNumber(node.maxLength),
    options: Array.isArray(node.enum) ? strings(node.enum) : undefined,
  });
  return Object.keys(keys).length > 0 ? keys : undefined;
}

/** The part of a value's schema that a box goes by; a value that has none is JSON with its rule. */
function boxed(declared: JsonValue, root: JsonSchema, depth = 0): JsonSchema {
  const own = asObject(declared) ?? {};
  const node = dereferenced(own, root)?.node;
  const said = pick(node ?? own, ['title', 'description']);
  const json = { ...said, 'x-json': { ...own, ...(root.definitions !== undefined && { definitions: root.definitions }) } };
  const [type, further] = typesOf(node ?? {});
  if (node && hasOptions(node)) return isChoice(node) ? { ...said, ...pick(node, ['enum', 'oneOf']) } : json;
  if (!node || further !== undefined) return json;
  if (plain.some((one) => one === type) && type !== undefined) return { ...said, type, ...pick(node, bounds) };
  if (type === 'array') {
    const items = dereferenced(asObject(node.items) ?? {}, root)?.node ?? {};
    return items.type === 'string' && !hasOptions(items) ? { ...said, type, items: { type: 'string' } } : json;
  }
  const members = Object.entries(asObject(node.properties) ?? {});
  const isOpen = [undefined, true].includes(node.additionalProperties as undefined) || isNever(node.additionalProperties); // of any type, as asked
  if (type !== 'object' || members.length === 0 || node.patternProperties !== undefined || !isOpen || depth > 2) return json;
  const properties = Object.fromEntries(members.map(([name, child]) => [name, boxed(child, root, depth + 1)]));
  return { ...said, type, properties, required: node.required ?? [] };
}

const plain = ['string', 'integer', 'number', 'boolean'];
const bounds = ['format', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'multipleOf', 'default', 'examples'];

/** Texts, numbers and flags; with branches beside them it is no choice. */
function isChoice(node: JsonSchema): boolean {
  const values = asArray(node.enum) ?? objects(node.oneOf).map((option) => option.const ?? null);
  return values.every((value) => ['string', 'number', 'boolean'].includes(typeof value));
}

function typesOf(node: JsonSchema): JsonValue[] {
  return [node.type ?? []].flat().filter((type) => type !== 'null');
}

function isNever(schema: JsonValue | undefined): boolean {
  return schema === false || JSON.stringify(schema) === '{"not":{}}';
}

function pick(node: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(keys.flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])));
}
