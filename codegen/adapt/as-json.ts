/**
 * What cannot be a form's field becomes one that holds JSON: where the lint refuses a place for words of the standard, the place keeps its title and is checked by
 * the schema as it was written (`x-json`). A place with hints of ours stays refused: whoever wrote it means one of our kinds. Pure.
 */
import { stepsOf } from '#rules/records/field-path.ts';
import { hints, makeAjv } from '../emit/ajv.ts';
import type { Finding } from '../lint/finding.ts';
import type { LoadedObject } from '../load/load.ts';
import type { JsonSchema, JsonValue } from '../model.ts';
import { asObject, pointed, schemasIn } from '../schema-node.ts';
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
  const isForeign = ![...schemasIn(loaded.declared)].some((node) => Object.keys(node).some((key) => own.has(key)));
  let isChanged = false;
  for (const finding of errors) {
    const { field, keyword } = finding;
    if (keyword === 'default' && isForeign && field !== '') {
      const found = locate(schema, 'properties', stepsOf(field));
      const node = asObject(found?.owner[found.name]);
      if (!node || node.default === undefined) continue;
      delete node.default;
      isChanged = true;
      warnings.push(softened(finding, 'it is left out'));
      continue;
    }
    if (keyword !== '' && !shapingKeywords.has(keyword) && keyword !== 'properties') continue;
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

/** What was refused, and is taken otherwise. */
function softened(finding: Finding, should: string): Finding {
  return { ...finding, level: 'warning', message: finding.message.slice(0, finding.message.length - finding.should.length) + should, should };
}

/** Turns the deepest place of the path that is there into JSON. */
function place(schema: JsonSchema, path: readonly string[], whole: JsonSchema): boolean {
  for (const start of ['properties', 'definitions'] as const) {
    const found = locate(schema, start, path);
    if (found && turn(found.owner, found.name, whole)) return true;
  }
  return false;
}

interface Found {
  owner: JsonSchema;
  name: string;
}

function locate(schema: JsonSchema, start: 'properties' | 'definitions', path: readonly string[]): Found | undefined {
  let owner = asObject(schema[start]);
  let found: Found | undefined;
  for (const name of path) {
    const value = owner?.[name];
    if (!owner || value === undefined) break;
    found = { owner, name };
    owner = asObject(inside(asObject(value), schema)?.properties);
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
