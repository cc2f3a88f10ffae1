/**
 * What cannot be a form's field becomes one that holds JSON: where the lint refuses a place for words of the standard, the place keeps its title and is checked by
 * the schema as it was written (`x-json`). A place with hints of ours stays refused: whoever wrote it means one of our kinds. Pure.
 */
import { stepsOf } from '#rules/records/field-path.ts';
import { makeAjv } from '../emit/ajv.ts';
import type { Finding } from '../lint/finding.ts';
import { known } from '../lint/lint-grammar.ts';
import { keyLength, untakenKeywords } from '../lint/vocabulary.ts';
import { hints, isForeign, namesDialect } from '../load/dialect.ts';
import type { LoadedObject } from '../load/load.ts';
import type { JsonSchema, JsonValue } from '../model.ts';
import { asObject, holdsSchemas, pointed, strings } from '../schema-node.ts';
import { shapingKeywords, standardSchema } from './standard-schema.ts';
import { withoutRules } from './whole-record.ts';

export interface Adapted {
  loaded: LoadedObject;
  /** what is taken otherwise than it was written */
  warnings: Finding[];
}

/** The object with the refused places taken as JSON; undefined where nothing more can be taken so. `whole` is the file as it was bundled, in which references lead on. */
export function asJson(loaded: LoadedObject, errors: readonly Finding[], whole: JsonSchema): Adapted | undefined {
  let schema = structuredClone(loaded.schema);
  const warnings: Finding[] = [];
  // A file of ours says what it means; one from elsewhere is taken as far as it goes.
  const fromElsewhere = isForeign(loaded.declared);
  const dialect = fromElsewhere && namesDialect(loaded.declared);
  const isLeftOut = (keyword: string) =>
    (fromElsewhere && leftOut.includes(keyword)) || (dialect && (keyword === 'format' || !(known.includes(keyword) || untakenKeywords.includes(keyword))));
  let isChanged = false;
  for (const finding of errors) {
    const { field, keyword } = finding;
    if (isLeftOut(keyword) && leave(schema, field, keyword)) {
      isChanged = true;
      warnings.push(softened(finding, 'it is left out'));
      continue;
    }
    if (fromElsewhere && field === '' && keyword === 'required' && demanded(schema)) {
      isChanged = true;
      warnings.push(softened(finding, 'it is a field of any JSON'));
      continue;
    }
    // What a file from elsewhere says of how many fields its record has is passed over like the other words about the whole.
    const isOfWhole = fromElsewhere && field === '' && (keyword === 'minProperties' || keyword === 'maxProperties');
    if (keyword !== '' && !shapingKeywords.has(keyword) && keyword !== 'properties' && !isOfWhole) continue;
    if (field === '') {
      const without = withoutRules(schema, keyword);
      if (!without) continue;
      schema = without;
    } else if (!place(schema, stepsOf(field), whole)) continue;
    isChanged = true;
    warnings.push(softened(finding, field === '' ? 'it is not asked of the whole record' : 'it is taken as JSON'));
  }
  return isChanged ? { loaded: { ...loaded, schema }, warnings } : undefined;
}

/** What a file from elsewhere can do without: words that say something to people alone, and a pattern that takes too long or is none. */
const leftOut: readonly string[] = ['default', 'pattern', 'title', 'description', 'examples', '$comment', 'deprecated'];

/** Takes the word from the place and what nests in it without names; false where it is not there. */
function leave(schema: JsonSchema, field: string, keyword: string): boolean {
  const nodes = (['properties', 'definitions'] as const).flatMap((start) => {
    if (field === '') return [schema];
    const found = locate(schema, start, stepsOf(field));
    const node = asObject(found?.owner[found.name]);
    const target = typeof node?.$ref === 'string' ? pointed(schema, node.$ref) : undefined;
    return [...(node ? [node] : []), ...(target ? [target] : [])];
  });
  let isLeft = false;
  for (const node of nodes.flatMap((one) => [...unnamedIn(one)])) {
    if (node[keyword] === undefined) continue;
    delete node[keyword];
    isLeft = true;
  }
  return isLeft;
}

