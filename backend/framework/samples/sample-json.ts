/** A small value that a JSON Schema takes: what fields that hold JSON are shown with in samples. As good as it goes without a solver; always the same. Pure. */
import type { JsonSchema, JsonValue } from '#codegen/model.ts';
import { asArray, asNumber, asObject, asString, pointed, strings } from '#codegen/schema-node.ts';
import { textLike } from './text-like.ts';

/** Shapes that hold themselves end here. */
const deepest = 12;

/** @param root where references lead */
export function sampleJson(schema: JsonValue, root: JsonSchema = asObject(schema) ?? {}, depth = 0): JsonValue | undefined {
  const node = whole(schema, root, depth);
  if (!node || depth > deepest) return undefined;
  const [example] = asArray(node.examples) ?? [];
  const [option] = asArray(node.enum) ?? [];
  const said = [node.const, node.default, example, option].find((value) => value !== undefined && value !== null);
  if (said !== undefined) return said;
  const type = strings([node.type].flat().filter((one) => one !== undefined)).find((one) => one !== 'null') ?? typeBy(node);
  if (type === 'array') return entriesOf(node, root, depth);
  if (type === 'object') return membersOf(node, root, depth);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return numberOf(node);
  if (node.type === 'null') return null;
  return textOf(node);
}

const byFormat: Record<string, string> = {
  'date-time': '2026-01-31T09:30:00Z',
  date: '2026-01-31',
  time: '09:30:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/a',
  'uri-reference': '/a',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '00000000-0000-4000-8000-000000000001',
  duration: 'P1D',
  regex: '^a$',
  'json-pointer': '/a',
};

/** The node with what it refers to, all of allOf, and the first way of oneOf and anyOf, in one. */
function whole(value: JsonValue, root: JsonSchema, depth: number): JsonSchema | undefined {
  const source = asObject(value);
  if (!source) return value === true ? {} : undefined;
  const { $ref, allOf, oneOf, anyOf, ...own } = source;
  const parts = [
    ...(typeof $ref === 'string' ? [pointed(root, $ref) ?? {}] : []),
    ...(asArray(allOf) ?? []),
    ...[oneOf, anyOf].flatMap((ways) => asArray(ways)?.[0] ?? []),
  ];
  let node: JsonSchema = own;
  for (const part of depth > deepest ? [] : parts) {
    const inner = whole(part, root, depth + 1) ?? {};
    node = {
      ...inner,
      ...node,
      ...((inner.properties ?? node.properties) && { properties: { ...asObject(inner.properties), ...asObject(node.properties) } }),
      ...((inner.required ?? node.required) && { required: [...strings(inner.required), ...strings(node.required)] }),
    };
  }
  return node;
}

function typeBy(node: JsonSchema): string | undefined {
  if (node.properties ?? node.required ?? node.patternProperties ?? asObject(node.additionalProperties)) return 'object';
  return node.items !== undefined || node.minItems !== undefined ? 'array' : node.minimum === undefined ? undefined : 'number';
}

function entriesOf(node: JsonSchema, root: JsonSchema, depth: number): JsonValue[] | undefined {
  const tuple = asArray(node.items);
  const rules = tuple ?? Array.from({ length: Math.max(asNumber(node.minItems) ?? 1, 1) }, () => node.items ?? true);
  const entries = rules.map((rule) => sampleJson(rule, root, depth + 1));
  const made = entries.filter((entry) => entry !== undefined);
  if (made.length < (asNumber(node.minItems) ?? 0)) return undefined;
  return made.slice(0, asNumber(node.maxItems) ?? made.length);
}

function membersOf(node: JsonSchema, root: JsonSchema, depth: number): JsonSchema | undefined {
  const rules = asObject(node.properties) ?? {};
  const needed = strings(node.required);
  const names = needed.length > 0 ? needed : Object.keys(rules).slice(0, Math.max(asNumber(node.minProperties) ?? 2, 1));
  const value: JsonSchema = {};
  for (const name of names) {
    const made = sampleJson(rules[name] ?? true, root, depth + 1);
    if (made !== undefined) value[name] = made;
    else if (needed.includes(name)) return undefined;
  }
  if (names.length > 0) return value;
  const [[pattern, rule] = ['', node.additionalProperties]] = Object.entries(asObject(node.patternProperties) ?? {});
  const key = pattern ? textLike(new RegExp(pattern, 'u')) : 'a';
  const made = asObject(rule) && key !== undefined ? sampleJson(rule ?? true, root, depth + 1) : undefined;
  return key !== undefined && made !== undefined ? { [key]: made } : {};
}

function numberOf(node: JsonSchema): number {
  const step = asNumber(node.multipleOf) ?? 1;
  const low =
    asNumber(node.minimum) ?? (asNumber(node.exclusiveMinimum) ?? Math.min(0, asNumber(node.maximum) ?? asNumber(node.exclusiveMaximum) ?? 1) - 1) + step;
  return Math.ceil(low / step) * step;
}

function textOf(node: JsonSchema): string | undefined {
  const pattern = asString(node.pattern);
  if (pattern !== undefined) return textLike(new RegExp(pattern, 'u'));
  const text = byFormat[asString(node.format) ?? ''] ?? 'a';
  return text.padEnd(asNumber(node.minLength) ?? 0, 'a');
}
