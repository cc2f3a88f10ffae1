/** Edits at a place of the schema: what the forms of views, rules, automations and the like change, and the texts that go by an entry's name. Pure. */
import type { JsonSchema, JsonValue, Lang } from '#codegen/model.ts';
import { type LabelWord, labelOf, setLabel } from './edits.ts';
import { isNode, type SchemaDocument, withWord } from './schema-document.ts';

/** The steps from the top of the file: ['x-rules', 0, 'rule']. */
export type At = readonly (string | number)[];

export function valueAt(value: JsonValue | undefined, at: At): JsonValue | undefined {
  return at.reduce<JsonValue | undefined>((node, step) => {
    if (typeof step === 'number') return Array.isArray(node) ? node[step] : undefined;
    return isNode(node) && Object.hasOwn(node, step) ? node[step] : undefined;
  }, value);
}

/** The objects of a list at a place, with their own places. */
export function entriesAt(document: SchemaDocument, at: At): { entry: JsonSchema; at: At }[] {
  const list = valueAt(document.schema, at);
  return (Array.isArray(list) ? list : []).flatMap((entry, index) => (isNode(entry) ? [{ entry, at: [...at, index] }] : []));
}

/** The value there; what says nothing is left out, and so is what has nothing in it any more. */
export function putAt(document: SchemaDocument, at: At, value: JsonValue | undefined): SchemaDocument {
  const { 'x-list': list } = document.schema;
  // A list that says its columns alone says more from now on.
  const isShort = at[0] === 'x-list' && at.length > 1 && Array.isArray(list);
  const schema = put(isShort ? { ...document.schema, 'x-list': { columns: list } } : document.schema, at, value);
  return { ...document, schema: isNode(schema) ? schema : {} };
}

function put(node: JsonValue | undefined, at: At, value: JsonValue | undefined): JsonValue | undefined {
  const [step, ...rest] = at;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(node) ? node : [];
    const next = put(list[step], rest, value);
    const before = list.slice(0, step);
    return [...before, ...(next === undefined ? [] : [next]), ...list.slice(step + 1)];
  }
  const before = isNode(node) ? node : {};
  const next = put(before[step], rest, value);
  return needed.has(step) && Array.isArray(next) ? { ...before, [step]: next } : withWord(before, step, next);
}

/** Lists that have to be there, with nothing in them too. */
const needed: ReadonlySet<string> = new Set(['transitions', 'fields']);

/** One more at the end of a list. */
export function addAt(document: SchemaDocument, at: At, entry: JsonValue): SchemaDocument {
  const list = valueAt(document.schema, at);
  return putAt(document, at, [...(Array.isArray(list) ? list : []), entry]);
}

/** The entry stands `by` places further down (below 0: up). */
export function moveAt(document: SchemaDocument, at: At, by: number): SchemaDocument {
  const [list, index] = [at.slice(0, -1), at.at(-1)];
  const all = valueAt(document.schema, list);
  if (!Array.isArray(all) || typeof index !== 'number') return document;
  const to = Math.max(0, Math.min(all.length - 1, index + by));
  const rest = all.filter((_, place) => place !== index);
  const moved = all[index];
  return moved === undefined ? document : putAt(document, list, [...rest.slice(0, to), moved, ...rest.slice(to)]);
}

/** Another name of an entry: the texts of every language that go by it come along. `word` is the keyword that names it. */
export function renameAt(document: SchemaDocument, at: At, word: 'name' | 'key', labels: LabelWord | undefined, name: string): SchemaDocument {
  const before = valueAt(document.schema, [...at, word]);
  const next = putAt(document, [...at, word], name);
  if (!labels || typeof before !== 'string' || before === name) return next;
  return langsOf(document).reduce((now, lang) => {
    const text = labelOf(document, lang, before, labels);
    return text ? setLabel(setLabel(now, lang, before, '', labels), lang, name, text, labels) : now;
  }, next);
}

/** The entry is gone, and the texts that go by its name. */
export function removeAt(document: SchemaDocument, at: At, word: 'name' | 'key' | undefined, labels: LabelWord | undefined): SchemaDocument {
  const name = word ? valueAt(document.schema, [...at, word]) : undefined;
  const next = putAt(document, at, undefined);
  if (!labels || typeof name !== 'string') return next;
  return langsOf(document).reduce((now, lang) => (labelOf(now, lang, name, labels) ? setLabel(now, lang, name, '', labels) : now), next);
}

function langsOf({ labels }: SchemaDocument): Lang[] {
  return Object.keys(labels) as Lang[]; // its keys are languages
}

/** 'rule', 'rule-2', …: one that no entry of the list has. */
export function freeName(document: SchemaDocument, at: At, word: 'name' | 'key', wanted: string): string {
  const taken = new Set(entriesAt(document, at).map(({ entry }) => entry[word]));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(name)) return name;
  }
}
