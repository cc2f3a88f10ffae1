/** A JSON text as a tree that knows where each part stands: for formatting without changing a word, and for pointing at the place of a finding. Pure. */
import { stepsOf } from '#rules/records/field-path.ts';
import { lineAndColumn } from './json-text.ts';

export interface JsonNode {
  /** where it begins in the text */
  at: number;
  /** and ends, behind its last character */
  end: number;
  /** of what is neither object nor list: as it was written */
  literal?: string;
  isList?: boolean;
  /** it was written over several lines: a line break follows its first bracket */
  isBroken?: boolean;
  members?: { key: string; literal: string; at: number; node: JsonNode }[];
  items?: JsonNode[];
}

/** Lines of the shipped files are at most this long. */
const lineWidth = 160;
const pieces = /\s*("(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:])/uy;

/** The tree of a text that `parseJson` takes. */
export function readTree(text: string): JsonNode {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let began = at;
  const next = (): string => {
    pieces.lastIndex = at;
    const piece = pieces.exec(text)?.[1] ?? '';
    began = pieces.lastIndex - piece.length;
    at = pieces.lastIndex || text.length;
    return piece;
  };
  const peek = (): string => {
    const before = at;
    const piece = next();
    at = before;
    return piece;
  };
  const read = (): JsonNode => {
    const piece = next();
    const node: JsonNode = { at: began, end: at };
    if (piece !== '{' && piece !== '[') return { ...node, literal: piece };
    node.isBroken = /^[ \t]*\r?\n/.test(text.slice(at, at + 200));
    const end = piece === '{' ? '}' : ']';
    if (end === ']') Object.assign(node, { isList: true, items: [] });
    else node.members = [];
    while (peek() !== end && at < text.length) {
      if (node.items) node.items.push(read());
      else {
        const literal = next();
        const place = began;
        next(); // ':'
        node.members?.push({ key: keyOf(literal), literal, at: place, node: read() });
      }
      if (peek() === ',') next();
    }
    next();
    node.end = at;
    return node;
  };
  return read();
}

/**
 * The text as the shipped files are written: two spaces, a line break at the end, keys and values as typed. With `joins`, for a schema, what a program has
 * spread over lines comes together where it fits into one; what a person has spread stays so.
 */
export function formatJson(text: string, joins: boolean): string {
  const source = text.replace(/^\uFEFF/, '');
  const isByProgram = joins && source.trim() === JSON.stringify(JSON.parse(source), null, 2);
  return `${written(readTree(source), 0, 0, !isByProgram)}\n`;
}

function written(node: JsonNode, depth: number, used: number, asTyped: boolean): string {
  const parts = node.items?.map((item) => ({ key: '', node: item })) ?? node.members?.map(({ literal, node: value }) => ({ key: `${literal}: `, node: value }));
  if (!parts) return node.literal ?? '';
  const [open, close] = node.isList ? ['[', ']'] : ['{', '}'];
  if (!parts.length) return open + close;
  const flat = inOneLine(node, asTyped);
  if (depth > 0 && flat !== undefined && used + flat.length <= lineWidth) return flat;
  const pad = '  '.repeat(depth + 1);
  const lines = parts.map(({ key, node: value }) => `${pad}${key}${written(value, depth + 1, pad.length + key.length + 1, asTyped)}`);
  return `${open}\n${lines.join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

function inOneLine(node: JsonNode, asTyped: boolean): string | undefined {
  if (node.items) {
    const items = node.items.map((item) => inOneLine(item, asTyped));
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if (!node.members) return node.literal;
  if (!node.members.length) return '{}';
  if (asTyped && node.isBroken) return undefined;
  const members = node.members.map(({ literal, node: value }) => [literal, inOneLine(value, asTyped)]);
  return members.some(([, value]) => value === undefined) ? undefined : `{ ${members.map(([key, value]) => `${key}: ${value}`).join(', ')} }`;
}

/**
 * Where a schema's text speaks of a field, or of a keyword of it: 'budget.lines' stands below the properties of `budget`, of its items or of the shape that it
 * names; `inside` leads on from the keyword's value. The nearest place that there is. Line and column from 1.
 */
export function placeOf(text: string, field: string, keyword: string, inside: readonly (string | number)[] = []): { line: number; column: number } {
  const root = readTree(text);
  let node: JsonNode | undefined = root;
  let at = root.at;
  for (const part of field ? stepsOf(field) : []) {
    const found: Property | undefined = node && propertyOf(root, node, part);
    if (!found) break;
    at = found.at;
    node = found.node;
  }
  const said = keyword ? node?.members?.find(({ key }) => key === keyword) : undefined;
  at = said?.at ?? at;
  node = said?.node;
  for (const step of inside) {
    const member: { at: number; node: JsonNode } | undefined = node?.members?.find(({ key }) => key === step);
    const item: JsonNode | undefined = typeof step === 'number' ? node?.items?.[step] : member?.node;
    if (!item) break;
    at = member?.at ?? item.at;
    node = item;
  }
  return lineAndColumn(text, at);
}

interface Property {
  at: number;
  node: JsonNode;
}

function propertyOf(root: JsonNode, node: JsonNode, name: string, depth = 0): Property | undefined {
  if (depth > 8) return undefined;
  const of = (key: string) => node.members?.find((member) => member.key === key)?.node;
  const own = of('properties')?.members?.find(({ key }) => key === name);
  if (own) return own;
  const ref = of('$ref')?.literal;
  const shape = ref?.startsWith('"#/') ? pointedAt(root, keyOf(ref).slice(2).split('/')) : undefined;
  for (const inner of [shape, of('items'), ...(of('allOf')?.items ?? [])]) {
    const found = inner && propertyOf(root, inner, name, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function pointedAt(root: JsonNode, path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>((node, part) => node?.members?.find(({ key }) => key === part)?.node, root);
}

/** A key's own text, without its quotes. */
function keyOf(literal: string): string {
  return JSON.parse(literal) as string; // a token between quotes
}