/** A node and the schemas in it that are no field's own; what a rule says of named members is part of the rule. */
function* unnamedIn(node: JsonSchema, isRule = false): Generator<JsonSchema> {
  yield node;
  for (const [key, inner] of Object.entries(node)) {
    const isNamed = isRule && key === 'properties';
    if (!isNamed && !holdsSchemas(key)) continue;
    for (const one of isNamed ? Object.values(asObject(inner) ?? {}) : Array.isArray(inner) ? inner : [inner]) {
      const below = asObject(one);
      if (below) yield* unnamedIn(below, isRule || key !== 'items');
    }
  }
}

/** The fields that the file demands and says nothing of, as one does whose references lead outside, become fields of any JSON; false where there is none. */
function demanded(schema: JsonSchema): boolean {
  const properties = asObject(schema.properties) ?? {};
  const missing = strings(schema.required).filter((name) => properties[name] === undefined);
  schema.properties = { ...properties, ...Object.fromEntries(missing.map((name) => [name, { 'x-json': {} }])) };
  return missing.length > 0;
}

/** What was refused, and is taken otherwise. */
function softened(finding: Finding, should: string): Finding {
  return { ...finding, level: 'warning', message: finding.message.slice(0, finding.message.length - finding.should.length) + should, should };
}

/** Turns the deepest place of the path that is there into JSON. */
function place(schema: JsonSchema, path: readonly string[], whole: JsonSchema): boolean {
  if (path.length === 1 && path[0] === 'id') return asKey(schema);
  for (const start of ['properties', 'definitions'] as const) {
    const found = locate(schema, start, path);
    if (found && turn(found.owner, found.name, whole)) return true;
  }
  return false;
}

/** A key is one text or one number: of several types it is a text, and a number is taken as its text. */
function asKey(schema: JsonSchema): boolean {
  const owner = asObject(schema.properties);
  const node = asObject(owner?.id) ?? {};
  if (!owner || Object.keys(node).some((key) => own.has(key))) return false;
  owner.id = given({ title: node.title, description: node.description, type: 'string', maxLength: keyLength });
  return true;
}

interface Found {
  owner: JsonSchema;
  name: string;
}

function locate(schema: JsonSchema, start: 'properties' | 'definitions', path: readonly string[]): Found | undefined {
  let owner = asObject(schema[start]);
  let found: Found | undefined;
  for (const [at, name] of path.entries()) {
    const value = owner?.[name];
    if (!owner || value === undefined) break;
    found = { owner, name };
    const next = path[at + 1] ?? '';
    const properties = asObject(inside(asObject(value), schema)?.properties);
    // Definitions may stand in definitions.
    owner = properties && Object.hasOwn(properties, next) ? properties : (asObject(asObject(value)?.definitions) ?? properties);
  }
  return found;
}

/** The node whose properties lie below: of a list its items, of a reference its target. */
function inside(node: JsonSchema | undefined, root: JsonSchema): JsonSchema | undefined {
  let current = node;
  for (let steps = 0; current && steps < 8; steps += 1) {
    if (asObject(current.properties)) return current;
    current = typeof current.$ref === 'string' ? pointed(root, current.$ref) : asObject(current.items);
  }
  return undefined;
}

const own: ReadonlySet<string> = new Set(hints);

function turn(owner: JsonSchema, name: string, whole: JsonSchema): boolean {
  const value = owner[name];
  if (value === undefined) return false;
  if (value === false) return delete owner[name];
  const node = asObject(value) ?? {};
  if (node['x-json'] !== undefined || Object.keys(node).some((key) => own.has(key))) return false;
  const rule = standardSchema(value, whole);
  if (!compiles(rule)) return false;
  const { title, description, default: initial, deprecated, readOnly, writeOnly } = node;
  owner[name] = given({ title, description, default: initial, deprecated, readOnly, writeOnly, 'x-json': rule });
  return true;
}

function given(node: Record<string, JsonValue | undefined>): JsonSchema {
  return Object.fromEntries(Object.entries(node).flatMap(([key, value]) => (value === undefined || value === false ? [] : [[key, value]])));
}

function compiles(rule: JsonValue): boolean {
  try {
    makeAjv({ logger: false }).compile(typeof rule === 'boolean' ? rule : (asObject(rule) ?? {}));
    return true;
  } catch {
    return false;
  }
}
