/** A schema file with its labels as it is edited: read from texts, written as texts. Edits (edits.ts) make a new document of one and change nothing in place. Pure. */
import type { JsonSchema, JsonValue, Lang } from '#codegen/model.ts';

/** The files of one object as texts: what is saved, and what JSON is typed into. */
export interface SchemaTexts {
  schema: string;
  labels: Partial<Record<Lang, string>>;
}

export interface SchemaDocument {
  schema: JsonSchema;
  labels: Partial<Record<Lang, JsonSchema>>;
}

/** The document that the texts hold; undefined where one of them is no JSON object. */
export function readDocument({ schema, labels }: SchemaTexts): SchemaDocument | undefined {
  const read = parseObject(schema);
  if (!read) return undefined;
  const spoken: SchemaDocument['labels'] = {};
  for (const [lang, text] of Object.entries(labels) as [Lang, string][]) {
    if (text.trim() === '') continue;
    const words = parseObject(text);
    if (!words) return undefined;
    spoken[lang] = words;
  }
  return { schema: read, labels: spoken };
}

/** The document as texts, laid out to be read and compared; a file of labels that says nothing is left out. */
export function writeDocument({ schema, labels }: SchemaDocument): SchemaTexts {
  const spoken = Object.entries(labels).filter(([, words]) => words && Object.keys(words).length > 0);
  return { schema: layOut(schema), labels: Object.fromEntries(spoken.map(([lang, words]) => [lang, layOut(words ?? {})])) };
}

/** JSON with two spaces a level; what fits on a line stays on one, but for the top and the fields. */
export function layOut(value: JsonValue, indent = '', isOpen = true): string {
  const flat = JSON.stringify(value, null, 1)?.replace(/\n\s*/g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']') ?? 'null';
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || Object.keys(value).length === 0) return JSON.stringify(value);
  // The shortening above would reach into texts; one that holds a bracket with a space is written in lines.
  const isSafe = !JSON.stringify(value).match(/\[ | \]/);
  if (!isOpen && isSafe && indent.length + flat.length <= width) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${layOut(item, inner, false)}`)
    : Object.entries(value).map(([key, child]) => `${inner}${JSON.stringify(key)}: ${layOut(child, inner, key === 'properties')}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}${indent === '' ? '\n' : ''}`;
}

/** Longest line that stays one, characters. */
const width = 120;

function parseObject(text: string): JsonSchema | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return isNode(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isNode(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodesOf(value: JsonValue | undefined): [string, JsonSchema][] {
  return isNode(value) ? Object.entries(value).filter((entry): entry is [string, JsonSchema] => isNode(entry[1])) : [];
}

/** Texts of a list; [] of anything else. */
export function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** A copy with the keyword set; one that is undefined, or says nothing (an empty list or object), is left out. */
export function withWord(node: JsonSchema, word: string, value: JsonValue | undefined): JsonSchema {
  const isNothing = value === undefined || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  if (!isNothing) return { ...node, [word]: value };
  const { [word]: _gone, ...rest } = node;
  return rest;
}
